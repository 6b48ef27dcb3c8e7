"""The script of a report finds what Python finds: what stands out, the sentence on top, outcomes, different words."""

from functools import partial

import pytest
from contracts.report_script import ReportScript
from contracts.small_reports import MEMBERS, random_set
from contracts.test_report_script import nearly

from mtassay import EvalSet, Glossary
from mtassay.analyses.analyze import analyze
from mtassay.analyses.figures import FigureTable
from mtassay.analyses.profile import VocabularyTable
from mtassay.analyses.segments import OutcomeTable
from mtassay.reports.page.report_data import write_data
from mtassay.reports.page.report_view import is_of_documents, table_key

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")

FIND = """async (page, where) => {
  const report = ReportData.of(new DOMParser().parseFromString(page, "text/html"));
  const { header } = report;
  const filter = SegmentFilter.parse(where, report);
  const mask = filter.isEverything ? null : await filter.mask(report);
  const plan = await planFor(report, mask, header.pairs, filter.whyUntested);
  const tables = await Promise.all([...header.tables, ...(mask ? [] : header.documentTables)].map(
    async (table) => ({ table, figures: await figuresOf(report, table, planOf(table, plan)) })));
  const standouts = await Promise.all(header.pairs.map(async (pair, place) =>
    chooseStandouts(header, tables, await ngramTables(report, plan, pair), pair, place)));
  const scores = await Promise.all(header.metrics.map((_, metric) =>
    scoresBy(report, metric, { ...plan, pairs: header.scorePairs })));
  return {
    standouts,
    sentence: plan.refusal ? "" : sentenceOf(header, scores, header.scorePairs, header.pairs),
    notes: Object.fromEntries(tables.map(
      ({ table, figures }) => [table.key, testNotes(header, table, figures, plan.refusal)])),
    outcomes: await Promise.all(header.outcomes.map(({ places }) => countOutcomes(report, places, plan.segments))),
    variety: await varietyOf(report, plan.segments),
  };
}"""
GLOSSARY = Glossary.of([("cat", ["cat", "dog"]), ("mat", ["mat", "the"]), ("going", ["going", "to"])])


@pytest.mark.parametrize("unit", [None, "document"])
def test_findings_are_those_of_the_command(script: ReportScript, unit: str | None) -> None:
    analysed = partial(
        analyze,
        random_set(51, 200),
        metrics=["chrf", "bleu", "ter"],
        without=["discriminative", "examples"],  # which are not computed anew
        glossary=GLOSSARY,
        runs=MEMBERS,
        unit=unit,
        test="jackknife",
        all_pairs=True,
    )
    page = write_data(analysed())
    compared = 0
    for where in ("", "length >= 6", 'domain in (news, "it\'s")', "segment <= 20", "chrf(far) < 60"):
        got = script.call(FIND, page, where)
        expected = analysed(where=where, without=["discriminative", "examples", *(["consistency"] if where else [])])
        assert got["sentence"] == expected.sentence
        for pair, standouts in zip(expected.pairs, got["standouts"], strict=True):
            assert standouts == [
                {
                    "about": standout.about,
                    "before": nearly(standout.before),
                    "after": nearly(standout.after),
                    "places": standout.places,
                    "p": nearly(standout.p),
                    "isBetter": standout.is_better,
                }
                for standout in expected.standouts(*pair)
            ], where
            compared += len(standouts)
        for table in expected.results:
            if isinstance(table, FigureTable) and not is_of_documents(table, expected.view):
                assert got["notes"][table_key(table)] == list(table.notes[len(table.counts.notes) :]), (where, table)
        (outcomes,) = (result for result in expected.results if isinstance(result, OutcomeTable))
        counted = [line for line in got["outcomes"][0] if any(line)]
        assert counted == [nearly(line) for line in outcomes.counts.tolist()]
        (variety,) = (result for result in expected.results if isinstance(result, VocabularyTable))
        assert got["variety"] == {
            "words": variety.words,
            "reference": variety.reference,
            "systems": nearly(list(variety.counts)),
        }
    assert compared > 30


def test_metrics_that_disagree_are_said_to(script: ReportScript) -> None:
    reference = [f"word{number} of the text, and more of it" for number in range(60)]
    short = [text.removesuffix(" and more of it") for text in reference]
    evalset = EvalSet(reference, systems={"long": [text + " x y z" for text in reference], "short": short})
    analyses = analyze(evalset, ["words"], ["chrf", "ter", "bleu", "chrf:beta=0"], test="jackknife", all_pairs=True)
    assert script.call(FIND, write_data(analyses), "")["sentence"] == analyses.sentence
    assert "The metrics disagree" in analyses.sentence


def test_an_ngram_whose_counts_say_the_opposite_does_not_stand_out(script: ReportScript) -> None:
    """The old system says x too often in more segments, the new one more often in all; y is plain."""
    reference = [f"a{number} b c" for number in range(80)]
    old = [f"x {text}" for text in reference[:20]] + [f"{text} y" for text in reference[20:30]] + reference[30:]
    new = [*reference[:79], "x " * 30 + reference[79]]
    analyses = analyze(EvalSet(reference, systems={"old": old, "new": new}), ["ngrams"], ["chrf"], test="jackknife")
    (standout,) = analyses.standouts("old", "new")
    assert "y" in standout.about
    (got,) = script.call(FIND, write_data(analyses), "")["standouts"]
    assert [each["about"] for each in got] == [standout.about]


def test_no_more_than_eight_lines_stand_out(script: ReportScript) -> None:
    reference = [f"Word{number} of the text, and {number} more of it in Berlin" for number in range(90)]
    old = [text.replace("more", "most").replace("of the", "the of") for text in reference]
    new = [text.replace("Berlin", "town").replace(" and", "").lower() + " x y" for text in reference]
    labels = {"half": ["a" if number < 45 else "b" for number in range(90)]}
    analyses = analyze(
        EvalSet(reference, sources=reference, systems={"old": old, "new": new}, labels=labels),
        metrics=["chrf", "ter", "bleu"],
        without=["discriminative", "examples"],
        test="jackknife",
    )
    expected = [standout.about for standout in analyses.standouts("old", "new")]
    assert len(expected) == 8
    (got,) = script.call(FIND, write_data(analyses), "")["standouts"]
    assert [each["about"] for each in got] == expected
