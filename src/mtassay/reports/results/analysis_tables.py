"""Tables of analyses as people read them: figures, outcomes, n-grams, weights, examples."""

import math
import re
from collections.abc import Iterator, Sequence

from mtassay.analyses.base import Result
from mtassay.analyses.discriminative import WeightTable
from mtassay.analyses.examples import Example, ExampleList
from mtassay.analyses.figures import Difference, FigureLine, FigureTable
from mtassay.analyses.ngrams import NgramLine, NgramTable
from mtassay.analyses.profile import VocabularyTable
from mtassay.analyses.segments import OutcomeTable
from mtassay.errors import SettingError
from mtassay.reports.document import Cell, Column, Form, Note, Row, Section, Table
from mtassay.reports.formats.text import display_width

# control characters, ends of lines, halves of characters, and those that turn text round; not the invisible ones that
# texts of many languages are full of, such as non-breaking spaces and joiners
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_MOST_NGRAMS = 10
_MOST_WEIGHTS = 12
_MOST_FOLDED = 3
_MOST_SYSTEMS = 3
"""With more systems a table has their values alone, and bold says which differ."""


def result_sections(result: Result) -> Iterator[Section]:
    """What people read of a result."""
    if isinstance(result, FigureTable):
        yield _figures(result) if len(result.systems) <= _MOST_SYSTEMS else _many_figures(result)
    elif isinstance(result, OutcomeTable):
        columns = (Column(result.line_head), *(Column(system, digits=0) for system in result.systems))
        rows = [(line, *counts) for line, counts in zip(result.lines, result.counts.tolist(), strict=True)]
        yield Table(columns, rows, title=result.title, notes=result.notes)
    elif isinstance(result, VocabularyTable):
        names = ("", *(["reference"] if result.reference is not None else []), *result.systems)
        counts = (*([float(result.reference)] if result.reference is not None else []), *result.counts)
        row: Row = (f"in {result.words:,} words", *counts)
        yield Table(tuple(Column(name, digits=0) for name in names), [row], title=result.title, notes=result.notes)
    elif isinstance(result, NgramTable):
        yield from _ngrams(result)
    elif isinstance(result, WeightTable):
        yield _weights(result)
    elif isinstance(result, ExampleList):
        yield _examples(result)
    else:
        raise SettingError(f"{type(result).__name__} is a result that no report knows")


def _figures(result: FigureTable) -> Table:
    """Each line with the values of all systems, and the differences of all pairs."""
    places = result.lines[0].measures[0].places if result.lines else 2
    has_sizes = any(line.sizes for line in result.lines)
    has_reference = any(line.reference is not None for line in result.lines)
    columns = [Column(result.line_head, missing="")]
    columns += [Column(result.size_head, digits=0, missing="")] if has_sizes else []
    columns += [Column("reference", digits=places, missing="")] if has_reference else []
    columns += [Column(system, digits=places) for system in result.systems]
    several = len(result.pairs) > 1
    for first, second in result.pairs:
        pair = f"{second} - {first}"
        columns += [
            Column(f"difference {pair}", pair if several else "difference", digits=places, form=Form.SIGNED),
            Column(f"q {pair}", "q", form=Form.P_VALUE),
        ]
        columns += (
            [Column(f"worth {pair}", "worth", digits=result.whole_places, form=Form.SIGNED, missing="")]
            if result.whole
            else []
        )
    rows: list[Row] = []
    bold = set()
    for number, line in enumerate(result.lines):
        cells: list[Cell] = [line.title]
        cells += [_size(line)] if has_sizes else []
        cells += [line.reference] if has_reference else []
        cells += [value.value for value in line.values[0]]
        for difference in line.differences[0]:
            if _differs(difference, result.alpha):
                bold.add((number, len(cells)))
            cells += [difference.value, difference.q]
            cells += [difference.contribution] if result.whole else []
        rows.append(cells)
    notes = [*result.notes]
    if result.whole:
        wholes = ", ".join(
            f"{whole:+.{result.whole_places}f}" + (f" ({second} - {first})" if several else "")
            for whole, (first, second) in zip(result.whole, result.pairs, strict=True)
        )
        notes.append(f"Worth: what a line adds to the difference in {result.whole_title}; {wholes} in all.")
    return Table(
        tuple(columns),
        rows,
        title=_title(result),
        notes=tuple(notes),
        bold=frozenset(bold),
        row_digits=_row_digits(result.lines),
    )


def _title(result: FigureTable) -> str:
    """With the name of what is measured, where that is the same in all lines and is not said already."""
    titles = {line.measures[0].title for line in result.lines}
    named = titles.pop() if len(titles) == 1 else ""
    return result.title if not named or named in result.title else f"{result.title}: {named}"


def _row_digits(lines: Sequence[FigureLine]) -> tuple[int, ...]:
    """Where lines have measures with different digits, those of each."""
    places = tuple(line.measures[0].places for line in lines)
    return places if len(set(places)) > 1 else ()


def _many_figures(result: FigureTable) -> Table:
    """Each line with the values of all systems; bold where one differs from what it is compared with."""
    has_sizes = any(line.sizes for line in result.lines)
    columns = [Column(result.line_head, missing="")]
    columns += [Column(result.size_head, digits=0, missing="")] if has_sizes else []
    rows: list[Row] = []
    bold = set()
    for number, line in enumerate(result.lines):
        cells: list[Cell] = [line.title, *([_size(line)] if has_sizes else [])]
        for system, value in zip(result.systems, line.values[0], strict=True):
            if any(each.second == system and _differs(each, result.alpha) for each in line.differences[0]):
                bold.add((number, len(cells)))
            cells.append(value.value)
        rows.append(cells)
    places = result.lines[0].measures[0].places if result.lines else 2
    columns += [Column(system, digits=places) for system in result.systems]
    return Table(
        tuple(columns),
        rows,
        title=_title(result),
        notes=(*result.notes, *_differing(result)),
        bold=frozenset(bold),
        row_digits=_row_digits(result.lines),
    )


def _differing(result: FigureTable) -> Iterator[str]:
    """For each system that others were compared with, which of them differ from it in which lines."""
    for baseline in dict.fromkeys(first for first, _ in result.pairs):
        differing = [
            f"{line.title}: {', '.join(names)}"
            for line in result.lines
            if (
                names := [
                    each.second
                    for each in line.differences[0]
                    if each.first == baseline and _differs(each, result.alpha)
                ]
            )
        ]
        if differing:
            yield f"Differ from {baseline} (q < {result.alpha:g}): {'; '.join(differing)}."


def _size(line: FigureLine) -> Cell:
    """How much a line is about, where that is the same for all systems; else as a list."""
    if not line.sizes:
        return None
    shown = [f"{size:,.0f}" for size in line.sizes]  # words: a row may have digits after the point, which no count has
    return shown[0] if len(set(shown)) == 1 else " ".join(shown)


def _differs(difference: Difference, alpha: float) -> bool:
    return difference.q is not None and difference.q < alpha and not math.isclose(difference.value, 0)


def _ngrams(result: NgramTable) -> Iterator[Table]:
    beyond = [line for line in result.lines if line.q is not None and line.q < result.alpha]
    shown = (result.lines if result.beyond_chance is None else beyond)[:_MOST_NGRAMS]
    first, second = ("too often", "too seldom") if result.kind == "balance" else (result.first, result.second)
    units = "segments" if result.unit == "segment" else f"parts by {result.unit}"
    columns = (
        Column("n-gram", is_words=True),
        Column("first", first, digits=0),
        Column("second", second, digits=0),
        Column(units),
        Column("q", form=Form.P_VALUE),
        Column("also", is_words=True, missing=""),
    )
    rows: list[Row] = [
        (
            visible_text(line.text),
            line.first,
            line.second,
            f"{line.first_units}–{line.second_units}",
            line.q,
            _also(line),
        )
        for line in shown
    ]
    notes = []
    if len(beyond) > len(shown):
        notes.append(f"More that are beyond chance: {len(beyond) - len(shown):,}.")
    if not rows:
        notes.append(f"None differs in enough {units}." if result.beyond_chance is None else "None is beyond chance.")
    if result.first_more and result.tested and result.beyond_chance is not None:
        notes.append(f"N-grams tested, both ways: {result.tested:,}; beyond chance: {result.beyond_chance:,}.")
    yield Table(columns, rows, title=result.title, notes=tuple(notes))


def _also(line: NgramLine) -> str | None:
    if not line.also:
        return None
    shown = ", ".join(map(visible_text, line.also[:_MOST_FOLDED]))
    more = len(line.also) - _MOST_FOLDED
    return shown + (f" + {more}" if more > 0 else "")


def _weights(result: WeightTable) -> Table:
    columns = (Column("n-gram", is_words=True), Column("weight", form=Form.SIGNED), Column("", is_words=True))
    rows: list[Row] = [
        (visible_text(ngram.text), ngram.weight, "too often" if ngram.weight < 0 else "too seldom")
        for ngram in result.weights[:_MOST_WEIGHTS]
    ]
    more = len(result.weights) - len(rows)
    note = f"It tells {100 * result.told_apart:.1f} % of left-out segments apart; 50 % would be chance."
    notes = (*([f"{more} more have smaller weights."] if more > 0 else []), note)
    return Table(columns, rows, title=result.title, notes=notes)


def _examples(result: ExampleList) -> Note:
    lines: list[str] = []
    for example in result.examples:
        lines += list(_example_lines(result, example))
    columns = (
        *("segment", "chosen by"),
        *("text", "words", "score"),
    )
    rows: list[Row] = [row for example in result.examples for row in _example_rows(result, example)]
    table = Table(
        tuple(Column(name, digits=result.places, is_words=name in ("text", "words"), missing="") for name in columns),
        rows,
        title=f"{result.title}, by {result.metric}",
    )
    return Note(tuple(lines) or ("none",), f"{result.title}, by {result.metric}", is_verbatim=True, table=table)


def _example_rows(result: ExampleList, example: Example) -> Iterator[Row]:
    start = (example.segment, None if result.chosen_by == "drawn" else example.value)
    if example.source is not None:
        yield (*start, "source", example.source, None)
    for reference in example.references:
        yield (*start, "reference", reference, None)
    for system, output, score in example.outputs:
        yield (*start, system, output, score)


def _example_lines(result: ExampleList, example: Example) -> Iterator[str]:
    width = max(
        display_width(name) for name in ("reference", *(visible_text(system) for system, _, _ in example.outputs))
    )
    value = "" if result.chosen_by == "drawn" else f": {example.value:+.{result.places}f}"
    if result.chosen_by == "score":
        value = f": {example.value:.{result.places}f}"
    yield f"  Segment {example.segment}{value}"
    if example.source is not None:
        yield f"    {'source':<{width}}  {visible_text(example.source)}"
    for reference in example.references:
        yield f"    {'reference':<{width}}  {visible_text(reference)}"
    for system, output, score in example.outputs:
        name = visible_text(system)
        yield f"    {name}{' ' * (width - display_width(name))}  {visible_text(output)}  ({score:.{result.places}f})"


def visible_text(text: str) -> str:
    """On one line, with what would move the cursor, ring or turn the rest of the line round as an escape."""
    return _UNSAFE.sub(lambda match: repr(match[0])[1:-1], text)
