"""What a judge at a seat does not see, in pages, addresses and JSON."""

import re

import campaign_desk
import pytest
import sqlalchemy as sa
from campaign_desk import TEXTS, first_task, say, seat_of
from unit.web.at_a_seat import JudgeAtASeat, open_campaign, sit_down

from mtassay.corpus.evalset import EvalSet
from mtassay.store.campaign_tables import CAMPAIGN_ITEMS, CAMPAIGN_TASKS
from mtassay.store.campaigns.seat_work import show_task
from mtassay.store.contents.items import cut_items
from mtassay.store.contents.projects import project_of
from mtassay.store.schema import ITEMS, SOURCES, VERDICTS

PROTOCOLS = [
    "fluency",
    "adequacy",
    "adequacy:against=reference",
    "da",
    "sqm",
    "ranking",
    "pairwise",
    "esa",
    "mqm",
    "sser",
]


def answers_of(judge, protocol: str) -> list[str]:
    """All that a browser is sent while its judge answers the first question."""
    question = judge.ask()
    fields: dict[str, object] = {"value": 4, "score": 4, "better": "equal", "spans": "[]"}
    fields |= dict.fromkeys(question.names("rank-"), 1)
    saved = judge.say(question, **fields)
    assert saved.status_code == 200
    fragment = judge.get("/seat/question", params={"ahead": "200000,200001"})
    assert "data-target" in fragment.text
    as_json = judge.get("/seat?as=json", headers={"Accept": "application/json"})
    draft = judge.post(
        "/seat/draft",
        data={"csrf": judge.seat_token, "target": 200000, "score": 3},
        headers={"Accept": "application/json"},
    )
    return [question.html, saved.text, fragment.text, as_json.text, draft.text, judge.get("/seat/guidelines").text]


@pytest.mark.parametrize(
    ("protocol", "context"),
    [
        (name, context)
        for name in PROTOCOLS
        for context in ("none", "before")
        if (name, context) != ("fluency", "before")
    ],
)
def test_no_system_is_named(public, protocol, context):
    for text in answers_of(sit_down(public, protocol, context=context, seats=1), protocol):
        for system in TEXTS.systems:
            assert (
                re.search(
                    rf"\b{system}\b",
                    text.replace("Equally good", "")
                    .replace(">good<", "")
                    .replace("as good as", "")
                    .replace("How good", ""),
                )
                is None
            ), system


@pytest.mark.parametrize("context", ["none", "document"])
def test_fluency_shows_no_source_and_no_reference(public, context):
    for text in answers_of(sit_down(public, "fluency", context=context, seats=1), "fluency"):
        assert "Satz Nummer" not in text
        assert "Source<" not in text


def test_who_is_shown_a_reference_sees_no_source(public):
    for text in answers_of(sit_down(public, "adequacy:against=reference", seats=1), "adequacy"):
        assert "Satz Nummer" not in text


@pytest.mark.parametrize("protocol", ["da", "ranking", "pairwise", "sser"])
def test_no_number_of_the_database_is_told(public, protocol):
    sit_down(
        public, "fluency", name="a campaign before", seats=3
    )  # or numbers at a seat would be those of the database
    judge = sit_down(public, protocol, name="this one", seats=1)
    with public.database.reading() as connection:
        items = set(map(str, connection.scalars(sa.select(CAMPAIGN_ITEMS.c.id).where(CAMPAIGN_ITEMS.c.campaign == 2))))
        tasks = set(map(str, connection.scalars(sa.select(CAMPAIGN_TASKS.c.id).where(CAMPAIGN_TASKS.c.campaign == 2))))
    for text in answers_of(judge, protocol):
        named = set(re.findall(r'(?:name|value|data-[a-z-]+|href|id)="[a-z/?=-]*(\d+)"', text))
        # ranks, scores and places are small numbers, and those of these items begin behind them
        assert not {number for number in named & items if int(number) > 10}
        assert not {number for number in named & tasks if int(number) > 10}
        assert not re.search(r"/projects/|/campaigns/|project_id", text)


def test_items_have_other_numbers_than_others_see(public):
    judge = sit_down(public, "pairwise", seats=1)
    values = [value for value in judge.ask().values("better") if value != "equal"]
    assert all(int(value) > 10_000 for value in values)


def test_drafts_are_of_ones_own_seat(public):
    first = sit_down(public, "da", overlap=1.0)
    second = sit_down(public, "da", name="another")
    first.send_at_seat("/seat/draft", target=100_000, score=37, comment="mine alone")
    assert "mine alone" in first.ask("/seat?at=100000").html
    assert "mine alone" not in second.ask("/seat?at=100000").html


@pytest.mark.parametrize("protocol", ["sser", "da"])
def test_what_is_reused_reaches_no_seat(public, protocol):
    body = {"sser": {"value": 7}, "da": {"score": 77}}[protocol]
    first, _ = open_campaign(public, protocol, seats=1, judges=("Berta Known",))
    with public.database.writing() as connection:
        seat = seat_of(connection, first)
        task = first_task(connection, seat)
        (known,) = show_task(connection, seat, task).items
        say(connection, seat, body, task=task, comment="known before")
    judge = sit_down(public, protocol, name="later", seats=1, reuse=True, judges=("Carla",))
    total, seen = 0, []
    while (question := judge.ask()).is_there:
        seen += [question.html, judge.get(f"/seat/question?at={question.target}").text]
        seen.append(judge.say(question, value=3, score=3).text)
        total += 1
    seen.append(question.html)
    assert total == 16
    for text in seen:
        assert known.text not in re.findall(r'<p class="text[^>]*>([^<]*)</p>', text)
        assert not re.search(r"Berta|known before|\b77\b", text)
        assert 'value="7" data-score="7" required checked' not in text


def test_information_items_have_blind_numbers_and_no_verdicts_of_others(public):
    campaign, links = open_campaign(public, "sser", seats=2, overlap=1.0)
    with public.database.writing() as connection:
        project = project_of(connection, campaign.project)
        for source in connection.scalars(sa.select(SOURCES.c.id)).all():
            cut_items(connection, project, source, ["Satz", "Nummer"], "manager")
        items = {str(number) for number in connection.scalars(sa.select(ITEMS.c.id))}
    one, two = (JudgeAtASeat(public).come(link) for link in links)
    question = one.ask()
    first, second = question.names("item-")
    assert not {first.partition("-")[2], second.partition("-")[2]} & items
    saved = one.say(question, **{"value": 8, first: "missing", second: "ok"})
    assert saved.status_code == 200
    again = one.ask(f"/seat?at={question.target}").html
    assert re.search(rf'name="{first}" value="missing" data-class="m" checked', again)
    with public.database.reading() as connection:
        assert sorted(connection.scalars(sa.select(VERDICTS.c.verdict))) == ["missing", "ok"]
    for _ in range(17):
        other = two.ask()
        assert "checked" not in other.html
        two.say(other, value=1)
    wrong = one.say(one.ask(), **{"value": 8, "item-1": "ok"})
    assert wrong.status_code == 422


def test_hostile_text_is_text(public, monkeypatch):
    hostile = "<script>alert(1)</script>\"'&{{7*7}}"
    systems = {name: [f"{hostile} {name} {number}" for number in range(6)] for name in TEXTS.systems}
    texts = EvalSet(systems["good"], sources=[f"{hostile} {number}" for number in range(6)], systems=systems)
    monkeypatch.setattr(campaign_desk, "TEXTS", texts)
    for protocol in ("da", "ranking", "pairwise", "esa", "mqm", "sser"):
        page = sit_down(public, protocol, name=f"<b>{protocol}", seats=1).ask().html
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page
        assert "<b>" + protocol not in page
        assert "49" not in re.sub(r"[0-9a-f]{16,}|\d{5,}", "", page)
