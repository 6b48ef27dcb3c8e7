"""Profiles of errors: how many of each kind and severity judges mark in the outputs of each system."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from mtassay.errors import InputError
from mtassay.human.answers.judged_outputs import Scored

_WORDS = 1000
_HEAVIEST = ("critical", "major", "minor", "neutral")


@dataclass(frozen=True, eq=False, kw_only=True)
class ErrorProfiles:
    """Errors by system, category and severity.

    `words` of sources each system's outputs were judged on, counted anew for each judge. `categories` are paths,
    `Accuracy/Omission`, each behind those that it is part of; the first is empty and means all errors. `severities` are
    the heaviest first. `counts` has what is not 0.
    """

    systems: tuple[str, ...]
    words: dict[str, int]
    categories: tuple[str, ...]
    severities: tuple[str, ...]
    counts: dict[tuple[str, str, str], int]

    def count(self, system: str, category: str, severity: str) -> int:
        """How many errors of this kind and severity were marked in outputs of the system."""
        return self.counts.get((system, category, severity), 0)

    def rate(self, system: str, category: str, severity: str) -> float:
        """The same for 1000 words of the source."""
        return _WORDS * self.count(system, category, severity) / self.words[system]


def error_profiles(answers: Sequence[Scored], systems: Sequence[str]) -> ErrorProfiles:
    """Of answers that have marks, in this order of systems; an InputError where there is nothing to count or to divide.

    An output that several systems wrote counts for each of them. What is marked in several places is one error.
    """
    words: Counter[str] = Counter()
    counts: Counter[tuple[str, str, str]] = Counter()
    for answer in answers:
        if answer.marks is None:
            continue
        length = len(answer.source.split())
        errors = [(mark.category, mark.severity.lower()) for mark in answer.marks if not mark.is_further]
        for system in answer.made_by:
            words[system] += length
            for category, severity in errors:
                counts.update((system, path, severity) for path in _paths(category))
    known = tuple(system for system in systems if words[system])
    if not known:
        raise InputError("the answers come without the sources, so errors cannot be counted for 1000 words of them")
    kept = {key: number for key, number in counts.items() if key[0] in known}
    return ErrorProfiles(
        systems=known,
        words={system: words[system] for system in known},
        categories=_in_order(kept),
        severities=tuple(sorted({severity for *_, severity in kept}, key=_weight)),
        counts=kept,
    )


def _paths(category: str) -> list[str]:
    """The category and all that it is part of, the empty one first."""
    parts = category.split("/") if category else []
    return ["/".join(parts[:end]) for end in range(len(parts) + 1)]


def _in_order(counts: dict[tuple[str, str, str], int]) -> tuple[str, ...]:
    """The most frequent first, and the parts of a category behind it."""
    totals: Counter[str] = Counter()
    for (_, category, _), number in counts.items():
        totals[category] += number
    return tuple(sorted(totals, key=lambda path: [(-totals[part], part) for part in _paths(path)]))


def _weight(severity: str) -> tuple[int, str]:
    return (_HEAVIEST.index(severity) if severity in _HEAVIEST else len(_HEAVIEST), severity)
