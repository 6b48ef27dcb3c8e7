"""Segments: how scores depend on length, document or domain, and how outputs spread over outcomes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.analyses.base import Analysis, Cell, Counts, Line, Plan, Result
from mtassay.analyses.counting.buckets import Buckets, check_cuts, label_buckets, span_names
from mtassay.analyses.counting.error_classes import error_rates
from mtassay.analyses.counting.numbered_words import Ints, cut_places
from mtassay.analyses.counting.view import View
from mtassay.analyses.figures import figure_table
from mtassay.analyses.filters.filter_conditions import (
    GivenNumber,
    LabelCondition,
    LabelNumber,
    Measure,
    OutputNumber,
)
from mtassay.analyses.filters.span_conditions import span_conditions
from mtassay.analyses.measures import MetricMeasure
from mtassay.errors import SettingError
from mtassay.metrics.base import Floats
from mtassay.settings import did_you_mean, setting

_LENGTHS = (10.0, 20.0, 30.0, 40.0, 50.0, 60.0)
_DIFFERENCES = (-20.0, -10.0, -5.0, -4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 11.0, 21.0)
_TENTHS = tuple(number / 10 for number in range(1, 11))
RESERVED = ("length", "difference", "distance", "score")
"""What segments are cut by besides labels: no label should be called so."""
OUTCOMES = ("difference", "distance", "score")
"""What the outputs themselves decide: such buckets hold other segments for each system."""


@dataclass(frozen=True, eq=False, kw_only=True)
class OutcomeTable(Result):
    """How many segments each system has in each bucket of an outcome; nothing is tested."""

    systems: tuple[str, ...]
    line_head: str
    lines: tuple[str, ...]
    counts: Floats
    """`(lines, systems)`, means over runs."""
    places: Ints
    """`(runs, segments)`: the line that each is in."""
    conditions: tuple[tuple[str, ...], ...] = ()
    """The filter that leaves these segments, by line and system; none where filters cannot say it."""

    def records(self) -> list[dict[str, Cell]]:
        return [
            {"analysis": self.spec, "table": self.title, "line": line, "system": system, "segments": count}
            for line, counts in zip(self.lines, self.counts.tolist(), strict=True)
            for system, count in zip(self.systems, counts, strict=True)
        ]


@dataclass(frozen=True, kw_only=True)
class Segments(Analysis):
    """Scores on parts of the test set, or how many segments turned out how.

    By length or by a label, every part is scored by every metric and tested: the outputs did not choose it. Its worth
    is how much smaller the whole difference would be if the second system had the outputs of the first there. By
    difference of length, distance (the word error rate) or score, each system has other segments in a bucket, so they
    are only counted. Labels and the length of sources need no references.
    """

    name: ClassVar[str] = "segments"
    title: ClassVar[str] = "segments by length, label or outcome"
    question: ClassVar[str] = "On which segments is a system better: short ones, long ones, those of a document?"
    counts: ClassVar[str] = (
        "Rows of each metric by the words of the reference (of several the first) or of the source, or by a label; or "
        "segments by the length of outputs less that of references, by word error rate, by score."
    )
    blind_to: ClassVar[str] = (
        "Long segments often come from certain documents: a part may stand for something else. Buckets of outcomes "
        "are not tested, because the outputs chose them."
    )
    paper: ClassVar[str] = (
        "Graham Neubig, Zi-Yi Dou, Junjie Hu, Paul Michel, Danish Pruthi and Xinyi Wang. 2019. compare-mt: A Tool for "
        "Holistic Comparison of Language Generation Systems. Proceedings of NAACL 2019 (Demonstrations), pages 35-41."
    )
    examples: ClassVar[tuple[str, ...]] = ("by=difference", "by=distance", "by=score", "side=source,cuts='5,15'")

    by: str = setting("length", "length, difference, distance, score, or a label of segments")
    cuts: tuple[float, ...] = setting((), "where buckets begin; none: what is usual", hide_default=True)
    side: str = setting("reference", "whose words are the length", choices=("reference", "source"), hide_default=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_cuts(self.cuts)

    def missing(self, view: View) -> str:
        if self.by in OUTCOMES or (self.by == "length" and self.side == "reference"):
            return "" if view.has("references") or self.by == "score" else "references"
        return "" if self.by != "length" or view.has("sources") else "sources"

    def results(self, view: View, plan: Plan) -> Iterator[Result]:
        if self.by in OUTCOMES:
            yield from self._outcomes(view, plan)
            return
        for counts in self.count(view):
            yield figure_table(self.spec, counts, plan)

    def count(self, view: View) -> Iterator[Counts]:
        """The rows of each metric, with a line for each part of the test set."""
        buckets = self._buckets(view)
        parts = [
            (name, condition, np.flatnonzero(buckets.places == place))
            for place, (name, condition) in enumerate(zip(buckets.names, self._conditions(buckets), strict=True))
        ]
        for number, metric in enumerate(view.metrics):
            measure = MetricMeasure(metric=metric, label=view.metric_labels[number])
            yield Counts(
                title=f"{measure.title} by {self._of}",
                line_head=self._of,
                size_head="segments",
                columns=metric.columns,
                rows=view.evidence(number).table,
                lines=tuple(
                    Line(
                        key=name,
                        title=name,
                        measures=(measure,),
                        segments=segments,
                        about=self._about(name),
                        condition=condition,
                    )
                    for name, condition, segments in parts
                    if len(segments)
                ),
                whole=measure,
            )

    def _conditions(self, buckets: Buckets) -> tuple[str, ...]:
        if self.by == "length":
            return span_conditions(GivenNumber("length" if self.side == "reference" else "source-length"), buckets.cuts)
        if buckets.cuts:
            spans = span_conditions(LabelNumber(self.by), buckets.cuts)
            # no filter takes labels for numbers where some are empty
            return spans if len(spans) == len(buckets.names) else ("",) * len(buckets.names)
        return tuple(str(LabelCondition(self.by, "=", (name,))) for name in buckets.names)

    def _about(self, part: str) -> str:
        if self.by != "length":
            return f"Segments with {self.by} {part}"
        words = part.removesuffix("+") + " words or more" if part.endswith("+") else f"{part} words"
        return f"Segments with {words} in the {self.side}"

    @property
    def _of(self) -> str:
        return self.by if self.by != "length" else f"words of the {self.side}"

    def _buckets(self, view: View) -> Buckets:
        if self.by != "length":
            labels = view.evalset.labels
            if self.by not in labels:
                known = ("length", *OUTCOMES, *labels)
                raise SettingError(
                    f"segments have no label {self.by!r}{did_you_mean(self.by, known)}; there are {', '.join(known)}"
                )
            return label_buckets(view.labels(self.by), self.cuts, labels[self.by])
        words = view.source_words() if self.side == "source" else view.reference_words()
        cuts = self.cuts or _LENGTHS
        return Buckets(span_names(cuts), cut_places(words.lengths, cuts), cuts)

    def _outcomes(self, view: View, plan: Plan) -> Iterator[OutcomeTable]:
        if self.by == "difference":
            differences = [
                view.output_words(run).lengths - view.reference_words(run).lengths for run in range(len(view.runs))
            ]
            head = "output words less reference words"
            yield self._outcome(plan, self.cuts or _DIFFERENCES, head, differences, Measure("difference"))
        elif self.by == "distance":
            rates = [error_rates(view, run) for run in range(len(view.runs))]
            yield self._outcome(plan, self.cuts or _TENTHS, "word error rate", rates)
        else:
            for number, metric in enumerate(view.metrics):
                scores = view.evidence(number).score_units()
                size = 1 if metric.places > 2 else 100  # as those from 0 to 1 show more digits
                cuts = self.cuts or tuple(size * tenth for tenth in _TENTHS)
                yield self._outcome(
                    plan, cuts, view.metric_labels[number], list(scores.T), Measure("score", _short_name(view, number))
                )

    def _outcome(
        self,
        plan: Plan,
        cuts: tuple[float, ...],
        head: str,
        values: list[Ints] | list[Floats],
        measure: Measure | None = None,
    ) -> OutcomeTable:
        names = span_names(cuts)
        known = ~np.isnan(np.stack(values).astype(np.float64))  # outputs may have no score
        places = np.stack([cut_places(of_run, cuts) for of_run in values])
        counts = np.stack(
            [np.bincount(of_run[own], minlength=len(names)) for of_run, own in zip(places, known, strict=True)], axis=1
        ).astype(np.float64)
        is_used = counts.sum(axis=1) > 0
        return OutcomeTable(
            spec=self.spec,
            title=f"Segments by {head}",
            systems=plan.systems,
            line_head=head,
            lines=tuple(name for name, used in zip(names, is_used, strict=True) if used),
            counts=plan.means(counts[is_used]),
            places=np.where(known, (np.cumsum(is_used) - 1)[places], -1),
            conditions=tuple(
                line for line, used in zip(_outcome_conditions(plan, cuts, measure), is_used, strict=False) if used
            ),
            notes=(
                "Counts only: the outputs themselves decide which segments are in a line, so nothing is tested.",
                *([] if known.all() else ["Outputs without a score are in no line."]),
            ),
        )


def _outcome_conditions(plan: Plan, cuts: tuple[float, ...], measure: Measure | None) -> list[tuple[str, ...]]:
    """By line and system; a filter names a run, so there is none for systems of several."""
    if measure is None or any(len(runs) > 1 for runs in plan.runs):
        return []
    of_systems = [span_conditions(OutputNumber(measure, system), cuts) for system in plan.systems]
    return list(zip(*of_systems, strict=True))


def _short_name(view: View, number: int) -> str:
    """What filters call a metric by: its name, where no other has it."""
    name = view.metric_names[number].name
    return name if [each.name for each in view.metric_names].count(name) == 1 else view.metric_names[number].spec
