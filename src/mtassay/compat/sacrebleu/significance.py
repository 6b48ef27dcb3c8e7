"""sacreBLEU's paired tests, called as it calls them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mtassay.compat.sacrebleu import resampling
from mtassay.compat.sacrebleu.arithmetic import Scores
from mtassay.compat.sacrebleu.metrics import Metric, Streams
from mtassay.compat.sacrebleu.procedures import note_identical
from mtassay.compat.sacrebleu.scores import Result
from mtassay.compat.sacrebleu.signature import Signature
from mtassay.errors import InputError, SettingError

__all__ = ["PairedTest", "Result"]


class PairedTest:
    """Compares systems with the first of them, the baseline; calling it runs the test.

    `named_systems` are pairs of a name and its hypotheses. `test_type` is `ar` for approximate
    randomization or `bs` for the paired bootstrap, and `n_samples` how many draws are made, 0 meaning
    sacreBLEU's number. `n_ar_confidence` adds intervals to `ar`: 0 from 1000 test sets, -1 none.
    `n_jobs` is taken and changes nothing: there is nothing to wait for.
    """

    def __init__(
        self,
        named_systems: Sequence[tuple[str, Sequence[str]]],
        metrics: Mapping[str, Metric[Any]],
        references: Streams | None,
        test_type: str = "ar",
        n_samples: int = 0,
        n_ar_confidence: int = -1,
        n_jobs: int = 1,
    ) -> None:
        if test_type not in resampling.DRAWS:
            raise SettingError(f"test_type={test_type!r}: expected 'ar' or 'bs'")
        if len(named_systems) < 2:
            raise InputError("a paired test needs two systems or more, the baseline first")
        if not metrics:
            raise SettingError("metrics: none; name at least one, for example {'BLEU': BLEU()}")
        self.named_systems: Sequence[tuple[str, Sequence[str]]] = named_systems
        self.metrics: Mapping[str, Metric[Any]] = metrics
        self.references: Streams | None = references
        self.test_type: str = test_type
        self.n_samples: int = n_samples if n_samples > 0 else resampling.DRAWS[test_type]
        self.n_ar_confidence: int = n_ar_confidence or resampling.DRAWS["bs"]
        self.n_systems: int = len(named_systems) - 1
        self.n_jobs: int = n_jobs
        _, self._seed = resampling.environment_seed()

    def __call__(self) -> tuple[dict[str, Signature], dict[str, list[str | Result]]]:
        """Signatures by metric; and columns by heading: the names, then one Result for each system."""
        signatures, columns = self.run()
        names = [name for name, _ in self.named_systems]
        return signatures, {"System": list(names), **{label: list(results) for label, results in columns.items()}}

    def run(self) -> tuple[dict[str, Signature], dict[str, list[Result]]]:
        """Signatures and results by metric, without the names."""
        outputs = [hypotheses for _, hypotheses in self.named_systems]
        evidences = [metric._evidence(outputs, self.references) for metric in self.metrics.values()]
        pairs = [(0, system) for system in range(1, len(outputs))]
        note_identical(evidences, pairs, self.n_samples)
        scores = [
            [metric._score(sums) for sums in resampling.total_sums(evidence)]
            for metric, evidence in zip(self.metrics.values(), evidences, strict=True)
        ]
        results = [[Result(score.score) for score in of_systems] for of_systems in scores]
        rng = np.random.default_rng(self._seed)
        if self.test_type == "bs":
            for of_systems, drawn in zip(results, resampling.resample(evidences, self.n_samples, rng), strict=True):
                _add_intervals(of_systems, drawn)
                for result, samples in zip(of_systems[1:], drawn[1:], strict=True):
                    difference = of_systems[0].score - result.score
                    result.p_value = resampling.bootstrap_p(drawn[0], samples, difference)
        else:
            p_values = resampling.exchange(evidences, pairs, self.n_samples, rng)
            for of_systems, of_pairs in zip(results, p_values, strict=True):
                for result, p_value in zip(of_systems[1:], of_pairs, strict=True):
                    result.p_value = p_value
            if self.n_ar_confidence > 0:
                # the baseline's draws start anew, those of the others come after the exchanges
                fresh = np.random.default_rng(self._seed)
                first = resampling.resample(evidences, self.n_ar_confidence, fresh)
                others = resampling.resample(evidences, self.n_ar_confidence, rng)
                for of_systems, of_baseline, drawn in zip(results, first, others, strict=True):
                    _add_intervals(of_systems, [of_baseline[0], *drawn[1:]])
        labels = [of_systems[0].name for of_systems in scores]
        signatures = [self._signature(metric) for metric in self.metrics.values()]
        return dict(zip(labels, signatures, strict=True)), dict(zip(labels, results, strict=True))

    def _signature(self, metric: Metric[Any]) -> Signature:
        signature = metric.get_signature()
        signature.update("seed", str(self._seed).lower())
        signature.update(self.test_type, self.n_samples)
        if self.test_type == "ar" and self.n_ar_confidence > 0:
            signature.update("bs", self.n_ar_confidence)
        return signature


def _add_intervals(results: Sequence[Result], drawn: Sequence[Scores]) -> None:
    for result, samples in zip(results, drawn, strict=True):
        result.mean, result.ci = resampling.mean_and_half_width(samples)
