"""Where results go: standard output, and files that are written whole or not at all."""

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mtassay.errors import MissingExtra, OutputError

if TYPE_CHECKING:
    from mtassay.reports.document import Document

STANDARD_OUTPUT = ("-", "/dev/stdout")


class ReaderGone(Exception):
    """Whoever read standard output has seen enough: no error, but nothing more to do."""


# pictures of characters, for terminals that have no others
_PLAIN_PICTURES = str.maketrans("├┤─│┊●·└", "||-|:o.|")


def print_result(text: str | bytes, *, color: bool | None = None) -> None:
    """Print to standard output, as it is; pictures are plainer where the terminal cannot show them."""
    try:
        "├●".encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = text.translate(_PLAIN_PICTURES) if isinstance(text, str) else text
    try:
        click.echo(text, nl=False, color=color)
    except BrokenPipeError:
        raise ReaderGone from None


@dataclass(frozen=True)
class Destination:
    """Where a result goes, and in which form: to a file, or to standard output where `path` is None.

    `table` is the one of its tables that is wanted; None is all of them, or the main one where the form holds one.
    """

    path: str | None
    format: str
    table: str | None = None

    @classmethod
    def of(
        cls,
        output: str | None,
        format: str | None,
        inputs: Iterable[str],
        table: str | None = None,
        default: str = "text",
    ) -> "Destination":
        """What `-o` and `--format` say; refused before any work is done where it cannot be written there.

        `inputs` are the file arguments of the command, none of which is written over.
        """
        path = None if output in STANDARD_OUTPUT else output
        chosen = format or (default if path is None else _format_of(path))
        if path is None and chosen == "xlsx" and sys.stdout.isatty():
            raise click.UsageError(
                "a workbook is nothing to read on a terminal; write it to a file: -o FILE.xlsx",
                click.get_current_context(),
            )
        if chosen == "xlsx" and not all(map(find_spec, ("openpyxl", "xlsxwriter"))):
            raise MissingExtra("an Excel workbook", "excel")
        if path is not None:
            check_writable(path, inputs)
        return cls(path, chosen, table)

    def refuse_same(self, option: str, path: str) -> None:
        """Refuse that another option names the same file."""
        if self.path is not None and os.path.realpath(path) == os.path.realpath(self.path):
            raise click.UsageError(f"{option} and -o name the same file, {path}; name another")

    def write_document(self, document: "Document", digits: int | None = None, *, color: bool | None = None) -> None:
        """Write a result; where the form holds one of several tables and nobody chose it, a note names the others."""
        from mtassay.reports.formats.choice import holds_one_table, report_format

        colored = self.path is None and wants_color(color)
        written = report_format(self.format).write(document, digits=digits, color=colored, table=self.table)
        self.write(written, color=colored)
        is_chosen = bool(self.table or document.main)
        if holds_one_table(self.format) and not is_chosen and len(document.tables) > 1:
            import warnings

            from mtassay.errors import MtassayWarning

            main = document.main_table
            others = ", ".join(table.key for table in document.named_tables if table is not main)
            warnings.warn(
                f"{self.format} holds one table, here {main.key}; --table NAME writes another: {others}",
                MtassayWarning,
                stacklevel=1,
            )

    def write(self, content: str | bytes, *, color: bool | None = None) -> None:
        """Print the result, or put it into the file once all of it is on disk; packed, if the name says so."""
        if self.path is None:
            print_result(content, color=color)
            return
        from mtassay.corpus.packed import pack

        # names of systems come from names of files, which need not be valid UTF-8
        data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape")
        write_bytes(self.path, pack(data, self.path))


def wants_color(color: bool | None) -> bool:
    """What `--color` says, or else whether standard output is a terminal that may have colours."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ if color is None else color


def _format_of(path: str) -> str:
    from mtassay.corpus.packed import bare_name
    from mtassay.reports.formats.choice import ENDINGS

    ending = Path(bare_name(path)).suffix.lower()
    if ending not in ENDINGS:
        raise click.UsageError(
            f"-o {path}: the name does not say which form; end it in one of {', '.join(ENDINGS)}, or add --format",
            click.get_current_context(),
        )
    return ENDINGS[ending]


def check_writable(path: str, inputs: Iterable[str] = ()) -> None:
    """Refuse, before any work is done, a file whose folder cannot be written to, and one of the inputs."""
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        raise OutputError(f"{path}: there is no folder {folder}; create it first")
    if Path(path).is_dir():
        raise OutputError(f"{path}: this is a folder; name a file in it")
    # a device or a pipe is written to as it is; a file is replaced, which needs the right to write to its folder
    is_device = Path(path).exists() and not Path(path).is_file()
    if not is_device and not os.access(folder, os.W_OK):
        raise OutputError(f"{path}: the folder {folder} cannot be written to; name a file in another")
    for argument in inputs:
        if _is_same(path, argument):
            raise OutputError(f"{path}: this is one of the inputs, which are never written over; name another file")


def files_of_settings(specs: Iterable[str]) -> Iterator[str]:
    """What may be files that settings of metrics name, such as scores or models; specs may stand inside of others."""
    from mtassay.errors import SettingError
    from mtassay.settings import parse_spec

    for spec in specs:
        try:
            values = list(parse_spec(spec)[1].values())
        except SettingError:  # a plain value, or something that whoever needs it will refuse
            continue
        yield from map(os.path.expanduser, values)
        yield from files_of_settings(values)


def _is_same(path: str, argument: str) -> bool:
    """Whether a file argument names this file, by whatever path or link."""
    from mtassay.corpus.file_specs import parse_file_spec, split_name

    given = parse_file_spec(split_name(argument)[1]).path
    try:
        return not path.startswith("/dev/") and os.path.samefile(path, given)
    except (OSError, ValueError):  # one of them is not there
        return False


def write_whole(path: str, lines: Iterable[str]) -> None:
    """Write beside the file and put the result in its place once all of it is on disk."""
    # system names come from file names, which need not be valid UTF-8
    write_bytes(path, (line.encode("utf-8", "surrogateescape") for line in lines))


def write_bytes(path: str, content: bytes | Iterable[bytes]) -> None:
    """As `write_whole`, of what need not be text."""
    from mtassay.corpus.whole_files import write_whole_file

    write_whole_file(path, content)
