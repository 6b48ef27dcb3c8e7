"""Estimated systems: a table of them, their order, their segments."""

from collections.abc import Sequence

import numpy as np

from mtassay.errors import InputError
from mtassay.estimation.prediction.cost import JUDGMENTS
from mtassay.estimation.prediction.prediction import Prediction
from mtassay.estimation.sampling.current_estimate import CurrentEstimate, compare_standings
from mtassay.estimation.sampling.headline import headline
from mtassay.estimation.sampling.order import rank
from mtassay.estimation.sampling.rate_estimate import NEAR
from mtassay.human.scales import POINTS
from mtassay.reports.document import Document, Table, Value

_SHORT = ("system", "method", "SSER", "low", "high", "repeats %", "judged", "open", "eSSER")
_LONG = (
    "system",
    "run",
    "method",
    "target",
    "SSER",
    "low",
    "high",
    "level",
    "outputs",
    "repeats %",
    "new",
    "judged",
    "open",
    "out of order",
    "no score",
    "unknown sources",
    "systems",
    "seed",
    "revision",
    "memory revision",
    "judge effects",
    "distance",
    "metric",
    "near repeats",
    "cost",
    "eSSER",
    "eSSER outputs",
    "suggested",
    "reason",
)
_WORDS = frozenset({"system", "run", "method", "target", "distance", "metric", "cost", "reason"})
_TARGETS = {
    "B": "Target B: what was judged before keeps its score, and what is new gets the one that people give it.",
    NEAR: (
        "Target B′: what was judged before keeps its score, also where case and punctuation differ, and what is new "
        "gets the one that people give it."
    ),
    "A": "Target A: what would come out if all outputs were judged afresh.",
}


def estimates_document(
    estimates: Sequence[CurrentEstimate],
    project: str,
    *,
    ranked: bool = False,
    sort: str = "position",
    limit: int | None = None,
    people_limit: int | None = None,
) -> Document:
    """The systems, how each two of them compare, and their segments: `limit` of them, for people `people_limit`.

    Programs get all that is known of a system, people what they read.
    """
    order = (_order_table(estimates),) if len(estimates) > 1 and not ranked else ()

    def segments(most: int | None) -> list[Table]:
        return [] if most == 0 else [_segment_table(estimate, sort, most) for estimate in estimates]

    return Document(
        "Estimates",
        (_estimate_table(estimates, is_short=True, ranked=ranked), *order, *segments(people_limit)),
        facts={"project": project, "revision": estimates[0].revision},
        data=(_estimate_table(estimates, is_short=False, ranked=ranked), *order, *segments(limit)),
    )


def _estimate_table(estimates: Sequence[CurrentEstimate], *, is_short: bool, ranked: bool = False) -> Table:
    """A row for each system, the best first and in clusters where that is wanted.

    `is_short` is for people: an unbiased estimate of few judgments may lie outside of 0 to 100, and an end of its
    interval does often; both are cut there.
    """
    heads, values = (_SHORT, _short_values) if is_short else (_LONG, _values)
    rows: list[tuple[Value, ...]] = [tuple(values(estimate)[head] for head in heads) for estimate in estimates]
    notes = _gathered(estimates)
    notes += [_TARGETS[target] for target in dict.fromkeys(current.estimate.target for current in estimates)]
    if ranked:
        # a system without an interval can be told from no other, and would make one cluster of all
        ranking = rank([current.estimate for current in estimates if current.estimate.interval is not None])
        clusters = dict(zip((ranked.system for ranked in ranking.estimates), ranking.clusters, strict=True))
        ordered = sorted(zip(estimates, rows, strict=True), key=lambda pair: pair[0].estimate.sser)
        rows = [(clusters.get(current.estimate.system), *row) for current, row in ordered]
        heads = ("cluster", *heads)
        notes.append("Systems of a cluster are better than all of the next one; within one that cannot be said.")
    return Table.of(heads, tuple(rows), _WORDS, "Systems", tuple(notes))


def _order_table(estimates: Sequence[CurrentEstimate]) -> Table:
    """Each two systems: which is better, as far as that can be said."""
    rows: list[tuple[Value, ...]] = []
    for place, current in enumerate(estimates):
        for other in estimates[place + 1 :]:
            names = (current.estimate.system, other.estimate.system)
            try:
                comparison = compare_standings(current, other)
            except InputError as error:  # one of them has no interval
                difference = current.estimate.sser - other.estimate.sser
                rows.append((*names, difference, None, None, "undecided", str(error)))
                continue
            low, high = comparison.value - comparison.half_width, comparison.value + comparison.half_width
            rows.append((*names, comparison.value, low, high, comparison.verdict, ""))
    heads = ("system", "beside", "difference", "low", "high", "is", "why")
    notes = ("Differences are of SSER: the system is better where they lie below 0.",)
    return Table.of(heads, tuple(rows), frozenset({"system", "beside", "is", "why"}), "Order", notes)


def _segment_table(current: CurrentEstimate, sort: str, limit: int | None) -> Table:
    """The outputs of a system: what people said of them, or what is predicted, with its interval."""
    prediction = current.run_prediction.prediction
    # repeats have index -1, which reads the appended NaN
    fresh = np.append(current.item_scores, np.nan)[prediction.item]
    is_fresh = ~np.isnan(fresh)
    scores = np.clip(np.where(is_fresh, fresh, prediction.scores), 0, POINTS)
    order = np.arange(len(prediction)) if sort == "position" else np.argsort(scores, kind="stable")
    rows = []
    for place in order[:limit].tolist():
        is_judged = bool(prediction.is_repeat[place] or is_fresh[place])
        origin = "queue" if is_fresh[place] else "repeat" if is_judged else "predicted"
        low, high = (None, None) if is_judged else prediction.intervals[place].tolist()
        text = current.run_prediction.translations.texts[place]
        rows.append((place + 1, float(scores[place]), low, high, origin, text))
    more = len(prediction) - len(rows)
    notes = (f"and {more} more segments, which are not shown",) if more > 0 else ()
    heads = ("segment", "score", "low", "high", "origin", "translation")
    title = f"Segments of {current.estimate.system}"
    return Table.of(heads, tuple(rows), frozenset({"origin", "translation"}), title, notes)


def described(prediction: Prediction) -> str:
    """By what a system was predicted, in a line."""
    effects = prediction.effects
    metric = "no references"
    if prediction.metric.startswith(("given:", "learned:")):
        metric = f"scores {prediction.metric}"
    elif prediction.metric:
        metric = f"{prediction.metric} to references"
    judges = "judges as they are"
    if effects is not None and effects.is_fitted:
        judges = "judge effects taken away"
    elif effects is not None:
        judges += f", because {effects.reason}"
    if prediction.dealt is not None:
        judges += ", each judge by what he or she said before"
    near = ", near repeats keep their scores" if prediction.near_repeats else ""
    saved = "" if prediction.cost == JUDGMENTS else f", saving {prediction.cost}"
    return f"distance {prediction.distance}, {metric}, {judges}{near}{saved}"


def _values(current: CurrentEstimate) -> dict[str, Value]:
    estimate, prediction = current.estimate, current.run_prediction.prediction
    interval = estimate.interval
    return {
        "system": estimate.system,
        "run": current.run_prediction.translations.run,
        "method": estimate.method,
        "target": estimate.target,
        "SSER": estimate.sser,
        "low": None if interval is None else interval.low,
        "high": None if interval is None else interval.high,
        "level": estimate.level,
        "outputs": estimate.outputs,
        "repeats %": 100 * estimate.repeat_share,
        "new": estimate.new,
        "judged": estimate.judged,
        "open": prediction.items - estimate.judged - estimate.outside - estimate.without_score,
        "out of order": estimate.outside,
        "no score": estimate.without_score,
        "unknown sources": estimate.without_neighbours,
        "systems": estimate.systems,
        "seed": estimate.seed,
        "revision": current.revision,
        "memory revision": estimate.revision,
        "judge effects": estimate.judges_adjusted,
        "distance": prediction.distance,
        "metric": prediction.metric,
        "near repeats": prediction.near_repeats,
        "cost": prediction.cost,
        "eSSER": current.esser,
        "eSSER outputs": current.esser_outputs,
        "suggested": headline(current).suggested,
        "reason": estimate.reason,
    }


def _short_values(current: CurrentEstimate) -> dict[str, Value]:
    """As people read them: rates within their limits."""
    values = _values(current)
    rates = {head: values[head] for head in ("SSER", "low", "high")}
    shown = {head: min(max(rate, 0.0), 100.0) for head, rate in rates.items() if isinstance(rate, float)}
    return {**values, **shown}


def _gathered(estimates: Sequence[CurrentEstimate]) -> list[str]:
    """What is to be said of systems, once where it is the same for several."""
    said: dict[str, list[str]] = {}
    for estimate in estimates:
        for note in _notes(estimate):
            said.setdefault(note, []).append(estimate.estimate.system)
    return [f"{', '.join(systems)}: {note}." for note, systems in said.items()]


def _notes(current: CurrentEstimate) -> list[str]:
    estimate, drawn = current.estimate, current.drawn
    if drawn is None and estimate.method in ("judged", "partial"):
        what = f"all its outputs were judged by revision {estimate.revision}"
    elif drawn is None:
        what = f"predicted from the memory at revision {estimate.revision}"
    else:
        queue = drawn.queue
        what = f"queue drawn with seed {queue.seed} from the memory at revision {queue.revision}"
        what += ", closed since" if queue.is_closed else ""
    notes = [f"{what}; {described(current.run_prediction.prediction)}"]
    if estimate.interval is None:
        advice = headline(current).advice
        notes.append(
            f"no interval{' yet' if advice else ''}, because {estimate.reason}{f'; {advice}' if advice else ''}"
        )
    if current.other_queue:
        notes.append(current.other_queue)
    if estimate.outside:
        notes.append(
            f"judged out of the order of the queue: {estimate.outside}; these count as known, which is right unless "
            "somebody chose them by how good they are"
        )
    if estimate.without_score:
        notes.append(f"without a score, and left out: {estimate.without_score}")
    if current.changed_repeats:
        notes.append(
            f"repeats that have another score since the queue was drawn: {current.changed_repeats}; the queue keeps to "
            "the old ones, and for the new ones close it and draw another"
        )
    if estimate.without_neighbours:
        outputs = len(current.run_prediction.prediction)
        notes.append(
            f"the eSSER is of {current.esser_outputs} of {outputs} outputs, because nothing of the other sources was "
            "judged"
        )
    return notes
