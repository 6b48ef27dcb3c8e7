"""What errors say to do, as commands and options: the one table from remedies to what is typed."""

import os
import shlex
from contextlib import suppress

from mtassay.cli.db.session import DEFAULT_LOCATION
from mtassay.errors import MtassayError, Remedy, StorageError

COMMANDS: dict[Remedy, str] = {
    Remedy.MAKE_DATABASE: "mtassay db init{file}",
    Remedy.UPGRADE_DATABASE: "mtassay db upgrade{db}",
    Remedy.RESTORE_BACKUP: "mtassay db restore --from-backup FILE{db}",
    Remedy.MAKE_PROJECT: "mtassay db init{file} --project NAME",
    Remedy.SEE_HISTORY: "mtassay db history{db}",
    Remedy.SEE_ESTIMATE: "mtassay db estimate{db}",
    Remedy.DRAW_QUEUE: "mtassay db queue {queue}{db}",
    Remedy.CLOSE_QUEUE: "mtassay db queue {queue} --close{db}",
    Remedy.ASK_FOR_ITEMS: "mtassay db queue {queue} --count N{db}",
    Remedy.SPREAD_QUEUE: "mtassay db queue {queue} --judges {judges}{db}",
    Remedy.NAME_PROJECT: "--project NAME",
    Remedy.NAME_SOURCES: "--source FILE",
    Remedy.NAME_LABELS: "--labels FILE",
    Remedy.NAME_POST_EDITS: "--post-edit FILE",
    Remedy.NAME_HUMAN_SCORES: "--human COLUMN",
    Remedy.COMPARE_COMMON: "--common",
    Remedy.GROUP_BY_ITEM: "--group item",
    Remedy.CROSS_LANGUAGES: "--across-languages",
    Remedy.SAVE_SCORES: "mtassay score --format json",
    Remedy.JOIN_SCORES: "mtassay join",
    Remedy.KEEP_COLUMN: "--only ref",
    Remedy.COUNT_CANDIDATES: "--per 10",
    Remedy.USE_MEMORY: "--method predicted",
    Remedy.NAME_SECRET_FILE: "--secret-file FILE",
    Remedy.CHOOSE_PORT: "--port N",
    Remedy.CONVERT_TO_UTF8: "iconv --from-code=ENCODING --to-code=UTF-8 FILE > NEW",
    Remedy.NAME_ENCODING: "iconv --from-code=WINDOWS-1252 --to-code=UTF-8 FILE > NEW",
    Remedy.PACK_OTHERWISE: "gzip --keep FILE",
    Remedy.CONVERT_LINE_ENDS: "sed --in-place 's/\\r/\\n/g' FILE",
}


def message_of(error: MtassayError) -> str:
    """What an error says at a terminal: with the command or option that does what it advises, if any."""
    if error.remedy is None:
        return str(error)
    about = error.about
    run = about.get("run")
    location = about.get("location", "")
    file = f" {shlex.quote(location)}" if location and not _is_default(location) else ""
    command = COMMANDS[error.remedy].format(
        file=file,
        db=file and f" --db{file}",
        queue=shlex.join([about.get("system", ""), *(("--run", run) if run else ())]),
        judges=shlex.quote(about.get("judges", "")),
    )
    return f"{error}: {command}"


def _is_default(location: str) -> bool:
    """Whether commands open this database where nobody names another."""
    from mtassay.store.database import show_location

    default = os.environ.get("MTASSAY_DB") or DEFAULT_LOCATION
    with suppress(StorageError):  # the variable may hold what is no location
        default = show_location(default)
    return location == default
