"""What a file of scores holds, by system, and whether it fits a test set."""

import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mtassay.corpus.formats.marked_errors import MarkedError
from mtassay.corpus.packed import bare_name
from mtassay.errors import InputError, MtassayWarning, SettingError
from mtassay.settings import did_you_mean

MISSING = ("", "nan", "none", "null", "na", "n/a")
_SHOWN_NAMES = 10


@dataclass(frozen=True)
class SystemScores:
    """The scores of one system, in the order of the file, and the line of each.

    `segments` are their numbers, or None where the order of the file is that of the segments.
    `unusable` is the first text that is no score, and its line; its value is NaN. `marked` are errors that the program
    marked in the outputs; None where it marks none.
    """

    lines: NDArray[np.int64]
    segments: NDArray[np.int64] | None
    values: NDArray[np.float64]
    unusable: tuple[int, str] | None
    marked: tuple[tuple[MarkedError, ...], ...] | None = None


@dataclass(frozen=True)
class ScoreFile:
    """All that a file of scores holds; whether it fits a test set is seen when one asks for a system.

    `unnamed` are scores without the name of a system, and `unnamed_column` where they stand, if there was a choice.
    `row` is what messages call a place in the file.
    """

    shown: str
    digest: str
    systems: Mapping[str, SystemScores]
    is_wide: bool = False
    unnamed: SystemScores | None = None
    unnamed_column: str = ""
    row: str = "line"

    def scores_of(
        self, system: str, segments: int, *, chosen: str = "", is_alone: bool = True, gaps: bool = False
    ) -> NDArray[np.float64]:
        """One score for each segment of a test set; whatever keeps it from that is named with its line.

        `chosen` is what the file calls the system, if otherwise; `is_alone` says that no other system is scored. With
        `gaps`, segments whose numbers do not occur have NaN.
        """
        if chosen and not is_alone and chosen != system:
            raise SettingError(
                f"{self.shown}: system={chosen} chooses the scores of one system, and several are scored; "
                "score that system alone"
            )
        scores = self._find(chosen or system, is_alone=is_alone)
        if scores.unusable is not None:
            line, text = scores.unusable
            raise InputError(f"{self.shown}, {self.row} {line}: {_explain_unusable(text, system)}")
        if scores.segments is not None:
            order = self._order(scores, scores.segments, system, segments, gaps=gaps)
            if len(order) == segments:
                return scores.values[order]
            with_gaps = np.full(segments, np.nan)
            with_gaps[scores.segments - self._first(scores.segments, gaps=True)] = scores.values
            return with_gaps
        if len(scores.values) != segments:
            raise InputError(
                f"{self.shown}: {len(scores.values)} scores of system {system}, but the test set has {segments} "
                "segments; without segment numbers there must be one for each, in their order"
            )
        return scores.values

    def errors_of(
        self, system: str, segments: int, *, chosen: str = "", is_alone: bool = True, gaps: bool = False
    ) -> tuple[tuple[MarkedError, ...], ...] | None:
        """What the program marked in each segment, where it marks errors; asked for once `scores_of` is content."""
        scores = self._find(chosen or system, is_alone=is_alone)
        if scores.marked is None or scores.segments is None:
            return scores.marked
        of_segments: list[tuple[MarkedError, ...]] = [()] * segments
        first = self._first(scores.segments, gaps=gaps)
        for number, errors in zip(scores.segments.tolist(), scores.marked, strict=True):
            of_segments[number - first] = errors
        return tuple(of_segments)

    def _find(self, system: str, *, is_alone: bool) -> SystemScores:
        if system in self.systems:
            return self.systems[system]
        # COMET calls systems as their files
        files = [name for name in self.systems if bare_name(name).removesuffix(".txt") == system]
        if len(files) == 1:
            return self.systems[files[0]]
        if self.unnamed is not None and is_alone:
            if self.unnamed_column and system:
                warnings.warn(
                    f"{self.shown}: the column {self.unnamed_column!r} is taken as scores of {system}",
                    MtassayWarning,
                    stacklevel=5,
                )
            return self.unnamed
        if self.unnamed is not None and not self.systems:
            raise InputError(
                f"{self.shown}: scores without the name of a system, and several systems are scored; score one system "
                "at a time, or put the scores of all into one table with a column 'system'"
            )
        if system == "" and len(self.systems) == 1:  # the only one that mtassay.score can mean
            return next(iter(self.systems.values()))
        names = ", ".join(list(self.systems)[:_SHOWN_NAMES])
        if len(self.systems) > _SHOWN_NAMES:
            names += f" and {len(self.systems) - _SHOWN_NAMES} more"
        if system == "":
            raise InputError(
                f"{self.shown}: scores of {names}, and this system has no name; "
                "use mtassay.evaluate and EvalSet(systems={NAME: …})"
            )
        reason = " (no column is called system, so each is one)" if self.is_wide else ""
        raise InputError(
            f"{self.shown}: no scores of system {system!r}{did_you_mean(system, self.systems)}; "
            f"it has {names}{reason}. Call the system what the file calls it: NAME=FILE"
            + (f", or choose one: {'column' if self.is_wide else 'system'}=NAME" if is_alone else "")
        )

    def _first(self, numbers: NDArray[np.int64], *, gaps: bool) -> int:
        """The number of the first segment; where the first may have no score, any system that counts from 0 tells."""
        if gaps:
            every = [*self.systems.values(), *([] if self.unnamed is None else [self.unnamed])]
            counted = [scores.segments for scores in every if scores.segments is not None and scores.segments.size]
            return 0 if any(own.min() == 0 for own in counted) else 1
        return 0 if numbers.min() == 0 else 1

    def _order(
        self, scores: SystemScores, numbers: NDArray[np.int64], system: str, segments: int, *, gaps: bool
    ) -> NDArray[np.int64]:
        """Where the score of each segment stands that has one."""
        first = self._first(numbers, gaps=gaps)
        outside = np.flatnonzero((numbers < first) | (numbers >= first + segments))
        if outside.size:
            line, number = scores.lines[outside[0]], numbers[outside[0]]
            raise InputError(
                f"{self.shown}, {self.row} {line}: segment {number} of system {system}, but the test set has "
                f"{segments} segments, here counted from {first}; are the scores of another test set?"
            )
        order = np.argsort(numbers, kind="stable")
        twice = np.flatnonzero(np.diff(numbers[order]) == 0)
        if twice.size:
            earlier, later = order[twice[0]], order[twice[0] + 1]
            raise InputError(
                f"{self.shown}, {self.row} {scores.lines[later]}: segment {numbers[later]} of system {system} has a "
                f"score already in {self.row} {scores.lines[earlier]}; remove one of them"
            )
        if len(order) != segments and not gaps:
            missing = np.setdiff1d(np.arange(first, first + segments), numbers)
            more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
            raise InputError(
                f"{self.shown}: no score of system {system} for segment {missing[0]}{more}; "
                "score it, or leave it out of the test set"
            )
        return order


def is_score(text: str) -> bool:
    """Whether a text is a number, perhaps one that cannot be used."""
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text


def _explain_unusable(text: str, system: str) -> str:
    text = text.strip()
    score = f"the score of {system}" if system else "the score"
    if text.casefold() in MISSING:
        return f"{score} is {repr(text) if text else 'empty'}; score the segment, or leave it out of the test set"
    if is_score(text):
        return f"{score} is {text!r}, not finite or far too large; score the segment again, or leave it out"
    if re.fullmatch(r"[+-]?[0-9]*,[0-9]+", text):
        return (
            f"{score} is {text!r}, which may be {text.replace(',', '.')} or {text.replace(',', '')}; write one of them"
        )
    if re.fullmatch('".*"', text) and is_score(text[1:-1]):
        return f"{score} is {text}, in quotes; write the number without them"
    return f"{score} is {text!r}, which is no number; is this the column of the scores?"
