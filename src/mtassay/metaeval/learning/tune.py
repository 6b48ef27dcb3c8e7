"""A metric tuned to judgments: its parameters are chosen, and tried on outputs that they were not chosen by."""

from dataclasses import replace
from typing import Any

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, SettingError
from mtassay.metaeval.judged import Judged
from mtassay.metaeval.learning.cells import cells_of
from mtassay.metaeval.learning.cross_validation import fit_all
from mtassay.metaeval.learning.learn import (
    LearnChoices,
    LearnedMetric,
    TunedParameter,
    check_cells,
    make_lessons,
    make_part,
    resolved_quietly,
    try_out,
)
from mtassay.metaeval.learning.tuning import CountedCells, Tuning
from mtassay.metrics.base import METRICS, Metric
from mtassay.metrics.tunable import Tunable


def tune_metric(
    evalset: EvalSet, judged: Judged, made: Metric[Any], choices: LearnChoices | None = None
) -> LearnedMetric:
    """Choose the parameters of a metric by judged outputs that it scored; the file has it, tuned, as its one part.

    Outputs are counted once: of several references the one counts that is best by the parameters it had before.
    """
    lessons = make_lessons(evalset, judged, choices)
    resolved = resolved_quietly(check_tunable(made), evalset)
    # which stages there are is asked once, and not for each trial
    resolved = resolved.tuned([dial.value for dial in resolved.dials])
    cells = _counted_cells(evalset, lessons.judged, resolved)
    count = len(resolved.dials)
    check_cells(cells, lessons, f"{count} parameters", count, "more judgments")
    tuning = Tuning(resolved, lessons.method)
    fitted = fit_all(cells, lessons.folds, tuning)
    scored = tuning.scored(cells, fitted.weights)
    weight = tuning.weight(scored, fitted.penalty)
    if weight <= 0:
        raise InputError(
            f"{made.label} gives better outputs lower scores here, whatever its parameters, so there is nothing to "
            "tune; do the judgments belong to these outputs, and are higher ones better?"
        )
    scores, values = scored.scores[scored.known], fitted.weights.tolist()
    part = make_part(lessons, resolved.tuned(values), mean=scores.mean(), spread=scores.std(), weight=weight)
    parameters = tuple(
        TunedParameter(dial.name, dial.value, value) for dial, value in zip(resolved.dials, values, strict=True)
    )
    return replace(try_out(lessons, cells, tuning, fitted, [part]), parameters=parameters)


def check_tunable(made: Metric[Any]) -> Tunable[Any]:
    """The metric, if its parameters can be tuned."""
    if isinstance(made, Tunable):
        return made
    tunable = [name for name, known in METRICS.items() if issubclass(known, Tunable)]
    raise SettingError(f"{made.told_spec} has no parameters that can be tuned on judgments; {', '.join(tunable)} has")


def _counted_cells(evalset: EvalSet, judged: Judged, metric: Tunable[Any]) -> CountedCells:
    prepared = metric.prepare(evalset)
    rows = np.stack([metric.stats(evalset.systems[name], metric.select(prepared, name)) for name in judged.systems])
    cells = cells_of(judged)
    return CountedCells(cells.scores, cells.human, cells.known, rows)
