"""Conditions on a comparison, for scripts that must stop at a regression.

`chrf < -0.5 and p < 0.05` holds for a system whose chrF is more than half a point below the
baseline's, with a p-value below 0.05. Names of metrics stand for differences to the baseline, `p` for
the p-value of the metric that stands beside it, `p(bleu)` for that of a metric by name; `and` binds
more closely than `or`.
"""

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from mtassay.comparison.result import Comparison, MetricComparison
from mtassay.errors import SettingError
from mtassay.evaluation.metric_names import MetricNames, find_metric, metric_names

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
        names = [MetricNames(heading, column.spec, column.metric) for heading, column in comparison.columns]
        meant = [
            [(clause, *comparison.columns[_find(clause, names)]) for clause in clauses] for clauses in self.alternatives
        ]
        failures = []
        for system in comparison.systems[1:]:
            for clauses in meant:
                figures = [(each[0], each[1], *_figure(each[0], each[2], comparison, system)) for each in clauses]
                if all(_OPERATORS[clause.operator](figure, clause.number) for clause, _, figure, _ in figures):
                    because = ", ".join(
                        f"p of {heading} {sign} {figure:.4g}" if clause.is_p else f"{heading} {figure:+.4g}"
                        for clause, heading, figure, sign in figures
                    )
                    failures.append(Failure(system, clauses[0][2], because))
                    break
        return failures

    def require(self, metrics: Sequence[tuple[str, str, str]]) -> None:
        """Refuse names that are none of these metrics, given as label, name and spec, before anything is compared."""
        names = metric_names(metrics)
        for clauses in self.alternatives:
            for clause in clauses:
                _find(clause, names)


def _clauses(text: str, part: str) -> Iterator[Clause]:
    """The clauses of a list; a bare `p` is that of the only metric beside it."""
    clauses = []
    for piece in re.split(r"\s+and\s+", part, flags=re.IGNORECASE):
        match = _CLAUSE.fullmatch(piece)
        if match is None:
            raise SettingError(
                f"{text!r}: {piece.strip()!r} is no condition; write a metric or p, a comparison and a number, "
                f"with 'and' or 'or' between them, for example {_EXAMPLE!r}"
            )
        p_of = _P_OF.fullmatch(match["name"])
        is_bare = match["name"].lower() == "p"
        name = "" if is_bare else p_of["metric"] if p_of else match["name"]
        clauses.append(Clause(name, match["operator"], float(match["number"]), is_bare or p_of is not None))
    names = sorted({clause.name for clause in clauses if clause.name})
    for clause in clauses:
        if not clause.name and len(names) > 1:
            raise SettingError(
                f"{text!r}: p stands beside {' and '.join(names)}, so whose it is cannot be told; write p({names[0]}), "
                f"or one metric beside it: {_EXAMPLE!r}"
            )
        yield clause if clause.name or not names else replace(clause, name=names[0])


def _find(clause: Clause, metrics: Sequence[MetricNames]) -> int:
    """Which metric is meant; a bare `p` is that of the only one."""
    if not clause.name and len(metrics) == 1:
        return 0
    if not clause.name:
        raise SettingError(f"p: of which metric? write p({metrics[0].heading}), or a metric beside it: {_EXAMPLE!r}")
    return find_metric(clause.name, metrics, "this comparison")


def _figure(clause: Clause, by_metric: MetricComparison, comparison: Comparison, system: str) -> tuple[float, str]:
    """What a clause is about, and the sign that stands before it in a sentence."""
    pair = by_metric.pair(comparison.baseline, system)
    assert pair is not None  # the baseline is compared with every system
    if not clause.is_p:
        return pair.difference, "="
    # a small p-value that speaks for the other system is no reason to prefer this one
    if pair.outcome.contradicts:
        return 1.0, "="
    return pair.adjusted_p, "≤" if pair.adjusted_is_bound else "="
