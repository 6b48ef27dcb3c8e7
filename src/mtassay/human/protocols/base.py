"""What a protocol is, and the registry of all of them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar, Literal, NamedTuple

from mtassay.errors import InputError
from mtassay.human.protocols.questions import Question
from mtassay.human.typed_numbers import parse_number
from mtassay.registry import Registry
from mtassay.settings import Configured

Body = dict[str, Any]
"""An answer as JSON: what a browser sends, and what is stored."""

Reuse = Literal["never", "on request", "by default"]
"""Whether answers that are known serve for other campaigns that ask the same way."""

Context = Literal["none", "before", "document"]
"""What stands around an output: nothing, the segments before it, or its whole document."""


@dataclass(frozen=True)
class AskedItem:
    """A text that a judge is asked about: its number, those of the information items of its source, and the texts.

    `source` is empty where judges do not see it. With a `question` it is one on the texts before it.
    """

    id: int
    information_items: tuple[int, ...] = ()
    source: str = ""
    text: str = ""
    question: Question | None = None


class Key(NamedTuple):
    """A key while judging: which one, what pressing it chooses, and that choice in words."""

    key: str
    action: str
    words: str


class LegendEntry(NamedTuple):
    """The keys of one action, and in words what they choose; `shown` has a run of digits as one entry, `0–9`."""

    action: str
    keys: tuple[str, ...]
    shown: tuple[str, ...]
    words: str


class Number(NamedTuple):
    """One number that an answer gives for one item."""

    item: int
    name: str
    value: float


class BodyError(InputError):
    """An answer that is not valid. `pointer` is the JSON pointer of the fault, `problem` says what it is."""

    def __init__(self, pointer: str, problem: str) -> None:
        super().__init__(f"{pointer}: {problem}" if pointer else problem)
        self.pointer: str = pointer
        self.problem: str = problem

    def __reduce__(self) -> tuple[type["BodyError"], tuple[str, str]]:
        return BodyError, (self.pointer, self.problem)


COMMON_KEYS = (
    Key("j", "item", "next item"),
    Key("k", "item", "previous item"),
    Key("Enter", "save", "save, and go on"),
    Key("u", "undo", "undo the last answer"),
    Key("n", "put off", "not now: it comes again later"),
    Key("c", "comment", "comment; Esc leaves it"),
    Key("g", "guidelines", "the guidelines of the project"),
    Key("?", "keys", "all keys of the page"),
)
"""Keys of judging by any protocol, as help lists them; no protocol has one of them for its answers."""


@dataclass(frozen=True, kw_only=True)
class Protocol(Configured, ABC):
    """How people are asked about translations, and what their answers hold.

    Defining a class with a name registers it; packages outside ours use the entry-point group
    `mtassay.human.protocols`.
    """

    version: ClassVar[int]
    """Which edition of its rules it is; answers are read by the rules that they were given under."""
    title: ClassVar[str]
    """What the name stands for, in a few words."""
    better: ClassVar[Literal["higher", "lower"]] = "higher"
    """Which direction of the first of its numbers, the headline, is the better one."""
    outputs: ClassVar[tuple[int, int]] = (1, 1)
    """The least and the most outputs of one source that a judge is asked about at once."""
    contexts: ClassVar[tuple[Context, ...]] = ("none",)
    """What of its document may stand around an output."""
    is_of_memory: ClassVar[bool] = False
    """Whether projects ask so too: answers are judgments of their memory, by their scale and information items."""
    reuse: ClassVar[Reuse] = "never"
    """Whether a campaign takes over what is known of an output: an answer on one output stands by itself."""
    draws_texts: ClassVar[bool] = False
    """Whether its part of the page shows the output itself, because people change or mark it there."""
    is_asked_within: ClassVar[bool] = False
    """Whether a judge gets all outputs of a segment, however many systems there are: the segment is read once."""
    asks_questions: ClassVar[bool] = False
    """Whether a judge reads a document once, in one version only, and answers questions on it, all in one answer."""
    seconds: ClassVar[float]
    """How long an answer takes, roughly: plans start from it as long as nobody has answered."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            PROTOCOLS.register(cls)

    @abstractmethod
    def schema(self) -> Mapping[str, Any]:
        """The JSON Schema of a body: every body that `check` returns meets it, and nothing additional is allowed."""

    @abstractmethod
    def read_form(self, fields: Iterable[tuple[str, str]]) -> Body:
        """What the fields of a form say of the answer, not checked yet; those of other things are not read."""

    @abstractmethod
    def check(self, body: object, items: Sequence[AskedItem]) -> Body:
        """The one canonical form of an answer on `items`, or a BodyError; whatever JSON it is given."""

    @abstractmethod
    def numbers(self, body: Body, items: Sequence[AskedItem]) -> tuple[Number, ...]:
        """The finite numbers of a checked body; the first has the name of the headline."""

    @property
    @abstractmethod
    def keys(self) -> tuple[Key, ...]:
        """The keys that choose an answer, those of one action together."""

    def renumbered(
        self, body: Body, number_of: Callable[[str], str], information_item_of: Callable[[str], str]
    ) -> Body:
        """The same answer, begun or checked, where its items have other numbers: in another database, or blind.

        `information_item_of` has the new numbers of information items of the source.
        """
        return body

    def was_read(self, body: Body) -> bool:
        """Whether an answer, begun or checked, says that the document was read, which can be done only once."""
        return False

    def without_comments(self, body: Body) -> Body:
        """The same checked answer without what its judge wrote freely besides; what is the answer itself stays."""
        return body

    @property
    def moving_keys(self) -> tuple[Key, ...]:
        """Keys of its page that choose no answer."""
        return ()

    @property
    def answers_each_item(self) -> bool:
        """Whether each item of a task has an answer of its own, and not all of them one together."""
        return self.outputs[1] == 1 and not self.asks_questions

    @property
    def width(self) -> float | None:
        """How far the best and the worst headline are apart; None where answers give no points."""
        return None

    @property
    def marked_sides(self) -> tuple[str, ...]:
        """The texts in which judges mark errors: `target`, and `source` where they see it; none by most protocols."""
        return ()

    @property
    def shows_source(self) -> bool:
        """Whether judges read the source; those who know the target language alone cannot."""
        return True

    @property
    def shows_reference(self) -> bool:
        """Whether judges read a reference."""
        return False


PROTOCOLS: Registry[Protocol] = Registry("protocol", "mtassay.human.protocols")


def check_object(body: object, known: Sequence[str]) -> Body:
    """The body as a mapping that has some of the known names, and no other."""
    if not isinstance(body, dict):
        raise BodyError("", f"an answer is a JSON object, not {_json_type(body)}")
    for name in body:
        if name not in known:
            raise BodyError(pointer(name), f"an answer has no {name!r}; it has {', '.join(known)}")
    return body


def check_number(value: object, *path: str) -> float:
    """The value as a number that can be stored."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BodyError(pointer(*path), f"expected a number, not {_json_type(value)}")
    try:
        return float(value)
    except OverflowError:
        raise BodyError(pointer(*path), "this number is too large") from None


def typed_number(text: str) -> float | str:
    """What somebody typed, as a number; what is none stays as it is, and `check` says that a number was expected."""
    try:
        return parse_number(text)
    except ValueError:
        return text


def pointer(*path: str) -> str:
    """The JSON pointer (RFC 6901) of a place in a body."""
    return "".join("/" + name.replace("~", "~0").replace("/", "~1") for name in path)


def legend(keys: Iterable[Key]) -> tuple[LegendEntry, ...]:
    """One entry for each action, in the order of its keys: `score; x is 10`, `item class: ok, missing`."""
    return tuple(_entry(action, tuple(group)) for action, group in groupby(keys, key=lambda key: key.action))


def _entry(action: str, keys: tuple[Key, ...]) -> LegendEntry:
    others = [key for key in keys if key.key != key.words]
    words = action
    if 2 * len(others) > len(keys):
        words = f"{action}: {', '.join(key.words for key in keys)}"
    elif others:
        words = f"{action}; {', '.join(f'{key.key} is {key.words}' for key in others)}"
    names = tuple(key.key for key in keys)
    digits = tuple(name for name in names if name in "0123456789")
    shown = names if len(digits) < 4 else (f"{digits[0]}–{digits[-1]}", *names[len(digits) :])
    return LegendEntry(action, names, shown, words)


def _json_type(value: object) -> str:
    names = {bool: "true or false", str: "text", list: "a list", dict: "an object", int: "a number", float: "a number"}
    return "null" if value is None else names.get(type(value), type(value).__name__)
