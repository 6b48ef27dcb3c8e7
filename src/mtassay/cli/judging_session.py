"""What keys and lines do while someone judges: the state of it, without a terminal."""

import re
import time
import uuid
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from mtassay.errors import Conflict, InputError, NotFound, StorageError
from mtassay.human.answer_keys import CLASS_KEYS, score_keys
from mtassay.human.neighbours import NEAREST_SHOWN, Contradiction, Neighbour, find_contradiction, telling_neighbour
from mtassay.human.pace import LONGEST_PAUSE, minutes_left
from mtassay.store.contents.keys import correction_uid
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.undo import undo
from mtassay.store.judging.judgments import save_judgment
from mtassay.store.judging.questions import OpenTargets, Question, ask

_ANSWER = re.compile(r"(?P<score>\S+?)(?:\s+(?P<classes>[omset-]+))?\s*(?:#\s*(?P<comment>.*))?")


class Mode(Enum):
    """What keys mean at the moment."""

    QUESTION = "question"
    COMMENT = "comment"
    CONTRADICTION = "contradiction"
    LEGEND = "legend"
    DONE = "done"
    LEFT = "left"


@dataclass
class Draft:
    """An answer on its way. `uid` is made once, so that saving it again after a failure adds nothing."""

    uid: str
    value: float | None = None
    typed: str = ""
    verdicts: dict[int, str] = field(default_factory=dict)
    comment: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Answer:
    """A saved answer: what undoing it needs. `is_first` says that it made one translation more that is done."""

    target: int
    revision: int
    draft: Draft
    is_first: bool


class JudgingSession:
    """A judge on the way through a queue: every answer is in the database before the next question is shown.

    `tell` says what all answers come to so far, after each that is saved or taken back.
    """

    def __init__(
        self,
        database: Database,
        project: Project,
        judge: str,
        queue: OpenTargets,
        *,
        system: str = "",
        only_unknown: bool = False,
        recheck: str = "",
        is_open: bool = False,
        tell: Callable[[], str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.project = project
        self.is_recheck: bool = recheck != ""
        self.is_open: bool = is_open and not self.is_recheck
        self.keys: dict[str, float] = score_keys(project.scale)
        self.total: int = queue.done + len(queue.targets)
        self.done: int = queue.done
        self.saved: int = 0
        self.mode: Mode = Mode.QUESTION
        self.is_revision: bool = False
        self.question: Question | None = None
        self.draft: Draft = Draft("")
        self.item: int = 0
        self.neighbour: int = 0
        self.shows_nearest: bool = True
        self.message: str = ""
        self.failure: StorageError | None = None
        self.contradiction: Contradiction | None = None
        self._database = database
        self._judge = judge
        self._system = system
        self._only_unknown = only_unknown
        self._recheck = recheck
        self._tell = tell
        self._clock = clock
        self._waiting = deque(queue.targets)
        self._drafts: dict[int, Draft] = {}
        self._answers: list[Answer] = []
        self._seconds: list[float] = []
        self._warned_of_items = False
        self._last_touch = clock()
        self._go_on()

    @property
    def neighbours(self) -> tuple[Neighbour, ...]:
        """The nearest judged translations, as many as are worth showing."""
        return () if self.question is None else self.question.neighbours[:NEAREST_SHOWN]

    @property
    def left(self) -> int:
        """How many translations are open still."""
        return self.total - self.done

    @property
    def minutes_left(self) -> float | None:
        """How long the rest takes at the usual pace; None before the first answer."""
        return minutes_left(self._seconds, self.left)

    def press(self, key: str) -> None:
        """One key: a character, or a name such as `enter`."""
        self._touch()
        if self.mode is Mode.COMMENT:
            self._write_comment(key)
        elif self.mode is Mode.CONTRADICTION:
            self._settle(key)
        elif self.mode is Mode.LEGEND:
            self.mode = Mode.DONE if self.question is None else Mode.QUESTION
        elif key == "q":
            self.mode = Mode.LEFT
        elif key == "u":
            self._undo()
        elif key == "?":
            self.mode = Mode.LEGEND
        elif self.mode is Mode.QUESTION:
            self._edit(key)

    def read(self, line: str) -> None:
        """One line, as scripts write them: `8`, `8 oo`, `8 om # terse`, `c terse`, or a key such as `u`."""
        self._touch()
        # what cannot be printed cannot be meant, and not every database takes it
        line = "".join(character if character.isprintable() else " " for character in line).strip()
        if self.mode is Mode.CONTRADICTION:
            self._settle(line if line in ("r", "v") else "enter")
            if line in ("", "r", "v"):
                return
        self.message = ""
        if self.mode is Mode.LEGEND:
            self.mode = Mode.QUESTION
        if line in ("q", "u", "h", "n", "?"):
            self.press(line)
        elif line.startswith("c ") or line == "c":
            self.draft.comment = line[2:].strip()
        elif self.question is not None and self._take(line, self.question):
            self._save()

    # one translation

    def _go_on(self) -> None:
        """The next question, or the end."""
        self.is_revision = False
        self.contradiction = None
        while self._waiting:
            target = self._waiting.popleft()
            if self._show(target, self._drafts.pop(target, None), is_new=True):
                return
            self.total -= 1
        self.question = None
        self.mode = Mode.DONE

    def _show(self, target: int, draft: Draft | None, *, is_new: bool = False) -> bool:
        """Ask for a target, with an earlier draft in place; False where there is nothing to ask any more."""
        with self._database.reading() as connection:
            question = ask(connection, self.project, target, self._judge, round=self._recheck)
        if question is None:
            return False
        if is_new and (question.own is not None or (self._only_unknown and question.is_known)):
            return False  # answered meanwhile, in another window or by another judge
        self.question = question
        self.mode = Mode.QUESTION
        self.item = self.neighbour = 0
        self._warned_of_items = False
        known = {item.id for item in question.items}
        self.draft = Draft(self._new_uid(question))
        if draft is not None:
            self.draft.value, self.draft.comment, self.draft.seconds = draft.value, draft.comment, draft.seconds
            self.draft.verdicts = {item: verdict for item, verdict in draft.verdicts.items() if item in known}
            if self.draft.value is not None and not self.keys:
                self.draft.typed = f"{self.draft.value:g}"
        self._last_touch = self._clock()
        return True

    def _new_uid(self, question: Question) -> str:
        if question.own is not None:
            return correction_uid(question.own.uid)
        if self._recheck:
            return f"{self._recheck}-{uuid.uuid4().hex[:16]}"
        return uuid.uuid4().hex

    def _edit(self, key: str) -> None:
        self.message = ""
        items = () if self.question is None else self.question.items
        if key == "enter":
            self._save_if_complete()
            return
        self._warned_of_items = False
        if key in self.keys:
            self.draft.value = self.keys[key]
        elif not self.keys and (key.isdecimal() or key == "." or (key == "-" and self.project.scale.low < 0)):
            self.draft.typed += key
        elif key == "backspace":
            self.draft.typed = self.draft.typed[:-1]
            self.draft.value = None
        elif key in (*CLASS_KEYS, "-"):
            self._class_item(key)
        elif key in ("right", "tab") and items:
            self.item = (self.item + 1) % len(items)
        elif key == "left" and items:
            self.item = (self.item - 1) % len(items)
        elif key in ("j", "down") and self.neighbours:
            self.neighbour = min(self.neighbour + 1, len(self.neighbours) - 1)
        elif key in ("k", "up"):
            self.neighbour = max(self.neighbour - 1, 0)
        elif key == "h":
            self.shows_nearest = not self.shows_nearest
        elif key == "c":
            self.mode = Mode.COMMENT
        elif key == "n":
            self._postpone()
        elif key.isprintable() and len(key) == 1 and not key.isspace():
            self.message = f"{key} has no meaning here; ? shows the keys"

    def _class_item(self, key: str) -> None:
        items = () if self.question is None else self.question.items
        if not items:
            self.message = "this source has no information items"
            return
        if key == "-":
            self.draft.verdicts.pop(items[self.item].id, None)
        else:
            self.draft.verdicts[items[self.item].id] = CLASS_KEYS[key]
        self.item = min(self.item + 1, len(items) - 1)

    def _write_comment(self, key: str) -> None:
        if key in ("enter", "escape"):
            self.mode = Mode.QUESTION
        elif key == "backspace":
            self.draft.comment = self.draft.comment[:-1]
        elif len(key) == 1 and key.isprintable():
            self.draft.comment += key

    def _postpone(self) -> None:
        if self.question is not None and not self.is_revision:
            if not self._waiting:
                self.message = "this is the last one; q leaves it for another time"
                return
            self._waiting.append(self.question.target)
            self._drafts[self.question.target] = self.draft
        self._go_on()

    # a line of a script

    def _take(self, line: str, question: Question) -> bool:
        """Make a draft of a line; says why not where it cannot."""
        match = _ANSWER.fullmatch(line)
        if match is None:
            self.message = f"{line!r} is no answer; write a score, a letter for each item, and # before a comment"
            return False
        value = self._number("10" if match["score"] == "x" and self.keys.get("x") == 10 else match["score"])
        if value is None:
            return False
        classes = match["classes"] or ""
        if classes and not question.items:
            self.message = "this source has no information items; write the score alone"
            return False
        if classes and len(classes) != len(question.items):
            self.message = f"{classes!r} for {len(question.items)} information items: one letter each; - leaves one out"
            return False
        self.draft.value = value
        self.draft.verdicts = {
            item.id: CLASS_KEYS[key] for item, key in zip(question.items, classes, strict=False) if key != "-"
        }
        if match["comment"]:
            self.draft.comment = match["comment"]
        return True

    # saving, and taking it back

    def _save_if_complete(self) -> None:
        if self.draft.typed:
            self.draft.value = self._number(self.draft.typed)
            if self.draft.value is None:
                return
        if self.draft.value is None:
            self.message = "a score is missing" + ("; type it" if self.keys else "; type the number, then Enter")
            return
        items = () if self.question is None else self.question.items
        unclassed = len(items) - len(self.draft.verdicts)
        if 0 < unclassed < len(items) and not self._warned_of_items:
            self._warned_of_items = True
            self.message = f"{unclassed} of {len(items)} items have no class; Enter again saves it as it is"
            return
        self._save()

    def _number(self, text: str) -> float | None:
        """The score that was typed; says why not where it is none."""
        scale = self.project.scale
        try:
            return scale.check(float(text))
        except InputError:
            self.message = f"{text} is not on the scale {scale.spec}"
        except ValueError:
            self.message = f"{text!r} is no score; give a number from {scale.low:g} to {scale.high:g}"
        return None

    def _save(self) -> None:
        assert self.question is not None
        question, draft, value = self.question, self.draft, self.draft.value
        assert value is not None
        self.failure = None
        try:
            with self._database.writing() as connection:
                saved = save_judgment(
                    connection,
                    self.project,
                    question.target,
                    self._judge,
                    value,
                    verdicts=draft.verdicts,
                    uid=draft.uid,
                    seconds=round(draft.seconds, 3),
                    comment=draft.comment,
                    system=question.system or self._system if question.own is None else question.own.system,
                    replaces=None if question.own is None else question.own.judgment,
                    is_recheck=self.is_recheck,
                )
        except (NotFound, Conflict) as error:
            if self._show(question.target, draft):
                self.message = f"not saved: {error}. Look again, then save"
            else:
                self.total -= not self.is_revision
                self._go_on()
                self.message = f"not saved: {error}"
            return
        except StorageError as error:
            self.failure = error
            self.message = f"not saved: {error}. Enter tries again"
            return
        self._answers.append(Answer(question.target, saved.revision, draft, is_first=not self.is_revision))
        self.done += not self.is_revision
        self.saved += not self.is_revision
        self._seconds.append(draft.seconds)
        self._after_saving(question, value)

    def _after_saving(self, question: Question, value: float) -> None:
        points = self.project.scale.points(value)
        if not self.is_recheck and not self.is_revision:
            self.contradiction = find_contradiction(points, self._judge, question.neighbours)
        if self.contradiction is not None:
            self.mode = Mode.CONTRADICTION
            self.message = f"saved {value:g}{self._told()}"
            return
        self._go_on()
        self.message = f"saved {value:g}{self._told()}"
        nearest = None if self.is_recheck else telling_neighbour(question.neighbours)
        if nearest is not None:
            self.message += f"; the nearest, at {edits_in_words(nearest.distance)}, has {nearest.mean_value:.3g}"

    def _settle(self, key: str) -> None:
        """What to do about a contradiction: revise this judgment, revise the other, or leave both."""
        assert self.contradiction is not None
        assert self.question is not None
        found = self.contradiction
        if key == "r":
            target, draft = self.question.target, self.draft
        elif key == "v" and found.is_own:
            opinion = found.opinion
            target = found.neighbour.target
            draft = Draft("", opinion.value, "", dict(opinion.verdicts), opinion.comment, opinion.seconds or 0.0)
        elif key == "v":
            self.message = "the other judgment is someone else's; r revises yours, Enter goes on"
            return
        elif key == "q":
            self.mode = Mode.LEFT
            return
        elif key == "u":
            self._undo()
            return
        elif key == "enter":
            self._go_on()
            self.message = ""
            return
        else:
            self.message = "r, v or Enter"
            return
        self.contradiction = None
        self.is_revision = True
        if self._show(target, draft):
            self.message = "revise the score, then Enter"
        else:
            self._go_on()
            self.message = "that translation was deleted meanwhile"

    def _undo(self) -> None:
        if not self._answers:
            self.message = "nothing to undo since you started; see: mtassay db history"
            return
        answer = self._answers.pop()
        try:
            with self._database.writing() as connection:
                undo(connection, self.project.id, [answer.revision], self._judge)
        except Conflict:
            pass  # someone has undone it already
        except StorageError as error:
            self._answers.append(answer)
            self.failure = error
            self.message = f"not undone: {error}. u tries again"
            return
        # a question that was only shown waits again, but not one that was answered and contradicts another
        if self.question is not None and self.mode is Mode.QUESTION and not self.is_revision:
            self._waiting.appendleft(self.question.target)
            self._drafts[self.question.target] = self.draft
        self.contradiction = None
        self.done -= answer.is_first
        self.saved -= answer.is_first
        self._seconds.pop()
        self.is_revision = not answer.is_first
        if self._show(answer.target, answer.draft):
            self.message = f"took back {answer.draft.value:g}{self._told()}; judge it anew"
        else:
            self.total -= answer.is_first
            self._go_on()

    def _told(self) -> str:
        said = "" if self._tell is None else self._tell()
        return f"; {said}" if said else ""

    def _touch(self) -> None:
        """Count the time since the last key for the question that is shown."""
        now = self._clock()
        if self.mode in (Mode.QUESTION, Mode.COMMENT):
            self.draft.seconds += min(now - self._last_touch, LONGEST_PAUSE)
        self._last_touch = now


def edits_in_words(count: int) -> str:
    """`1 edit`, `2 edits`."""
    return "1 edit" if count == 1 else f"{count} edits"
