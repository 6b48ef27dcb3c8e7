"""Who did what to whom in texts, as a file of the user says: predicates and their roles, by places of words."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NoReturn

from mtassay.alignment.resources.role_groups import role_group
from mtassay.corpus.packed import read_bytes, show_path
from mtassay.errors import InputError

REFERENCE = "ref"
_SHOWN_DIGITS = 12
Span = tuple[int, int]
"""The places of the first word, counted from 0, and of the one after the last."""


@dataclass(frozen=True)
class Role:
    """What fills a role; of equal groups are roles that mean about the same."""

    group: int
    span: Span


@dataclass(frozen=True)
class Frame:
    """A predicate with its roles."""

    predicate: Span
    roles: tuple[Role, ...]


@dataclass(frozen=True)
class FrameLine:
    """The frames of one text, and the line of the file that tells them."""

    line: int
    frames: tuple[Frame, ...]


class FrameFile:
    """Frames by text, `ref`, `ref2` and so on or the name of a system, and by number of segment, from 1."""

    def __init__(self, path: str) -> None:
        self._shown = show_path(path)
        data = read_bytes(path)
        self.digest: str = hashlib.sha256(data).hexdigest()[:_SHOWN_DIGITS]
        self._lines = _read(data, self._shown)

    def check(self, texts: Sequence[str], segments: int) -> None:
        """Refuse segments that are not there; systems that are not being scored are passed over."""
        for (name, segment), told in self._lines.items():
            if segment > segments:
                raise InputError(
                    f"{self._shown}, line {told.line}: segment {segment} of {name!r}, and the test set has {segments}; "
                    "is it the file of this test set?"
                )
        missing = [name for name in texts if not any(told == name for told, _ in self._lines)]
        if missing:
            raise InputError(
                f"{self._shown}: no line is of {missing[0]!r}; each system and each reference needs frames, the latter "
                f'as "text": "{REFERENCE}"'
            )

    def frames_of(self, name: str, lengths: Sequence[int]) -> list[tuple[Frame, ...]]:
        """The frames of each segment of a text, whose words are so many."""
        texts = []
        for segment, length in enumerate(lengths, start=1):
            told = self._lines.get((name, segment))
            for frame in told.frames if told else ():
                for _, end in (frame.predicate, *(role.span for role in frame.roles)):
                    if told and end > length:
                        raise InputError(
                            f"{self._shown}, line {told.line}: a span ends at {end}, and segment {segment} of {name!r} "
                            f"has {length} words; are they cut as for the frames?"
                        )
            texts.append(told.frames if told else ())
        return texts


def reference_name(place: int) -> str:
    """What files call a reference of a segment by its place: `ref`, `ref2` and so on."""
    return REFERENCE if place == 0 else f"{REFERENCE}{place + 1}"


def _read(data: bytes, shown: str) -> dict[tuple[str, int], FrameLine]:
    lines: dict[tuple[str, int], FrameLine] = {}
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        where = f"{shown}, line {number}"
        try:
            told = json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"))
        except UnicodeDecodeError:
            raise InputError(f"{where}: not UTF-8; save the file as UTF-8") from None
        except (ValueError, RecursionError) as error:
            raise InputError(f"{where}: not JSON ({str(error)[:80]}); each line is an object of its own") from None
        if not isinstance(told, dict):
            _refuse(where, "no object")
        name, segment = told.get("text"), told.get("segment")
        if not isinstance(name, str) or not name:
            _refuse(where, 'no "text" with "ref" or the name of a system')
        if isinstance(segment, bool) or not isinstance(segment, int) or segment < 1:
            _refuse(where, 'no "segment" with a number from 1')
        frames = told.get("frames")
        if not isinstance(frames, list):
            _refuse(where, 'no list "frames"')
        if (name, segment) in lines:
            raise InputError(
                f"{where}: segment {segment} of {name!r} again, after line {lines[name, segment].line}; "
                "put all its frames into one line"
            )
        lines[name, segment] = FrameLine(number, tuple(_frame(frame, where) for frame in frames))
    return lines


def _frame(told: Any, where: str) -> Frame:
    roles: Any = told.get("roles", {}) if isinstance(told, Mapping) else None
    if not isinstance(roles, Mapping) or "predicate" not in told:
        _refuse(where, 'a frame without "predicate"')
    predicate = _span(told["predicate"], "the predicate", where)
    filled = []
    for label, places in roles.items():
        group = role_group(label)
        if group is None:
            raise InputError(
                f"{where}: no role is called {label!r}; roles are those of PropBank: A0, A1, …, AM-TMP, AM-LOC, …"
            )
        filled.append(Role(group, _span(places, label, where)))
    spans = sorted([predicate, *(role.span for role in filled)])
    for (_, end), (start, _) in pairwise(spans):
        if start < end:
            raise InputError(
                f"{where}: two spans of a frame overlap at word {start}; each word has one role in a frame"
            )
    return Frame(predicate, tuple(filled))


def _span(places: Any, what: str, where: str) -> Span:
    is_pair = isinstance(places, list) and len(places) == 2
    if not is_pair or not all(isinstance(place, int) and not isinstance(place, bool) for place in places):
        _refuse(where, f"{what} has no pair of places [first, after the last]")
    start, end = places
    if not 0 <= start < end:
        raise InputError(f"{where}: {what} is [{start}, {end}]; words count from 0, and the end is after the start")
    return start, end


def _refuse(where: str, fault: str) -> NoReturn:
    raise InputError(
        f'{where}: {fault}; a line looks like {{"segment": 1, "text": "ref", '
        '"frames": [{"predicate": [1, 2], "roles": {"A0": [0, 1]}}]}'
    )
