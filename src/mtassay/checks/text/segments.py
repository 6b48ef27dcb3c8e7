"""The segments of a test set one after the other, with all that belongs to each."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, repeat

from mtassay.corpus.evalset import EvalSet

_BLOCK = 128


def reference_tuples(evalset: EvalSet) -> Iterable[tuple[str, ...]]:
    """The references of each segment; empty tuples where there are none."""
    references = evalset.references
    if references is None:
        return repeat((), len(evalset))
    if len(references.texts) == len(references):
        return zip(references.texts, strict=True)
    return (tuple(references.texts[start:stop]) for start, stop in pairwise(references.starts.tolist()))


def source_texts(evalset: EvalSet) -> Iterable[str]:
    """The source of each segment; empty texts where there are none."""
    return repeat("", len(evalset)) if evalset.sources is None else evalset.sources


def walk(evalset: EvalSet, system: str) -> Iterator[tuple[int, str, str, tuple[str, ...]]]:
    """Index, output, source and references of each segment."""
    outputs = evalset.systems[system]
    return zip(range(len(evalset)), outputs, source_texts(evalset), reference_tuples(evalset), strict=True)


def suspects(texts: Sequence[str], may_be: Callable[[str], object]) -> Iterator[tuple[int, str]]:
    """Index and text of what may be odd.

    Texts are looked at together, one to a line, as most have nothing odd about them and a call for each takes longer
    than to search it. So `may_be` must be true of lines wherever it is true of one of them.
    """
    for first in range(0, len(texts), _BLOCK):
        block = texts[first : first + _BLOCK]
        if may_be("\n".join(block)):
            for index, text in enumerate(block, start=first):
                if may_be(text):
                    yield index, text
