"""All that a judge goes through, in order: what is done of it, what is open, what was put off."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from mtassay.errors import Conflict, NotFound, Remedy
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import present
from mtassay.store.judging.drafts import put_off_and_flagged
from mtassay.store.judging.questions import (
    ANYONE,
    Question,
    drawn_rechecks,
    judge_names,
    judged_targets,
    latest_run,
    recheck_numbers,
    recheck_round,
    shuffled,
    targets_of,
)
from mtassay.store.judging.queues import answers, open_queues, queue_of_run
from mtassay.store.judging.rules import JudgingRules
from mtassay.store.schema import QUEUES, RUNS, SOURCES, SYSTEMS, TARGETS

_WHY_NOT = "it may have been deleted or undone meanwhile"
_NO_NAMES = "judges ask by a number, such as ~3, which a manager can tell"


@dataclass(frozen=True)
class JudgingScope:
    """Which translations: of a system's last run, of a queue, rechecks, or of the whole project.

    Systems and queues are named by their numbers, which tell a judge nothing. `of` is whose judgments are rechecked.
    A queue asks only for what is unknown, whatever `only_unknown` says.
    """

    system: int | None = None
    queue: int | None = None
    only_unknown: bool = True
    rechecks: int = 0
    of: str = ""
    recheck_seed: int = 0

    def round(self, judge: str) -> str:
        """The round that answers belong to; empty where they count."""
        return recheck_round(judge, self.of, self.recheck_seed) if self.rechecks else ""

    def is_done(self, question: Question) -> bool:
        """Whether a question needs no answer any more: the judge gave one, or others did where that is enough."""
        needs_one = (self.only_unknown or self.queue is not None) and not self.rechecks
        return question.own is not None or (needs_one and question.is_known)

    def shows_scores(self, question: Question, rules: JudgingRules) -> bool:
        """Whether scores of others stand beside a question: after the answer, or before it where the rules are open.

        A queue and a recheck ask what people think without having seen what others thought.
        """
        if self.rechecks:
            return False
        return question.own is not None or (rules.is_open and self.queue is None)


@dataclass(frozen=True)
class Stop:
    """One translation that a judge is asked for."""

    target: int
    document: str
    is_done: bool
    is_put_off: bool
    is_flagged: bool


def system_number(connection: sa.Connection, project: Project, name: str, *, by_name: bool = True) -> int:
    """The number of a system, by its name or by `~NUMBER`; an error names no other system.

    Not `by_name` for those who must not find out what a system has written by asking for it.
    """
    query = sa.select(SYSTEMS.c.id).where(SYSTEMS.c.project == project.id, present(SYSTEMS))
    names = SYSTEMS.c.name if by_name else None
    number: int | None = connection.scalar(query.where(_numbered(SYSTEMS.c.id, name, names)))
    if number is None:
        raise NotFound(f"there is no such system in this project; {_WHY_NOT if by_name else _NO_NAMES}")
    return number


def queue_number(connection: sa.Connection, project: Project, name: str, *, by_name: bool = True) -> int:
    """The number of the last queue of a system, by the name of that or by the queue's `~NUMBER`."""
    query = (
        sa.select(sa.func.max(QUEUES.c.id))
        .join(RUNS, RUNS.c.id == QUEUES.c.run)
        .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
        .where(SYSTEMS.c.project == project.id, present(QUEUES), present(RUNS), present(SYSTEMS))
    )
    names = SYSTEMS.c.name if by_name else None
    number: int | None = connection.scalar(query.where(_numbered(QUEUES.c.id, name, names)))
    if number is None:
        raise NotFound(f"there is no such queue in this project; {_WHY_NOT if by_name else _NO_NAMES}")
    return number


def stops(
    connection: sa.Connection, project: Project, judge: str, scope: JudgingScope, seed: int = 0
) -> tuple[Stop, ...]:
    """All that is asked, whatever is done of it; `seed` draws its order where it has none of its own."""
    if scope.rechecks:
        if scope.of != ANYONE and scope.of not in judge_names(connection, project):
            raise NotFound(f"{scope.of!r} has judged nothing in this project, so that there is nothing to recheck")
        rows = [
            (row.id, row.document)
            for row in drawn_rechecks(connection, project, scope.of, scope.rechecks, scope.recheck_seed)
        ]
        done = set(recheck_numbers(connection, project, judge, scope.of, scope.recheck_seed).values())
    elif scope.queue is not None:
        rows, done = _queued(connection, project, judge, scope.queue)
    else:
        targets = targets_of(connection, project, _run(connection, project, scope.system))
        done = judged_targets(connection, project, judge)
        if scope.only_unknown:
            others = judged_targets(connection, project, judge, by_others=True)
            targets = [row for row in targets if row.id not in others]
        rows = [(row.id, row.document) for row in shuffled(targets, judge, seed)]
    put_off, flagged = put_off_and_flagged(connection, project, judge, scope.round(judge))
    return tuple(
        Stop(target, document, target in done, target in put_off and target not in done, target in flagged)
        for target, document in rows
    )


def coming(all_stops: Sequence[Stop], current: int | None = None) -> list[int]:
    """The open ones as they are asked: from behind the current one, then from the start, at last what was put off."""
    targets = [stop.target for stop in all_stops]
    start = targets.index(current) + 1 if current in targets else 0
    left = [stop for stop in (*all_stops[start:], *all_stops[:start]) if not stop.is_done and stop.target != current]
    return [stop.target for stop in sorted(left, key=lambda stop: stop.is_put_off)]


def queues_for(connection: sa.Connection, project: Project, judge: str) -> list[tuple[int, int, int]]:
    """The open queues that ask this judge: the number of each, how many it asks for, and how many of them are done."""
    counts = []
    for queue in open_queues(connection, project):
        asked = queue.asked_of(judge)
        if asked:
            done = {answer.target for answer in answers(connection, project, queue)}
            counts.append((queue.id, len(asked), sum(target in done for target in asked)))
    return counts


def _queued(
    connection: sa.Connection, project: Project, judge: str, number: int
) -> tuple[list[tuple[int, str]], set[int]]:
    run = connection.scalar(sa.select(QUEUES.c.run).where(QUEUES.c.id == number))
    queue = None if run is None else queue_of_run(connection, project, run)
    if queue is None or queue.id != number or queue.is_closed:
        raise Conflict(
            "this queue is closed: its translations need no more judgments. Choose other ones; a manager can undo the "
            "closing",
            remedy=Remedy.SEE_HISTORY,
        )
    asked = queue.asked_of(judge)
    if not queue.asked:
        raise Conflict(
            "nobody is asked for any item of this queue yet; a manager can say how many",
            remedy=Remedy.ASK_FOR_ITEMS,
            about=queue.about,
        )
    if not asked:
        raise Conflict(
            "this queue asks other judges; a manager can spread it anew",
            remedy=Remedy.SPREAD_QUEUE,
            about={**queue.about, "judges": ",".join((*queue.judges, judge))},
        )
    documents = dict(
        connection.execute(
            sa.select(TARGETS.c.id, SOURCES.c.document)
            .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
            .where(SOURCES.c.project == project.id)
        ).all()
    )
    done = {answer.target for answer in answers(connection, project, queue)}
    return [(target, documents.get(target, "")) for target in asked], done


def _run(connection: sa.Connection, project: Project, system: int | None) -> int | None:
    if system is None:
        return None
    try:
        return latest_run(connection, project, _system(connection, system))
    except NotFound:  # its words would name other systems to a judge
        raise NotFound("this system has no outputs any more; they may have been deleted meanwhile") from None


def _system(connection: sa.Connection, number: int) -> str:
    return connection.scalar(sa.select(SYSTEMS.c.name).where(SYSTEMS.c.id == number)) or ""


def system_of_scope(connection: sa.Connection, scope: JudgingScope) -> int | None:
    """The system whose outputs are judged, for translations that several have produced; None for a whole project."""
    if scope.system is not None or scope.queue is None:
        return scope.system
    query = sa.select(RUNS.c.system).join(QUEUES, QUEUES.c.run == RUNS.c.id).where(QUEUES.c.id == scope.queue)
    number: int | None = connection.scalar(query)
    return number


def _numbered(column: sa.ColumnElement[int], name: str, names: sa.ColumnElement[str] | None) -> sa.ColumnElement[bool]:
    number = name[1:]
    if name.startswith("~") and number.isascii() and number.isdecimal() and len(number) < 19:
        return column == int(number)
    return sa.false() if names is None else names == name
