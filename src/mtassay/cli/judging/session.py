"""What keys and lines do while someone judges: the state of it, without a terminal."""

import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from enum import Enum

from mtassay.cli.db.session import count
from mtassay.cli.judging.answer_lines import parse_answer, parse_score
from mtassay.cli.judging.progress import JudgingProgress
from mtassay.errors import Conflict, InputError, NotFound, StorageError
from mtassay.human.answer_keys import CLASS_KEYS, score_keys
from mtassay.human.neighbours import NEAREST_SHOWN, Contradiction, Neighbour, find_contradiction, telling_neighbour
from mtassay.human.pace import LONGEST_PAUSE, minutes_left
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.judging.answers import UNDONE_WITHIN, Answer, recent_seconds, save_answer, take_back
from mtassay.store.judging.context import JudgingScope, system_of_scope
from mtassay.store.judging.drafts import Draft, draft_to_show, find_draft, keep_draft, put_off, set_flag
from mtassay.store.judging.questions import Question, ask
from mtassay.store.judging.rules import judging_rules


class Mode(Enum):
    """What keys mean at the moment."""

    QUESTION = "question"
    COMMENT = "comment"
    CONTRADICTION = "contradiction"
    LEGEND = "legend"
    DONE = "done"
    LEFT = "left"


class JudgingSession:
    """A judge who goes through a scope: every answer is in the database before the next question is shown.

    What is asked next, what is kept of an answer on its way and what is shown of others is as on the judging page.
    `tell` says what all answers come to so far, after each that is saved or taken back.
    """

    def __init__(
        self,
        database: Database,
        project: Project,
        judge: str,
        scope: JudgingScope,
        *,
        tell: Callable[[], str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.project = project
        self.is_recheck: bool = scope.rechecks > 0
        self.keys: dict[str, float] = score_keys(project.scale)
        self.saved: int = 0
        self.mode: Mode = Mode.QUESTION
        self.question: Question | None = None
        self.draft: Draft = Draft()
        self.typed: str = ""
        self.item: int = 0
        self.neighbour: int = 0
        self.shows_nearest: bool = True
        self.message: str = ""
        self.failure: StorageError | None = None
        self.contradiction: Contradiction | None = None
        self._database = database
        self._judge = judge
        self._scope = scope
        self._round = scope.round(judge)
        self._tell = tell
        self._clock = clock
        self._pace: list[float] = []
        self._token = ""
        self._shown_draft = Draft()
        self._line_comment = ""
        self._first_answers: set[int] = set()
        self._warned_of_items = False
        self._last_touch = clock()
        with database.reading() as connection:
            self._rules = judging_rules(connection, project)
            self._system = system_of_scope(connection, scope)
        self._progress = JudgingProgress(database, project, judge, scope, self._rules.seed)
        self._go_on()

    @property
    def neighbours(self) -> tuple[Neighbour, ...]:
        """The nearest judged translations, as many as are worth showing."""
        return () if self.question is None else self.question.neighbours[:NEAREST_SHOWN]

    @property
    def shows_scores(self) -> bool:
        """Whether scores and verdicts of others are shown beside the question."""
        return self.question is not None and self._scope.shows_scores(self.question, self._rules)

    @property
    def is_revision(self) -> bool:
        """Whether the question has an answer of this judge, which another one would correct."""
        return self.question is not None and self.question.own is not None

    @property
    def done(self) -> int:
        """How many translations are done."""
        return self._progress.done

    @property
    def total(self) -> int:
        """How many translations there are, done or not."""
        return self._progress.total

    @property
    def left(self) -> int:
        """How many translations are open still."""
        return self.total - self.done

    @property
    def minutes_left(self) -> float | None:
        """How long the rest takes at the usual pace; None before the first answer."""
        return minutes_left(self._pace, self.left)

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
            self.leave()
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
            self._line_comment = line[2:].strip()
            self.draft = replace(self.draft, comment=self._line_comment)
        elif self.question is not None:
            try:
                body, comment = parse_answer(line, self.project.scale, self.question.items)
            except InputError as error:
                self.message = str(error)
                return
            # a line is a whole answer: nothing of a draft that was kept before is part of it
            seconds = self.draft.seconds - self._shown_draft.seconds
            self._save(Draft(body, comment or self._line_comment, seconds, self.draft.version), by_line=True)

    def leave(self) -> None:
        """Keep what was chosen for the question that is shown, for the next time or another window."""
        if self.question is not None and self.mode in (Mode.QUESTION, Mode.COMMENT):
            self._keep_draft(self.question.target)

    # one translation

    def _go_on(self) -> None:
        """The next question behind this one, or the end."""
        self.contradiction = None
        current = None if self.question is None else self.question.target
        is_changed = False
        for target in self._progress.coming(current):
            if self._show(target, only_open=True):
                break
            is_changed = True  # answered meanwhile, in another window or by another judge, or deleted
        else:
            self.question = None
            self.mode = Mode.DONE
        if is_changed:
            self._progress.update(self._rules.seed)

    def _show(self, target: int, *, only_open: bool = False, chosen: Draft | None = None) -> bool:
        """Ask for a target, with what was chosen for it in place; False where there is nothing to ask any more."""
        with self._database.reading() as connection:
            question = ask(connection, self.project, target, self._judge, round=self._round)
            if question is None or (only_open and self._scope.is_done(question)):
                return False
            kept = find_draft(connection, self.project, self._judge, target, self._round)
            self._rules = judging_rules(connection, self.project)
            self._pace = recent_seconds(connection, self.project, self._judge)
        draft = draft_to_show(kept, question.own)
        if chosen is not None:
            draft = replace(chosen, version=draft.version)
        known = {item.id for item in question.items}
        verdicts = {item: verdict for item, verdict in draft.body.verdicts.items() if item in known}
        self.draft = self._shown_draft = replace(draft, body=replace(draft.body, verdicts=verdicts))
        self.question = question
        self.mode = Mode.QUESTION
        self.item = self.neighbour = 0
        value = draft.body.value
        self.typed = "" if value is None or self.keys else f"{value:.12g}"
        self._token = uuid.uuid4().hex
        self._line_comment = ""
        self._warned_of_items = False
        self._last_touch = self._clock()
        return True

    def _keep_draft(self, target: int, *, puts_off: bool = False) -> bool:
        """Keep what was chosen; says whether that was possible."""
        with suppress(InputError):  # a number that is half typed is no score yet
            self._read_typed()
        try:
            with self._database.answering(self._judge) as connection:
                if replace(self.draft, seconds=0.0) != replace(self._shown_draft, seconds=0.0) or puts_off:
                    keep_draft(connection, self.project, self._judge, target, self.draft, self._round)
                if puts_off:
                    put_off(connection, self.project, self._judge, target, self._round)
        except (StorageError, InputError) as error:  # a translation that is gone, and an endless comment, fail nobody
            self.failure = None if isinstance(error, NotFound | Conflict | InputError) else error
            self.message = f"not kept: {error}"
            return False
        self._shown_draft = replace(self.draft, seconds=self._shown_draft.seconds)
        return True

    def _choose(self, value: float | None) -> None:
        self.draft = replace(self.draft, body=replace(self.draft.body, value=value))

    def _read_typed(self) -> None:
        """Take over a number that was typed; one that is only shown stays what it is, however many digits it has."""
        if self.typed and self.draft.body.value is None:
            self._choose(parse_score(self.typed, self.project.scale))

    def _edit(self, key: str) -> None:
        self.message = ""
        items = () if self.question is None else self.question.items
        if key == "enter":
            self._save_if_complete()
            return
        self._warned_of_items = False
        if key in self.keys:
            self._choose(self.keys[key])
        elif not self.keys and (key.isdecimal() or key in (".", ",") or (key == "-" and self.project.scale.low < 0)):
            self.typed += key
            self._choose(None)
        elif key == "backspace":
            self.typed = self.typed[:-1]
            self._choose(None)
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
        chosen = items[self.item].id
        verdicts = {item: verdict for item, verdict in self.draft.body.verdicts.items() if item != chosen}
        if key != "-":
            verdicts[chosen] = CLASS_KEYS[key]
        self.draft = replace(self.draft, body=replace(self.draft.body, verdicts=verdicts))
        self.item = min(self.item + 1, len(items) - 1)

    def _write_comment(self, key: str) -> None:
        if key in ("enter", "escape"):
            self.mode = Mode.QUESTION
        elif key == "backspace":
            self.draft = replace(self.draft, comment=self.draft.comment[:-1])
        elif len(key) == 1 and key.isprintable():
            self.draft = replace(self.draft, comment=self.draft.comment + key)

    def _postpone(self) -> None:
        if self.question is not None and not self.is_revision:
            target = self.question.target
            if not self._progress.coming(target):
                self.message = "this is the last one; q leaves it for another time"
                return
            if not self._keep_draft(target, puts_off=True):
                return
            self._progress.note_put_off(target)
        self._go_on()

    # saving, and taking it back

    def _save_if_complete(self) -> None:
        try:
            self._read_typed()
        except InputError as error:
            self.message = str(error)
            return
        if self.draft.body.value is None:
            self.message = "a score is missing" + ("; type it" if self.keys else "; type the number, then Enter")
            return
        items = () if self.question is None else self.question.items
        unclassed = len(items) - len(self.draft.body.verdicts)
        if 0 < unclassed < len(items) and not self._warned_of_items:
            self._warned_of_items = True
            self.message = f"{unclassed} of {len(items)} items have no class; Enter again saves it as it is"
            return
        self._save(self.draft)

    def _save(self, draft: Draft, *, by_line: bool = False) -> None:
        assert self.question is not None
        question = self.question
        self.failure = None
        answer = Answer(question.target, draft.body, self._token, draft.version, draft.comment, draft.seconds)
        try:
            with self._database.answering(self._judge) as connection:
                saved = save_answer(
                    connection, self.project, self._judge, answer, round=self._round, system=self._system
                )
        except (NotFound, Conflict) as error:
            if not self._show(question.target, chosen=draft):
                self._progress.update(self._rules.seed)
                self._go_on()
                self.message = f"not saved: {error}"
            elif by_line:  # the next line is meant for the next question, not for this one again
                self._progress.update(self._rules.seed)
                self.failure = Conflict(f"not saved: {error}. Lines after this one were not read")
                self.mode = Mode.LEFT
            else:
                self.message = f"not saved: {error}. Look again, then save"
            return
        except StorageError as error:
            self.failure = error
            self.message = f"not saved: {error}. Enter tries again"
            return
        except InputError as error:  # an endless comment
            self.message = f"not saved: {error}"
            return
        if not self.is_revision:
            self._first_answers.add(saved.revision)
            self.saved += 1
        self.draft = self._shown_draft = draft  # nothing of it is left to be kept
        self._progress.note_done(question.target, is_done=True)
        assert draft.body.value is not None  # else it would not have been saved
        self._after_saving(question, draft.body.value)

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
            self.message += f"; the nearest, at {count(nearest.distance, 'edit')}, has {nearest.mean_value:.3g}"

    def _settle(self, key: str) -> None:
        """What to do about a contradiction: revise this judgment, revise the other, or leave both."""
        assert self.contradiction is not None
        assert self.question is not None
        contradiction = self.contradiction
        if key == "r":
            target = self.question.target
        elif key == "v" and contradiction.is_own:
            target = contradiction.neighbour.target
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
        if self._show(target):
            self._flag(target)
            self.message = "revise the score, then Enter"
        else:
            self._go_on()
            self.message = "that translation was deleted meanwhile"

    def _flag(self, target: int) -> None:
        """Let pages show that an answer is looked at again, until it was."""
        with suppress(StorageError), self._database.answering(self._judge) as connection:
            set_flag(connection, self.project, self._judge, target, is_flagged=True, round=self._round)

    def _undo(self) -> None:
        self.failure = None
        since = datetime.now(UTC) - UNDONE_WITHIN
        self.leave()
        try:
            with self._database.writing() as connection:
                taken = take_back(connection, self.project, self._judge, since=since, round=self._round)
        except NotFound as error:
            self.message = f"nothing to undo: {error}"
            return
        except StorageError as error:
            self.failure = error
            self.message = f"not undone: {error}. u tries again"
            return
        self.contradiction = None
        if taken.revision in self._first_answers:
            self._first_answers.remove(taken.revision)
            self.saved -= 1
        if self._show(taken.target) and self.question is not None:
            self._progress.note_done(taken.target, is_done=self._scope.is_done(self.question))
            self.message = f"took back {taken.value:g}{self._told()}; judge it anew"
        else:
            self._progress.update(self._rules.seed)
            self._go_on()

    def _told(self) -> str:
        said = "" if self._tell is None else self._tell()
        return f"; {said}" if said else ""

    def _touch(self) -> None:
        """Count the time since the last key for the question that is shown."""
        now = self._clock()
        if self.mode in (Mode.QUESTION, Mode.COMMENT):
            seconds = self.draft.seconds + min(now - self._last_touch, LONGEST_PAUSE)
            self.draft = replace(self.draft, seconds=seconds)
        self._last_touch = now
