"""Small test sets for tests of analyses, and what analyses say of them."""

import warnings
from typing import Any

from mtassay import EvalSet
from mtassay.analyses.analyze import analyze
from mtassay.analyses.figures import FigureTable
from mtassay.analyses.result import Analyses


def repeated(reference: str, old: str, new: str, *, source: str | None = None, times: int = 40, **more: Any) -> EvalSet:
    """The same segment so often that it can be tested."""
    return EvalSet(
        [reference] * times,
        sources=None if source is None else [source] * times,
        systems={"old": [old] * times, "new": [new] * times},
        warn_of_blanks=False,
        **more,
    )


def analysed(evalset: EvalSet, spec: str, **more: Any) -> Analyses:
    """One analysis, with chrF beside it; that segments are few is no news."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*(are few|one segment only)")
        return analyze(evalset, [spec], ["chrf"], **more)


def figures(evalset: EvalSet, spec: str, **more: Any) -> FigureTable:
    """The first table of an analysis that gives figures."""
    table = analysed(evalset, spec, **more).results[0]
    assert isinstance(table, FigureTable)
    return table


def values(table: FigureTable, line: str, measure: int = 0) -> list[float]:
    """What the systems have in a line."""
    chosen = next(each for each in table.lines if each.key == line)
    return [value.value for value in chosen.values[measure]]
