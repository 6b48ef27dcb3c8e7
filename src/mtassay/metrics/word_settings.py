"""Settings that most metrics have: whether case counts, and how text is cut into words."""

from typing import Any

from mtassay.settings import setting
from mtassay.tokenizers.base import tokenizer


def lowercase_setting(default: bool) -> Any:
    """Whether texts are compared without case."""
    return setting(default, "compare without case", key="case", shown={True: "lc", False: "mixed"})


def tokenize_setting() -> Any:
    """The spec of a tokenizer, at white space unless told otherwise."""
    return setting(
        "none",
        "how text is cut into words: none (at white space), 13a, intl, zh, char or another tokenizer",
        key="tok",
        shown=lambda spec: tokenizer(spec).signature,
    )
