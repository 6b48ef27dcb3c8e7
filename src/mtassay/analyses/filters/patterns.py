r"""Regular expressions that mean the same here and in a browser, and that end soon.

A report is filtered by its reader's browser, the same filter is a command's: so only that is accepted which Python's
`re` and JavaScript's patterns with the flag `u` read alike. Those are characters, `.`, classes such as `[a-z]` and
`[^0-9]`, `^` and `$`, groups, `|`, and `* + ? {n} {n,} {n,m}`, each also with a `?` behind. `\d`, `\w`, `\s` and `\b`
know all scripts in one and ASCII in the other, so they are refused. Patterns see the text as it is: upper and lower
case differ.

Both try one way to read a text after the other. `pattern_cost.py` counts the ways, and those that are too many are
refused: nobody's terminal should hang.
"""

import re
from functools import lru_cache
from typing import NoReturn

from mtassay.analyses.filters.pattern_cost import check_cost
from mtassay.analyses.filters.pattern_tree import (
    Anchor,
    Chain,
    Characters,
    Choice,
    Node,
    PatternError,
    Ranges,
    Repeat,
    complement,
    union,
)

_MOST_REPEATED = 1000
"""The largest number in braces."""

_LONGEST = 1000
"""How many characters a pattern may have."""

_DEEPEST = 20
"""How many groups may stand inside each other."""

_LINE_ENDS = union(((10, 10),), ((13, 13),), ((0x2028, 0x2029),))
_WITHOUT_ESCAPE = {
    "d": "[0-9]",
    "D": "[^0-9]",
    "w": "the characters that you mean, such as [A-Za-z0-9_]",
    "W": "the characters that you mean, such as [^A-Za-z0-9_]",
    "s": "a blank, or the characters that you mean, such as [ \\t]",
    "S": "[^ ], or the characters that you mean",
    "b": "what stands beside a word, such as (^|[ (])word($|[ .,])",
    "B": "what stands beside, such as [a-z]word",
    "A": "^",
    "Z": "$",
    "z": "$",
    "p": "the characters that you mean, such as [A-Za-z]",
    "P": "the characters that you mean, such as [^A-Za-z]",
    "U": "the character itself",
    "N": "the character itself",
    "0": "\\x00",
    **dict.fromkeys("123456789k", "the text once more; a pattern cannot refer to a group"),
}
_CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_SYNTAX = "^$\\.*+?()[]{}|/"
_COUNTS = re.compile(r"\{([0-9]{1,9})(,?)([0-9]{0,9})\}")
_CODE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4}))")


@lru_cache(maxsize=64)
def compile_pattern(text: str) -> re.Pattern[str]:
    """The pattern, with `.` and `$` as browsers mean them; a SettingError says what cannot be accepted, and where.

    Example:
        >>> bool(compile_pattern("^[0-9]+ (EUR|USD)$").search("300 EUR"))
        True

    """
    tree = _Parser(text).parse()
    check_cost(tree, text)
    return re.compile(_python_source(tree))


def _python_source(node: Node) -> str:
    match node:
        case Characters(ranges):
            inside = "".join(f"\\U{first:08x}" + (f"-\\U{last:08x}" if last > first else "") for first, last in ranges)
            is_single = len(ranges) == 1 and ranges[0][0] == ranges[0][1]
            return inside if is_single else f"[{inside}]" if ranges else "(?!)"
        case Anchor(sign):
            return "^" if sign == "^" else r"\Z"  # where `$` would also be before a line end that is the last
        case Chain(parts):
            return "".join(map(_python_source, parts))
        case Choice(branches):
            return f"(?:{'|'.join(map(_python_source, branches))})"
        case Repeat(part, least, most, is_lazy):
            counts = f"{{{least},{'' if most is None else most}}}"
            return f"(?:{_python_source(part)}){counts}{'?' if is_lazy else ''}"


class _Parser:
    """Reads a pattern from left to right; `place` is the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.depth = 0

    def parse(self) -> Node:
        for place, character in enumerate(self.text):
            if "\ud800" <= character <= "\udfff":
                self.refuse("half a character (a lone surrogate); remove it", place)
        if not self.text:
            self.refuse("an empty pattern fits every text; write what to look for")
        if len(self.text) > _LONGEST:
            self.refuse(f"{len(self.text)} characters; write a pattern of up to {_LONGEST}", _LONGEST)
        tree = self.choice()
        if self.place < len(self.text):
            self.refuse("a ) that closes no group; write \\) for the character")
        return tree

    def refuse(self, message: str, place: int | None = None) -> NoReturn:
        raise PatternError(self.text, self.place if place is None else place, message)

    def next(self, length: int = 1) -> str:
        return self.text[self.place : self.place + length]

    def choice(self) -> Node:
        branches = [self.chain()]
        while self.next() == "|":
            self.place += 1
            branches.append(self.chain())
        return branches[0] if len(branches) == 1 else Choice(tuple(branches))

    def chain(self) -> Node:
        parts: list[Node] = []
        while self.next() not in ("", "|", ")"):
            place = self.place
            parts.append(self.repeated(self.part(), place))
        return parts[0] if len(parts) == 1 else Chain(tuple(parts))

    def part(self) -> Node:
        character = self.next()
        if character == "(":
            return self.group()
        if character == "[":
            return Characters(self.character_class())
        if character == "\\":
            return Characters(_single(self.escaped(in_class=False)))
        if character in "*+?{":
            self.refuse(
                f"nothing stands before {character} that could be repeated; write \\{character} for the character"
            )
        if character in "]}/":
            self.refuse(f"write \\{character} for the character {character}")
        self.place += 1
        if character in "^$":
            return Anchor(character)
        return Characters(complement(_LINE_ENDS) if character == "." else _single(ord(character)))

    def group(self) -> Node:
        place = self.place
        self.place += 1
        if self.next(2) == "?:":
            self.place += 2
        elif self.next() == "?":
            self.refuse(self.refused_group(), place)
        self.depth += 1
        if self.depth > _DEEPEST:
            self.refuse(f"more than {_DEEPEST} groups inside each other; write fewer", place)
        inside = self.choice()
        if self.next() != ")":
            self.refuse("a group that is not closed; write ) behind it, or \\( for the character", place)
        self.place += 1
        self.depth -= 1
        return inside

    def refused_group(self) -> str:
        if self.next(2) in ("?=", "?!") or self.next(3) in ("?<=", "?<!"):
            return "a group that looks ahead or behind; write a condition of its own, joined by 'and'"
        if self.next(2) in ("?P", "?<", "?'"):
            return "a group with a name; write ( alone"
        return "a group with flags; write (?: or ( alone, and for any case of letters a text in quotes"

    def repeated(self, part: Node, place: int) -> Node:
        sign = self.next()
        if sign not in ("*", "+", "?", "{"):
            return part
        if isinstance(part, Anchor):
            self.refuse(f"{part.sign} cannot be repeated; write it once")
        least, most = self.counts(sign)
        is_lazy = self.next() == "?"
        self.place += is_lazy
        if self.next() == "+":
            self.refuse("a + behind what is repeated already; browsers do not know that: leave it out")
        if self.next() in ("*", "?", "{"):
            self.refuse(f"{self.next()} behind what is repeated already; leave it out, or write a group around that")
        return Repeat(part, least, most, is_lazy, place)

    def counts(self, sign: str) -> tuple[int, int | None]:
        if sign != "{":
            self.place += 1
            return int(sign == "+"), 1 if sign == "?" else None
        match = _COUNTS.match(self.text, self.place)
        if match is None or (match[3] and not match[2]):
            self.refuse("how often it is repeated is written {2}, {2,} or {2,5}; write \\{ for the character")
        least = int(match[1])
        most = int(match[3]) if match[3] else None if match[2] else least
        if max(least, most or 0) > _MOST_REPEATED:
            self.refuse(f"write numbers up to {_MOST_REPEATED}")
        if most is not None and least > most:
            self.refuse(f"from {least} to {most}: exchange the two")
        self.place = match.end()
        return least, most

    def escaped(self, *, in_class: bool) -> int:
        """The code point that a backslash and what follows stand for."""
        character = self.text[self.place + 1 : self.place + 2]
        if character and (character in _SYNTAX or (in_class and character == "-")):
            self.place += 2
            return ord(character)
        if character in _CONTROLS:
            self.place += 2
            return _CONTROLS[character]
        match = _CODE.match(self.text, self.place)
        if match is None:
            self.refuse(_refused_escape(character))
        code = int(match[1] or match[2], 16)
        if 0xD800 <= code <= 0xDFFF:
            self.refuse("half a character (a surrogate); write the character itself")
        self.place = match.end()
        return code

    def character_class(self) -> Ranges:
        begin = self.place
        self.place += 1
        is_negated = self.next() == "^"
        self.place += is_negated
        if self.next() == "]":
            self.refuse("a class without characters; write \\] for the character ]", begin)
        ranges: list[tuple[int, int]] = []
        while self.next() != "]":
            place = self.place
            first = last = self.member(begin)
            if self.next() == "-" and self.text[self.place + 1 : self.place + 2] not in ("", "]"):
                self.place += 1
                last = self.member(begin)
            if first > last:
                self.refuse(
                    f"from {chr(first)!r} to {chr(last)!r}: exchange the two, or write \\- for the character -", place
                )
            ranges.append((first, last))
        self.place += 1
        listed = union(tuple(ranges))
        return complement(listed) if is_negated else listed

    def member(self, begin: int) -> int:
        character = self.next()
        if not character:
            self.refuse("a class that is not closed; write ] behind it, or \\[ for the character", begin)
        if character in "[/":
            self.refuse(f"write \\{character} for the character {character}, and [a-z] for letters")
        if character == "\\":
            return self.escaped(in_class=True)
        self.place += 1
        return ord(character)


def _single(code: int) -> Ranges:
    return ((code, code),)


def _refused_escape(character: str) -> str:
    if not character:
        return "a \\ with nothing behind it; write \\\\ for the character"
    if character in "xu":
        return "write \\x and two digits, \\u and four, or the character itself"
    if character in _WITHOUT_ESCAPE:
        return f"\\{character} means other things in a browser, or nothing; write {_WITHOUT_ESCAPE[character]}"
    return f"\\ stands before one of {_SYNTAX} alone; write {character} without it"
