"""Consistency: whether a term is called the same throughout a document."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from mtassay.analyses.base import Analysis, Counts, Line, Plan, Result
from mtassay.analyses.counting.numbered_words import NumberedWords
from mtassay.analyses.counting.term_counts import TermFinder
from mtassay.analyses.counting.view import View
from mtassay.analyses.figures import figure_table
from mtassay.analyses.measures import Ratio, RatioMeasure
from mtassay.analyses.terms import target_stemmer
from mtassay.metrics.base import Floats
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class Consistency(Analysis):
    """Of all pairs of a term's translations in a document, those that are the same.

    Terms are those of the glossary that the source asks for and the output says, by target or variant, twice or more in
    a document. Units are documents.
    """

    name: ClassVar[str] = "consistency"
    title: ClassVar[str] = "terms called the same"
    question: ClassVar[str] = "Does a system stay with one word for one thing throughout a document?"
    counts: ClassVar[str] = "Pairs of occurrences of a term in a document, and those with the same variant."
    blind_to: ClassVar[str] = "Terms that the glossary does not have, and translations that it does not list."
    paper: ClassVar[str] = "mtassay; the question as in Carpuat and Simard (2012), The Trouble with SMT Consistency."
    needs: ClassVar[tuple[str, ...]] = ("sources", "a glossary", "documents")

    stems: bool = setting(False, "whether other forms of the same stem are the term too", hide_default=True)

    def results(self, view: View, plan: Plan) -> Iterator[Result]:
        assert view.glossary is not None
        label = view.document_label
        assert label is not None
        finder = TermFinder(view, view.glossary, target_stemmer(view) if self.stems else None)
        numbers: dict[str, int] = {}
        documents = [numbers.setdefault(name, len(numbers)) for name in view.labels(label)]
        tables = [_pairs(finder, view.output_words(run), documents) for run in range(len(view.runs))]
        reference = None
        if view.evalset.references is not None:
            same, pairs = _pairs(finder, view.reference_words(), documents).sum(axis=0).tolist()
            reference = 100 * same / pairs if pairs else None
        measure = RatioMeasure(key="same", title="% of pairs the same", ratios=(Ratio(("same",), ("pairs",), 100),))
        counts = Counts(
            title="Consistency of terms",
            line_head="",
            size_head="pairs",
            columns=("same", "pairs"),
            rows=np.stack(tables, axis=1),
            lines=(Line(key="terms", title="terms", measures=(measure,), size=("pairs",), reference=reference),),
        )
        # each row is a document already
        yield figure_table(self.spec, counts, replace(plan, unit=label, units=None))


def _pairs(finder: TermFinder, words: NumberedWords, documents: list[int]) -> Floats:
    """For each document the pairs with the same variant, and all pairs."""
    counted = finder.count(words)
    variants: dict[tuple[int, int], Counter[int]] = {}
    for (segment, term), said in counted.said.items():
        asked = counted.asked.get((segment, term), 0)
        variants.setdefault((documents[segment], term), Counter()).update(said[:asked])
    rows = np.zeros((max(documents, default=-1) + 1, 2))
    for (document, _), counts in variants.items():
        total = counts.total()
        rows[document] += [sum(count * (count - 1) / 2 for count in counts.values()), total * (total - 1) / 2]
    return rows
