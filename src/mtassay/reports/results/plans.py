"""How many judgments a wanted precision takes: tables."""

from collections.abc import Mapping, Sequence

from mtassay.estimation.prediction.prediction import Prediction
from mtassay.estimation.sampling.plan import LOOKS, Plan, expected_half_width
from mtassay.estimation.sampling.rate_estimate import name_target
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
        "target": name_target(target, prediction.near_repeats),
        "outputs": len(prediction),
        "repeats %": 100 * prediction.repeat_share,
        "to judge": prediction.items,
        "predicted by": described(prediction),
        "earlier systems": _earlier(prediction),
        "queue": queue,
    }
    return Document("Plan", (_plans(plans), _looks(prediction, target)), facts=facts)


def _earlier(prediction: Prediction) -> str:
    """How the memory came about: later systems cost more where all were judged by queues."""
    predictor = prediction.predictor
    parts = [
        f"{count} {how}"
        for count, how in (
            (predictor.full_systems, "judged in full"),
            (predictor.queued_systems, "judged in part"),
        )
        if count
    ]
    return ", ".join(parts) or "none"


def _plans(plans: Sequence[Plan]) -> Table:
    rows: list[tuple[Value, ...]] = [
        (
            plan.wanted,
            plan.judgments,
            None if plan.share is None else 100 * plan.share,
            plan.half_width,
            None if plan.words is None else round(plan.words),
            None if plan.words is None else 100 * plan.words / max(plan.all_words, 1.0),
            plan.minutes,
            plan.without_memory,
            100 * plan.without_memory / plan.outputs,
            None if plan.saved is None else 100 * plan.saved,
            plan.reason,
        )
        for plan in plans
    ]
    heads: tuple[str, ...] = (
        "±",
        "judgments",
        "%",
        "expected ±",
        "words",
        "% of words",
        "minutes",
        "without memory",
        "% then",
        "saved %",
        "why not",
    )
    notes = ["Without memory: a random sample of all outputs, and its mean. Shares are of all outputs."]
    if all(plan.minutes is None for plan in plans):
        notes.append("Minutes are not known: no judgment says how long it took.")
    else:
        notes.append("Minutes are at the pace of earlier judgments, for all judges together.")
    if not any(plan.reason for plan in plans):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    return Table.of(heads, tuple(rows), frozenset({"why not"}), "Judgments for a half width", tuple(notes))


def _looks(prediction: Prediction, target: str) -> Table:
    counts = dict.fromkeys(min(max(2, round(share * prediction.items)), prediction.items) for share in LOOKS)
    rows = tuple((count, expected_half_width(prediction, count, target)) for count in counts if count)
    notes = (
        "Look at these numbers of judgments only, if you stop at a width; never stop because of the estimate itself.",
    )
    return Table.of(("judgments", "expected ±"), rows, title="Where to look", notes=notes)
