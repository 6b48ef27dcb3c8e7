"""How many judgments a wanted precision takes: tables."""

from collections.abc import Mapping, Sequence

from mtassay.estimation.prediction.prediction import Prediction
from mtassay.estimation.sampling.plan import LOOKS, Plan, expected_half_width
from mtassay.reports.document import Document, Table, Value
from mtassay.reports.results.current_estimates import described


def plan_document(
    plans: Sequence[Plan], prediction: Prediction, target: str, facts: Mapping[str, Value], queue: str
) -> Document:
    """The judgments for each half width, and where to look on the way there.

    `facts` name the project, the system and the revision; `queue` says which one is open.
    """
    facts = {
        **facts,
        "memory revision": prediction.revision,
        "method": "certified",
        "target": target,
        "outputs": len(prediction),
        "repeats %": 100 * prediction.repeat_share,
        "to judge": prediction.items,
        "predicted by": described(prediction),
        "queue": queue,
    }
    return Document("Plan", (_plans(plans), _looks(prediction, target)), facts=facts)


def _plans(plans: Sequence[Plan]) -> Table:
    rows: list[tuple[Value, ...]] = [
        (
            plan.wanted,
            plan.judgments,
            None if plan.share is None else 100 * plan.share,
            plan.half_width,
            plan.without_memory,
            100 * plan.without_memory / plan.outputs,
            None if plan.saved is None else 100 * plan.saved,
            plan.reason,
        )
        for plan in plans
    ]
    heads: tuple[str, ...] = ("±", "judgments", "%", "expected ±", "without memory", "% then", "saved %", "why not")
    notes = ("Without memory: a random sample of all outputs, and its mean. Shares are of all outputs.",)
    if not any(plan.reason for plan in plans):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    return Table.of(heads, tuple(rows), frozenset({"why not"}), "Judgments for a half width", notes)


def _looks(prediction: Prediction, target: str) -> Table:
    counts = dict.fromkeys(min(max(2, round(share * prediction.items)), prediction.items) for share in LOOKS)
    rows = tuple((count, expected_half_width(prediction, count, target)) for count in counts if count)
    notes = (
        "Look at these numbers of judgments only, if you stop at a width; never stop because of the estimate itself.",
    )
    return Table.of(("judgments", "expected ±"), rows, title="Where to look", notes=notes)
