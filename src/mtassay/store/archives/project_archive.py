"""A whole project as one file, and back into any database: judgments, history, queues and settings.

`judgments.xml` and `judgments.jsonl` are for other programs and for people; `history.jsonl` and `rows/` are what the
project is made of, so that an archive which is brought back gives the same figures as of every revision.
"""

import json
import uuid
import warnings
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from mtassay import __version__
from mtassay.errors import InputError, MtassayError, MtassayWarning
from mtassay.human.collection import collapse, folded
from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.human.judgment_files import judgment_file_content
from mtassay.human.pseudonyms import with_pseudonyms
from mtassay.store.archives.archived_campaigns import check_answer_rows, check_campaigns, renumber_answers
from mtassay.store.archives.judgment_kinds import check_judgment_kind
from mtassay.store.archives.packed_files import pack_files, unpack_files
from mtassay.store.archives.pseudonyms import RowPseudonyms
from mtassay.store.archives.rows import TABLES, RowReader, check_mapping, insert_rows, lines_of, links_of, rows_of
from mtassay.store.campaign_tables import ANSWERS, CAMPAIGNS
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import new_numbers
from mtassay.store.contents.keys import round_in, source_key, text_key
from mtassay.store.contents.projects import Project, add_project, scale_from_json, scale_to_json
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.project_details import tells_change
from mtassay.store.schema import (
    EVENTS,
    ITEMS,
    JUDGMENTS,
    MARKED,
    MARKS,
    PROJECTS,
    QUEUES,
    SOURCES,
    SSER,
    TARGETS,
    VERDICTS,
)

FORMAT = "mtassay project archive"
VERSION = 1
STEPS: int = len(TABLES) + 3
"""How many steps writing an archive or bringing one back has, for whoever shows how far it is."""

MANIFEST = "project.json"
HISTORY = "history.jsonl"
_XML = "judgments.xml"
_JSONL = "judgments.jsonl"
_README = "README.txt"

Rows = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True)
class Archive:
    """An archive that was read, and whose checksums are right; its rows are looked at when it is brought back."""

    shown: str
    project: Project
    settings: Mapping[str, Any]
    is_pseudonymous: bool
    written_by: str
    counts: Mapping[str, int]
    files: Mapping[str, bytes]


@dataclass(frozen=True)
class Restored:
    """The project that an archive was brought back into, and what came with it.

    `queue_settings` are what the queues of the archive predict by: whoever knows predictions has to look at them.
    """

    project: Project
    revision: int
    events: int
    rows: Mapping[str, int]
    queue_settings: tuple[Mapping[str, Any], ...]


def write_archive(
    connection: sa.Connection,
    project: Project,
    *,
    is_pseudonymous: bool = False,
    advance: Callable[[int], None] | None = None,
) -> bytes:
    """All of a project, the same bytes as long as nothing happens to it.

    With pseudonyms, nobody's name, comment or uid is in it, nor the names of files that were imported, nor what these
    said of judgments besides.
    """
    tell = advance or (lambda steps: None)
    names: dict[str, str] = {}
    collection = read_collection(connection, project)
    if is_pseudonymous:
        collection = with_pseudonyms(collection, names)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MtassayWarning)  # what a table has no place for is in the XML beside it
        readable = {
            _XML: judgment_file_content(collection, _XML, "evaltrans"),
            _JSONL: judgment_file_content(collection, _JSONL),
        }
    tell(1)
    rows: Rows = {EVENTS.name: list(rows_of(connection, EVENTS, project))}
    tell(1)
    for table in TABLES:
        rows[table.name] = list(rows_of(connection, table, project))
        tell(1)
    if is_pseudonymous:
        RowPseudonyms(names).replace(rows)
    settings = connection.scalar(sa.select(PROJECTS.c.settings).where(PROJECTS.c.id == project.id))
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "mtassay": __version__,
        "pseudonyms": is_pseudonymous,
        "revision": events.latest(connection, project.id),
        "project": {
            "name": project.name,
            "source_language": project.source_language,
            "target_language": project.target_language,
            "scale": scale_to_json(project.scale),
            "by_place": project.by_place,
            "settings": settings,
        },
        "counts": {name: len(table_rows) for name, table_rows in rows.items()},
    }
    files = {
        _README: _readme(project, is_pseudonymous).encode(),
        MANIFEST: (json.dumps(manifest, ensure_ascii=False, indent=2) + "\n").encode(),
        **readable,
        HISTORY: lines_of(rows[EVENTS.name]),
        **{_file_of(table): lines_of(rows[table.name]) for table in TABLES},
    }
    content = pack_files(files)
    tell(1)
    return content


def read_archive(content: bytes, shown: str) -> Archive:
    """An archive whose files are whole and belong together; anything else is refused, and why is said."""
    files = unpack_files(content, shown)
    where = f"{shown}, {MANIFEST}"
    if MANIFEST not in files:
        raise InputError(f"{shown}: there is no {MANIFEST} in it, so it is no archive of a project")
    try:
        manifest = json.loads(files[MANIFEST])
        if manifest["format"] != FORMAT:
            raise InputError(f"{where}: this is no archive of a project")
        if manifest["version"] > VERSION:
            raise InputError(
                f"{where}: from a newer mtassay ({manifest['mtassay']}); update: pip install --upgrade mtassay"
            )
        told = manifest["project"]
        scale = scale_from_json(told["scale"])
        texts = (told["name"], told["source_language"], told["target_language"], manifest["mtassay"])
        if not all(isinstance(text, str) for text in texts):
            raise TypeError
        settings = check_mapping("settings", told["settings"])
        project = Project(
            id=0,
            name=told["name"],
            scale=scale,
            source_language=texts[1],
            target_language=texts[2],
            by_place=bool(told["by_place"]),
        )
        counts = {str(name): int(number) for name, number in manifest["counts"].items()}
        is_pseudonymous = bool(manifest["pseudonyms"])
    except MtassayError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise InputError(f"{where}: what it says of the project is broken; fetch the archive again") from None
    return Archive(shown, project, settings, is_pseudonymous, texts[3], counts, files)


def add_archive(
    connection: sa.Connection,
    archive: Archive,
    who: str,
    *,
    name: str | None = None,
    advance: Callable[[int], None] | None = None,
) -> Restored:
    """Bring an archive back as a new project, with its history; revisions are numbered anew.

    Its name is that of the archive unless another one is given; it must be new either way.
    """
    tell = advance or (lambda steps: None)
    rows = _read_rows(archive)
    tell(1)
    project = _begin(connection, archive, who, name)
    numbers = _add_events(connection, archive, project, rows[EVENTS.name])
    tell(1)
    ids: dict[str, dict[int, int]] = {}
    try:
        for table in TABLES:
            _add_rows(connection, archive, table, rows[table.name], project, numbers, ids)
            tell(1)
    except sa.exc.IntegrityError:
        raise InputError(f"{archive.shown}: rows in it contradict each other; nothing was stored") from None
    check_campaigns(connection, project, archive.shown)
    read_collection(connection, project).check()
    summary = {"name": archive.project.name, "events": len(numbers), "judgments": len(rows[JUDGMENTS.name])}
    revision = events.record(connection, project.id, EventKind.ARCHIVE, who, summary)
    tell(1)
    counts = {name: len(table_rows) for name, table_rows in rows.items()}
    return Restored(project, revision, len(numbers), counts, tuple(row["settings"] for row in rows[QUEUES.name]))


def _file_of(table: sa.Table) -> str:
    return f"rows/{table.name}.jsonl"


def _read_rows(archive: Archive) -> Rows:
    rows: Rows = {}
    for table, file in ((EVENTS, HISTORY), *((table, _file_of(table)) for table in TABLES)):
        # a table that is not there is one that an older mtassay did not have
        content = archive.files.get(file, b"")
        rows[table.name] = RowReader(table, f"{archive.shown}, {file}").read(content)
        if len(rows[table.name]) != archive.counts.get(table.name, 0):
            raise InputError(
                f"{archive.shown}: {file} has another number of rows than {MANIFEST} says; nothing was stored"
            )
    _check_content(archive, rows)
    return rows


def _check_content(archive: Archive, rows: Rows) -> None:
    """What a database cannot check by itself: what events say of the project, keys, scores and verdicts."""
    shown, project = archive.shown, archive.project
    for row in rows[EVENTS.name]:
        if not tells_change(row["kind"], row["summary"]):
            raise InputError(
                f"{shown}: event {row['id']} changes the name or the languages of the project, and does not say what "
                "was there before and after; nothing was stored"
            )
    for row in rows[SOURCES.name]:
        if row["text"] != collapse(row["text"]):
            raise InputError(
                f"{shown}: source {row['id']} has white space that no stored source has; nothing was stored"
            )
        row["key"] = source_key(row["text"], row["document"], row["position"], by_place=project.by_place)
        row["folded"] = folded(row["text"])
    for row in rows[TARGETS.name]:
        row["key"], row["folded"] = text_key(row["text"]), folded(row["text"])
    sources = {row["id"]: row["text"] for row in rows[SOURCES.name]}
    for row in rows[ITEMS.name]:
        # a place before the first character would count from the end
        if row["start"] < 0 or not sources.get(row["source"], "").startswith(row["text"], row["start"]):
            raise InputError(
                f"{shown}: item {row['id']} does not occur in its source where it should; nothing was stored"
            )
    targets = {row["id"]: row["source"] for row in rows[TARGETS.name]}
    items = {row["id"]: row["source"] for row in rows[ITEMS.name]}
    judged: dict[int, int] = {}
    for row in rows[JUDGMENTS.name]:
        if row["value"] is not None:
            project.scale.check(row["value"], f"{shown}: judgment {row['id']}")
        if row["kind"] == "score":  # as versions before said it, which had no rounds either
            row["kind"] = SSER
        check_judgment_kind(row["kind"], f"{shown}: judgment {row['id']}")
        if row["is_recheck"]:
            row["round"] = row["round"] or round_in(row["uid"])
        elif row["round"]:
            raise InputError(f"{shown}: judgment {row['id']} is of a round, and no recheck; nothing was stored")
        if row["replaces"] is not None and judged.get(row["replaces"]) != row["target"]:
            raise InputError(f"{shown}: judgment {row['id']} corrects one of another translation; nothing was stored")
        judged[row["id"]] = row["target"]
    for row in rows[VERDICTS.name]:
        source = targets.get(judged.get(row["judgment"], 0))
        if items.get(row["item"], 0) != source or row["verdict"] not in ITEM_CLASSES:
            raise InputError(
                f"{shown}: judgment {row['judgment']} has a verdict on an item of another source, or of no known "
                "class; nothing was stored"
            )
    check_answer_rows(rows, shown)


def _begin(connection: sa.Connection, archive: Archive, who: str, name: str | None) -> Project:
    told = archive.project
    project = add_project(
        connection,
        (name or told.name).strip(),
        who,
        scale=told.scale,
        source_language=told.source_language,
        target_language=told.target_language,
        by_place=told.by_place,
    )
    connection.execute(sa.update(PROJECTS).where(PROJECTS.c.id == project.id).values(settings=dict(archive.settings)))
    return project


def _add_events(
    connection: sa.Connection, archive: Archive, project: Project, rows: list[dict[str, Any]]
) -> dict[int, int]:
    """Store the history behind the event that began the project, which is that of the archive; returns its numbers."""
    begun = events.latest(connection, project.id)
    if not rows or rows[0]["kind"] != EventKind.PROJECT or any(row["kind"] == EventKind.PROJECT for row in rows[1:]):
        raise InputError(f"{archive.shown}, {HISTORY}: it does not begin with the project; nothing was stored")
    first = {"at": rows[0]["at"], "who": rows[0]["who"]}
    connection.execute(sa.update(EVENTS).where(EVENTS.c.id == begun).values(**first))
    numbers = {rows[0]["id"]: begun}
    last = rows[0]["id"]
    added = []
    for row, number in zip(rows[1:], new_numbers(connection, EVENTS, len(rows) - 1), strict=True):
        undoes = row["undoes"]
        if row["id"] <= last or (undoes is not None and undoes not in numbers):
            raise InputError(f"{archive.shown}, {HISTORY}: event {row['id']} is out of order; nothing was stored")
        last = row["id"]
        numbers[last] = number
        summary = row["summary"]
        if undoes is not None:
            summary = {**summary, "revision": numbers[undoes]}
        added.append(
            {
                **row,
                "id": number,
                "uid": uuid.uuid4().hex,  # the same archive may be brought back twice
                "project": project.id,
                "undoes": None if undoes is None else numbers[undoes],
                "summary": summary,
            }
        )
    insert_rows(connection, EVENTS, added)
    return numbers


def _add_rows(
    connection: sa.Connection,
    archive: Archive,
    table: sa.Table,
    rows: list[dict[str, Any]],
    project: Project,
    revisions: Mapping[int, int],
    ids: dict[str, dict[int, int]],
) -> None:
    """Store the rows of a table under new numbers, and what they name under the new numbers of that."""
    shown = f"{archive.shown}, {_file_of(table)}"
    own = ids.setdefault(table.name, {})
    if "id" in table.c:
        own.update(zip((row["id"] for row in rows), new_numbers(connection, table, len(rows)), strict=True))
        if len(own) != len(rows):
            raise InputError(f"{shown}: two rows have one number; nothing was stored")
    for row in rows:
        what = f"{shown}: row {row.get('id', '')}"
        for column, to in links_of(table).items():
            if row[column] is not None:
                row[column] = _renumbered(row[column], ids.get(to, {}), what, to)
        if table is MARKS:
            if row["kind"] not in MARKED:
                raise InputError(f"{what} speaks of {row['kind'][:40]!r}, which no project has; nothing was stored")
            row["row"] = _renumbered(row["row"], ids[row["kind"]], what, row["kind"])
        if "event" in row:
            row["event"] = _renumbered(row["event"], revisions, what, HISTORY)
        if table in (QUEUES, CAMPAIGNS):
            row["revision"] = _revision_at(row["revision"], revisions)
        if "project" in table.c:
            row["project"] = project.id
        if "id" in row:
            row["id"] = own[row["id"]]
    if table is ANSWERS:
        renumber_answers(connection, rows, ids, shown)
    insert_rows(connection, table, rows)


def _renumbered(number: int, numbers: Mapping[int, int], what: str, of: str) -> int:
    if number not in numbers:
        raise InputError(f"{what} names {number} of {of}, which is not in the archive; nothing was stored")
    return numbers[number]


def _revision_at(revision: int, revisions: Mapping[int, int]) -> int:
    """The event that was the last one of this project at a revision, which may be that of another project."""
    known = list(revisions)
    return revisions[known[max(0, bisect_right(known, revision) - 1)]]


def _readme(project: Project, is_pseudonymous: bool) -> str:
    rows = "\n".join(f"  {_file_of(table)}" for table in TABLES)
    hidden = (
        "People are called judge1, person2 and so on; comments, uids, the names of imported files and\n"
        "what these said of judgments besides are left out.\n"
        if is_pseudonymous
        else "The names of judges and what they wrote are in it: see who may have it.\n"
    )
    return f"""Archive of the project {project.name}, written by mtassay {__version__}.

To bring it back as a new project, with its history:
  mtassay db import THIS.zip
or in the browser: Projects, Import an archive.

{hidden}
  {MANIFEST}      name, languages, scale and settings
  {_XML}     sources, translations, items and the judgments that hold, as EvalTrans has them
  {_JSONL}   the same, one judgment a line
  {HISTORY}     every event: who, when, what
  SHA256SUMS        to check that nothing is damaged: sha256sum --check SHA256SUMS
What the project is made of, one file for each table, what was deleted included:
{rows}

Not in it: accounts, passwords, keys, drafts, jobs and files that wait to be added. A project that is brought back has
the same figures for every revision; revisions get new numbers.
"""
