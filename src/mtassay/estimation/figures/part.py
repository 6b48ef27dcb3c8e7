"""A part of a project that somebody asks for, in the words of the database: documents, days, hard sources."""

from dataclasses import dataclass
from datetime import date

import sqlalchemy as sa

from mtassay.errors import SettingError
from mtassay.estimation.figures.subset import Subset
from mtassay.human.items import rank_difficult
from mtassay.human.memory import Memory
from mtassay.settings import did_you_mean
from mtassay.store.contents.documents import sources_of_document
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import revisions_between
from mtassay.store.memory.stored_memory import StoredMemory

DIFFICULTIES = ("hard", "middle", "easy")
"""Thirds of the sources, by the mean score of their translations."""

_THIRDS = {"hard": "the hardest third of sources", "middle": "the middle third", "easy": "the easiest third"}


@dataclass(frozen=True, kw_only=True)
class Part:
    """Which translations are meant: all conditions hold, and those that are None are none.

    Scores are means, 0 to 10; days are those in UTC on which a translation was judged.
    """

    system: str | None = None
    judge: str | None = None
    document: str | None = None
    text: str | None = None
    lowest: float | None = None
    highest: float | None = None
    since: date | None = None
    until: date | None = None
    difficulty: str | None = None

    def __post_init__(self) -> None:
        if self.difficulty is not None and self.difficulty not in DIFFICULTIES:
            raise SettingError(
                f"there is no difficulty {self.difficulty!r}{did_you_mean(self.difficulty, DIFFICULTIES)}; "
                f"there are {', '.join(DIFFICULTIES)}"
            )
        for low, high, what in ((self.lowest, self.highest, "scores"), (self.since, self.until, "days")):
            if low is not None and high is not None and low > high:  # type: ignore[operator]  # both of one kind
                raise SettingError(f"{what} from {low} to {high}: no {what[:-1]} is both; exchange the two")

    @property
    def is_everything(self) -> bool:
        """Whether nothing was asked for."""
        return self == Part()

    @property
    def words(self) -> str:
        """What is meant, to follow the word translations; empty where everything is."""
        parts = [
            f" of {self.system}" if self.system is not None else "",
            f" judged by {self.judge}" if self.judge is not None else "",
            f" of document {self.document}" if self.document is not None else "",
            f" of {_THIRDS[self.difficulty]}" if self.difficulty is not None else "",
            f" with {self.text!r}" if self.text is not None else "",
            _span(" scored", self.lowest, self.highest, ("at least", "at most")),
            _span(" judged", self.since, self.until, ("since", "until")),
        ]
        return ",".join(part for part in parts if part)


@dataclass(frozen=True)
class FoundPart:
    """A part as of a revision: its sources by their numbers in the database, and the revisions of its days."""

    part: Part
    sources: frozenset[int] | None
    revisions: tuple[int, int] | None

    def subset(self, stored: StoredMemory) -> Subset:
        """The same translations in a memory, which may be of an earlier revision."""
        part, sources = self.part, None
        if self.sources is not None:
            numbers = stored.source_ids.tolist()
            sources = frozenset(place for place, number in enumerate(numbers) if number in self.sources)
        return Subset(part.system, part.judge, part.text, sources, part.lowest, part.highest, self.revisions)


def find_part(connection: sa.Connection, project: Project, stored: StoredMemory, part: Part) -> FoundPart:
    """What a part means as of the revision of a memory; which sources are hard is decided there."""
    chosen: set[int] | None = None
    if part.document is not None:
        chosen = set(sources_of_document(connection, project, part.document, stored.memory.revision))
    if part.difficulty is not None:
        third = {int(stored.source_ids[place]) for place in _third(stored.memory, part.difficulty)}
        chosen = third if chosen is None else chosen & third
    revisions = None
    if part.since is not None or part.until is not None:
        revisions = revisions_between(connection, project.id, part.since, part.until)
    return FoundPart(part, None if chosen is None else frozenset(chosen), revisions)


def _third(memory: Memory, difficulty: str) -> list[int]:
    ranked = [one.source for one in rank_difficult(memory)]
    number = DIFFICULTIES.index(difficulty)
    bounds = [round(len(ranked) * step / len(DIFFICULTIES)) for step in range(len(DIFFICULTIES) + 1)]
    return ranked[bounds[number] : bounds[number + 1]]


def _span(verb: str, low: object, high: object, words: tuple[str, str]) -> str:
    if low is None and high is None:
        return ""
    if low is None or high is None:
        return f"{verb} {words[1]} {_shown(high)}" if low is None else f"{verb} {words[0]} {_shown(low)}"
    return f"{verb} from {_shown(low)} to {_shown(high)}"


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
