"""What the pages of a seat show: a question with all that its judge may see, and how far the judge is."""

import math
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import TYPE_CHECKING

from mtassay.human.answer_keys import CLASS_KEYS
from mtassay.human.item_classes import CLASSES
from mtassay.human.protocols.base import COMMON_KEYS, Body, Key, Protocol, legend
from mtassay.human.scales import Scale
from mtassay.store.campaigns.seat_work import SeatTask, ShownItem, ShownTask, answers_on_items, show_task
from mtassay.store.campaigns.training_answers import TrainingAnswer, last_training_answer
from mtassay.store.contents.projects import project_of
from mtassay.web.pages.seat.answer_words import say_answer
from mtassay.web.pages.seat.context import AtSeat, Question, open_cards
from mtassay.web.rendering import TEMPLATES
from mtassay.web.score_buttons import ScoreButton, score_buttons
from mtassay.web.words.catalogue import Words, words_of

if TYPE_CHECKING:
    import sqlalchemy as sa

MOST_BOXES = 120
_SHOWN_START = 80
_PARTS = 60
_EVENT_KEYS = {"←": "ArrowLeft", "→": "ArrowRight", "↑": "ArrowUp", "↓": "ArrowDown"}
"""Keys as browsers call them."""


@dataclass(frozen=True)
class ShownKeys:
    """Keys of one action, and what they do."""

    keys: tuple[str, ...]
    words: str


@dataclass(frozen=True, kw_only=True)
class ShownText:
    """A text of a task: an output beside others, which its letter names, or a card of a document.

    `number` is that of the question which asks about it, `item` its own; both are blind.
    """

    number: int
    item: int
    place: int
    letter: str
    text: str
    source: str
    reference: str
    is_current: bool
    is_answered: bool
    said: str
    is_cannot: bool


@dataclass(frozen=True)
class ShownItemClass:
    """What can become of an information item: its name in forms, its key, and its words."""

    name: str
    key: str
    words: str


@dataclass(frozen=True)
class ShownInformationItem:
    """A part of the source, by a blind number, and what the judge has said of it so far."""

    id: int
    number: int
    text: str
    verdict: str


@dataclass(frozen=True)
class ShownQuestion:
    """A question on a document, by a blind number, and the answer so far; None where there is none yet."""

    id: int
    number: int
    text: str
    choices: tuple[str, ...]
    answer: str | None


@dataclass(frozen=True, kw_only=True)
class ShownTaskOfSeat:
    """A question as it is shown; `part` is the template of the protocol, `body` what was chosen, by blind numbers."""

    number: int
    place: str
    protocol: Protocol
    part: str
    texts: list[ShownText]
    card: int
    is_document: bool
    before: list[tuple[str, str]]
    scores: list[ScoreButton]
    information_items: list[ShownInformationItem]
    item_classes: list[ShownItemClass]
    body: Body
    cannot: str
    comment: str
    seconds: float
    version: int
    token: str
    is_answered: bool
    open_cards: list[int]
    open_words: str
    next_place: int
    keys: list[ShownKeys]
    feedback: str
    """What is said of the answer before, where that was training."""
    questions: list[ShownQuestion]
    is_read: bool
    """Whether the document was read, so that it is not shown again."""

    @property
    def current(self) -> ShownText:
        """The text that is asked about, or the first of several."""
        return self.texts[max(self.card - 1, 0)]

    @property
    def is_last(self) -> bool:
        """Whether nothing but this card is open in its document."""
        return self.is_document and self.open_cards in ([], [self.card])


@dataclass(frozen=True)
class SeatBox:
    """A task in the bar of progress, or several where there are many: the numbers of their questions."""

    label: str
    state: str
    target: int
    is_current: bool
    targets: list[int]
    open: list[int]


def show_question(
    connection: "sa.Connection", at: AtSeat, tasks: Sequence[SeatTask], question: Question
) -> ShownTaskOfSeat:
    """A question with all that its judge may see."""
    task = show_task(connection, at.seat, question.task.task)
    is_by_item = answers_on_items(task.protocol)
    own = task.items[max(question.card - 1, 0)]
    left = open_cards(connection, at, question.task) if question.task.wanted > 1 else []
    body = at.blind(own.body, task)
    number = _number(tasks, question.task)
    following = next((later for later, other in enumerate(tasks, 1) if later > number and not other.is_done), 0)
    texts = [item for item in task.items if item.question is None]
    is_read = task.protocol.was_read(body)
    return ShownTaskOfSeat(
        number=question.number,
        place=_place(at.words, tasks, question),
        protocol=task.protocol,
        part=part_of(task.protocol),
        texts=[
            _text(at, task, question, place, replace(item, text="") if is_read else item)
            for place, item in enumerate(texts, 1)
        ],
        card=question.card,
        is_document=is_by_item and len(texts) > 1,
        before=list(own.before),
        scores=seat_scores(project_of(connection, at.seat.campaign.project).scale, task.protocol, at.words),
        information_items=_information_items(at, own, body),
        item_classes=item_classes(at.words),
        body=body,
        cannot=str(own.body.get("cannot", "")),
        comment=own.comment,
        seconds=own.seconds,
        version=at.answers.show(own.answer),
        token=secrets.token_hex(16),
        is_answered=own.answer > 0,
        open_cards=left,
        open_words=at.words("continue.open", n=len(left), cards=_listed(left, at.words)) if left else "",
        next_place=following,
        keys=keys_of(task.protocol, at.words, len(task.items), classes=bool(own.information_items)),
        feedback=_feedback(at.words, last_training_answer(connection, at.seat)),
        questions=_questions(at, task, body),
        is_read=is_read,
    )


def seat_scores(scale: Scale, protocol: Protocol, words: Words) -> list[ScoreButton]:
    """The buttons of a protocol on the scale of the project; anchors of ours are said in the language of the page."""
    if not protocol.is_of_memory:
        return []
    buttons = []
    for button in score_buttons(scale):
        key = f"{protocol.name}.anchor.{button.value:g}"
        is_ours = words_of("en").known(key, "") == button.anchor
        buttons.append(replace(button, anchor=words.known(key, button.anchor) if is_ours else button.anchor))
    return buttons


def item_classes(words: Words) -> list[ShownItemClass]:
    """All classes of information items."""
    return [ShownItemClass(each.name, each.key, words(f"sser.class.{each.name}")) for each in CLASSES]


def _information_items(at: AtSeat, item: ShownItem, body: Body) -> list[ShownInformationItem]:
    verdicts = body.get("verdicts", {})
    shown = []
    for number, part in enumerate(item.information_items, 1):
        blind = at.information_items.show(part.id)
        shown.append(ShownInformationItem(blind, number, part.text, verdicts.get(str(blind), "")))
    return shown


def _questions(at: AtSeat, task: ShownTask, body: Body) -> list[ShownQuestion]:
    asked = [(at.items.show(item.id), item) for item in task.items if item.question is not None]
    answers = body.get("answers", {})
    return [
        ShownQuestion(blind, number, item.text, item.question.choices if item.question else (), answers.get(str(blind)))
        for number, (blind, item) in enumerate(asked, 1)
    ]


def _feedback(words: Words, answer: TrainingAnswer | None) -> str:
    if answer is None:
        return ""
    start = answer.text if len(answer.text) <= _SHOWN_START else f"{answer.text[:_SHOWN_START].rstrip()} …"
    given = words("card.cannot") if answer.value is None else f"{answer.value:g}"
    in_range = answer.value is not None and answer.low <= answer.value <= answer.high
    key = "training.right" if in_range else "training.wrong"
    said = words(key, text=start, given=given, low=f"{answer.low:g}", high=f"{answer.high:g}")
    if answer.unmarked:
        said += " " + words("training.unmarked", errors=", ".join(answer.unmarked))
    return f"{said} {answer.note}".strip()


def part_of(protocol: Protocol) -> str:
    """The template part and the module of a protocol; ratings on a short scale share one."""
    return protocol.name if (TEMPLATES / "seat" / "protocols" / f"{protocol.name}.html").exists() else "rating"


def keys_of(protocol: Protocol, words: Words, outputs: int, *, classes: bool = True) -> list[ShownKeys]:
    """The keys that answer, with what they choose; of several outputs none has a rank below the last.

    Without `classes` there are none of information items.
    """
    is_ranked = protocol.outputs[1] > 2
    keys = [
        key
        for key in protocol.keys
        if not (is_ranked and key.key.isdecimal() and int(key.key) > outputs)
        and (classes or not protocol.is_of_memory or key.key not in CLASS_KEYS)
    ]
    # in a text people know how to move; where there is no room for all keys, those that mark are needed first
    first, then = (keys, protocol.moving_keys) if protocol.marked_sides else (protocol.moving_keys, keys)
    return _shown_keys((*first, *then), words)


def common_keys(words: Words) -> list[ShownKeys]:
    """The keys of all protocols."""
    return _shown_keys(COMMON_KEYS, words)


def answer_keys(protocols: Iterable[Protocol]) -> str:
    """All keys that answer, as browsers call them: pressed while the next question is on its way they are for it."""
    keys = {key.key for protocol in protocols for key in (*protocol.moving_keys, *protocol.keys)}
    return " ".join(sorted(_EVENT_KEYS.get(key, key) for key in keys))


def progress_boxes(
    connection: "sa.Connection", at: AtSeat, tasks: Sequence[SeatTask], current: Question | None
) -> list[SeatBox]:
    """One for each task, or for each of equal parts where there are more than can be seen."""
    place = 0 if current is None else current.task.place
    if len(tasks) <= MOST_BOXES:
        return [
            _box(connection, at, task, number, is_current=task.place == place) for number, task in enumerate(tasks, 1)
        ]
    size = -(-len(tasks) // _PARTS)
    return [
        _box_of_several(at.words, tasks[start : start + size], start + 1, place) for start in range(0, len(tasks), size)
    ]


def seconds_of(tasks: Iterable[SeatTask], protocols: Sequence[Protocol]) -> float:
    """How long what is open takes, roughly, by the usual pace of the protocols."""
    return sum((task.wanted - task.answered) * protocols[task.protocol].seconds for task in tasks)


def write_time(seconds: float, words: Words) -> str:
    """A duration in words."""
    minutes = math.ceil(seconds / 60)
    if seconds < 60:
        return words("time.less")
    if minutes < 90:
        return words("time.minutes", n=minutes)
    return words("time.hours", hours=minutes // 60, minutes=minutes % 60)


def _text(at: AtSeat, task: ShownTask, question: Question, place: int, item: ShownItem) -> ShownText:
    is_by_item = answers_on_items(task.protocol)
    is_said = is_by_item and item.answer > 0 and not item.is_draft
    return ShownText(
        number=Question(question.task, place if question.card else 0).number,
        item=at.items.show(item.id),
        place=place,
        letter=ascii_uppercase[(place - 1) % 26],
        text=item.text,
        source=item.source,
        reference=item.reference,
        is_current=not is_by_item or question.card in (0, place),
        is_answered=is_by_item and item.answer > 0,
        said=say_answer(item.body, {}, at.words) if is_said else "",
        is_cannot="cannot" in item.body,
    )


def _place(words: Words, tasks: Sequence[SeatTask], question: Question) -> str:
    number, total = _number(tasks, question.task), len(tasks)
    if question.card:
        return words("place.card", number=number, total=total, card=question.card, cards=question.task.wanted)
    return words("place.task", number=number, total=total)


def _number(tasks: Sequence[SeatTask], task: SeatTask) -> int:
    """The how-manieth of its seat a task is; its place says so only until work goes to others."""
    return [each.place for each in tasks].index(task.place) + 1


def _box(connection: "sa.Connection", at: AtSeat, task: SeatTask, number: int, *, is_current: bool) -> SeatBox:
    cards = [0] if task.wanted == 1 else list(range(1, task.wanted + 1))
    left = open_cards(connection, at, task)
    state = "done" if task.is_done else "skip" if task.is_put_off else "part" if task.answered else "open"
    words = at.words("box.now" if is_current else f"box.{state}")
    target = Question(task, left[0] if left else cards[0]).number
    return SeatBox(
        at.words("box.task", number=number, state=words),
        state,
        target,
        is_current,
        [Question(task, card).number for card in cards],
        [Question(task, card).number for card in left],
    )


def _box_of_several(words: Words, tasks: Sequence[SeatTask], start: int, place: int) -> SeatBox:
    done = sum(task.is_done for task in tasks)
    first = next((task for task in tasks if not task.is_done), tasks[0])
    label = words("box.tasks", first=start, last=start + len(tasks) - 1, done=done, total=len(tasks))
    state = "done" if done == len(tasks) else "part" if done else "open"
    numbers = [Question(task, card).number for task in tasks for card in _cards(task)]
    opened = [Question(task, card).number for task in tasks if not task.is_done for card in _cards(task)]
    return SeatBox(
        label,
        state,
        Question(first, _cards(first)[0]).number,
        any(task.place == place for task in tasks),
        numbers,
        opened,
    )


def _cards(task: SeatTask) -> list[int]:
    return [0] if task.wanted == 1 else list(range(1, task.wanted + 1))


def _listed(numbers: Sequence[int], words: Words) -> str:
    names = [str(number) for number in numbers]
    return names[0] if len(names) == 1 else words("list.and", first=", ".join(names[:-1]), last=names[-1])


def _shown_keys(keys: Sequence[Key], words: Words) -> list[ShownKeys]:
    return [ShownKeys(entry.shown, words.known(f"key.{entry.action}", entry.words)) for entry in legend(keys)]
