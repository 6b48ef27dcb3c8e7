"""Numbers as people type them."""


def parse_number(text: str) -> float:
    """A number with a point or a comma before its decimals; a ValueError where it is none.

    Example:
        >>> parse_number("7,5")
        7.5

    """
    return float(text.replace(",", "."))
