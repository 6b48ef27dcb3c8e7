"""Which segments a campaign asks about: whole documents, drawn by a seed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mtassay.campaigns.drawing import drawn
from mtassay.errors import InputError


@dataclass(frozen=True)
class Block:
    """A document, or a segment that belongs to none: what is drawn, and asked about, as a whole."""

    key: str
    segments: tuple[int, ...]
    stratum: str = ""


def make_blocks(
    documents: Sequence[str] | None, segments: Sequence[int], strata: Sequence[str] | None = None
) -> list[Block]:
    """The documents that some segments belong to, in the order of their first; a segment without one stands alone."""
    members: dict[str, list[int]] = {}
    for segment in segments:
        document = documents[segment] if documents is not None else ""
        # documents may be called by numbers too
        members.setdefault(document_key(document) if document else f"segment {segment + 1}", []).append(segment)
    return [
        Block(key, tuple(own), "" if strata is None else strata[own[0]])  # a document is of the domain it begins with
        for key, own in members.items()
    ]


def document_key(document: str) -> str:
    """What the block of a document is called."""
    return f"document {document}"


def draw_blocks(blocks: Sequence[Block], seed: int, most: int | None = None, longest: int = 10) -> list[Block]:
    """Blocks in an order that the seed draws, as many as have `most` segments together; all of them without `most`.

    A sample takes at most the first `longest` segments of a document, so that no document outweighs the others. Each
    stratum has its share of the segments.
    """
    order = sorted(blocks, key=lambda block: drawn(seed, "block", block.key))
    if most is None:
        return order
    if most < 1:
        raise InputError(f"{most} segments cannot be asked about; ask for 1 or more")
    order = [Block(block.key, block.segments[:longest], block.stratum) for block in order]
    sizes: dict[str, int] = {}
    for block in sorted(order, key=lambda block: block.stratum):
        sizes[block.stratum] = sizes.get(block.stratum, 0) + len(block.segments)
    open_places = _shares(sizes, most)
    chosen = []
    for block in order:
        if open_places[block.stratum] > 0:
            open_places[block.stratum] -= len(block.segments)
            chosen.append(block)
    return chosen


def _shares(sizes: Mapping[str, int], most: int) -> dict[str, int]:
    """How many of `most` belong to each stratum, by its size: largest remainders get what rounding leaves."""
    total = sum(sizes.values())
    exact = {stratum: min(most, total) * size / total for stratum, size in sizes.items()}
    shares = {stratum: int(share) for stratum, share in exact.items()}
    left = min(most, total) - sum(shares.values())
    for stratum in sorted(exact, key=lambda stratum: shares[stratum] - exact[stratum])[:left]:
        shares[stratum] += 1
    return shares
