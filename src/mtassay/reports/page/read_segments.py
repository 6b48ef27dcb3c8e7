"""Segments that a report shows to be read: texts with marks, scores, and what checks found."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from mtassay.alignment.marked_text import MarkedText, mark_differences
from mtassay.analyses.result import Analyses
from mtassay.metrics.base import Floats
from mtassay.reports.largest_changes import largest_changes
from mtassay.reports.shared_texts import ALL_TEXTS, SharedTexts

Verdict = Literal["better", "worse", "unclear"]


@dataclass(frozen=True, kw_only=True)
class SegmentView:
    """A segment to read: its texts with marks, and its scores."""

    number: int
    source: str | None
    references: tuple[str, ...]
    outputs: tuple[tuple[str, MarkedText], ...]
    scores: tuple[tuple[str, int, tuple[float, ...], float, Verdict], ...]
    tags: tuple[str, ...]


def choose_segments(
    analyses: Analyses, scores: Floats | None, shared: SharedTexts = ALL_TEXTS
) -> tuple[tuple[SegmentView, ...], tuple[SegmentView, ...]]:
    """The segments that lost most, and those that gained most; without a pair the worst.

    Those whose texts may not be read are left out, unless none may: then all have their scores alone.
    """
    mask = shared.mask(len(analyses.view))
    losing, gaining = (
        tuple(
            _segment(analyses, place, has_texts=not shared.is_none) for place in places if mask[place] or shared.is_none
        )
        for places in largest_changes(analyses, scores)
    )
    return losing, gaining


def _segment(analyses: Analyses, place: int, *, has_texts: bool) -> SegmentView:
    view, plan = analyses.view, analyses.plan
    evalset = view.evalset
    segment = int(view.segments[place])
    systems = plan.pairs[0] if plan.pairs else (0,)
    references = () if evalset.references is None or not has_texts else evalset.references[segment]
    outputs = []
    for system in systems if has_texts else ():
        text = evalset.systems[view.runs[plan.runs[system][0]]][segment]
        outputs.append((plan.systems[system], mark_differences(text, references[0] if references else text)))
    rows = []
    for number, metric in enumerate(view.metrics):
        own = plan.means(view.evidence(number).score_units()[place : place + 1])[0]
        values = tuple(float(own[system]) for system in systems)
        change = values[-1] - values[0] if len(values) > 1 else 0.0
        is_loss = change < 0 if metric.higher_is_better else change > 0
        verdict: Verdict = "unclear" if not change or math.isnan(change) else "worse" if is_loss else "better"
        rows.append((view.metric_labels[number], metric.places, values, change, verdict))
    return SegmentView(
        number=segment + 1,
        source=None if evalset.sources is None or not has_texts else evalset.sources[segment],
        references=references,
        outputs=tuple(outputs),
        scores=tuple(rows),
        tags=tuple(_tags(analyses, place, systems)),
    )


def _tags(analyses: Analyses, place: int, systems: Sequence[int]) -> Iterator[str]:
    """What the checks found in the outputs."""
    if "checks" not in analyses.signatures:
        return
    view = analyses.view
    runs = {view.runs[analyses.plan.runs[system][0]] for system in systems}
    for name, run in view.findings():
        if run in runs and view.finding_mask(name, run)[place]:
            yield f"{name}: {run}" if len(systems) > 1 else name
