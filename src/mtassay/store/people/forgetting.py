"""People who want to be forgotten: what they said stays, and their names go, everywhere at once."""

import json
import re
import secrets
import uuid
from collections.abc import Set
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from mtassay.errors import NotFound
from mtassay.store.campaign_tables import ANSWERS, CAMPAIGN_TASKS, CAMPAIGNS, EXCLUSIONS, JUDGES_COME_IN, SEATS
from mtassay.store.campaigns.seat_work import unnamed_judge
from mtassay.store.campaigns.uncommented import Uncommented
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind, Trait
from mtassay.store.people.accounts import check_not_last, find_account, take_links_back
from mtassay.store.people_tables import ACCOUNTS, API_KEYS, INVITATIONS, MEMBERSHIPS, SESSIONS
from mtassay.store.schema import DRAFTS, EVENTS, JOBS, JUDGES, JUDGMENTS, KEPT_FILE_CHUNKS, KEPT_FILES, MARKED, METADATA
from mtassay.store.work.jobs import JobState
from mtassay.store.work.kept_files import CAMPAIGN_DRAFT, keep_file

# names of judges who need not have judged yet
_NAMED = tuple(
    table for table in METADATA.sorted_tables if "judge" in table.c and isinstance(table.c.judge.type, sa.String)
)


@dataclass(frozen=True)
class Traces:
    """Where somebody is named: judgments, events, comments that are not empty, in how many projects, and an account.

    Who was asked to judge and did not is named in a project too.
    """

    name: str
    judgments: int
    comments: int
    events: int
    projects: int
    has_account: bool

    @property
    def is_known(self) -> bool:
        """Whether there is anything."""
        return bool(self.judgments or self.events or self.projects or self.has_account)


@dataclass(frozen=True)
class Forgotten:
    """What was done: the name that stands in the place of the old one, and what of theirs there was."""

    pseudonym: str
    traces: Traces
    revisions: tuple[int, ...]


def known_names(connection: sa.Connection) -> tuple[str, ...]:
    """Everybody who judged, did something or has an account, by name; a seat that nobody is named at is nobody."""
    seats = sa.select(SEATS.c.number, CAMPAIGNS.c.name).join(CAMPAIGNS, CAMPAIGNS.c.id == SEATS.c.campaign)
    unnamed = {unnamed_judge(number, campaign) for number, campaign in connection.execute(seats)}
    names = _values(connection, JUDGES.c.name, EVENTS.c.who) - unnamed
    names |= _values(connection, ACCOUNTS.c.name, *(table.c.judge for table in _NAMED))
    return tuple(sorted(names - {""}))


def _values(connection: sa.Connection, *columns: sa.Column[Any]) -> set[str]:
    return {value for column in columns for value in connection.scalars(sa.select(column).distinct())}


def traces_of(connection: sa.Connection, name: str) -> Traces:
    """What a name stands at."""
    judged = sa.select(JUDGES.c.id).where(JUDGES.c.name == name)
    of_judge = sa.select(sa.func.count()).select_from(JUDGMENTS).where(JUDGMENTS.c.judge.in_(judged))
    done = sa.select(sa.func.count()).select_from(EVENTS).where(EVENTS.c.who == name)
    # an answer that is a judgment too is one trace
    answers = sa.select(sa.func.count()).select_from(ANSWERS)
    answers = answers.where(ANSWERS.c.judge == name, ANSWERS.c.judgment.is_(None))
    return Traces(
        name,
        (connection.scalar(of_judge) or 0) + (connection.scalar(answers) or 0),
        (connection.scalar(of_judge.where(JUDGMENTS.c.comment != "")) or 0)
        + (connection.scalar(answers.where(ANSWERS.c.comment != "")) or 0),
        connection.scalar(done) or 0,
        len(_projects(connection, name)),
        _account(connection, name) is not None,
    )


def forget_person(connection: sa.Connection, name: str, who: str, *, keeps_comments: bool = False) -> Forgotten:
    """Put a pseudonym, drawn at random, in the place of a name; this cannot be undone.

    Scores stay with all figures that come from them; comments go, and what files said of judgments besides, unless they
    are to be kept. The account goes, with its sessions, keys, jobs and files, and so do the uids of judgments, which
    are digests of the name: a file with the old name that is imported again brings its judgments as those of somebody
    else. Rounds of rechecks are such digests too, also of others who recheck: they are drawn anew in every project
    where the person is named, so that rechecks which are under way there start over. Jobs of others say the pseudonym
    too; those that are at work on a project where the person is named are interrupted, because they have read the name.
    Backups and archives that were made before are not changed.
    """
    traces = traces_of(connection, name)
    if not traces.is_known:
        raise NotFound(
            f"nobody called {name[:100]!r} judged, did anything or has an account here; is it spelled right?"
        )
    pseudonym = f"person-{secrets.token_hex(4)}"
    projects = _projects(connection, name)
    account = _account(connection, name)
    if account is not None:
        _remove_account(connection, account)
    _draw_uids(connection, name, keeps_comments=keeps_comments)
    seats = sa.select(SEATS.c.id).where(SEATS.c.judge == name)
    for table in JUDGES_COME_IN:  # a link would let the person in, and drafts hold what was never handed in
        connection.execute(sa.delete(table).where(table.c.seat.in_(seats)))
    connection.execute(sa.update(EXCLUSIONS).where(EXCLUSIONS.c.seat.in_(seats)).values(reason="not told"))
    if not keeps_comments:
        _remove_comments(connection, name)
    _draw_rounds(connection, projects)
    connection.execute(sa.update(JUDGES).where(JUDGES.c.name == name).values(name=pseudonym))
    for table in _NAMED:
        if table.name in MARKED:
            connection.execute(sa.update(table).where(table.c.judge == name).values(judge=pseudonym))
        else:  # what is no part of the history, such as answers that were never handed in
            connection.execute(sa.delete(table).where(table.c.judge == name))
    connection.execute(sa.update(EVENTS).where(EVENTS.c.who == name).values(who=pseudonym))
    connection.execute(sa.update(INVITATIONS).where(INVITATIONS.c.label == name).values(label=pseudonym))
    _rename_in_summaries(connection, name, pseudonym)
    _rename_in_jobs(connection, name, pseudonym, projects)
    _rename_in_campaign_drafts(connection, name, pseudonym)
    by = pseudonym if who == name else who
    summary = {"name": pseudonym}
    revisions = [events.record(connection, project, EventKind.PERSON, by, summary) for project in sorted(projects)]
    if account is not None or not revisions:
        revisions.append(events.record(connection, None, EventKind.PERSON, by, summary))
    return Forgotten(pseudonym, traces, tuple(revisions))


def _projects(connection: sa.Connection, name: str) -> set[int]:
    """The projects in which somebody is named."""
    done = sa.select(EVENTS.c.project).where(EVENTS.c.who == name, EVENTS.c.project.is_not(None))
    targets = set(connection.scalars(done.distinct()))
    for table, column in ((JUDGES, JUDGES.c.name), *((table, table.c.judge) for table in _NAMED)):
        if "project" in table.c:
            own = sa.select(table.c.project)
        else:  # the event that a row came by says whose it is
            own = sa.select(EVENTS.c.project).join(table, table.c.event == EVENTS.c.id)
        targets |= set(connection.scalars(own.where(column == name).distinct()))
    return targets


def _account(connection: sa.Connection, name: str) -> Any:
    return connection.execute(sa.select(ACCOUNTS).where(ACCOUNTS.c.name == name)).first()


def _remove_account(connection: sa.Connection, row: Any) -> None:
    check_not_last(connection, find_account(connection, row.name), "stay")
    owner = f"account:{row.id}"
    files = sa.select(KEPT_FILES.c.id).where(KEPT_FILES.c.owner == owner)
    connection.execute(sa.delete(KEPT_FILE_CHUNKS).where(KEPT_FILE_CHUNKS.c.file.in_(files)))
    connection.execute(sa.delete(KEPT_FILES).where(KEPT_FILES.c.owner == owner))
    connection.execute(sa.delete(JOBS).where(JOBS.c.owner == owner))
    connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.account == row.id))
    connection.execute(sa.delete(API_KEYS).where(API_KEYS.c.account == row.id))
    connection.execute(sa.delete(MEMBERSHIPS).where(MEMBERSHIPS.c.account == row.id))
    connection.execute(sa.delete(INVITATIONS).where(INVITATIONS.c.account == row.id))
    take_links_back(connection, row.id)
    connection.execute(sa.update(INVITATIONS).where(INVITATIONS.c.inviter == row.id).values(inviter=None))
    connection.execute(sa.delete(ACCOUNTS).where(ACCOUNTS.c.id == row.id))


def _draw_uids(connection: sa.Connection, name: str, *, keeps_comments: bool) -> None:
    judged = sa.select(JUDGES.c.id).where(JUDGES.c.name == name)
    columns = (JUDGMENTS.c.id, JUDGMENTS.c.project, JUDGMENTS.c.uid)
    query = sa.select(*columns).where(JUDGMENTS.c.judge.in_(judged))
    chains: dict[tuple[int, str], str] = {}
    changed = []
    for row in connection.execute(query.order_by(JUDGMENTS.c.id)):
        # what corrects something is found by the part before the stroke, which stays common to them
        chain, stroke, rest = row.uid.partition("/")
        uid = chains.setdefault((row.project, chain), uuid.uuid4().hex) + stroke + rest
        changed.append({"number": row.id, "new_uid": uid})
    if changed:
        update = sa.update(JUDGMENTS).where(JUDGMENTS.c.id == sa.bindparam("number"))
        connection.execute(update.values(uid=sa.bindparam("new_uid")), changed)
    if not keeps_comments:
        connection.execute(sa.update(JUDGMENTS).where(JUDGMENTS.c.judge.in_(judged)).values(comment="", extra={}))


def _remove_comments(connection: sa.Connection, name: str) -> None:
    """Comments of answers at seats, and notes within them."""
    connection.execute(sa.update(ANSWERS).where(ANSWERS.c.judge == name).values(comment=""))
    query = (
        sa.select(ANSWERS.c.id, ANSWERS.c.body, CAMPAIGN_TASKS.c.campaign, CAMPAIGN_TASKS.c.protocol)
        .add_columns(CAMPAIGNS.c.settings)
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ANSWERS.c.task)
        .join(CAMPAIGNS, CAMPAIGNS.c.id == CAMPAIGN_TASKS.c.campaign)
        .where(ANSWERS.c.judge == name)
    )
    uncommented = Uncommented()
    for row in connection.execute(query).all():
        body = uncommented.body(row.campaign, row.settings, row.protocol, row.body)
        if body != row.body:
            connection.execute(sa.update(ANSWERS).where(ANSWERS.c.id == row.id).values(body=body))


def _draw_rounds(connection: sa.Connection, projects: Set[int]) -> None:
    """Put random rounds in the place of all in these projects, the same for the same one.

    A round is a digest of who rechecks and of whose judgments are rechecked: whoever guesses the name could confirm it,
    also in rechecks by others. Nothing tells which rounds these are.
    """
    rounds: dict[tuple[int, str], str] = {}
    for table in (JUDGMENTS, DRAFTS):
        query = sa.select(table.c.project, table.c.round).where(table.c.project.in_(projects), table.c.round != "")
        for project, old in connection.execute(query.distinct()).all():
            new = rounds.setdefault((project, old), f"recheck-{secrets.token_hex(8)}")
            in_round = (table.c.project == project) & (table.c.round == old)
            if table is JUDGMENTS:  # the uid of a recheck begins with its round
                begins = JUDGMENTS.c.uid.startswith(f"{old}-", autoescape=True)
                uid = sa.literal(new) + sa.func.substr(JUDGMENTS.c.uid, len(old) + 1)
                connection.execute(sa.update(JUDGMENTS).where(in_round, begins).values(uid=uid))
            connection.execute(sa.update(table).where(in_round).values(round=new))


def _rename_in_summaries(connection: sa.Connection, name: str, pseudonym: str) -> None:
    """Names stand there by themselves, or joined by commas as those that a queue was dealt to."""
    query = sa.select(EVENTS.c.id, EVENTS.c.summary).where(EVENTS.c.kind.in_(EventKind.having(Trait.NAMES_PEOPLE)))
    for number, summary in connection.execute(query).all():
        renamed = {key: _renamed(value, name, pseudonym) for key, value in summary.items()}
        if renamed != summary:
            events.summarize(connection, number, renamed)


def _rename_in_jobs(connection: sa.Connection, name: str, pseudonym: str, projects: Set[int]) -> None:
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    for row in connection.execute(sa.select(JOBS)).all():
        values: dict[str, Any] = {
            "arguments": _renamed_parts(row.arguments, name, pseudonym),
            "result": None if row.result is None else _renamed_parts(row.result, name, pseudonym),
            "title": word.sub(pseudonym, row.title),
            "message": word.sub(pseudonym, row.message),
        }
        has_read = any(row.arguments.get(part) in projects for part in ("project", "other"))
        if row.state == JobState.RUNNING.value and has_read:
            # without its worker, whatever that hands in later is refused
            values |= {"state": JobState.INTERRUPTED.value, "worker": None, "finished": datetime.now(UTC)}
            values["message"] = "Somebody was forgotten in this project meanwhile; start it again."
        changed = {key: value for key, value in values.items() if value != getattr(row, key)}
        if changed:
            connection.execute(sa.update(JOBS).where(JOBS.c.id == row.id).values(**changed))


def _rename_in_campaign_drafts(connection: sa.Connection, name: str, pseudonym: str) -> None:
    """Campaigns that others are about to make name their judges too, a line each."""
    for file in connection.execute(sa.select(KEPT_FILES).where(KEPT_FILES.c.media_type == CAMPAIGN_DRAFT)).all():
        query = sa.select(KEPT_FILE_CHUNKS.c.content).where(KEPT_FILE_CHUNKS.c.file == file.id)
        draft = json.loads(b"".join(connection.scalars(query.order_by(KEPT_FILE_CHUNKS.c.position))))
        lines = [" ".join(line.split()) for line in draft["judges"].splitlines()]
        if name in lines:
            draft["judges"] = "\n".join(pseudonym if line == name else line for line in lines)
            connection.execute(sa.delete(KEPT_FILE_CHUNKS).where(KEPT_FILE_CHUNKS.c.file == file.id))
            connection.execute(sa.delete(KEPT_FILES).where(KEPT_FILES.c.id == file.id))
            content = json.dumps(draft).encode()
            keep_file(connection, file.owner, file.name, content, CAMPAIGN_DRAFT, uid=file.uid)


def _renamed_parts(parts: dict[str, Any], name: str, pseudonym: str) -> dict[str, Any]:
    """The parts of a job under the names that they have, which are ours, also where a person is called like one."""
    return {part: _renamed_within(value, name, pseudonym) for part, value in parts.items()}


def _renamed_within(value: Any, name: str, pseudonym: str) -> Any:
    """A name that stands by itself somewhere in JSON; not within longer texts, which are words of somebody's files."""
    if isinstance(value, dict):
        return {_renamed(key, name, pseudonym): _renamed_within(held, name, pseudonym) for key, held in value.items()}
    if isinstance(value, list):
        return [_renamed_within(held, name, pseudonym) for held in value]
    return _renamed(value, name, pseudonym)


def _renamed(value: Any, name: str, pseudonym: str) -> Any:
    if not isinstance(value, str):
        return value
    # not cut at commas, because a name may hold one
    joined = f", {value}, "
    while f", {name}, " in joined:  # of two in a row, the comma between them belongs to both
        joined = joined.replace(f", {name}, ", f", {pseudonym}, ")
    return joined[2:-2]
