"""Words: which kinds of them systems get right."""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from mtassay.analyses.base import Counts, Line
from mtassay.analyses.counting.buckets import check_cuts, times_names
from mtassay.analyses.counting.numbered_words import Ints, NumberedWords, bucket_sums, cut_places, matched_words
from mtassay.analyses.counting.view import SPLITTINGS, View
from mtassay.analyses.counting.word_counts import digest_word_counts, read_word_counts
from mtassay.analyses.counting.word_labels import PlacedWords
from mtassay.analyses.figures import CountingAnalysis
from mtassay.analyses.measures import Ratio, RatioMeasure
from mtassay.errors import InputError, SettingError
from mtassay.metrics.base import Floats
from mtassay.settings import did_you_mean, setting

_FREQUENCIES = (1.0, 2.0, 3.0, 4.0, 5.0, 10.0, 100.0, 1000.0)
_SIDES = ("matched", "output", "reference")
_SHAPES = ("number", "capital", "punctuation", "other")
_SHAPE_WORDS = {
    "number": "Words with a digit",
    "capital": "Words with a capital that are not the first",
    "punctuation": "Punctuation",
    "other": "Words with no digit and no capital",
}
_NUMBER, _CAPITAL, _PUNCTUATION, _OTHER = range(4)


class _Placing(NamedTuple):
    """Names of buckets, the reference that a run is held against, and how the words of both are put into buckets.

    `outputs` is None where nobody says which bucket a word of an output is in.
    """

    names: tuple[str, ...]
    words: Callable[[int], NumberedWords]
    references: Callable[[int], PlacedWords]
    outputs: Callable[[int], PlacedWords] | None


@dataclass(frozen=True, kw_only=True)
class Words(CountingAnalysis):
    """F, precision and recall of words, in buckets.

    In each segment the k-th occurrence of a word in the output matches the k-th in the reference. A match is in the
    bucket of its reference word, other words of the output are in their own. With m words matched, h words of outputs
    and r words of references, F = 2m / (h + r), precision is m / h and recall m / r.
    """

    name: ClassVar[str] = "words"
    title: ClassVar[str] = "words by frequency, shape or label"
    question: ClassVar[str] = "Which words does a system get right: rare ones, numbers, names, parts of speech?"
    counts: ClassVar[str] = (
        "Words of outputs, of references and of both, by how often they occur, by their shape or by labels. A bucket "
        "is worth what it adds to the difference in recall of all words."
    )
    blind_to: ClassVar[str] = (
        "A right word in the wrong place counts as right, and a synonym as wrong. What is rare in the references need "
        "not be rare in the training data: counts=FILE takes its counts instead."
    )
    paper: ClassVar[str] = (
        "Graham Neubig, Zi-Yi Dou, Junjie Hu, Paul Michel, Danish Pruthi and Xinyi Wang. 2019. compare-mt: A Tool for "
        "Holistic Comparison of Language Generation Systems. Proceedings of NAACL 2019 (Demonstrations), pages 35-41."
    )
    examples: ClassVar[tuple[str, ...]] = ("by=shape", "cuts='1,2,5'")

    by: str = setting("frequency", "frequency, shape, or the name of labels of words")
    cuts: tuple[float, ...] = setting(
        (), "where buckets begin; none: 1,2,3,4,5,10,100,1000, or quartiles of labels", hide_default=True
    )
    counts_file: str = setting(
        "",
        "file with WORD, tab and how often it occurs, or text to count; none: the references",
        key="counts",
        spelled="counts",
        hide_default=True,
        is_file=True,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_cuts(self.cuts)
        if self.counts_file and self.by != "frequency":
            raise SettingError(f"words: counts={self.counts_file} says how often words occur; use it with by=frequency")

    def count(self, view: View) -> Iterator[Counts]:
        placing = self._placing(view)
        size = len(placing.names)
        names = [f"{side} {number}" for side in _SIDES for number in range(size)] + [f"{side} all" for side in _SIDES]
        rows = np.stack([_rows(view, run, placing) for run in range(len(view.runs))], axis=1)
        sides = [tuple(names[start : start + size]) for start in range(0, 3 * size, size)]
        lines = [
            Line(
                key=name,
                title=name,
                measures=_measures((names[number],), (names[size + number],), (names[2 * size + number],), placing),
                part=(names[number], names[size + number], names[2 * size + number]),
                about=self._about(name),
                size=(names[2 * size + number],),
            )
            for number, name in enumerate(placing.names)
            if rows[..., 2 * size + number].any()  # no reference has such words: nothing to get right
        ]
        lines.append(
            Line(
                key="all words",
                title="all words",
                measures=_measures(("matched all",), ("output all",), ("reference all",), placing),
                size=("reference all",),
                is_total=True,
                about="All words",
            )
        )
        head = self.by
        if self.by == "frequency":
            head = "in the counts" if self.counts_file else "in the references"
        yield Counts(
            title=f"Words by {self.by}",
            line_head=head,
            size_head="words",
            columns=tuple(names),
            rows=rows,
            lines=tuple(lines),
            whole=_recall_of_all(sides[0], sides[2]) if _add_up(rows, size) else None,
        )

    def _about(self, bucket: str) -> str:
        if self.by == "frequency":
            where = "counts" if self.counts_file else "references"
            if bucket == "never":
                return f"Words that the {where} do not have"
            return f"Words that occur {bucket}{'' if bucket in ('once', 'twice') else ' times'} in the {where}"
        return _SHAPE_WORDS[bucket] if self.by == "shape" else f"Words with the label {bucket}"

    def _placing(self, view: View) -> _Placing:
        if self.by == "frequency":
            return self._by_frequency(view)
        if self.by == "shape":
            return _by_shape(view)
        if self.by not in view.word_labels:
            known = ("frequency", "shape", *view.word_labels)
            raise SettingError(
                f"words have no labels {self.by!r}{did_you_mean(self.by, known)}; there are {', '.join(known)}"
            )
        return self._by_label(view)

    def _by_frequency(self, view: View) -> _Placing:
        cuts = self.cuts or _FREQUENCIES
        vocabulary = view.number_all()
        frequencies = view.frequencies()
        if self.counts_file:
            counts = self._counts(view)
            frequencies = np.array([counts.get(word, 0) for word in vocabulary], dtype=np.int64)
        return _by_kind(view, times_names(cuts), lambda words: cut_places(frequencies[words.numbers], cuts))

    def _counts(self, view: View) -> Mapping[str, int]:
        path = self.counts_file
        return view.remember(("word counts", path), lambda: read_word_counts(path, SPLITTINGS[view.splitting]))

    def settled_items(self, view: View) -> dict[str, str]:
        items = super().settled_items(view)
        if self.counts_file:  # what is in a file makes the numbers, not where somebody keeps it
            items["counts"] = digest_word_counts(self._counts(view))
        return items

    def _by_label(self, view: View) -> _Placing:
        if len(view.all_references()) != len(view.evalset):
            raise InputError("words by labels need one reference: labels belong to the words of one")
        labels = view.word_labels[self.by]
        segments = view.segments.tolist()
        placed = labels.place(view.reference_words(), segments, cuts=self.cuts)

        def place(run: int) -> PlacedWords:
            return labels.place(view.output_words(run), segments, view.runs[run], self.cuts)

        is_complete = set(view.runs) <= set(labels.systems)
        return _Placing(
            labels.names(self.cuts),
            lambda run: view.reference_words(),
            lambda run: placed,
            place if is_complete else None,
        )


def _by_kind(view: View, names: tuple[str, ...], buckets: Callable[[NumberedWords], Ints]) -> _Placing:
    """Words of references and outputs put into buckets alike; each word is in one."""

    def place(words: NumberedWords) -> PlacedWords:
        return PlacedWords(np.arange(len(words.numbers)), buckets(words))

    return _Placing(
        names,
        view.reference_words,
        lambda run: place(view.reference_words(run)),
        lambda run: place(view.output_words(run)),
    )


def _by_shape(view: View) -> _Placing:
    shapes = np.array([_shape(word) for word in view.number_all()], dtype=np.int64)

    def shapes_of(words: NumberedWords) -> Ints:
        own = shapes[words.numbers]
        own[(own == _CAPITAL) & (words.places == 0)] = _OTHER  # anything may have a capital there
        return own

    return _by_kind(view, _SHAPES, shapes_of)


def _shape(word: str) -> int:
    categories = [unicodedata.category(character) for character in word]
    if any(category[0] == "N" for category in categories):
        return _NUMBER
    letters = [category for category in categories if category[0] == "L"]
    if not letters:
        return _PUNCTUATION
    return _CAPITAL if letters[0] in ("Lu", "Lt") else _OTHER


def _rows(view: View, run: int, placing: _Placing) -> Floats:
    """For each segment how many words of each bucket match, the output has and the reference has."""
    output, reference = view.output_words(run), placing.words(run)
    shape = len(view), len(placing.names)
    placed = placing.references(run)
    of_output, of_reference = matched_words(output, reference)
    is_matched = np.zeros(len(reference.numbers), dtype=bool)
    is_matched[of_reference] = True
    in_match = is_matched[placed.words]
    texts = reference.texts[placed.words]
    matched = bucket_sums(texts[in_match], placed.buckets[in_match], shape)
    said = np.zeros(shape)
    if placing.outputs is not None:
        own = placing.outputs(run)
        is_free = np.ones(len(output.numbers), dtype=bool)
        is_free[of_output] = False
        free = is_free[own.words]
        said = matched + bucket_sums(output.texts[own.words][free], own.buckets[free], shape)
    totals = [np.bincount(reference.texts[of_reference], minlength=len(view)), output.lengths, reference.lengths]
    asked = bucket_sums(texts, placed.buckets, shape)
    return np.concatenate([matched, said, asked, np.stack(totals, axis=1)], axis=1)


def _add_up(rows: Floats, size: int) -> bool:
    """Whether each word is in one bucket, so that what buckets are worth adds up."""
    return bool(np.array_equal(rows[..., 2 * size : 3 * size].sum(axis=-1), rows[..., -1]))


def _recall_of_all(matched: tuple[str, ...], reference: tuple[str, ...]) -> RatioMeasure:
    ratio = Ratio(matched, reference, 100)
    return RatioMeasure(key="recall of all words", title="recall of all words in %", ratios=(ratio,))


def _measures(
    matched: tuple[str, ...], output: tuple[str, ...], reference: tuple[str, ...], placing: _Placing
) -> tuple[RatioMeasure, ...]:
    recall = RatioMeasure(key="recall", title="recall", ratios=(Ratio(matched, reference),), places=4)
    if placing.outputs is None:
        return (recall,)
    return (
        RatioMeasure(key="f", title="F", ratios=(Ratio((*matched, *matched), (*output, *reference)),), places=4),
        RatioMeasure(key="precision", title="precision", ratios=(Ratio(matched, output),), places=4),
        recall,
    )
