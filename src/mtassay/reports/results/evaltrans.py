"""Systems and their segments as the EvalTrans paper estimates them: the header and the rows of its figure 4."""

from collections.abc import Mapping, Sequence

import numpy as np

from mtassay.estimation.nearest.rule import Origin
from mtassay.estimation.nearest.system_estimate import SystemEstimate
from mtassay.reports.document import Document, Table, Value
from mtassay.significance.bootstrap import Bootstrap


def evaltrans_document(
    estimates: Sequence[SystemEstimate],
    facts: Mapping[str, Value],
    distance: str,
    seed: int,
    *,
    sort: str = "position",
    limit: int | None = None,
    people_limit: int | None = None,
) -> Document:
    """The systems and their segments: `limit` of them, for people `people_limit`.

    `facts` name the project and the revision; `seed` is that of the intervals.
    """
    systems = _system_table(estimates, Bootstrap(seed=seed))
    facts = {**facts, "method": "evaltrans", "target": "B", "distance": distance, "seed": seed}

    def segments(most: int | None) -> list[Table]:
        return [] if most == 0 else [_segment_table(estimate, sort, most) for estimate in estimates]

    return Document("Estimates", (systems, *segments(people_limit)), facts=facts, data=(systems, *segments(limit)))


def evaltrans_segments_document(estimate: SystemEstimate) -> Document:
    """All outputs of a system, in their order."""
    return Document("Segments", (_segment_table(estimate, "position", None),))


def _system_table(estimates: Sequence[SystemEstimate], resampling: Bootstrap) -> Table:
    """A row for each system."""
    rows = []
    for estimate in estimates:
        candidates = estimate.candidates
        interval = estimate.interval(resampling)
        rows.append(
            (
                estimate.translations.system,
                candidates.esser,
                None if interval is None else interval.low,
                None if interval is None else interval.high,
                candidates.mean_distance,
                candidates.distance_sum,
                None if estimate.mwer is None else estimate.mwer.value,
                100 * candidates.judged_share,
                100 * candidates.estimated_share,
                100 * candidates.unknown_share,
            )
        )
    heads = ("system", "eSSER", "low", "high", "distance", "sum", "mWER", "judged %", "estimated %", "unknown %")
    return Table.of(heads, tuple(rows), frozenset({"system"}), "Systems")


def _segment_table(estimate: SystemEstimate, sort: str, limit: int | None) -> Table:
    """The outputs of a system, with the nearest judged translation of each."""
    estimates = estimate.candidates.estimates
    rates = estimate.candidates.error_rates
    order = np.arange(len(estimates))
    keys = {"score": estimates.scores, "distance": -estimates.distances, "mwer": None if rates is None else -rates}
    key = keys.get(sort)
    if key is not None:
        order = np.argsort(key, kind="stable")
    rows = []
    for place in order[:limit].tolist():
        origin = Origin(int(estimates.origins[place])).name.lower()
        labelled = not np.isnan(estimate.ok_items[place])
        rows.append(
            (
                place + 1,
                float(estimates.scores[place]),
                origin,
                float(estimates.distances[place]),
                None if rates is None else float(rates[place]),
                f"{estimate.ok_items[place]:g} of {estimate.items[place]}" if labelled else "",
                estimate.translations.texts[place],
                "" if origin == "judged" else estimate.nearest[place],
            )
        )
    heads = ("segment", "score", "origin", "distance", "mWER", "items ok", "translation", "nearest judged")
    words = frozenset({"origin", "items ok", "translation", "nearest judged"})
    more = len(estimates) - len(rows)
    notes = (f"and {more} more segments, which are not shown",) if more > 0 else ()
    return Table.of(heads, tuple(rows), words, f"Segments of {estimate.translations.system}", notes)
