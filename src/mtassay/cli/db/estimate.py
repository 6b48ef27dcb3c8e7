"""`mtassay db estimate`: a system's human score from the memory."""

from typing import TYPE_CHECKING, Any

import click

from mtassay.cli.db.session import (
    check_revision,
    database_options,
    format_option,
    print_listings,
    reading,
    revision_option,
)

if TYPE_CHECKING:
    from mtassay.estimation.system_estimate import SystemEstimate
    from mtassay.reports.listing import Listing
    from mtassay.significance.bootstrap import Bootstrap

_SORTS = ("position", "score", "distance", "mwer")

_EXAMPLES = """\b
Distances:
  edits       insertions, deletions and substitutions of words, as in the paper
  moves       the same, where a block may also move
  characters  n-grams of characters that are not shared
\b
Examples:
  mtassay db estimate mysystem
  mtassay db estimate mysystem other --all --sort score
  mtassay db estimate mysystem --by moves --revision 12 --format json
"""


@click.command("estimate", epilog=_EXAMPLES)
@click.argument("systems", metavar="SYSTEM...", nargs=-1, required=True)
@click.option("--by", metavar="DISTANCE", default="edits", show_default=True, help="What nearest means.")
@click.option("--run", "run_name", metavar="NAME", help="Which run of the system [default: the last].")
@click.option("--own-references", is_flag=True, help="Let a system's own perfect outputs be references for its mWER.")
@click.option("--all", "is_complete", is_flag=True, help="Every segment, not only the first ten.")
@click.option("--sort", type=click.Choice(_SORTS), default="position", show_default=True, help="Order of segments.")
@click.option("--seed", type=click.IntRange(0), default=12345, show_default=True, help="Seed of the interval.")
@revision_option
@database_options
@format_option
def command(
    systems: tuple[str, ...],
    by: str,
    run_name: str | None,
    own_references: bool,
    is_complete: bool,
    sort: str,
    seed: int,
    revision: int | None,
    location: str,
    project_name: str | None,
    format_: str,
) -> None:
    """Say what people would think of SYSTEM, by what they said of the same or similar translations.

    A translation that was judged has its score; another has the mean score of the nearest judged translations of
    the same source (Nießen et al. 2000). The eSSER is 0 where all is perfect and 100 where all is nonsense; its
    interval is over other segments like these, and does not hold the error of the estimates: see `mtassay db stats`.
    """
    from mtassay.alignment.distances.base import distance
    from mtassay.estimation.system_estimate import estimate_system
    from mtassay.significance.bootstrap import Bootstrap
    from mtassay.store.memory import load_memory

    measure = distance(by)
    with reading(location, project_name) as (connection, project):
        check_revision(connection, project, revision)
        memory = load_memory(connection, project, revision).memory
    found = [estimate_system(memory, system, measure, run_name, not own_references) for system in systems]
    resampling = Bootstrap(seed=seed)
    listings = [_summary(found, resampling)]
    shown = None if is_complete or format_ != "text" else 10
    listings += [_segments(one, sort, shown) for one in found]
    facts: dict[str, Any] = {"revision": memory.revision, "distance": measure.spec, "seed": seed}
    print_listings(listings, format_, facts if format_ == "json" else None)


def _summary(found: "list[SystemEstimate]", resampling: "Bootstrap") -> "Listing":
    from mtassay.reports.listing import Listing

    rows = []
    for one in found:
        candidates = one.candidates
        interval = one.interval(resampling)
        rows.append(
            (
                one.translations.system,
                candidates.esser,
                None if interval is None else interval.low,
                None if interval is None else interval.high,
                candidates.mean_distance,
                candidates.distance_sum,
                None if one.mwer is None else one.mwer.value,
                100 * candidates.judged_share,
                100 * candidates.estimated_share,
                100 * candidates.unknown_share,
            )
        )
    heads = ("system", "eSSER", "low", "high", "distance", "sum", "mWER", "judged %", "estimated %", "unknown %")
    return Listing(heads, tuple(rows), frozenset({"system"}), "Systems")


def _segments(one: "SystemEstimate", sort: str, limit: int | None) -> "Listing":
    import numpy as np

    from mtassay.estimation.nearest import Origin
    from mtassay.reports.listing import Listing

    estimates = one.candidates.estimates
    rates = one.candidates.error_rates
    order = np.arange(len(estimates))
    keys = {"score": estimates.scores, "distance": -estimates.distances, "mwer": None if rates is None else -rates}
    key = keys.get(sort)
    if key is not None:
        order = np.argsort(key, kind="stable")
    rows = []
    for place in order[:limit].tolist():
        origin = Origin(int(estimates.origins[place])).name.lower()
        labelled = not np.isnan(one.ok_items[place])
        rows.append(
            (
                place + 1,
                float(estimates.scores[place]),
                origin,
                float(estimates.distances[place]),
                None if rates is None else float(rates[place]),
                f"{one.ok_items[place]:g} of {one.items[place]}" if labelled else "",
                one.translations.texts[place],
                "" if origin == "judged" else one.nearest[place],
            )
        )
    heads = ("segment", "score", "origin", "distance", "mWER", "items ok", "translation", "nearest judged")
    words = frozenset({"origin", "items ok", "translation", "nearest judged"})
    more = len(estimates) - len(rows)
    notes = (f"and {more} more segments: --all shows them",) if more > 0 else ()
    return Listing(heads, tuple(rows), words, f"Segments of {one.translations.system}", notes)
