"""How often words occur in a corpus, from a file."""

import hashlib
from collections import Counter
from collections.abc import Mapping

from mtassay._native import Segments, Splitting, WordIndex
from mtassay.corpus.formats.text import read_lines
from mtassay.corpus.packed import show_path
from mtassay.errors import InputError

_FORM = "write WORD, a tab and how often it occurs in each line, or give the text itself and it is counted"

_MOST_DIGITS = 15


def read_word_counts(path: str, splitting: Splitting) -> Mapping[str, int]:
    """The counts of a file: `WORD TAB COUNT` in each line, or text whose words are counted; packed or not."""
    lines = read_lines(path)
    if "\t" in next(filter(str.strip, lines), ""):
        return _parsed(lines, show_path(path))
    index = WordIndex(splitting)
    numbers, _ = index.add(Segments(lines))
    counted = Counter(numbers.tolist())
    words = index.words()
    return {words[number]: count for number, count in counted.items()}


def digest_word_counts(counts: Mapping[str, int]) -> str:
    """A short name for these counts, whatever file they were in."""
    digest = hashlib.sha256()
    for word, count in sorted(counts.items()):
        digest.update(f"{word}\t{count}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]


def _parsed(lines: list[str], shown: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        word, _, count = line.rpartition("\t")
        if not word or not count.strip().isdecimal() or len(count) > _MOST_DIGITS:
            raise InputError(f"{shown}, line {number}: {line[:60]!r} is no word with its count; {_FORM}")
        counts[word] = counts.get(word, 0) + int(count)
    return counts
