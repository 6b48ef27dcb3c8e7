"""A report as Markdown and JSON: examples, methods, command, and all values."""

import json
from typing import Any

import numpy as np
import pytest

import mtassay
from mtassay import EvalSet, Report
from mtassay.analyses.examples import ExampleList
from mtassay.analyses.result import Analyses
from mtassay.reports.results.report import report_title, with_fewer_examples

pytestmark = pytest.mark.filterwarnings("ignore:.*are few")


def analysed(systems: int, segments: int = 60, **more: Any) -> Analyses:
    rng = np.random.default_rng(8)

    def texts() -> list[str]:
        return [" ".join(rng.choice(list("abcdefgh"), 6)) for _ in range(segments)]

    evalset = EvalSet(texts(), systems={f"my_{number}": texts() for number in range(systems)})
    return mtassay.analyze(evalset, metrics=["chrf"], **more)


def examples(analyses: Analyses) -> dict[str, int]:
    lists = (result for result in analyses.results if isinstance(result, ExampleList))
    return {each.title: len(each.examples) for each in lists}


def test_there_are_fifteen_examples_whatever_the_number_of_systems() -> None:
    two = examples(with_fewer_examples(analysed(2)))
    assert list(two.values()) == [5, 5, 5]
    assert "Drawn at random" in two
    many = examples(with_fewer_examples(analysed(4)))
    assert list(many.values()) == [3, 3, 3, 2, 2, 2]  # some of each list
    few = with_fewer_examples(analysed(2, segments=8, analyses=["examples:count=2"]))
    assert sum(examples(few).values()) == 4 + 8  # all that there are
    none = analysed(2, analyses=["words"])
    assert with_fewer_examples(none) is none


def test_markdown_has_a_heading_methods_signatures_and_the_command() -> None:
    written = Report(analysed(2), command="mtassay report a_b.txt").markdown
    assert written.startswith("# my\\_1 against my\\_0\n\n")
    ends = [written.index(part) for part in ("**Drawn at random", "**Methods**", "**Command**", "- chrF2: `nrefs:1|")]
    assert ends == sorted(ends)
    assert "tested by the jackknife over segments, n-grams by the sign test" in written
    assert "```text\nmtassay report a_b.txt\n```" in written


def test_json_has_all_values() -> None:
    analyses = analysed(3)
    content = json.loads(Report(analyses, command="mtassay report").json)
    assert content["command"] == "mtassay report"
    assert content["texts"] is None
    assert content["digest"] == analyses.view.evalset.digest
    assert content["methods"][0].startswith("We scored 3 systems on a test set of 60 segments")
    (metric,) = content["comparison"]["metrics"]
    assert analyses.comparison is not None
    interval = analyses.comparison.metrics[0].systems[1].interval
    assert interval is not None
    assert metric["systems"][1]["interval"]["low"] == interval.low
    assert [result["title"] for result in content["results"]] == [result.title for result in analyses.results]
    assert [len(result["rows"]) for result in content["results"]] == [
        len(result.records()) for result in analyses.results
    ]
    json.loads(Report(analyses).json, parse_constant=pytest.fail)  # no NaN, which JSON does not know


def test_one_system_alone_has_neither_a_comparison_nor_methods() -> None:
    alone = analysed(1)
    assert report_title(alone) == "my_0"
    content = json.loads(Report(alone).json)
    assert content["comparison"] is None
    assert content["methods"] == []
    assert "**Methods**" not in Report(alone).markdown
