"""What a protocol is, and the registry of all of them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar, Literal, NamedTuple

from mtassay.errors import InputError
from mtassay.registry import Registry
from mtassay.settings import Configured

Body = dict[str, Any]
"""An answer as JSON: what a browser sends, and what is stored."""


@dataclass(frozen=True)
class AskedItem:
    """A text that a judge is asked about: its number, and those of the information items of its source."""

    id: int
    information_items: tuple[int, ...] = ()


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
    Key("↑", "nearest", "nearer of the nearest judged translations"),
    Key("↓", "nearest", "farther of the nearest judged translations"),
    Key("h", "differences", "show or hide the differences"),
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
