"""`mtassay tokenize`: show the tokens that metrics count."""

import click

_EXAMPLES = """\b
Examples:
  echo "It's 3.5%, isn't it?" | mtassay tokenize
  mtassay tokenize -t zh chinese.txt
"""


@click.command(epilog=_EXAMPLES)
@click.argument("file", default="-")
@click.option(
    "-t",
    "--tokenizer",
    "spec",
    metavar="NAME",
    default="13a",
    show_default=True,
    help="Tokenizer, for example 13a, intl, zh, ja-mecab, ko-mecab, char or none.",
)
@click.option("-l", "--lowercase", is_flag=True, help="Lower-case the text first.")
def tokenize(file: str, spec: str, lowercase: bool) -> None:
    """Print each line of FILE as its tokens with spaces between them; - is standard input."""
    from mtassay.cli.output import print_result
    from mtassay.corpus.formats.text import read_lines
    from mtassay.tokenizers.base import tokenizer

    chosen = tokenizer(spec)
    lines = read_lines(file)
    if lowercase:
        lines = [line.lower() for line in lines]
    for start in range(0, len(lines), 10_000):
        print_result("".join(f"{line}\n" for line in chosen.tokenize(lines[start : start + 10_000])))
