"""TERp: edits and shifts with costs of their own, where stems, synonyms and phrases are edits too."""

import math
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from mtassay._native import Segments, WeightedPhrases, terp_edits, terp_rows
from mtassay.alignment.resources.finding import ResourceKind, find_resource
from mtassay.alignment.resources.phrase_tables import PHRASES, open_phrases, phrases_digest
from mtassay.alignment.resources.wordnet import WORDNET, open_wordnet
from mtassay.alignment.stems import NO_STEMMER, check_stemmer, stemmer_signature
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, MtassayWarning, SettingError
from mtassay.metrics.base import Floats, Metric
from mtassay.metrics.browser_formula import BrowserFormula, ratio_formula
from mtassay.metrics.explanation import Formula, Step, count_of, shown
from mtassay.metrics.reference_texts import first_best
from mtassay.metrics.terp_steps import terp_steps
from mtassay.metrics.terp_words import (
    PORTER,
    STOP_WORDS,
    normalized,
    relate_words_of,
    stop_words,
    stop_words_digest,
)
from mtassay.settings import setting

EDITS = ("substitutions", "stems", "synonyms", "phrases", "deletions", "insertions", "shifts")
_MOST_WORDS = 2_000
_NO_WORDNET = "none"
# texts of 60, 300 and 600 words that are two or three in turn took 0.03, 4.5 and 48 s
_GROWTH, _SHIFTS_A_SECOND = 1.7, 55_000_000


class Costs(NamedTuple):
    """A set of costs as the program comes with, and the beam that goes with it."""

    deletion: float
    insertion: float
    substitution: float
    shift: float
    stem: float
    synonym: float
    beam: float
    phrase: tuple[float, float, float, float]
    label: str
    is_capped: bool = True

    def numbers(self) -> NDArray[np.float64]:
        """As native code reads them."""
        return np.array([*self[:7], *self.phrase])


_NEVER = 999.0
COSTS: Mapping[str, Costs] = {
    "terpa": Costs(
        deletion=1.4269364675533365,
        insertion=0.2588527567630183,
        substitution=1.5565478292505814,
        shift=0.5620538767397316,
        stem=0.0,
        synonym=0.0,
        beam=35.0,
        phrase=(-0.2306579294476191, -0.1469465037633749, -0.07843705907022736, 0.17708577297831574),
        label="TERp-A",
    ),
    "terph": Costs(
        deletion=0.8897481530721948,
        insertion=0.5160029868027748,
        substitution=1.6362908525843867,
        shift=0.686718582391978,
        stem=0.9574806141940626,
        synonym=0.16474604979800672,
        beam=35.0,
        phrase=(1.0366410752548514, 0.6518645817002747, -0.008317921340980746, 1.1121928362344298),
        label="TERp-HTER",
    ),
    "ter": Costs(
        deletion=1.0,
        insertion=1.0,
        substitution=1.0,
        shift=1.0,
        stem=_NEVER,
        synonym=_NEVER,
        beam=20.0,
        phrase=(_NEVER, 0.0, 0.0, 0.0),
        label="TERp-TER",
        is_capped=False,
    ),
}


@dataclass(frozen=True)
class TerpReferences:
    """References in the form in which they are compared; those of segment i are `texts[starts[i]:starts[i + 1]]`."""

    texts: tuple[str, ...]
    starts: NDArray[np.int64]

    def __getitem__(self, index: slice) -> Self:
        return self.take(np.arange(*index.indices(len(self.starts) - 1)))

    def take(self, segments: NDArray[np.intp]) -> Self:
        """The same for some of the segments."""
        parts = [self.texts[self.starts[i] : self.starts[i + 1]] for i in segments]
        starts = np.cumsum([0, *map(len, parts)], dtype=np.int64)
        return type(self)(tuple(text for part in parts for text in part), starts)


@dataclass(frozen=True, kw_only=True)
class Terp(Metric[TerpReferences]):
    """Cost of edits and shifts / words of the reference: TER with weights, stems, synonyms and phrases.

    Each kind of edit has a cost of its own. `costs=terpa` are tuned to judgments of adequacy, `costs=terph` to HTER;
    `costs=ter` are those of TER, 1 for each edit and shift, without stems and synonyms. A word that has another one's
    stem, or shares a synset of WordNet with it (`wordnet=FOLDER`), is cheaper than another word, and so may be shifted
    to its place. What has nothing but words of `stop=FILE` is not shifted.

    `phrases=FILE` says which phrases may stand for others, and how probably, in the form of the program:
    `0.4 <p>caught fire</p> <p>burst into flames</p>`, the reference's first. Such an edit costs what the edits within
    it would, times a function of the probability. A second number is of the other direction. With METEOR's table
    (`paraphrase-en.gz`), whose numbers are others, columns are called TERp-like.

    With several references the least cost is divided by the mean length of the references. Scores are 1 at most, unless
    `cap=no`, or `costs=ter`. What a column compares stands in its head, `TERp-A (stems, synonyms)`, unless it is all
    three.

    Agrees with the TERp program (snover/terp, e45c428) in costs and in every edit. Its stemmer is Porter's, later
    version, for English; for other languages name a Snowball stemmer (`stemmer=german`).
    """

    name: ClassVar[str] = "terp"
    title: ClassVar[str] = "edits and shifts with costs, stems, synonyms and phrases"
    paper: ClassVar[str] = (
        "Matthew Snover, Nitin Madnani, Bonnie Dorr and Richard Schwartz. 2009. Fluency, Adequacy, or HTER? Exploring "
        "Different Human Judgments with a Tunable MT Metric. Proceedings of WMT 2009, pages 259-268."
    )
    places: ClassVar[int] = 4
    range: ClassVar[str] = "0, for output equal to a reference, to 1; with `cap=no`, and with `costs=ter`, above."
    higher_is_better: ClassVar[bool] = False
    strengths: ClassVar[str] = (
        "What matters less costs less: another form of a word, a synonym, a word too many. It says which edits it "
        "counted, and what each cost."
    )
    weaknesses: ClassVar[str] = (
        "Tuned to English of 2008: a word too many costs a fifth of one that is missing, so `costs=terpa` likes long "
        "output. Synonyms need WordNet, which is English. Shifts are found greedily, and one is cheap."
    )
    disagreements: ClassVar[str] = (
        "The total that the program prints is not capped, its scores of segments and documents are; this caps all. Its "
        "`ter` finds other shifts than sacreBLEU's TER, and is a fraction, not percent. It takes the second number of "
        "a phrase for one of the same direction, and cuts at ASCII white space alone, this at any. The table of "
        "phrases of the published scores is not part of it."
    )
    costly: ClassVar[bool] = True
    resources: ClassVar[tuple[ResourceKind, ...]] = (WORDNET, PHRASES, STOP_WORDS)
    examples: ClassVar[tuple[str, ...]] = (
        "costs=ter",
        "costs=terph,stemmer=none,cap=no",
        "wordnet=wordnet,phrases=phrases.txt,stop=stop.txt",
        "costs=terph,phrases=paraphrase.gz",
    )

    costs: str = setting(
        "terpa", "terpa: tuned to adequacy; terph: to HTER; ter: 1 for each edit and shift", choices=tuple(COSTS)
    )
    stemmer: str = setting(
        PORTER,
        "words of the same stem cost less, by this stemmer: porter, english, german, …; none for none",
        key="stem",
        shown=lambda name: name if name == PORTER else stemmer_signature(name, "terp"),
    )
    wordnet: str = setting(
        "",
        "synonyms cost less, by the files of WordNet in this folder; none for none, and no word of it",
        key="syn",
        shown=lambda folder: f"wordnet[{open_wordnet(folder).digest}]" if folder not in ("", _NO_WORDNET) else "none",
        is_file=True,
    )
    phrases: str = setting(
        "",
        "file of phrases that may stand for others, as TERp or METEOR has it; none for none",
        key="phr",
        shown=lambda path: f"given[{phrases_digest(path)}]" if path else "none",
        is_file=True,
    )
    stop: str = setting(
        "",
        "file of words that are not shifted without another one",
        shown=lambda path: f"given[{stop_words_digest(path)}]" if path else "none",
        is_file=True,
    )
    cap: bool | None = setting(None, "scores are 1 at most; if not given, yes unless costs=ter")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stemmer != PORTER:
            check_stemmer(self.stemmer, self.name)
        if self.costs == "ter" and (self._wordnet or self.phrases or self.stemmer not in (PORTER, NO_STEMMER)):
            raise SettingError(
                "terp: costs=ter knows no stems, synonyms and phrases; leave stemmer, wordnet and phrases out, or take "
                "costs=terpa"
            )

    @property
    def _costs(self) -> Costs:
        return COSTS[self.costs]

    @property
    def _stemmer(self) -> str:
        return NO_STEMMER if self.costs == "ter" else self.stemmer

    @property
    def _wordnet(self) -> str:
        return "" if self.wordnet == _NO_WORDNET else self.wordnet

    @property
    def _is_capped(self) -> bool:
        return self._costs.is_capped if self.cap is None else self.cap

    @property
    def label(self) -> str:
        if self.costs == "ter":
            return self._costs.label
        uses = {"stems": self._stemmer != NO_STEMMER, "synonyms": self._wordnet, "phrases": self.phrases}
        head = self._costs.label.replace("TERp", "TERp-like") if self._is_of_meteor else self._costs.label
        return head if all(uses.values()) else f"{head} ({', '.join(filter(uses.get, uses)) or 'words'})"

    @property
    def _is_of_meteor(self) -> bool:
        try:
            return bool(self.phrases) and open_phrases(self.phrases, normalized).is_of_meteor
        except InputError:
            return False  # said where it is used

    @property
    def columns(self) -> tuple[str, ...]:
        return ("cost", "reference_length", *EDITS)

    def signature_items(self) -> Iterator[tuple[str, str]]:
        for key, value in super().signature_items():
            if key == "cap":
                yield key, "yes" if self._is_capped else "no"
            elif key == "stem":
                yield key, NO_STEMMER if self._stemmer == NO_STEMMER else value
            else:
                yield key, value
            if key == "costs":
                yield "tok", "terp"

    @staticmethod
    def cost(hypothesis: str, reference: str) -> float:
        """Where few words repeat all the time, every block of them can go to many places, again and again; measured."""
        shifts = math.pow(_most_words(hypothesis) * _most_words(reference), _GROWTH) / _SHIFTS_A_SECOND
        return max(shifts, Metric.cost(hypothesis, reference))

    def for_evalset(self, evalset: EvalSet) -> Self:
        checked = super().for_evalset(evalset)
        stop_words(self.stop)  # what is wrong with the files should be known before anything is scored
        if self._wordnet:
            open_wordnet(self._wordnet)
        self._warn_of_what_is_missing(evalset)
        if self.phrases:
            checked.prepare(evalset)
            dropped = open_phrases(self.phrases, normalized).dropped
            if dropped:
                warnings.warn(
                    f"{self.phrases}: {dropped:,} of its phrases have a number of 0 or less and are left out: such a "
                    "number has no logarithm",
                    MtassayWarning,
                    stacklevel=3,
                )
        return checked

    def _warn_of_what_is_missing(self, evalset: EvalSet) -> None:
        if self.costs == "ter":
            return
        language = evalset.target_language
        is_english = language is None or language.lower().startswith("en")
        if not is_english and (self.stemmer == PORTER or self._wordnet):
            warnings.warn(
                f"{self.name}: the target language is {language}, and Porter's stemmer and WordNet are English; name "
                "another stemmer (stemmer=german) or none, and leave wordnet out",
                MtassayWarning,
                stacklevel=4,
            )
        elif is_english and not self.wordnet:
            # a page shows this too, and nobody there should see folders of the server
            here = "is on this machine" if find_resource(WORDNET) else f"is not found here ({WORDNET.remedy})"
            warnings.warn(
                f"{self.name} knows no synonyms without WordNet, which {here}; name its folder, "
                f"{self.name}:wordnet=FOLDER, or choose to do without, {self.name}:wordnet=none",
                MtassayWarning,
                stacklevel=4,
            )

    def prepare(self, evalset: EvalSet) -> TerpReferences:
        references = evalset.required_references
        texts = tuple(map(self._checked, references.texts))
        if self.phrases:
            # at once, as the file is read through for words that are new
            self._phrases(chain(texts, (normalized(text) for system in evalset.systems.values() for text in system)))
        return TerpReferences(texts, references.starts)

    def stats(self, hypotheses: Sequence[str], prepared: TerpReferences) -> Floats:
        checked = [*map(self._checked, hypotheses)]
        texts, references = Segments(checked), Segments(prepared.texts)
        rows = terp_rows(
            texts,
            references,
            prepared.starts,
            relate_words_of((texts, references), self._stemmer, self._wordnet, self.name),
            self._phrases(chain(checked, prepared.texts)),
            Segments(stop_words(self.stop)),
            self._costs.numbers(),
            self.threads,
        )
        if len(rows) == len(hypotheses):
            return rows
        length = np.add.reduceat(rows[:, 1], prepared.starts[:-1]) / np.diff(prepared.starts)
        rows = np.ascontiguousarray(rows[first_best(-rows[:, 0], prepared.starts)])
        rows[:, 1] = length
        return rows

    def _phrases(self, texts: Iterable[str]) -> WeightedPhrases:
        """What may stand for what in some texts."""
        if self.phrases:
            return open_phrases(self.phrases, normalized).table(texts)
        return WeightedPhrases(Segments(()), Segments(()), np.zeros(0))

    def _checked(self, text: str) -> str:
        """A text as it is compared. Where words repeat, the ways to shift them grow without end; so does memory."""
        words = normalized(text)
        if words.count(" ") >= _MOST_WORDS:
            raise InputError(
                f"terp takes segments of up to {_MOST_WORDS:,} words, and one is longer: {text[:40]!r}…; "
                "is it a whole document? Split it into sentences"
            )
        return words

    def best_reference(self, hypothesis: str, references: Sequence[str]) -> int:
        """The cheapest, whatever its length: all are divided by the mean of their lengths."""
        prepared = self.prepare(EvalSet(list(references), warn_of_blanks=False))
        costs = self.stats([hypothesis] * len(references), prepared)[:, 0]
        return int(costs.argmin())

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        best = self.best_reference(hypothesis, references)
        ours, theirs = normalized(hypothesis), normalized(references[best])
        texts = Segments([ours]), Segments([theirs])
        relations = relate_words_of(texts, self._stemmer, self._wordnet, self.name)
        phrases = self._phrases((ours, theirs))
        native = terp_edits(*texts, relations, phrases, Segments(stop_words(self.stop)), self._costs.numbers())
        which = f"Cheapest reference ({best + 1} of {len(references)})" if len(references) > 1 else "Edits"
        yield from terp_steps(which, ours.split(), theirs.split(), native)
        shifts = len(native[1])
        sums = self.stats([hypothesis], self.prepare(EvalSet([list(references)], warn_of_blanks=False)))[0]
        cost, words = float(sums[0]), float(sums[1])
        edits = sum(step[3] for step in native[2])
        yield Formula(
            "cost",
            "edits + shifts",
            f"{edits:.4f} + {shifts} · {self._costs.shift:.4f}",
            edits + shifts * self._costs.shift,
        )
        length = "words of the reference" if len(references) == 1 else "mean words of the references"
        filled = f"{cost:.4f} / {shown(words)}" if words else "nothing to divide by: 1 for any edit"
        formula = f"cost / {length}"
        if self._is_capped:
            formula = f"min(1, {formula})"
            filled = f"min(1, {filled})" if words else filled
        yield Formula(self.label, formula, filled, float(self.score(sums)))

    def score(self, sums: Floats) -> Floats:
        cost, words = sums[..., 0], sums[..., 1]
        # without a word to divide by, any edit is as bad as can be
        share = np.divide(cost, words, out=np.where(cost > 0, 1.0, 0.0), where=words > 0)
        return np.minimum(share, 1.0) if self._is_capped else share

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        return {name: sums[..., place] for place, name in enumerate(self.columns)}

    def summary(self, sums: Floats) -> str:
        edits = count_of(float(sums[2:].sum()), "edit")
        return f"{edits} that cost {float(sums[0]):,.2f}, for {count_of(float(sums[1]), 'reference word')}"

    def in_browser(self) -> BrowserFormula | None:
        if self._is_capped:
            return None
        return ratio_formula(self.columns, {"cost": 1}, {"reference_length": 1}, otherwise=1.0)


def _most_words(text: str) -> int:
    """How many words a text has at most: a mark may be one, and part those beside it."""
    return 1 + sum(2 - letter.isspace() for letter in text if not letter.isalnum())
