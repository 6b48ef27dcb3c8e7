"""Which texts of a test set a report gives away: those of all segments, of some, or of none."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import TypeVar

import numpy as np

from mtassay.analyses.base import ANALYSES, Counts, Line, Result
from mtassay.analyses.counting.numbered_words import Ints
from mtassay.analyses.counting.view import Bools, View
from mtassay.analyses.discriminative import WeightTable
from mtassay.analyses.examples import Example, ExampleList
from mtassay.analyses.figures import FigureLine, FigureTable
from mtassay.analyses.ngrams import Ngrams, NgramTable
from mtassay.analyses.result import Analyses
from mtassay.analyses.terms import Terms
from mtassay.errors import SettingError
from mtassay.reports.largest_changes import largest_changes, segment_changes
from mtassay.settings import parse_spec

FEWEST_SEGMENTS = 6
"""What fewer segments share could give one of them away."""
_SEED = 12345

L = TypeVar("L", Line, FigureLine)


@dataclass(frozen=True, eq=False)
class SharedTexts:
    """The segments whose texts may be read: their places among those that were analysed; None means all."""

    places: Ints | None = None

    @property
    def is_none(self) -> bool:
        """Whether no segment's text may be read."""
        return self.places is not None and not len(self.places)

    def mask(self, size: int) -> Bools:
        """Which of so many segments they are."""
        mask = np.full(size, self.places is None)
        if self.places is not None:
            mask[self.places] = True
        return mask

    def said(self, size: int) -> str:
        """What a reader is told of it; nothing where all is there."""
        if self.places is None:
            return ""
        if self.is_none:
            return f"This report has no text of any segment; its n-grams differ in {FEWEST_SEGMENTS} segments or more."
        return (
            f"This report has the texts of {len(self.places):,} of {size:,} segments: those that it lists, then half "
            "that change most, or of one system score worst, and half drawn at random."
        )


ALL_TEXTS = SharedTexts()


def read_texts(texts: str | int) -> int | None:
    """How many segments' texts are wanted by `all`, `none` or a number; None for all."""
    if texts == "all":
        return None
    if texts == "none":
        return 0
    is_number = isinstance(texts, int) or (isinstance(texts, str) and texts.isascii() and texts.isdigit())
    if isinstance(texts, bool) or not is_number or int(texts) < 1:
        raise SettingError(f"texts={texts}: expected all, none, or how many segments, for example 200")
    return int(texts)


def share_texts(analyses: Analyses, count: int | None) -> SharedTexts:
    """The segments whose texts are given away, where so many may be.

    First come those that reports list; of the rest half are those that change most, and half are drawn.
    """
    if count is None or count >= len(analyses.view):
        return SharedTexts(np.zeros(0, dtype=np.int64) if count == 0 else None)
    listed = list(dict.fromkeys(_listed(analyses)))[:count]
    changes = segment_changes(analyses)
    order = np.argsort(-np.abs(changes) if analyses.plan.pairs else changes, kind="stable")  # of one system the worst
    others = order[~np.isin(order, listed)]
    missing = count - len(listed)
    most = (missing + 1) // 2
    drawn = np.random.default_rng(_SEED).permutation(others[most:])[: missing - most]
    return SharedTexts(np.sort(np.concatenate([np.array(listed, dtype=np.int64), others[:most], drawn])))


def _listed(analyses: Analyses) -> Iterator[int]:
    """The places of the segments that a page or a list of examples shows, losses and gains in turn."""
    yield from (place for place in chain(*zip_longest(*largest_changes(analyses))) if place is not None)
    places = {segment: place for place, segment in enumerate(analyses.view.segments.tolist())}
    lists = [result.examples for result in analyses.results if isinstance(result, ExampleList)]
    for example in chain(*zip_longest(*lists)):
        if example is not None:
            yield places[example.segment - 1]


def without_other_texts(analyses: Analyses, shared: SharedTexts) -> Analyses:
    """The same analyses with no text but those: what only quotes others is left out, and that is said."""
    if shared.places is None:
        return analyses
    segments = {int(analyses.view.segments[place]) + 1 for place in shared.places}
    results: list[Result] = []
    left_out: dict[str, str] = {}
    which = "no texts" if shared.is_none else "the texts of some segments alone"
    for result in analyses.results:
        quoted = _quotes_few(result, analyses.view)
        if quoted:
            reason = f"tells {quoted} of fewer than {FEWEST_SEGMENTS} segments, and the report is to have {which}"
            left_out[result.spec] = reason
        elif isinstance(result, FigureTable) and result.spec.partition(":")[0] == Terms.name:
            results.append(_without_names(result, f"Terms have numbers here, as the report is to have {which}."))
        elif isinstance(result, ExampleList):
            kept = [example for example in result.examples if shared.is_none or example.segment in segments]
            examples = tuple(map(_without_texts, kept) if shared.is_none else kept)
            results.append(replace(result, examples=examples))
        else:
            results.append(result)
    signatures = {spec: signature for spec, signature in analyses.signatures.items() if spec not in left_out}
    not_done = {**analyses.not_done, **left_out}
    return replace(analyses, results=tuple(results), signatures=signatures, not_done=not_done)


def _quotes_few(result: Result, view: View) -> str:
    """What a result has of only few segments, so that it gives one of them away; empty where it has nothing such."""
    if isinstance(result, WeightTable):
        return "n-grams"
    if isinstance(result, NgramTable):
        analysis = ANALYSES.create(result.spec)
        return "n-grams" if isinstance(analysis, Ngrams) and analysis.least < FEWEST_SEGMENTS else ""
    by = parse_spec(result.spec)[1].get("by", "")
    if not isinstance(result, FigureTable) or by not in {*view.word_labels, *view.evalset.labels}:
        return ""
    # labels may hold comments, lemmas or whole texts
    is_rare = any(_segments_of(line, result.counts) < FEWEST_SEGMENTS for line in result.counts.lines)
    return "labels" if is_rare else ""


def _segments_of(line: Line, counts: Counts) -> int:
    """In how many segments there is something of a line."""
    if line.segments is not None:
        return len(line.segments)
    columns = list(line.measures[0].columns(counts.columns))
    return int(counts.rows[:, :, columns].any(axis=(1, 2)).sum())


def _without_names(table: FigureTable, note: str) -> FigureTable:
    """A table of terms with numbers in the place of names, the most frequent first as before."""
    parts = [line.key for line in table.counts.lines if not line.is_total]
    names = {key: f"term {number}" for number, key in enumerate(parts, start=1)}

    def told(line: L) -> L:
        name = names.get(line.key)
        return line if name is None else replace(line, key=name, title=name, about=name.capitalize())

    before = len(table.counts.notes)
    counts = replace(table.counts, lines=tuple(map(told, table.counts.lines)), notes=(*table.counts.notes, note))
    notes = (*table.notes[:before], note, *table.notes[before:])
    return replace(table, counts=counts, lines=tuple(map(told, table.lines)), notes=notes)


def _without_texts(example: Example) -> Example:
    outputs = tuple((system, "", score) for system, _, score in example.outputs)
    return replace(example, source=None, references=(), outputs=outputs)
