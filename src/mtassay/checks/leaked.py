"""Outputs that are their reference."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.checks.text.segments import walk
from mtassay.corpus.evalset import EvalSet
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class Leaked(Check):
    """Outputs identical to a reference more often, or in longer segments, than a translator would hit on by chance.

    Short segments are often translated in one way only. Long ones hardly ever: where many are identical, the
    system has seen the test set, the references are post-edits of this very system, or the wrong file was named.
    Scores on such a test set say nothing about other texts.
    """

    name: ClassVar[str] = "leaked"
    title: ClassVar[str] = "identical to the reference, more than chance allows"
    advice: ClassVar[str] = "has the system seen the references, or are they made from its output?"
    needs: ClassVar[tuple[str, ...]] = ("systems", "references")

    min_characters: int = setting(60, "length from which on identity is rare; half of it in scripts without spaces")
    share: float = setting(0.15, "share of such segments that may be identical", low=0, high=1)
    long: int = setting(250, "length from which on a single one is odd", low=1)

    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """Every system, unless the references are known to be made from its output."""
        if evalset.post_edit:
            return
        for name in evalset.systems:
            same, long, possible = {}, {}, 0
            for index, output, source, references in walk(evalset, name):
                length = len(output)
                if length < self.min_characters and (" " in output or 2 * length < self.min_characters):
                    continue
                possible += 1
                if output in references and output != source:
                    same[index] = ""
                    if length >= self.long:
                        long[index] = ""
            if len(same) >= 3 and len(same) > self.share * possible:
                yield from self.finding(evalset, "systems", name, same, is_severe=True)
            else:
                title = "identical to the reference, although very long"
                yield from self.finding(evalset, "systems", name, long, title=title)
