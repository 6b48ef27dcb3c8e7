"""A project, or a selection of it, as a file."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Form, Query

from mtassay.errors import InputError, SettingError
from mtassay.human.collection import Collection
from mtassay.human.filters import parse_search
from mtassay.human.judgment_files import judgment_file_content
from mtassay.human.pseudonyms import with_pseudonyms
from mtassay.reports.formats.xlsx import MEDIA_TYPE
from mtassay.settings import did_you_mean
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.projects import project_of
from mtassay.store.lists.filters import select_targets
from mtassay.store.people.accounts import Role
from mtassay.web.filter_fields import LONGEST_SEARCH
from mtassay.web.serving.routes import Context, Download, Routes

ROUTES = Routes("Export")


@dataclass(frozen=True)
class _Kind:
    ending: str
    spec: str
    media_type: str


# spreadsheets run what looks like a formula, so that theirs is the form that they cannot run
_KINDS = {
    "evaltrans": _Kind("xml", "evaltrans", "application/xml"),
    "jsonl": _Kind("jsonl", "jsonl", "application/jsonl"),
    "csv": _Kind("csv", "csv:spreadsheet=yes", "text/csv"),
    "tsv": _Kind("tsv", "tsv:spreadsheet=yes", "text/tab-separated-values"),
    "xlsx": _Kind("xlsx", "xlsx", MEDIA_TYPE),
}


@ROUTES.download("/projects/{project}/export", may=Role.MANAGER)
def export(
    context: Context,
    project: int,
    format: Annotated[str, Query(max_length=20)] = "evaltrans",
    search: Annotated[str, Query(max_length=LONGEST_SEARCH)] = "",
    pseudonyms: bool = False,
) -> Download:
    """What a project holds: all of it, or what a `search` finds; judges by name or by pseudonyms.

    `format` is evaltrans, jsonl, csv, tsv or xlsx.
    """
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        chosen = None
        if search.strip():
            chosen = {target.target for target in select_targets(connection, stored, parse_search(search))}
        collection = read_collection(connection, stored, targets=chosen)
    return _download(stored.name, collection, format, is_part=chosen is not None, pseudonyms=pseudonyms)


@ROUTES.action("/projects/{project}/export", may=Role.MANAGER)
def export_chosen(
    context: Context,
    project: int,
    targets: Annotated[list[int] | None, Form()] = None,
    format: Annotated[str, Form(max_length=20)] = "evaltrans",
    pseudonyms: Annotated[bool, Form()] = False,
) -> Download:
    """Some targets, by their numbers; nothing is changed."""
    if not targets:
        raise InputError("nothing to export: no translation is chosen; tick some in the list")
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        collection = read_collection(connection, stored, targets=set(targets))
    return _download(stored.name, collection, format, is_part=True, pseudonyms=pseudonyms)


def _download(name: str, collection: Collection, format: str, *, is_part: bool, pseudonyms: bool) -> Download:
    if format not in _KINDS:
        raise SettingError(f"there is no format {format!r}{did_you_mean(format, _KINDS)}; take {', '.join(_KINDS)}")
    kind = _KINDS[format]
    content = judgment_file_content(
        with_pseudonyms(collection) if pseudonyms else collection, f"export.{kind.ending}", kind.spec
    )
    return Download(content, f"{name}{' selection' if is_part else ''}.{kind.ending}", kind.media_type)
