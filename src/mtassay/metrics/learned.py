"""A metric that was learned from judgments: a weighted sum of others."""

import os
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.packed import show_path
from mtassay.corpus.writing_systems import WritingSystem
from mtassay.errors import InputError, SettingError
from mtassay.metrics.base import Floats, Metric, metric
from mtassay.metrics.explanation import Counts, Formula, Step, shown
from mtassay.metrics.given import Given, file_state
from mtassay.metrics.learned_file import LearnedFile, digest_of_outputs, read_learned
from mtassay.metrics.segment_mean import SegmentMean
from mtassay.settings import parse_spec, setting

# what of a signature is of the test set, or of the version that wrote it; not how a part scores
_NOT_OF_PARTS = ("nrefs", "version")
# a file of scores has more systems tomorrow; its name says which program made it
_NOT_OF_GIVEN = ("file",)


@dataclass(frozen=True)
class PreparedParts:
    """What each part prepared, beside the part itself."""

    parts: tuple[Metric[Any], ...]
    prepared: tuple[Any, ...]

    def __getitem__(self, index: slice) -> Self:
        return type(self)(self.parts, tuple(each[index] for each in self.prepared))


@dataclass(frozen=True, kw_only=True)
class Learned(SegmentMean[PreparedParts]):
    """The mean over segments of b + Σ wᵢ (sᵢ - mᵢ), with sᵢ the segment scores of its parts, which a file weighs.

    `mtassay learn` writes the file. The parts are the metrics that it was learned from, with the same settings: where
    one of them would score otherwise here, that is refused. Of `given` the name must be the same and the file need not
    be, as it has to hold the scores of what is new; its digest stands in the signature.
    """

    name: ClassVar[str] = "learned"
    needs_settings: ClassVar[bool] = True
    title: ClassVar[str] = "weighted sum of metrics that was learned from judgments"
    paper: ClassVar[str] = (
        "Joshua S. Albrecht and Rebecca Hwa. 2007. Regression for Sentence-Level MT Evaluation with Pseudo References. "
        "Proceedings of the 45th Annual Meeting of the Association of Computational Linguistics, pages 296-303."
    )
    range: ClassVar[str] = "about that of the judgments it was learned from, turned so that higher is better."
    strengths: ClassVar[str] = "It is made of your own judgments, of your kind of text."
    weaknesses: ClassVar[str] = (
        "No better than its parts allow: lexical parts together seldom gain over the best of them, and the report that "
        "comes with the file says so. Other languages, domains or judges than those of its judgments are unknown to it."
    )
    disagreements: ClassVar[str] = "None: the file holds all numbers."
    places: ClassVar[int] = 4
    examples: ClassVar[tuple[str, ...]] = ("path=house.json", "path=other.json")

    path: str = setting("", "file of the metric, as learning wrote it; must be given", key="file", is_file=True)
    resolved: tuple[Metric[Any], ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.path:
            raise SettingError("learned: no path; name the file that was learned from judgments: learned:path=FILE")
        if any(unicodedata.category(character) == "Cc" for character in self.label):
            raise SettingError(f"learned: the name of the file, {self.path!r}, holds a control character; rename it")

    @property
    def label(self) -> str:
        return Path(self.path).name.removesuffix(".json")

    @property
    def file(self) -> LearnedFile:
        """What the file says."""
        return self._loaded()[0]

    @property
    def digest(self) -> str:
        """What tells this file from others."""
        return self._loaded()[1]

    def signature_items(self) -> Iterator[tuple[str, str]]:
        components = self.components()
        yield "parts", "+".join(part.told_spec for part in components).replace("|", "_")
        yield "train", self.file.training
        yield "file", self.digest
        scores = [part.digest for part in components if isinstance(part, Given)]
        if scores:
            yield "scores", "+".join(scores)

    def components(self) -> tuple[Metric[Any], ...]:
        """The metrics that are its parts, in the order of the file."""
        return self.resolved or self._loaded()[2]

    def known_systems(self, systems: Mapping[str, Sequence[str]]) -> list[str]:
        """Those of some systems that it was learned from, by their names or by all of their outputs."""
        lessons = self.file.systems
        names, outputs = {own.name for own in lessons}, {own.outputs for own in lessons}
        return [
            name for name, texts in systems.items() if name in names or (texts and digest_of_outputs(texts) in outputs)
        ]

    def for_evalset(self, evalset: EvalSet) -> Self:
        return replace(super().for_evalset(evalset), resolved=self._resolve(evalset))

    def prepare(self, evalset: EvalSet) -> PreparedParts:
        parts = self.resolved or self._resolve(evalset)
        return PreparedParts(parts, tuple(part.prepare(evalset) for part in parts))

    def select(self, prepared: PreparedParts, system: str) -> PreparedParts:
        pairs = zip(prepared.parts, prepared.prepared, strict=True)
        return PreparedParts(prepared.parts, tuple(part.select(each, system) for part, each in pairs))

    def segment_values(self, hypotheses: Sequence[str], prepared: PreparedParts) -> Floats:
        return self.combine(self._scores_of_parts(hypotheses, prepared))

    def combine(self, scores: Sequence[Floats]) -> Floats:
        """The weighted sum of scores of its parts, which stand in the order of the file."""
        values = np.full(len(scores[0]), self.file.intercept)
        for known, part_scores in zip(self.file.parts, scores, strict=True):
            values += known.weight * (part_scores - known.mean)
        return values

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        evalset = EvalSet([list(references)], warn_of_blanks=False)
        prepared = self.prepare(evalset)
        scores = [float(values[0]) for values in self._scores_of_parts([hypothesis], prepared)]
        rows, added = [], []
        for part, known, score in zip(prepared.parts, self.file.parts, scores, strict=True):
            added.append(known.weight * (score - known.mean))
            rows.append((part.label, *map(_written, (score, known.mean, known.weight, added[-1]))))
        heads = ("part", "score", "mean", "weight", "adds")
        yield Counts("What each part adds: weight · (score - mean)", heads, tuple(rows))
        filled = " ".join(
            [_written(self.file.intercept), *(f"{'+-'[value < 0]} {_written(abs(value))}" for value in added)]
        )
        yield Formula(self.label, "b + Σ wᵢ (sᵢ - mᵢ)", filled, self.file.intercept + sum(added))

    def perfect_score(self, text: str) -> float | None:
        return None

    def cuts_only_at_spaces(self, writing: WritingSystem) -> bool:
        return any(part.cuts_only_at_spaces(writing) for part in self.components())

    def _scores_of_parts(self, hypotheses: Sequence[str], prepared: PreparedParts) -> list[Floats]:
        scores = []
        for part, own in zip(prepared.parts, prepared.prepared, strict=True):
            values = part.for_segments().score(part.stats(hypotheses, own))
            if np.isnan(values).any():
                raise InputError(
                    f"{show_path(self.path)}: its part {part.label} has no score for {int(np.isnan(values).sum())} "
                    "segments; a learned metric needs all of its parts, so add the scores"
                )
            scores.append(values)
        return scores

    def _resolve(self, evalset: EvalSet) -> tuple[Metric[Any], ...]:
        """The parts for a test set, refused where one of them would score otherwise than when it was learned."""
        resolved = []
        for part, known in zip(self._loaded()[2], self.file.parts, strict=True):
            made = replace(part, threads=self.threads).for_evalset(evalset)
            here = part_signature(made, evalset)
            if here != known.signature:
                raise SettingError(
                    f"{show_path(self.path)}: its part {part.told_spec} was learned as {known.signature!r} and would "
                    f"score here as {here!r}; learn the metric anew, or score as it was learned"
                )
            resolved.append(made)
        return tuple(resolved)

    def _loaded(self) -> tuple[LearnedFile, str, tuple[Metric[Any], ...]]:
        # absolute, because a relative path means another file once the working folder has changed
        path = os.path.abspath(os.path.expanduser(self.path))
        return _load(path, file_state(path))


@lru_cache(maxsize=8)
def _load(path: str, state: tuple[object, ...]) -> tuple[LearnedFile, str, tuple[Metric[Any], ...]]:
    file, digest = read_learned(path)
    if any(parse_spec(part.spec)[0] == Learned.name for part in file.parts):
        raise InputError(f"{show_path(path)}: a learned metric is no part of another; learn this one anew from others")
    return file, digest, tuple(metric(part.spec) for part in file.parts)


def part_signature(part: Metric[Any], evalset: EvalSet) -> str:
    """How a metric scores segments of a test set, without what is of the test set or of a version."""
    whole = part.segment_signature(evalset) or part.signature(evalset)
    left_out = (*_NOT_OF_PARTS, *(_NOT_OF_GIVEN if isinstance(part, Given) else ()))
    return "|".join(item for item in whole.split("|") if item.partition(":")[0] not in left_out)


def _written(value: float) -> str:
    return shown(round(value, 4))
