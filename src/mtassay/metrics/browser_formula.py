"""How the script of a report computes scores from sums: `reports/page/script/formulas.js` knows these formulas."""

from collections.abc import Mapping, Sequence
from typing import Any

BrowserFormula = Mapping[str, Any]
"""The `name` of a formula, `ratio`, `bleu` or `chrf`, and its settings."""


def ratio_formula(
    columns: Sequence[str],
    above: Mapping[str, float],
    below: Mapping[str, float],
    *,
    scale: float = 1.0,
    least: float = 0.0,
    otherwise: float = 0.0,
    may_be_unknown: bool = False,
) -> BrowserFormula:
    """`scale · above / below`, each a sum of columns with their weights.

    What is below counts as `least` where it is less. Where nothing is to divide by, the score is 0, or `otherwise`
    where something stands above; one that `may_be_unknown` is no number then.
    """
    unknown = {"mayBeUnknown": True} if may_be_unknown else {}
    return {
        "name": "ratio",
        "above": [above.get(column, 0.0) for column in columns],
        "below": [below.get(column, 0.0) for column in columns],
        "scale": scale,
        "least": least,
        "otherwise": otherwise,
        **unknown,
    }
