"""YiSi: phrases that are alike, by spelling or by vectors of words, and who did what to whom where that is known."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from mtassay._native import MAX_ORDER
from mtassay.alignment.resources.role_frames import Frame, FrameFile, reference_name
from mtassay.alignment.resources.word_vectors import open_vectors, vectors_digest
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import SettingError
from mtassay.metrics.base import Floats
from mtassay.metrics.explanation import Counts, Formula, Step
from mtassay.metrics.segment_mean import SegmentMean
from mtassay.metrics.word_settings import tokenize_setting
from mtassay.metrics.yisi_frames import RoleWeights, structures
from mtassay.metrics.yisi_words import ReferenceWeights, SoftTexts, number_words
from mtassay.settings import setting
from mtassay.tokenizers.base import tokenizer

_COMPARED_A_SECOND = 20_000_000
_BETA_OF_FRAMES = 0.2
_ALIKE = 0.5


@dataclass(frozen=True)
class SoftReferences:
    """References as words, what their words weigh, and the frames of all texts."""

    words: tuple[tuple[str, ...], ...]
    """Of each reference."""
    starts: NDArray[np.int64]
    weights: ReferenceWeights
    role_weights: RoleWeights | None = None
    frames: tuple[tuple[Frame, ...], ...] = ()
    """Of each reference, where frames are known."""
    frames_of_systems: Mapping[str, tuple[tuple[Frame, ...], ...]] | None = None

    def __getitem__(self, index: slice) -> Self:
        return self.take(np.arange(*index.indices(len(self.starts) - 1)))

    def take(self, segments: NDArray[np.intp]) -> Self:
        """The same for some of the segments."""
        references = [range(self.starts[i], self.starts[i + 1]) for i in segments]
        flat = [place for several in references for place in several]
        starts = np.concatenate(
            [np.zeros(1, np.int64), np.cumsum([len(several) for several in references], dtype=np.int64)]
        )
        systems = self.frames_of_systems
        return type(self)(
            words=tuple(self.words[place] for place in flat),
            starts=starts,
            weights=self.weights,
            role_weights=self.role_weights,
            frames=tuple(self.frames[place] for place in flat) if self.frames else (),
            frames_of_systems=None
            if systems is None
            else {name: tuple(frames[i] for i in segments) for name, frames in systems.items()},
        )


@dataclass(frozen=True, kw_only=True)
class Yisi(SegmentMean[SoftReferences]):
    """P R / (alpha · P + (1 - alpha) · R): how much of each text is like something in the other; mean over segments.

    P goes through the n-grams of the hypothesis, R through those of the reference, with n = 3, or fewer words where a
    text is shorter. Each counts as the n-gram of the other text that is most like it: the weighted mean of the
    similarities of their words, place by place. A word weighs log2(1 + (N + 1) / (c + 1)), where c of the test set's N
    references have it, so that rare words count more. Of several references the best P and the best R count, each by
    itself.

    Without `vectors` this is YiSi-0: words are alike by the longest stretch of bytes (`characters=yes`: characters)
    that they share, twice over both lengths. With `vectors=FILE`, in the form of word2vec as text or, called .bin,
    binary, it is YiSi-1: words are alike by the cosine of their vectors, 1 where they differ by case alone, and 0 where
    one has no vector.

    With `frames=FILE`, which says who did what to whom, P and R are (1 - beta) times the above and beta times the
    same for frames: predicates are matched one to one so that they are most alike, then their arguments. JSON lines,
    words counted from 0, `text` being `ref` (`ref2` and so on for others) or the name of a system:
    `{"segment": 1, "text": "ref", "frames": [{"predicate": [1, 2], "roles": {"A0": [0, 1]}}]}`. A role weighs
    1 and its number of occurrences in the references' frames. No labeller of frames comes with mtassay.

    Agrees with the YiSi program (chikiulo/yisi, fd07bfc).
    """

    name: ClassVar[str] = "yisi"
    title: ClassVar[str] = "phrases that are alike"
    paper: ClassVar[str] = (
        "Chi-kiu Lo. 2019. YiSi - a Unified Semantic MT Quality Evaluation and Estimation Metric for Languages with "
        "Different Levels of Available Resources. Proceedings of WMT 2019, pages 507-513."
    )
    range: ClassVar[str] = "0 (nothing alike) to 1 (the reference itself)"
    strengths: ClassVar[str] = (
        "Gives part of the credit for words that are nearly right: without any resource for inflected and misspelled "
        "ones, with vectors for synonyms. It weighs words by how much they say."
    )
    weaknesses: ClassVar[str] = (
        "YiSi-0 finds likeness in spelling alone. Vectors make opposites alike as well as synonyms, and scores with "
        "other vectors are other scores. Weights come from the references, so scores of different test sets cannot be "
        "compared."
    )
    disagreements: ClassVar[str] = (
        "The program's own alpha is .5, its examples have .8, as here. It reads its references' frames for recall "
        "without comparing labels of roles, for precision with; so does this. Published YiSi-1 scores use contextual "
        "vectors (BERT), which are not offered here."
    )
    costly: ClassVar[bool] = True
    places: ClassVar[int] = 4
    examples: ClassVar[tuple[str, ...]] = (
        "ngram=1,alpha=0.5,characters=yes,tokenize=13a",
        "vectors=vectors.txt",
        "frames=frames.jsonl",
        "frames=frames.jsonl,beta=0.4",
    )

    vectors: str = setting(
        "",
        "file of word vectors as word2vec writes them, for YiSi-1; none for YiSi-0",
        key="vec",
        shown=lambda path: f"word2vec[{vectors_digest(path)}]" if path else "none",
        is_file=True,
    )
    frames: str = setting(
        "",
        "file that says who did what to whom, as JSON lines",
        shown=lambda path: f"given[{FrameFile(path).digest}]" if path else "none",
        is_file=True,
    )
    ngram: int = setting(3, "words that are compared together", key="n", low=1, high=MAX_ORDER)
    alpha: float = setting(0.8, "weight of recall against precision", low=0, high=1)
    beta: float | None = setting(None, "weight of frames; if not given, 0.2 with frames and 0 without", low=0, high=1)
    characters: bool = setting(
        False, "compare spelling by characters, not bytes", key="unit", shown={True: "c", False: "b"}
    )
    tokenize: str = tokenize_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        tokenizer(self.tokenize)
        if self.beta and not self.frames:
            raise SettingError(
                f"{self.name}: beta={self.beta:g} weighs frames, and there are none; name them: frames=FILE"
            )

    @property
    def _frame_weight(self) -> float:
        if self.beta is not None:
            return self.beta
        return _BETA_OF_FRAMES if self.frames else 0.0

    @staticmethod
    def cost(hypothesis: str, reference: str) -> float:
        """Every letter is compared with every other one, in bytes."""
        return len(hypothesis) * len(reference) / _COMPARED_A_SECOND

    def perfect_score(self, text: str) -> float | None:
        return None if self.frames else 1

    @property
    def label(self) -> str:
        return f"YiSi-{1 if self.vectors else 0}{' with frames' if self.frames else ''}"

    def signature_items(self) -> Iterator[tuple[str, str]]:
        for key, value in super().signature_items():
            yield (key, f"{self._frame_weight:g}") if key == "beta" else (key, value)
            if key == "n":
                yield "weights", "references"

    @property
    def bound_by(self) -> str:
        return "frames" if self.frames else ""

    def for_evalset(self, evalset: EvalSet) -> Self:
        checked = super().for_evalset(evalset)
        if self.frames or self.vectors:
            checked.prepare(evalset)  # what is wrong with the files should be known before anything is scored
        return checked

    def _words(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        return [tuple(text.split()) for text in tokenizer(self.tokenize).tokenize(texts)]

    def prepare(self, evalset: EvalSet) -> SoftReferences:
        references = evalset.required_references
        words = self._words(references.texts)
        prepared = SoftReferences(tuple(words), references.starts, ReferenceWeights.of(words))
        if self.vectors:
            # at once, as the file is read through for words that are new
            others = (word for texts in evalset.systems.values() for text in self._words(texts) for word in text)
            open_vectors(self.vectors).rows(list({*others, *(word for text in words for word in text)}))
        return self._with_frames(prepared, evalset) if self.frames else prepared

    def _with_frames(self, prepared: SoftReferences, evalset: EvalSet) -> SoftReferences:
        file, starts, segments = FrameFile(self.frames), prepared.starts, len(evalset)
        most = int(np.diff(starts).max(initial=0))
        file.check([*map(reference_name, range(most)), *evalset.systems], segments)
        frames: list[tuple[Frame, ...]] = [()] * len(prepared.words)
        for place in range(most):
            which = [i for i in range(segments) if starts[i] + place < starts[i + 1]]
            lengths = [0] * segments
            for i in which:
                lengths[i] = len(prepared.words[starts[i] + place])
            told = file.frames_of(reference_name(place), lengths)
            for i in which:
                frames[starts[i] + place] = told[i]
        return replace(
            prepared,
            role_weights=RoleWeights.of(frames),
            frames=tuple(frames),
            frames_of_systems={
                name: tuple(file.frames_of(name, [len(words) for words in self._words(texts)]))
                for name, texts in evalset.systems.items()
            },
        )

    def select(self, prepared: SoftReferences, system: str) -> SoftReferences:
        if prepared.frames_of_systems is None:
            return prepared
        return replace(prepared, frames_of_systems={system: prepared.frames_of_systems[system]})

    def segment_values(self, hypotheses: Sequence[str], prepared: SoftReferences) -> Floats:
        precision, recall = self._shares(hypotheses, prepared)
        below = self.alpha * precision + (1 - self.alpha) * recall
        return np.divide(precision * recall, below, out=np.zeros_like(below), where=(precision > 0) & (recall > 0))

    def _shares(self, hypotheses: Sequence[str], prepared: SoftReferences) -> tuple[Floats, Floats]:
        """Precision and recall of each segment."""
        texts = self._soft_texts(hypotheses, prepared)
        rows = texts.compare_texts(self.ngram, self.threads)
        if not len(hypotheses):
            return np.zeros(0), np.zeros(0)
        precision, recall = (np.maximum.reduceat(column, prepared.starts[:-1]) for column in rows.T)
        if not self.frames:
            return precision, recall
        if prepared.frames_of_systems is None or len(prepared.frames_of_systems) != 1 or prepared.role_weights is None:
            self.refuse_other_text()
        (of_system,) = prepared.frames_of_systems.values()
        by_frames = structures(texts, of_system, prepared.frames, prepared.role_weights, self.ngram, self.threads)
        weight = self._frame_weight
        return (1 - weight) * precision + weight * by_frames[0], (1 - weight) * recall + weight * by_frames[1]

    def _soft_texts(self, hypotheses: Sequence[str], prepared: SoftReferences) -> SoftTexts:
        (ours, theirs), words = number_words(self._words(hypotheses), prepared.words)
        vectors = open_vectors(self.vectors).rows(words) if self.vectors else np.zeros((len(words), 0), np.float32)
        return SoftTexts(ours, theirs, prepared.starts, words, prepared.weights(words), vectors, self.characters)

    def pair_rows(self, hypotheses: Sequence[str], references: Sequence[str]) -> Floats:
        if self.bound_by:
            self.refuse_other_text()
        rows = np.empty((len(hypotheses), len(references), 2))
        for column, reference in enumerate(references):
            # by itself, a reference is all that tells how much its words weigh
            alone = self.prepare(EvalSet([reference], warn_of_blanks=False))
            rows[:, column] = self.stats(hypotheses, alone.take(np.zeros(len(hypotheses), np.intp)))
        return rows.reshape(-1, 2)

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        if self.bound_by:
            self.refuse_other_text()
        prepared = self.prepare(EvalSet([list(references)], warn_of_blanks=False))
        texts = self._soft_texts([hypothesis], prepared)
        alike = texts.alike(0, _ALIKE)
        if alike:
            yield Counts(
                f"Words of the hypothesis that are more than {_ALIKE:g} like another word of a reference",
                ("hypothesis", "reference", "similarity"),
                tuple((ours, theirs, f"{value:.4f}") for ours, theirs, value in alike),
            )
        weights = sorted(
            {word for text in prepared.words for word in text}, key=lambda word: -prepared.weights([word])[0]
        )
        rows = tuple((word, f"{prepared.weights([word])[0]:.4f}") for word in weights[:20])
        note = "Weights are those of these references alone; in a test set, of all of its references."
        yield Counts("What words of the references weigh", ("word", "weight"), rows, note)
        precision, recall = (float(values[0]) for values in self._shares([hypothesis], prepared))
        yield Counts(
            f"Shares that are like something in the other text, by {self.ngram} words",
            ("", "share"),
            (("precision", f"{precision:.4f}"), ("recall", f"{recall:.4f}")),
        )
        value = float(self.segment_values([hypothesis], prepared)[0])
        below = f"({self.alpha:g} · {precision:.4f} + {1 - self.alpha:g} · {recall:.4f})"
        filled = f"{precision:.4f} · {recall:.4f} / {below}" if value else "nothing is alike"
        yield Formula(self.label, "P R / (alpha P + (1 - alpha) R)", filled, value)
