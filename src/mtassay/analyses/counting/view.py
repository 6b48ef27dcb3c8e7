"""A test set as analyses look at it: words as numbers, the reference of each output, scores. Each is made once."""

import copy
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mtassay._native import Segments, Splitting, WordIndex
from mtassay.alignment.text_units import join_words
from mtassay.analyses.counting.glossary import Glossary
from mtassay.analyses.counting.numbered_words import Ints, NumberedWords
from mtassay.analyses.counting.word_labels import WordLabels
from mtassay.checks.base import check
from mtassay.checks.finding import Findings
from mtassay.corpus.column_names import is_document_label
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import SettingError
from mtassay.evaluation.metric_names import MetricNames, find_metric, told_names
from mtassay.evaluation.rows import RowEvidence, families
from mtassay.evaluation.run import Progress, collect_rows, resolve
from mtassay.metrics.base import Metric
from mtassay.settings import did_you_mean

SPLITTINGS = {"unicode": Splitting.UNICODE, "space": Splitting.SPACE}
"""How texts are cut into words: by letters and digits, or at white space alone."""

Bools = NDArray[np.bool_]
T = TypeVar("T")


class View:
    """A test set, or some of its segments, with what analyses ask of it.

    What the whole test set decides stays as it was where segments are cut away: the numbers of words, how often they
    occur, how metrics are set.
    """

    def __init__(
        self,
        evalset: EvalSet,
        metrics: Iterable[str | Metric[Any]] = ("bleu", "chrf"),
        *,
        splitting: str = "unicode",
        word_labels: Mapping[str, WordLabels] | None = None,
        glossary: Glossary | None = None,
        findings: Findings | None = None,
        progress: Progress | None = None,
    ) -> None:
        if splitting not in SPLITTINGS:
            raise SettingError(
                f"words={splitting}: expected one of {', '.join(SPLITTINGS)}{did_you_mean(splitting, SPLITTINGS)}"
            )
        for name, labels in (word_labels or {}).items():
            labels.check(name, evalset)
        if findings is not None and findings.segments != len(evalset):
            raise SettingError(
                f"findings: those of {findings.segments} segments, and the test set has {len(evalset)}; give "
                "check(evalset), or leave them out"
            )
        self.evalset: EvalSet = evalset
        self._checked = findings
        self.splitting: str = splitting
        self.word_labels: Mapping[str, WordLabels] = word_labels or {}
        self.glossary: Glossary | None = glossary
        self.runs: tuple[str, ...] = tuple(evalset.systems)
        self.segments: Ints = np.arange(len(evalset))
        """The places of its segments in the test set."""
        self.metrics: list[Metric[Any]] = resolve(metrics, evalset)
        if not self.metrics:
            raise SettingError("metrics: an empty list; name at least one, for example chrf")
        self.metric_names: list[MetricNames] = told_names(self.metrics)
        self._index = WordIndex(SPLITTINGS[splitting])
        self._of_all: dict[Hashable, Any] = {}
        self._of_these: dict[Hashable, Any] = {}
        for family in families(self.metrics):
            rows = collect_rows([self.metrics[index] for index in family], evalset, progress)
            self._of_all.update({("rows", index): each for index, each in zip(family, rows, strict=True)})

    def cut(self, mask: Bools) -> "View":
        """The same with some of its segments."""
        part = copy.copy(self)
        part.segments = self.segments[mask]
        part._of_these = {}
        return part

    def __len__(self) -> int:
        return len(self.segments)

    @property
    def is_whole(self) -> bool:
        """Whether no segment was cut away."""
        return len(self.segments) == len(self.evalset)

    def has(self, need: str) -> bool:
        """Whether there is what an analysis needs."""
        if need == "two systems":
            return len(self.runs) > 1
        there = {
            "references": self.evalset.references,
            "sources": self.evalset.sources,
            "a glossary": self.glossary,
            "documents": self.document_label,
        }
        return there[need] is not None

    @property
    def metric_labels(self) -> list[str]:
        """A heading for each metric."""
        return [names.heading for names in self.metric_names]

    @property
    def document_label(self) -> str | None:
        """The label that says which document a segment is of; None where there is none."""
        return next((label for label in self.evalset.labels if is_document_label(label)), None)

    def labels(self, label: str) -> list[str]:
        """The label of each segment."""
        values = self.evalset.labels[label]
        return [values[segment] for segment in self.segments]

    def texts(self, run: int) -> list[str]:
        """The outputs of a run."""
        outputs = self.evalset.systems[self.runs[run]]
        return [outputs[segment] for segment in self.segments]

    @property
    def vocabulary(self) -> list[str]:
        """All words that have a number so far, in the order of their numbers."""
        known: list[str] = self._of_all.get("vocabulary", [])
        if len(known) != len(self._index):
            known = self._of_all["vocabulary"] = self._index.words()
        return known

    def joined(self, words: Sequence[str]) -> str:
        """Words in a row as texts have them; those that stand between spaces keep theirs."""
        return " ".join(words) if self.splitting == "space" else join_words(words)

    def number_all(self) -> list[str]:
        """Give every word of references and outputs a number; returns all words in the order of their numbers."""
        if self.evalset.references is not None:
            self.all_references()
        for run in range(len(self.runs)):
            self.output_words(run)
        return self.vocabulary

    def output_words(self, run: int) -> NumberedWords:
        """The words of the outputs of a run."""
        return self._chosen_words(("outputs", run), lambda: self.evalset.systems[self.runs[run]])

    def source_words(self) -> NumberedWords:
        """The words of the sources; there must be some."""
        return self._chosen_words("sources", lambda: self.evalset.sources or ())

    def all_references(self) -> NumberedWords:
        """The words of all references of the whole test set, one text after the other."""
        return self._numbered("references", lambda: self.evalset.required_references.texts)

    def reference_starts(self) -> Ints:
        """Where the references of each segment begin among all of them, and how many there are in the end."""
        return self.evalset.required_references.starts

    def reference_words(self, run: int | None = None) -> NumberedWords:
        """The words of one reference for each segment: of several the first, or the nearest to the output of a run."""
        places = self.reference_starts()[:-1][self.segments]
        if run is None or len(self.all_references()) == len(self.evalset):
            return self.remember("first references", lambda: self.all_references().chosen(places))
        from mtassay.analyses.counting.error_classes import nearest_references  # which looks at views

        return self.remember(
            ("nearest references", run), lambda: self.all_references().chosen(places + nearest_references(self, run))
        )

    def frequencies(self) -> Ints:
        """How often each word occurs in the references of the whole test set, by its number."""
        return np.bincount(self.all_references().numbers, minlength=len(self.vocabulary))

    def evidence(self, metric: int) -> RowEvidence:
        """The rows of all runs by a metric."""
        whole: RowEvidence = self._of_all["rows", metric]
        if self.is_whole:
            return whole
        return self.remember(("rows", metric), lambda: RowEvidence(whole.metric, whole.table[self.segments]))

    def find_metric(self, name: str) -> int:
        """The place of a metric by its label, spec or name."""
        return find_metric(name, self.metric_names, "this run")

    def findings(self) -> dict[tuple[str, str], Bools]:
        """For each check and run the segments of the whole test set in which something was found, if any."""
        if "findings" not in self._of_all:
            masks: dict[tuple[str, str], Bools] = {}
            for finding in check(self.evalset) if self._checked is None else self._checked:
                if finding.system is not None:
                    mask = masks.setdefault((finding.check, finding.system), np.zeros(len(self.evalset), dtype=bool))
                    mask[list(finding.segments)] = True
            self._of_all["findings"] = masks
        made: dict[tuple[str, str], Bools] = self._of_all["findings"]
        return made

    def finding_mask(self, name: str, run: str) -> Bools:
        """The segments in which a check found something in the output of a run."""
        mask = self.findings().get((name, run))
        return np.zeros(len(self), dtype=bool) if mask is None else mask[self.segments]

    def remember(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made under this key for these segments, or is made now."""
        if key not in self._of_these:
            self._of_these[key] = make()
        made: T = self._of_these[key]
        return made

    def _numbered(self, key: Hashable, texts: Callable[[], Sequence[str]]) -> NumberedWords:
        if key not in self._of_all:
            self._of_all[key] = NumberedWords(*self._index.add(Segments(texts())))
        made: NumberedWords = self._of_all[key]
        return made

    def _chosen_words(self, key: Hashable, texts: Callable[[], Sequence[str]]) -> NumberedWords:
        words = self._numbered(key, texts)
        return words if self.is_whole else self.remember(("words", key), lambda: words.chosen(self.segments))
