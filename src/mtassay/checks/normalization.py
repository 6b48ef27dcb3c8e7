"""Accents that are written in another way than in the references."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar
from unicodedata import is_normalized

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.checks.text.segments import reference_tuples
from mtassay.corpus.evalset import EvalSet
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class Normalization(Check):
    """Outputs in another Unicode normal form than their references: é as one character, or as e and an accent.

    They look the same, and no metric takes them for the same. Compared is, segment by segment, whether the text is
    in form NFC. Bring references and outputs into one form before you score: in Python
    `unicodedata.normalize("NFC", text)`, in a shell `uconv -x nfc`.
    """

    name: ClassVar[str] = "normalization"
    title: ClassVar[str] = "in another Unicode normal form than the references"
    advice: ClassVar[str] = "bring both into one form, best NFC"
    needs: ClassVar[tuple[str, ...]] = ("systems", "references")

    severe_share: float = setting(0.05, "severe where it is found in more than this share of segments", low=0, high=1)

    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """Every system."""
        composed = [all(map(_is_composed, texts)) for texts in reference_tuples(evalset)]
        for name, outputs in evalset.systems.items():
            unnormalized = {
                index: f"{_form(output)}, unlike the reference"
                for index, (output, expected) in enumerate(zip(outputs, composed, strict=True))
                # text without any accent is in every form
                if _is_composed(output) != expected and (expected or not is_normalized("NFD", output))
            }
            yield from self.finding(evalset, "systems", name, unnormalized)


def _form(text: str) -> str:
    if _is_composed(text):
        return "composed"
    # some characters, as क़ in one piece, are in neither form
    return "decomposed" if is_normalized("NFD", text) else "not in form NFC"


def _is_composed(text: str) -> bool:
    return text.isascii() or is_normalized("NFC", text)
