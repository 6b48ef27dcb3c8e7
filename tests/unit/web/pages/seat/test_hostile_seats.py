"""Hostile texts and requests at a seat: nothing runs, nothing breaks, and what is refused is refused with words."""

import re
import secrets
from typing import Any

import campaign_desk
import pytest
import sqlalchemy as sa
from unit.web.at_a_seat import JudgeAtASeat, open_campaign

from mtassay.campaigns.plan import Design, plan_campaign
from mtassay.campaigns.start import begin_campaign
from mtassay.corpus.evalset import EvalSet
from mtassay.store.campaign_tables import ANSWERS
from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, set_state
from mtassay.store.campaigns.links import make_links
from mtassay.store.contents.projects import add_project

SCRIPT = {"Accept": "application/json"}
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'`&{{7*7}}${7*7}</textarea></form>"
LONG = 64 * 1024


@pytest.fixture
def site(database: Any, open_site: Any) -> Any:
    return open_site(database.location)


def open_one(site: Any, *protocols: str) -> JudgeAtASeat:
    _, (link,) = open_campaign(site, *protocols, seats=1)
    return JudgeAtASeat(site).come(link)


def stored(site: Any) -> list[Any]:
    with site.database.reading() as connection:
        return connection.execute(sa.select(ANSWERS).order_by(ANSWERS.c.id)).all()


def send_bytes(judge: JudgeAtASeat, path: str, content: bytes, kind: str) -> Any:
    headers = {**SCRIPT, "Content-Type": kind, "X-CSRF-Token": judge.seat_token}
    return judge.post(path, content=content, headers=headers)


def test_a_request_of_64_kilobytes_is_read_and_one_byte_more_is_not(site):
    judge = open_one(site, "da")
    question = judge.ask()
    start = f"target={question.target}&token={secrets.token_hex(16)}&score=7&filler="
    form = "application/x-www-form-urlencoded"
    more = send_bytes(judge, "/seat/answer", (start + "x" * (LONG + 1 - len(start))).encode(), form)
    assert (more.status_code, stored(site)) == (413, [])
    assert "64 kB" in more.json()["error"]["message"]
    exact = send_bytes(judge, "/seat/answer", (start + "x" * (LONG - len(start))).encode(), form)
    assert exact.status_code == 200, exact.text
    assert [row.body for row in stored(site)] == [{"score": 7}]


NO_ANSWERS = [
    ("application/json", b"[" * 30_000 + b"]" * 30_000),
    ("application/json", b'{"score": NaN, "target": 100000}'),
    ("application/json", b'{"target": 1e999, "token": "\\ud800"}'),
    ("application/x-www-form-urlencoded", b"&" * 60_000),
    ("application/x-www-form-urlencoded", b"a=1&" * 15_000),
    ("application/x-www-form-urlencoded", b"target=%ff%fe&score=%00&token=%ed%a0%80"),
    ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data; name=score\r\n\r\n7\r\n"),
    ("multipart/form-data", b"--x"),
    ("text/plain", b"\x00" * 100),
]


@pytest.mark.parametrize("protocol", ["da", "ranking"])
def test_requests_that_are_no_answers(public, protocol):
    judge = open_one(public, protocol)
    for kind, content in NO_ANSWERS:
        for path in ("/seat/answer", "/seat/draft", "/seat/skip"):
            refused = send_bytes(judge, path, content, kind)
            assert 400 <= refused.status_code < 500, (path, kind, content[:50], refused.status_code, refused.text)
            assert set(refused.json()["error"]) == {"title", "message"}
            assert "Traceback" not in refused.text
    assert stored(public) == []
    assert judge.ask().is_there


NO_NUMBERS = ["nan", "NaN", "inf", "-inf", "1e999", "٣", "0x10", "1_0", "", " ", "7" * 400, "[" * 500, "\ud800"]


def test_numbers_that_are_none(public):
    judge = open_one(public, "da")
    question = judge.ask()
    for number in NO_NUMBERS:
        sent = number.encode("utf-8", "surrogatepass")
        for field in ("score", "target", "version", "seconds", "token"):
            if (field, number) in {("score", "٣"), ("version", ""), ("seconds", "")}:
                continue  # a digit of another script is a digit; what is not said is as at first
            fields: dict[str, Any] = {"csrf": judge.seat_token, **question.hidden, "score": 5, field: sent}
            refused = judge.post("/seat/answer", data=fields, headers=SCRIPT)
            assert refused.status_code == 422, (field, number, refused.status_code, refused.text)
    assert stored(public) == []


@pytest.mark.parametrize("comment", ["a\0b", HOSTILE, "\u202e\u2066 rtl", "é" * 4000, "\ufffe\uffff", "🙂👩‍👩‍👧"])
def test_comments_are_kept_as_they_are_but_for_nul(site, comment):
    judge = open_one(site, "da")
    question = judge.ask()
    assert judge.say(question, score=7, comment=comment).status_code == 200
    assert [row.comment for row in stored(site)] == [comment.replace("\0", "")]
    page = judge.ask(f"/seat?at={question.target}").html
    assert "<script>alert" not in page
    assert "<img" not in page


def test_half_a_character_in_a_comment_breaks_nothing(site):
    judge = open_one(site, "da")
    question = judge.ask()
    start = f"target={question.target}&token={secrets.token_hex(16)}&score=7&comment=a%ED%A0%80b"
    said = send_bytes(judge, "/seat/answer", start.encode(), "application/x-www-form-urlencoded")
    assert said.status_code in (200, 422)
    for row in stored(site):
        assert row.comment.encode()  # whatever is kept can be written to a file
    assert judge.ask(f"/seat?at={question.target}").is_there


@pytest.mark.parametrize(
    ("protocol", "context"),
    [
        ("adequacy:against=both", "document"),
        ("da:against=both", "before"),
        ("ranking:against=both", "before"),
        ("pairwise:against=both", "none"),
    ],
)
def test_script_in_every_text_stays_text(public, protocol, context):
    texts = [f"{HOSTILE} {number}" for number in range(4)]
    evalset = EvalSet(
        [f"{HOSTILE} reference {number}" for number in range(4)],
        sources=texts,
        systems={f"{HOSTILE}{name}": [f"{text} {name}" for text in texts] for name in ("a", "b")},
        labels={"document": [HOSTILE] * 4},
    )
    plan = plan_campaign(evalset, Design(protocols=(protocol,), seats=1, context=context))
    guidelines = f"# {HOSTILE}\n\n{HOSTILE}\n\n[{HOSTILE}](javascript:alert(3)) [x](//evil.example)\n\n```\n{HOSTILE}"
    with public.database.writing() as connection:
        project = add_project(connection, "talks", "manager", source_language="de", target_language="en")
        name = f"{HOSTILE} campaign"
        campaign = begin_campaign(
            connection, project, name, evalset, plan, "manager", judges=[HOSTILE[:60]], guidelines=guidelines
        )
        set_state(connection, campaign, CampaignState.RUNNING, "manager")
        (link,) = make_links(connection, campaign_of(connection, campaign.id), None, "manager")
    judge = JudgeAtASeat(public)
    opened = judge.get(f"/j/{link.token}").text
    judge.come(link.token)
    pages = [opened, *(judge.get(path).text for path in ("/seat", "/seat?at=200000", "/seat/guidelines"))]
    pages.append(judge.get("/seat/question?ahead=100000,100001").text)
    for page in pages:
        assert "alert(1)" in page
        assert not re.search(r"<script>|<img|href=.javascript|//evil", _tags(page)), page
        assert "49" not in re.sub(r"[0-9a-f]{16,}|\d{4,}", "", _tags(page))
        assert page.count("</form>") == page.count("<form")


def _tags(page: str) -> str:
    """The elements of a page, with their attributes: what a browser acts on."""
    return " ".join(re.findall(r"<[^>]*>", page))


def test_a_segment_of_a_thousand_words(public, monkeypatch):
    long = " ".join(f"word{number}" for number in range(1000))
    systems = {name: [f"{name} {long}", "short"] for name in ("a", "b", "c")}
    monkeypatch.setattr(campaign_desk, "TEXTS", EvalSet(sources=[long, "kurz"], systems=systems))
    judge = open_one(public, "ranking")
    pages = judge.ask("/seat?at=100000").html + judge.ask("/seat").html
    assert "word999" in pages
