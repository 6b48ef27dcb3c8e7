"""In how many ways a pattern can read a text: engines try them one after the other, so many of them take for ever.

Where alternatives begin with different characters, and what is repeated begins with others than what follows it, the
next character says where to go on, and there is one way. `(a+)+` has as many ways as one can cut a row of a's.
"""

from collections.abc import Sequence
from itertools import pairwise

from mtassay.analyses.filters.pattern_tree import (
    Anchor,
    Chain,
    Characters,
    Choice,
    Node,
    PatternError,
    Ranges,
    Repeat,
    overlap,
    union,
)

_MOST_WAYS = 100_000
_LENGTH = 100
"""A text that is as long as this can end a repetition without limit at so many places."""


def check_cost(tree: Node, text: str) -> None:
    """Refuse a pattern that can take very long."""
    if _ways(tree, (), text) > _MOST_WAYS:
        raise PatternError(
            text,
            0,
            "it can be read in too many ways, so it can take very long; use fewer of .* and ?, "
            "or write several conditions, joined by 'and'",
        )


def _ways(node: Node, after: Ranges, text: str) -> int:
    """How many ways there are from a place in a text; `after` are the characters that what follows begins with."""
    match node:
        case Characters() | Anchor():
            return 1
        case Chain(parts):
            _refuse_neighbours(parts, text)
            ways = 1
            for part in reversed(parts):
                ways *= _ways(part, after, text)
                after = union(_beginnings(part), after) if _can_be_empty(part) else _beginnings(part)
            return min(ways, _MOST_WAYS + 1)
        case Choice(branches):
            of_branches = [_ways(branch, after, text) for branch in branches]
            return sum(of_branches) if _begin_alike(branches, after) else max(of_branches)
        case Repeat():
            return _ways_of_repeat(node, after, text)


def _refuse_neighbours(parts: Sequence[Node], text: str) -> None:
    """Refuse repetitions without limit side by side that can take the same characters: all cuts would be tried."""
    for left, right in pairwise(parts):
        are_open = all(isinstance(part, Repeat) and part.most is None for part in (left, right))
        if are_open and overlap(_beginnings(left), _beginnings(right)):
            place = right.place if isinstance(right, Repeat) else 0
            raise PatternError(text, place, "two repetitions of the same characters stand side by side; write one")


def _ways_of_repeat(node: Repeat, after: Ranges, text: str) -> int:
    if _can_be_empty(node.part):  # of these, engines give up at different places
        raise PatternError(text, node.place, "what is repeated here can be empty; leave out a *, a ? or the group")
    begins = _beginnings(node.part)
    inside = _ways(node.part, after if node.most == 1 else union(begins, after), text)
    if node.most is None and inside > 1:
        raise PatternError(
            text,
            node.place,
            "what is repeated here can be read in several ways, so it can take for ever; repeat nothing inside of what "
            "is repeated, and write what alternatives have in common once: (a+)+ as a+, (ab|ac)+ as (a[bc])+",
        )
    ends = 1
    if node.most != node.least and overlap(begins, after):
        ends = _LENGTH if node.most is None else node.most - node.least + 1
    of_parts: int = inside ** (node.most or 1)
    return min(ends * of_parts, _MOST_WAYS + 1)


def _begin_alike(branches: tuple[Node, ...], after: Ranges) -> bool:
    """Whether the next character does not say which branch to take."""
    seen: Ranges = ()
    for branch in branches:
        begins = union(_beginnings(branch), after) if _can_be_empty(branch) else _beginnings(branch)
        if overlap(seen, begins):
            return True
        seen = union(seen, begins)
    return sum(map(_can_be_empty, branches)) > 1


def _beginnings(node: Node) -> Ranges:
    """The characters that a part can begin with."""
    match node:
        case Characters(ranges):
            return ranges
        case Anchor():
            return ()
        case Chain(parts):
            begins: Ranges = ()
            for part in parts:
                begins = union(begins, _beginnings(part))
                if not _can_be_empty(part):
                    break
            return begins
        case Choice(branches):
            return union(*map(_beginnings, branches))
        case Repeat(part, _, most):
            return () if most == 0 else _beginnings(part)


def _can_be_empty(node: Node) -> bool:
    match node:
        case Characters():
            return False
        case Anchor():
            return True
        case Chain(parts):
            return all(map(_can_be_empty, parts))
        case Choice(branches):
            return any(map(_can_be_empty, branches))
        case Repeat(part, least):
            return least == 0 or _can_be_empty(part)
