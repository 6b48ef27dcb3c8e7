"""Scores that another program made, as a metric like any other."""

import os
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, NoReturn, Self

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.formats.marked_errors import MarkedError
from mtassay.corpus.formats.score_file import ScoreFile
from mtassay.corpus.formats.scores import read_scores
from mtassay.corpus.packed import STANDARD_INPUT
from mtassay.errors import SettingError
from mtassay.metrics.base import Floats
from mtassay.metrics.browser_formula import BrowserFormula, ratio_formula
from mtassay.metrics.segment_mean import SegmentMean
from mtassay.settings import runtime, setting


@dataclass(frozen=True)
class ScoresOfSystems:
    """The scores of each system, one for each segment."""

    by_system: Mapping[str, Floats]

    def __getitem__(self, index: slice) -> Self:
        return type(self)({system: scores[index] for system, scores in self.by_system.items()})


@dataclass(frozen=True, kw_only=True)
class Given(SegmentMean[ScoresOfSystems]):
    """The mean of the scores that a file has for the segments of a system: of COMET, MetricX, a language model, people.

    The file may be packed. It is what another program wrote, or a table (TSV, CSV, a workbook) or JSON lines:

    - COMET: what `comet-score` prints, or writes with `--to_json`; systems are called as their files, without `.txt`;
    - xCOMET: the same, and reports show the errors that it marks; JSON lines of a language model may have them too, as
      `"errors": [{"severity": "major", "start": 8, "end": 14}]`, or by severity as GEMBA gives them;
    - MetricX: its JSON lines, with a `prediction` on each; BLEURT, and others: one number a line;
    - long: a header line with `system`, `segment` and `score`, in any order, as `mtassay score --segments` writes it;
      without a header line the order is system, segment, score, or system, score;
    - wide: a header line with the name of each system, and `segment` if you like;
    - a column `score`, or any one column of numbers, beside the texts;
    - JSON lines: `{"system": "A", "segment": 1, "score": 0.81}` on each.

    Scores without the name of a system are those of the one system that is scored; `system` chooses one of a file where
    it calls the system otherwise.

    Segments count from 1, or from 0. Where their numbers are left out, scores are in the segments' order. Systems that
    are not being scored are passed over; of each that is, every segment needs one finite number. With `gaps=yes` a
    segment may have no line, as nobody judged it: the mean is of those that have one. No references needed.
    """

    name: ClassVar[str] = "given"
    title: ClassVar[str] = "mean of scores that another program made"
    paper: ClassVar[str] = "that of the program which made the scores"
    range: ClassVar[str] = "that of the scores in the file."
    strengths: ClassVar[str] = (
        "Learned metrics, language models and people in the same tables, intervals and tests as everything else, "
        "without their programs at hand."
    )
    weaknesses: ClassVar[str] = (
        "No better than what made the scores. It knows no text, so it cannot score other output, choose among "
        "candidates or explain. Other texts in the same order go unnoticed: keep file and test set together."
    )
    disagreements: ClassVar[str] = (
        "Versions of one learned metric give different scores: put the model into `name`; the signature holds a "
        "digest of the file. A program whose corpus score is not the mean of its segments prints another number."
    )
    needs: ClassVar[tuple[str, ...]] = ()
    needs_settings: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = (
        "path=scores.tsv",
        "path=other.tsv,name=judge,higher_is_better=no,column=other,system=mine,gaps=yes,places=2",
    )

    path: str = setting("", "file with the scores; must be given", key="file", is_file=True)
    display_name: str = setting("", "what tables call it; if not given, the file's name", spelled="name")
    # one class for scores and for errors: which they are, the user knows
    higher_is_better: bool = setting(  # type: ignore[misc]  # a class variable elsewhere; both are read off the metric
        True, "whether higher scores are better; no for errors", key="better"
    )
    column: str = setting(
        "",
        "column or key of the scores; if not given, `score`, or the only one besides system and segment",
        hide_default=True,
    )
    system: str = setting("", "whose scores to take from the file, if it calls the system otherwise", hide_default=True)
    gaps: bool = setting(
        False, "whether segments may lack a score; the mean is then of those that have one", hide_default=True
    )
    places: int = runtime(  # type: ignore[misc]  # a class variable elsewhere, as above
        4, "digits after the point that people are shown", low=0, high=10
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.path:
            raise SettingError("given: no path; name the file that holds the scores: given:path=FILE")
        if any(unicodedata.category(character) == "Cc" for character in self.label):
            raise SettingError(f"given: the name {self.label!r} holds a control character; choose another: name=NAME")

    @property
    def label(self) -> str:
        if self.display_name:
            return self.display_name
        return "stdin" if self.path == STANDARD_INPUT else Path(Path(self.path).name.removesuffix(".gz")).stem

    def signature_items(self) -> Iterator[tuple[str, str]]:
        yield "name", self.label.replace("|", "_")  # at which signatures are cut
        yield "better", "higher" if self.higher_is_better else "lower"
        yield "file", self.digest
        if self.column:
            yield "column", self.column.replace("|", "_")
        if self.system:
            yield "system", self.system.replace("|", "_")
        if self.gaps:
            yield "gaps", "yes"

    @property
    def digest(self) -> str:
        """What tells this file from others."""
        return self._loaded().digest

    def systems(self) -> tuple[str, ...]:
        """The systems that the file has scores of."""
        return tuple(self._loaded().systems)

    def scores_of(self, system: str, segments: int) -> Floats:
        """The scores of one system, which translated so many segments."""
        return self._loaded().scores_of(system, segments)

    def marked_errors(self, evalset: EvalSet, system: str) -> tuple[tuple[MarkedError, ...], ...] | None:
        is_alone = len(evalset.systems) == 1
        file = self._loaded()
        return file.errors_of(system, len(evalset), chosen=self.system, is_alone=is_alone, gaps=self.gaps)

    def for_evalset(self, evalset: EvalSet) -> Self:
        checked = super().for_evalset(evalset)
        checked.prepare(evalset)  # what is wrong with the file should be known before anything is scored
        return checked

    def prepare(self, evalset: EvalSet) -> ScoresOfSystems:
        file = self._loaded()
        is_alone = len(evalset.systems) == 1
        return ScoresOfSystems(
            {
                name: file.scores_of(name, len(evalset), chosen=self.system, is_alone=is_alone, gaps=self.gaps)
                for name in evalset.systems
            }
        )

    def select(self, prepared: ScoresOfSystems, system: str) -> ScoresOfSystems:
        return ScoresOfSystems({system: prepared.by_system[system]})

    def segment_values(self, hypotheses: Sequence[str], prepared: ScoresOfSystems) -> Floats:
        if len(prepared.by_system) != 1:
            self._refuse_other_text()
        return next(iter(prepared.by_system.values()))

    def stats(self, hypotheses: Sequence[str], prepared: ScoresOfSystems) -> Floats:
        values = self.segment_values(hypotheses, prepared)
        is_known = ~np.isnan(values)
        return np.column_stack([np.where(is_known, values, 0.0), is_known.astype(np.float64)])

    def score(self, sums: Floats) -> Floats:
        means = super().score(sums)
        return np.where(sums[..., 1] > 0, means, np.nan) if self.gaps else means

    @property
    def known_column(self) -> str | None:
        return "segments" if self.gaps else None

    def in_browser(self) -> BrowserFormula | None:
        return ratio_formula(self.columns, {"value": 1}, {"segments": 1}, may_be_unknown=self.gaps)

    def pair_rows(self, hypotheses: Sequence[str], references: Sequence[str]) -> Floats:
        self._refuse_other_text()

    def pairwise(self, hypotheses: Iterable[str], references: Iterable[str]) -> Floats:
        self._refuse_other_text()

    def _refuse_other_text(self) -> NoReturn:
        raise SettingError(
            "given knows the scores of systems in a file and cannot judge other text; "
            "use a metric that reads text, such as chrf"
        )

    def _loaded(self) -> ScoreFile:
        if self.path == STANDARD_INPUT:
            return _load(self.path, self.column, ())
        # absolute, because a relative path means another file once the working folder has changed
        path = os.path.expanduser(self.path)
        return _load(path, self.column, (os.path.abspath(path), *file_state(path)))


def file_state(path: str) -> tuple[int, ...]:
    """What tells one state of a file from another; for a pipe, which can be read only once, which pipe it is."""
    try:
        status = os.stat(path)
    except OSError:
        return ()
    which = (status.st_dev, status.st_ino)
    return (*which, status.st_size, status.st_mtime_ns) if stat.S_ISREG(status.st_mode) else which


@lru_cache(maxsize=4)
def _load(path: str, column: str, state: tuple[object, ...]) -> ScoreFile:
    return read_scores(path, column)
