"""`mtassay convert`: a test set from one file format to another."""

import click

from mtassay.cli.options import NamedTexts, be_quiet, text_options

_EXAMPLES = """\b
Examples:
  mtassay convert cases.xlsx cases.jsonl
  mtassay convert cases.xlsx#Sheet2 --hyp Google --ref Reference cases.tsv
  mtassay convert -s source.txt -r reference.txt systems/*.txt all.xlsx
  mtassay convert cases.xlsx:hyp=Google google.txt --only hyp
  mtassay convert memory.tmx --src en --ref de memory.tsv
"""


@click.command(epilog=_EXAMPLES)
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True)
@click.argument("output", metavar="OUTPUT")
@text_options
@click.option(
    "--only",
    type=click.Choice(["src", "ref", "hyp", "label"]),
    multiple=True,
    help="Leave out all other texts; may be repeated.",
)
@click.option(
    "--to",
    "format_",
    metavar="SPEC",
    help="Format of OUTPUT, with settings [default: as its name ends]: csv:delimiter=;",
)
@click.option("-q", "--quiet", is_flag=True, help="No notes.")
def convert(
    inputs: tuple[str, ...],
    output: str,
    texts: NamedTexts,
    only: tuple[str, ...],
    format_: str | None,
    quiet: bool,
) -> None:
    """Write a test set in another file format, with columns that say what they are: src, ref, hyp:NAME, label:NAME.

    INPUT is a table, FILE[#SHEET][:role=column,…], or the files of systems, as for score. How OUTPUT ends says its
    format and how it is packed: all.tsv.gz. The formats are listed in the reference.
    """
    from dataclasses import replace
    from pathlib import Path

    from mtassay.cli.arguments.text_arguments import TextArguments
    from mtassay.cli.output import STANDARD_OUTPUT, check_writable, print_result, write_bytes
    from mtassay.corpus.file_specs import parse_file_spec, split_name
    from mtassay.corpus.table_files import write_file
    from mtassay.corpus.tables import table_of
    from mtassay.errors import OutputError

    be_quiet(quiet)
    is_printed = output in STANDARD_OUTPUT
    if not is_printed:
        check_writable(output)
    for argument in (*inputs, *texts.files):
        path = Path(parse_file_spec(split_name(argument)[1]).path)
        if not is_printed and path.exists() and Path(output).exists() and path.samefile(output):
            raise OutputError(f"{output}: this is one of the inputs, which are never written over; name another file")
    table = table_of(TextArguments.of(inputs, texts).read())
    if only:
        table = replace(table, columns=tuple(column for column in table.columns if column.role in only))
    content = write_file(table, output, format_ or ("tsv" if is_printed else None))
    if is_printed:
        print_result(content)
    else:
        write_bytes(output, content)
