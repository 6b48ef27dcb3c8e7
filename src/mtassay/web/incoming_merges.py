"""What comes to a project by a merge: read, and checked as far as that takes a moment, before a job does the rest."""

from typing import TYPE_CHECKING

from mtassay.corpus import limits
from mtassay.corpus.packed import unpack
from mtassay.errors import InputError
from mtassay.human.collection import Collection
from mtassay.human.files.base import JudgmentFile
from mtassay.human.judgment_files import read_judgment_content
from mtassay.store.archives.foreign_databases import foreign_database, is_database
from mtassay.store.contents.merging import check_merge, to_merge
from mtassay.store.contents.projects import Project, find_project, projects
from mtassay.web.serving.uploads import MOST_CELLS, MOST_UNPACKED_BYTES

if TYPE_CHECKING:
    import sqlalchemy as sa

_MOMENT_BYTES = 5_000_000
"""Files up to this size are read while somebody waits; what is wrong with larger ones, the job says."""


def check_file(connection: "sa.Connection", project: Project, name: str, content: bytes, other_name: str) -> None:
    """Refuse a file that cannot be merged into a project, where that can be told in a moment."""
    if len(content) <= _MOMENT_BYTES:
        check_merge(connection, project, read_file(project, name, content, other_name))


def read_file(project: Project, name: str, content: bytes, other_name: str) -> Collection:
    """What a file holds: a database of ours, of which `other_name` says which project, or judgments."""
    with limits.lowered(MOST_UNPACKED_BYTES, MOST_CELLS):
        if not is_database(content):
            return read_judgment_content(unpack(content, name), JudgmentFile(name))
        with foreign_database(content, name) as foreign, foreign.reading() as there:
            return to_merge(project, there, _project_in(there, name, other_name))


def _project_in(connection: "sa.Connection", file: str, name: str) -> Project:
    """The project that is meant in a database that was sent, or the only one there is."""
    known = projects(connection)
    if name or len(known) == 1:
        return find_project(connection, name or None)
    if not known:
        raise InputError(f"{file}: the database has no project; send another")
    names = ", ".join(project.name for project in known)
    raise InputError(f"{file}: the database has several projects; name the one to merge: {names}")
