"""Examples: segments to read, chosen by what they show."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.analyses.base import Analysis, Cell, Plan, Result
from mtassay.analyses.counting.view import View
from mtassay.evaluation.rows import RowEvidence
from mtassay.metrics.base import Floats
from mtassay.settings import setting


@dataclass(frozen=True)
class Example:
    """A segment with its texts, and the scores of the outputs; segments are counted from 1.

    `value` is what it was chosen by; `outputs` are those of the first run of each system.
    """

    segment: int
    value: float
    source: str | None
    references: tuple[str, ...]
    outputs: tuple[tuple[str, str, float], ...]
    """System, output and score of each."""


@dataclass(frozen=True, eq=False, kw_only=True)
class ExampleList(Result):
    """Segments in the order in which they should be read."""

    metric: str
    places: int
    chosen_by: str
    examples: tuple[Example, ...]

    def records(self) -> list[dict[str, Cell]]:
        return [
            {
                "analysis": self.spec,
                "table": self.title,
                "segment": example.segment,
                "chosen by": self.chosen_by,
                "value": example.value,
                "metric": self.metric,
                "system": system,
                "score": score,
                "source": example.source,
                "reference": example.references[0] if example.references else None,
                "output": output,
            }
            for example in self.examples
            for system, output, score in example.outputs
        ]


@dataclass(frozen=True, kw_only=True)
class Examples(Analysis):
    """Segments to read: the largest gains and losses of a system, the worst of each, or some drawn at random.

    By `difference` gains and losses are differences of the scores of a segment; by `influence` how much of the whole
    difference goes away without the segment, so that long ones weigh more; by `score` the worst of each system come
    first. Drawn ones say what a typical segment is like, which none of the others does.
    """

    name: ClassVar[str] = "examples"
    title: ClassVar[str] = "segments to read"
    question: ClassVar[str] = "What does the difference look like?"
    counts: ClassVar[str] = "Nothing; segments are sorted by a metric, or drawn."
    blind_to: ClassVar[str] = (
        "Extreme segments are not typical ones: what stands there may hold for them alone. Draw some as well."
    )
    paper: ClassVar[str] = (
        "Graham Neubig, Zi-Yi Dou, Junjie Hu, Paul Michel, Danish Pruthi and Xinyi Wang. 2019. compare-mt: A Tool for "
        "Holistic Comparison of Language Generation Systems. Proceedings of NAACL 2019 (Demonstrations), pages 35-41."
    )
    needs: ClassVar[tuple[str, ...]] = ()
    examples: ClassVar[tuple[str, ...]] = ("by=influence", "by=score", "by=drawn,count=2,seed=7")

    by: str = setting("difference", "what chooses segments", choices=("difference", "influence", "score", "drawn"))
    metric: str = setting("", "the metric that scores them; none: the first", hide_default=True)
    count: int = setting(5, "how many of each kind", low=1, high=10_000)
    seed: int = setting(12345, "where the random numbers start that draw segments", low=0, hide_default=True)

    def results(self, view: View, plan: Plan) -> Iterator[Result]:
        metric = view.find_metric(self.metric) if self.metric else 0
        evidence = view.evidence(metric)
        scores = plan.means(evidence.score_units())
        sign = 1 if view.metrics[metric].higher_is_better else -1
        if self.by == "drawn":
            rng = np.random.default_rng(self.seed)
            chosen = np.sort(rng.permutation(len(view))[: self.count])
            everybody = tuple(range(len(plan.systems)))
            yield self._list(view, plan, metric, "Drawn at random", chosen, np.zeros(len(view)), everybody)
            return
        if self.by == "score" or not plan.pairs:
            for place, system in enumerate(plan.systems):
                worst = np.argsort(sign * scores[:, place], kind="stable")[: self.count]
                title = f"Worst of {system}"
                yield self._list(view, plan, metric, title, worst, scores[:, place], (place,), chosen_by="score")
            return
        for first, second in plan.pairs:
            gains = sign * (scores[:, second] - scores[:, first])
            if self.by == "influence":
                gains = sign * _influence(evidence, plan, (first, second))
            names = plan.systems[second], plan.systems[first]
            for title, values in (("Largest gains", gains), ("Largest losses", -gains)):
                best = np.argsort(-values, kind="stable")[: self.count]
                yield self._list(
                    view,
                    plan,
                    metric,
                    f"{title} of {names[0]} against {names[1]}",
                    best[values[best] > 0],
                    sign * (values if title == "Largest gains" else -values),
                    (first, second),
                )

    def _list(
        self,
        view: View,
        plan: Plan,
        metric: int,
        title: str,
        chosen: np.ndarray[tuple[int], np.dtype[np.intp]],
        values: Floats,
        systems: tuple[int, ...],
        *,
        chosen_by: str = "",
    ) -> ExampleList:
        evalset = view.evalset
        of_runs = view.evidence(metric).score_units()
        examples = []
        for place in chosen.tolist():
            segment = int(view.segments[place])
            outputs = tuple(
                (view.runs[run], evalset.systems[view.runs[run]][segment], float(of_runs[place, run]))
                for run in (plan.runs[system][0] for system in systems)
            )
            examples.append(
                Example(
                    segment + 1,
                    float(values[place]),
                    None if evalset.sources is None else evalset.sources[segment],
                    () if evalset.references is None else evalset.references[segment],
                    outputs,
                )
            )
        return ExampleList(
            spec=self.spec,
            title=title,
            metric=view.metric_labels[metric],
            places=view.metrics[metric].places,
            chosen_by=chosen_by or self.by,
            examples=tuple(examples),
            notes=("Chosen by the mean of the runs; shown is the first run of each system.",)
            if any(len(plan.runs[system]) > 1 for system in systems)
            else (),
        )


def _influence(evidence: RowEvidence, plan: Plan, pair: tuple[int, int]) -> Floats:
    """How much of the difference goes away without each segment."""
    totals = evidence.totals
    whole = plan.means(evidence.metric.score(totals))
    without = plan.means(evidence.metric.score(totals - evidence.table))
    first, second = pair
    influence: Floats = (whole[second] - whole[first]) - (without[:, second] - without[:, first])
    return influence
