"""How far judges agree: every figure, and in plain words what it means."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mtassay.human.kappa import Agreement
from mtassay.human.results.ranking_results import RankingResults
from mtassay.human.results.score_results import ScoreResults
from mtassay.reports.document import Column, Table

_STRENGTHS = ((0.2, "slight"), (0.4, "fair"), (0.6, "moderate"), (0.8, "substantial"))
"""The words of Landis and Koch (1977), with the coefficient below which each is said."""


class AgreementLine(NamedTuple):
    """A figure: who agrees, on what, over how many couples or outputs; `meaning` is it in words.

    `is_coefficient` says that 1 is full agreement and 0 is chance, `is_detail` that it is one of many of its kind.
    Without a value `reason` says why.
    """

    of: str
    figure: str
    value: float | None
    over: int | None
    meaning: str = ""
    reason: str = ""
    is_coefficient: bool = False
    is_detail: bool = False


def agreement_table(lines: Sequence[AgreementLine]) -> Table:
    """The figures, for any format."""
    columns = (
        Column("of", is_words=True),
        Column("figure", is_words=True),
        Column("value", digits=4),
        Column("over", digits=0),
        Column("meaning", is_words=True, missing=""),
        Column("reason", is_words=True, missing=""),
    )
    rows = [(line.of, line.figure, line.value, line.over, line.meaning, line.reason) for line in lines]
    note = "" if rows else "none to show"
    if any(line.is_coefficient for line in lines):
        note = "alpha and kappa: 1 is full agreement, 0 is what chance alone would give; words by Landis and Koch"
    return Table(columns, rows, title="Agreement", name="agreement", notes=(note,) if note else ())


def score_agreement_lines(results: ScoreResults) -> tuple[AgreementLine, ...]:
    """Of judges with each other, of the errors that they marked, and of each with himself or herself."""
    return (*_of_judges(results), *_of_errors(results), *_of_repeats(results))


def ranking_agreement_lines(results: RankingResults) -> tuple[AgreementLine, ...]:
    """Of judges with each other, and of each with himself or herself."""
    lines = []
    agreement = results.agreement
    if agreement is not None:
        meaning = f"two judges of one pair say the same in {_share(agreement.share)} of cases"
        share = AgreementLine("judges", "share of equal labels", agreement.share, agreement.comparable, meaning)
        lines += [share, _coefficient("judges", agreement.alpha, agreement.pairs)]
    equal = sum(count for count, _ in results.repeats.values())
    total = sum(count for _, count in results.repeats.values())
    if total:
        meaning = f"a judge who sees a pair again says the same in {_share(equal / total)} of cases"
        lines.append(AgreementLine("same judge", "share of equal labels", equal / total, total, meaning))
    return tuple(lines)


def strength(value: float) -> str:
    """What alpha or kappa of this size means.

    >>> strength(0.58)
    'moderate: 58 % of the way from chance to agreement'
    """
    if value != value:
        return ""
    if value <= 0:
        return "none: no better than chance would make them agree"
    word = next((word for below, word in _STRENGTHS if value < below), "almost perfect")
    return f"{word}: {_share(value)} of the way from chance to agreement"


def _of_judges(results: ScoreResults) -> Iterator[AgreementLine]:
    agreement = results.agreement
    if agreement is None:
        return
    apart = f"on one output two judges are typically {agreement.distance:.3g} apart"
    yield AgreementLine("judges", "mean distance of two scores", agreement.distance, agreement.couples, apart)
    same = f"two judges give the very same score in {_share(agreement.exact)} of cases"
    yield AgreementLine("judges", "share of equal scores", agreement.exact, agreement.couples, same)
    for each in agreement.coefficients:
        yield _coefficient("judges", each, each.units)


def _of_errors(results: ScoreResults) -> Iterator[AgreementLine]:
    spans = results.spans
    if spans is None:
        return
    is_marked = spans.f1 == spans.f1
    meaning = f"of what one judge marks the other marks {_share(spans.f1)}, counted in characters" if is_marked else ""
    reason = "" if is_marked else "no marks"
    yield AgreementLine("errors", "F1 of marked characters", spans.f1, spans.couples, meaning, reason)
    if results.is_lower_better:  # the score is the penalty; where judges give a score besides, it stands above
        yield _coefficient("errors", spans.penalties, spans.items, f"{spans.penalties.name}, of penalties")
    yield _coefficient("errors", spans.any_error, spans.couples, "kappa of any error")
    for category, each in spans.categories.items():
        yield _coefficient("errors", each, each.units, f"kappa of {category}")._replace(is_detail=True)


def _of_repeats(results: ScoreResults) -> Iterator[AgreementLine]:
    repeats = results.repeats
    if repeats is None:
        return
    lost = "" if repeats.pairs else "nothing that was shown again had been scored before"
    steady = "" if repeats.correlation == repeats.correlation else "all scores of one time are equal, or too few"
    apart = "" if lost else f"a judge who sees an output again is typically {repeats.distance:.3g} off"
    yield AgreementLine("same judge", "mean distance of two scores", repeats.distance, repeats.pairs, apart, lost)
    yield AgreementLine(
        "same judge", "correlation of two scores", repeats.correlation, repeats.pairs, "", lost or steady
    )
    yield AgreementLine("same judge", "share of equal scores", repeats.exact, repeats.pairs, "", lost)


def _coefficient(of: str, each: Agreement, over: int, name: str = "") -> AgreementLine:
    return AgreementLine(of, name or each.name, each.value, over, strength(each.value), each.reason, True)


def _share(value: float) -> str:
    return f"{100 * value:.0f} %"
