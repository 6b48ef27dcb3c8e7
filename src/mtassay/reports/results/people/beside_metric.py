"""People beside a metric: how far they go together, and the outputs on which they part most, with the texts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mtassay.errors import InputError
from mtassay.human.answers.answers import Answers
from mtassay.metaeval.people_and_metric import PeopleAndMetric, people_and_metric
from mtassay.metrics.base import Metric
from mtassay.reports.document import Column, Note, Row, Section, Table

_MOST = 10
_TITLE = "Where people and a metric disagree most"


@dataclass(frozen=True, eq=False, kw_only=True)
class BesideMetric:
    """The metric that stands beside people, and the references by source for answers that come without one.

    `problem` says why nothing is computed, where that is so.
    """

    metric: str | Metric[Any]
    references: Mapping[str, Sequence[str]] = field(default_factory=dict)
    target_language: str | None = None
    problem: str = ""

    def of(self, answers: Answers, severity: Mapping[str, float]) -> PeopleAndMetric:
        """Both, output by output."""
        if self.problem:
            raise InputError(self.problem)
        return people_and_metric(
            answers, self.metric, self.references, severity=severity, target_language=self.target_language
        )


def beside_metric_section(beside: BesideMetric, answers: Answers, severity: Mapping[str, float]) -> Section:
    """The outputs on which both part most; a reason where there is nothing to set side by side."""
    try:
        both = beside.of(answers, severity)
    except InputError as error:
        return Note((f"no metric beside people: {error}",))
    shown = both.apart[:_MOST]
    rows: list[Row] = [
        (
            " = ".join(output.systems),
            output.document,
            output.source,
            output.reference,
            output.text,
            output.people,
            100 * output.people_place,
            output.metric,
            100 * output.metric_place,
        )
        for output in shown
    ]
    columns = (
        Column("system", is_words=True),
        Column("document", is_words=True, missing=""),
        Column("source", is_words=True, missing=""),
        Column("reference", is_words=True),
        Column("output", is_words=True),
        Column("people", digits=2),
        Column("place by people", digits=0),
        Column(both.label, digits=both.places),
        Column(f"place by {both.label}", digits=0),
    )
    notes = [f"{len(shown)} of {len(both.outputs):,} outputs; places from 0, the worst, to 100", *metric_words(both)]
    return Table(columns, rows, title=_TITLE, name="metric", notes=tuple(notes))


def metric_words(both: PeopleAndMetric) -> list[str]:
    """How far both go together, and what was left out, in words."""
    words = []
    if both.correlation == both.correlation:
        words.append(f"Spearman's correlation of people with {both.label}: {both.correlation:z.2f}".replace("-", "−"))
    if both.is_ranking:
        words.append(
            f"people: the share of comparisons that an output won; {both.label}: above the others of its source"
        )
    if both.without_reference:
        words.append(f"{both.without_reference:,} outputs without a reference are left out")
    return [*words, both.signature]
