"""Sets of candidates as pages and programs get them: plain values, None for what there is not."""

from dataclasses import dataclass

import numpy as np

from mtassay.alignment.marked_text import MarkedText, mark_differences
from mtassay.estimation.nearest.rule import Origin
from mtassay.estimation.nearest.set_difference import SetDifference
from mtassay.estimation.nearest.system_estimate import SystemEstimate
from mtassay.estimation.sampling.current_estimate import CurrentEstimate
from mtassay.estimation.sampling.plan import Plan, plan, planned_judgments
from mtassay.estimation.sampling.run_queues import QueueState
from mtassay.human.coverage import Coverage
from mtassay.human.memory import Memory
from mtassay.reports.results.memory.overview import known
from mtassay.significance.bootstrap import Bootstrap

WIDTHS = (0.5, 1.0, 2.0)
"""Half widths of intervals, in points of SSER, that are planned for."""

_ORIGINS = {Origin.JUDGED: "judged", Origin.ESTIMATED: "estimated", Origin.UNKNOWN: "new"}


@dataclass(frozen=True, kw_only=True)
class SetView:
    """The header of a set. `esser` is 0 (best) to 100, with its interval over other sources like these.

    Shares are of its outputs, 0 to 1; `mean_distance` is in edits per source word, over what has a score. What takes
    long is None where it was not computed.
    """

    run_id: int
    system: str
    run: str
    outputs: int
    judged: int
    estimated: int
    unknown: int
    judged_share: float
    estimated_share: float
    esser: float | None
    low: float | None
    high: float | None
    mean_distance: float | None
    mwer: float | None


@dataclass(frozen=True)
class OtherCandidate:
    """What another system made of the same source; `rise` is its score less that of the first."""

    text: str
    origin: str
    score: float | None
    rise: float | None


@dataclass(frozen=True, kw_only=True)
class CandidateRow:
    """An output: its score, 0 to 10, and where that comes from: judged, estimated or new.

    `difference` is that from `nearest`, the nearest judged translation; None for one that was judged itself, and for
    one of whose source nothing was.
    """

    number: int
    source: str
    text: str
    origin: str
    score: float | None
    distance: float | None
    mwer: float | None
    ok_items: float | None
    items: int
    nearest: str
    difference: MarkedText | None
    other: OtherCandidate | None


@dataclass(frozen=True)
class PlanView:
    """The judgments that a half width takes, with the memory and without it; None where no number reaches it.

    `words` are to be read for them, in `minutes` at the pace of earlier judgments; None where none was timed.
    """

    width: float
    judgments: int | None
    words: int | None
    minutes: float | None
    without_memory: int
    reason: str


@dataclass(frozen=True)
class QueueView:
    """A judging queue: how much of it is asked for, and judged."""

    drawn: int
    seed: int
    is_closed: bool
    items: int
    asked: int
    judged: int
    judges: list[str]


@dataclass(frozen=True, kw_only=True)
class CertaintyView:
    """How sure the SSER of a system is. `method` is judged where it rests on judgments of its queue, else predicted.

    `suggested` judgments make it sure to one point either way; `items` are all that could be judged. Of the systems in
    the memory `full_systems` were judged in full, and of `queued_systems` only a part was, as by queues.
    """

    method: str
    sser: float
    low: float | None
    high: float | None
    reason: str
    repeats: int
    new: int
    plans: list[PlanView]
    items: int
    suggested: int
    target: str
    full_systems: int
    queued_systems: int


def set_view(run_id: int, found: SystemEstimate, bootstrap: Bootstrap) -> SetView:
    """The header of a set."""
    candidates = found.candidates
    interval = found.interval(bootstrap)
    judged, estimated, unknown = (int(np.count_nonzero(candidates.estimates.has(origin))) for origin in Origin)
    return SetView(
        run_id=run_id,
        system=found.translations.system,
        run=found.translations.run,
        outputs=len(found.translations),
        judged=judged,
        estimated=estimated,
        unknown=unknown,
        judged_share=candidates.judged_share,
        estimated_share=candidates.estimated_share,
        esser=known(candidates.esser),
        low=None if interval is None else interval.low,
        high=None if interval is None else interval.high,
        mean_distance=known(candidates.mean_distance),
        mwer=None if found.mwer is None else found.mwer.value,
    )


def covered_view(run_id: int, system: str, run: str, found: Coverage) -> SetView:
    """The header of a set as far as it needs no distances."""
    return SetView(
        run_id=run_id,
        system=system,
        run=run,
        outputs=found.size,
        judged=found.judged,
        estimated=found.estimated,
        unknown=found.unknown,
        judged_share=found.judged_share,
        estimated_share=found.estimated_share,
        esser=None,
        low=None,
        high=None,
        mean_distance=None,
        mwer=None,
    )


def row_views(
    memory: Memory, found: SystemEstimate, places: list[int], other: SystemEstimate | None, beside: SetDifference | None
) -> list[CandidateRow]:
    """Some outputs of a set, each beside what another set made of its source."""
    estimates, rates = found.candidates.estimates, found.candidates.error_rates
    rows = []
    for place in places:
        origin = Origin(int(estimates.origins[place]))
        text, nearest = found.translations.texts[place], found.nearest[place]
        source = int(found.translations.source[place])
        rows.append(
            CandidateRow(
                number=place + 1,
                source=memory.sources[source] if source >= 0 else "",
                text=text,
                origin=_ORIGINS[origin],
                score=known(float(estimates.scores[place])),
                distance=known(float(found.candidates.normalized_distances[place])),
                mwer=None if rates is None else known(float(rates[place])),
                ok_items=known(float(found.ok_items[place])),
                items=int(found.items[place]),
                nearest=nearest,
                difference=mark_differences(text, nearest) if origin is Origin.ESTIMATED else None,
                other=None if other is None or beside is None else _other(other, beside, place),
            )
        )
    return rows


def _other(other: SystemEstimate, beside: SetDifference, place: int) -> OtherCandidate | None:
    there = int(beside.place[place])
    if there < 0:
        return None
    estimates = other.candidates.estimates
    origin = _ORIGINS[Origin(int(estimates.origins[there]))]
    score, rise = known(float(estimates.scores[there])), known(float(beside.rises[place]))
    return OtherCandidate(other.translations.texts[there], origin, score, rise)


def certainty_view(found: CurrentEstimate) -> CertaintyView:
    """What is sure of a system."""
    estimate, prediction = found.estimate, found.run_prediction.prediction
    interval = estimate.interval
    plans = [plan(prediction, width) for width in WIDTHS] if prediction.items else []
    return CertaintyView(
        method=estimate.label,
        sser=estimate.sser,
        low=None if interval is None else max(0.0, interval.low),
        high=None if interval is None else min(100.0, interval.high),
        reason=estimate.reason,
        repeats=estimate.repeats,
        new=estimate.new,
        plans=[_plan_view(one) for one in plans],
        items=prediction.items,
        suggested=planned_judgments(prediction) if prediction.items else 0,
        target=estimate.target,
        full_systems=prediction.predictor.full_systems,
        queued_systems=prediction.predictor.queued_systems,
    )


def _plan_view(one: Plan) -> PlanView:
    words = None if one.words is None else round(one.words)
    return PlanView(one.wanted, one.judgments, words, one.minutes, one.without_memory, one.reason)


def queue_view(state: QueueState | None) -> QueueView | None:
    """How far a queue is."""
    if state is None:
        return None
    queue = state.queue
    asked = len(queue.asked)
    return QueueView(
        queue.drawn, queue.seed, queue.is_closed, len(queue.items), asked, state.answered, list(queue.judges)
    )
