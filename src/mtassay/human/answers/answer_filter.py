"""Which answers are meant: those of some judges, on some systems, documents or days."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date
from typing import TypeVar

from mtassay.errors import InputError
from mtassay.human.answers.judged_outputs import Judged, Kind, Ranked, Scored
from mtassay.human.filters import number_of

J = TypeVar("J", bound=Judged)


@dataclass(frozen=True, kw_only=True)
class AnswerFilter:
    """Conditions that all hold; what is empty asks for nothing.

    `words` are the least and the most of the source. Days are in UTC. Where an answer is about several systems, those
    that are not meant are taken out of it.
    """

    systems: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    words: tuple[int | None, int | None] = (None, None)
    expertise: str = ""
    language: str = ""
    since: date | None = None
    until: date | None = None

    def in_words(self) -> str:
        """What is meant, for people; empty where everything is."""
        low, high = self.words
        span = {
            (True, True): f"{low} to {high} words",
            (True, False): f"{low} words or more",
            (False, True): f"{high} words or fewer",
        }.get((low is not None, high is not None), "")
        parts = {
            "systems": ", ".join(self.systems),
            "judges": ", ".join(self.judges),
            "without judges": ", ".join(self.without),
            "documents": ", ".join(self.documents),
            "domains": ", ".join(self.domains),
            "sources of": span,
            "expertise": self.expertise,
            "original language": self.language,
            "since": "" if self.since is None else self.since.isoformat(),
            "until": "" if self.until is None else self.until.isoformat(),
        }
        return "; ".join(f"{name} {value}" for name, value in parts.items() if value)

    def choose(self, answers: Sequence[J]) -> list[J]:
        """The answers that are meant; a name that none of them has is an InputError, and so is a filter of nothing."""
        self._check(answers)
        chosen = [kept for answer in answers if self._meets(answer) and (kept := self._cut(answer)) is not None]
        if not chosen:
            raise InputError(f"none of the {len(answers):,} answers meets the filter: {self.in_words()}")
        return chosen

    def _check(self, answers: Iterable[Judged]) -> None:
        systems: dict[str, None] = {}
        judges: dict[str, None] = {}
        documents: dict[str, None] = {}
        domains: dict[str, None] = {}
        has_text = has_day = False
        for answer in answers:
            systems.update(dict.fromkeys(answer.systems))
            judges[answer.judge] = None
            documents[answer.document] = None
            domains[answer.domain] = None
            has_text = has_text or bool(answer.source)
            has_day = has_day or answer.at is not None
        for names, known, what in (
            (self.systems, systems, "system"),
            (self.judges + self.without, judges, "judge"),
            (self.documents, documents, "document"),
            (self.domains, domains, "domain"),
        ):
            for name in names:
                number_of([each for each in known if each], name, what)
        if self.words != (None, None) and not has_text:
            raise InputError("the answers come without the sources, so nobody can choose them by length")
        if (self.since or self.until) and not has_day:
            raise InputError("no answer says when it was given, so nobody can choose them by day")

    def _meets(self, answer: Judged) -> bool:
        low, high = self.words
        count = len(answer.source.split())
        day = None if answer.at is None else (answer.at.astimezone(UTC) if answer.at.tzinfo else answer.at).date()
        return (
            (not self.judges or answer.judge in self.judges)
            and answer.judge not in self.without
            and (not self.documents or answer.document in self.documents)
            and (not self.domains or answer.domain in self.domains)
            and (low is None or count >= low)
            and (high is None or count <= high)
            and (not self.expertise or answer.expertise == self.expertise)
            and (not self.language or answer.language == self.language)
            and (self.since is None or (day is not None and day >= self.since))
            and (self.until is None or (day is not None and day <= self.until))
        )

    def _cut(self, answer: J) -> J | None:
        """The answer without systems that are not meant; None where none is left."""
        if not self.systems or answer.kind is Kind.REFERENCE:
            return answer
        if isinstance(answer, Ranked):
            outputs = [
                output._replace(systems=tuple(system for system in output.systems if system in self.systems))
                for output in answer.outputs
            ]
            left = tuple(output for output in outputs if output.systems)
            return replace(answer, outputs=left) if left else None
        if isinstance(answer, Scored):
            made_by = tuple(system for system in answer.made_by if system in self.systems)
            return replace(answer, made_by=made_by) if made_by else None
        return answer
