"""A report as a document: analyses with examples to read, methods and the command that makes it again."""

from dataclasses import replace
from itertools import chain, zip_longest
from typing import Any

from mtassay.analyses.base import Result
from mtassay.analyses.examples import Example, ExampleList, Examples
from mtassay.analyses.result import Analyses
from mtassay.comparison.compare import compared_items
from mtassay.reports.document import Document, Note, Section
from mtassay.reports.results.analyses import analyses_document
from mtassay.reports.results.comparison import comparison_document
from mtassay.reports.results.methods import analysis_methods

_MOST_EXAMPLES = 15


def report_title(analyses: Analyses) -> str:
    """What the report is about: one system, two, or how many."""
    systems = analyses.systems
    if len(systems) == 1:
        return systems[0]
    return f"{systems[1]} against {systems[0]}" if len(systems) == 2 else f"{len(systems)} systems"


def report_document(analyses: Analyses, command: str = "", caution: str = "") -> Document:
    """What people read of a report, and all its values for programs.

    `command` is what makes it again, `caution` what readers must know of it.
    """
    document = analyses_document(analyses)
    sections: list[Section] = [*document.sections]
    if caution:
        sections.insert(1, Note((caution,)))
    paragraphs = analysis_methods(analyses)
    for number, paragraph in enumerate(paragraphs):
        sections.append(Note(tuple(paragraph.split("\n")), "" if number else "Methods"))
    if command:
        sections.append(Note((command,), "Command", is_verbatim=True))
    comparison = analyses.comparison
    values: dict[str, Any] = {
        "texts": caution or None,
        "comparison": None if comparison is None else comparison_document(comparison).content,
        "methods": list(paragraphs),
        "command": command or None,
        "digest": analyses.view.evalset.digest,
    }
    return replace(
        document, title=report_title(analyses), sections=tuple(sections), content={**(document.content or {}), **values}
    )


def with_fewer_examples(analyses: Analyses, *, may_draw: bool = True) -> Analyses:
    """The same with at most 15 segments to read, some of each list; where there are fewer, the rest may be drawn."""
    lists = [result for result in analyses.results if isinstance(result, ExampleList)]
    missing = _MOST_EXAMPLES - sum(len(each.examples) for each in lists)
    if not lists or (missing > 0 and not may_draw):
        return analyses
    if missing > 0:
        drawn = Examples(by="drawn", count=missing)
        compared = compared_items(
            analyses.plan.runs, "" if analyses.unit == "segment" else analyses.unit, analyses.where
        )
        signatures = {**analyses.signatures, drawn.spec: drawn.signature(analyses.view, compared)}
        more = drawn.results(analyses.view, analyses.plan)
        return replace(analyses, results=(*analyses.results, *more), signatures=signatures)
    places = [[(number, example) for example in each.examples] for number, each in enumerate(lists)]
    turns = [place for place in chain(*zip_longest(*places)) if place is not None][:_MOST_EXAMPLES]
    chosen: dict[ExampleList, tuple[Example, ...]] = {
        each: tuple(example for place, example in turns if place == number) for number, each in enumerate(lists)
    }
    results: list[Result] = []
    for result in analyses.results:
        if not isinstance(result, ExampleList):
            results.append(result)
        elif chosen[result]:
            results.append(replace(result, examples=chosen[result]))
    return replace(analyses, results=tuple(results))
