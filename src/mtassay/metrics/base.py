"""What a metric is, and the registry of all of them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NoReturn, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from mtassay import __version__
from mtassay.alignment.resources.finding import ResourceKind
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.formats.marked_errors import MarkedError
from mtassay.corpus.texts import check_texts
from mtassay.corpus.writing_systems import WritingSystem
from mtassay.errors import InputError, SettingError
from mtassay.metrics.browser_formula import BrowserFormula
from mtassay.metrics.explanation import Counts, Formula, Step, shown
from mtassay.registry import Registry
from mtassay.settings import Configured, options_of, runtime

Floats = NDArray[np.float64]

_FEW_PARTS = 4
_TOKENIZERS_BY_SPACES = ("none", "13a", "intl")
_COMPARED_A_SECOND = 150_000_000


class Sliceable(Protocol):
    """What `prepare` returns: it can be cut by segment."""

    def __getitem__(self, index: slice, /) -> Self: ...


P = TypeVar("P", bound=Sliceable)


@dataclass(frozen=True, kw_only=True)
class Metric(Configured, ABC, Generic[P]):
    """An immutable value that turns segments into rows of numbers, and sums of rows into scores.

    Rows add: the score of any set of segments is `score` of the sum of their rows. So segments,
    documents, resampled test sets and shards are all scored from one pass over the text.
    """

    higher_is_better: ClassVar[bool] = True
    needs: ClassVar[tuple[str, ...]] = ("references",)
    """The fields of an EvalSet that it reads."""
    costly: ClassVar[bool] = False
    """Whether it takes so long that equal outputs of a segment are scored once; what it prepares then has `take`."""
    needs_settings: ClassVar[bool] = False
    """Whether it cannot be made by its name alone."""
    title: ClassVar[str]
    """What the name stands for, in a few words."""
    paper: ClassVar[str]
    """Where the metric was published."""
    range: ClassVar[str]
    """Which scores there are, and what the best one means."""
    strengths: ClassVar[str]
    """What it is good at."""
    weaknesses: ClassVar[str]
    """What it is bad at, or does not see."""
    disagreements: ClassVar[str]
    """Where other programs, or the paper, give other numbers under the same name."""
    places: ClassVar[int] = 2
    """Digits after the point that people are shown."""
    resources: ClassVar[tuple[ResourceKind, ...]] = ()
    """What it can use besides the texts, if it is on the machine."""
    examples: ClassVar[tuple[str, ...]] = ()
    """Settings that the laws are tried with besides the defaults, as specs write them: `word_order=2,lowercase=yes`.

    Each setting has another value than its default in one of them. Where a metric cannot be made without some setting,
    the first example gives it.
    """

    threads: int = runtime(0, "worker threads; 0 means one per core", low=0, high=1024)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            METRICS.register(cls)

    @property
    @abstractmethod
    def label(self) -> str:
        """How tables head its column: `BLEU`, `chrF2++`."""

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """The names of the numbers in a row."""

    @abstractmethod
    def prepare(self, evalset: EvalSet) -> P:
        """What depends on sources and references alone; done once for a test set."""

    def select(self, prepared: P, system: str) -> P:
        """What of the prepared test set concerns one system: all of it, unless scores come from elsewhere."""
        return prepared

    @abstractmethod
    def stats(self, hypotheses: Sequence[str], prepared: P) -> Floats:
        """One row for each segment, `(n, k)`; row i depends on segment i alone."""

    @abstractmethod
    def score(self, sums: Floats) -> Floats:
        """Scores of sums of rows, `(…, k)` to `(…)`; pure, and finite but where no segment has a score."""

    @property
    def known_column(self) -> str | None:
        """The column that counts the segments with a score, where segments may lack one; else None."""
        return None

    def marked_errors(self, evalset: EvalSet, system: str) -> tuple[tuple[MarkedError, ...], ...] | None:
        """What it marks in each output of a system, for reports to show; None where it marks nothing."""
        return None

    def in_browser(self) -> BrowserFormula | None:
        """How the script of a report computes `score`; None where it cannot."""
        return None

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        """What the score is made of, by name; same shape rule as `score`."""
        return {}

    def summary(self, sums: Floats) -> str:
        """What a score comes from, in a few words with numbers; by default its parts, where they are few."""
        parts = self.parts(sums)
        if not 0 < len(parts) <= _FEW_PARTS:
            return self.title
        return ", ".join(f"{_words(name)} {float(value):,.{self.places}f}" for name, value in parts.items())

    def perfect_score(self, text: str) -> float | None:
        """What a hypothesis gets that is equal to this reference; None where only counting would tell."""
        if not self.higher_is_better:
            return 0
        return 100 if self.places == 2 else 1  # those from 0 to 1 show more digits

    @staticmethod
    def cost(hypothesis: str, reference: str) -> float:
        """How long one segment takes at worst, known from the lengths of the texts: 1 is about a second.

        Unless a metric says otherwise, as long as it takes to compare every character with every other one.
        """
        return len(hypothesis) * len(reference) / _COMPARED_A_SECOND

    @property
    def bound_by(self) -> str:
        """The setting that names a file which goes with the texts of one test set, so that no others can be scored."""
        return ""

    def refuse_other_text(self) -> NoReturn:
        """Say that texts without a number of their own cannot be scored."""
        raise SettingError(
            f"{self.name}: {self.bound_by} tells of each segment of a test set by its number, so other text and single "
            f"segments cannot be scored by it; leave {self.bound_by} out"
        )

    def for_segments(self) -> Self:
        """This metric as it scores single segments; rows are the same, so that corpora and segments share them."""
        return self

    def segment_signature(self, evalset: EvalSet) -> str:
        """The signature of scores of single segments, where they are scored in another way than corpora; else empty."""
        of_segments = self.for_segments()
        return "" if of_segments == self else of_segments.signature(evalset)

    @property
    def segment_advice(self) -> str | None:
        """What to know before scores of single segments are used, if anything."""
        return None

    def cuts_only_at_spaces(self, writing: WritingSystem) -> bool:
        """Whether texts of a script without spaces are long words to it, so that its score says little of them."""
        return getattr(self, "tokenize", None) in _TOKENIZERS_BY_SPACES

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        """How the score of one segment comes about; unless a metric tells more, what it counts and its parts."""
        evalset = EvalSet([list(references)], warn_of_blanks=False)
        row = self.stats([hypothesis], self.prepare(evalset))[0]
        counted = zip(self.columns, row.tolist(), strict=True)
        yield Counts("What is counted", ("", "number"), tuple((_words(name), shown(value)) for name, value in counted))
        parts = self.parts(row)
        if parts:
            rows = tuple((_words(name), shown(float(value))) for name, value in parts.items())
            yield Counts("What the score is made of", ("", "value"), rows)
        formula = (type(self).__doc__ or "").strip().split("\n")[0].rstrip(".")
        yield Formula(self.label, formula, "with the numbers above", float(self.score(row)))

    def best_reference(self, hypothesis: str, references: Sequence[str]) -> int:
        """Which of several references gives one segment the best score by itself; of equals the first."""
        scores = []
        for reference in references:
            evalset = EvalSet([[reference]], warn_of_blanks=False)
            row = self.stats([hypothesis], self.prepare(evalset))[0]
            scores.append(float(self.for_segments().score(row)))
        return scores.index(max(scores) if self.higher_is_better else min(scores))

    def pair_rows(self, hypotheses: Sequence[str], references: Sequence[str]) -> Floats:
        """Rows `(n · m, k)` of every hypothesis with every reference by itself, hypothesis by hypothesis."""
        if self.bound_by:
            self.refuse_other_text()
        repeated = [hypothesis for hypothesis in hypotheses for _ in references]
        return self.stats(repeated, self.prepare(EvalSet(list(references) * len(hypotheses), warn_of_blanks=False)))

    def pairwise(self, hypotheses: Iterable[str], references: Iterable[str]) -> Floats:
        """Scores `(n, m)` of every hypothesis with every reference by itself."""
        if self.bound_by:
            self.refuse_other_text()
        rows = check_texts(hypotheses, "hypotheses").texts
        columns = check_texts(references, "references").texts
        scores = np.empty((len(rows), len(columns)))
        if not scores.size:
            return scores
        # as many hypotheses at once as keep the rows of a block below 64 MB
        block = max(1, 8_000_000 // (len(columns) * len(self.columns)))
        of_segments = self.for_segments()
        for start in range(0, len(rows), block):
            part = of_segments.score(self.pair_rows(rows[start : start + block], columns))
            scores[start : start + block] = part.reshape(-1, len(columns))
        return scores

    def for_evalset(self, evalset: EvalSet) -> Self:
        """This metric with everything that depends on the test set resolved, after checking `needs`."""
        for field in self.needs:
            if getattr(evalset, field) is None:
                raise InputError(f"{self.name} needs {field}, and this test set has none; give them: {field}=…")
        return self

    def signature(self, evalset: EvalSet, procedure: Mapping[str, str] | None = None) -> str:
        """All that another person needs to get the same number, in sacreBLEU's spelling.

        `procedure` is what was done with the rows besides: `{"bs": "1000", "seed": "12345"}`.
        """
        data = {"nrefs": evalset.required_references.per_segment} if "references" in self.needs else {}
        if data and evalset.post_edit:
            data["ref"] = "post-edit"
        if data and evalset.reference_origin:
            data["ref"] = evalset.reference_origin
        items = {**data, **dict(self.signature_items()), **(procedure or {}), "version": __version__}
        return "|".join(f"{key}:{value}" for key, value in items.items())


def _words(name: str) -> str:
    return name.replace("_", " ")


def direction(higher_is_better: bool) -> str:
    """The words for it."""
    return "higher is better" if higher_is_better else "lower is better"


def usual_direction(cls: type[Metric[Any]]) -> str:
    """The words for the direction that a metric has by default."""
    can_be_set = any(option.name == "higher_is_better" for option in options_of(cls))
    return direction(cls.higher_is_better) + (" unless told otherwise" if can_be_set else "")


ADVICE = {
    "range": "Range",
    "strengths": "Good at",
    "weaknesses": "Bad at",
    "disagreements": "Known disagreements",
}
"""What to know of a metric before it is trusted: attributes of its class, with the headings that people read."""

ELSEWHERE = {
    "blanc": "its weights come from `learn`, by judgments of your own; the parts that they weigh are skipgram",
}

METRICS: Registry[Metric[Any]] = Registry("metric", "mtassay.metrics", elsewhere=ELSEWHERE)


def metric(spec: str) -> Metric[Any]:
    """The metric that a spec describes: `metric("chrf:word_order=2")`."""
    return METRICS.create(spec)
