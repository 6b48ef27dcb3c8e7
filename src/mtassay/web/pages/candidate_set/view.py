"""Sets of candidates as pages and programs get them: plain values, None for what there is not."""

from dataclasses import asdict, dataclass, fields

import numpy as np

from mtassay.alignment.marked_text import MarkedText, mark_differences
from mtassay.estimation.figures.with_interval import known
from mtassay.estimation.nearest.rule import Origin
from mtassay.estimation.nearest.set_difference import SetDifference
from mtassay.estimation.nearest.system_estimate import SystemEstimate
from mtassay.estimation.sampling.current_estimate import CurrentEstimate
from mtassay.estimation.sampling.headline import Headline, headline
from mtassay.estimation.sampling.plan import Plan, plan
from mtassay.estimation.sampling.run_queues import QueueState
from mtassay.human.coverage import Coverage
from mtassay.human.memory import Memory

WIDTHS = (0.5, 1.0, 2.0)
"""Half widths of intervals, in points of SSER, that are planned for."""

_ORIGINS = {Origin.JUDGED: "judged", Origin.ESTIMATED: "estimated", Origin.UNKNOWN: "new"}


@dataclass(frozen=True, kw_only=True)
class SetView:
    """The header of a set. `headline` is its SSER; `esser` that by the rule of 2000, over `scored` of its outputs.

    Shares are of its outputs, 0 to 1; `mean_distance` is in edits per source word, over what is estimated, as on
    the page of the project and in the preview of new outputs; None where nothing is. What takes long is None where it
    was not computed, and the headline also where nobody judged anything.
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
    headline: Headline | None
    esser: float | None
    scored: int
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
class CertaintyView(Headline):
    """How sure the SSER of a system is, and what it takes to be surer; `items` are all that could be judged.

    Of the systems in the memory `full_systems` were judged in full, and of `queued_systems` only a part was.
    """

    repeats: int
    new: int
    plans: list[PlanView]
    items: int
    target: str
    full_systems: int
    queued_systems: int

    @property
    def headline(self) -> Headline:
        """The headline alone."""
        return Headline(**{field.name: getattr(self, field.name) for field in fields(Headline)})


def set_view(run_id: int, estimate: SystemEstimate, certainty: CertaintyView | None) -> SetView:
    """The header of a set."""
    candidates = estimate.candidates
    judged, estimated, unknown = (int(np.count_nonzero(candidates.estimates.has(origin))) for origin in Origin)
    return SetView(
        run_id=run_id,
        system=estimate.translations.system,
        run=estimate.translations.run,
        outputs=len(estimate.translations),
        judged=judged,
        estimated=estimated,
        unknown=unknown,
        judged_share=candidates.judged_share,
        estimated_share=candidates.estimated_share,
        headline=None if certainty is None else certainty.headline,
        esser=known(candidates.esser),
        scored=candidates.known,
        mean_distance=candidates.estimated_distance if estimated else None,
        mwer=None if estimate.mwer is None else estimate.mwer.value,
    )


def covered_view(run_id: int, system: str, run: str, coverage: Coverage) -> SetView:
    """The header of a set as far as it needs no distances."""
    return SetView(
        run_id=run_id,
        system=system,
        run=run,
        outputs=coverage.size,
        judged=coverage.judged,
        estimated=coverage.estimated,
        unknown=coverage.unknown,
        judged_share=coverage.judged_share,
        estimated_share=coverage.estimated_share,
        headline=None,
        esser=None,
        scored=coverage.judged + coverage.estimated,
        mean_distance=None,
        mwer=None,
    )


def row_views(
    memory: Memory,
    estimate: SystemEstimate,
    places: list[int],
    other: SystemEstimate | None,
    beside: SetDifference | None,
) -> list[CandidateRow]:
    """Some outputs of a set, each beside what another set made of its source."""
    estimates, rates = estimate.candidates.estimates, estimate.candidates.error_rates
    rows = []
    for place in places:
        origin = Origin(int(estimates.origins[place]))
        text, nearest = estimate.translations.texts[place], estimate.nearest[place]
        source = int(estimate.translations.source[place])
        rows.append(
            CandidateRow(
                number=place + 1,
                source=memory.sources[source] if source >= 0 else "",
                text=text,
                origin=_ORIGINS[origin],
                score=known(float(estimates.scores[place])),
                distance=known(float(estimate.candidates.normalized_distances[place])),
                mwer=None if rates is None else known(float(rates[place])),
                ok_items=known(float(estimate.ok_items[place])),
                items=int(estimate.items[place]),
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


def certainty_view(current: CurrentEstimate) -> CertaintyView:
    """What is sure of a system."""
    estimate, prediction = current.estimate, current.run_prediction.prediction
    line = headline(current)
    plans = [plan(prediction, width) for width in WIDTHS] if line.suggested else []
    return CertaintyView(
        **asdict(line),
        repeats=estimate.repeats,
        new=estimate.new,
        plans=[_plan_view(plan) for plan in plans],
        items=prediction.items,
        target=estimate.target,
        full_systems=prediction.predictor.full_systems,
        queued_systems=prediction.predictor.queued_systems,
    )


def _plan_view(made: Plan) -> PlanView:
    words = None if made.words is None else round(made.words)
    return PlanView(made.wanted, made.judgments, words, made.minutes, made.without_memory, made.reason)


def queue_view(state: QueueState | None) -> QueueView | None:
    """How far a queue is."""
    if state is None:
        return None
    queue = state.queue
    asked = len(queue.asked)
    return QueueView(
        queue.drawn, queue.seed, queue.is_closed, len(queue.items), asked, state.answered, list(queue.judges)
    )
