"""TESLA-M as far as it is known: n-grams that are carried onto each other."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from mtassay._native import Segments, tesla_rows
from mtassay.alignment.resources.finding import ResourceKind
from mtassay.alignment.resources.wordnet import WORDNET, open_wordnet
from mtassay.alignment.stems import NO_STEMMER, check_stemmer, stemmer_signature
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError
from mtassay.metrics.base import Floats, Metric
from mtassay.metrics.explanation import Counts, Formula, Step
from mtassay.metrics.label_layers import check_tags, labels_digest, read_layer
from mtassay.metrics.segment_mean import SegmentMean
from mtassay.metrics.terp_words import PORTER, relate_words_of, stop_words, stop_words_digest
from mtassay.metrics.word_settings import lowercase_setting, tokenize_setting
from mtassay.settings import setting
from mtassay.tokenizers.base import tokenizer

FUNCTION_WORDS = ResourceKind(name="function-words", title="function words")
_ORDERS = 3
_MOST_WORDS = 500


@dataclass(frozen=True)
class TaggedReferences:
    """References as they are compared, and the tags of all texts, where a file tells them."""

    texts: tuple[str, ...]
    starts: NDArray[np.int64]
    tags: tuple[str, ...] = ()
    """Of each reference."""
    systems: Mapping[str, tuple[str, ...]] | None = None

    def __getitem__(self, index: slice) -> Self:
        return self.take(np.arange(*index.indices(len(self.starts) - 1)))

    def take(self, segments: NDArray[np.intp]) -> Self:
        """The same for some of the segments."""
        places = [place for i in segments for place in range(self.starts[i], self.starts[i + 1])]
        lengths = [self.starts[i + 1] - self.starts[i] for i in segments]
        return replace(
            self,
            texts=tuple(self.texts[place] for place in places),
            starts=np.cumsum([0, *lengths], dtype=np.int64),
            tags=tuple(self.tags[place] for place in places) if self.tags else (),
            systems=None
            if self.systems is None
            else {name: tuple(tags[i] for i in segments) for name, tags in self.systems.items()},
        )


@dataclass(frozen=True, kw_only=True)
class Tesla(SegmentMean[TaggedReferences]):
    """Mean over n = 1..3 of P R / (0.8 · P + 0.2 · R), where n-grams are carried onto n-grams; mean over segments.

    Each n-gram of the hypothesis may stand, also in parts, for n-grams of the reference that are like it, so that the
    most is gained; P and R divide that gain by what the n-grams of either text weigh. Two words are alike by 1 if they
    have one stem, else by 1/2 for a shared synset of WordNet (`wordnet=FOLDER`) and 1/2 for the same part-of-speech tag
    (`tags=FILE`). N-grams are alike by the mean over their words, and not at all where two words are not. A word of
    `functions=FILE` weighs 0.1, others 1, an n-gram the product. Of several references the best counts.

    Tags are a table with the columns `ref` (`ref:2` and so on) and `hyp:SYSTEM`, a row for each segment, a tag for each
    word.
    """

    name: ClassVar[str] = "tesla"
    title: ClassVar[str] = "n-grams that are alike by degrees, like TESLA-M"
    paper: ClassVar[str] = (
        "Chang Liu, Daniel Dahlmeier and Hwee Tou Ng. 2010. TESLA: Translation Evaluation of Sentences with "
        "Linear-Programming-Based Analysis. Proceedings of the Joint Fifth Workshop on Statistical Machine Translation "
        "and MetricsMATR, pages 354-359."
    )
    range: ClassVar[str] = "0 (nothing alike) to 1 (the reference itself)"
    strengths: ClassVar[str] = (
        "Other forms, synonyms and words of the same kind count in part, and what is like two words is shared between "
        "them in the best way there is."
    )
    weaknesses: ClassVar[str] = (
        "As good as the tags and synonyms that it is given; without them it is an n-gram measure on stems. Precision "
        "weighs less than recall, by a choice of its authors for English of 2010."
    )
    disagreements: ClassVar[str] = (
        "Written from what is known of the paper, without its program, so tables call it TESLA-M-like: stems stand for "
        "lemmas, and the product for the weight of an n-gram is a choice made here. TESLA-B and TESLA-F need phrase "
        "tables of two languages and are not offered."
    )
    costly: ClassVar[bool] = True
    places: ClassVar[int] = 4
    resources: ClassVar[tuple[ResourceKind, ...]] = (WORDNET,)
    examples: ClassVar[tuple[str, ...]] = (
        "stemmer=none,lowercase=no,tokenize=13a",
        "wordnet=wordnet,functions=stop.txt",
        "tags=tags.jsonl",
    )

    stemmer: str = setting(
        PORTER,
        "words of the same stem are alike, by this stemmer: porter, english, german, …; none for none",
        key="stem",
        shown=lambda name: name if name == PORTER else stemmer_signature(name, "tesla"),
    )
    wordnet: str = setting(
        "",
        "words of one synset are half alike, by the files of WordNet in this folder; none if not given",
        key="syn",
        shown=lambda folder: f"wordnet[{open_wordnet(folder).digest}]" if folder else "none",
        is_file=True,
    )
    tags: str = setting(
        "",
        "table with the part-of-speech tags of references and systems",
        shown=lambda path: labels_digest(path) if path else "none",
        is_file=True,
    )
    functions: str = setting(
        "",
        "file of function words, which weigh a tenth",
        key="func",
        shown=lambda path: f"given[{stop_words_digest(path)}]" if path else "none",
        is_file=True,
    )
    lowercase: bool = lowercase_setting(True)
    tokenize: str = tokenize_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        tokenizer(self.tokenize)
        if self.stemmer != PORTER:
            check_stemmer(self.stemmer, self.name)

    @property
    def label(self) -> str:
        uses = {"stems": self.stemmer != NO_STEMMER, "synonyms": self.wordnet, "tags": self.tags}
        known = ", ".join(name for name, used in uses.items() if used)
        return "TESLA-M-like" if all(uses.values()) else f"TESLA-M-like ({known or 'words'})"

    @property
    def bound_by(self) -> str:
        return "tags" if self.tags else ""

    @staticmethod
    def cost(hypothesis: str, reference: str) -> float:
        """Where all words are alike, the ways to carry them grow with the third power; measured."""
        return Metric.cost(hypothesis, reference) * (1 + len(hypothesis) / 10)

    def perfect_score(self, text: str) -> float | None:
        return 1 if text.split() else 0

    def for_evalset(self, evalset: EvalSet) -> Self:
        checked = super().for_evalset(evalset)
        stop_words(
            self.functions, FUNCTION_WORDS
        )  # what is wrong with the files should be known before anything is scored
        if self.wordnet:
            open_wordnet(self.wordnet)
        if self.tags:
            checked.prepare(evalset)
        return checked

    def _words(self, texts: Sequence[str]) -> list[str]:
        cut = tokenizer(self.tokenize).tokenize(texts)
        return [text.lower() for text in cut] if self.lowercase else list(cut)

    def _checked(self, texts: Sequence[str]) -> list[str]:
        """The words of texts none of which is too long: every word is compared with all of the other text."""
        words = self._words(texts)
        for text in words:
            if len(text.split()) > _MOST_WORDS:
                raise InputError(
                    f"tesla takes segments of up to {_MOST_WORDS:,} words, and one is longer: {text[:40]!r}…; is it a "
                    "whole document? Split it into sentences"
                )
        return words

    def prepare(self, evalset: EvalSet) -> TaggedReferences:
        references = evalset.required_references
        words = self._checked(references.texts)
        prepared = TaggedReferences(tuple(words), references.starts)
        if not self.tags:
            return prepared
        told = read_layer(self.tags, "tags", evalset)
        check_tags(self.tags, "the references", told.required_references.texts, words)
        for name, texts in evalset.systems.items():
            check_tags(self.tags, f"system {name!r}", told.systems[name], self._words(texts))
        return replace(
            prepared,
            tags=tuple(told.required_references.texts),
            systems={name: tuple(told.systems[name]) for name in evalset.systems},
        )

    def select(self, prepared: TaggedReferences, system: str) -> TaggedReferences:
        if prepared.systems is None:
            return prepared
        return replace(prepared, systems={system: prepared.systems[system]})

    def _carried(self, hypotheses: Sequence[str], prepared: TaggedReferences) -> Floats:
        """Gain and both weights by order, `(references, 3, 3)`."""
        if self.bound_by and (prepared.systems is None or len(prepared.systems) != 1):
            self.refuse_other_text()
        words = self._checked(hypotheses)
        texts, references = Segments(words), Segments(prepared.texts)
        tags = next(iter(prepared.systems.values())) if prepared.systems else ()
        rows = tesla_rows(
            texts,
            references,
            prepared.starts,
            relate_words_of((texts, references), self.stemmer, self.wordnet, self.name),
            Segments(stop_words(self.functions, FUNCTION_WORDS)),
            Segments(tags),
            Segments(prepared.tags),
            self.threads,
        )
        return rows.reshape(-1, _ORDERS, 3)

    def segment_values(self, hypotheses: Sequence[str], prepared: TaggedReferences) -> Floats:
        if not len(hypotheses):
            return np.zeros(0)
        values = _means(self._carried(hypotheses, prepared))
        return np.maximum.reduceat(values, prepared.starts[:-1])

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        if self.bound_by:
            self.refuse_other_text()
        best = self.best_reference(hypothesis, references)
        prepared = self.prepare(EvalSet([references[best]], warn_of_blanks=False))
        carried = self._carried([hypothesis], prepared)
        which = f" ({best + 1} of {len(references)})" if len(references) > 1 else ""
        rows = tuple(
            (str(n), *(f"{number:.4f}" for number in row)) for n, row in enumerate(carried[0].tolist(), start=1)
        )
        yield Counts(f"N-grams beside the best reference{which}", ("n", "gain", "hypothesis", "reference"), rows)
        scores, present = _scores(carried)
        filled = " + ".join(f"{score:.4f}" for score, some in zip(scores[0], present[0], strict=True) if some)
        orders = int(present.sum())
        filled = f"({filled}) / {orders}" if orders else "there are no words"
        yield Formula(self.label, "mean of P R / (0.8 P + 0.2 R) over n", filled, float(_means(carried)[0]))


def _scores(carried: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """The score of each order, and whether either text is long enough for it."""
    gain, ours, theirs = np.moveaxis(carried, -1, 0)
    # P R / (.8 P + .2 R) with P = gain / ours and R = gain / theirs
    below = 0.8 * theirs + 0.2 * ours
    scores = np.divide(gain, below, out=np.zeros_like(gain), where=(ours > 0) & (theirs > 0))
    return scores, (ours > 0) | (theirs > 0)


def _means(carried: Floats) -> Floats:
    scores, present = _scores(carried)
    orders = present.sum(axis=-1)
    means: Floats = np.divide(scores.sum(axis=-1), orders, out=np.zeros(len(scores)), where=orders > 0)
    return means
