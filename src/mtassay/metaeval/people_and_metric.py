"""People beside a metric, output by output: what each says, how far they go together, and where they part most."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError
from mtassay.evaluation.run import evaluate
from mtassay.human.answers.answers import Answers
from mtassay.human.answers.judged_outputs import Kind
from mtassay.human.collection import collapse
from mtassay.metaeval.statistics.spearman import rank_rows
from mtassay.metrics.base import Metric
from mtassay.significance.correlation import correlate_rows
from mtassay.significance.evidence import Floats

_FEWEST = 3


@dataclass(frozen=True, kw_only=True)
class BothSaid:
    """An output, what people said of it and what the metric says.

    Places are among all outputs here, 0 for the worst and 1 for the best, equal ones in the middle of theirs; `apart`
    is by how much the metric puts it higher.
    """

    systems: tuple[str, ...]
    document: str
    source: str
    reference: str
    text: str
    answers: int
    people: float
    metric: float
    people_place: float
    metric_place: float

    @property
    def apart(self) -> float:
        """By how much the metric puts it higher than people do."""
        return self.metric_place - self.people_place


@dataclass(frozen=True, eq=False, kw_only=True)
class PeopleAndMetric:
    """All outputs that both have judged, those on which they part most first.

    `correlation` is Spearman's, positive where they agree, NaN where one of them says the same of all.
    `is_ranking` says that people compared outputs: theirs is the share of comparisons that an output won, and the
    metric's how far it lies above the other outputs of its source. `without_reference` counts outputs without one.
    """

    label: str
    signature: str
    higher_is_better: bool
    places: int
    is_ranking: bool
    outputs: tuple[BothSaid, ...]
    correlation: float
    without_reference: int

    @property
    def apart(self) -> tuple[BothSaid, ...]:
        """The outputs on which they part; of outputs that were compared one of each source, the others mirror it."""
        first: dict[object, BothSaid] = {}
        for number, output in enumerate(self.outputs):
            if output.apart:
                first.setdefault((output.document, output.source) if self.is_ranking else number, output)
        return tuple(first.values())


@dataclass
class _Output:
    """An output with what people said of it: their scores, or the shares of comparisons that it won."""

    systems: tuple[str, ...]
    segment: str
    document: str
    source: str
    references: tuple[str, ...]
    text: str
    said: list[float] = field(default_factory=list)


def people_and_metric(
    answers: Answers,
    metric: str | Metric[Any],
    references: Mapping[str, Sequence[str]] | None = None,
    *,
    severity: Mapping[str, float] | None = None,
    target_language: str | None = None,
) -> PeopleAndMetric:
    """What people say of outputs beside what a metric says.

    `references` are by the texts of their sources, for answers that come without one; no output is one for itself.
    `severity` says by how much stricter each judge is, which is taken out of scores.
    """
    judged = [*_outputs(answers, severity or {})]
    known = {collapse(source): texts for source, texts in (references or {}).items()}
    for output in judged:
        if not output.references:
            others = known.get(collapse(output.source), ())
            output.references = tuple(text for text in others if collapse(text) != collapse(output.text))
    usable = [output for output in judged if output.references]
    if not usable:
        raise InputError("none of the judged outputs has a reference, which metrics need; give a campaign references")
    if len(usable) < _FEWEST:
        raise InputError(f"only {len(usable)} judged outputs have a reference, which says nothing of a metric")
    evalset = EvalSet(
        [list(output.references) for output in usable],
        sources=[output.source for output in usable],
        systems={"outputs": [output.text for output in usable]},
        target_language=target_language,
        warn_of_blanks=False,
    )
    score = evaluate(evalset, [metric])["outputs"][0]
    people = np.array([sum(output.said) / len(output.said) for output in usable])
    scores = np.asarray(score.segments, dtype=np.float64)
    if answers.ranked:
        scores = _above_others(scores, [output.segment for output in usable])
    is_known = np.isfinite(scores)
    rows = [output for output, has_score in zip(usable, is_known.tolist(), strict=True) if has_score]
    people, scores = people[is_known], scores[is_known]
    if len(rows) < _FEWEST:
        raise InputError(f"{score.label} scores {len(rows)} of these outputs, so there is nothing to set beside people")
    better = -1.0 if answers.is_lower_better else 1.0, 1.0 if score.higher_is_better else -1.0
    places = _places(np.stack([better[0] * people, better[1] * scores]))
    both = [
        BothSaid(
            systems=output.systems,
            document=output.document,
            source=output.source,
            reference=output.references[0],
            text=output.text,
            answers=len(output.said),
            people=said,
            metric=scored,
            people_place=of_people,
            metric_place=of_metric,
        )
        for output, said, scored, of_people, of_metric in zip(
            rows, people.tolist(), scores.tolist(), *places.tolist(), strict=True
        )
    ]
    return PeopleAndMetric(
        label=score.label,
        signature=score.segment_signature or score.signature,
        higher_is_better=score.higher_is_better,
        places=score.places,
        is_ranking=bool(answers.ranked),
        outputs=tuple(sorted(both, key=lambda output: -abs(output.apart))),
        correlation=float(correlate_rows(places[:1], places[1:])[0]),
        without_reference=len(judged) - len(usable),
    )


def _places(rows: Floats) -> Floats:
    """Where each number of a row stands among them, from 0 to 1."""
    return np.asarray((rank_rows(rows) - 1) / (rows.shape[1] - 1))


def _above_others(scores: Floats, segments: Sequence[str]) -> Floats:
    """How far each score lies above the mean of its segment: who compares outputs compares those of one source."""
    _, numbers = np.unique(np.array(segments), return_inverse=True)
    means: Floats = np.bincount(numbers, scores) / np.bincount(numbers)
    return np.asarray(scores - means[numbers])


def _outputs(answers: Answers, severity: Mapping[str, float]) -> Iterator[_Output]:
    """Every output with a text, in order of first mention."""
    by_output: dict[tuple[str, str], _Output] = {}
    for answer in answers.scored:
        if answer.kind is Kind.OUTPUT and answer.made_by and answer.text:
            key = (answer.segment, answer.item)
            own = (answer.reference,) if answer.reference else ()
            output = by_output.setdefault(
                key, _Output(answer.made_by, answer.segment, answer.document, answer.source, own, answer.text)
            )
            strictness = severity.get(answer.judge, 0.0)
            output.said.append(answer.value - strictness if answers.is_lower_better else answer.value + strictness)
    for ranking in answers.ranked:
        shown = [output for output in ranking.outputs if output.systems and output.text]
        if ranking.kind is not Kind.OUTPUT or len(shown) < 2:
            continue
        own = (ranking.reference,) if ranking.reference else ()
        for place, (systems, rank, text) in enumerate(shown):
            others = [other.rank for other in (*shown[:place], *shown[place + 1 :])]
            won = sum((other > rank) + (other == rank) / 2 for other in others) / len(others)
            by_output.setdefault(
                (ranking.segment, text),
                _Output(systems, ranking.segment, ranking.document, ranking.source, own, text),
            ).said.append(won)
    yield from by_output.values()
