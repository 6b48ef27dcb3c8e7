"""The terminal and the browser ask the same of a judge: in the same order, by the same rules, with the same effect."""

import secrets
from collections.abc import Iterator
from typing import NamedTuple

import pytest
import sqlalchemy as sa
from small_memory import fill

from mtassay.cli.judging.session import JudgingSession, Mode
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.judging.context import JudgingScope, system_number
from mtassay.store.judging.queues import NewItem, add_queue, assign
from mtassay.store.judging.rules import JudgingRules, change_rules
from mtassay.store.schema import OUTPUTS, RUNS, SYSTEMS

STEPS = ("7", "n", "2", "u", "9", "n", "x", "3", "u", "u", "5", "4", "8")
RULES = (JudgingRules(is_open=False, seed=7), JudgingRules(is_open=True, seed=3))
SCOPES = ("", "&unknown=no", "&system=neural", "&queue=neural-large", "&recheck=5&of=anna&seed=2")


class Seen(NamedTuple):
    """What a judge sees: the translation, the scores beside it, what was chosen for it before, and how far it is."""

    text: str
    scores: tuple[str, ...]
    chosen: float | None
    done: int
    total: int


def in_the_browser(site, project: int, query: str) -> Iterator[Seen]:
    program, browser = site.program(), site.browser()
    where = f"projects/{project}/judge"

    def send(action: str, **fields: object) -> str:
        """Send a form of the page, and say where it leads to."""
        sent = browser.post(
            f"/{where}/{action}?judge=clara{query}", data={"csrf": browser.token, **fields}, follow_redirects=False
        )
        assert sent.status_code == 303, sent.text
        return sent.headers["location"]

    address = f"/{where}?judge=clara{query}"
    for step in (*STEPS, ""):
        page = program.get(f"/api/v1{address}").json()
        question = page["question"]
        if question is None:
            return
        scores = tuple(f"{near['score']:g}" for near in question["neighbours"] if near["score"] is not None)
        yield Seen(question["text"], scores, question["value"], page["done"], page["total"])
        if step == "n":
            address = send("skip", target=question["target"])
        elif step == "u":
            address = send("undo")
        elif step:
            value = 10 if step == "x" else int(step)
            told = {"target": question["target"], "version": question["version"], "token": secrets.token_hex(16)}
            address = send("answer", value=value, **told)


def in_the_terminal(database: Database, project: Project, scope: JudgingScope) -> Iterator[Seen]:
    session = JudgingSession(database, project, "clara", scope)
    for step in (*STEPS, ""):
        if session.mode is Mode.CONTRADICTION:
            session.press("enter")
        if session.question is None:
            return
        scores = [f"{near.mean_value:g}" for near in session.neighbours] if session.shows_scores else []
        yield Seen(session.question.text, tuple(scores), session.draft.body.value, session.done, session.total)
        session.press(step or "q")
        if step not in ("n", "u", ""):
            session.press("enter")
            if session.mode is Mode.QUESTION and session.message.endswith("saves it as it is"):
                session.press("enter")


def scope_of(connection: sa.Connection, project: Project, query: str) -> JudgingScope:
    if "system" in query:
        return JudgingScope(system=system_number(connection, project, "neural"), only_unknown=False)
    if "queue" in query:
        return JudgingScope(queue=draw_queue(connection, project))
    if "recheck" in query:
        return JudgingScope(rechecks=5, of="anna", recheck_seed=2)
    return JudgingScope(only_unknown=query == "")


def draw_queue(connection: sa.Connection, project: Project) -> int:
    """The outputs of a system, in an order of their own."""
    runs = sa.select(RUNS.c.id).join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system).where(SYSTEMS.c.project == project.id)
    run = connection.scalars(runs.where(SYSTEMS.c.name == "neural-large")).one()
    targets = sa.select(OUTPUTS.c.target).where(OUTPUTS.c.run == run).order_by(OUTPUTS.c.position).limit(6)
    items = [NewItem(target, 0.9 - 0.1 * place, 1.0) for place, target in enumerate(connection.scalars(targets))]
    queue = add_queue(connection, project, run, items, "mara", seed=1, revision=1, settings={})
    assign(connection, project, queue, "mara", count=len(items))
    return queue.id


def said(connection: sa.Connection, project: Project) -> dict[str, list[tuple[float | None, bool]]]:
    """What clara said of each text that holds."""
    return {
        target.text: [(one.value, one.is_recheck) for one in target.judgments if one.judge == "clara"]
        for source in read_collection(connection, project).sources
        for target in source.targets
    }


@pytest.mark.parametrize("query", SCOPES)
@pytest.mark.parametrize("rules", RULES, ids=["hidden", "open"])
def test_both_ask_the_same(local, rules: JudgingRules, query: str) -> None:
    with local.database.writing() as connection:
        projects = [fill(connection, name) for name in ("browser", "terminal")]
        scopes = [scope_of(connection, project, query) for project in projects]
        for project in projects:
            change_rules(connection, project, rules, "mara")
    there = list(in_the_browser(local, projects[0].id, query))
    here = list(in_the_terminal(local.database, projects[1], scopes[1]))
    assert here == there
    assert len(here) > 2
    is_shown = rules.is_open and "queue" not in query and "recheck" not in query
    first_time = [seen for seen in here if seen.chosen is None]
    assert any(seen.scores for seen in first_time) == is_shown
    with local.database.reading() as connection:
        assert said(connection, projects[0]) == said(connection, projects[1])


def test_what_was_begun_in_one_goes_on_in_the_other(local) -> None:
    with local.database.writing() as connection:
        project = fill(connection)
    session = JudgingSession(local.database, project, "clara", JudgingScope())
    assert session.question is not None
    for key in ("6", "c", *"odd", "enter", "q"):
        session.press(key)
    question = local.program().get("/api/v1/projects/1/judge?judge=clara").json()["question"]
    assert (question["text"], question["value"], question["comment"]) == (session.question.text, 6, "odd")
