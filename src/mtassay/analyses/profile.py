"""Profile: how long outputs are, how much they repeat themselves, how many different words they have."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.analyses.base import Cell, Counts, Line, Plan, Result
from mtassay.analyses.counting.numbered_words import NumberedWords
from mtassay.analyses.counting.view import View
from mtassay.analyses.figures import CountingAnalysis, figure_table
from mtassay.analyses.measures import Ratio, RatioMeasure
from mtassay.metrics.base import Floats

_REPEATED = 3


@dataclass(frozen=True, eq=False, kw_only=True)
class VocabularyTable(Result):
    """How many different words the first words of each text are; such counts do not add, so nothing is tested."""

    systems: tuple[str, ...]
    words: int
    counts: tuple[float, ...]
    reference: int | None

    def records(self) -> list[dict[str, Cell]]:
        return [
            {
                "analysis": self.spec,
                "table": self.title,
                "line": f"first {self.words} words",
                "system": system,
                "value": count,
                "reference": self.reference,
            }
            for system, count in zip(self.systems, self.counts, strict=True)
        ]


@dataclass(frozen=True, kw_only=True)
class Profile(CountingAnalysis):
    """What can be said of outputs without asking whether they are right, beside the same of the references.

    Length: words of outputs by words of references. Repetition: of 100 trigrams those that the segment has already
    said. Variety: different words among the first N, where N is as many as the shortest text has.
    """

    name: ClassVar[str] = "profile"
    title: ClassVar[str] = "length, repetition and variety"
    question: ClassVar[str] = "Is a system too brief, does it repeat itself, are its words as varied as people's?"
    counts: ClassVar[str] = "Words, trigrams said again within a segment, and different words."
    blind_to: ClassVar[str] = "Whether anything is right. A wrong word is as different as a right one."
    paper: ClassVar[str] = "mtassay; length ratios as in compare-mt (Neubig et al. 2019)."
    needs: ClassVar[tuple[str, ...]] = ()

    def count(self, view: View) -> Iterator[Counts]:
        has_references = view.evalset.references is not None
        rows = np.stack([_rows(view, run) for run in range(len(view.runs))], axis=1)
        again = RatioMeasure(
            key="repeated", title="% said again", ratios=(Ratio(("repeated",), ("trigrams",), 100),), direction="none"
        )
        lines = []
        if has_references:
            length = RatioMeasure(
                key="length", title="ratio to references", ratios=(Ratio(("output",), ("reference",)),), places=4,
                direction="near 1",
            )  # fmt: skip
            lines.append(
                Line(
                    key="length",
                    title="words per reference word",
                    about="Length of outputs",
                    measures=(length,),
                    size=("output",),
                    reference=1.0,
                )
            )
        repeated = None
        if has_references:
            of_reference = _repetition(view.reference_words()).sum(axis=0)
            repeated = float(100 * of_reference[0] / of_reference[1]) if of_reference[1] else None
        lines.append(
            Line(
                key="repetition",
                title="% of trigrams said again",
                about="Trigrams",
                measures=(again,),
                size=("trigrams",),
                reference=repeated,
            )
        )
        yield Counts(
            title="Length and repetition",
            line_head="",
            size_head="counted",
            columns=("output", "reference", "repeated", "trigrams"),
            rows=rows,
            lines=tuple(lines),
        )

    def results(self, view: View, plan: Plan) -> Iterator[Result]:
        for counts in self.count(view):
            yield figure_table(self.spec, counts, plan)
        texts = [view.output_words(run).numbers for run in range(len(view.runs))]
        reference = view.reference_words().numbers if view.evalset.references is not None else None
        size = min(len(text) for text in (*texts, *([] if reference is None else [reference])))
        counts_of_runs = np.array([len(np.unique(text[:size])) for text in texts], dtype=np.float64)
        yield VocabularyTable(
            spec=self.spec,
            title="Different words",
            systems=plan.systems,
            words=size,
            counts=tuple(plan.means(counts_of_runs).tolist()),
            reference=None if reference is None else len(np.unique(reference[:size])),
            notes=(f"Among the first {size:,} words of each text: the shortest has so many.",),
        )


def _rows(view: View, run: int) -> Floats:
    output = view.output_words(run)
    reference = np.zeros(len(view))
    if view.evalset.references is not None:
        reference = view.reference_words(run).lengths.astype(np.float64)
    return np.concatenate([np.stack([output.lengths, reference], axis=1), _repetition(output)], axis=1)


def _repetition(words: NumberedWords) -> Floats:
    """For each text the trigrams that it has said before, and all of its trigrams."""
    starts = np.flatnonzero(words.places + _REPEATED <= words.lengths[words.texts])
    texts = words.texts[starts]
    # a number for every different row of text and words, a column at a time: sorting rows takes ten times as long
    rows = texts
    for step in range(_REPEATED):
        keys = rows * (int(words.numbers.max(initial=0)) + 1) + words.numbers[starts + step]
        _, firsts, rows = np.unique(keys, return_index=True, return_inverse=True)
    total = np.bincount(texts, minlength=len(words))
    return np.stack([total - np.bincount(texts[firsts], minlength=len(words)), total], axis=1).astype(np.float64)
