"""Options described once: dataclass fields from which specs, signatures, forms and docs are read.

A spec is a name and the options that are not at their default: `chrf`, `chrf:word_order=2`,
`bleu:tokenize=zh,lowercase=yes`. A value with a comma or a quote stands in single quotes, inside
which a quote is doubled, so specs nest: `bleu:tokenize='spm:model=''a,b.model'''`.
"""

import dataclasses
import difflib
import math
import numbers
import os
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from mtassay.errors import SettingError

_METADATA_KEY = "mtassay"


@dataclass(frozen=True, kw_only=True)
class Option:
    """What is known of one option of a class."""

    name: str
    annotation: Any
    default: Any
    help: str
    changes_scores: bool
    key: str
    shown: Mapping[Any, str] | Callable[[Any], str] | None
    choices: tuple[str, ...]
    low: float | None
    high: float | None
    hide_default: bool
    is_file: bool = False
    """Whether it names a file, which stands elsewhere on other machines."""
    spelled: str = ""
    """What specs, messages and docs call it: the name of the field, unless that is taken."""

    def parse(self, text: str) -> Any:
        """The value that `text` stands for; ValueError says what was expected."""
        return _parse(self.annotation, text)

    def check(self, value: Any) -> Any:
        """`value`, as the annotated type; ValueError says what was expected."""
        value = _coerce(self.annotation, value)
        if self.choices and value not in self.choices:
            raise ValueError(f"one of {', '.join(self.choices)}{did_you_mean(str(value), self.choices)}")
        for number in value if isinstance(value, tuple) else (value,):
            if self.low is not None and number is not None and number < self.low:
                raise ValueError(f"{self.low:g} or more")
            if self.high is not None and number is not None and number > self.high:
                raise ValueError(f"{self.high:g} or less")
        return value

    def in_signature(self, value: Any) -> str | None:
        """How a signature shows `value`, or None where it does not."""
        if not self.changes_scores or (self.hide_default and value == self.default):
            return None
        if callable(self.shown):
            return self.shown(value)
        return self.shown[value] if self.shown is not None else format_value(value)


def setting(
    default: Any,
    help: str,
    *,
    key: str = "",
    shown: Mapping[Any, str] | Callable[[Any], str] | None = None,
    choices: tuple[str, ...] = (),
    low: float | None = None,
    high: float | None = None,
    hide_default: bool = False,
    is_file: bool = False,
    spelled: str = "",
) -> Any:
    """A field that can change a score: in the signature (as `key:value`) and in equality.

    `shown` says how the signature spells a value; `hide_default` leaves the default out of it; `is_file` says that it
    names a file or a folder. `spelled` is what specs call the option where the field cannot have that name.
    """
    option = Option(
        name="",
        annotation=None,
        default=default,
        help=help,
        changes_scores=True,
        key=key,
        shown=shown,
        choices=choices,
        low=low,
        high=high,
        hide_default=hide_default,
        is_file=is_file,
        spelled=spelled,
    )
    return dataclasses.field(default=default, metadata={_METADATA_KEY: option})


def runtime(default: Any, help: str, *, low: float | None = None, high: float | None = None) -> Any:
    """A field that can change only speed or memory: in neither signature nor equality."""
    option = Option(
        name="",
        annotation=None,
        default=default,
        help=help,
        changes_scores=False,
        key="",
        shown=None,
        choices=(),
        low=low,
        high=high,
        hide_default=True,
    )
    return dataclasses.field(default=default, compare=False, metadata={_METADATA_KEY: option})


@dataclass(frozen=True, kw_only=True)
class Configured:
    """A named, immutable thing with options; the base of metrics and tokenizers."""

    name: ClassVar[str]

    def __post_init__(self) -> None:
        for option in options_of(type(self)):
            value = getattr(self, option.name)
            try:
                checked = option.check(value)
            except ValueError as error:
                raise SettingError(f"{self.name}: {option.spelled}={format_value(value)}: expected {error}") from None
            object.__setattr__(self, option.name, checked)

    @property
    def spec(self) -> str:
        """The shortest text from which an equal object is made."""
        values = {
            option.spelled: format_value(getattr(self, option.name))
            for option in options_of(type(self))
            if option.changes_scores and getattr(self, option.name) != option.default
        }
        return format_spec(self.name, values)

    @property
    def told_spec(self) -> str:
        """The spec as others may read it: of files their names alone."""
        return without_folders(self.spec, type(self))

    def signature_items(self) -> Iterator[tuple[str, str]]:
        """Key and value of each option that belongs in a signature, in order of declaration."""
        for option in options_of(type(self)):
            shown = option.in_signature(getattr(self, option.name))
            if shown is not None:
                yield option.key or option.spelled, shown

    @classmethod
    def from_texts(cls, values: Mapping[str, str]) -> Self:
        """An object with some options given as text."""
        known = {option.spelled: option for option in options_of(cls)}
        parsed = {}
        for spelled, text in values.items():
            if spelled not in known:
                raise SettingError(
                    f"{cls.name} has no setting {spelled!r}{did_you_mean(spelled, known)}; "
                    + (f"it has {', '.join(known)}" if known else "it has none")
                )
            try:
                parsed[known[spelled].name] = known[spelled].parse(text)
            except ValueError as error:
                raise SettingError(f"{cls.name}: {spelled}={text}: expected {error}") from None
        return cls(**parsed)


def options_of(cls: type) -> tuple[Option, ...]:
    """The options of a class: first its settings, then what is runtime, each in order of declaration."""
    cached: tuple[Option, ...] | None = cls.__dict__.get("_options")
    if cached is None:
        hints = typing.get_type_hints(cls)
        described = (
            (field.name, field.metadata[_METADATA_KEY])
            for field in dataclasses.fields(cls)
            if _METADATA_KEY in field.metadata
        )
        options = (
            dataclasses.replace(option, name=name, annotation=hints[name], spelled=option.spelled or name)
            for name, option in described
        )
        cached = tuple(sorted(options, key=lambda option: not option.changes_scores))
        cls._options = cached  # type: ignore[attr-defined]  # a cache that no annotation needs to show
    return cached


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?` where something near is known, or nothing."""
    in_lower_case = {name.lower(): name for name in known}
    near = difflib.get_close_matches(word.lower(), in_lower_case, n=1, cutoff=0.5)
    return f" (did you mean {in_lower_case[near[0]]!r}?)" if near else ""


def parse_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Name and option texts of a spec."""
    if not isinstance(spec, str):
        raise SettingError(f"expected a spec such as 'bleu' or 'chrf:word_order=2', got {type(spec).__name__}")
    name, colon, rest = spec.strip().partition(":")
    if not name:
        raise SettingError(f"{spec!r} names nothing; write a name such as 'bleu' or 'chrf:word_order=2'")
    if colon and not rest:
        raise SettingError(f"{spec!r} ends in a colon; write {name!r} or add settings: '{name}:key=value'")
    values: dict[str, str] = {}
    for key, value in parse_values(rest, spec):
        if key in values:
            raise SettingError(f"{spec!r} sets {key!r} twice")
        values[key] = value
    return name.strip(), values


def parse_values(text: str, spec: str) -> list[tuple[str, str]]:
    """Keys and values of `key=value,…` in their order; `spec` is what errors show."""
    values = []
    while text:
        key, equals, text = text.partition("=")
        key = key.strip()
        if not equals or not key or "," in key:
            raise SettingError(f"{spec!r}: expected key=value near {key + equals!r}; quote a value that has a comma")
        value, text = _take_value(spec, text)
        values.append((key, value))
    return values


def without_folders(spec: str, kind: type) -> str:
    """A spec of some class, with the names of files alone: reports go to people who need not know anybody's folders.

    A spec inside of another is that of a tokenizer, whose settings are files where they have a stroke.
    """
    name, values = parse_spec(spec)
    files = {option.spelled for option in options_of(kind) if option.is_file}
    told = {key: _file_name(value) if key in files else _inner_without_folders(value) for key, value in values.items()}
    return spec if told == values else format_spec(name, told)


def _inner_without_folders(value: str) -> str:
    try:
        name, values = parse_spec(value)
    except SettingError:  # a plain value
        return value
    told = {key: _file_name(text) for key, text in values.items()}
    return value if told == values else format_spec(name, told)


def _file_name(path: str) -> str:
    return path.replace(os.sep, "/").rstrip("/").rpartition("/")[2]


def format_spec(name: str, values: Mapping[str, str]) -> str:
    """The spec of a name and option texts; `parse_spec` undoes it."""
    if not values:
        return name
    return f"{name}:{format_values(values.items())}"


def format_values(values: Iterable[tuple[str, str]], quoted: str = "") -> str:
    """`key=value,…`; `parse_values` undoes it. A value that holds one of the characters `quoted` is quoted too."""
    return ",".join(f"{key}={_quote(value, quoted)}" for key, value in values)


def format_value(value: Any) -> str:
    """A value as specs and signatures write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, tuple):
        return ",".join(format_value(item) for item in value)
    return "none" if value is None else str(value)


def _quote(value: str, quoted: str) -> str:
    plain = value != "" and value == value.strip() and not any(c in value for c in ",'" + quoted)
    return value if plain else "'" + value.replace("'", "''") + "'"


def _take_value(spec: str, text: str) -> tuple[str, str]:
    """The first value of `text`, and what follows its comma."""
    if not text.lstrip().startswith("'"):
        value, comma, rest = text.partition(",")
        if comma and not rest:
            raise SettingError(f"{spec!r} ends in a comma; drop it or add key=value")
        return value.strip(), rest
    text = text.lstrip()[1:]
    value = ""
    while True:
        before, quote, text = text.partition("'")
        value += before
        if not quote:
            raise SettingError(f"{spec!r} opens a quote that it does not close")
        if not text.startswith("'"):
            break
        value += "'"
        text = text[1:]
    if (text and not text.startswith(",")) or text == ",":
        raise SettingError(f"{spec!r}: expected a comma and key=value after a quoted value, found {text!r}")
    return value, text[1:]


def _plain_type(annotation: Any) -> tuple[Any, bool]:
    """The type behind an annotation, and whether None is allowed beside it."""
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        plain = [choice for choice in typing.get_args(annotation) if choice is not types.NoneType]
        return plain[0], True
    return annotation, False


def _parse(annotation: Any, text: str) -> Any:
    plain, optional = _plain_type(annotation)
    if optional and text == "none":
        return None
    if plain is bool:
        if text.lower() in ("yes", "true", "on", "1"):
            return True
        if text.lower() in ("no", "false", "off", "0"):
            return False
        raise ValueError("yes or no")
    if plain is int:
        try:
            return int(text)
        except ValueError:
            raise ValueError("a whole number") from None
    if plain is float:
        try:
            return float(text)
        except ValueError:
            raise ValueError("a number") from None
    if typing.get_origin(plain) is tuple:
        return tuple(_parse(typing.get_args(plain)[0], part) for part in text.split(",")) if text else ()
    return text


def _coerce(annotation: Any, value: Any) -> Any:
    plain, optional = _plain_type(annotation)
    if optional and value is None:
        return None
    if plain is bool:
        # numpy's bool is no bool; it is known by its name, because this module must not import numpy
        if not isinstance(value, bool) and type(value).__name__ not in ("bool", "bool_"):
            raise ValueError("True or False")
        return bool(value)
    if plain is int:
        if isinstance(value, bool) or not isinstance(value, numbers.Integral):
            raise ValueError("a whole number")
        return int(value)
    if plain is float:
        try:
            if isinstance(value, bool) or not isinstance(value, numbers.Real) or not math.isfinite(value):
                raise ValueError("a finite number")
            return float(value)
        except OverflowError:
            raise ValueError("a smaller number") from None
    if plain is str and not isinstance(value, str):
        raise ValueError("text")
    if typing.get_origin(plain) is tuple:
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise ValueError("several values")
        return tuple(_coerce(typing.get_args(plain)[0], item) for item in value)
    return value
