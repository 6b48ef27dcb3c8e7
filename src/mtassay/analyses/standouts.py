"""What stands out: the strongest evidence of all analyses, and what the metrics say in a sentence."""

from collections.abc import Sequence

from mtassay.analyses.base import Result, Standout
from mtassay.comparison.result import Comparison

_MOST_LINES = 8
_MOST_SENTENCES = 4


def choose_standouts(results: Sequence[Result], first: str, second: str) -> list[Standout]:
    """Of two systems: at most a gain and a loss from each analysis, the strongest evidence first, nothing twice."""
    chosen: dict[tuple[str, bool | None], Standout] = {}
    for result in results:
        for standout in result.standouts():
            if (standout.first, standout.second) != (first, second):
                continue
            key = result.spec, standout.is_better
            if key not in chosen or standout.p < chosen[key].p:
                chosen[key] = standout
    different = dict.fromkeys(chosen.values())  # words by frequency and by shape have all words in common
    return sorted(different, key=lambda standout: standout.p)[:_MOST_LINES]


def sentence(comparison: Comparison, pairs: Sequence[tuple[str, str]]) -> str:
    """Of some pairs who is better by which metrics, and whom nobody can tell apart."""
    said = [_of_pair(comparison, first, second) for first, second in pairs[:_MOST_SENTENCES]]
    if len(pairs) > _MOST_SENTENCES:
        said.append(f"{len(pairs) - _MOST_SENTENCES} more pairs are in the tables.")
    return " ".join(said)


def _of_pair(comparison: Comparison, first: str, second: str) -> str:
    by_verdict: dict[str, list[str]] = {"better": [], "worse": [], "unclear": []}
    for label, metric in comparison.columns:
        pair = metric.pair(first, second)
        assert pair is not None  # all that are asked for were compared
        verdict = metric.verdict(pair, comparison.alpha)
        change = f"{pair.difference:+.{metric.places}f}".replace("-", "\N{MINUS SIGN}")
        by_verdict[verdict].append(label if verdict == "unclear" else f"{label} ({change})")
    better, worse, unclear = by_verdict.values()
    if not better and not worse:
        return f"{second} cannot be told apart from {first} by {_listed(unclear)}."
    said = f"{second} is {'better' if better else 'worse'} than {first} by {_listed(better or worse)}"
    if better and worse:
        said = f"The metrics disagree: {said}, and worse by {_listed(worse)}"
    if unclear:
        said += f"; they cannot be told apart by {_listed(unclear)}"
    return said + "."


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
