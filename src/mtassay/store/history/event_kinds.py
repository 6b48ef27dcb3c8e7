"""What can happen: every kind of event, in words, and what follows from it."""

from collections.abc import Mapping
from enum import Flag, StrEnum, auto
from typing import Self


class Trait(Flag):
    """What sets a kind of event apart from most."""

    NONE = 0
    LASTING = auto()
    """It cannot be undone."""
    BY_JUDGES = auto()
    """It is one judgment, as a judge gave it."""
    NAMES_PEOPLE = auto()
    """Its summary holds names of people."""
    AT_ANY_TIME = auto()
    """It may happen to a project that is archived or deleted."""


class EventKind(StrEnum):
    """A kind of event. Its value stands in databases and archives and never changes; its words follow a name.

    A newer version may have stored kinds that are not here: what is read from a database stays text, and
    `known_kind` says which kind it is.
    """

    words: str
    traits: Trait

    def __new__(cls, value: str, words: str, traits: Trait = Trait.NONE) -> Self:
        """A member with its words and traits."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.words = words
        member.traits = traits
        return member

    PROJECT = "project", "created the project", Trait.LASTING
    IMPORT = "import", "imported a file"
    OUTPUT = "output", "added outputs"
    JUDGMENT = "judgment", "judged", Trait.BY_JUDGES
    CORRECTION = "correction", "corrected a score", Trait.BY_JUDGES
    RECHECK = "recheck", "judged again", Trait.BY_JUDGES
    UNDO = "undo", "undid a step"
    DELETE = "delete", "deleted something"
    ITEMS = "items", "cut a source into items"
    MERGE = "merge", "merged projects"
    QUEUE = "queue", "drew a queue"
    ASSIGNMENT = "assignment", "assigned judgments", Trait.NAMES_PEOPLE
    CLOSING = "closing", "closed a queue"
    NO_SCORE = "no score", "left items out of a queue"
    RULES = "rules", "changed the rules of judging"
    CAMPAIGN = "campaign", "made a campaign"
    CAMPAIGN_IMPORT = "campaign import", "imported a campaign of another tool"
    CAMPAIGN_STATE = "campaign state", "started, paused or closed a campaign"
    ANSWER = "answer", "answered in a campaign", Trait.BY_JUDGES
    ANSWER_CORRECTION = "answer correction", "corrected an answer in a campaign", Trait.BY_JUDGES
    LATE_ANSWERS = "late answers", "took in answers that came after a campaign had closed"
    TAKEN = "taken into memory", "took answers of a campaign into the memory"
    EXCLUSION = "exclusion", "excluded a judge of a campaign"
    GRADE = "grade", "graded answers of a campaign"
    RELEASE = "release", "gave open work of a campaign to other seats"
    # a link that was made cannot be unmade by the history: it is revoked by the next one
    LINKS = "links", "made links for judges", Trait.LASTING
    ARCHIVE = "archive", "imported the project from an archive", Trait.LASTING
    PERSON = "person", "removed a name", Trait.LASTING | Trait.AT_ANY_TIME
    RENAMING = "renaming", "renamed the project"
    LANGUAGES = "languages", "changed the languages"
    ARCHIVING = "archiving", "archived the project", Trait.AT_ANY_TIME
    DELETION = "deletion", "deleted the project", Trait.AT_ANY_TIME
    # what remains of a project belongs to none
    REMOVAL = "removal", "removed a deleted project for good", Trait.LASTING
    # what happens to accounts belongs to no project, and no page offers to take it back
    ACCOUNT = "account", "opened an account", Trait.LASTING | Trait.NAMES_PEOPLE
    PASSWORD = "password", "changed a password", Trait.LASTING | Trait.NAMES_PEOPLE
    ROLE = "role", "changed a role", Trait.LASTING | Trait.NAMES_PEOPLE
    ACTIVATION = "activation", "opened an account again", Trait.LASTING | Trait.NAMES_PEOPLE
    DEACTIVATION = "deactivation", "closed an account", Trait.LASTING | Trait.NAMES_PEOPLE
    INVITATION = "invitation", "invited somebody to a project", Trait.LASTING | Trait.NAMES_PEOPLE
    REVOCATION = "revocation", "revoked an invitation", Trait.LASTING | Trait.NAMES_PEOPLE
    LETTING_IN = "letting in", "added a member to a project", Trait.LASTING | Trait.NAMES_PEOPLE
    SHUTTING_OUT = "shutting out", "removed a member from a project", Trait.LASTING | Trait.NAMES_PEOPLE

    @classmethod
    def having(cls, trait: Trait) -> tuple[Self, ...]:
        """All kinds that have a trait."""
        return tuple(kind for kind in cls if trait in kind.traits)


BY_JUDGES = EventKind.having(Trait.BY_JUDGES)
"""Kinds of events that are one judgment each, as a judge gave it."""

_BY_VALUE: Mapping[str, EventKind] = {kind.value: kind for kind in EventKind}


def known_kind(kind: str) -> EventKind | None:
    """The kind that a database names, None where a newer version stored it."""
    return _BY_VALUE.get(kind)


def why_lasting(kind: str) -> str:
    """What an event of a kind did that cannot be undone, in words that follow `it`; empty where it can be."""
    known = known_kind(kind)
    if known is None:
        return f"did what this version of mtassay does not know ({kind!r})"
    return known.words if Trait.LASTING in known.traits else ""
