"""Tables of figures as notebooks show them: values with a picture of how they lie to each other."""

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from mtassay.significance.written_p import written_p

if TYPE_CHECKING:
    from mtassay.analyses.figures import Difference, FigureLine, FigureTable

_WIDTH, _HEIGHT, _MARGIN = 160, 16, 6
_BETTER, _WORSE, _UNCLEAR = "#2563a8", "#b3401f", "#6b7280"


def figures_html(table: "FigureTable") -> str:
    """A row for each line: values, a dot for each system on one scale, and differences with their q."""
    values = [value.value for line in table.lines for value in line.values[0] if not math.isnan(value.value)]
    ends = (min(values), max(values)) if values else (0.0, 1.0)
    heads = [table.line_head, *table.systems, "", *(f"{second} − {first}, q" for first, second in table.pairs)]
    rows = "".join(_row(table, line, ends) for line in table.lines)
    notes = "".join(f"<p><small>{escape(note)}</small></p>" for note in table.notes)
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    return f"<h4>{escape(table.title)}</h4><table><tr>{head}</tr>{rows}</table>{notes}"


def _row(table: "FigureTable", line: "FigureLine", ends: tuple[float, float]) -> str:
    places = line.measures[0].places
    values = [value.value for value in line.values[0]]
    cells = [f"<th style='text-align:left'>{escape(line.title)}</th>"]
    cells += [f"<td style='text-align:right'>{_number(value, places)}</td>" for value in values]
    cells.append(f"<td>{_dots(table, line, values, ends)}</td>")
    cells += [f"<td style='text-align:right'>{_difference(each, places, table)}</td>" for each in line.differences[0]]
    return f"<tr>{''.join(cells)}</tr>"


def _dots(table: "FigureTable", line: "FigureLine", values: Sequence[float], ends: tuple[float, float]) -> str:
    """An open dot for the first system and full ones for the others, coloured where they differ beyond chance."""
    low, high = ends
    room = _WIDTH - 2 * _MARGIN

    def place(value: float) -> float:
        return _MARGIN + (room * (value - low) / (high - low) if high > low else room / 2)

    middle = _HEIGHT / 2
    drawn = [f"<line x1='{_MARGIN}' x2='{_WIDTH - _MARGIN}' y1='{middle}' y2='{middle}' stroke='#d1d5db'/>"]
    for number, value in enumerate(values):
        if math.isnan(value):
            continue
        difference = next((each for each in line.differences[0] if each.second == table.systems[number]), None)
        color = _UNCLEAR if difference is None else _color(difference, line, table)
        fill = "white" if number == 0 else color
        drawn.append(
            f"<circle cx='{place(value):.1f}' cy='{middle}' r='4' fill='{fill}' stroke='{color}'>"
            f"<title>{escape(table.systems[number])}</title></circle>"
        )
    return f"<svg width='{_WIDTH}' height='{_HEIGHT}' role='img'>{''.join(drawn)}</svg>"


def _color(difference: "Difference", line: "FigureLine", table: "FigureTable") -> str:
    if difference.q is None or difference.q >= table.alpha:
        return _UNCLEAR
    direction = line.measures[0].direction
    if direction in ("none", "near 1"):
        return "black"
    return _BETTER if (difference.value > 0) == (direction == "higher") else _WORSE


def _difference(difference: "Difference", places: int, table: "FigureTable") -> str:
    if math.isnan(difference.value):
        return "–"
    shown = f"{difference.value:+.{places}f}"
    if difference.q is None:
        return shown
    weight = "bold" if difference.q < table.alpha else "normal"
    return f"<span style='font-weight:{weight}'>{shown}</span>, {escape(written_p(difference.q))}"


def _number(value: float, places: int) -> str:
    return "–" if math.isnan(value) else f"{value:,.{places}f}"
