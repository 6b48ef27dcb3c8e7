"""A judging queue: how far it is, who has how much of it left, and its items."""

from collections.abc import Mapping

from mtassay.estimation.sampling.drawn_queue import DrawnQueue
from mtassay.estimation.sampling.plan import expected_half_width
from mtassay.estimation.sampling.rate_estimate import RateEstimate
from mtassay.reports.document import Document, Table, Value
from mtassay.reports.results.current_estimates import described
from mtassay.store.judging.questions import ANYONE

JUDGES = "Judges"
"""The table that says how much each judge has left."""
_ITEMS = "Items"


def queue_document(
    drawn: DrawnQueue, estimate: RateEstimate, judged_by: Mapping[int, str], *, with_items: bool
) -> Document:
    """How far a queue is; its items, where they are wanted, are what programs get.

    `judged_by` says who judged a translation, by its number.
    """
    items = (_item_table(drawn, judged_by),) if with_items else ()
    sections = (_judge_table(drawn, judged_by), *items)
    return Document("Queue", sections, facts=_facts(drawn, estimate), main=_ITEMS if with_items else "")


def _facts(drawn: DrawnQueue, estimate: RateEstimate) -> dict[str, Value]:
    """What the queue was drawn from, and how far it is."""
    queue, prediction = drawn.queue, drawn.run_prediction.prediction
    asked = queue.asked
    return {
        "queue": f"{queue.system}, {'closed' if queue.is_closed else 'open'}",
        "seed": queue.seed,
        "drawn at revision": queue.drawn,
        "memory revision": queue.revision,
        "predicted by": described(prediction),
        "outputs": len(prediction),
        "repeats %": 100 * prediction.repeat_share,
        "items": len(queue.items),
        "asked for": len(asked),
        "expected ± then": expected_half_width(prediction, min(len(asked), prediction.items)) if asked else None,
        "judged": estimate.judged,
        "out of order": estimate.outside,
        "no score": estimate.without_score,
        "± now": estimate.half_width,
    }


def _judge_table(drawn: DrawnQueue, judged_by: Mapping[int, str]) -> Table:
    """How many items each judge is asked for."""
    asked = drawn.queue.asked
    rows = []
    for name in sorted({item.judge for item in asked if item.judge is not None}):
        own = [item for item in asked if item.judge == name]
        finished = sum(item.target in judged_by for item in own)
        rows.append(("anybody" if name == ANYONE else name, len(own), finished, len(own) - finished))
    return Table.of(("judge", "asked for", "judged", "open"), tuple(rows), frozenset({"judge"}), JUDGES)


def _item_table(drawn: DrawnQueue, judged_by: Mapping[int, str]) -> Table:
    """Every item in the order of the queue."""
    run_prediction = drawn.run_prediction
    memory = run_prediction.stored.memory
    place_of = {
        target: int(run_prediction.prediction.first[place]) for place, target in enumerate(run_prediction.targets)
    }
    rows = []
    for item in drawn.queue.items:
        place = place_of.get(item.target)
        if place is None:
            continue
        state = "no score" if item.is_left_out else "judged" if item.target in judged_by else "open"
        if state == "open" and item.judge is None:
            state = "not asked for"
        source = memory.sources[int(run_prediction.translations.source[place])]
        judge = judged_by.get(item.target, "" if item.judge in (None, ANYONE) else item.judge)
        rows.append((item.place, place + 1, state, judge, source, run_prediction.translations.texts[place]))
    heads = ("item", "segment", "state", "judge", "source", "translation")
    return Table.of(heads, tuple(rows), frozenset(heads[2:]), _ITEMS)
