"""`mtassay db effects`: how strict or mild each judge is."""

import click

from mtassay.cli.db.session import (
    check_revision,
    database_options,
    format_option,
    print_listings,
    reading,
    revision_option,
)

_EXAMPLES = """\b
Examples:
  mtassay db effects
  mtassay db effects --revision 12 --format json
"""


@click.command("effects", epilog=_EXAMPLES)
@revision_option
@database_options
@format_option
def command(revision: int | None, location: str, project_name: str | None, format_: str) -> None:
    """Say how much higher each judge scores than the others would on the same sources and systems.

    Estimates take these effects away from stored and new scores; `--no-judge-effects` leaves scores as they are.
    """
    from mtassay.estimation.judge_effects import fit_judge_effects
    from mtassay.reports.listing import Listing
    from mtassay.store.memory import load_memory

    with reading(location, project_name) as (connection, project):
        check_revision(connection, project, revision)
        memory = load_memory(connection, project, revision).memory
    found = fit_judge_effects(memory)
    told = [found.is_fitted and judge not in found.untold for judge in found.judges]
    effects = [effect if is_told else None for effect, is_told in zip(found.effects.tolist(), told, strict=True)]
    rows = tuple(zip(found.judges, found.counts.tolist(), effects, strict=True))
    notes: tuple[str, ...]
    if found.is_fitted:
        notes = ("Points of 0 to 10, above 0 for a mild judge; effects of few judgments are shrunk.",)
        if found.untold:
            notes += (f"Not told from sources or systems yet, and taken as 0: {', '.join(found.untold)}.",)
    else:
        notes = (f"No effects: {found.reason}.",)
    listing = Listing(("judge", "judgments", "effect"), rows, frozenset({"judge"}), "Judge effects", notes)
    facts = {"project": project.name, "revision": memory.revision}
    if format_ != "text":  # a note says it there
        facts |= {"fitted": found.is_fitted, "reason": found.reason}
    print_listings([listing], format_, facts)
