"""N-grams: which words and phrases a system gets right, or says too often, more often than another."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from mtassay.analyses.base import Analysis, Cell, Plan, Result, Standout
from mtassay.analyses.counting.ngram_counts import NgramCounts
from mtassay.analyses.counting.numbered_words import Ints
from mtassay.analyses.counting.view import View
from mtassay.settings import setting
from mtassay.significance.corrections import benjamini_hochberg
from mtassay.significance.sign import binomial_p

Kind = Literal["right", "over", "balance"]
"""What is counted of an n-gram: where the reference has it, where it has not, or both sides of one system."""

Numbers = NDArray[np.signedinteger[Any]] | NDArray[np.floating[Any]]

_SAME_UNITS = 0.8
_ROUNDING = 1e-9
_SMALL_ROUNDING = 1e-5  # of numbers with half the digits; means over runs differ by more, or not at all
_binomial_p = lru_cache(maxsize=65_536)(binomial_p)


@dataclass(frozen=True, kw_only=True)
class NgramLine:
    """An n-gram with its counts by two systems, and by how many units each has more of it.

    `text` is how people write its words. `share` is that of the first system, (a + alpha) / (a + b + 2 alpha). `folded`
    are n-grams below that contain it or are contained and say the same of mostly the same units; `also` are their
    texts.
    """

    words: tuple[str, ...]
    text: str
    first: float
    second: float
    first_units: int
    second_units: int
    share: float
    p: float | None
    q: float | None
    folded: tuple[tuple[str, ...], ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class NgramTable(Result):
    """N-grams that two systems have unequally often; the strongest evidence first.

    `lines` have more of it by the first system where `first_more`, else by the second. `tested` n-grams differ in
    enough units, in either direction; `beyond_chance` of them pass the test, None where nothing may be tested.
    """

    kind: Kind
    first: str
    second: str
    first_more: bool
    tested: int
    beyond_chance: int | None
    lines: tuple[NgramLine, ...]
    alpha: float
    unit: str

    def records(self) -> list[dict[str, Cell]]:
        return [
            {
                "analysis": self.spec,
                "table": self.title,
                "kind": self.kind,
                "first": self.first,
                "second": self.second,
                "line": line.text,
                "first count": line.first,
                "second count": line.second,
                "first units": line.first_units,
                "second units": line.second_units,
                "share": line.share,
                "p": line.p,
                "q": line.q,
                "folded": len(line.folded),
            }
            for line in self.lines
        ]

    def standouts(self) -> Sequence[Standout]:
        if self.kind == "balance":
            return ()
        where = "where the reference has it" if self.kind == "right" else "more often than the reference"
        # the test is about units: counts that say the opposite would only confuse
        lines = [line for line in self.lines if (line.first > line.second) == self.first_more]
        return [
            Standout(
                first=self.first,
                second=self.second,
                about=f"“{line.text}” {where}",
                before=line.first,
                after=line.second,
                places=0,
                p=line.p,
                is_better=(line.second > line.first) == (self.kind == "right"),
            )
            for line in lines[:1]
            if line.p is not None and line.q is not None and line.q < self.alpha
        ]


@dataclass(frozen=True, kw_only=True)
class Ngrams(Analysis):
    """N-grams of words that one system has right, or says too often, in more segments than another.

    By segment an n-gram is right as often as output and reference both have it, and over as often as the output has it
    beyond that. An exact two-sided sign test asks whether one system has more of it in more units, corrected over all
    n-grams that differ in enough of them. One system alone: units where it says an n-gram too often against those where
    too seldom.
    """

    name: ClassVar[str] = "ngrams"
    title: ClassVar[str] = "n-grams that differ"
    question: ClassVar[str] = "Which words and phrases does one system get right, or overuse, and another not?"
    counts: ClassVar[str] = (
        "Of every n-gram the occurrences that the reference has too and those that it has not, by system and segment. "
        "What says the same of the same segments is folded behind the strongest."
    )
    blind_to: ClassVar[str] = (
        "Why. Frequent n-grams need smaller differences to be noticed than rare ones, and what is not in the "
        "reference may still be right."
    )
    paper: ClassVar[str] = (
        "Graham Neubig, Zi-Yi Dou, Junjie Hu, Paul Michel, Danish Pruthi and Xinyi Wang. 2019. compare-mt: A Tool for "
        "Holistic Comparison of Language Generation Systems. Proceedings of NAACL 2019 (Demonstrations), pages 35-41. "
        "Test and correction: mtassay."
    )
    examples: ClassVar[tuple[str, ...]] = ("orders=2,least=1", "alpha=0.5")

    orders: int = setting(4, "words of the longest n-grams", low=1, high=16)
    least: int = setting(6, "units that must differ before an n-gram is tested", low=1)
    alpha: float = setting(1.0, "what the share adds to both counts", low=0, hide_default=True)

    def results(self, view: View, plan: Plan) -> Iterator[Result]:
        view.number_all()
        counts = self._counts(view)
        if not plan.pairs:
            name = plan.systems[0]
            over = _mean_over(counts, plan.runs[0])
            under = _mean_over(counts.exchanged, plan.runs[0])
            yield from self._tables(counts, (over, under), (name, name), "balance", plan, view)
        for first, second in plan.pairs:
            names = plan.systems[first], plan.systems[second]
            for kind, count in _KINDS.items():
                values = count(counts, plan.runs[first]), count(counts, plan.runs[second])
                yield from self._tables(counts, values, names, kind, plan, view)

    def listable(self, view: View, plan: Plan) -> NgramCounts:
        """All that a table can list of any two systems and any of the segments, with counts of all segments.

        What differs in enough of some segments does so in enough of all. That it stands in so many references, or is
        said too often in so many segments by one system, would not do: two systems may each overuse it elsewhere. The
        segments of a document may add up to nothing, and some of them to something, so any that differs counts.
        """
        counts = self._counts(view)
        unit_count = 0 if plan.units is None else int(plan.units.max(initial=0)) + 1
        cells, starts = None, counts.starts[:-1]
        if plan.units is not None:
            numbers = counts.ngrams * unit_count + plan.units[counts.segments]
            known, cells = np.unique(numbers, return_inverse=True)
            starts = np.searchsorted(known // unit_count, np.arange(len(counts)))
        is_listable = np.zeros(len(counts), dtype=bool)
        for before, after in _every_two(counts, plan) if len(counts) else ():
            differs = np.abs(after - before) >= _SMALL_ROUNDING
            if cells is not None:
                differs = np.bincount(cells, weights=differs) > 0
            is_listable |= np.add.reduceat(differs, starts, dtype=np.int32) >= self.least
        return counts.cut(is_listable)

    def _counts(self, view: View) -> NgramCounts:
        runs = range(len(view.runs))
        outputs = [view.output_words(run) for run in runs]
        references = [view.reference_words(run) for run in runs]
        return NgramCounts.of(outputs, references, self.orders, self.least)

    def _tables(
        self,
        counts: NgramCounts,
        values: tuple[Numbers, Numbers],
        names: tuple[str, str],
        kind: Kind,
        plan: Plan,
        view: View,
    ) -> Iterator[NgramTable]:
        first, second = values
        vocabulary = view.vocabulary
        differing = _Differing.of(counts, second - first, plan.units)
        sums = [counts.sums(first), counts.sums(second)]
        trials = differing.first_units + differing.second_units
        (chosen,) = np.nonzero(trials >= self.least)
        p_values = [
            _binomial_p(min(pair), sum(pair))
            for pair in zip(
                differing.first_units[chosen].tolist(), differing.second_units[chosen].tolist(), strict=True
            )
        ]
        q_values = benjamini_hochberg(p_values) if p_values else []
        sizes = np.round(np.abs(sums[1] - sums[0])[chosen] / _ROUNDING).tolist()
        # of equal evidence the larger difference, then the shorter n-gram; the same in a report, which rounds elsewhere
        evidence = [0.0 if plan.refusal else float(f"{p_value:.12g}") for p_value in p_values]
        words = [counts.text(ngram, vocabulary) for ngram in chosen.tolist()]
        order = sorted(
            range(len(chosen)),
            key=lambda place: (evidence[place], -sizes[place], len(words[place]), words[place]),
        )
        lines: dict[bool, list[tuple[int, NgramLine]]] = {True: [], False: []}
        for place in order:
            ngram = int(chosen[place])
            a, b = float(sums[0][ngram]), float(sums[1][ngram])
            line = NgramLine(
                words=words[place],
                text=view.joined(words[place]),
                first=a,
                second=b,
                first_units=int(differing.first_units[ngram]),
                second_units=int(differing.second_units[ngram]),
                share=(a + self.alpha) / (a + b + 2 * self.alpha) if a + b + self.alpha else 0.5,
                p=None if plan.refusal else p_values[place],
                q=None if plan.refusal else q_values[place],
            )
            is_even = line.first_units == line.second_units
            first_more = a - b >= _ROUNDING if is_even else line.first_units > line.second_units
            lines[first_more].append((ngram, line))
        for first_more in (True, False):
            yield NgramTable(
                spec=self.spec,
                title=_title(kind, names, first_more=first_more),
                kind=kind,
                first=names[0],
                second=names[1],
                first_more=first_more,
                tested=len(chosen),
                beyond_chance=None if plan.refusal else sum(q < plan.alpha for q in q_values),
                lines=tuple(_folded(lines[first_more], differing, view)),
                alpha=plan.alpha,
                unit=plan.unit,
            )


def _mean_right(counts: NgramCounts, runs: Sequence[int]) -> Numbers:
    """How often the output of a system and its reference both have each n-gram, by posting: the mean over runs."""
    return _mean([np.minimum(counts.outputs[:, run], counts.references[:, run]) for run in runs])


def _mean_over(counts: NgramCounts, runs: Sequence[int]) -> Numbers:
    """How often the output of a system has each n-gram beyond its reference."""
    return _mean([np.maximum(counts.outputs[:, run] - counts.references[:, run], 0) for run in runs])


def _mean(values: Sequence[NDArray[np.signedinteger[Any]]]) -> Numbers:
    """Over runs; one alone stays as small as it is: of ten systems and many segments there are a lot."""
    return values[0] if len(values) == 1 else np.asarray(np.mean(values, axis=0, dtype=np.float64))


def _small(values: Numbers) -> Numbers:
    """At most half as large."""
    return values.astype(np.float32) if values.dtype == np.float64 else values


def _every_two(counts: NgramCounts, plan: Plan) -> Iterator[tuple[Numbers, Numbers]]:
    """What tables compare, for any two systems: counts by posting."""
    if len(plan.runs) == 1:  # whose too often is compared with its too seldom
        over, under = (_small(_mean_over(each, plan.runs[0])) for each in (counts, counts.exchanged))
        yield over, under
        return
    for count in _KINDS.values():
        yield from combinations([_small(count(counts, runs)) for runs in plan.runs], 2)


_KINDS: dict[Kind, Callable[[NgramCounts, Sequence[int]], Numbers]] = {"right": _mean_right, "over": _mean_over}


def _title(kind: Kind, names: tuple[str, str], *, first_more: bool) -> str:
    more = names[0] if first_more else names[1]
    if kind == "balance":
        return f"Said too {'often' if first_more else 'seldom'} by {more}"
    if kind == "right":
        return f"Right more often by {more} than by {names[1] if first_more else names[0]}"
    return f"Said too often by {more}, more than by {names[1] if first_more else names[0]}"


@dataclass(frozen=True, eq=False)
class _Differing:
    """For each n-gram how many units have more of it by either system, and which they are."""

    first_units: NDArray[np.int64]
    second_units: NDArray[np.int64]
    starts: Ints
    units: NDArray[np.signedinteger[Any]]

    @classmethod
    def of(cls, counts: NgramCounts, differences: Numbers, units: NDArray[np.intp] | None) -> "_Differing":
        of_ngrams: Ints = counts.ngrams
        of_units: NDArray[np.signedinteger[Any]] = counts.segments
        if units is not None:  # the segments of a document, say, are one unit: their differences add
            cells = of_ngrams * (int(units.max(initial=0)) + 1) + units[counts.segments]
            known, places = np.unique(cells, return_inverse=True)
            differences = np.bincount(places, weights=differences).astype(np.float64, copy=False)
            of_ngrams, of_units = np.divmod(known, int(units.max(initial=0)) + 1)
        size = len(counts)
        # means over runs are sums of fractions: what is left of equal ones is rounding
        differs = np.abs(differences) >= _ROUNDING
        differences, of_ngrams, of_units = differences[differs], of_ngrams[differs], of_units[differs]
        ends = np.cumsum(np.bincount(of_ngrams, minlength=size))
        return cls(
            np.bincount(of_ngrams[differences < 0], minlength=size),
            np.bincount(of_ngrams[differences > 0], minlength=size),
            np.concatenate([[0], ends]).astype(np.int64),
            of_units,
        )

    def units_of(self, ngram: int) -> set[int]:
        return set(self.units[self.starts[ngram] : self.starts[ngram + 1]].tolist())


def _folded(lines: Sequence[tuple[int, NgramLine]], differing: _Differing, view: View) -> Iterator[NgramLine]:
    """The n-grams that are not folded, with those that are folded behind them."""
    heads: dict[tuple[str, ...], int] = {}
    containing: dict[tuple[str, ...], list[int]] = {}  # heads by all that they contain
    units: list[set[int]] = []
    behind: list[list[tuple[str, ...]]] = []
    shown: list[NgramLine] = []
    for ngram, line in lines:
        parts = _parts(line.words)
        above = sorted({heads[part] for part in parts if part in heads}.union(containing.get(line.words, ())))
        own = differing.units_of(ngram)
        head = next((place for place in above if len(own & units[place]) >= _SAME_UNITS * len(own)), None)
        if head is not None:
            behind[head].append(line.words)
            continue
        heads[line.words] = len(shown)
        for part in parts:
            containing.setdefault(part, []).append(len(shown))
        units.append(own)
        behind.append([])
        shown.append(line)
    for line, folded in zip(shown, behind, strict=True):
        yield replace(line, folded=tuple(folded), also=tuple(map(view.joined, folded)))


def _parts(words: tuple[str, ...]) -> set[tuple[str, ...]]:
    """All shorter n-grams that an n-gram contains."""
    size = len(words)
    return {words[start:end] for start in range(size) for end in range(start + 1, size + 1) if end - start < size}
