"""Text that was cut into tokens, beside text that was not."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.checks.text.segments import suspects
from mtassay.corpus.evalset import EvalSet
from mtassay.settings import setting

_PIECES = re.compile(r"\w@@ |▁\w|\w ##\w")


@dataclass(frozen=True, kw_only=True)
class Tokenized(Check):
    """Outputs cut into tokens where the references are not, or the other way round.

    Signs are a space before a comma or a full stop, `@-@`, ` 's`, and what subword models leave behind: `@@ `, `▁`.
    Metrics tokenize by themselves, and text that was tokenized before gives other scores. Compared are shares of
    those segments that have a comma or a full stop at all; without references, with the sources. Put the pieces
    together again (`sacremoses detokenize`, `spm_decode`) and score that.
    """

    name: ClassVar[str] = "tokenized"
    title: ClassVar[str] = "tokenized, unlike the references"
    advice: ClassVar[str] = "detokenize before scoring"
    needs_any: ClassVar[tuple[str, ...]] = ("references", "sources")

    difference: float = setting(0.2, "shares of tokenized segments may differ by so much", low=0, high=1)

    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """Every system; where it is the references that are tokenized, these."""
        is_by_references = evalset.references is not None
        part = "references" if is_by_references else "sources"
        others = evalset.references.texts if evalset.references is not None else evalset.sources or ()
        usual, other_share, other_pieces = self._look(others)
        are_odd = False
        for name, outputs in evalset.systems.items():
            spaced, share, pieces = self._look(outputs)
            if len(pieces) > len(other_pieces):
                yield from self.finding(
                    evalset,
                    "systems",
                    name,
                    dict.fromkeys(pieces, ""),
                    title="with pieces of words of a subword model",
                    advice="put the words together again before scoring",
                    is_severe=True,
                )
            elif share - other_share > self.difference:
                title = f"tokenized, unlike the {part}"
                yield from self.finding(evalset, "systems", name, dict.fromkeys(spaced, ""), title=title)
            are_odd |= is_by_references and other_share - share > self.difference
        if are_odd and evalset.references is not None:
            segments = (evalset.references.starts.searchsorted(usual, side="right") - 1).tolist()
            title = "tokenized, unlike the systems"
            advice = "score against references that are not tokenized"
            yield from self.finding(
                evalset, "references", None, dict.fromkeys(segments, ""), title=title, advice=advice
            )

    def _look(self, texts: Sequence[str]) -> tuple[list[int], float, list[int]]:
        """Texts that are spaced like tokens, their share of those that could be, and texts in pieces."""
        spaced = [index for index, text in suspects(texts, _may_be_spaced) if _has_stop(text) and _is_spaced(text)]
        pieces = [index for index, text in suspects(texts, _may_be_pieces) if _PIECES.search(text)]
        could_be = sum(map(_has_stop, texts)) if spaced else 1
        return spaced, len(spaced) / could_be, pieces


# Plain searches one after the other take a tenth of the time of one pattern. French puts a space before ; : ! ? and so
# those four are no sign of tokenized text.
def _may_be_spaced(text: str) -> bool:
    return " ," in text or " ." in text or " 's " in text or ("@" in text and "@-@" in text)


def _is_spaced(text: str) -> bool:
    is_cut = " , " in text or " . " in text or text.endswith((" .", " ,"))
    return is_cut or "@-@" in text or " 's " in text


def _has_stop(text: str) -> bool:
    return "," in text or "." in text


def _may_be_pieces(text: str) -> bool:
    return ("@" in text and "@@ " in text) or "▁" in text or ("#" in text and " ##" in text)
