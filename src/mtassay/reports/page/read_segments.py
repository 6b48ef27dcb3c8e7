"""Segments that a report shows to be read: texts with marks, scores, and what checks found."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from mtassay.alignment.marked_text import MarkedText, mark_differences
from mtassay.analyses.result import Analyses
from mtassay.metrics.base import Floats

Verdict = Literal["better", "worse", "unclear"]

_MOST_EXAMPLES = 10


@dataclass(frozen=True, kw_only=True)
class SegmentView:
    """A segment to read: its texts with marks, and its scores."""

    number: int
    source: str | None
    references: tuple[str, ...]
    outputs: tuple[tuple[str, MarkedText], ...]
    scores: tuple[tuple[str, int, tuple[float, ...], float, Verdict], ...]
    tags: tuple[str, ...]


def choose_segments(
    analyses: Analyses, scores: Floats | None
) -> tuple[tuple[SegmentView, ...], tuple[SegmentView, ...]]:
    """The segments that lost most, and those that gained most; without a pair the worst."""
    view, plan = analyses.view, analyses.plan
    sign = 1 if view.metrics[0].higher_is_better else -1
    if scores is None:
        own = sign * plan.means(view.evidence(0).score_units())[:, 0]
        worst = np.argsort(own, kind="stable")[:_MOST_EXAMPLES]
        return tuple(_segment(analyses, int(place)) for place in worst), ()
    first, second = plan.pairs[0]
    gains = sign * (scores[:, second] - scores[:, first])
    order = np.argsort(gains, kind="stable")
    losing = [int(place) for place in order[:_MOST_EXAMPLES] if gains[place] < 0]
    gaining = [int(place) for place in order[::-1][:_MOST_EXAMPLES] if gains[place] > 0]
    return (
        tuple(_segment(analyses, place) for place in losing),
        tuple(_segment(analyses, place) for place in gaining),
    )


def _segment(analyses: Analyses, place: int) -> SegmentView:
    view, plan = analyses.view, analyses.plan
    evalset = view.evalset
    segment = int(view.segments[place])
    systems = plan.pairs[0] if plan.pairs else (0,)
    references = () if evalset.references is None else evalset.references[segment]
    outputs = []
    for system in systems:
        text = evalset.systems[view.runs[plan.runs[system][0]]][segment]
        outputs.append((plan.systems[system], mark_differences(text, references[0] if references else text)))
    rows = []
    for number, metric in enumerate(view.metrics):
        own = plan.means(view.evidence(number).score_units()[place : place + 1])[0]
        values = tuple(float(own[system]) for system in systems)
        change = values[-1] - values[0] if len(values) > 1 else 0.0
        is_loss = change < 0 if metric.higher_is_better else change > 0
        verdict: Verdict = "unclear" if not change else "worse" if is_loss else "better"
        rows.append((view.metric_labels[number], metric.places, values, change, verdict))
    return SegmentView(
        number=segment + 1,
        source=None if evalset.sources is None else evalset.sources[segment],
        references=references,
        outputs=tuple(outputs),
        scores=tuple(rows),
        tags=tuple(_tags(analyses, place, systems)),
    )


def _tags(analyses: Analyses, place: int, systems: Sequence[int]) -> Iterator[str]:
    """What the checks found in the outputs."""
    if "checks" not in analyses.signatures:
        return
    view = analyses.view
    runs = {view.runs[analyses.plan.runs[system][0]] for system in systems}
    for name, run in view.findings():
        if run in runs and view.finding_mask(name, run)[place]:
            yield f"{name}: {run}" if len(systems) > 1 else name
