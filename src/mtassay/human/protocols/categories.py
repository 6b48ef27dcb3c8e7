"""Trees of error categories: those of WMT and of Vilar et al., and those that people bring as JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from mtassay.errors import SettingError
from mtassay.settings import did_you_mean, format_spec, parse_spec

_LONGEST_NAME = 60
_DEEPEST = 4
_MOST = 200


@dataclass(frozen=True)
class Category:
    """A kind of error, or several kinds under one name. A leaf says whether it fits what is missing, and sources."""

    name: str
    parts: tuple["Category", ...] = ()
    fits_missing: bool = False
    fits_source: bool = False

    def leaves(self, before: str = "") -> Iterator[tuple[str, "Category"]]:
        """The kinds of errors in it, each with its path, `Accuracy/Omission`."""
        path = f"{before}{self.name}"
        if not self.parts:
            yield path, self
        for part in self.parts:
            yield from part.leaves(f"{path}/")

    @property
    def json(self) -> Any:
        """As a file of categories has it, in its shortest form."""
        told: dict[str, Any] = {"name": self.name}
        if self.parts:
            return told | {"categories": [part.json for part in self.parts]}
        told |= {"missing": True} if self.fits_missing else {}
        told |= {"source": True} if self.fits_source else {}
        return told if len(told) > 1 else self.name


def _of(name: str, *parts: str | Category) -> Category:
    return Category(name, tuple(part if isinstance(part, Category) else Category(part) for part in parts))


_LOCALE = ("Address format", "Currency format", "Date format", "Name format", "Telephone format", "Time format")

TREES: Mapping[str, tuple[Category, ...]] = {
    "wmt": (
        _of("Accuracy", "Addition", Category("Omission", (), True, True), "Mistranslation", "Untranslated text"),
        _of("Fluency", "Punctuation", "Spelling", "Grammar", "Register", "Inconsistency", "Character encoding"),
        _of("Terminology", "Inappropriate for context", "Inconsistent use"),
        _of("Style", "Awkward"),
        _of("Locale convention", *_LOCALE),
        Category("Other"),
        Category("Source error", (), False, True),
        Category("Non-translation!"),
    ),
    "vilar": (
        _of("Missing words", Category("Content words", (), True, True), Category("Filler words", (), True, True)),
        _of("Word order", _of("Word level", "Local", "Long range"), _of("Phrase level", "Local", "Long range")),
        _of(
            "Incorrect words",
            _of("Sense", "Wrong lexical choice", "Incorrect disambiguation"),
            "Incorrect form",
            "Extra words",
            "Style",
            "Idioms",
        ),
        _of("Unknown words", "Unknown stem", "Unseen form"),
        Category("Punctuation"),
    ),
}
"""By name: that of Freitag et al. (2021), and that of Vilar et al. (2006)."""


def read_tree(text: str) -> tuple[Category, ...]:
    """The tree of a name, or of JSON."""
    return TREES[text] if text in TREES else _read_json(text)


def canonical_tree(text: str) -> str:
    """A name, or the one form of a JSON tree.

    No file is opened here: specs also come from databases, archives and forms, which must not reach files of a server.
    """
    if text in TREES:
        return text
    if not text.lstrip().startswith("["):
        raise SettingError(
            f"there is no tree {text[:50]!r}{did_you_mean(text, [*TREES])}; there are {', '.join(TREES)}, or bring one "
            "of your own in a file that ends in .json, on the command line"
        )
    return write_tree(_read_json(text))


def take_in_tree(spec: str) -> str:
    """The spec of a protocol with the content of the file that it names as its tree, so that the tree stays so."""
    name, values = parse_spec(spec)
    file = values.get("tree", "")
    if not file.endswith(".json") or file.lstrip().startswith("["):
        return spec
    try:
        content = Path(file).read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        raise SettingError(f"the tree {file[:200]} cannot be read; name a file of UTF-8 text") from None
    return format_spec(name, {**values, "tree": write_tree(_read_json(content))})


def tree_name(text: str) -> str:
    """A tree as signatures show it: its name, or a digest of its categories."""
    return text if text in TREES else f"own-{blake2b(text.encode(), digest_size=6).hexdigest()}"


def write_tree(tree: Sequence[Category]) -> str:
    """The one form of a tree as JSON."""
    return json.dumps([category.json for category in tree], ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=32)
def _read_json(text: str) -> tuple[Category, ...]:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, list) or not told:
        raise SettingError(
            'a tree of categories is a JSON list such as ["Style", {"name": "Accuracy", "categories": ["Addition", '
            '{"name": "Omission", "missing": true, "source": true}]}]'
        )
    tree = tuple(_category(each, 1) for each in told)
    paths = [path for category in tree for path, _ in category.leaves()]
    if len(paths) > _MOST:
        raise SettingError(f"a tree of {len(paths)} categories is too large to choose from; keep up to {_MOST}")
    twice = sorted({path for path in paths if paths.count(path) > 1})
    if twice:
        raise SettingError(f"the category {twice[0]!r} is in the tree twice; name each part of the tree once")
    return tree


def _category(told: Any, depth: int) -> Category:
    if isinstance(told, str):
        return Category(_check_name(told))
    if not isinstance(told, dict):
        raise SettingError(f"a category is a name or an object with one, not {str(told)[:50]}")
    unknown = sorted(set(told) - {"name", "categories", "missing", "source"})
    if unknown:
        raise SettingError(f"a category has no {unknown[0]!r}; it has name, categories, missing, source")
    name = _check_name(told.get("name"))
    parts = told.get("categories", [])
    flags = (told.get("missing", False), told.get("source", False))
    if not isinstance(parts, list) or not all(isinstance(flag, bool) for flag in flags):
        raise SettingError(f"{name}: categories are a list; missing and source are true or false")
    if parts and any(flags):
        raise SettingError(f"{name}: missing and source are said of the categories in it, not of {name} itself")
    if depth == _DEEPEST and parts:
        raise SettingError(f"{name}: a tree has up to {_DEEPEST} levels; join some of them")
    return Category(name, tuple(_category(part, depth + 1) for part in parts), *flags)


def _check_name(name: object) -> str:
    if not isinstance(name, str) or not name.strip() or len(name) > _LONGEST_NAME or "/" in name or not _is_text(name):
        raise SettingError(
            f"{str(name)[:80]!r} is no name of a category; give it up to {_LONGEST_NAME} characters without a slash"
        )
    return " ".join(name.split())


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return name.isprintable()
