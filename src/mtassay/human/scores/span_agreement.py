"""How well judges agree who marked errors in the same outputs."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from mtassay.errors import InputError
from mtassay.human.alpha import krippendorff
from mtassay.human.answers.judged_outputs import Mark, Scored
from mtassay.human.kappa import Agreement, cohen

_RARE = 5
"""A category that fewer outputs have has no kappa worth reading."""


@dataclass(frozen=True, kw_only=True)
class SpanAgreement:
    """Over every couple of judges of one output.

    `common` of the characters that the first judges of the couples marked, `first`, and the second, `second`, were
    marked by both. `penalties` is interval alpha of the scores, `any_error` kappa of whether an output has an error at
    all, `categories` the same for each category that five outputs or more have.
    """

    items: int
    couples: int
    common: int
    first: int
    second: int
    penalties: Agreement
    any_error: Agreement
    categories: dict[str, Agreement]

    @property
    def f1(self) -> float:
        """Of marked characters; NaN where nobody marked any."""
        marked = self.first + self.second
        return 2 * self.common / marked if marked else float("nan")


def span_agreement(answers: Iterable[Scored]) -> SpanAgreement:
    """Of answers that have marks; each judge counts by what he or she marked first in an output."""
    by_item: dict[tuple[str, str], dict[str, Scored]] = {}
    judges: dict[str, int] = {}
    for answer in answers:
        if answer.marks is not None and answer.judge.strip():
            by_item.setdefault((answer.segment, answer.item), {}).setdefault(answer.judge, answer)
            judges.setdefault(answer.judge, len(judges))
    shared = [list(given.values()) for given in by_item.values() if len(given) >= 2]
    if not shared:
        raise InputError("no output was marked by two judges, so there is no agreement on errors to show")
    couples = [
        (first, second)
        for given in shared
        for first, second in combinations(sorted(given, key=lambda answer: judges[answer.judge]), 2)
    ]
    marked = [(_characters(first.marks or ()), _characters(second.marks or ())) for first, second in couples]
    table = np.full((len(shared), len(judges)), np.nan)
    for row, given in enumerate(shared):
        for answer in given:
            table[row, judges[answer.judge]] = answer.value
    return SpanAgreement(
        items=len(shared),
        couples=len(couples),
        common=sum(len(first & second) for first, second in marked),
        first=sum(len(first) for first, _ in marked),
        second=sum(len(second) for _, second in marked),
        penalties=krippendorff(table, "interval"),
        any_error=_presence(couples, None),
        categories=_by_category(couples),
    )


def _by_category(couples: list[tuple[Scored, Scored]]) -> dict[str, Agreement]:
    counts: dict[str, int] = {}
    for couple in couples:
        for category in {mark.category for answer in couple for mark in answer.marks or () if mark.category}:
            counts[category] = counts.get(category, 0) + 1
    common = sorted((category for category, count in counts.items() if count >= _RARE), key=lambda name: -counts[name])
    return {category: _presence(couples, category) for category in common}


def _presence(couples: list[tuple[Scored, Scored]], category: str | None) -> Agreement:
    first, second = (
        [float(any(category in (None, mark.category) for mark in couple[side].marks or ())) for couple in couples]
        for side in (0, 1)
    )
    return cohen(first, second)


def _characters(marks: tuple[Mark, ...]) -> set[tuple[bool, int]]:
    return {(mark.is_source, place) for mark in marks for place in range(mark.start, mark.end)}
