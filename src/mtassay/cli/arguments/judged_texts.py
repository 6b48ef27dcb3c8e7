"""Judged outputs as the command line names them: texts, metrics, and what people say of the outputs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mtassay.cli.arguments.text_arguments import TextArguments
from mtassay.cli.options import NamedTexts, WorkOptions, choose_metrics
from mtassay.cli.progress import progress_bar
from mtassay.corpus.evalset import EvalSet
from mtassay.metaeval.judged import Judged
from mtassay.metaeval.sources.texts import judged_from_texts
from mtassay.metrics.base import Metric


@dataclass(frozen=True, eq=False)
class JudgedTexts:
    """A test set, the metrics that scored it, and both with the judgments."""

    evalset: EvalSet
    metrics: Sequence[Metric[Any]]
    judged: Judged


def read_judged_texts(
    systems: tuple[str, ...],
    texts: NamedTexts,
    metrics: tuple[str, ...],
    judgments: str,
    labels: tuple[str, ...],
    work: WorkOptions,
    *,
    lower_is_better: bool,
    people: tuple[str, ...],
    common: bool,
) -> JudgedTexts:
    """Read and score what is named."""
    chosen = choose_metrics(metrics, work.threads)
    arguments = TextArguments.of(systems, texts)
    arguments.check_needs(chosen)
    evalset = arguments.read(labels=labels)
    arguments.check_needs(chosen, evalset)
    with progress_bar(len(evalset) * len(evalset.systems) * len(chosen), "Scoring", quiet=work.quiet) as progress:
        judged = judged_from_texts(
            evalset,
            chosen,
            judgments,
            lower_is_better=lower_is_better,
            people=people,
            common=common,
            progress=progress,
        )
    return JudgedTexts(evalset, chosen, judged)
