"""sacreBLEU's metric objects: its arguments and results around our metrics."""

import math
import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from statistics import mean
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np

from mtassay import __version__
from mtassay.compat.sacrebleu import resampling
from mtassay.compat.sacrebleu.arithmetic import TOKENIZERS_OF_LANGUAGES
from mtassay.compat.sacrebleu.scores import BLEUScore, CHRFScore, Score, TERScore
from mtassay.compat.sacrebleu.signature import Signature
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.references import References
from mtassay.corpus.texts import CheckedTexts, check_texts
from mtassay.errors import InputError, MtassayWarning, SettingError
from mtassay.evaluation.rows import RowEvidence, RowTable, row_blocks
from mtassay.metrics import base
from mtassay.metrics.bleu import SMOOTHING_VALUES, Bleu
from mtassay.metrics.chrf import Chrf

__all__ = ["BLEU", "CHRF", "METRICS", "TER", "BLEUScore", "CHRFScore", "TERScore"]

Streams = Sequence[Sequence[str | None]]
"""One list of references for each translator; None where a segment has no such reference."""

S = TypeVar("S", bound=Score)

_MANY_TOKENIZED = 100


class _Prepared(NamedTuple):
    """References as the metric reads them, how many segments, and how many a segment."""

    references: Any
    segments: int
    per_segment: str


class Metric(ABC, Generic[S]):
    """What the three metrics have in common. Changing its attributes does not change the scores."""

    _SHORT_KEYS: ClassVar[Mapping[str, str]]
    """The keys that the signature shows, and how the short one writes them."""

    def __init__(self, metric: base.Metric[Any], references: Streams | None) -> None:
        self._metric = metric
        self._cached = None if references is None else self._prepare(references)
        self._per_segment = None if self._cached is None else self._cached.per_segment
        self.n_bootstrap: int | None = None
        self.seed: str | None = None

    @abstractmethod
    def _score(self, sums: base.Floats) -> S:
        """The result that sums of rows give."""

    def corpus_score(self, hypotheses: Sequence[str], references: Streams | None, n_bootstrap: int = 1) -> S:
        """The score of all segments together.

        `references` has one list for each translator; None means those that the constructor got.
        With `n_bootstrap` of 2 or more the score has the mean and the 95 % interval over so many
        resampled test sets; the environment variable SACREBLEU_SEED chooses them.
        """
        if n_bootstrap <= 1:
            self._check_hypotheses(hypotheses)
            return self._score(self._sums(hypotheses, self._prepared(references)))
        evidence = self._evidence([hypotheses], references)
        score = self._score(resampling.total_sums(evidence)[0])
        self.n_bootstrap = n_bootstrap
        self.seed, seed = resampling.environment_seed()
        ((samples,),) = resampling.resample([evidence], n_bootstrap, np.random.default_rng(seed))
        _, score._ci = resampling.mean_and_half_width(samples)
        # sacreBLEU adds up without rounding here, but not in its paired tests
        score._mean = float(samples.dtype.type(mean(samples.tolist())))
        return score

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> S:
        """The score of one segment, with all its references."""
        if not isinstance(hypothesis, str):
            raise self._type_error("`hyp` should be a string", hypothesis)
        if isinstance(references, str) or not isinstance(references, Sequence):
            raise self._type_error("`refs` should be a sequence of strings", references)
        if references and not isinstance(references[0], str | None):
            raise self._type_error("each element of `refs` should be a string", references[0])
        return self._score(self._sums([hypothesis], self._prepare([[reference] for reference in references])))

    def get_signature(self) -> Signature:
        """What another person needs to get the same number; known once there are references."""
        if self._per_segment is None:
            raise ValueError("the signature says how many references there are: score something first")
        # a number where there is one, as sacreBLEU has it
        nrefs = self._per_segment if self._per_segment == "var" else int(self._per_segment)
        procedure = {"bs": self.n_bootstrap, "ar": None, "seed": self.seed}
        data = {"test": None, "lang": None, "origlang": None, "subset": None}  # for those who add them
        items = {"nrefs": nrefs, **procedure, **data, **self._signature_items(), "version": __version__}
        return Signature(items, self._SHORT_KEYS)

    def _signature_items(self) -> dict[str, str]:
        return {key: value for key, value in self._metric.signature_items() if key in self._SHORT_KEYS}

    def _prepared(self, references: Streams | None) -> _Prepared:
        prepared = self._cached if references is None else self._prepare(references)
        if prepared is None:
            raise RuntimeError("no references: give them here, or to the constructor as references=")
        return prepared

    def _prepare(self, streams: Streams) -> _Prepared:
        self._check_streams(streams)
        if any(None in stream for stream in streams):
            segments = [[text for text in texts if text is not None] for texts in zip(*streams, strict=True)]
            references = References.from_segments(segments)
        else:
            references = References.from_streams(streams)  # type: ignore[arg-type]  # there is no None in them
        # sacreBLEU's users leave a reference empty where there is none: nothing to warn of
        evalset = EvalSet(References(CheckedTexts(references.texts, []), references.starts))
        return _Prepared(self._metric.prepare(evalset), len(evalset), references.per_segment)

    def _evidence(self, systems: Sequence[Sequence[str]], references: Streams | None) -> RowEvidence:
        """The rows of several systems, kept."""
        prepared = self._prepared(references)
        table = RowTable(prepared.segments, len(systems), len(self._metric.columns))
        for number, hypotheses in enumerate(systems):
            self._check_hypotheses(hypotheses)
            for block, rows in self._rows(hypotheses, prepared):
                table.put(number, block, rows)
        return RowEvidence(self._metric, table.values)

    def _sums(self, hypotheses: Sequence[str], prepared: _Prepared) -> base.Floats:
        sums = np.zeros(len(self._metric.columns))
        for _, rows in self._rows(hypotheses, prepared):
            rows[0] += sums  # one long sum, as sacreBLEU's: fractions round in order
            sums = rows.sum(axis=0)
        return sums

    def _rows(self, hypotheses: Sequence[str], prepared: _Prepared) -> Iterator[tuple[slice, base.Floats]]:
        if len(hypotheses) != prepared.segments:
            raise InputError(
                f"{len(hypotheses)} hypotheses, but {prepared.segments} references of each translator; both need one "
                "entry for each segment. References are a list of such lists: [references], or [first, second]"
            )
        self._per_segment = prepared.per_segment
        return row_blocks(self._metric, check_texts(hypotheses, "hypotheses").texts, prepared.references)

    def _check_hypotheses(self, hypotheses: Sequence[str]) -> None:
        if isinstance(hypotheses, str) or not isinstance(hypotheses, Sequence):
            raise self._type_error("`hyps` should be a sequence of strings", hypotheses)
        if not hypotheses:
            raise InputError("no hypotheses: a score needs at least one segment")
        for hypothesis in hypotheses:
            if not isinstance(hypothesis, str):
                raise self._type_error("each element of `hyps` should be a string", hypothesis)

    def _check_streams(self, streams: Streams) -> None:
        wanted = "`refs` should be a sequence of sequences of strings, one for each translator"
        if isinstance(streams, str) or not isinstance(streams, Sequence):
            raise self._type_error(wanted, streams)
        for stream in streams:
            # a string is a sequence of strings too, and sacreBLEU would score its letters
            if isinstance(stream, str) or not isinstance(stream, Sequence):
                raise self._type_error(wanted, stream)
            if stream and not isinstance(stream[0], str | None):
                raise self._type_error(wanted, stream[0])
        lengths = sorted({len(stream) for stream in streams}) or [0]
        if lengths[-1] == 0:
            raise InputError("no references: each segment needs at least one")
        if len(lengths) > 1:
            raise InputError(
                f"references: one translator has {lengths[0]}, another {lengths[-1]}; "
                "put None where a segment has no such reference"
            )

    def _type_error(self, message: str, got: object) -> TypeError:
        return TypeError(f"{type(self).__name__}: {message}; got {type(got).__name__}")


class BLEU(Metric[BLEUScore]):
    """BLEU with sacreBLEU's arguments.

    Without `tokenize` the target language decides: `zh`, `ja-mecab` or `ko-mecab`, else `13a`.
    `force` silences the note on text that looks tokenized. `references` are prepared once for
    any number of systems.
    """

    SMOOTH_DEFAULTS: ClassVar[Mapping[str, float | None]] = SMOOTHING_VALUES
    TOKENIZER_DEFAULT: ClassVar[str] = "13a"
    _MODEL_TOKENIZERS: ClassVar[tuple[str, ...]] = ("flores101", "flores200", "spBLEU-1K")
    _SHORT_KEYS: ClassVar[Mapping[str, str]] = {"case": "c", "eff": "e", "tok": "tok", "smooth": "s"}

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = 4,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Streams | None = None,
    ) -> None:
        if tokenize == "auto":
            raise SettingError("sacreBLEU has no tokenizer 'auto'; leave it out, and the target language decides")
        if tokenize in self._MODEL_TOKENIZERS:
            raise SettingError(
                f"{tokenize} needs its model file, and mtassay downloads nothing: write spm:model=FILE for it; "
                "sacreBLEU keeps the files that it has fetched in ~/.sacrebleu/models"
            )
        advised = TOKENIZERS_OF_LANGUAGES.get(trg_lang, self.TOKENIZER_DEFAULT)
        if tokenize is not None and trg_lang in TOKENIZERS_OF_LANGUAGES and tokenize != advised:
            _note(f"for {trg_lang} the tokenizer {advised} is usual, and {tokenize} was chosen")
        self.lowercase: bool = lowercase
        self.smooth_method: str = smooth_method
        self.smooth_value: float | None = smooth_value
        self.max_ngram_order: int = max_ngram_order
        self.effective_order: bool = effective_order
        self.trg_lang: str = trg_lang
        self._force = force
        self._bleu = _bleu(
            smooth_method,
            smooth_value,
            lowercase=lowercase,
            tokenize=advised if tokenize is None else tokenize,
            max_ngram_order=max_ngram_order,
            effective_order=effective_order,
        )
        super().__init__(self._bleu, references)

    @staticmethod
    def compute_bleu(
        correct: Sequence[float],
        total: Sequence[float],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = 4,
    ) -> BLEUScore:
        """The score that counts give: matches and n-grams of each order, and the two lengths."""
        metric = _bleu(smooth_method, smooth_value, effective_order=effective_order, max_ngram_order=max_ngram_order)
        return _bleu_score(metric, [int(sys_len), int(ref_len)], list(correct), list(total))

    def _check_hypotheses(self, hypotheses: Sequence[str]) -> None:
        """Also notes text that looks tokenized, unless `force` is on."""
        super()._check_hypotheses(hypotheses)
        if not self._force and sum(hypothesis.endswith(" .") for hypothesis in hypotheses) >= _MANY_TOKENIZED:
            _note(
                f"{_MANY_TOKENIZED} hypotheses or more end in a full stop behind a space; is the text tokenized? "
                "Detokenize it, or say force=True (--force)"
            )

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> BLEUScore:
        """The score of one segment; wants `effective_order`, or short text gets 0."""
        if not self.effective_order:
            _note("for scores of single segments use effective_order=True")
        return super().sentence_score(hypothesis, references)

    def _score(self, sums: base.Floats) -> BLEUScore:
        numbers = list(map(int, sums.tolist()))
        matches_end = 2 + self._bleu.max_ngram_order
        return _bleu_score(self._bleu, numbers[:2], numbers[2:matches_end], numbers[matches_end:])

    def _signature_items(self) -> dict[str, str]:
        items = super()._signature_items()
        value = _smooth_value(self._bleu)
        # our own signature has more digits where two do not do
        return items if value is None else {**items, "smooth": f"{self.smooth_method}[{value:.2f}]"}


class CHRF(Metric[CHRFScore]):
    """chrF with sacreBLEU's arguments; `word_order=2` is chrF++."""

    CHAR_ORDER: ClassVar[int] = 6
    WORD_ORDER: ClassVar[int] = 0
    BETA: ClassVar[int] = 2
    _SHORT_KEYS: ClassVar[Mapping[str, str]] = {"case": "c", "eff": "e", "nc": "nc", "nw": "nw", "space": "s"}

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: float = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Streams | None = None,
    ) -> None:
        self.char_order: int = char_order
        self.word_order: int = word_order
        self.order: int = char_order + word_order
        self.beta: float = beta
        self.lowercase: bool = lowercase
        self.whitespace: bool = whitespace
        self.eps_smoothing: bool = eps_smoothing
        metric = Chrf(
            char_order=char_order,
            word_order=word_order,
            beta=beta,
            lowercase=lowercase,
            whitespace=whitespace,
            eps_smoothing=eps_smoothing,
        )
        super().__init__(metric, references)

    def _score(self, sums: base.Floats) -> CHRFScore:
        return CHRFScore(float(self._metric.score(sums)), self.char_order, self.word_order, self.beta)


class TER(Metric[TERScore]):
    """TER with sacreBLEU's arguments; lower is better."""

    _SHORT_KEYS: ClassVar[Mapping[str, str]] = {"case": "c", "tok": "t", "norm": "nr", "punct": "pn", "asian": "as"}

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Streams | None = None,
    ) -> None:
        self.normalized: bool = normalized
        self.no_punct: bool = no_punct
        self.asian_support: bool = asian_support
        self.case_sensitive: bool = case_sensitive
        settings: dict[str, Any] = {
            "normalized": normalized,
            "no_punct": no_punct,
            "asian_support": asian_support,
            "case_sensitive": case_sensitive,
        }
        super().__init__(base.METRICS["ter"](**settings), references)

    def _score(self, sums: base.Floats) -> TERScore:
        edits, reference_length = sums.tolist()
        return TERScore(float(self._metric.score(sums)), edits, reference_length)


METRICS: Mapping[str, type[BLEU] | type[CHRF] | type[TER]] = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}


def _bleu(smooth_method: str, smooth_value: float | None, **settings: Any) -> Bleu:
    # ours refuses a value that changes nothing; sacreBLEU takes no notice of it
    is_used = SMOOTHING_VALUES.get(smooth_method) is not None
    return Bleu(smooth_method=smooth_method, smooth_value=smooth_value if is_used else None, **settings)


def _smooth_value(metric: Bleu) -> float | None:
    return SMOOTHING_VALUES[metric.smooth_method] if metric.smooth_value is None else metric.smooth_value


def _bleu_score(metric: Bleu, lengths: Sequence[int], matches: Sequence[float], totals: Sequence[float]) -> BLEUScore:
    """BLEU from counts, without numpy.

    Why not `metric.score`? numpy's logarithm is not Python's to the last bit, which sacreBLEU's
    users see when they ask for all digits; and for one segment arrays take longer than counting.
    """
    sys_len, ref_len = lengths
    bp = 1.0
    if sys_len < ref_len:
        bp = math.exp(1 - ref_len / sys_len) if sys_len else 0.0
    precisions = [0.0] * metric.max_ngram_order
    if not any(matches):
        return BLEUScore(0.0, matches, totals, precisions, bp, sys_len, ref_len)

    value = _smooth_value(metric) or 0
    if metric.smooth_method == "add-k":
        matches = [matches[0], *(_whole(number + value) for number in matches[1:])]
        totals = [totals[0], *(_whole(number + value) for number in totals[1:])]
    reached = 0
    missed = 1
    for matched, total in zip(matches, totals, strict=True):
        if total == 0:
            break
        if matched:
            precisions[reached] = 100 * matched / total
        elif metric.smooth_method == "exp":
            missed *= 2
            precisions[reached] = 100 / (missed * total)
        elif metric.smooth_method == "floor":
            precisions[reached] = 100 * value / total
        reached += 1
    counted = precisions[:reached] if metric.effective_order else precisions
    score = bp * math.exp(sum(map(math.log, counted)) / len(counted)) if counted and all(counted) else 0.0
    return BLEUScore(score, matches, totals, precisions, bp, sys_len, ref_len)


def _whole(number: float) -> float:
    """A count as sacreBLEU shows it: without a point, unless smoothing made it a fraction."""
    return int(number) if float(number).is_integer() else number


def _note(message: str) -> None:
    warnings.warn(message, MtassayWarning, stacklevel=3)
