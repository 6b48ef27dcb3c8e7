"""A campaign before it starts: what it asks whom, what it saves, how long it takes and what it will show."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from mtassay.campaigns.assignment import Seat, assign, overlapping
from mtassay.campaigns.controls.layout import CONTROLS, ControlItem, add_controls
from mtassay.campaigns.originals import original_languages, written_in
from mtassay.campaigns.power import KnownSpread, shown_difference
from mtassay.campaigns.reading_tests import DocumentQuestion, check_questions, check_readers, texts_to_read
from mtassay.campaigns.sample import Block, document_key, draw_blocks, make_blocks
from mtassay.campaigns.tasks import (
    Bundle,
    Item,
    PlannedTask,
    ordering_bundles,
    rating_bundles,
    reading_bundles,
    versions_of,
)
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, SettingError
from mtassay.human.collection import collapse
from mtassay.human.protocols.base import PROTOCOLS, Context, Protocol
from mtassay.settings import did_you_mean, parse_spec

Spreading = Literal["auto", "within", "across"]
Originals = Literal["source", "all"]
EXPERTISE = ("bilingual", "target", "professional")
"""What judges know: both languages, the target language alone, or translation as a profession."""

_FEW_SYSTEMS = 4


@dataclass(frozen=True, kw_only=True)
class Design:
    """The choices of whoever plans a campaign.

    `where` is the filter that chose the segments, as text. Where `source_language` is known, and labels say in which
    language sources were first written, `originals` says whether those of other languages are asked about too.
    """

    protocols: tuple[str, ...]
    seats: int
    context: Context = "none"
    segments: int | None = None
    longest_document: int = 10
    overlap: float = 0.2
    spreading: Spreading = "auto"
    expertise: str = "bilingual"
    reuse: bool | None = None
    """Whether what is known is asked again; None leaves it to the protocols."""
    controls: str = "none"
    """How judges are checked: `known` for people one knows, `crowd` for strangers, or as WMT does it."""
    seed: int = 0
    where: str = ""
    source_language: str = ""
    originals: Originals = "source"
    crowd: bool = False
    """Whether strangers come by one address, and take a seat each."""

    def __post_init__(self) -> None:
        if not self.protocols:
            raise SettingError("a campaign asks by one protocol or more, such as da")
        if len(set(self.protocols)) < len(self.protocols):
            raise SettingError("a protocol is named twice; name each once")
        names = [parse_spec(spec)[0] for spec in self.protocols]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise SettingError(
                f"this campaign would ask by {twice[0]} in two ways: results are told by the name of a protocol, so "
                "that the two would be mixed. Make a campaign of its own for each"
            )
        if not 1 <= self.seats <= 1000:
            raise SettingError(f"{self.seats} seats; a campaign has 1 to 1000")
        if not 0 <= self.overlap <= 1:
            raise SettingError(f"an overlap of {self.overlap:g}; it is a share of the documents, from 0 to 1")
        if self.expertise not in EXPERTISE:
            raise SettingError(
                f"judges of expertise {self.expertise!r}{did_you_mean(self.expertise, EXPERTISE)}; choose among "
                f"{', '.join(EXPERTISE)}"
            )
        if self.controls not in CONTROLS:
            near = did_you_mean(self.controls, CONTROLS)
            raise SettingError(f"there are no controls {self.controls!r}{near}; there are {', '.join(CONTROLS)}")
        if self.longest_document < 1:
            raise SettingError(f"documents of {self.longest_document} segments; ask for 1 or more")


@dataclass(frozen=True)
class LeftOut:
    """Segments that nobody is asked about, and why."""

    segments: int
    why: str

    def in_words(self) -> str:
        """What is left out, as a sentence."""
        are = "1 segment is" if self.segments == 1 else f"{self.segments:,} segments are"
        return f"{are} left out: {self.why}."


@dataclass(frozen=True, eq=False, kw_only=True)
class CampaignPlan:
    """Everything that a campaign asks, in an order in which every seat can work."""

    design: Design
    protocols: tuple[Protocol, ...]
    blocks: tuple[Block, ...]
    items: tuple[Item, ...]
    tasks: tuple[PlannedTask, ...]
    reused: tuple[frozenset[int], ...]
    """For each protocol the places of items that are known already, so that nobody is asked."""
    left_out: tuple[LeftOut, ...]
    """What of the test set is not asked about, reason by reason."""
    originals: Sequence[str] | None
    """In which language the source of each segment of the test set was first written, where labels say so."""
    controls: tuple[ControlItem, ...]
    """Texts that check judges; tasks number them behind the items."""
    questions: tuple[DocumentQuestion, ...]
    """What is asked of documents; tasks number them behind the items too, and have no controls then."""
    outputs: int
    systems: tuple[str, ...]
    spreading: Spreading
    seconds_of_seats: tuple[float, ...] = field(repr=False)
    spread: KnownSpread | None = None
    """How much answers by the first protocol differed in the project, where that is known."""

    @property
    def has_documents(self) -> bool:
        """Whether segments belong together."""
        return any(len(block.segments) > 1 for block in self.blocks)

    @property
    def segments(self) -> int:
        """How many segments are asked about."""
        return sum(len(block.segments) for block in self.blocks)

    @property
    def saved_by_equality(self) -> int:
        """How many outputs need no answer of their own, because another system wrote the same."""
        return self.outputs - len(self.items)

    @property
    def saved_by_reuse(self) -> int:
        """How many items need no answer, because one is known already."""
        return sum(map(len, self.reused))

    @property
    def answers(self) -> int:
        """How many answers are asked for: each text of a document has one."""
        return sum(self.wanted(planned) * len(planned.seats) for planned in self.tasks)

    @property
    def shared_answers(self) -> int:
        """How many of them are asked for a second time, to compare judges."""
        return sum(self.wanted(planned) * (len(planned.seats) - 1) for planned in self.tasks)

    @property
    def control_answers(self) -> int:
        """How many of them check judges: repeats, outputs that were made worse, references as outputs."""
        return sum(self.wanted(planned) * len(planned.seats) for planned in self.tasks if planned.is_control)

    @property
    def idle_seats(self) -> int:
        """How many seats have nothing to do, because there are too many of them."""
        return sum(seconds == 0 for seconds in self.seconds_of_seats)

    def wanted(self, planned: PlannedTask) -> int:
        """How many answers a task takes."""
        return _wanted(planned, self.protocols)

    @property
    def smallest_difference(self) -> float | None:
        """The difference by the first protocol that will show; None where it gives no score or none can show."""
        first = [planned for planned in self.tasks if planned.protocol == 0 and not planned.is_control]
        judges = len({seat for planned in first for seat in planned.seats})
        once = sum(self.wanted(planned) for planned in first)
        return shown_difference(
            self.protocols[0],
            systems=len(self.systems),
            judges=judges,
            segments=self.segments,
            answers=sum(self.wanted(planned) * len(planned.seats) for planned in first) / max(once, 1),
            known=None if self.spread is None else self.spread.spread,
        )


def plan_campaign(
    evalset: EvalSet,
    design: Design,
    *,
    segments: Sequence[int] | None = None,
    strata: Sequence[str] | None = None,
    known: Mapping[str, Collection[tuple[str, str, str]]] | None = None,
    spreads: Mapping[str, KnownSpread] | None = None,
    questions: Sequence[DocumentQuestion] = (),
) -> CampaignPlan:
    """Plan a campaign on the outputs of a test set, or of some of its segments.

    `strata` names the domain, or the like, of each segment: a sample has its share of each. `known` has, for protocols
    that take over what is known, by name, the sources, references and outputs that need no answer: without needless
    blanks, and without a reference where the protocol shows none. `spreads` say by protocols how much answers differ.
    `questions` are those on documents, for protocols that ask some.
    """
    # whoever knows what is meant reads over what is said badly: outputs are read alone first
    made = (PROTOCOLS.create(spec) for spec in design.protocols)
    protocols = tuple(sorted(made, key=lambda protocol: protocol.shows_source or protocol.shows_reference))
    design = _in_its_context(design, protocols)
    evalset = texts_to_read(evalset, protocols)
    _check_texts(evalset, design, protocols)
    check_questions(evalset, protocols, questions, design.controls)
    reusing = {protocol.name for protocol in reusing_protocols(design)}
    chosen, left_out = _chosen_segments(evalset, design, segments, questions)
    documents = evalset.labels.get("document")
    longest = len(evalset) if questions else design.longest_document  # questions are on the whole of a document
    blocks = draw_blocks(make_blocks(documents, chosen, strata), design.seed, design.segments, longest)
    drawn = sum(len(block.segments) for block in blocks)
    if drawn < len(chosen):
        left_out.append(LeftOut(len(chosen) - drawn, f"not in the sample of {design.segments:,} segments"))
    texts = list(evalset.systems.values())
    within = _is_within(design, protocols, len(texts))
    seats = [Seat(number) for number in range(1, design.seats + 1)]
    twice = overlapping([block.key for block in blocks], design.overlap, design.seed)
    items: list[Item] = []
    versions: dict[str, list[tuple[int, list[tuple[int, Item]]]]] = {}
    for block in blocks:
        for system, own in versions_of(texts, block, design.context, design.seed):
            numbered = list(enumerate(own, len(items)))
            items += own
            versions.setdefault(block.key, []).append((system, numbered))
    asked = _asked_of(blocks, questions)
    if questions:
        check_readers(blocks, [len(versions[block.key]) for block in blocks], twice, design.seats)
    numbers = _numbers_of(asked, len(items))
    tasks: list[PlannedTask] = []
    reused: list[frozenset[int]] = []
    for place, protocol in enumerate(protocols):
        known_texts = (known or {}).get(protocol.name, ()) if protocol.name in reusing else ()
        skipped = _known_items(evalset, items, protocol, known_texts)
        reused.append(skipped)
        bundles = [
            bundle
            for block in blocks
            for bundle in (
                reading_bundles(versions[block.key], block, numbers[block.key])
                if protocol.asks_questions
                else _bundles(protocol, design, block, versions[block.key], skipped, within=within)
            )
        ]
        for seat in seats:
            seat.items.clear()  # by another protocol the same texts may be asked again
        holders: dict[int, tuple[Bundle, list[int]]] = {}
        for bundle, seat in assign(bundles, seats, design.seed, twice):
            holders.setdefault(id(bundle), (bundle, []))[1].append(seat.number)
        tasks += [
            PlannedTask(place, task, tuple(numbers)) for bundle, numbers in holders.values() for task in bundle.tasks
        ]
    tasks, controls = add_controls(tasks, items, evalset, protocols, CONTROLS[design.controls], design.seed)
    return CampaignPlan(
        design=design,
        protocols=protocols,
        blocks=tuple(blocks),
        items=tuple(items),
        tasks=tuple(tasks),
        reused=tuple(reused),
        left_out=tuple(left_out),
        originals=original_languages(evalset),
        controls=tuple(controls),
        questions=tuple(question for own in asked.values() for question in own),
        outputs=sum(len(block.segments) for block in blocks) * len(texts),
        systems=tuple(evalset.systems),
        spreading="within" if within else "across",
        seconds_of_seats=_seconds(tasks, protocols, design.seats),
        spread=(spreads or {}).get(protocols[0].name),
    )


def _chosen_segments(
    evalset: EvalSet, design: Design, segments: Sequence[int] | None, questions: Sequence[DocumentQuestion]
) -> tuple[Sequence[int], list[LeftOut]]:
    chosen: Sequence[int] = range(len(evalset)) if segments is None else segments
    left_out = []
    if len(chosen) < len(evalset):
        why = f"not meant by the filter {design.where}" if design.where else "not chosen"
        left_out.append(LeftOut(len(evalset) - len(chosen), why))
    originals, language = original_languages(evalset), design.source_language
    if originals is not None and language and design.originals == "source":
        kept = written_in(originals, language, chosen)
        if len(kept) < len(chosen):
            others = sorted(
                {originals[segment].strip() for segment in chosen} - {originals[place].strip() for place in kept}
            )
            why = f"first written in another language than {language} ({', '.join(others)})"
            left_out.append(LeftOut(len(chosen) - len(kept), why))
        chosen = kept
    if questions:
        documents, about = evalset.labels["document"], {question.document for question in questions}
        kept = [segment for segment in chosen if documents[segment] in about]
        if len(kept) < len(chosen):
            left_out.append(LeftOut(len(chosen) - len(kept), "nobody asks a question about their documents"))
        chosen = kept
    if not chosen:
        reasons = " ".join(left.in_words() for left in left_out)
        raise InputError(f"no segment is left to ask about; choose more of them. {reasons}".strip())
    return chosen, left_out


def _bundles(
    protocol: Protocol,
    design: Design,
    block: Block,
    versions: Sequence[tuple[int, Sequence[tuple[int, Item]]]],
    skipped: frozenset[int],
    *,
    within: bool,
) -> list[Bundle]:
    if protocol.outputs[1] > 1:
        items = [each for _, own in versions for each in own]
        return ordering_bundles(items, block, protocol.outputs[1], design.seed, within=within)
    left = [(system, [each for each in own if each[0] not in skipped]) for system, own in versions]
    return rating_bundles([version for version in left if version[1]], block, design.context, within=within)


def _is_within(design: Design, protocols: Sequence[Protocol], systems: int) -> bool:
    if any(protocol.asks_questions for protocol in protocols):
        if design.spreading == "within":
            raise SettingError(
                "who has read a document knows the answers, so that nobody can read it in several versions; spread "
                "them across judges"
            )
        return False
    if design.spreading == "within":
        return True
    is_compared = all(protocol.outputs[1] > 1 for protocol in protocols)
    if design.spreading == "across":
        if systems == 2 and design.seats > 1 and not is_compared:
            raise SettingError(
                "two systems cannot be spread across judges: nobody could tell a strict judge from a bad system. "
                "Let each judge see both (within)"
            )
        return False
    return systems < _FEW_SYSTEMS or any(protocol.is_asked_within for protocol in protocols)


def reusing_protocols(design: Design) -> tuple[Protocol, ...]:
    """The protocols of a design that take over what is known."""
    if design.reuse is False or design.context != "none":
        return ()
    wanted = ("by default", "on request") if design.reuse else ("by default",)
    return tuple(protocol for protocol in map(PROTOCOLS.create, design.protocols) if protocol.reuse in wanted)


def known_text(evalset: EvalSet, item: Item, protocol: Protocol) -> tuple[str, str, str]:
    """The source, the reference if it is shown, and the output of an item: what is known is looked for by them."""
    sources, references = evalset.sources, evalset.references
    return (
        "" if sources is None else collapse(sources[item.segment]),
        collapse(references[item.segment][0]) if protocol.shows_reference and references is not None else "",
        item.text,
    )


def _known_items(
    evalset: EvalSet, items: Sequence[Item], protocol: Protocol, known: Collection[tuple[str, str, str]]
) -> frozenset[int]:
    if not known:
        return frozenset()
    return frozenset(number for number, item in enumerate(items) if known_text(evalset, item, protocol) in known)


def _check_texts(evalset: EvalSet, design: Design, protocols: Sequence[Protocol]) -> None:
    if not evalset.systems:
        raise InputError("there are no outputs to ask about; add a system")
    if design.reuse and not reusing_protocols(design):
        names = ", ".join(protocol.name for protocol in protocols)
        why = f"the context {design.context!r} is part of what is judged"
        if design.context == "none":
            why = f"{names} asks about several outputs at once"
        raise SettingError(f"known answers cannot be reused: {why}. Ask for all of them anew")
    for protocol in protocols:
        if design.context not in protocol.contexts:
            raise SettingError(
                f"{protocol.name} cannot show the context {design.context!r}; it knows {', '.join(protocol.contexts)}"
            )
        if len(evalset.systems) < protocol.outputs[0]:
            raise InputError(f"{protocol.name} compares {protocol.outputs[0]} systems or more; add another one")
        if protocol.shows_source and evalset.sources is None:
            raise InputError(
                f"{protocol.name} shows the source, which is missing; give it, or choose against=reference"
            )
        if protocol.shows_reference and evalset.references is None:
            raise InputError(f"{protocol.name} shows a reference, which is missing; give it, or choose against=source")
        if protocol.shows_source and design.expertise == "target":
            raise SettingError(
                f"{protocol.name} shows the source to judges who know the target language alone; choose "
                "against=reference, fluency, or judges who read both languages"
            )
    if design.context != "none" and "document" not in evalset.labels:
        what = "outputs are to be shown in" if design.context == "document" else "what stands before outputs is told by"
        raise InputError(f"{what} their documents, which nobody has named; give a label 'document'")


def _wanted(planned: PlannedTask, protocols: Sequence[Protocol]) -> int:
    return len(planned.task.items) if protocols[planned.protocol].answers_each_item else 1


def _in_its_context(design: Design, protocols: Sequence[Protocol]) -> Design:
    """Where a protocol knows one context alone, nobody needs to name it."""
    if design.context == "none" and all(protocol.contexts == ("document",) for protocol in protocols):
        return replace(design, context="document")
    return design


def _asked_of(blocks: Sequence[Block], questions: Sequence[DocumentQuestion]) -> dict[str, list[DocumentQuestion]]:
    asked: dict[str, list[DocumentQuestion]] = {block.key: [] for block in blocks}
    for question in questions:
        if (own := asked.get(document_key(question.document))) is not None:
            own.append(question)
    return asked


def _numbers_of(asked: Mapping[str, Sequence[DocumentQuestion]], first: int) -> dict[str, range]:
    numbers: dict[str, range] = {}
    for key, own in asked.items():
        numbers[key] = range(first, first + len(own))
        first += len(own)
    return numbers


def _seconds(tasks: Sequence[PlannedTask], protocols: Sequence[Protocol], seats: int) -> tuple[float, ...]:
    seconds = [0.0] * seats
    for planned in tasks:
        for seat in planned.seats:
            seconds[seat - 1] += _wanted(planned, protocols) * protocols[planned.protocol].seconds
    return tuple(seconds)
