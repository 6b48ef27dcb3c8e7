"""Who can be asked to judge: members of the project, and whoever has judged in it."""

from collections.abc import Iterable, Sequence

import sqlalchemy as sa

from mtassay.settings import did_you_mean
from mtassay.store.contents.projects import Project
from mtassay.store.judging.questions import judge_names
from mtassay.store.people.members import members


def possible_judges(connection: sa.Connection, project: Project) -> tuple[str, ...]:
    """The names of members whose accounts are open, then of others who have judged here."""
    open_members = [member.account.name for member in members(connection, project) if member.account.is_active]
    return tuple(dict.fromkeys((*open_members, *sorted(name for name in judge_names(connection, project) if name))))


def unknown_judges(names: Iterable[str], known: Sequence[str]) -> list[str]:
    """What to say of names that nobody has here, with the nearest that somebody has: they may be misspelled."""
    return [
        f"Nobody called {name!r} is a member or has judged here{did_you_mean(name, known)}."
        for name in names
        if name not in known
    ]
