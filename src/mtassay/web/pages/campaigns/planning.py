"""What a draft of a campaign would ask: its plan, what that costs and shows, and tasks as a judge sees them."""

from dataclasses import dataclass
from string import ascii_uppercase
from typing import TYPE_CHECKING, cast, get_args

from mtassay.analyses.filters.segment_filter import SegmentFilter
from mtassay.analyses.given_segments import given_segments
from mtassay.campaigns.crowd_seats import plan_crowd
from mtassay.campaigns.known_before import known_before, on_scale
from mtassay.campaigns.known_spread import known_spreads
from mtassay.campaigns.plan import CampaignPlan, Design, Originals, plan_campaign
from mtassay.campaigns.power import shown_difference
from mtassay.campaigns.reading_tests import pasted_questions, texts_to_read
from mtassay.campaigns.surroundings import Surroundings
from mtassay.campaigns.tasks import Item
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, SettingError
from mtassay.human.protocols.against import Against
from mtassay.human.protocols.base import PROTOCOLS, Body, Context, Protocol, legend
from mtassay.human.scales import Scale
from mtassay.settings import did_you_mean, format_spec
from mtassay.store.campaigns.known_answers import KnownAnswers
from mtassay.store.campaigns.seat_work import answers_on_items
from mtassay.store.contents.projects import Project
from mtassay.web.pages.campaigns.draft import REUSE, CampaignDraft
from mtassay.web.score_buttons import ScoreButton, score_buttons
from mtassay.web.words.catalogue import words_of

if TYPE_CHECKING:
    import sqlalchemy as sa

MOST_ANSWERS = 2000
"""Of a campaign that says how much answers differ: of more it takes seconds, at every choice."""

MOST_OUTPUTS = 100_000
"""So many are planned while somebody waits."""

EXPERTISE = {
    "bilingual": "both languages",
    "target": "the target language alone",
    "professional": "both, as translators by profession",
}
"""What judges know."""

CHECKS = {
    "none": "not at all",
    "known": "people you know: up to 10 outputs made worse at a seat, 5 % asked again",
    "crowd": "strangers: 10 % made worse, 10 % asked again, 10 % references as outputs",
    "wmt-da": "as WMT did for direct assessment: 30 of 100 are controls",
    "wmt-esa": "as WMT does for error spans: 12 of 100 are made worse",
}
"""How judges are checked."""

COMES = {"links": "each by a link of their own", "crowd": "strangers, all by one address"}
"""How judges come in."""

_JUDGES = (3, 5, 8, 12, 20)


@dataclass(frozen=True, kw_only=True)
class OfferedProtocol:
    """A protocol to choose: which question it answers, what judges do, and the seconds that an answer takes."""

    name: str
    group: str
    title: str
    what: str
    seconds: float
    contexts: list[str]
    has_choice: bool
    asks_questions: bool


@dataclass(frozen=True)
class SumLine:
    """A line of the sum: `sign` is + or −, or empty for what the others are counted from."""

    words: str
    sign: str
    number: int


@dataclass(frozen=True)
class PowerPoint:
    """The smallest difference that so many judges show."""

    judges: int
    smallest: float
    is_chosen: bool


@dataclass(frozen=True, kw_only=True)
class PlanSum:
    """What a campaign asks, how long it takes and what it shows.

    `smallest` is in points of the first protocol, None where it gives none or none can show. `idle_seats` are those
    that nothing is left for.
    """

    lines: list[SumLine]
    answers: int
    seats: int
    idle_seats: int
    answers_each: int
    minutes_each: float
    seconds: float
    systems: int
    segments: int
    documents: int
    smallest: float | None
    scale: float | None
    twice_the_judges: float | None
    twice_the_segments: float | None
    powers: list[PowerPoint]
    spread: str
    left_out: list[str]
    spread_of: str
    """The campaign of the project that says how much answers differ; empty where none does."""


@dataclass(frozen=True)
class PreviewText:
    """A segment that stands before a text; its source and reference are empty where they are not shown."""

    source: str
    reference: str


@dataclass(frozen=True, kw_only=True)
class PreviewItem:
    """A text that is asked about, and what stands before it; source and reference are empty where nobody sees them."""

    place: int
    source: str
    reference: str
    text: str
    before: list[PreviewText]

    @property
    def item(self) -> int:
        """What stands for its number, as at a seat."""
        return self.place

    @property
    def letter(self) -> str:
        """What it is called beside others."""
        return ascii_uppercase[(self.place - 1) % 26]


@dataclass(frozen=True)
class PreviewQuestion:
    """A question on a document, as a seat has it."""

    number: int
    text: str
    choices: tuple[str, ...]

    @property
    def id(self) -> int:
        """What stands for its number."""
        return self.number

    @property
    def answer(self) -> None:
        """The answer that nobody gave."""


@dataclass(frozen=True, kw_only=True)
class PreviewTask:
    """A task of the first seat, blind as the judge sees it: the templates of seats draw it, with no answer yet."""

    spec: str
    title: str
    is_document: bool
    keys: list[str]
    texts: list[PreviewItem]
    scores: list[ScoreButton]
    questions: list[PreviewQuestion]

    @property
    def protocol(self) -> Protocol:
        """What it asks by."""
        return PROTOCOLS.create(self.spec)

    @property
    def current(self) -> PreviewItem:
        """The text that is asked about, or the first of several."""
        return self.texts[0]

    @property
    def before(self) -> list[tuple[str, str]]:
        """What stands before it."""
        return [(text.source, text.reference) for text in self.current.before]

    @property
    def is_read(self) -> bool:
        """Whether a document is out of sight."""
        return False

    @property
    def information_items(self) -> list[str]:
        """What sources are cut into, which is known once the campaign is made."""
        return []

    @property
    def body(self) -> Body:
        """The answer that nobody gave."""
        return {}


def offered_protocols() -> list[OfferedProtocol]:
    """All that campaigns ask by, those of one question together."""
    offered = []
    for name in PROTOCOLS:
        protocol = PROTOCOLS.create(name)
        offered.append(
            OfferedProtocol(
                name=name,
                group=_group(protocol),
                title=protocol.title,
                what=(type(protocol).__doc__ or "").partition("\n")[0],
                seconds=protocol.seconds,
                contexts=list(protocol.contexts),
                has_choice=isinstance(protocol, Against),
                asks_questions=protocol.asks_questions,
            )
        )
    return sorted(offered, key=lambda protocol: (_GROUPS.index(protocol.group), protocol.seconds))


_GROUPS = ("How good is it?", "Which is better?", "How much work is left?", "Do readers understand it?")


def _group(protocol: Protocol) -> str:
    if protocol.asks_questions:
        return _GROUPS[3]
    if protocol.name == "postedit":
        return _GROUPS[2]
    return _GROUPS[1] if protocol.outputs[1] > 1 else _GROUPS[0]


def chosen_protocols(draft: CampaignDraft) -> tuple[str, ...]:
    """The specs of the protocols, the one that is asked first first; refused where campaigns do not ask so."""
    names = [name for name in dict.fromkeys((draft.protocol, draft.second)) if name]
    for name in names:
        if name not in PROTOCOLS:
            near = did_you_mean(name, PROTOCOLS)
            raise SettingError(f"campaigns do not ask by {name!r}{near}; choose among {', '.join(PROTOCOLS)}")
    against = {"against": draft.against}
    return tuple(format_spec(name, against) if issubclass(PROTOCOLS[name], Against) else name for name in names)


def needs_references(draft: CampaignDraft) -> bool:
    """Whether judges are shown references."""
    return any(PROTOCOLS.create(spec).shows_reference for spec in chosen_protocols(draft))


def plan_draft(
    connection: "sa.Connection", project: Project, draft: CampaignDraft, evalset: EvalSet
) -> tuple[CampaignPlan, KnownAnswers]:
    """The plan, and what is known already; an error says what cannot be asked so."""
    if evalset.sources is None:
        raise InputError("no text is the source, by which a project keeps outputs; choose which is, or add the file")
    outputs = len(evalset) * len(evalset.systems)
    if outputs > MOST_OUTPUTS:
        raise InputError(
            f"{outputs:,} outputs, and up to {MOST_OUTPUTS:,} are planned here; bring fewer, or use the command line"
        )
    if not 0 <= draft.overlap <= 100:
        raise SettingError(f"second opinions on {draft.overlap:g} % of the documents; choose from 0 to 100 %")
    if draft.reuse not in REUSE:
        raise SettingError(f"known answers: {draft.reuse!r}; choose among {', '.join(filter(None, REUSE))}")
    if draft.expertise not in EXPERTISE:
        raise SettingError(f"judges cannot know {draft.expertise!r}; choose among {', '.join(EXPERTISE)}")
    if draft.come not in COMES:
        raise SettingError(f"judges cannot come by {draft.come!r}; choose among {', '.join(COMES)}")
    names = draft.judge_names
    if len(set(names)) < len(names):
        raise InputError("two judges have the same name; give each a name of their own")
    if draft.originals not in get_args(Originals):
        raise SettingError(f"originals cannot be {draft.originals!r}; choose among {', '.join(get_args(Originals))}")
    where = SegmentFilter.parse(draft.where)
    design = Design(
        protocols=chosen_protocols(draft),
        seats=draft.seat_count,
        context=cast("Context", draft.context),
        segments=draft.segments,
        longest_document=draft.longest,
        overlap=draft.overlap / 100,
        expertise=draft.expertise,
        where=str(where),
        source_language=project.source_language,
        originals=cast("Originals", draft.originals),
        reuse=REUSE[draft.reuse],
        controls=draft.controls,
        crowd=draft.is_crowd,
    )
    design = on_scale(project.scale, design)
    known = known_before(connection, project, design)
    segments = None if where.is_everything else given_segments(evalset, where)
    spreads = known_spreads(connection, project, design, MOST_ANSWERS)
    asks = any(PROTOCOLS.create(spec).asks_questions for spec in design.protocols)
    questions = pasted_questions(draft.questions) if asks else ()  # those of another choice wait in the draft

    def planned(design: Design) -> CampaignPlan:
        return plan_campaign(
            evalset, design, segments=segments, known=known.of_protocol, spreads=spreads, questions=questions
        )

    return plan_crowd(design, planned) if draft.is_crowd and draft.seats is None else planned(design), known


def sum_of(plan: CampaignPlan) -> PlanSum:
    """What a plan asks and shows, line by line."""
    design, items = plan.design, len(plan.items)
    answers = plan.answers
    once = answers - plan.shared_answers - plan.control_answers
    lines = [SumLine(f"Outputs: {plan.segments:,} segments, {len(plan.systems)} systems", "", plan.outputs)]
    if plan.saved_by_equality:
        lines.append(SumLine("Saved: equal outputs, judged once", "−", plan.saved_by_equality))
    wanted = once + plan.saved_by_reuse
    if wanted != items:
        words = (
            ("Read as whole documents" if plan.questions else "Asked several at a time")
            if wanted < items
            else f"Asked by {len(plan.protocols)} protocols"
        )
        lines.append(SumLine(words, "−" if wanted < items else "+", abs(wanted - items)))
    if plan.saved_by_reuse:
        lines.append(SumLine("Saved: known answers, reused", "−", plan.saved_by_reuse))
    lines.append(SumLine(f"Second opinions, {100 * design.overlap:.0f} % of the documents", "+", plan.shared_answers))
    if plan.control_answers:
        lines.append(SumLine("Controls: made worse, asked again, references", "+", plan.control_answers))
    seconds = sum(plan.seconds_of_seats)
    return PlanSum(
        lines=lines,
        answers=answers,
        seats=design.seats,
        idle_seats=plan.idle_seats,
        answers_each=round(answers / design.seats),
        minutes_each=max(plan.seconds_of_seats) / 60,
        seconds=seconds / answers if answers else 0.0,
        systems=len(plan.systems),
        segments=plan.segments,
        documents=len(plan.blocks) if plan.has_documents else 0,
        smallest=plan.smallest_difference,
        scale=plan.protocols[0].width,
        twice_the_judges=_smallest(plan, judges=2 * design.seats),
        twice_the_segments=_smallest(plan, segments=2 * plan.segments),
        powers=_powers(plan),
        spread=plan.spreading,
        left_out=[left.in_words() for left in plan.left_out],
        spread_of="" if plan.spread is None else plan.spread.campaign,
    )


def _powers(plan: CampaignPlan) -> list[PowerPoint]:
    own = plan.design.seats
    known = [(judges, _smallest(plan, judges=judges)) for judges in sorted({*_JUDGES, own})]
    return [PowerPoint(judges, smallest, judges == own) for judges, smallest in known if smallest is not None]


def _smallest(plan: CampaignPlan, *, judges: int | None = None, segments: int | None = None) -> float | None:
    return shown_difference(
        plan.protocols[0],
        systems=len(plan.systems),
        judges=judges or plan.design.seats,
        segments=segments or plan.segments,
        answers=1 + plan.design.overlap,
        known=None if plan.spread is None else plan.spread.spread,
    )


def preview_of(plan: CampaignPlan, evalset: EvalSet, scale: Scale) -> list[PreviewTask]:
    """The first task of each protocol at the first seat that has one."""
    first = {planned.protocol: planned for planned in reversed(plan.tasks)}
    evalset = texts_to_read(evalset, plan.protocols)
    asked = dict(enumerate(plan.questions, len(plan.items)))
    words = words_of("en")
    return [
        PreviewTask(
            spec=protocol.spec,
            title=protocol.title,
            is_document=answers_on_items(protocol) and len(first[place].task.items) > 1,
            keys=[
                f"{' '.join(entry.shown)} {words.known(f'key.{entry.action}', entry.words)}"
                for entry in legend(protocol.keys)
            ],
            texts=[
                _preview_item(protocol, plan, evalset, plan.items[item], number)
                for number, item in enumerate(first[place].task.items, 1)
                if item not in asked
            ],
            questions=[
                PreviewQuestion(asked[item].place, asked[item].asked, asked[item].known.choices)
                for item in first[place].task.items
                if item in asked
            ],
            scores=score_buttons(scale) if protocol.is_of_memory else [],
        )
        for place, protocol in enumerate(plan.protocols)
        if place in first
    ]


def _preview_item(protocol: Protocol, plan: CampaignPlan, evalset: EvalSet, item: Item, place: int) -> PreviewItem:
    shown = _shown_at(protocol, evalset, item.segment)
    before: list[PreviewText] = []
    if plan.design.context == "before":
        before = [
            PreviewText(source if protocol.shows_source else "", reference if protocol.shows_reference else "")
            for source, reference in Surroundings(evalset).before(item.segment)
        ]
    return PreviewItem(place=place, source=shown.source, reference=shown.reference, text=item.text, before=before)


def _shown_at(protocol: Protocol, evalset: EvalSet, segment: int) -> PreviewText:
    sources, references = evalset.sources, evalset.references
    return PreviewText(
        sources[segment] if protocol.shows_source and sources is not None else "",
        references[segment][0] if protocol.shows_reference and references is not None else "",
    )
