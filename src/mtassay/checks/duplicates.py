"""Segments that occur more than once."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.checks.text.segments import reference_tuples, source_texts
from mtassay.corpus.evalset import EvalSet
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class Duplicates(Check):
    """Segments of the test set that come again, and outputs that are the same for different segments.

    A segment that stands twice in a test set counts twice. One output for several sources is what a system gives
    that answers instead of translating, or that was fed the same line again. Short texts are passed over.
    Take repeated segments out of the test set; look at repeated outputs.
    """

    name: ClassVar[str] = "duplicates"
    title: ClassVar[str] = "with the same output as another, where texts differ"
    advice: ClassVar[str] = "was the same line translated again, or an answer given instead of a translation?"
    needs: ClassVar[tuple[str, ...]] = ()
    needs_any: ClassVar[tuple[str, ...]] = ("sources", "references")

    severe_share: float = setting(0.05, "severe where it is found in more than this share of segments", low=0, high=1)
    min_characters: int = setting(30, "length from which on a text should occur once", low=1)

    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """The test set itself, then every system."""
        again = {
            index: f"as segment {earlier + 1}"
            for earlier, index in _repeated(zip(source_texts(evalset), reference_tuples(evalset), strict=True))
            if len(_asked(evalset, index)) >= self.min_characters
        }
        yield from self.finding(
            evalset,
            "references" if evalset.sources is None else "sources",
            None,
            again,
            title="seen before",
            advice="they count twice: take repetitions out of the test set",
        )
        for name, outputs in evalset.systems.items():
            repeats = {
                index: f"as segment {earlier + 1}"
                for earlier, index in _repeated(outputs)
                if len(outputs[index]) >= self.min_characters
                and _folded(_asked(evalset, earlier)) != _folded(_asked(evalset, index))
            }
            yield from self.finding(evalset, "systems", name, repeats)


def _repeated(texts: Iterable[Hashable]) -> Iterator[tuple[int, int]]:
    """The index of each text that was there before, behind the index where it was first."""
    # a sorted array of hashes takes a tenth of the memory of a dictionary of texts
    hashes = np.fromiter(map(hash, texts), np.int64)
    order = hashes.argsort(kind="stable")
    first = 0
    for place in np.flatnonzero(hashes[order][1:] == hashes[order][:-1]).tolist():
        if hashes[order[first]] != hashes[order[place]]:
            first = place
        yield int(order[first]), int(order[place + 1])


def _asked(evalset: EvalSet, index: int) -> str:
    """What a segment asks for: where that is the same, an equal output is right."""
    if evalset.sources is not None:
        return evalset.sources[index]
    return "" if evalset.references is None else "".join(evalset.references[index])


def _folded(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
