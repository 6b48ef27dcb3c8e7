"""Checks: how many outputs have something odd about them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.analyses.base import Counts, Line
from mtassay.analyses.counting.view import View
from mtassay.analyses.figures import CountingAnalysis
from mtassay.analyses.measures import Ratio, RatioMeasure
from mtassay.checks.base import CHECKS


@dataclass(frozen=True, kw_only=True)
class Checks(CountingAnalysis):
    """Outputs in which a check finds something: lost numbers, loops, copies of the source, broken characters."""

    name: ClassVar[str] = "checks"
    title: ClassVar[str] = "outputs with something odd"
    question: ClassVar[str] = "Does a system lose numbers or tags, run in circles, copy the source?"
    counts: ClassVar[str] = "Segments of each system in which each check finds something."
    blind_to: ClassVar[str] = "All that can only be seen by reading. A finding is a place to look at, not a mistake."
    paper: ClassVar[str] = "mtassay; the reference of checks says what each looks for."
    needs: ClassVar[tuple[str, ...]] = ()

    def count(self, view: View) -> Iterator[Counts]:
        findings = view.findings()
        names = [name for name in CHECKS if any((name, run) in findings for run in view.runs)]
        if not names:
            return
        table = np.ones((len(view), len(view.runs), len(names) + 1))
        for place, name in enumerate(names):
            for run, system in enumerate(view.runs):
                table[:, run, place] = view.finding_mask(name, system)
        yield Counts(
            title="Checks",
            line_head="found",
            size_head="segments",
            columns=(*names, "segments"),
            rows=table,
            lines=tuple(
                Line(
                    key=name,
                    title=CHECKS[name].title,
                    about=f"Segments {CHECKS[name].title}",
                    measures=(
                        RatioMeasure(
                            key="rate",
                            title="% of segments",
                            ratios=(Ratio((name,), ("segments",), 100),),
                            direction="lower",
                        ),
                    ),
                    size=(name,),
                )
                for name in names
            ),
        )
