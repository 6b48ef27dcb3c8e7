"""AMBER: BLEU with recall, and ten penalties."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

import numpy as np

from mtassay.errors import SettingError
from mtassay.metrics.base import Floats
from mtassay.metrics.shared_word_metric import WORD_FORMS, SharedWordMetric, SharedWords, shares
from mtassay.settings import format_value, setting
from mtassay.tokenizers.base import tokenizer

ORDER = 4
RECALL_WEIGHT = 0.9
SCORE_WEIGHTS = {"avg_p": 0.3, "f_mean": 0.5, "avg_f": 0.2}
PENALTY_WEIGHTS = {
    "sbp": 0.3,
    "srp": 0.1,
    "csbp": 0.15,
    "csrp": 0.05,
    "swdp": 0.1,
    "lwdp": 0.2,
    "ckp": 1.0,
    "ctp": 0.8,
    "nscp": 0.5,
    "nkcp": 2.0,
}
_CHUNK_FACTOR, _CHUNK_POWER = 0.1, 3

NGRAM_COLUMNS = tuple(f"{kind}_{n}" for kind in ("matches", "hypothesis", "reference") for n in range(1, ORDER + 1))
_COLUMNS = (
    *NGRAM_COLUMNS,
    "segments",
    "shorter_words",
    "longer_words",
    "reference_characters",
    "shorter_characters",
    "longer_characters",
    "hypothesis_short",
    "reference_short",
    "squared",
    "squared_limit",
    "increasing",
    "pairs",
)


@dataclass(frozen=True, kw_only=True)
class Amber(SharedWordMetric):
    """The mean over types of text of score · product of ten penalties, each to the power of its weight.

    score = 0.3 · AvgP + 0.5 · Fmean + 0.2 · AvgF. pₙ and rₙ are the precision and recall of n-grams, n =
    1..4: AvgP is the geometric mean of the pₙ; Fmean weighs the mean of the pₙ with r₁, AvgF is the mean of
    the F of each order, F = P · R / (0.9 · P + 0.1 · R).

    Penalties (weight): output shorter than the reference, in words `sbp` (0.3) and characters `csbp`
    (0.15), or longer, `srp` (0.1) and `csrp` (0.05); another number of words of fewer than 4 characters,
    `swdp` (0.1), or of longer ones, `lwdp` (0.2); matches in many chunks, `ckp` (1), or seldom continued by
    longer ones, `ctp` (0.8); another order of words by Spearman's rho, `nscp` (0.5), or by Kendall's tau,
    `nkcp` (2). Over a corpus all counts are summed first; rho and tau are those of all segments' squared
    differences and pairs together. With several references the one closest in length counts.

    Types of text: 0 as it is; 1 tokenized in lower case; 2 the first four letters of each word; 3 the last
    four; 4 of words of more than four letters the first four and the last two, as one word; 5 pieces of
    four letters; 7 only words of four letters or more. The paper's type 6, which cuts off affixes by a
    list, is not here; 1 and 4 are its variant without that list, AMBER-NL.

    No implementation was at hand to agree with, and not all of the paper's constants: those of `ckp` are
    from a public program. The formula of `ctp` in circulation punishes good output; `corrected` turns it
    round, `printed` is as found, `off` leaves it out. Rho is Spearman's with `nscp=isozaki`; with `printed`
    its denominator is six times as large, as the paper's example seems to have it.
    """

    name: ClassVar[str] = "amber"
    title: ClassVar[str] = "n-gram precision and recall with ten penalties"
    paper: ClassVar[str] = (
        "Boxing Chen and Roland Kuhn. 2011. AMBER: A Modified BLEU, Enhanced Ranking Metric. "
        "Proceedings of WMT 2011, pages 71-77."
    )
    range: ClassVar[str] = (
        "0 (no word in common) to 1; a perfect translation scores a little less, "
        "and one of fewer than four words far less"
    )
    strengths: ClassVar[str] = (
        "Sees recall, word order and length at once, and through the types of text also words that differ "
        "only in their endings."
    )
    weaknesses: ClassVar[str] = (
        "Many constants tuned on old systems; one word that is right scores below 0.2, since it continues nothing; "
        "and comparable numbers from elsewhere hardly exist."
    )
    disagreements: ClassVar[str] = (
        "The sign of ctp and the denominator of nscp differ between the paper, as it is quoted, and what they "
        "are to do; programs drop or alter single penalties. State the settings with every number."
    )
    places: ClassVar[int] = 4
    examples: ClassVar[tuple[str, ...]] = (
        "types='0,2,3,5,7',lowercase=no,tokenize=none,ctp=printed,nscp=printed",
        "types=1,tokenize=intl,ctp=off",
    )

    tokenize: str = setting(
        "13a",
        "how text is cut into words, except in type 0: 13a, intl, zh, char, none or another tokenizer",
        key="tok",
        shown=lambda spec: tokenizer(spec).signature,
    )
    types: tuple[int, ...] = setting(
        (1, 4),
        "types of text to take the mean of: 0 to 5 and 7",
        key="types",
        low=0,
        high=7,
        shown=lambda value: "+".join(map(str, value)),
    )
    ctp: str = setting(
        "corrected",
        "how continuation counts: turned round, as printed, or not",
        choices=("corrected", "printed", "off"),
    )
    nscp: str = setting("isozaki", "the denominator of Spearman's rho", choices=("isozaki", "printed"))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.types or len(set(self.types)) < len(self.types) or not set(self.types) <= set(WORD_FORMS):
            hint = "; type 6 needs a list of affixes, which is not here" if 6 in self.types else ""
            known = ", ".join(map(str, WORD_FORMS))
            raise SettingError(f"amber: types={format_value(self.types)}: expected some of {known}, each once{hint}")

    def signature_items(self) -> Iterator[tuple[str, str]]:
        for key, value in super().signature_items():
            # type 0 is the text as it is, whatever the others do to it
            plain = {"case": "mixed", "tok": "none"} if self.types == (0,) else {}
            yield key, plain.get(key, value)

    def perfect_score(self, text: str) -> float | None:
        return None

    @property
    def label(self) -> str:
        return "AMBER"

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(f"type_{kind}_{column}" for kind in self.types for column in _COLUMNS)

    @property
    def text_types(self) -> tuple[int, ...]:
        return self.types

    def rows_of(self, shared: SharedWords) -> Floats:
        words, reference_words = shared.hypothesis_words, shared.reference_words
        characters, reference_characters = shared.hypothesis_characters, shared.reference_characters
        matched = shared.matches[..., 0]
        single = [
            np.ones_like(words),
            np.minimum(words, reference_words),
            np.maximum(words, reference_words),
            reference_characters,
            np.minimum(characters, reference_characters),
            np.maximum(characters, reference_characters),
            shared.hypothesis_short,
            shared.reference_short,
            shared.squared,
            (matched + 1) * matched * (matched - 1) / 6,
            shared.increasing,
            matched * (matched - 1) / 2,
        ]
        rows = np.concatenate([*ngram_counts(shared), *(column[..., np.newaxis] for column in single)], axis=-1)
        return closest(rows, shared).reshape(len(rows), len(self.columns))

    def score(self, sums: Floats) -> Floats:
        total = np.zeros(sums.shape[:-1])
        for parts in self._by_type(sums):
            total += parts["amber"]
        return total / len(self.types)

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        named = zip(self.types, self._by_type(sums), strict=True)
        return dict(
            chain.from_iterable(
                ((f"type_{kind}_{name}", part) for name, part in parts.items()) for kind, parts in named
            )
        )

    def _by_type(self, sums: Floats) -> list[dict[str, Floats]]:
        """For each type the parts of the score, the penalties, and `amber`, which they make."""
        by_type = sums.reshape(*sums.shape[:-1], len(self.types), len(_COLUMNS))
        made = []
        for index in range(len(self.types)):
            of_type = by_type[..., index, :]
            parts = score_parts(of_type)
            penalties = self._penalties(of_type)
            amber = parts["score"]
            for name, penalty in penalties.items():
                amber = amber * np.power(penalty, PENALTY_WEIGHTS[name])
            made.append({**parts, **penalties, "amber": amber})
        return made

    def _penalties(self, sums: Floats) -> dict[str, Floats]:
        column = {name: sums[..., index] for index, name in enumerate(_COLUMNS)}
        words, reference_words = column["hypothesis_1"], column["reference_1"]
        short, reference_short = column["hypothesis_short"], column["reference_short"]
        long, reference_long = words - short, reference_words - reference_short
        matched = column["matches_1"]
        return {
            "sbp": _excess(reference_words - column["shorter_words"], column["shorter_words"]),
            "srp": _excess(column["longer_words"] - reference_words, reference_words),
            "csbp": _excess(
                column["reference_characters"] - column["shorter_characters"], column["shorter_characters"]
            ),
            "csrp": _excess(
                column["longer_characters"] - column["reference_characters"], column["reference_characters"]
            ),
            "swdp": _excess(np.abs(short - reference_short), reference_words),
            "lwdp": _excess(np.abs(long - reference_long), reference_words),
            "ckp": 1 - _CHUNK_FACTOR * np.power(shares(matched - column["matches_2"], matched), _CHUNK_POWER),
            "ctp": self._continuation(column),
            "nscp": self._agreement(matched, shares(column["squared"], column["squared_limit"])),
            "nkcp": np.where(column["pairs"] > 0, shares(column["increasing"], column["pairs"]), matched > 0),
        }

    def _continuation(self, column: Mapping[str, Floats]) -> Floats:
        if self.ctp == "off":
            return np.ones_like(column["segments"])
        ratios = np.zeros_like(column["segments"])
        for n in range(2, ORDER + 1):
            # a run of k words has k matches of one word and k - 1 of two: without a gap there is one run a segment
            ratios += shares(column[f"matches_{n}"], column[f"matches_{n - 1}"] - column["segments"])
        mean = ratios / (ORDER - 1)
        return np.exp(-mean) if self.ctp == "printed" else np.exp(np.minimum(mean, 1.0) - 1)

    def _agreement(self, matched: Floats, ratio: Floats) -> Floats:
        """(1 + rho) / 2: 1 for one word that matches, 0 for none."""
        rho = 1 - (ratio if self.nscp == "isozaki" else ratio / 6)
        # the ratio cannot exceed 2 but for the last bit
        return np.where(matched > 0, np.maximum((1 + rho) / 2, 0.0), 0.0)


def ngram_counts(shared: SharedWords) -> tuple[Floats, Floats, Floats]:
    """The columns that `score_parts` reads."""
    return shared.matches, shared.hypothesis_totals, shared.reference_totals


def closest(rows: Floats, shared: SharedWords) -> Floats:
    """For each segment and type the row of the reference closest in length, of equals the shorter, then the first."""
    distance = np.abs(shared.reference_words - shared.hypothesis_words)
    longest = shared.reference_words.max(initial=0.0) + 1
    # distance first, length second, in one whole number
    rank = np.where(shared.present, distance * longest + shared.reference_words, np.inf)
    best = np.argmin(rank, axis=1)[:, np.newaxis, :, np.newaxis]
    return np.take_along_axis(rows, best, axis=1)[:, 0]


def score_parts(sums: Floats) -> dict[str, Floats]:
    """AMBER's score without penalties, and what it is made of, from sums that begin with NGRAM_COLUMNS."""
    total, total_f, first_recall = np.zeros((3, *sums.shape[:-1]))
    product = np.ones(sums.shape[:-1])
    # Orders in a loop, and powers by a function: with an operator or over an axis numpy may take another way for one
    # row than for many, and the last bit of a segment's score would depend on its company.
    for n in range(ORDER):
        precision, recall = (shares(sums[..., n], sums[..., first + n]) for first in (ORDER, 2 * ORDER))
        first_recall = recall if n == 0 else first_recall
        total += precision
        total_f += f_score(precision, recall)
        product *= precision
    parts = {"precision": total / ORDER, "recall": first_recall, "avg_p": np.power(product, 1 / ORDER)}
    parts["f_mean"] = f_score(parts["precision"], parts["recall"])
    parts["avg_f"] = total_f / ORDER
    score = np.zeros(sums.shape[:-1])
    for name, weight in SCORE_WEIGHTS.items():
        score += weight * parts[name]
    return {**parts, "score": score}


def f_score(precision: Floats, recall: Floats) -> Floats:
    """P · R / (a · P + (1 - a) · R), and 0 where both are 0."""
    return shares(precision * recall, RECALL_WEIGHT * precision + (1 - RECALL_WEIGHT) * recall)


def _excess(more: Floats, whole: Floats) -> Floats:
    """exp(-more / whole); of nothing, 1 if nothing is wanting and 0 if something is."""
    ratio = np.divide(more, whole, out=np.zeros_like(more), where=whole > 0)
    return np.where(whole > 0, np.exp(-ratio), np.where(more > 0, 0.0, 1.0))
