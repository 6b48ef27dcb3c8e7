"""METEOR as the DISA report defines it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.metrics.base import Floats
from mtassay.metrics.explanation import Formula, shown
from mtassay.metrics.run_metric import HYPOTHESIS, MATCHED, REFERENCE, RUNS, RunCounting, RunMetric


@dataclass(frozen=True, kw_only=True)
class MeteorDisa(RunMetric):
    """10PR / (R + 9P) · (1 - f³ / 2), where f says how broken up the matched words are.

    Text is put in lower case and cut at white space, and words match as they are written. P is the share of the
    hypothesis' words that are matched, R that of the reference's. f = (b - 1) / (m - 1) for m matched words in b
    blocks, found by taking the longest common run of words first, and 1 for a single word. So words that
    all stand in one block are not punished, and those that all stand alone lose half.

    Matches, lengths, b - 1 and m - 1 are summed over the corpus. Of several references the one with the best score
    counts.

    Agrees with the worked example of the report but for its rounding: it cuts digits off. Its
    table 2.6 does not follow from its formulas.
    """

    name: ClassVar[str] = "meteor-disa"
    title: ClassVar[str] = "matched words and how broken up they are, as in the DISA report"
    paper: ClassVar[str] = (
        "Ayush Chaurasia, Arjya Das and Kishan Kumar. 2018. Evaluation Metric for Machine Translation. DISA Report, "
        "IIT Delhi. After: Satanjeev Banerjee and Alon Lavie. 2005. METEOR: An Automatic Metric for MT Evaluation with "
        "Improved Correlation with Human Judgments. Proceedings of the ACL Workshop on Intrinsic and Extrinsic "
        "Evaluation Measures for Machine Translation and/or Summarization, pages 65-72."
    )
    range: ClassVar[str] = "0 to 1: 0 is no word in common, 1 is the reference word for word; a single word gets 0.5"
    strengths: ClassVar[str] = (
        "Recall weighs nine times as much as precision, which agrees with people better than precision alone, and "
        "order counts through blocks."
    )
    weaknesses: ClassVar[str] = (
        "A segment of one word that is right gets 0.5, words match only as they are written, and punctuation sticks to "
        "them."
    )
    disagreements: ClassVar[str] = (
        "Banerjee and Lavie punish b / m and not (b - 1) / (m - 1), so a perfect sentence has no perfect score there "
        "(meteor2005); the report prints 0.756 where its formula gives 0.757, because it cuts digits off."
    )

    @property
    def label(self) -> str:
        return "METEOR-DISA"

    @property
    def columns(self) -> tuple[str, ...]:
        return ("matches", "hypothesis_length", "reference_length", "breaks", "gaps")

    @property
    def counting(self) -> RunCounting:
        return RunCounting()

    def signature_items(self) -> Iterator[tuple[str, str]]:
        yield "case", "lc"
        yield "tok", "none"

    def rows_of(self, counts: Floats) -> Floats:
        matched, blocks = counts[..., MATCHED], counts[..., RUNS]
        alone = matched == 1  # where the formula would divide 0 by 0, the report says 1
        breaks = np.where(alone, 1.0, np.maximum(blocks - 1, 0))
        gaps = np.where(alone, 1.0, np.maximum(matched - 1, 0))
        return np.stack([matched, counts[..., HYPOTHESIS], counts[..., REFERENCE], breaks, gaps], axis=-1)

    def formulas(self, sums: Floats) -> Iterator[Formula]:
        matched, hypothesis, reference, breaks, gaps = map(shown, sums.tolist())
        broken = f"{breaks} / {gaps}" if sums[4] else "0"
        weighed = f"10 · {matched} / ({hypothesis} + 9 · {reference})" if sums[0] else "0"
        mean, fragmentation = (float(part) for part in self.parts(sums).values())
        precision, recall = (float(sums[0] / max(1.0, length)) for length in sums[1:3])
        lengths = [shown(max(1.0, length)) for length in sums[1:3].tolist()]
        yield Formula("P", "matched words / words of the hypothesis", f"{matched} / {lengths[0]}", precision)
        yield Formula("R", "matched words / words of the reference", f"{matched} / {lengths[1]}", recall)
        yield Formula("Fmean", "10 P R / (R + 9 P)", weighed, mean)
        yield Formula("fr", "(blocks - 1) / (matched words - 1), 1 for one word", broken, fragmentation)
        filled = f"{mean:.4f} · (1 - 0.5 · {fragmentation:.4f}³)"
        yield Formula(self.label, "Fmean (1 - 0.5 fr³)", filled, float(self.score(sums)))

    def score(self, sums: Floats) -> Floats:
        parts = self.parts(sums)
        return parts["fmean"] * (1 - 0.5 * parts["fragmentation"] ** 3)

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        matched, hypothesis, reference, breaks, gaps = np.moveaxis(sums, -1, 0)
        # 10PR / (R + 9P) with P = matched / hypothesis, R = matched / reference
        weighted = hypothesis + 9 * reference
        return {
            "fmean": np.divide(10 * matched, weighted, out=np.zeros_like(weighted), where=weighted > 0),
            "fragmentation": np.divide(breaks, gaps, out=np.zeros_like(gaps), where=gaps > 0),
        }
