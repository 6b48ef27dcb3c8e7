"""BLEU: modified n-gram precision with a brevity penalty."""

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from mtassay._native import MAX_ORDER, ReferenceLength, Segments, pairwise_word_rows, word_overlap_rows
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.writing_systems import WritingSystem
from mtassay.errors import ChoiceWarning, MissingExtra, MtassayWarning, SettingError
from mtassay.metrics.base import Floats, Metric
from mtassay.metrics.browser_formula import BrowserFormula
from mtassay.metrics.explanation import Counts, Curve, Formula, Step, Words, count_of, ngram_counts, shown
from mtassay.metrics.reference_texts import ReferenceTexts, lowercased
from mtassay.metrics.word_settings import lowercase_setting
from mtassay.settings import format_value, setting
from mtassay.tokenizers.base import Tokenizer, tokenizer

SMOOTHING_VALUES = {"none": None, "floor": 0.1, "add-k": 1.0, "exp": None}
_AUTO = "auto"
_AUTO_TOKENIZER = "13a"
# sacreBLEU's choice of a tokenizer by the language, and characters for all other scripts without spaces
_TOKENIZERS = {WritingSystem.CHINESE: "zh", WritingSystem.JAPANESE: "ja-mecab", WritingSystem.KOREAN: "ko-mecab"}
_ANY_SCRIPT = "char"


def _tokenizer_of(spec: str) -> Tokenizer:
    return tokenizer(_AUTO_TOKENIZER if spec == _AUTO else spec)


@dataclass(frozen=True, kw_only=True)
class Bleu(Metric[ReferenceTexts]):
    """100 · BP · exp(Σ wₙ ln pₙ): the geometric mean of n-gram precisions, times a brevity penalty.

    pₙ is the share of the hypothesis' n-grams that are in a reference, each counted at most as
    often as in the reference that has it most often. BP = exp(1 - r/c) where the hypotheses are
    shorter (c words) than the references (r), else 1. Matches and lengths are summed over the
    corpus first.

    `tokenize=auto` is 13a, but zh for Chinese, ja-mecab for Japanese, ko-mecab for Korean, and char for Thai, Lao,
    Khmer, Burmese, Tibetan and other scripts without spaces. Which it is, the target language says; where none is
    given, the letters of most references do. Where ja-mecab or ko-mecab would be chosen by the letters and is not
    installed, char takes its place. A note says what was chosen by the letters, and the signature always does.

    Agrees with sacreBLEU 2.6. `smooth_method=add-k` is BLEU+1 of Lin and Och (2004), meant for single
    segments; it favours short output (Nakov et al. 2012). `tokenize=none,smooth_method=none` is
    what multi-bleu.perl computes. Single segments are always scored with `effective_order=yes`, as by sacreBLEU's
    `sentence_bleu`, or text of fewer than four words would score 0; the signature of their scores says eff:yes.
    """

    name: ClassVar[str] = "bleu"
    title: ClassVar[str] = "n-gram precision with a brevity penalty"
    paper: ClassVar[str] = (
        "Kishore Papineni, Salim Roukos, Todd Ward and Wei-Jing Zhu. 2002. "
        "BLEU: a Method for Automatic Evaluation of Machine Translation. Proceedings of ACL 2002, pages 311-318."
    )
    range: ClassVar[str] = (
        "0 to 100; 100 where every n-gram is matched and nothing is too short. Only scores of one test set with one "
        "signature can be compared."
    )
    strengths: ClassVar[str] = (
        "Ranking related systems, and versions of one system, on a whole test set; it is fast, needs nothing but "
        "words, and every reader knows it. Several references make it better."
    )
    weaknesses: ClassVar[str] = (
        "Blind to synonyms and paraphrases that no reference has, and to meaning: a lost negation costs no more "
        "than a lost comma. Recall comes in through the brevity penalty alone. Poor on single segments, where long "
        "n-grams seldom match, and between systems of different kinds. Tokenization and case move it by points."
    )
    disagreements: ClassVar[str] = (
        "multi-bleu.perl takes text as it is cut already and does not smooth (`tokenize=none,smooth_method=none`), "
        "so its scores depend on who cut the text. mteval-v13a.pl ignores case unless called with -c, and counts "
        "orders that a short segment lacks as perfect; before version 13 it took the shortest reference length. "
        "NLTK takes lists of words and does not smooth unless asked."
    )
    examples: ClassVar[tuple[str, ...]] = (
        "lowercase=yes,effective_order=yes,tokenize=intl",
        "smooth_method=floor,smooth_value=0.01,max_ngram_order=2",
        "smooth_method=add-k,reference_length=average",
        "smooth_method=none,tokenize=char,reference_length=longest",
        "weights='0.1,0.2,0.3,0.4',tokenize=zh,reference_length=shortest",
    )

    lowercase: bool = lowercase_setting(False)
    effective_order: bool = setting(False, "leave out orders longer than the text", key="eff")
    tokenize: str = setting(
        _AUTO,
        "how text is cut into words: auto, 13a, intl, zh, char, none or another tokenizer",
        key="tok",
        shown=lambda spec: _tokenizer_of(spec).signature,
    )
    smooth_method: str = setting(
        "exp", "what an order without matches counts as", key="smooth", choices=tuple(SMOOTHING_VALUES)
    )
    smooth_value: float | None = setting(
        None, "number added by add-k (1) or put in by floor (0.1)", low=0, high=1e6, hide_default=True
    )
    max_ngram_order: int = setting(4, "longest n-gram", key="ord", low=1, high=MAX_ORDER, hide_default=True)
    reference_length: str = setting(
        "closest",
        "which of several reference lengths counts",
        key="rlen",
        choices=("closest", "shortest", "average", "longest"),
        hide_default=True,
    )
    weights: tuple[float, ...] = setting(
        (), "weight of each order; all the same if not given", key="w", low=0, high=1000, hide_default=True
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        _tokenizer_of(self.tokenize)
        if self.smooth_value is not None and SMOOTHING_VALUES[self.smooth_method] is None:
            raise SettingError(
                f"bleu: smooth_value={format_value(self.smooth_value)} has no effect with "
                f"smooth_method={self.smooth_method}; leave it out, or use floor or add-k"
            )
        if self.weights:
            self._check_weights()

    def _check_weights(self) -> None:
        shown = format_value(self.weights)
        if len(self.weights) != self.max_ngram_order:
            raise SettingError(
                f"bleu: weights={shown}: expected {self.max_ngram_order} numbers, one for each n-gram order "
                "(see max_ngram_order)"
            )
        if sum(self.weights) <= 0:
            raise SettingError(f"bleu: weights={shown}: expected numbers of 0 or more, not all 0")
        if abs(sum(self.weights) - 1) > 1e-6:
            warnings.warn(
                f"bleu: weights={shown} add up to {sum(self.weights):g}, not 1; the score is not on the usual scale",
                MtassayWarning,
                stacklevel=4,
            )

    @property
    def label(self) -> str:
        return "BLEU"

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.max_ngram_order + 1)
        return (
            "hypothesis_length",
            "reference_length",
            *(f"matches_{n}" for n in orders),
            *(f"total_{n}" for n in orders),
        )

    @property
    def segment_advice(self) -> str | None:
        if self.smooth_method != "none":
            return None
        return (
            f"segments without a match of {self.max_ngram_order} words get BLEU 0; choose another smoothing than none"
        )

    def for_evalset(self, evalset: EvalSet) -> Self:
        checked = super().for_evalset(evalset)
        writing = evalset.writing_system
        # Where 13a is meant, auto stays: it acts as 13a and is shown as 13a in signatures, and the spec of a score
        # stays the `bleu` that was asked for, which on this test set means the same again.
        if self.tokenize != _AUTO or writing is None:
            return checked
        chosen = _TOKENIZERS.get(writing, _ANY_SCRIPT)
        if evalset.is_writing_guessed:
            chosen = self._choose_by_letters(writing, chosen)
        return checked._changed(tokenize=chosen)

    def cuts_only_at_spaces(self, writing: WritingSystem) -> bool:
        return False  # or somebody chose it

    def for_segments(self) -> Self:
        return self if self.effective_order else self._changed(effective_order=True)

    def _changed(self, **changes: Any) -> Self:
        if not self.weights:  # of which alone there are warnings; what catches them is common to all threads
            return replace(self, **changes)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", MtassayWarning)  # given when this metric was made
            return replace(self, **changes)

    def _choose_by_letters(self, writing: WritingSystem, chosen: str) -> str:
        """This tokenizer, or one that is installed: nobody asked for the language, so nobody expects an error."""
        reason = f"the references are in {writing.value} script"
        try:
            tokenizer(chosen)
        except MissingExtra:
            reason += f" and the tokenizer {chosen} is not installed"
            chosen = _ANY_SCRIPT
        warnings.warn(
            f"{reason}, so {self.label} uses the tokenizer {chosen}; name the target language or a tokenizer to choose "
            "another",
            ChoiceWarning,
            stacklevel=4,
        )
        return chosen

    def signature_items(self) -> Iterator[tuple[str, str]]:
        for key, value in super().signature_items():
            if key == "smooth" and self._smooth_value is not None:
                short = f"{self._smooth_value:.2f}"  # as sacreBLEU, unless that hides digits
                value += f"[{short if float(short) == self._smooth_value else format_value(self._smooth_value)}]"
            if key != "smooth_value":
                yield key, value

    @property
    def _smooth_value(self) -> float | None:
        return SMOOTHING_VALUES[self.smooth_method] if self.smooth_value is None else self.smooth_value

    @property
    def _tokenizer(self) -> Tokenizer:
        return _tokenizer_of(self.tokenize)

    def _segments(self, texts: Sequence[str]) -> Segments:
        return Segments(self._tokenizer.prepare(lowercased(texts, self.lowercase)))

    def prepare(self, evalset: EvalSet) -> ReferenceTexts:
        references = evalset.required_references
        return ReferenceTexts(self._segments(references.texts), references.starts)

    def stats(self, hypotheses: Sequence[str], prepared: ReferenceTexts) -> Floats:
        return word_overlap_rows(
            self._segments(hypotheses),
            prepared.texts,
            prepared.starts,
            self._tokenizer.tokenization,
            self.max_ngram_order,
            ReferenceLength[self.reference_length.upper()],
            self.threads,
        )

    def pair_rows(self, hypotheses: Sequence[str], references: Sequence[str]) -> Floats:
        left, right = self._segments(hypotheses), self._segments(references)
        return pairwise_word_rows(left, right, self._tokenizer.tokenization, self.max_ngram_order, self.threads)

    def score(self, sums: Floats) -> Floats:
        weights = self.weights or (1 / self.max_ngram_order,) * self.max_ngram_order
        logs = np.zeros(sums.shape[:-1])
        counted = np.zeros(sums.shape[:-1])
        positive = self._any_match(sums)
        for weight, (precision, reached) in zip(weights, self._precisions(sums), strict=True):
            if weight == 0:
                continue
            if self.effective_order:
                positive &= (precision > 0) | ~reached
                counted += weight * reached
            else:
                positive &= precision > 0
            logs += weight * np.log(np.where(precision > 0, precision, 1.0))
        if self.effective_order:
            # as if the orders that exist had all the weight
            logs *= np.divide(sum(weights), counted, out=np.ones_like(counted), where=counted > 0)
        return np.where(positive, 100 * self._brevity_penalty(sums) * np.exp(logs), 0.0)

    def in_browser(self) -> BrowserFormula:
        order = self.max_ngram_order
        return {
            "name": "bleu",
            "order": order,
            "weights": list(self.weights or (1 / order,) * order),
            "smoothing": self.smooth_method,
            "smoothValue": self._smooth_value or 0.0,
            "effectiveOrder": self.effective_order,
        }

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        hypothesis, reference = sums[..., 0], sums[..., 1]
        precisions = enumerate(self._precisions(sums), start=1)
        return {
            **{f"precision_{n}": 100 * precision for n, (precision, _) in precisions},
            "brevity_penalty": self._brevity_penalty(sums),
            "length_ratio": np.divide(hypothesis, reference, out=np.zeros_like(hypothesis), where=reference > 0),
            "hypothesis_length": hypothesis,
            "reference_length": reference,
        }

    def summary(self, sums: Floats) -> str:
        hypothesis, reference = float(sums[0]), float(sums[1])
        matches, totals = np.split(sums[2:], 2)
        order = max(1, int(np.count_nonzero(totals)))
        matched = f"{matches[order - 1]:,.0f} of {count_of(totals[order - 1], f'{order}-gram')} matched"
        if order < self.max_ngram_order and not self.effective_order:
            matched += f", and there is no {self.max_ngram_order}-gram"
        if hypothesis >= reference:
            return f"{matched}; not too short"
        penalty = float(self._brevity_penalty(sums))
        return f"{matched}; brevity penalty {penalty:.3f}: {hypothesis:,.0f} tokens for {reference:,.10g}"

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        texts = self._tokenizer.tokenize(lowercased([hypothesis, *references], self.lowercase))
        words, *others = (text.split() for text in texts)
        known = {word for reference in others for word in reference}
        matched = frozenset(index for index, word in enumerate(words) if word in known)
        names = ["reference"] if len(others) == 1 else [f"reference {number}" for number in range(1, len(others) + 1)]
        shown_references = ((name, tuple(text), frozenset[int]()) for name, text in zip(names, others, strict=True))
        yield Words(
            "Tokens; those in a reference are marked", (("hypothesis", tuple(words), matched), *shown_references)
        )
        for order in range(1, self.max_ngram_order + 1):
            yield self._explain_order(order, words, others)
        sums = self.stats([hypothesis], self.prepare(EvalSet([list(references)], warn_of_blanks=False)))[0]
        yield from self._explain_score(sums)

    def _explain_order(self, order: int, words: list[str], references: list[list[str]]) -> Step:
        counts = ngram_counts(words, order)
        most = [ngram_counts(reference, order) for reference in references]
        rows = []
        matched = missing = clipped = 0
        for ngram, count in counts.items():
            allowed = max(counts.get(ngram, 0) for counts in most)
            matched += min(count, allowed)
            missing += not allowed
            clipped += 0 < allowed < count
            if allowed:
                rows.append((" ".join(ngram), str(count), str(allowed), str(min(count, allowed))))
        notes = [f"{missing} {'other is' if missing == 1 else 'others are'} in no reference."] if missing else []
        if clipped:
            notes.append("Clipped: each counts at most as often as in the reference that has it most often.")
        return Counts(
            f"{order}-grams: {matched} of {sum(counts.values())} matched",
            ("", "in hypothesis", "most in a reference", "counted"),
            tuple(rows),
            " ".join(notes),
        )

    def _explain_score(self, sums: Floats) -> Iterator[Step]:
        order = self.max_ngram_order
        logarithms = []
        weights = self.weights or (1 / order,) * order
        if self.effective_order:  # the orders that exist have all the weight
            existing = [bool(reached) for _, reached in self._precisions(sums)]
            share = sum(weight for weight, exists in zip(weights, existing, strict=True) if exists)
            weights = tuple(weight * sum(weights) / share if share else weight for weight in weights)
        for n, (precision, reached) in enumerate(self._precisions(sums), start=1):
            value = float(precision)
            filled = f"{shown(sums[1 + n])} / {shown(sums[1 + order + n])}"
            if value != (float(sums[1 + n] / sums[1 + order + n]) if sums[1 + order + n] else 0.0):
                filled += f", smoothed ({self.smooth_method})"
            if not sums[1 + order + n]:
                filled = "none of this length"
            yield Formula(f"p{n}", f"matched {n}-grams / {n}-grams of the hypothesis", filled, value)
            if not self.effective_order or bool(reached):
                logarithms.append(f"{weights[n - 1]:g} · ln {value:.4f}")
        length, reference = float(sums[0]), float(sums[1])
        penalty = float(self._brevity_penalty(sums))
        filled = f"exp(1 - {shown(reference)} / {shown(length)})" if 0 < length < reference else "1"
        if not length and reference:
            filled = "no words"
        rule = "1, or exp(1 - r / c) where the hypothesis (c words) is shorter than the reference (r)"
        yield Formula("BP", rule, filled, penalty)
        if reference:
            points = tuple((x / 50, math.exp(1 - 50 / x) if x < 50 else 1.0) for x in range(5, 76))
            yield Curve("Brevity penalty", "c / r", "BP", points, (length / reference, penalty))
        value = float(self.score(sums))
        filled = f"100 · {penalty:.4f} · exp({' + '.join(logarithms)})" if value else "0, as a factor is 0"
        yield Formula("BLEU", "100 · BP · exp(Σ wₙ ln pₙ)", filled, value)

    def _any_match(self, sums: Floats) -> NDArray[np.bool_]:
        return np.asarray((sums[..., 2 : 2 + self.max_ngram_order] > 0).any(axis=-1))

    def _brevity_penalty(self, sums: Floats) -> Floats:
        hypothesis, reference = sums[..., 0], sums[..., 1]
        ratio = np.divide(reference, hypothesis, out=np.full_like(reference, np.inf), where=hypothesis > 0)
        return np.where(hypothesis < reference, np.exp(1 - np.maximum(ratio, 1.0)), 1.0)

    def _precisions(self, sums: Floats) -> Iterator[tuple[Floats, NDArray[np.bool_]]]:
        """For each order the smoothed precision (0 to 1), and whether no order up to it lacks n-grams."""
        order = self.max_ngram_order
        value = self._smooth_value or 0.0
        reached = self._any_match(sums)
        halved = np.ones(sums.shape[:-1])
        for n in range(order):
            matches, totals = sums[..., 2 + n], sums[..., 2 + order + n]
            if self.smooth_method == "add-k" and n > 0:
                matches, totals = matches + value, totals + value
            reached = reached & (totals > 0)
            missed = reached & (matches == 0)
            if self.smooth_method == "exp":
                # the k-th order without a match counts as 1/2^k of a match
                halved = np.where(missed, halved / 2, halved)
                matches = np.where(missed, halved, matches)
            elif self.smooth_method == "floor":
                matches = np.where(missed, value, matches)
            yield np.divide(matches, totals, out=np.zeros(sums.shape[:-1]), where=reached), reached
