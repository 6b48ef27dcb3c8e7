"""Labels of words, such as parts of speech: one for each word of the references, and perhaps of the outputs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from mtassay.analyses.counting.buckets import label_buckets
from mtassay.analyses.counting.numbered_words import Ints, NumberedWords
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.formats.text import read_lines
from mtassay.corpus.packed import show_path
from mtassay.errors import InputError, SettingError
from mtassay.settings import did_you_mean

_RESERVED = ("frequency", "shape")
_FORM = "NAME=REFERENCE-FILE, or NAME=REFERENCE-FILE,SYSTEM=FILE,…"


class PlacedWords(NamedTuple):
    """Words, by their places, and the bucket of each; a word stands there once for each bucket that it is in."""

    words: Ints
    buckets: Ints


@dataclass(frozen=True, eq=False)
class WordLabels:
    """One line of labels for each segment, of the first reference and of systems by their names.

    Labels stand in the order of words with blanks between; a word with several has them joined by `+`.
    `shown` says where each is from, for messages.
    """

    reference: Sequence[str]
    systems: Mapping[str, Sequence[str]] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, argument: str, evalset: EvalSet) -> tuple[str, "WordLabels"]:
        """A name and the labels of `NAME=REFERENCE-FILE[,SYSTEM=FILE…]`."""
        name, equals, rest = argument.partition("=")
        files = rest.split(",")
        if not (name and equals and files[0]):
            raise SettingError(f"labels of words {argument!r}: expected {_FORM}")
        systems: dict[str, Sequence[str]] = {}
        shown = {"": show_path(files[0])}
        for part in _joined(files[1:], evalset.systems):
            system = _named(part, evalset.systems) or part.partition("=")[0]
            equals, path = part[len(system) : len(system) + 1], part[len(system) + 1 :]
            if not (system and equals and path):
                raise SettingError(f"labels of words {argument!r}: {part!r} is no SYSTEM=FILE; expected {_FORM}")
            if system not in evalset.systems:
                raise SettingError(
                    f"labels of words {name!r}: there is no system {system!r}{did_you_mean(system, evalset.systems)}; "
                    f"there are {', '.join(evalset.systems)}"
                )
            systems[system] = read_lines(path)
            shown[system] = show_path(path)
        labels = cls(read_lines(files[0]), systems, shown)
        labels.check(name, evalset)
        return name, labels

    def check(self, name: str, evalset: EvalSet) -> None:
        """Refuse labels that are not of this test set, and names that mean something else."""
        if name in _RESERVED:
            raise SettingError(f"labels of words {name!r}: {name} is a name of ours; call them otherwise")
        for system, lines in {"": self.reference, **self.systems}.items():
            if len(lines) != len(evalset):
                raise InputError(
                    f"{self.shown.get(system, f'labels {name!r}')}: {len(lines)} lines of labels for {len(evalset)} "
                    "segments; write one line for each segment"
                )

    def names(self, cuts: Sequence[float] = ()) -> tuple[str, ...]:
        """The buckets that the labels of the whole test set make."""
        return label_buckets([], cuts, self._known).names

    def place(
        self, words: NumberedWords, segments: Sequence[int], system: str = "", cuts: Sequence[float] = ()
    ) -> PlacedWords:
        """The words of some segments of the reference, or of a system, with the buckets of their labels."""
        lines = self.systems[system] if system else self.reference
        places: list[int] = []
        labels: list[str] = []
        for segment, start, length in zip(segments, words.starts.tolist(), words.lengths.tolist(), strict=False):
            parts = lines[segment].split()
            if len(parts) != length:
                raise InputError(
                    f"{self.shown.get(system, 'labels')}, line {segment + 1}: {len(parts)} labels, and the text has "
                    f"{length} words; labels belong to words that stand between spaces: give tokenized text and "
                    "words=space"
                )
            for place, part in enumerate(parts, start=start):
                several = _several(part)
                labels += several
                places += [place] * len(several)
        return PlacedWords(np.array(places, dtype=np.int64), label_buckets(labels, cuts, self._known).places)

    @cached_property
    def _known(self) -> list[str]:
        """The labels of all words of the whole test set."""
        sides = (self.reference, *self.systems.values())
        return [label for lines in sides for line in lines for part in line.split() for label in _several(part)]


def _named(text: str, systems: Iterable[str]) -> str:
    """The system whose file a text of the form SYSTEM=FILE names; empty where that is none."""
    return max((system for system in systems if text.startswith(f"{system}=")), key=len, default="")


def _joined(parts: Sequence[str], systems: Iterable[str]) -> Iterator[str]:
    """What stood between commas, put together again where a system has commas in its name."""
    waiting = ""
    for part in parts:
        waiting = f"{waiting},{part}" if waiting else part
        if _named(waiting, systems):
            yield waiting
            waiting = ""
    if waiting:
        yield waiting


def _several(label: str) -> list[str]:
    """The labels that are joined by `+`, which may be a label itself."""
    return [part for part in label.split("+") if part] or [label]
