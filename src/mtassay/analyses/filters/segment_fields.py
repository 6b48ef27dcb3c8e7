"""What filters ask of a test set and of the outputs of its systems, and how they find what they name there."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np

from mtassay.corpus.decimal_commas import with_point
from mtassay.errors import InputError, Remedy, SettingError
from mtassay.evaluation.metric_names import MetricNames, find_metric
from mtassay.human.memory import Bools, Floats, Ints
from mtassay.settings import did_you_mean

GIVEN_NUMBERS = ("segment", "length", "source-length")
"""What is known of a segment before any system translates it."""

_EMPTY = re.compile(r"\s*", re.ASCII)
_NUMBER = re.compile(r"\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?\s*", re.ASCII)


class SegmentFields(Protocol):
    """What is known of each segment; all arrays and sequences are in the order of the segments.

    `references` has those of each segment. `systems` maps the name of each output to its texts; `runs` the name of a
    system to its outputs, where these are training runs. Metrics are asked for by spec, systems by names in `systems`,
    checks by name.
    """

    @property
    def size(self) -> int: ...
    @property
    def labels(self) -> Mapping[str, Sequence[str]]: ...
    @property
    def sources(self) -> Sequence[str] | None: ...
    @property
    def references(self) -> Sequence[Sequence[str]] | None: ...
    @property
    def systems(self) -> Mapping[str, Sequence[str]]: ...
    @property
    def runs(self) -> Mapping[str, Sequence[str]]: ...
    @property
    def metric_names(self) -> Sequence[MetricNames]: ...

    def numbers(self) -> Ints:
        """The numbers of the segments, from 1 on in the whole test set."""
        ...

    def lengths(self) -> Ints:
        """The words of the reference."""
        ...

    def source_lengths(self) -> Ints:
        """The words of the source."""
        ...

    def segment_scores(self, metric: str, system: str) -> Floats:
        """The score of each segment alone; NaN where it has none."""
        ...

    def length_differences(self, system: str) -> Ints:
        """The words of the output less those of the reference."""
        ...

    def error_counts(self, error_class: str, system: str) -> Ints:
        """How many words are of one of the classes of errors."""
        ...

    def ngram_counts(self, words: str, system: str) -> tuple[Ints, Ints]:
        """How often words occur in a row, in the output and in the reference."""
        ...

    def finding_mask(self, check: str, system: str) -> Bools:
        """Where a check finds something in the output."""
        ...


def find_output(fields: SegmentFields, name: str, others: Iterable[str] = ()) -> str:
    """The name in `systems` of the output that is meant: that of a run, or of the only run of a system.

    `others` are names that could stand in its place, and that the writer may have meant.
    """
    if name in fields.systems:
        return name
    runs = fields.runs.get(name, ())
    if len(runs) == 1:
        return runs[0]
    if runs:
        raise SettingError(f"{name} has {len(runs)} runs; write one of {listed(runs)}")
    if name in fields.labels:
        raise SettingError(f"{name!r} is a label, and no system; write {name} = and one of its values")
    near = did_you_mean(name, [*fields.systems, *fields.runs, *others])
    raise SettingError(f"there is no system {name!r}{near}; {_there_are(fields.systems)}")


def find_label(fields: SegmentFields, name: str) -> Sequence[str]:
    """The values of a label; a SettingError says which labels there are, and which fields have names of their own."""
    if name in fields.labels:
        return fields.labels[name]
    if name in fields.systems:
        raise SettingError(f'{name!r} is a system, and of its output one asks what it holds: {name} ~ "text"')
    known = [*GIVEN_NUMBERS, *fields.labels]
    raise SettingError(
        f"there is no label {name!r}{did_you_mean(name, known)}; {_there_are(fields.labels, 'no labels')}, "
        f"and every segment has {', '.join(GIVEN_NUMBERS[:-1])} and {GIVEN_NUMBERS[-1]}"
    )


def find_spec(fields: SegmentFields, metric: str) -> str:
    """The spec of the metric that is meant by a name, a spec or a heading."""
    names = fields.metric_names
    return names[find_metric(metric, names, "this run")].spec


def require_sources(fields: SegmentFields) -> Sequence[str]:
    """The sources; an InputError where there are none."""
    if fields.sources is None:
        raise InputError("this test set has no sources; give them", remedy=Remedy.NAME_SOURCES)
    return fields.sources


def require_references(fields: SegmentFields) -> Sequence[Sequence[str]]:
    """The references of each segment; an InputError where there are none."""
    if fields.references is None:
        raise InputError("this test set has no references; it needs some")
    return fields.references


def is_empty(value: str) -> bool:
    """Whether a cell was left empty: its segment has no such number, as it may have no score."""
    return _EMPTY.fullmatch(value) is not None


def label_numbers(values: Iterable[str]) -> Floats:
    """The values of a label as numbers, with a point or a comma before decimals; NaN where a value is none."""
    texts = map(with_point, values)
    numbers = np.array([float(text) if _NUMBER.fullmatch(text) else np.nan for text in texts], dtype=np.float64)
    numbers[np.isinf(numbers)] = np.nan
    return numbers


def listed(names: Iterable[str], most: int = 20) -> str:
    """The first of some names."""
    every = list(names)
    return ", ".join(every[:most]) + (" …" if len(every) > most else "")


def _there_are(names: Iterable[str], none: str = "none") -> str:
    return f"there are {listed(names) or none}"
