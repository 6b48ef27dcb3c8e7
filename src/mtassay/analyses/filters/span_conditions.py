"""Filters that leave what is in each of several spans of numbers."""

from collections.abc import Sequence

from mtassay.analyses.filters.filter_conditions import NumberCondition, Quantity


def span_conditions(quantity: Quantity, cuts: Sequence[float]) -> tuple[str, ...]:
    """Below the first cut, from each cut to the next, from the last on.

    Example:
        >>> span_conditions(GivenNumber("length"), (10, 20))
        ('length < 10', 'length >= 10 and length < 20', 'length >= 20')

    """
    starts = ["", *(str(NumberCondition(quantity, ">=", (cut,))) for cut in cuts)]
    ends = [*(str(NumberCondition(quantity, "<", (cut,))) for cut in cuts), ""]
    return tuple(" and ".join(filter(None, both)) for both in zip(starts, ends, strict=True))
