"""How many judgments a wanted precision takes: tables."""

from collections.abc import Sequence

from mtassay.estimation.prediction.prediction import Prediction
from mtassay.estimation.sampling.plan import LOOKS, Plan, expected_half_width
from mtassay.reports.formats.listing import Listing


def plan_listings(plans: Sequence[Plan], prediction: Prediction, target: str) -> list[Listing]:
    """The judgments for each half width, and where to look on the way there."""
    return [_plans(plans), _looks(prediction, target)]


def _plans(plans: Sequence[Plan]) -> Listing:
    rows: list[tuple[object, ...]] = [
        (
            one.wanted,
            one.judgments,
            None if one.share is None else 100 * one.share,
            one.half_width,
            one.without_memory,
            100 * one.without_memory / one.outputs,
            None if one.saved is None else 100 * one.saved,
            one.reason,
        )
        for one in plans
    ]
    heads: tuple[str, ...] = ("±", "judgments", "%", "expected ±", "without memory", "% then", "saved %", "why not")
    notes = ("Without memory: a random sample of all outputs, and its mean. Shares are of all outputs.",)
    if not any(one.reason for one in plans):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    return Listing(heads, tuple(rows), frozenset({"why not"}), "Judgments for a half width", notes)


def _looks(prediction: Prediction, target: str) -> Listing:
    counts = dict.fromkeys(min(max(2, round(share * prediction.items)), prediction.items) for share in LOOKS)
    rows = tuple((count, expected_half_width(prediction, count, target)) for count in counts if count)
    notes = (
        "Look at these numbers of judgments only, if you stop at a width; never stop because of the estimate itself.",
    )
    return Listing(("judgments", "expected ±"), rows, title="Where to look", notes=notes)
