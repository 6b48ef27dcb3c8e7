"""What TERp did with one segment, as people read it."""

from collections.abc import Iterator, Sequence

from mtassay.alignment.edits import Edit, EditOperation
from mtassay.alignment.shifts import Shift, shifted
from mtassay.metrics.explanation import Counts, Edits, Step

# in the order of native code
KINDS = ("match", "substitution", "stem", "synonym", "phrase", "deletion", "insertion")
_OPERATIONS = {
    "match": EditOperation.MATCH,
    "deletion": EditOperation.DELETE,
    "insertion": EditOperation.INSERT,
}
NativeEdits = tuple[float, list[tuple[int, int, int]], list[tuple[int, int, int, float]], list[int]]


def terp_steps(title: str, hypothesis: Sequence[str], reference: Sequence[str], native: NativeEdits) -> Iterator[Step]:
    """Shifts and edits, then what those cost that are no matches; what stands for a phrase is one edit."""
    _, shifts, steps, order = native
    ordered = [hypothesis[place] for place in order]
    ours: list[str] = []
    theirs: list[str] = []
    edits, costs = [], []
    word = row = 0
    for number, words, rows, cost in steps:
        kind = KINDS[number]
        left, right = " ".join(ordered[word : word + words]), " ".join(reference[row : row + rows])
        operation = _OPERATIONS.get(kind, EditOperation.SUBSTITUTE)
        edits.append(Edit(operation, len(ours) if words else None, len(theirs) if rows else None))
        ours += [left] * (words > 0)
        theirs += [right] * (rows > 0)
        if kind != "match":
            costs.append((kind, left, right, f"{cost:.4f}"))
        word, row = word + words, row + rows
    yield Edits(title, tuple(ours), tuple(theirs), tuple(edits), tuple(_told(hypothesis, shifts)))
    if costs:
        yield Counts("What edits cost", ("edit", "hypothesis", "reference", "cost"), tuple(costs))


def _told(words: Sequence[str], shifts: Sequence[tuple[int, int, int]]) -> Iterator[str]:
    """Each shift in words."""
    for start, end, place in shifts:
        # a place inside the block is counted with the word that stands there
        shift = Shift(start, end - start, place - 1 if start < place <= end else place)
        block = " ".join(words[start:end])
        words = shifted(words, shift)
        where = f"behind {words[shift.new_start - 1]!r}" if shift.new_start else "to the front"
        yield f"shift {block!r} {where}"
