"""`mtassay`: the group of all commands, and the one place where errors become exit codes.

Nothing heavy is imported here or at the top of a command's module: `--help` should be instant.
"""

import io
import os
import sys
import warnings
from collections.abc import Sequence

import click

from mtassay import __version__
from mtassay.cli.account import account
from mtassay.cli.analyses import analyses
from mtassay.cli.analyze import analyze
from mtassay.cli.campaign import campaign
from mtassay.cli.check import check
from mtassay.cli.compare import compare
from mtassay.cli.convert import convert
from mtassay.cli.db import db
from mtassay.cli.explain import explain
from mtassay.cli.human import human
from mtassay.cli.join import join
from mtassay.cli.judge import judge
from mtassay.cli.learn import learn
from mtassay.cli.mbr import mbr
from mtassay.cli.meta import meta
from mtassay.cli.metrics import metrics
from mtassay.cli.output import ReaderGone
from mtassay.cli.remedies import message_of
from mtassay.cli.report import report
from mtassay.cli.sacrebleu import sacrebleu
from mtassay.cli.score import score
from mtassay.cli.serve import serve
from mtassay.cli.tokenize import tokenize
from mtassay.errors import (
    InputError,
    MissingExtra,
    MtassayError,
    MtassayWarning,
    OutputError,
    SettingError,
    StorageError,
)

EXIT_CODES: dict[type[BaseException], int] = {
    SettingError: 2,
    click.UsageError: 2,
    InputError: 7,
    MtassayWarning: 7,  # where Python was told to turn warnings into errors
    MissingExtra: 4,
    OutputError: 5,
    StorageError: 8,
    OSError: 5,
    MemoryError: 6,
    KeyboardInterrupt: 130,
    click.Abort: 130,
}


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 a bug in mtassay, 2 wrong options, 3 --fail-if found a system, 4 an optional "
    "package is missing, 5 a file cannot be written, 6 out of memory, 7 unusable data or something severe under "
    "--strict, 8 the database cannot be used or does not hold what was asked for, 130 stopped by the user.",
)
@click.version_option(__version__, prog_name="mtassay", message="%(prog)s %(version)s")
def cli() -> None:
    """Evaluate machine translation.

    Start with: mtassay score -r reference.txt system.txt
    """


cli.add_command(score)
cli.add_command(compare)
cli.add_command(analyze)
cli.add_command(report)
cli.add_command(meta)
cli.add_command(learn)
cli.add_command(check)
cli.add_command(explain)
cli.add_command(convert)
cli.add_command(join)
cli.add_command(db)
cli.add_command(judge)
cli.add_command(human)
cli.add_command(campaign)
cli.add_command(serve)
cli.add_command(account)
cli.add_command(metrics)
cli.add_command(analyses)
cli.add_command(mbr)
cli.add_command(tokenize)
cli.add_command(sacrebleu)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code; no traceback reaches a user."""
    # Read when a command first imports numpy: the products of resampling are so small that two threads
    # took 1.5 to 2 times the CPU time of one. The variables of OpenMP and MKL would slow others down.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    warnings.showwarning = _show_warning
    _prepare_streams()
    try:
        cli.main(args=list(arguments) if arguments is not None else None, prog_name="mtassay", standalone_mode=False)
        sys.stdout.flush()
    except (ReaderGone, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
    except SystemExit:
        raise
    except BaseException as error:
        if os.environ.get("MTASSAY_DEBUG"):
            raise
        sys.exit(_report(error))


def _prepare_streams() -> None:
    """Make sure that there is something to print to, and that any text can be printed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # open until we end
        elif isinstance(stream, io.TextIOWrapper):
            # file names need not be valid UTF-8, and other encodings lack most characters
            is_utf8 = stream.encoding.lower().replace("-", "") == "utf8"
            stream.reconfigure(errors="surrogateescape" if is_utf8 else "backslashreplace")


def _report(error: BaseException) -> int:
    """Tell the user what happened; returns the exit code."""
    code = next((code for kind, code in EXIT_CODES.items() if isinstance(error, kind)), 1)
    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        message = "stopped"
    elif isinstance(error, click.ClickException):
        message = error.format_message()
        if isinstance(error, click.UsageError) and error.ctx is not None:
            message += f"\nTry: {error.ctx.command_path} --help"
    elif isinstance(error, MtassayError):
        message = message_of(error)
    elif isinstance(error, MtassayWarning):
        message = str(error)
    elif isinstance(error, MemoryError):
        message = "out of memory; is a line as long as a whole file? Otherwise score fewer segments at a time"
    elif isinstance(error, OSError):
        message = f"{error.filename or 'output'}: {error.strerror or error}"
    else:
        message = (
            f"this is a bug in mtassay: {type(error).__name__}: {error}\n"
            "Please report it with the command you ran; MTASSAY_DEBUG=1 shows where it happened."
        )
    click.echo(f"mtassay: {message}", err=True)
    return code


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: str | None = None,
) -> None:
    click.echo(f"mtassay: note: {message}", err=True)


if __name__ == "__main__":
    main()
