"""`mtassay campaign verify`: whether what an evidence pack says follows from its answers."""

import click

_MOST = 10
_EXAMPLES = """\b
Examples:
  mtassay campaign verify talks.zip
"""


@click.command("verify", epilog=_EXAMPLES)
@click.argument("file")
def command(file: str) -> None:
    """Compute everything in the evidence pack FILE anew, from its texts and answers alone, and say what differs.

    It needs no database. Figures may differ in the tenth digit, as other machines round otherwise.
    """
    from mtassay.corpus.packed import read_bytes
    from mtassay.errors import InputError
    from mtassay.reports.evidence.verifying import verify_pack

    verified = verify_pack(read_bytes(file), file)
    if verified.differences:
        shown = "\n  ".join(verified.differences[:_MOST])
        more = len(verified.differences) - _MOST
        raise InputError(
            f"{file}: what it says does not follow from its answers; ask whoever gave it to you:\n  {shown}"
            + (f"\n  and {more:,} more" if more > 0 else "")
        )
    results = ", ".join(verified.results)
    click.echo(f"{verified.name}: {verified.answers:,} answers give the same {results}, exports and methods.")
