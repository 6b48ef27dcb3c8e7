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
        tables = []
        for run in range(len(view.runs)):
            counted = finder.count(view.output_words(run))
            tables.append(np.concatenate([counted.found, counted.said_counts, counted.required], axis=1))
        size = len(terms)
        names = [f"{kind} {number}" for kind in ("kept", "said", "asked") for number in range(size)]
        kept, said, asked = (tuple(names[start : start + size]) for start in range(0, 3 * size, size))
        reference = None
        if view.evalset.references is not None and finder.required.any():
            of_reference = finder.count(view.reference_words())
            reference = float(100 * of_reference.found.sum() / finder.required.sum())
        by_number = np.argsort(-finder.required.sum(axis=0), kind="stable")[:_MOST_TERMS].tolist()
        lines = [
            Line(
                key="all",
                title="all terms",
                about="All terms",
                measures=_measures(kept, said, asked),
                size=asked,
                reference=reference,
                is_total=True,
            )
        ]
        lines += [
            Line(
                key=terms[number].source,
                title=terms[number].source,
                about=f"“{terms[number].source}”",
                measures=_measures(kept[number : number + 1], said[number : number + 1], asked[number : number + 1]),
                size=(asked[number],),
            )
            for number in by_number
            if finder.required[:, number].any()
        ]
        yield Counts(
            title="Terms",
            line_head="term",
            size_head="asked for",
            columns=tuple(names),
            rows=np.stack(tables, axis=1),
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


def _measures(kept: tuple[str, ...], said: tuple[str, ...], asked: tuple[str, ...]) -> tuple[RatioMeasure, ...]:
    return (
        RatioMeasure(key="recall", title="% of terms kept", ratios=(Ratio(kept, asked, 100),), places=1),
        RatioMeasure(key="precision", title="% of those said", ratios=(Ratio(kept, said, 100),), places=1),
    )
