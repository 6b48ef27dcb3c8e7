"""Segments without text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.corpus.evalset import EvalSet

# white space, zero-width characters, directional marks, soft hyphens, byte-order marks
_INVISIBLE = re.compile(r"[\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]*")


@dataclass(frozen=True, kw_only=True)
class Empty(Check):
    """Segments that hold nothing that can be seen: no text, only white space, or only invisible characters.

    An empty output scores nothing, an empty reference spoils the score of a good output. Where the source is
    empty too, an empty translation is right. Look whether a line was lost, and translate it again.
    """

    name: ClassVar[str] = "empty"
    title: ClassVar[str] = "without text"
    advice: ClassVar[str] = "is text missing? Translate again, or leave out everywhere"
    needs: ClassVar[tuple[str, ...]] = ()

    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """Sources, references and every system."""
        empty_sources = set(_empty(evalset.sources or ()))
        yield from self.finding(evalset, "sources", None, dict.fromkeys(empty_sources, ""))
        if evalset.references is not None:
            texts, starts = evalset.references.texts, evalset.references.starts
            empty_segments = starts.searchsorted(_empty(texts), side="right") - 1
            lacking = set(empty_segments.tolist()) - empty_sources
            yield from self.finding(evalset, "references", None, dict.fromkeys(lacking, ""))
        for name, outputs in evalset.systems.items():
            lacking = set(_empty(outputs)) - empty_sources
            yield from self.finding(evalset, "systems", name, dict.fromkeys(lacking, ""))


def _empty(texts: Sequence[str]) -> list[int]:
    return [index for index, text in enumerate(texts) if _INVISIBLE.fullmatch(text)]
