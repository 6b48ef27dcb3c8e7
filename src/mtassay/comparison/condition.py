"""Conditions on a comparison, for scripts that must stop at a regression.

`chrf < -0.5 and p < 0.05` holds for a system whose chrF is more than half a point below the
baseline's, with a p-value below 0.05. Names of metrics stand for differences to the baseline, `p` for
the p-value of the metric that stands beside it, `p(bleu)` for that of a metric by name; `and` binds
more closely than `or`.
"""

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from mtassay.comparison.result import Comparison, MetricComparison
from mtassay.errors import SettingError
from mtassay.settings import did_you_mean

_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_NUMBER = r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?"
_CLAUSE = re.compile(rf"\s*(?P<name>\S.*?)\s*(?P<operator><=|>=|<|>)\s*(?P<number>{_NUMBER})\s*", re.IGNORECASE)
_P_OF = re.compile(r"p\s*\(\s*(?P<metric>.+?)\s*\)", re.IGNORECASE)
_EXAMPLE = "chrf < -0.5 and p < 0.05"


@dataclass(frozen=True)
class Clause:
    """`name operator number`, where the name is that of a metric; `is_p` if its p-value is meant."""

    name: str
    operator: str
    number: float
    is_p: bool


@dataclass(frozen=True)
class Failure:
    """A system for which a condition holds, the first metric that it names, and the figures in words."""

    system: str
    metric: MetricComparison
    because: str


@dataclass(frozen=True)
class Condition:
    """Lists of clauses: it holds where all clauses of one list do."""

    text: str
    alternatives: tuple[tuple[Clause, ...], ...]

    @classmethod
    def parse(cls, text: str) -> "Condition":
        """From its text; SettingError says what is wrong with it."""
        parts = re.split(r"\s+or\s+", text, flags=re.IGNORECASE)
        return cls(text, tuple(tuple(_clauses(text, part)) for part in parts))

    def check(self, comparison: Comparison) -> list[Failure]:
        """The systems for which it holds; refuses metrics that were not compared."""
        meant = [[(clause, _heading(clause, comparison)) for clause in clauses] for clauses in self.alternatives]
        failures = []
        for system in comparison.systems[1:]:
            for clauses in meant:
                figures = [(*clause, _figure(*clause, comparison, system)) for clause in clauses]
                if all(_OPERATORS[clause.operator](figure, clause.number) for clause, _, figure in figures):
                    because = ", ".join(
                        f"p of {heading} = {figure:.4g}" if clause.is_p else f"{heading} {figure:+.4g}"
                        for clause, heading, figure in figures
                    )
                    failures.append(Failure(system, comparison[figures[0][1]], because))
                    break
        return failures


def _clauses(text: str, part: str) -> Iterator[Clause]:
    """The clauses of a list; a bare `p` is that of the only metric beside it."""
    found = []
    for piece in re.split(r"\s+and\s+", part, flags=re.IGNORECASE):
        match = _CLAUSE.fullmatch(piece)
        if match is None:
            raise SettingError(
                f"{text!r}: {piece.strip()!r} is no condition; write a metric or p, a comparison and a number, "
                f"for example {_EXAMPLE!r}"
            )
        p_of = _P_OF.fullmatch(match["name"])
        is_bare = match["name"].lower() == "p"
        name = "" if is_bare else p_of["metric"] if p_of else match["name"]
        found.append(Clause(name, match["operator"], float(match["number"]), is_bare or p_of is not None))
    names = sorted({clause.name for clause in found if clause.name})
    for clause in found:
        if not clause.name and len(names) != 1:
            which = "no metric" if not names else " and ".join(names)
            raise SettingError(
                f"{text!r}: p stands beside {which}, so whose it is cannot be told; write p(bleu), "
                f"or one metric beside it: {_EXAMPLE!r}"
            )
        yield clause if clause.name else replace(clause, name=names[0])


def _heading(clause: Clause, comparison: Comparison) -> str:
    """The heading of the metric that is meant, by any of its names and in any case."""
    known = {}
    for heading, one in comparison.columns:
        known.update({one.metric.lower(): heading, one.spec.lower(): heading, heading.lower(): heading})
    if clause.name.lower() not in known:
        raise SettingError(
            f"{clause.name!r} is not among the metrics of this comparison{did_you_mean(clause.name, known)}; "
            f"there are {', '.join(comparison.labels)}"
        )
    return known[clause.name.lower()]


def _figure(clause: Clause, heading: str, comparison: Comparison, system: str) -> float:
    pair = comparison[heading].pair(comparison.baseline, system)
    assert pair is not None  # the baseline is compared with every system
    return pair.adjusted_p if clause.is_p else pair.difference
