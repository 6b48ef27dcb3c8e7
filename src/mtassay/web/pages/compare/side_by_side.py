"""Systems of a project side by side: which are meant, by which measures, and the report of them."""

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from mtassay.analyses.analyze import analyze
from mtassay.errors import InputError
from mtassay.estimation.figures.compared_outputs import ComparedOutputs, compare_outputs
from mtassay.estimation.sampling.run_queues import current_runs
from mtassay.evaluation.run import Progress
from mtassay.human.memory import Floats, Outputs
from mtassay.metrics.base import Metric
from mtassay.metrics.held_scores import HeldScores
from mtassay.significance.jackknife import FEWEST_UNITS
from mtassay.store.contents.projects import Project
from mtassay.store.memory.stored_memory import StoredMemory
from mtassay.web.kept_reports import LiveReport, live_report
from mtassay.web.metric_choice import choose_metrics
from mtassay.web.pages.compare.choice import MOST_SYSTEMS, USUAL_METRICS, CompareChoice
from mtassay.web.report_command import report_command
from mtassay.web.serving.notes import notes

_PLACES = 2
_TEXTS = "outputs.jsonl"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip archive can hold: the same texts are the same bytes."""


@dataclass(frozen=True)
class StoredRun:
    """A run that can be compared: its number, and what it is called here."""

    number: int
    name: str
    outputs: Outputs


@dataclass(frozen=True, eq=False)
class SideBySide:
    """Outputs of the chosen systems, the baseline first, and the metrics that score them besides people."""

    compared: ComparedOutputs
    specs: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many outputs there are."""
        return len(self.compared.evalset) * len(self.compared.evalset.systems)

    @cached_property
    def measures(self) -> tuple[HeldScores, ...]:
        """The SSER, judged and estimated, as far as something is known of every system."""
        known = (
            ("SSER", "sser.jsonl", self.compared.judged),
            ("eSSER", "esser.jsonl", self.compared.estimated),
        )
        return tuple(
            HeldScores(
                path=path,
                display_name=label,
                higher_is_better=False,
                gaps=True,
                places=_PLACES,
                content=_score_lines(rates),
            )
            for label, path, rates in known
            if not any(np.isnan(own).all() for own in rates.values())
        )

    @property
    def metrics(self) -> list[Metric[Any]]:
        """Metrics first, as far as there are references, and then what people say."""
        metrics: list[Metric[Any]] = [*(choose_metrics(self.specs) if self.specs else ()), *self.measures]
        if not metrics:
            raise InputError("nobody judged an output of each of these systems yet, so there is nothing to compare")
        return metrics

    @property
    def command(self) -> str:
        """What makes the same report of the texts that can be downloaded."""
        given = [f"{measure.spec},places={_PLACES}" for measure in self.measures]
        language = self.compared.evalset.target_language or ""
        return report_command([_TEXTS], [*self.specs, *given], language=language)

    @property
    def notes(self) -> Iterator[str]:
        """What to know before the figures are read."""
        compared = self.compared
        if compared.common < compared.all_segments:
            yield f"{compared.common:,} of {compared.all_segments:,} segments are compared, which all systems have."
        if self.specs and compared.referenced < compared.common:
            yield (
                f"{compared.referenced:,} of {compared.common:,} segments have a reference, a translation judged "
                "perfect that not these systems alone made; all figures are of these."
            )
        for label, rates in (("SSER", compared.judged), ("eSSER", compared.estimated)):
            without = [name for name, own in rates.items() if np.isnan(own).all()]
            if without:
                yield f"{label} is left out: nobody judged anything that would say it of {', '.join(without)}."

    def report(self, progress: Progress | None = None) -> LiveReport:
        """The report, drawn."""
        with notes():  # of choices that the metrics make; the report has their signatures
            analyses = analyze(self.compared.evalset, metrics=self.metrics, all_pairs=True, progress=progress)
        return live_report(analyses, self.command, self.notes)

    def archive(self) -> bytes:
        """Texts and scores of all segments, and the command that makes the report of them."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in self._files():
                archive.writestr(zipfile.ZipInfo(name, _LONG_AGO), content, zipfile.ZIP_DEFLATED)
        return packed.getvalue()

    def _files(self) -> Iterator[tuple[str, bytes]]:
        evalset = self.compared.evalset
        lines = []
        for place in range(len(evalset)):
            row: dict[str, Any] = {"src": evalset.sources[place]} if evalset.sources is not None else {}
            if evalset.references is not None:
                row["ref"] = list(evalset.references[place])
            row |= {label: values[place] for label, values in evalset.labels.items()}
            row |= {f"hyp:{name}": texts[place] for name, texts in evalset.systems.items()}
            lines.append(f"{json.dumps(row, ensure_ascii=False)}\n")
        yield _TEXTS, "".join(lines).encode()
        for measure in self.measures:
            yield measure.path, measure.content
        yield "command.txt", f"{self.command}\n".encode()


def stored_runs(stored: StoredMemory) -> list[StoredRun]:
    """The runs of a project that have outputs; of several with one name, the last."""
    return [
        StoredRun(number, f"{outputs.system}, {outputs.run}" if outputs.run else outputs.system, outputs)
        for number, outputs in current_runs(stored)
        if len(outputs)
    ]


def chosen_runs(stored: StoredMemory, choice: CompareChoice) -> list[StoredRun]:
    """Those that are meant, the baseline first; without a choice all, up to as many as can be compared."""
    runs = stored_runs(stored)
    chosen = [run for run in runs if run.number in choice.systems] if choice.systems else runs[:MOST_SYSTEMS]
    return sorted(chosen, key=lambda run: run.number != choice.baseline)  # stable: the others stay in their order


def put_side_by_side(stored: StoredMemory, project: Project, choice: CompareChoice) -> SideBySide:
    """The systems that are meant; an InputError where they cannot be compared."""
    chosen = chosen_runs(stored, choice)
    runs = {run.name: run.outputs for run in chosen}
    if len(runs) < len(chosen):
        raise InputError("two of these systems are called the same with their runs; leave one of them out")
    language = project.target_language

    def compare(*, needs_references: bool) -> ComparedOutputs:
        return compare_outputs(stored.memory, runs, needs_references=needs_references, target_language=language)

    specs = tuple(dict.fromkeys(choice.metrics)) or USUAL_METRICS
    choose_metrics(specs)  # which refuses what there is not, before all that takes long
    if choice.segments == "references":
        return SideBySide(compare(needs_references=True), specs)
    everything = compare(needs_references=False)
    has_enough = everything.referenced >= FEWEST_UNITS or everything.referenced == everything.common
    # without a choice: what people say of all segments, rather than metrics of a few
    if choice.segments == "" and has_enough:
        return SideBySide(compare(needs_references=True), specs)
    return SideBySide(everything, ())


def settled_choice(stored: StoredMemory, beside: SideBySide, choice: CompareChoice) -> CompareChoice:
    """The same choice with nothing left open: whoever means the same systems, metrics and segments asks the same."""
    runs = chosen_runs(stored, choice)
    return CompareChoice(
        systems=sorted(run.number for run in runs),
        baseline=runs[0].number,
        metrics=list(beside.specs),
        segments="references" if beside.specs else "all",
        job="",
    )


def _score_lines(rates: Mapping[str, Floats]) -> bytes:
    """What is known, as a file of scores; names may hold whatever a table could not."""
    lines = [
        json.dumps({"system": name, "segment": number, "score": rate}, ensure_ascii=False)
        for name, own in rates.items()
        for number, rate in enumerate(own.tolist(), start=1)
        if rate == rate
    ]
    return "".join(f"{line}\n" for line in lines).encode()
