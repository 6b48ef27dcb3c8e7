"""Terms: whether outputs say what a glossary asks for."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.alignment.stems import stemmer_of
from mtassay.analyses.base import Counts, Line
from mtassay.analyses.counting.term_counts import TermFinder
from mtassay.analyses.counting.view import View
from mtassay.analyses.figures import CountingAnalysis
from mtassay.analyses.measures import Ratio, RatioMeasure
from mtassay.errors import SettingError
from mtassay.settings import setting

_MOST_TERMS = 20


@dataclass(frozen=True, kw_only=True)
class Terms(CountingAnalysis):
    """Recall and precision of the terms of a glossary.

    A term is asked for as often as the source has it, and kept where the output says its target or a variant, at most
    so often. Recall is kept / asked for, precision kept / said. Longer terms come first, and no two take the same word.
    Case matters for entries with capitals.
    """

    name: ClassVar[str] = "terms"
    title: ClassVar[str] = "terms of a glossary"
    question: ClassVar[str] = "Does a system use the terms that it should?"
    counts: ClassVar[str] = (
        "Occurrences of the terms in sources, and of their targets and variants in outputs; the terms asked for most "
        "often have a line of their own."
    )
    blind_to: ClassVar[str] = (
        "Other forms of a word, unless stems=yes; and whether the target stands where the term belongs in the segment."
    )
    paper: ClassVar[str] = "mtassay; term accuracy as in the WMT 2021 shared task on terminologies (Alam et al. 2021)."
    needs: ClassVar[tuple[str, ...]] = ("sources", "a glossary")
    examples: ClassVar[tuple[str, ...]] = ("stems=yes",)

    stems: bool = setting(False, "whether other forms of the same stem are the term too", hide_default=True)

    def count(self, view: View) -> Iterator[Counts]:
        assert view.glossary is not None
        finder = TermFinder(view, view.glossary, target_stemmer(view) if self.stems else None)
        terms = view.glossary.terms
        shown = finder.commonest(_MOST_TERMS)
        tables = [finder.count(view.output_words(run)).rows(len(view), shown) for run in range(len(view.runs))]
        reference = None
        if view.evalset.references is not None and finder.asked:
            kept, _, asked = finder.count(view.reference_words()).rows(len(view), ())[:, 0].sum(axis=0).tolist()
            reference = 100 * kept / asked
        columns = [f"{kind} {number}" for number in ("all", *shown) for kind in ("kept", "said", "asked")]
        lines = [
            Line(
                key="all",
                title="all terms",
                about="All terms",
                measures=_measures(*columns[:3]),
                size=(columns[2],),
                reference=reference,
                is_total=True,
            )
        ]
        for place, source in enumerate((terms[number].source for number in shown), start=1):
            own = columns[3 * place : 3 * place + 3]
            key = source
            while any(line.key == key for line in lines):  # a term may be called as the line of all terms is
                key = f"“{key}”"
            lines.append(Line(key=key, title=source, about=f"“{source}”", measures=_measures(*own), size=(own[2],)))
        yield Counts(
            title="Terms",
            line_head="term",
            size_head="asked for",
            columns=tuple(columns),
            rows=np.stack([table.reshape(len(view), -1) for table in tables], axis=1),
            lines=tuple(lines),
        )


def target_stemmer(view: View) -> str:
    """The stemmer of the target language, which must be known."""
    stemmer = stemmer_of(view.evalset.target_language)
    if stemmer is None:
        raise SettingError(
            "terms: stems=yes needs a target language that has a stemmer, and the extra stem; name the language, "
            "or leave stems out"
        )
    return stemmer


def _measures(kept: str, said: str, asked: str) -> tuple[RatioMeasure, ...]:
    return (
        RatioMeasure(key="recall", title="% of terms kept", ratios=(Ratio((kept,), (asked,), 100),)),
        RatioMeasure(key="precision", title="% of those said", ratios=(Ratio((kept,), (said,), 100),)),
    )
