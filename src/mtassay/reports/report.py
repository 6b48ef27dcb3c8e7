"""A report: analyses as one page, as Markdown or as JSON, to be saved or shown in a notebook."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from mtassay.analyses.analyze import analyze
from mtassay.analyses.base import Analysis
from mtassay.analyses.counting.glossary import Glossary
from mtassay.analyses.counting.word_labels import WordLabels
from mtassay.analyses.filters.segment_filter import SegmentFilter
from mtassay.analyses.result import Analyses
from mtassay.checks.finding import Findings
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.whole_files import write_whole_file
from mtassay.errors import MissingExtra, SettingError
from mtassay.evaluation.run import Progress
from mtassay.metrics.base import Metric
from mtassay.reports.document import Document
from mtassay.reports.formats.json import Json
from mtassay.reports.formats.markdown import Markdown, heading
from mtassay.reports.results.report import report_document, with_fewer_examples
from mtassay.reports.shared_texts import SharedTexts, read_texts, share_texts, without_other_texts
from mtassay.significance.paired_test import PairedTest

REPORT_ENDINGS = {".html": "html", ".htm": "html", ".md": "markdown", ".json": "json"}
"""How files end that hold each form of a report."""
_LARGEST_SHOWN = 4_000_000


@dataclass(frozen=True, eq=False, repr=False)
class Report:
    """Analyses to be given to others.

    `texts` says of how many segments it has the texts: `all`, `none` for what is confidential, or a number. `command`
    is what makes it again, where a command does.
    """

    analyses: Analyses
    texts: str | int = "all"
    command: str = ""

    def __post_init__(self) -> None:
        read_texts(self.texts)  # which refuses what it is not

    @cached_property
    def html(self) -> str:
        """One page that needs nothing else, neither a network nor a server."""
        try:
            from mtassay.reports.page.report import write_report
        except ModuleNotFoundError:
            raise MissingExtra("an HTML report", "report") from None
        return write_report(self.analyses, self.command, self.texts)

    @cached_property
    def markdown(self) -> str:
        """The tables, some segments to read, and a paragraph for a paper."""
        # a segment that was drawn says nothing without its texts
        document = self._document(with_fewer_examples(self.analyses, may_draw=not self._shared.is_none))
        return heading(document.title) + Markdown().write(document)

    @cached_property
    def json(self) -> str:
        """All values, for programs."""
        return Json().write(self._document(self.analyses))

    def _document(self, analyses: Analyses) -> Document:
        told = without_other_texts(analyses, self._shared)
        return report_document(told, self.command, self._shared.said(len(analyses.view)))

    @cached_property
    def _shared(self) -> SharedTexts:
        return share_texts(self.analyses, read_texts(self.texts))

    def written(self, form: str) -> str:
        """The report as `html`, `markdown` or `json`."""
        return {"html": lambda: self.html, "markdown": lambda: self.markdown, "json": lambda: self.json}[form]()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, whole or not at all; how the name ends says the form: .html, .md or .json."""
        form = REPORT_ENDINGS.get(Path(path).suffix.lower())
        if form is None:
            raise SettingError(f"{os.fspath(path)}: reports are .html, .md or .json; end the name so")
        # names of systems come from names of files, which need not be valid UTF-8
        write_whole_file(os.fspath(path), self.written(form).encode("utf-8", "surrogateescape"))

    def _repr_html_(self) -> str:
        """The page in a frame of its own, from which nothing reaches the notebook; tables where it is too large."""
        try:
            page = self.html
        except MissingExtra:
            return self._tables()
        if len(page) > _LARGEST_SHOWN:
            size = f"{len(page) / 1e6:.0f} MB"
            return f"<p>The page has {size}: save it as report.html and open that.</p>{self._tables()}"
        # without the rights of forms its filter would not be read; where forms may be sent to, the page itself forbids
        frame = 'sandbox="allow-scripts allow-forms" style="width: 100%; height: 50rem; border: 0"'
        return f'<iframe title="Report" srcdoc="{escape(page)}" {frame}></iframe>'

    def _tables(self) -> str:
        return without_other_texts(self.analyses, self._shared)._repr_html_()

    def __repr__(self) -> str:
        return f"<Report on {', '.join(self.analyses.systems)}: {self.analyses.segments} segments>"


def report(
    evalset: EvalSet,
    analyses: Iterable[str | Analysis] | None = None,
    metrics: Iterable[str | Metric[Any]] = ("bleu", "chrf"),
    *,
    without: Iterable[str] = (),
    where: str | SegmentFilter = "",
    words: str = "unicode",
    word_labels: Mapping[str, WordLabels] | None = None,
    glossary: Glossary | None = None,
    baseline: str | None = None,
    pairs: Iterable[tuple[str, str]] | None = None,
    runs: Mapping[str, Sequence[str]] | None = None,
    unit: str | None = None,
    test: str | PairedTest | None = None,
    alpha: float = 0.05,
    texts: str | int = "all",
    findings: Findings | None = None,
    progress: Progress | None = None,
) -> Report:
    """Analyse a test set, and make one page of it that says who is better, where and why.

    All arguments but `texts` are those of `analyze`; scores are tested for every pair. `texts` says of how many
    segments the report has the texts: `all`, `none` for what is confidential, or a number. What was analysed already
    becomes a report by `Report(analyses)`.

        >>> import mtassay
        >>> evalset = mtassay.EvalSet(["a cat sat"] * 40, systems={"old": ["a cat"] * 40, "new": ["a cat sat"] * 40})
        >>> report = mtassay.report(evalset, ["words"], ["chrf"])
        >>> report.analyses.sentence
        'new is better than old by chrF2 (+51.43).'
        >>> report.html[:15]  # report.save("report.html") writes it to a file
        '<!doctype html>'
    """
    read_texts(texts)  # before all that takes long
    analysed = analyze(
        evalset,
        analyses,
        metrics,
        without=without,
        where=where,
        words=words,
        word_labels=word_labels,
        glossary=glossary,
        baseline=baseline,
        pairs=pairs,
        runs=runs,
        unit=unit,
        test=test,
        alpha=alpha,
        all_pairs=True,
        findings=findings,
        progress=progress,
    )
    return Report(analysed, texts)
