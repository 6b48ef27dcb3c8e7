"""Laws of reports: every result can be written in every format, and programs read the same values again."""

import importlib
import io
import math
import pkgutil
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import openpyxl
import pytest
import sqlalchemy as sa
from campaign_desk import begin, say, seat_of
from contracts.report_readers import check
from hypothesis import given, settings
from hypothesis import strategies as st
from people.given_answers import crossed, ranked
from simulated_memory import simulate
from small_memory import fill
from strategies import hostile_text
from unit.metaeval.judged_sets import judged_set
from unit.metaeval.lessons import Lesson, planted_cells

import mtassay
from mtassay import EvalSet, Glossary, WordLabels
from mtassay.analyses.base import ANALYSES
from mtassay.campaigns.controls.seat_checks import SeatCheck
from mtassay.campaigns.controls.verdict import judge_seat, self_agreement
from mtassay.campaigns.plan import Design, plan_campaign
from mtassay.estimation.figures.filtered_statistics import FilteredStatistics, make_basis
from mtassay.estimation.nearest.system_estimate import estimate_system
from mtassay.estimation.sampling.certified import certified
from mtassay.estimation.sampling.current_estimate import find_current_estimate
from mtassay.estimation.sampling.drawn_queue import PredictionChoices, find_drawn_queue, predict_run, store_queue
from mtassay.estimation.sampling.plan import plan
from mtassay.estimation.sampling.validation import validate
from mtassay.evaluation.segment_statistics import segment_statistics
from mtassay.human.answers.answer_filter import AnswerFilter
from mtassay.human.answers.answers import Answers
from mtassay.human.answers.judged_outputs import Kind, Mark
from mtassay.human.filters import Filter
from mtassay.human.items import rank_difficult
from mtassay.human.judge_effects import fit_judge_effects
from mtassay.human.results.ranking_results import ranking_results
from mtassay.human.results.score_results import score_results
from mtassay.metaeval.learning.learn import LearnChoices, TunedParameter, learn_metric
from mtassay.metaeval.meta import MetaChoices, meta_evaluate
from mtassay.metrics.base import METRICS
from mtassay.reports import results
from mtassay.reports.document import (
    Column,
    Document,
    Estimate,
    Exact,
    Form,
    Note,
    Signature,
    Table,
    Value,
)
from mtassay.reports.formats.choice import ENDINGS, FORMATS, report_format
from mtassay.reports.results.accounts import accounts_document
from mtassay.reports.results.analyses import analyses_document
from mtassay.reports.results.analysis_descriptions import analysis_document, analysis_list_document
from mtassay.reports.results.campaigns import (
    answers_document,
    campaigns_document,
    codes_document,
    grades_document,
    status_document,
)
from mtassay.reports.results.campaigns import plan_document as campaign_plan_document
from mtassay.reports.results.chosen_candidates import chosen_document
from mtassay.reports.results.comparison import comparison_document
from mtassay.reports.results.current_estimates import estimates_document
from mtassay.reports.results.cut_items import cut_items_document
from mtassay.reports.results.evaltrans import evaltrans_document, evaltrans_segments_document
from mtassay.reports.results.evaluation import evaluation_document
from mtassay.reports.results.explanation import explanation_document
from mtassay.reports.results.findings import findings_document
from mtassay.reports.results.history import history_document
from mtassay.reports.results.members import members_document
from mtassay.reports.results.memory.difficult import difficult_document
from mtassay.reports.results.memory.judges import effects_document
from mtassay.reports.results.memory.section_names import SECTIONS
from mtassay.reports.results.memory.sections import memory_sections, statistics_document
from mtassay.reports.results.metaeval.learned import learned_document
from mtassay.reports.results.metaeval.meta import meta_document
from mtassay.reports.results.metric_descriptions import metric_document, metric_list_document
from mtassay.reports.results.people.manners import results_document
from mtassay.reports.results.people.rankings import ranking_results_document
from mtassay.reports.results.people.scores import score_results_document
from mtassay.reports.results.plans import plan_document
from mtassay.reports.results.projects import projects_document
from mtassay.reports.results.queues import queue_document
from mtassay.reports.results.report import report_document, with_fewer_examples
from mtassay.reports.results.rules import rules_document
from mtassay.reports.results.targets import targets_document
from mtassay.reports.results.validation import validation_document
from mtassay.reports.shared_texts import share_texts, without_other_texts
from mtassay.significance.bootstrap import Bootstrap
from mtassay.store.campaigns.all_answers import AnsweredNumber, all_answers
from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.grades import GivenAnswer
from mtassay.store.campaigns.progress import SeatProgress, seat_progress
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.database import Database
from mtassay.store.history.events import history, latest
from mtassay.store.judging.queues import assign
from mtassay.store.judging.rules import JudgingRules
from mtassay.store.lists.filters import select_targets
from mtassay.store.memory.stored_memory import ProjectHistory
from mtassay.store.migration import create
from mtassay.store.people.accounts import Account, Role, accounts, add_account
from mtassay.store.people.invitations import Invitation, InvitationState
from mtassay.store.people.members import Member

HOSTILE = 'a\tb\nc|d & e, =cmd "f" \u202eg\u200f <h> `i` {j} \\k% ~^ ±·'
PRINTABLE = "".join(character for character in HOSTILE if character.isprintable())
PEOPLE = [name for name in FORMATS if name in ("text", "markdown", "latex")]
PROGRAMS = [name for name in FORMATS if name not in PEOPLE]
Desk = tuple[sa.Connection, Project]
FACTS: dict[str, Value] = {"project": HOSTILE, "revision": 3, "share %": math.nan, "at": datetime.now(UTC)}


def hostile_set(references: int = 2) -> EvalSet:
    texts = ["the cat sat", HOSTILE, "", "=1+1"]
    return EvalSet(
        [[text, f"{text}!"][:references] for text in texts],
        sources=texts,
        systems={HOSTILE: texts[::-1], "=b": texts, "caf\udce9": ["", "", "", ""]},
        labels={HOSTILE: ["x", "x", HOSTILE, "y"]},
        warn_of_blanks=False,
    )


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    database = Database(str(tmp_path_factory.mktemp("reports") / "hotel.db"))
    create(database)
    with database.writing() as connection:
        project = fill(connection, PRINTABLE)
        add_outputs(connection, project, PRINTABLE, [f"{PRINTABLE} {number}" for number in range(6)], "anna")
        add_account(connection, "Anna", "a long password", Role.ADMINISTRATOR, "a test")
        past = ProjectHistory(connection, project)
        stored = past.memory(latest(connection, project.id))
        run_prediction = predict_run(stored, "neural-large", None, PredictionChoices())
        queue = store_queue(connection, project, run_prediction, 7, "anna")
        assign(connection, project, queue, "anna", count=2, judges=[PRINTABLE, "ben"])
    with database.reading() as connection:
        yield connection, project
    database.close()


def of_evaluation(_: Desk) -> Iterator[Document]:
    evalset = hostile_set()
    evaluation = mtassay.evaluate(evalset, ["chrf", "ter", "chrf:word_order=2"], confidence=Bootstrap(draws=20))
    yield evaluation_document(evaluation, segment_statistics(evaluation), evalset)
    yield evaluation_document(mtassay.evaluate(EvalSet(["a"], systems={"x": ["b"]}), ["bleu"]))


def of_comparison(_: Desk) -> Iterator[Document]:
    for more in ({"by": HOSTILE, "all_pairs": True}, {}):
        yield comparison_document(mtassay.compare(hostile_set(), ["ter", "chrf"], **more))  # type: ignore[arg-type]


def of_meta(_: Desk) -> Iterator[Document]:
    human = np.random.default_rng(1).normal(size=(6, 9))
    scores = {HOSTILE: human + 1, "=b": -human, "flat": np.ones(human.shape)}
    for chosen in (MetaChoices(draws=100), MetaChoices(draws=100, group="none", statistics=("pearson",), top=4)):
        yield meta_document(meta_evaluate(judged_set(human, scores), chosen))
    many = np.random.default_rng(2).normal(size=(8, 9))
    judged = judged_set(many, {HOSTILE: many, "=b": -many})
    judged = replace(judged, labels={HOSTILE: [HOSTILE, "x", ""] * 3})
    yield meta_document(meta_evaluate(judged, MetaChoices(meanings=True, by=("difficulty", HOSTILE))))
    yield meta_document(meta_evaluate(judged_set(human[:2], {HOSTILE: human[:2]})))


def of_learned(_: Desk) -> Iterator[Document]:
    with TemporaryDirectory() as folder:
        lesson = Lesson(Path(folder), planted_cells([1, 0.5], noise=0.4, segments=20))
        learned = learn_metric(lesson.evalset, lesson.judged, lesson.metrics, LearnChoices(draws=20))
    yield learned_document(replace(learned, labels=(HOSTILE, "=b")))
    yield learned_document(replace(learned, notes=(HOSTILE,)))
    yield learned_document(replace(learned, parameters=(TunedParameter(HOSTILE, 0.5, 1),)))


def of_analyses(_: Desk) -> Iterator[Document]:
    hostile = hostile_set(references=1)  # labels belong to the words of one
    glossary, labels = Glossary.of([("cat", [HOSTILE, "cat"]), ("=1", ["=1"])]), {HOSTILE: label_words(hostile)}
    more: dict[str, Any] = {"glossary": glossary, "word_labels": labels, "words": "space"}
    yield analyses_document(mtassay.analyze(hostile, metrics=["ter", "chrf"], **more), 3)
    yield analyses_document(mtassay.analyze(hostile, pairs=[("=b", HOSTILE), ("caf\udce9", HOSTILE)], **more))
    several = hostile_set()
    yield analyses_document(mtassay.analyze(several, where='reference !~ "cat"', runs={"a": [*several.systems]}))
    texts = ["the cat sat on the mat", HOSTILE, "", "=1+1", "\x1e\x1f\x00</script>"] * 12
    many = EvalSet(
        texts,
        sources=texts,
        systems={name: texts[shift:] + texts[:shift] for shift, name in enumerate((HOSTILE, "=b", "p", "metric", ""))},
        labels={HOSTILE: [text[:2] for text in texts], "document": [str(place // 2) for place in range(60)]},
        warn_of_blanks=False,
    )
    yield analyses_document(mtassay.analyze(many, metrics=["chrf"], unit="document"))
    yield analyses_document(mtassay.analyze(many, metrics=["chrf"], where="chrf(p) < 90"))
    yield analyses_document(mtassay.analyze(EvalSet(["a"], systems={"x": ["b"]}), ["examples", "terms"]))
    yield analyses_document(mtassay.analyze(EvalSet(["a"], systems={"x": ["a"], "y": ["a"]}), ["ngrams", "examples"]))
    yield analyses_document(mtassay.analyze(EvalSet(["a"], systems={"x": ["b"]}), []))


def of_report(_: Desk) -> Iterator[Document]:
    analyses = mtassay.analyze(hostile_set(), metrics=["ter", "chrf"])
    yield report_document(analyses, HOSTILE, HOSTILE)
    yield report_document(with_fewer_examples(analyses))
    yield report_document(without_other_texts(analyses, share_texts(analyses, 0)))
    yield report_document(mtassay.analyze(EvalSet(["a"], systems={"x": ["b"]}), []))


def label_words(evalset: EvalSet) -> WordLabels:
    """A label for every word between spaces, of the references and of all systems."""
    references = evalset.references
    assert references is not None
    return WordLabels(
        [" ".join(text.split()) for text, *_ in references],
        {name: [" ".join("<b>" for _ in text.split()) for text in texts] for name, texts in evalset.systems.items()},
    )


def of_analysis(_: Desk) -> Iterator[Document]:
    yield from map(analysis_document, ANALYSES)


def of_findings(_: Desk) -> Iterator[Document]:
    evalset = hostile_set()
    yield findings_document(mtassay.check(evalset), evalset)
    yield findings_document(mtassay.check(evalset), evalset, is_complete=True)
    alone = EvalSet(["a good day"], systems={"x": ["a good day to you"]})
    yield findings_document(mtassay.check(alone, ["empty"]), alone)


def of_explanation(_: Desk) -> Iterator[Document]:
    yield explanation_document(mtassay.explain(HOSTILE, f"{HOSTILE} too", ["bleu", "ter", "meteor2005", "gtm"]))


def of_metric(_: Desk) -> Iterator[Document]:
    yield from map(metric_document, METRICS)


def of_estimates(desk: Desk) -> Iterator[Document]:
    connection, project = desk
    past = ProjectHistory(connection, project)
    stored = past.memory(latest(connection, project.id))
    found = [
        find_current_estimate(
            connection, project, past, stored, name, method=None, target="B", run=None, given={}, references={}
        )
        for name in ("neural-large", PRINTABLE)
    ]
    yield estimates_document(found, project.name, people_limit=2)
    yield estimates_document(found, project.name, ranked=True, limit=0, people_limit=0)


def of_evaltrans(desk: Desk) -> Iterator[Document]:
    found = [estimate_system(memory_of(desk), system) for system in ("neural-large", PRINTABLE)]
    yield evaltrans_document(found, FACTS, "edits", 3, people_limit=1)


def of_evaltrans_segments(desk: Desk) -> Iterator[Document]:
    for system in ("neural-large", PRINTABLE):
        yield evaltrans_segments_document(estimate_system(memory_of(desk), system))


def of_plan(desk: Desk) -> Iterator[Document]:
    connection, project = desk
    past = ProjectHistory(connection, project)
    stored = past.memory(latest(connection, project.id))
    prediction = predict_run(stored, "neural-large", None, PredictionChoices()).prediction
    yield plan_document([plan(prediction, 1.0, "A")], prediction, "A", FACTS, "none open")


def of_queue(desk: Desk) -> Iterator[Document]:
    connection, project = desk
    past = ProjectHistory(connection, project)
    stored = past.memory(latest(connection, project.id))
    drawn = find_drawn_queue(connection, project, past, stored, "neural-large", None)
    assert drawn is not None
    judged = drawn.judged(connection, project)
    estimate = certified(judged.prediction, judged.queue, judged.scores, judged.without_score)
    for with_items in (False, True):
        yield queue_document(drawn, estimate, {}, with_items=with_items)


def of_validation(_: Desk) -> Iterator[Document]:
    yield validation_document(validate(simulate(sources=20, systems=6).memory, draws=2), FACTS, judges=HOSTILE)


def of_difficult(desk: Desk) -> Iterator[Document]:
    for least in (1, 99):
        yield difficult_document(rank_difficult(memory_of(desk), "score", least), range(100), "score", least)


def of_history(desk: Desk) -> Iterator[Document]:
    yield history_document(history(desk[0], desk[1].id))


def of_targets(desk: Desk) -> Iterator[Document]:
    for chosen in (Filter(), Filter(words=("there is no such text",))):
        yield targets_document(select_targets(*desk, chosen))


def of_accounts(desk: Desk) -> Iterator[Document]:
    yield accounts_document(accounts(desk[0]))


def of_members(desk: Desk) -> Iterator[Document]:
    _, project = desk
    now = datetime.now(UTC)
    member = Member(Account(1, PRINTABLE, Role.JUDGE, True, now), now)
    invitation = Invitation(
        id=1,
        project=project.id,
        role=Role.JUDGE,
        label=HOSTILE,
        inviter=HOSTILE,
        created=now,
        expires=now,
        state=InvitationState.USED,
        joined=HOSTILE,
    )
    yield members_document(project, (member,), (invitation,))
    yield members_document(project, (), ())


def of_projects(desk: Desk) -> Iterator[Document]:
    _, project = desk
    yield projects_document([replace(project, name=HOSTILE), replace(project, deleted=datetime.now(UTC))])
    yield projects_document([])


def of_statistics(desk: Desk) -> Iterator[Document]:
    connection, project = desk
    past = ProjectHistory(connection, project)
    basis = make_basis(past, latest(connection, project.id))
    bootstrap = Bootstrap(draws=10)
    for name in SECTIONS:
        statistics = FilteredStatistics(connection, project, basis, None, bootstrap)
        yield statistics_document(statistics, HOSTILE, memory_sections(statistics, past, name))


def memory_of(desk: Desk) -> Any:
    return ProjectHistory(*desk).memory(latest(desk[0], desk[1].id)).memory


def of_plans(desk: Desk) -> Iterator[Document]:
    """Two makers have this name: of judgments for an estimate, and of a campaign."""
    yield from of_plan(desk)
    for design in (Design(protocols=("da", "fluency"), seats=2), Design(protocols=("ranking",), seats=1)):
        yield campaign_plan_document(plan_campaign(hostile_set(), design))


def of_campaign(desk: Desk) -> Iterator[tuple[StoredCampaign, Sequence[SeatProgress], list[AnsweredNumber]]]:
    """A campaign with answers and a hostile name."""
    connection, _ = desk
    project = add_project(connection, f"campaigns {secrets.token_hex(4)}", "anna")
    campaign = begin(connection, project, name=PRINTABLE)
    seat = seat_of(connection, campaign)
    say(connection, seat, {"score": 73}, comment=PRINTABLE)
    say(connection, seat, {"cannot": "source"})
    yield campaign, seat_progress(connection, campaign), list(all_answers(connection, campaign))


def of_campaigns(desk: Desk) -> Iterator[Document]:
    yield campaigns_document([])
    for campaign, seats, _ in of_campaign(desk):
        yield campaigns_document([(campaign, seats)])


def of_status(desk: Desk) -> Iterator[Document]:
    for campaign, seats, _ in of_campaign(desk):
        yield status_document(campaign, seats)
        yield status_document(campaign, [])
        checks = SeatCheck(verdict=judge_seat([2.0] * 12, [1.0] * 12), own=self_agreement([1.0], [2.0]), alike=None)
        yield status_document(campaign, seats, {1: checks})


def of_codes(desk: Desk) -> Iterator[Document]:
    for campaign, seats, _ in of_campaign(desk):
        checks = SeatCheck(verdict=judge_seat([2.0] * 12, [1.0] * 12), own=None, alike=None)
        yield codes_document(campaign, seats, {1: checks}, {seat.number: (PRINTABLE, "=1") for seat in seats})
        yield codes_document(campaign, [], {}, {})


def of_grades(desk: Desk) -> Iterator[Document]:
    for campaign, _, _ in of_campaign(desk):
        given = [
            GivenAnswer(
                question=3,
                document=PRINTABLE,
                place=1,
                asked="=asked",
                right=(PRINTABLE, "b"),
                answer=PRINTABLE,
                readers=2,
                grade=grade,
                is_known=False,
            )
            for grade in (None, 0.5)
        ]
        yield grades_document(campaign, given, 9)
        yield grades_document(campaign, [], 0)


def of_answers(desk: Desk) -> Iterator[Document]:
    for campaign, _, answers in of_campaign(desk):
        yield answers_document(campaign, answers, has_names=True)
        yield answers_document(campaign, [], has_names=False)


def of_scores(_: Desk) -> Iterator[Document]:
    rng = np.random.default_rng(1)
    given = crossed(5, 9, ["a", HOSTILE], rng.normal(60, 9, 90))
    spoilt = [replace(answer, kind=Kind.DEGRADED) for answer in given[:30]]
    marked = [replace(answer, marks=(Mark(0, 3, HOSTILE),)) for answer in given]
    for judged in ([*given, *spoilt], marked, given[:18], given[:1]):
        yield score_results_document(score_results(Answers(tuple(judged), HOSTILE)), HOSTILE)


def of_rankings(_: Desk) -> Iterator[Document]:
    yield ranking_results_document(ranking_results(rankings(4), draws=20), HOSTILE)
    yield ranking_results_document(ranking_results(rankings(1), "expected-wins", draws=20))


def rankings(judges: int) -> Answers:
    rows = [
        (f"judge{judge}", str(n), str(n), [("a", 1), (HOSTILE, 1 + n % 2)]) for judge in range(judges) for n in range(5)
    ]
    return Answers(tuple(ranked(*rows)), "ranking")


def of_people(_: Desk) -> Iterator[Document]:
    """What people said, in every manner."""
    scores = Answers(tuple(crossed(2, 9, ["a", HOSTILE], range(36))), HOSTILE)
    for answers, manner in ((scores, "ours"), (scores, "wmt-da"), (rankings(3), "ours"), (rankings(1), "wmt")):
        yield results_document(answers, AnswerFilter(judges=("judge0",)), manner=manner, runs=5, draws=20)


MAKERS: dict[str, Callable[[Desk], Iterator[Document]]] = {
    "accounts_document": of_accounts,
    "analyses_document": of_analyses,
    "analysis_document": of_analysis,
    "analysis_list_document": lambda _: iter([analysis_list_document()]),
    "chosen_document": lambda _: iter([chosen_document([(1, 0, 0.1), (2, 3, math.nan)]), chosen_document([])]),
    "codes_document": of_codes,
    "comparison_document": of_comparison,
    "cut_items_document": lambda _: iter([cut_items_document([(1, [HOSTILE, "b"])]), cut_items_document([])]),
    "difficult_document": of_difficult,
    "effects_document": lambda desk: iter([effects_document(fit_judge_effects(memory_of(desk)), FACTS)]),
    "estimates_document": of_estimates,
    "evaltrans_document": of_evaltrans,
    "evaltrans_segments_document": of_evaltrans_segments,
    "evaluation_document": of_evaluation,
    "explanation_document": of_explanation,
    "findings_document": of_findings,
    "grades_document": of_grades,
    "history_document": of_history,
    "learned_document": of_learned,
    "members_document": of_members,
    "meta_document": of_meta,
    "metric_document": of_metric,
    "metric_list_document": lambda _: iter([metric_list_document()]),
    "plan_document": of_plans,
    "projects_document": of_projects,
    "answers_document": of_answers,
    "campaigns_document": of_campaigns,
    "status_document": of_status,
    "queue_document": of_queue,
    "ranking_results_document": of_rankings,
    "report_document": of_report,
    "results_document": of_people,
    "score_results_document": of_scores,
    "wmt_da_document": of_people,
    "wmt_rankings_document": of_people,
    "rules_document": lambda _: iter([rules_document(JudgingRules()), rules_document(JudgingRules(HOSTILE, True, 7))]),
    "statistics_document": of_statistics,
    "targets_document": of_targets,
    "validation_document": of_validation,
}


def test_every_maker_of_documents_is_here() -> None:
    inside = pkgutil.walk_packages(results.__path__, "mtassay.reports.results.")
    modules = [importlib.import_module(module.name) for module in inside]
    names = {name for module in modules for name in vars(module) if name.endswith("_document")}
    assert sorted(names) == sorted(MAKERS)
    assert sorted(ENDINGS.values()) == sorted(FORMATS)


def test_only_reports_make_documents() -> None:
    package = Path(mtassay.__file__).parent
    makers = {
        path.relative_to(package) for path in package.rglob("*.py") if re.search(r"\bDocument\(", path.read_text())
    }
    assert {path for path in makers if path.parts[0] != "reports"} == set(), "let a file in reports/results make it"
    assert Path("reports/results/memory/sections.py") in makers


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")
def test_every_result_can_be_written(maker: str, name: str, desk: Desk) -> None:
    count = 0
    for document in MAKERS[maker](desk):
        check(document, name)
        count += 1
    assert count


# a spreadsheet has neither the smallest nor the largest of them
FLOATS = st.floats(-1e300, 1e300, allow_subnormal=False) | st.sampled_from([math.nan, math.inf, -math.inf])
VALUES = st.one_of(
    hostile_text,
    st.none(),
    st.booleans(),
    st.integers(-(2**53), 2**53),
    FLOATS,
    st.floats(0, 1).map(Exact),
    st.datetimes(timezones=st.just(UTC)),
    st.builds(Estimate, *[st.none() | FLOATS] * 3),
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    names = draw(st.lists(hostile_text, min_size=1, max_size=4, unique=True))
    columns = [
        Column(
            name,
            draw(st.none() | hostile_text),
            digits=draw(st.integers(0, 4)),
            form=draw(st.sampled_from(Form)),
            is_words=draw(st.booleans()),
            has_ends=draw(st.booleans()),
        )
        for name in names
    ]
    rows = draw(st.lists(st.tuples(*[VALUES] * len(columns)), max_size=4))
    bold = frozenset({(0, 0)}) if rows and draw(st.booleans()) else frozenset()
    notes = tuple(draw(st.lists(hostile_text, max_size=2)))
    return Table(tuple(columns), rows, title=draw(hostile_text), notes=notes, bold=bold)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    found = draw(st.lists(tables(), min_size=1, max_size=3, unique_by=lambda table: table.key.casefold()))
    notes = draw(st.lists(st.builds(Note, st.lists(hostile_text).map(tuple), hostile_text, st.booleans()), max_size=1))
    signatures = draw(st.lists(st.builds(Signature, hostile_text, hostile_text, hostile_text), max_size=2))
    facts = draw(st.dictionaries(hostile_text, st.none() | hostile_text | FLOATS | st.integers(-9, 9), max_size=2))
    return Document("Random", (*notes, *found), facts=facts, signatures=tuple(signatures))


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=40, deadline=None)
@given(document=documents())
def test_any_document_can_be_written(name: str, document: Document) -> None:
    check(document, name)


def test_one_table_of_several_is_the_one_that_was_asked_for() -> None:
    first, second = Table.of(("a",), [(1,)], title="First"), Table.of(("b",), [(2,)], title="Second")
    document = Document("Two", (first, second), facts={"project": "p"})
    assert report_format("tsv").write(document) == "a\n1\n"
    assert report_format("tsv").write(document, table="SECOND") == "b\n2\n"
    assert report_format("csv").write(Document("Two", (first, second), main="Second")) == "b\n2\n"
    assert report_format("tsv").write(document, table="Facts") == "project\np\n"
    assert report_format("jsonl").write(document, table="facts") == '{"project": "p"}\n'
    with pytest.raises(
        mtassay.SettingError, match=r"no table 'Secnd' \(did you mean 'Second'\?\); there are: First, Second, facts"
    ):
        report_format("jsonl").write(document, table="Secnd")


def test_what_is_laid_out_for_terminals_is_a_table_in_papers_and_workbooks() -> None:
    table = Table.of(("name", "value"), [("a", 1)], title="values")
    document = Document("One", (Note(("a   1",), is_verbatim=True, table=table), Note(("Read on.",))), data=(table,))
    assert "a   1" in str(report_format("text").write(document))
    for name in ("markdown", "latex"):
        written = str(report_format(name).write(document))
        assert "a   1" not in written
        assert "Read on." in written
    workbook = report_format("xlsx").write(document)
    assert isinstance(workbook, bytes)
    (sheet,) = openpyxl.load_workbook(io.BytesIO(workbook)).worksheets
    texts = [cell.value for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert texts == ["name", "value", "a", 1, "Read on."]


def test_a_paper_gets_the_tables_of_a_result_that_is_text_alone() -> None:
    table = Table.of(("name",), [("a",)], title="values")
    document = Document("One", (Note(("how it came about",), is_verbatim=True),), data=(table,))
    for name in ("markdown", "latex"):
        written = str(report_format(name).write(document))
        assert "how it came about" in written
        assert "values" in written
