"""A glossary: which words of the target language terms of the source language should have."""

import warnings
from collections.abc import Iterable
from dataclasses import dataclass

from mtassay.corpus.formats.text import read_lines
from mtassay.corpus.packed import show_path
from mtassay.errors import InputError, MtassayWarning

_FORM = "write SOURCE, a tab and TARGET, and after more tabs what else is allowed"


@dataclass(frozen=True)
class Term:
    """A term of the source language, and what it may be called in the target language; the first is preferred."""

    source: str
    targets: tuple[str, ...]


@dataclass(frozen=True)
class Glossary:
    """Terms, each source once."""

    terms: tuple[Term, ...]

    @classmethod
    def of(cls, entries: Iterable[tuple[str, Iterable[str]]]) -> "Glossary":
        """From sources with their targets; a source that comes twice may have the targets of both."""
        targets: dict[str, list[str]] = {}
        twice = []
        for source, allowed in entries:
            if source in targets:
                twice.append(source)
            targets.setdefault(source, []).extend(target for target in allowed if target)
        if twice:
            warnings.warn(
                f"glossary: terms that stand there more than once: {len(twice)}, such as {twice[0]!r}; all their "
                "targets are allowed",
                MtassayWarning,
                stacklevel=2,
            )
        return cls(tuple(Term(source, tuple(dict.fromkeys(allowed))) for source, allowed in targets.items()))

    @classmethod
    def read(cls, path: str) -> "Glossary":
        """From a file with `SOURCE TAB TARGET [TAB VARIANT…]` in each line."""
        shown = show_path(path)
        entries = []
        for number, line in enumerate(read_lines(path), start=1):
            if not line.strip():
                continue
            source, *targets = [part.strip() for part in line.split("\t")]
            if not targets:
                raise InputError(f"{shown}, line {number}: {line[:60]!r} has no tab; {_FORM}")
            if not source or not targets[0]:
                side = "source" if not source else "target"
                raise InputError(f"{shown}, line {number}: the {side} is empty; {_FORM}")
            entries.append((source, targets))
        if not entries:
            raise InputError(f"{shown}: no terms; {_FORM}")
        return cls.of(entries)
