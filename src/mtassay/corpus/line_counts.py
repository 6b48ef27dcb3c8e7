"""Why two files that should have the same number of lines do not."""

import unicodedata
from collections.abc import Sequence

_TOO_MANY = 100_000
_NAMES = {"\r": "a carriage return", "\x0b": "a vertical tab", "\x0c": "a form feed", "\x85": "U+0085 (next line)"}


def explain(name: str, lines: Sequence[str], other_name: str, other_lines: Sequence[str]) -> str:
    """A sentence that says how many lines each has, where they part, and what to do."""
    counts = f"{name} has {_lines(len(lines))}, but {other_name} has {len(other_lines)}"
    if len(lines) > len(other_lines):
        longer, longer_name, shorter, shorter_name = lines, name, other_lines, other_name
    else:
        longer, longer_name, shorter, shorter_name = other_lines, other_name, lines, name
    return f"{counts}; {_cause(longer, longer_name, shorter, shorter_name)}"


def _lines(count: int) -> str:
    return f"{count} line" + ("" if count == 1 else "s")


def _cause(longer: Sequence[str], longer_name: str, shorter: Sequence[str], shorter_name: str) -> str:
    surplus = len(longer) - len(shorter)
    if all(not line.strip() for line in longer[len(shorter) :]):
        what = "line is" if surplus == 1 else f"{surplus} lines are"
        return f"the last {what} blank in {longer_name}: remove {'it' if surplus == 1 else 'them'}"
    breaks = [(number, _inner_break(line)) for number, line in enumerate(shorter, start=1)]
    inner_breaks = [(number, character) for number, character in breaks if character]
    if len(shorter) == 1 and shorter[0].count("\r") > surplus / 2:
        return (
            f"{shorter_name} seems to end its lines with carriage returns: convert it, for example with tr '\\r' '\\n'"
        )
    if inner_breaks and sum(len(line.splitlines()) for line in shorter) - len(shorter) == surplus:
        number, character = inner_breaks[0]
        return (
            f"line {number} of {shorter_name} holds {_describe(character)}, "
            f"at which another program split {longer_name}: put a space in its place and join the pieces"
        )
    if len(longer) > _TOO_MANY or surplus > len(shorter):
        return f"is {shorter_name} cut off?"
    place = _parting(longer, shorter, surplus)
    if place == len(shorter):
        return f"up to its end {shorter_name} matches the start of {longer_name}: is it cut off?"
    return (
        f"they seem to part at line {place + 1}: {shorter_name} has {_excerpt(shorter[place])}, "
        f"{longer_name} has {_excerpt(longer[place])}. Is a line split in two, or missing?"
    )


def _inner_break(line: str) -> str:
    """The first character inside a line at which str.splitlines would split it."""
    pieces = line.splitlines()
    return line[len(pieces[0])] if len(pieces) > 1 else ""


def _describe(character: str) -> str:
    return _NAMES.get(character) or f"U+{ord(character):04X} ({unicodedata.name(character, 'a control').lower()})"


def _excerpt(line: str) -> str:
    return repr(line if len(line) <= 40 else line[:39] + "…")


def _parting(longer: Sequence[str], shorter: Sequence[str], surplus: int) -> int:
    """The index before which lines match one to one, and behind which they match when shifted."""
    gain = best = 0.0
    place = 0
    for index, line in enumerate(shorter):
        gain += _similarity(line, longer[index]) - _similarity(line, longer[index + surplus])
        if gain > best:
            best, place = gain, index + 1
    return place


def _similarity(line: str, other: str) -> float:
    """Shared words, and equal length: the one speaks for one language, the other for two."""
    words, other_words = set(line.split()), set(other.split())
    shared = 2 * len(words & other_words) / max(1, len(words) + len(other_words))
    return shared + 0.2 * min(len(line), len(other)) / max(1, len(line), len(other))
