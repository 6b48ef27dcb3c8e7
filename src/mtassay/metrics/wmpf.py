"""WMPF: MPF with words."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay.metrics.mpf import Mpf


@dataclass(frozen=True, kw_only=True)
class Wmpf(Mpf):
    """The mean of the F1 of n-grams, n = 1..4, of words, of morphemes and of part-of-speech tags.

    As `mpf`, with the same settings, but words count besides.
    """

    name: ClassVar[str] = "wmpf"
    title: ClassVar[str] = "n-gram F1 of words, morphemes and part-of-speech tags"
    range: ClassVar[str] = "0 (nothing shared) to 1 (the same words, morphemes and tags)"
    strengths: ClassVar[str] = "As mpf, and asks for the words themselves too."

    @property
    def layers(self) -> tuple[str, ...]:
        return ("words", *super().layers)
