"""Outputs that are far too long or far too short."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.corpus.evalset import EvalSet
from mtassay.settings import setting

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Length(Check):
    """Texts several times as long, or as short, as what they translate.

    Characters are counted. An output is compared with its references, and with its source as long as
    references are usually in this test set; where there are both it must be odd beside both, since either can be
    the odd one itself. References are compared with sources. Look for text that was cut off, left out or made
    up, and for lines that belong to other segments.
    """

    name: ClassVar[str] = "length"
    title: ClassVar[str] = "far too long or too short"
    advice: ClassVar[str] = "text cut off or made up, or a line that belongs to another segment?"
    needs: ClassVar[tuple[str, ...]] = ()
    needs_any: ClassVar[tuple[str, ...]] = ("sources", "references")

    factor: float = setting(2.0, "how many times longer or shorter is odd", low=1)
    slack: int = setting(20, "characters that may be more or fewer besides", low=0)

    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """References beside sources, then every system beside both."""
        shortest = longest = expected = None
        if evalset.references is not None:
            lengths, starts = _lengths(evalset.references.texts), evalset.references.starts[:-1]
            shortest, longest = np.minimum.reduceat(lengths, starts), np.maximum.reduceat(lengths, starts)
        if evalset.sources is not None:
            sources = _lengths(evalset.sources)
            # how long a text is usually in the target language, for each character of its source
            samples = [longest] if longest is not None else [_lengths(system) for system in evalset.systems.values()]
            ratios = np.concatenate([sample[sources > 0] / sources[sources > 0] for sample in samples or [sources]])
            ratios = ratios[ratios > 0]
            expected = sources * (np.median(ratios) if ratios.size else 1.0)
        if shortest is not None and longest is not None and expected is not None:
            odd = self._odd(shortest, expected, expected) | self._odd(longest, expected, expected)
            unusual = {index: _told(longest[index], expected[index], "the source") for index in np.flatnonzero(odd)}
            yield from self.finding(evalset, "references", None, _plain(unusual))
        for name, outputs in evalset.systems.items():
            lengths = _lengths(outputs)
            odd = np.ones(len(lengths), bool)
            middle, beside = expected, "the source"
            if expected is not None:
                odd &= self._odd(lengths, expected, expected)
            if shortest is not None and longest is not None:
                odd &= self._odd(lengths, shortest, longest)
                middle, beside = longest, "the reference"
            if middle is not None:
                unusual = {index: _told(lengths[index], middle[index], beside) for index in np.flatnonzero(odd)}
                yield from self.finding(evalset, "systems", name, _plain(unusual))

    def _odd(self, lengths: Floats, shortest: Floats, longest: Floats) -> NDArray[np.bool_]:
        too_long = lengths > self.factor * longest + self.slack
        too_short = self.factor * lengths + self.slack < shortest
        # empty texts are found by another check
        return np.asarray((too_long | too_short) & (lengths > 0) & (shortest > 0))


def _lengths(texts: Sequence[str]) -> Floats:
    return np.fromiter(map(len, texts), np.float64, len(texts))


def _told(length: float, beside: float, what: str) -> str:
    return f"{length:.0f} characters, where {what} leads to expect some {beside:.0f}"


def _plain(unusual: dict[np.int64, str]) -> dict[int, str]:
    return {int(index): text for index, text in unusual.items()}
