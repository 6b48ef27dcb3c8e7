"""METEOR as it was first published: matched words, weighted towards recall, and a penalty for chunks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from mtassay._native import Segments, WordRelations, distinct_words, match_rows
from mtassay.alignment.matches import match_words
from mtassay.alignment.relations import MATCHERS, relate_words
from mtassay.alignment.resources.finding import ResourceKind
from mtassay.alignment.resources.wordnet import WORDNET, open_wordnet
from mtassay.alignment.stems import NO_STEMMER, check_stemmer, stemmer_signature
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError
from mtassay.metrics.base import Floats, Metric
from mtassay.metrics.explanation import Counts, Formula, Step, matching, shown
from mtassay.metrics.reference_texts import ReferenceTexts, first_best, lowercased
from mtassay.metrics.word_settings import lowercase_setting, tokenize_setting
from mtassay.settings import setting
from mtassay.tokenizers.base import Tokenizer, tokenizer

_MOST_WORDS = 10_000


@dataclass(frozen=True, kw_only=True)
class Meteor2005(Metric[ReferenceTexts]):
    """PR / (alpha · P + (1 - alpha) · R) · (1 - gamma · (chunks / matches)^beta).

    Words are matched one to one in stages, each for the words that are still unmatched: words that are the
    same; with `stemmer=porter` (or another Snowball stemmer) words with the same stem; with `wordnet=FOLDER` words that
    share a synset of WordNet. P is the share of the hypothesis' words that are matched, R that of the reference's.
    Chunks are runs of matched words that are adjacent in both texts. With the usual settings the first factor
    is 10PR / (R + 9P), and text in pieces loses up to half. A sentence of n words that is perfect, and so one chunk,
    scores 1 - 0.5 / n³, not 1.

    `matcher=minimal`: a stage matches as many words as it can, with the fewest crossings, then the fewest
    chunks. `matcher=nltk`: from the end of the hypothesis, each word takes the last word that is left for it.

    Matches, lengths and chunks are summed over the corpus, as in METEOR. Of several references the one with the best
    score counts.

    Without a stemmer and WordNet only equal words match, for this needs nothing beside mtassay. Stems need
    `pip install 'mtassay[stem]'`; WordNet's files are yours to give (Debian: the package wordnet-base).
    `meteor2005:matcher=nltk,stemmer=porter,wordnet=FOLDER` agrees with NLTK 3.10 but for words whose stems differ
    in NLTK's extended Porter stemmer.
    """

    name: ClassVar[str] = "meteor2005"
    title: ClassVar[str] = "matched words, weighted towards recall, and chunks"
    paper: ClassVar[str] = (
        "Satanjeev Banerjee and Alon Lavie. 2005. METEOR: An Automatic Metric for MT Evaluation with Improved "
        "Correlation with Human Judgments. Proceedings of the ACL Workshop on Intrinsic and Extrinsic Evaluation "
        "Measures for Machine Translation and/or Summarization, pages 65-72."
    )
    places: ClassVar[int] = 4
    range: ClassVar[str] = "0 to nearly 1: 0 is no word in common, a perfect segment of n words has 1 - 0.5 / n³"
    strengths: ClassVar[str] = (
        "Recall weighs nine times as much as precision, and stems and synonyms let other wordings count; agrees with "
        "people on single segments better than BLEU."
    )
    weaknesses: ClassVar[str] = (
        "Stems and above all synonyms exist for few languages, short segments that are right score low, and numbers "
        "can be compared only where stages, matcher and parameters are known."
    )
    disagreements: ClassVar[str] = (
        "NLTK matches greedily from the end (matcher=nltk), so it often counts more chunks, and has a Porter stemmer "
        "of its own; later versions of METEOR have other parameters, and 1.5 another formula."
    )
    resources: ClassVar[tuple[ResourceKind, ...]] = (WORDNET,)
    examples: ClassVar[tuple[str, ...]] = (
        "alpha=0.5,beta=1,gamma=0.4,lowercase=no,tokenize=13a,stemmer=english",
        "matcher=nltk,stemmer=porter,wordnet=wordnet",
        "wordnet=wordnet",
    )

    alpha: float = setting(0.9, "weight of recall against precision", low=0, high=1, hide_default=True)
    beta: float = setting(3.0, "exponent of the penalty", low=0, high=100, hide_default=True)
    gamma: float = setting(0.5, "what text loses at most for being in pieces", low=0, high=1, hide_default=True)
    matcher: str = setting(
        "minimal", "which of several possible pairs of words are matched", key="match", choices=tuple(MATCHERS)
    )
    stemmer: str = setting(
        NO_STEMMER,
        "match words with the same stem, by this stemmer: porter, english, german, …; none for no such stage",
        key="stem",
        shown=lambda name: stemmer_signature(name, "meteor2005"),
    )
    wordnet: str = setting(
        "",
        "match synonyms, by the files of WordNet in this folder; none if not given",
        key="syn",
        shown=lambda folder: f"wordnet[{open_wordnet(folder).digest}]" if folder else "none",
        is_file=True,
    )
    lowercase: bool = lowercase_setting(True)
    tokenize: str = tokenize_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        tokenizer(self.tokenize)
        check_stemmer(self.stemmer, self.name)

    def perfect_score(self, text: str) -> float | None:
        words = len(tokenizer(self.tokenize)(text).split())
        return 1 - self.gamma / float(words**self.beta)

    @property
    def label(self) -> str:
        return "METEOR-2005"

    @property
    def columns(self) -> tuple[str, ...]:
        return ("matches", "chunks", "hypothesis_length", "reference_length")

    def for_evalset(self, evalset: EvalSet) -> Self:
        checked = super().for_evalset(evalset)
        if self.wordnet:
            open_wordnet(self.wordnet)  # what is wrong with the files should be known before anything is scored
        return checked

    @property
    def _tokenizer(self) -> Tokenizer:
        return tokenizer(self.tokenize)

    def _segments(self, texts: Sequence[str]) -> Segments:
        return Segments(self._tokenizer.prepare(lowercased(texts, self.lowercase)))

    def prepare(self, evalset: EvalSet) -> ReferenceTexts:
        references = evalset.required_references
        return ReferenceTexts(self._segments(references.texts), references.starts)

    def stats(self, hypotheses: Sequence[str], prepared: ReferenceTexts) -> Floats:
        self._refuse_endless(hypotheses)
        texts = self._segments(hypotheses)
        tokenization = self._tokenizer.tokenization
        rows = match_rows(
            texts,
            prepared.texts,
            prepared.starts,
            tokenization,
            MATCHERS[self.matcher],
            self._relations(texts, prepared.texts),
            self.threads,
        )
        if len(rows) > len(hypotheses):
            rows = np.ascontiguousarray(rows[first_best(self.score(rows), prepared.starts)])
        return rows

    def _refuse_endless(self, hypotheses: Sequence[str]) -> None:
        """Which words of two long texts to match can be a choice among all pairs of words, too many to weigh."""
        for text in hypotheses:
            # a text has at most as many words as characters
            if len(text) > _MOST_WORDS and len(self._tokenizer(text).split()) > _MOST_WORDS:
                raise InputError(
                    f"meteor2005 takes segments of up to {_MOST_WORDS:,} words, and one is longer: {text[:40]!r}…; "
                    "is it a whole document? Split it into sentences"
                )

    def _relations(self, *texts: Segments) -> WordRelations:
        words: Sequence[str] = ()
        if self.stemmer != NO_STEMMER or self.wordnet:
            every_word = (word for part in texts for word in distinct_words(part, self._tokenizer.tokenization))
            words = list(dict.fromkeys(every_word))
        return relate_words(words, self.matcher, self.stemmer, self.wordnet, self.name)

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        best = self.best_reference(hypothesis, references)
        texts = self._tokenizer.tokenize(lowercased([hypothesis, references[best]], self.lowercase))
        words, reference = (text.split() for text in texts)
        matched = match_words(words, reference, self.matcher, stemmer=self.stemmer, wordnet=self.wordnet)
        which = "" if len(references) == 1 else f", with the best reference ({best + 1} of {len(references)})"
        yield matching(f"Words matched, in chunks{which}", words, reference, matched)
        stages = [(words[m.hypothesis], reference[m.reference], m.stage) for m in matched.matches if m.stage != "exact"]
        if stages:
            yield Counts("Words that are not the same", ("hypothesis", "reference", "stage"), tuple(stages))
        sums = self.stats([hypothesis], self.prepare(EvalSet([list(references)], warn_of_blanks=False)))[0]
        matches, chunks, in_hypothesis, in_reference = map(shown, sums.tolist())
        precision, recall, mean, penalty = (float(part) for part in self.parts(sums).values())
        shares = [f"{matches} / {length}" if sums[0] else "0" for length in (in_hypothesis, in_reference)]
        yield Formula("P", "matches / words of the hypothesis", shares[0], precision)
        yield Formula("R", "matches / words of the reference", shares[1], recall)
        weighted = f"{self.alpha:g} · {precision:.4f} + {1 - self.alpha:g} · {recall:.4f}"
        filled = f"{precision:.4f} · {recall:.4f} / ({weighted})" if sums[0] else "nothing matches"
        yield Formula("Fmean", "P R / (alpha P + (1 - alpha) R)", filled, mean)
        filled = f"{self.gamma:g} · ({chunks} / {matches})^{self.beta:g}" if sums[0] else "nothing matches"
        yield Formula("penalty", "gamma (chunks / matches)^beta", filled, penalty)
        yield Formula(self.label, "Fmean (1 - penalty)", f"{mean:.4f} · (1 - {penalty:.4f})", float(self.score(sums)))

    def score(self, sums: Floats) -> Floats:
        parts = self.parts(sums)
        return parts["fmean"] * (1 - parts["penalty"])

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        matches, chunks, hypothesis, reference = np.moveaxis(sums, -1, 0)
        some = matches > 0

        def quotient(numerator: Floats, denominator: Floats) -> Floats:
            divided: Floats = np.divide(numerator, denominator, out=np.zeros_like(matches), where=some)
            return divided

        # PR / (alpha · P + (1 - alpha) · R) with P = matches / hypothesis, R = matches / reference
        weighted = self.alpha * reference + (1 - self.alpha) * hypothesis
        return {
            "precision": quotient(matches, hypothesis),
            "recall": quotient(matches, reference),
            "fmean": quotient(matches, weighted),
            "penalty": np.where(some, self.gamma * quotient(chunks, matches) ** self.beta, 0.0),
        }
