"""`edits`: words inserted, deleted or replaced."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay._native import Closeness
from mtassay.alignment.distances.token_distance import TokenDistance


@dataclass(frozen=True, kw_only=True)
class Edits(TokenDistance):
    """The edit distance of the EvalTrans paper: the fewest insertions, deletions and replacements of words.

    Words are what white space separates, and single characters of scripts that have no spaces: Chinese, Japanese, Thai,
    Lao, Khmer, Burmese, Tibetan and others. Agrees with the Levenshtein distance of RapidFuzz on lists of words.
    """

    name: ClassVar[str] = "edits"
    title: ClassVar[str] = "edits"
    closeness: ClassVar[Closeness] = Closeness.EDITS
