"""The score of one segment."""

import mtassay


def value(spec: str, hypothesis: str, *references: str) -> float:
    """What a hypothesis gets by itself."""
    return mtassay.score([hypothesis], [list(references)], [spec])[0].value
