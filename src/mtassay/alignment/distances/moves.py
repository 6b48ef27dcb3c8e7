"""`moves`: edits, where a block of words may also stand elsewhere."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay._native import Closeness
from mtassay.alignment.distances.token_distance import TokenDistance


@dataclass(frozen=True, kw_only=True)
class Moves(TokenDistance):
    """Edits with block moves, which the EvalTrans paper wished for: crossings cost less than retyping.

    One text is covered in order by blocks of the other, and each jump between blocks costs 1, as in CDER (Leusch et al.
    2006). A block that moved costs at most 3 jumps, however long it is. Both texts have to cover each other, and the
    dearer direction counts: in one direction alone, a text that holds all of the other and much else would be close.
    Never more than `edits`. The fewest moves of all are not computed: that problem is NP-hard.
    """

    name: ClassVar[str] = "moves"
    title: ClassVar[str] = "edits and block moves"
    closeness: ClassVar[Closeness] = Closeness.MOVES
