"""`mtassay campaign`: the commands around campaigns of human evaluation, one file each."""

import click

from mtassay.cli.lazy_group import LazyGroup

COMMANDS = (
    *("plan", "new", "status", "links", "assign", "close", "grade", "results"),
    *("export", "import", "import-answers", "take", "pack", "verify"),
)


@click.group(
    cls=LazyGroup,
    package=__name__,
    names=COMMANDS,
    epilog="""\b
Examples:
  mtassay campaign plan -s source.txt base.txt new.txt --protocol da --seats 8
  mtassay campaign new talks -s source.txt base.txt new.txt --protocol da --seats 8
  mtassay campaign status talks
  mtassay campaign results talks
  mtassay campaign export talks -o answers.tsv
  mtassay campaign pack talks -o talks.zip
  mtassay campaign import others errors.tsv --format marot
""",
)
def campaign() -> None:
    """Ask people about the outputs of systems: plan a campaign, start it, see how far it is, and take its answers."""
