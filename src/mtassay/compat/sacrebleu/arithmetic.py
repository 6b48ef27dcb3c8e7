"""Scores from sums, to the last bit as sacreBLEU computes them in its tests.

sacreBLEU sums resampled rows in single precision, and as of numpy 2 what comes of a single-precision
number and a number of Python's stays in single precision. So do we, whatever numpy is installed.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import SettingError
from mtassay.metrics.base import Floats, Metric
from mtassay.metrics.bleu import SMOOTHING_VALUES, Bleu
from mtassay.metrics.chrf import Chrf
from mtassay.metrics.ter import Ter

Single = NDArray[np.float32]
Scores = NDArray[np.floating[Any]]
"""Single precision where all of sacreBLEU's are, else double."""

TOKENIZERS_OF_LANGUAGES: Final[Mapping[str, str]] = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
"""What sacreBLEU's BLEU cuts a target language with, where that is not 13a."""

# what sacreBLEU takes for the logarithm of 0, and for a precision without n-grams
_LOG_OF_ZERO = -9999999999
_EPSILON = 1e-16


def check_metric(metric: Metric[Any]) -> None:
    """Refuse what sacreBLEU cannot compute."""
    if not isinstance(metric, Bleu | Chrf | Ter):
        raise SettingError(
            f"{metric.name}: sacreBLEU knows bleu, chrf and ter only, so there is nothing of it to do alike; "
            "leave out the other metrics, or compare without compat"
        )
    if isinstance(metric, Bleu) and (metric.weights or metric.reference_length != "closest"):
        raise SettingError(
            f"{metric.spec}: sacreBLEU has neither weights nor other reference lengths than the closest; "
            "leave them out, or compare without compat"
        )


def resolve_metric(metric: Metric[Any], evalset: EvalSet) -> Metric[Any]:
    """The metric with sacreBLEU's defaults, where mtassay's own would follow the writing system of the test set.

    sacreBLEU never looks at the letters: only a target language that is named decides, and only for BLEU.
    """
    if evalset.writing_system is None:  # the defaults are the same, and the spec stays what was asked for
        return metric
    if isinstance(metric, Bleu) and metric.tokenize == "auto":
        language = (evalset.target_language or "").partition("-")[0]
        return replace(metric, tokenize=TOKENIZERS_OF_LANGUAGES.get(language, "13a"))
    if isinstance(metric, Ter):
        return replace(metric, normalized=bool(metric.normalized), asian_support=bool(metric.asian_support))
    return metric


def resampled_scores(metric: Metric[Any], sums: Single) -> Scores:
    """Scores of resampled test sets, `(draws, columns)` to `(draws,)`."""
    if isinstance(metric, Bleu):
        return _bleu(metric, sums)
    if isinstance(metric, Chrf):
        return _smoothed_chrf(metric, sums) if metric.eps_smoothing else _chrf(metric, sums)
    return _ter(sums)


def exchanged_scores(metric: Metric[Any], sums: Floats) -> Floats:
    """Scores after outputs were exchanged, `(draws, columns)` to `(draws,)`."""
    return _bleu(metric, sums, counts_stay_whole=True) if isinstance(metric, Bleu) else metric.score(sums)


def observed_score(metric: Metric[Any], sums: Floats) -> float:
    """The score of the test set as it is."""
    return float(_bleu(metric, sums[np.newaxis])[0] if isinstance(metric, Bleu) else metric.score(sums))


def _bleu(metric: Bleu, sums: Scores, *, counts_stay_whole: bool = False) -> Floats:
    """Precisions in the precision of the sums, the rest in double.

    `counts_stay_whole` cuts off what add-k adds of a fraction: where outputs are exchanged,
    sacreBLEU adds it to whole numbers in place.
    """
    order = metric.max_ngram_order
    value = (SMOOTHING_VALUES[metric.smooth_method] if metric.smooth_value is None else metric.smooth_value) or 0.0
    has_match = (sums[:, 2 : 2 + order] > 0).any(axis=1)
    reached = has_match.copy()
    lengths = np.zeros(len(sums), dtype=np.intp)
    halvings = np.ones_like(sums[:, 0])
    logs = []
    for n in range(order):
        matches, totals = sums[:, 2 + n], sums[:, 2 + order + n]
        if metric.smooth_method == "add-k" and n > 0:
            matches, totals = matches + value, totals + value
            if counts_stay_whole:
                matches, totals = np.trunc(matches), np.trunc(totals)
        reached &= totals != 0
        lengths += reached
        missed = reached & (matches == 0)
        numerators = 100 * matches
        if metric.smooth_method == "exp":
            halvings[missed] *= 2
            numerators[missed] = 100
            totals = np.where(missed, halvings * totals, totals)
        elif metric.smooth_method == "floor":
            numerators[missed] = 100 * value
        precisions = np.divide(numerators, totals, out=np.zeros_like(halvings), where=reached)
        # numpy's logarithm is not Python's to the last bit
        logs.append([math.log(p) if p else _LOG_OF_ZERO for p in precisions.tolist()])
    orders = lengths.tolist() if metric.effective_order else [order] * len(sums)
    means = (sum(row[:count]) / (count or 1) for row, count in zip(zip(*logs, strict=True), orders, strict=True))
    penalties = (
        1.0 if hypothesis >= reference else math.exp(1 - reference / hypothesis) if hypothesis else 0.0
        for hypothesis, reference in sums[:, :2].tolist()
    )
    scores = [penalty * math.exp(mean) for penalty, mean in zip(penalties, means, strict=True)]
    return np.where(has_match, scores, 0.0)


def _chrf(metric: Chrf, sums: Single) -> Scores:
    factor = metric.beta**2
    precision, recall, orders = np.zeros((3, len(sums)), dtype=np.float32)
    for hypothesis, reference, matches in _orders(sums):
        both = (hypothesis > 0) & (reference > 0)
        precision += np.divide(matches, hypothesis, out=np.zeros_like(matches), where=both)
        recall += np.divide(matches, reference, out=np.zeros_like(matches), where=both)
        orders += both
    orders = np.maximum(orders, 1)
    precision, recall = precision / orders, recall / orders
    scored = precision + recall > 0
    numerator, denominator = (1 + factor) * precision * recall, factor * precision + recall
    scores: Single = 100 * np.divide(numerator, denominator, out=np.zeros_like(numerator), where=scored)
    return scores if scored.all() else scores.astype(np.float64)  # its 0 is Python's


def _smoothed_chrf(metric: Chrf, sums: Single) -> Scores:
    """Why so long? A sum of Python's numbers is double until the first single-precision number joins it."""
    factor = metric.beta**2
    without_ngrams = (1 + factor) * _EPSILON * _EPSILON / (factor * _EPSILON + _EPSILON)
    total = np.zeros(len(sums))
    is_single = np.zeros(len(sums), dtype=bool)
    for hypothesis, reference, matches in _orders(sums):
        epsilon = np.full_like(matches, _EPSILON)
        precision = np.divide(matches, hypothesis, out=epsilon.copy(), where=hypothesis > 0)
        recall = np.divide(matches, reference, out=epsilon, where=reference > 0)
        denominator = factor * precision + recall
        term = np.divide(
            (1 + factor) * precision * recall, denominator, out=np.zeros_like(recall), where=denominator > 0
        )
        is_empty = (hypothesis <= 0) & (reference <= 0)
        is_plain = is_empty | (denominator <= 0)
        plain = np.where(is_empty, without_ngrams, _EPSILON)
        in_single = total.astype(np.float32) + np.where(is_plain, plain.astype(np.float32), term)
        is_single |= ~is_plain
        total = np.where(is_single, in_single, total + plain)
    orders = metric.char_order + metric.word_order
    single = np.float32(100) * total.astype(np.float32) / np.float32(orders)
    return single if is_single.all() else np.where(is_single, single, 100 * total / orders)


def _ter(sums: Single) -> Scores:
    edits, length = sums[:, 0], sums[:, 1]
    has_length = length > 0
    scores: Single = 100 * np.divide(edits, length, out=np.zeros_like(edits), where=has_length)
    return scores if has_length.all() else np.where(has_length, scores, np.where(edits > 0, 100.0, 0.0))


def _orders(sums: Single) -> list[tuple[Single, Single, Single]]:
    """Counts of the hypothesis, of the reference, and matches of each order."""
    columns = list(sums.T)
    return list(zip(columns[::3], columns[1::3], columns[2::3], strict=True))
