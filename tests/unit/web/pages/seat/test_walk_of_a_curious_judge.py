"""A judge who looks for more than is shown: by all addresses of a seat, by numbers that are guessed, by errors."""

import re
import secrets
import sqlite3
from contextlib import closing
from typing import Any

import campaign_desk
import pytest
import sqlalchemy as sa
from fastapi.routing import APIRoute
from unit.web.at_a_seat import JudgeAtASeat, ShownQuestion, open_campaign

from mtassay.corpus.evalset import EvalSet
from mtassay.store.campaign_tables import ANSWERS, CAMPAIGN_ROWS, SEAT_DRAFTS
from mtassay.store.schema import EVENTS, SYSTEMS, TARGETS
from mtassay.web.serving.visitor import LinkRole

SECRETS = {"source": "Quellsatz", "reference": "patternphrase", "system": "zebra", "judge": "Wilhelmina"}
"""What a judge of fluency is told nothing of; all of them are words that no page has."""
FIRST = 7_000_000
APART = 10_000
SEAT_ROUTES = {
    *("/seat", "/seat/question", "/seat/guidelines", "/seat/language/{language}", "/seat/leave"),
    *("/seat/answer", "/seat/draft", "/seat/skip", "/seat/undo"),
}
SCRIPT = {"Accept": "application/json"}


def count_from_afar(site: Any) -> None:
    """Let rows have numbers that nothing else has: each table begins at one of its own, far away."""
    tables = (EVENTS, SYSTEMS, TARGETS, *CAMPAIGN_ROWS, SEAT_DRAFTS)
    # a connection of its own: ours refuse rows that belong to nothing
    with closing(sqlite3.connect(site.database.path)) as connection, connection:
        for place, table in enumerate(tables):
            values: dict[str, Any] = {column.name: _filler(column) for column in table.columns if not column.nullable}
            values["id"] = FIRST + APART * place
            names, marks = ", ".join(values), ", ".join("?" * len(values))
            connection.execute(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", tuple(values.values()))


def _filler(column: sa.Column[Any]) -> Any:
    if isinstance(column.type, sa.JSON):
        return "{}"
    if isinstance(column.type, sa.Integer | sa.Float | sa.Boolean):
        return 0
    return "2020-01-01 00:00:00" if "TIME" in str(column.type).upper() else ""


def told_numbers(text: str) -> list[str]:
    """Numbers of the database in a text; those of tokens and digests are none."""
    numbers = re.findall(r"(?<![0-9a-f])\d{7}(?![0-9a-f])", text)
    return [number for number in numbers if FIRST <= int(number) < FIRST + APART * 100]


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> EvalSet:
    systems = {
        f"zebra{place}": [f"words {number} {variant}" for number in range(6)]
        for place, variant in enumerate(("red", "green", "blue"))
    }
    evalset = EvalSet(
        [f"patternphrase {number}" for number in range(6)],
        sources=[f"Quellsatz {number}" for number in range(6)],
        systems=systems,
        labels={"document": ["one"] * 3 + ["two"] * 3},
    )
    monkeypatch.setattr(campaign_desk, "TEXTS", evalset)
    return evalset


def answer_fields(question: ShownQuestion) -> dict[str, Any]:
    ranks = {name: place for place, name in enumerate(question.names("rank-"), 1)}
    sides = question.values("better")
    return {"score": 42, "value": 4, "better": sides[0] if sides else "", **ranks}


def look_everywhere(judge: JudgeAtASeat) -> list[tuple[str, str]]:
    """All that a browser is sent, by all addresses that a seat has, asked as a page, as JSON and with guesses."""
    seen = []

    def note(what: str, answer: Any) -> Any:
        assert answer.status_code < 500, (what, answer.text)
        seen.append((what, f"{dict(answer.headers)} {answer.text}"))
        return answer

    paths = ["/seat", "/seat?at=100000", "/seat?after=100000", "/seat?at=200000&source=yes&reference=yes&as=json"]
    paths += ["/seat/question?ahead=100000,200000", "/seat/question?at=300000&context=document", "/seat?at=1&judge=x"]
    paths += ["/seat/guidelines", "/seat.json", "/seat/answers", "/seat/2", "/seat/question/1", "/seat/tasks", "/j"]
    # numbers that the database has, in the place of those of the seat
    guessed = [FIRST + APART * place + own for place in range(12) for own in (1, 5)]
    paths += [f"/seat?at={number}" for number in guessed[:6]] + [
        f"/seat/question?at={n * 100_000}" for n in guessed[:6]
    ]
    for path in paths:
        for headers in ({}, SCRIPT):
            note(path, judge.get(path, headers=headers))
    question = judge.ask()
    fields = answer_fields(question)
    note("saved", judge.say(question, **fields))
    note("saved again", judge.say(question, **fields))
    note("other body", judge.say(question, **fields, cannot="other"))
    note("elsewhere", judge.say(question, **{**fields, "token": secrets.token_hex(16), "cannot": "language"}))
    note("old version", judge.say(question, **{**fields, "version": FIRST + 1, "token": secrets.token_hex(16)}))
    following = judge.ask()
    incomplete = {**dict(list(answer_fields(following).items())[-1:]), "value": 9, "score": 999, "better": "9"}
    note("incomplete", judge.say(following, **incomplete))
    note("no target", judge.say(following, target=FIRST, **fields))
    for action in ("draft", "skip", "undo"):
        form = {"csrf": judge.seat_token, **following.hidden, **answer_fields(following), "comment": "mine"}
        note(action, judge.post(f"/seat/{action}", data=form, headers=SCRIPT))
        note(f"{action} without script", judge.send_at_seat(f"/seat/{action}", **following.hidden, value=3))
    note("after all", judge.get("/seat"))
    note("language", judge.get("/seat/language/de"))
    note("left", judge.send_at_seat("/seat/leave"))
    note("gone", judge.get("/seat", headers=SCRIPT))
    return seen


def test_the_walk_knows_all_addresses_of_a_seat(public):
    routes = (route for route in public.app.routes if isinstance(route, APIRoute))
    known = {
        route.path
        for route in routes
        if any(getattr(each.dependency, "needed_role", None) is LinkRole.SEAT for each in route.dependencies)
    }
    assert known == SEAT_ROUTES


@pytest.mark.parametrize(
    ("protocol", "context", "hidden"),
    [
        ("fluency", "none", ("source", "reference", "system", "judge")),
        ("fluency", "document", ("source", "reference", "system", "judge")),
        ("adequacy:against=reference", "before", ("source", "system", "judge")),
        ("da", "document", ("reference", "system", "judge")),
        ("ranking", "none", ("reference", "system", "judge")),
        ("pairwise", "before", ("reference", "system", "judge")),
    ],
)
def test_nothing_is_told_by_any_address_error_or_header(public, texts, protocol, context, hidden):
    count_from_afar(public)
    campaign, links = open_campaign(
        public, protocol, name="this one", context=context, seats=2, overlap=1.0, judges=["Wilhelmina"]
    )
    assert campaign.id > FIRST
    first, second = (JudgeAtASeat(public).come(link) for link in links)
    # the other judge has answered, begun and commented the same tasks
    question = first.ask()
    assert first.say(question, **answer_fields(question), comment="Wilhelmina thinks: words").status_code == 200
    begun = first.ask()
    first.send_at_seat("/seat/draft", **begun.hidden, value=3, score=17, comment="Wilhelmina is not sure")
    for what, said in look_everywhere(second):
        for kind in hidden:
            assert SECRETS[kind] not in said, (kind, what, said)
        assert not told_numbers(said), (what, told_numbers(said))
        assert not re.search(r"/projects/|/campaigns/|project_id|this is no task", said), what


@pytest.mark.parametrize("protocol", ["ranking", "pairwise"])
def test_who_guesses_numbers_of_the_database_learns_nothing(public, texts, protocol):
    """An answer by the true number of a text is refused as any nonsense is: else it would tell which number is true."""
    count_from_afar(public)
    _, (link, *_) = open_campaign(public, protocol, seats=1)
    judge = JudgeAtASeat(public).come(link)
    question = judge.ask()
    with public.database.reading() as connection:
        tasks = connection.execute(sa.text("SELECT task, item FROM campaign_task_items WHERE task > 7000000")).all()
    of_task: dict[int, list[int]] = {}
    for task, item in tasks:
        of_task.setdefault(task, []).append(item)
    refusals = set()
    for items in [*of_task.values(), [5, 6, 7], [2**40]]:
        ranks = {f"rank-{item}": 1 for item in items}
        refused = judge.say(question, **(ranks if protocol == "ranking" else {"better": items[0]}))
        assert refused.status_code == 422
        refusals.add(refused.text)
    assert len(refusals) == 1
    assert judge.say(question, **answer_fields(question)).status_code == 200


def test_numbers_that_a_judge_writes_stay_as_they_are(public, texts):
    """A comment or a score that happens to be a number of a text, blind or true, is no number of a text."""
    count_from_afar(public)
    _, (link, *_) = open_campaign(public, "ranking", seats=1)
    judge = JudgeAtASeat(public).come(link)
    question = judge.ask()
    blind = [name.removeprefix("rank-") for name in question.names("rank-")]
    with public.database.reading() as connection:
        true = connection.scalar(sa.text("SELECT max(item) FROM campaign_task_items WHERE task > 7000000"))
    comment = f"compare {true} and {blind[0]}, {blind[1]}"
    judge.send_at_seat("/seat/draft", **question.hidden, comment=comment, **{f"rank-{blind[0]}": blind[1]})
    assert comment in judge.ask(f"/seat?at={question.target}").html
    with public.database.reading() as connection:
        (draft,) = connection.scalars(sa.select(SEAT_DRAFTS.c.body).where(SEAT_DRAFTS.c.seat > FIRST))
    assert list(draft["ranks"].values()) == [int(blind[1])]
    assert judge.say(question, **answer_fields(question), comment=comment).status_code == 200
    with public.database.reading() as connection:
        (row,) = connection.execute(sa.select(ANSWERS).where(ANSWERS.c.seat > FIRST))
    assert row.comment == comment
    assert all(int(name) > FIRST for name in row.body["ranks"])
    assert not set(blind) & set(row.body["ranks"])


def test_judges_of_two_campaigns_on_the_same_texts_see_other_numbers(public, texts):
    """Or they could compare: the same text would be known by its number, and so which system wrote it."""
    (_, (first, *_)), (_, (second, *_)) = (
        open_campaign(public, "pairwise", name=name, seats=1) for name in ("one", "two")
    )
    shown = [set(JudgeAtASeat(public).come(link).ask().values("better")) - {"equal"} for link in (first, second)]
    assert not shown[0] & shown[1]


def test_the_order_of_outputs_is_not_that_of_systems(public, texts):
    """Over the segments systems change their places."""
    _, (link, *_) = open_campaign(public, "ranking", seats=1)
    judge = JudgeAtASeat(public).come(link)
    orders = set()
    while (question := judge.ask()).is_there:
        shown = re.findall(r"words \d (red|green|blue)", question.html)
        orders.add(tuple(dict.fromkeys(shown)))
        assert judge.say(question, **answer_fields(question)).status_code == 200
    assert len(orders) > 2
    assert len({order[0] for order in orders}) > 1
