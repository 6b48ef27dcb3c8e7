"""The whole way of a judge at a seat, on both databases: what is asked, what is stored, and that nothing is lost."""

import json
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from unit.web.at_a_seat import JudgeAtASeat, ShownQuestion, open_campaign

from mtassay.store.campaign_tables import ANSWERS, SEAT_DRAFTS
from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, set_state
from mtassay.store.campaigns.links import make_links
from mtassay.store.campaigns.seat_work import current_answers
from mtassay.store.campaigns.seats import assigned_tasks, exclude_seat, hand_over
from mtassay.web.pages.seat.answers import MOST_A_MINUTE

SCRIPT = {"Accept": "application/json"}


@pytest.fixture
def site(database, open_site) -> Any:
    """A server at somebody's own machine, on SQLite or on PostgreSQL."""
    return open_site(database.location)


def begin(site, *protocols, **design) -> JudgeAtASeat:
    _, links = open_campaign(site, *protocols, **{"seats": 1, **design})
    return JudgeAtASeat(site).come(links[0])


def bodies(site) -> list:
    """What holds, in the order in which it came."""
    with site.database.reading() as connection:
        query = sa.select(ANSWERS.c.body).where(current_answers()).order_by(ANSWERS.c.id)
        return list(connection.scalars(query))


def fields_of(question: ShownQuestion, part: str) -> dict[str, Any]:
    """A valid answer, by the fields of the form."""
    if part == "ranking":
        return {name: place for place, name in enumerate(question.names("rank-"), 1)}
    if part == "pairwise":
        return {"better": question.values("better")[0]}
    if part in ("esa", "mqm"):
        row = {"side_1": "target", "quote_1": question.words.split()[0], "time_1": 1, "severity_1": "major"}
        return {**row, "score": 40} if part == "esa" else {**row, "category_1": "Style/Awkward", "note_1": "so"}
    return {"value": 4} if part in ("fluency", "adequacy", "sser") else {"score": 5}


@pytest.mark.parametrize("protocol", ["da", "sqm", "fluency", "adequacy", "ranking", "pairwise", "esa", "mqm", "sser"])
def test_every_protocol_is_answered_to_the_end(site, protocol):
    judge = begin(site, protocol)
    count = 0
    while (question := judge.ask()).is_there:
        saved = judge.say(question, **fields_of(question, protocol))
        assert saved.status_code == 200, saved.text
        assert saved.json()["is_new"]
        count += 1
    assert count == len(bodies(site))
    assert count == {"ranking": 6, "pairwise": 6}.get(protocol, 17)
    assert "Everything is done. Thank you." in question.html
    assert f"You gave {count} answers" in question.html


def test_a_ranking_is_stored_by_the_numbers_of_items(site):
    judge = begin(site, "ranking")
    question = judge.ask()
    names = question.names("rank-")
    judge.say(question, **dict(zip(names, (3, 1, 1), strict=False)))
    (body,) = bodies(site)
    assert sorted(body["ranks"].values()) == [1, 1, 2][: len(names)]
    assert not {name.removeprefix("rank-") for name in names} & set(body["ranks"])
    again = judge.ask(f"/seat?at={question.target}")
    assert again.html.count("checked") == len(names)
    assert again.names("rank-") == names


def test_pairs_say_by_how_much(site):
    judge = begin(site, "pairwise:by=yes")
    question = judge.ask()
    left, _, right = question.values("better")
    assert judge.say(question, better=right).status_code == 422
    assert judge.say(question, better=right, by=2).status_code == 200
    question = judge.ask()
    assert judge.say(question, better="equal").status_code == 200
    first, second = bodies(site)
    assert first["by"] == 2
    assert second == {"better": None}
    assert left


def test_errors_are_marked_without_script_by_their_words(site):
    judge = begin(site, "esa")
    question = judge.ask()
    text = question.words
    first, last = text.split()[0], text.split()[-1]
    rows = {"side_1": "target", "quote_1": last, "time_1": 1, "severity_1": "major"}
    rows |= {"side_2": "missing", "quote_2": "Satz", "severity_2": "minor", "side_3": "target", "quote_3": ""}
    refused = judge.say(question, **(rows | {"quote_1": "no such words"}), score=40)
    assert refused.status_code == 422
    assert judge.say(question, **rows, score=40).status_code == 200
    start = text.index(last)
    (body,) = bodies(site)
    assert body == {
        "spans": [
            {"side": "target", "start": start, "end": len(text), "severity": "major"},
            {"side": "source", "start": 0, "end": 4, "missing": True, "severity": "minor"},
        ],
        "score": 40,
    }
    again = judge.ask(f"/seat?at={question.target}")
    assert f'name="quote_1" value="{last}"' in again.html
    assert 'name="quote_2" value="Satz"' in again.html
    assert 'name="quote_5"' in again.html
    assert first


def test_a_draft_of_errors_may_hold_anything(site):
    judge = begin(site, "mqm:score=yes", context="document")
    question = judge.ask()
    odd = [{"side": "target", "start": "x", "end": None}, {"side": 3}, {"start": 1e300, "end": 2}, {"missing": True}]
    spans = json.dumps([*odd, {"side": "target", "start": 0, "end": 3, "severity": [], "category": {}}])
    kept = judge.send_at_seat("/seat/draft", target=question.target, spans=spans, score="inf")
    assert kept.status_code == 303
    assert f'name="quote_1" value="{question.words[:3]}"' in judge.ask().html
    assert judge.say(question, spans=spans, score=3).status_code == 422
    for broken in ("[[[", '[{"note": "\\ud800"}]', "[" * 15_000):
        assert judge.send_at_seat("/seat/draft", target=question.target, spans=broken).status_code == 303


def test_two_answers_with_errors_are_told_in_words(site):
    judge = begin(site, "esa")
    question = judge.ask()
    assert judge.say(question, spans="[]", score=90).status_code == 200
    other = judge.say(question, spans='[{"side":"target","missing":true,"severity":"major"}]', score=1, token="f" * 32)
    assert other.status_code == 409
    details = other.json()["error"]["details"]
    assert (details["stored"]["words"], details["yours"]["words"]) == ("90, 0 errors", "1, 1 error")


def test_a_document_is_answered_card_by_card(site):
    judge = begin(site, "da", context="document")
    targets = []
    while (question := judge.ask()).is_there:
        targets.append(question.target)
        assert "card" in question.html
        judge.say(question, score=len(targets))
    assert [divmod(target, 100_000) for target in targets[:4]] == [(1, 1), (1, 2), (1, 3), (2, 1)]
    assert [body["score"] for body in bodies(site)] == list(range(1, len(targets) + 1))


def test_a_document_says_which_cards_are_open(site):
    judge = begin(site, "da", context="document")
    judge.say(judge.ask("/seat?at=100002"), score=50)
    page = judge.ask().html
    assert "Cards 1 and 3 are open." in page
    assert "Continue to text 2" in page
    assert 'class="points" data-said>50<' in page


def test_the_same_token_counts_once_and_with_another_answer_it_is_refused(site):
    judge = begin(site, "da")
    question = judge.ask()
    first, again = judge.say(question, score=73), judge.say(question, score=73)
    assert (first.json()["is_new"], again.json()["is_new"]) == (True, False)
    assert first.json()["judgment"] == again.json()["judgment"]
    assert judge.say(question, score=74).status_code == 409
    assert bodies(site) == [{"score": 73}]


def test_two_machines_are_told_of_both_answers(site):
    _, (link, *_) = open_campaign(site, "ranking")
    one, other = JudgeAtASeat(site).come(link), JudgeAtASeat(site).come(link)
    mine, theirs = one.ask(), other.ask()
    names = mine.names("rank-")
    assert other.say(theirs, **dict.fromkeys(names, 1)).status_code == 200
    refused = one.say(mine, **{name: place for place, name in enumerate(names, 1)})
    assert refused.status_code == 409
    details = refused.json()["error"]["details"]
    assert details["yours"]["words"].startswith("A, then B")
    assert details["stored"]["words"].startswith("A = B")
    version = details["stored"]["judgment"]
    resent = {
        **{name: place for place, name in enumerate(names, 1)},
        "version": version,
        "token": secrets.token_hex(16),
    }
    assert one.say(mine, **resent).status_code == 200
    (body,) = bodies(site)
    assert sorted(body["ranks"].values()) == list(range(1, len(names) + 1))


def test_a_correction_says_which_answer_it_replaces(site):
    judge = begin(site, "da")
    question = judge.ask()
    judge.say(question, score=10)
    again = judge.ask(f"/seat?at={question.target}")
    assert "a change is kept as a correction" in again.html
    assert int(again.hidden["version"]) > 0
    judge.say(again, score=90)
    assert bodies(site) == [{"score": 90}]


@pytest.mark.parametrize("reason", ["source", "language", "other"])
def test_who_cannot_answer_says_why(site, reason):
    judge = begin(site, "fluency")
    question = judge.ask()
    assert judge.say(question, cannot=reason).status_code == 200
    assert bodies(site) == [{"cannot": reason}]
    assert "You said that you cannot answer" in judge.ask(f"/seat?at={question.target}").html


def test_other_reasons_are_refused(site):
    judge = begin(site, "fluency")
    assert judge.say(judge.ask(), cannot="lazy").status_code == 422
    assert bodies(site) == []


def test_what_is_put_off_comes_last_and_drafts_are_kept(site):
    judge = begin(site, "da")
    first = judge.ask()
    kept = judge.send_at_seat("/seat/draft", target=first.target, score=61, comment="odd", seconds=12.5)
    assert kept.status_code == 303
    assert judge.send_at_seat("/seat/skip", target=first.target).status_code == 303
    targets = []
    while (question := judge.ask()).is_there:
        targets.append(question.target)
        if question.target == first.target:
            assert 'value="61"' in question.html
            assert "odd</textarea>" in question.html
            assert float(question.hidden["seconds"]) == 12.5
        judge.say(question, score=61)
    assert targets[-1] == first.target


@pytest.mark.parametrize("score", ["nan", "inf", "x", "7\0", "1e999", "-1"])
def test_a_draft_may_hold_anything_and_an_answer_may_not(site, score):
    judge = begin(site, "da")
    question = judge.ask()
    draft = judge.send_at_seat("/seat/draft", target=question.target, score=score, comment="a\0b")
    assert draft.status_code == 303, draft.text
    assert judge.ask(f"/seat?at={question.target}").is_there
    if "\0" not in score:
        assert judge.say(question, score=score).status_code == 422


@pytest.mark.parametrize("time", ["nan", "1e999"])
def test_a_draft_of_marked_errors_holds_numbers_alone(site, time):
    judge = begin(site, "mqm")
    question = judge.ask()
    row = {"side_1": "target", "quote_1": "sentence", "time_1": time}
    assert judge.send_at_seat("/seat/draft", target=question.target, **row).status_code == 303
    with site.database.reading() as connection:
        (body,) = connection.scalars(sa.select(SEAT_DRAFTS.c.body))
    assert body == {"spans": [{"side": "target", "quote": "sentence"}]}


def test_undo_makes_a_draft_of_the_last_answer(site):
    judge = begin(site, "da", context="document")
    judge.say(judge.ask("/seat?at=100002"), score=42)
    undone = judge.post("/seat/undo", data={"csrf": judge.seat_token}, headers=SCRIPT)
    assert undone.json() == {"target": 100_002}
    assert bodies(site) == []
    assert 'value="42"' in judge.ask("/seat?at=100002").html
    nothing = judge.send_at_seat("/seat/undo")
    assert nothing.status_code == 404
    assert "no answer of today" in nothing.text


def test_a_paused_campaign_asks_nothing_and_takes_what_was_begun(site):
    campaign, links = open_campaign(site, "da", seats=1)
    judge = JudgeAtASeat(site).come(links[0])
    question = judge.ask()
    with site.database.writing() as connection:
        set_state(connection, campaign, CampaignState.PAUSED, "manager")
    assert "The campaign is paused." in judge.ask().html
    assert not judge.ask("/seat/question?ahead=100000").is_there
    assert judge.say(question, score=50).status_code == 200
    assert bodies(site) == [{"score": 50}]


def test_a_closed_campaign_says_so_and_takes_nothing_new(site):
    campaign, links = open_campaign(site, "da", seats=1)
    judge = JudgeAtASeat(site).come(links[0])
    sent, late = judge.ask(), judge.ask("/seat?at=200000")
    judge.say(sent, score=50)
    with site.database.writing() as connection:
        set_state(connection, campaign_of(connection, campaign.id), CampaignState.CLOSED, "manager")
    assert "The campaign is closed." in judge.ask().html
    refused = judge.say(late, score=60)
    assert refused.status_code == 409
    assert refused.json()["error"]["details"] == {"closed": True}
    assert judge.say(sent, score=50).json()["is_new"] is False  # its receipt was lost
    assert judge.send_at_seat("/seat/undo").status_code == 409


def test_who_was_excluded_is_asked_nothing(site):
    campaign, links = open_campaign(site, "da", seats=1)
    judge = JudgeAtASeat(site).come(links[0])
    with site.database.writing() as connection:
        exclude_seat(connection, campaign, 1, "too fast", "manager")
        (link,) = make_links(connection, campaign, [1], "manager")
    assert judge.get("/seat").status_code == 401
    page = judge.come(link.token).ask().html
    assert "Nothing more is asked of you here." in page
    assert "too fast" not in page


def test_finished_work_is_taken_although_its_task_was_given_to_others(site):
    campaign, links = open_campaign(site, "da")
    judge = JudgeAtASeat(site).come(links[0])
    question = judge.ask()
    with site.database.writing() as connection:
        taken = [task for task in assigned_tasks(connection, campaign) if task.seat == 1]
        hand_over(connection, campaign, taken, {2: [task.task for task in taken]}, [], "manager")
    assert "Everything is done" in judge.ask().html
    assert judge.say(question, score=5).status_code == 200
    assert bodies(site) == [{"score": 5}]
    assert "Everything is done" in judge.ask(f"/seat?after={question.target}").html
    undone = judge.post("/seat/undo", data={"csrf": judge.seat_token}, headers=SCRIPT)
    assert undone.json() == {"target": 0}


def test_an_answer_of_another_seat_is_refused(site):
    _, links = open_campaign(site, "da")
    first, second = (JudgeAtASeat(site).come(link) for link in links)
    name = first.ask().html.split('data-judge="')[1].split('"')[0]
    answer = second.post(
        f"/seat/answer?judge={name}", data={"csrf": second.seat_token, **second.ask().hidden, "score": 5}
    )
    assert answer.status_code == 403
    assert "another seat" in answer.text
    assert bodies(site) == []


@pytest.mark.parametrize("path", ["/seat?at=9900000", "/seat/question?at=9900000"])
def test_tasks_that_are_not_there_are_not_found(site, path):
    judge = begin(site, "da")
    assert judge.get(path).status_code == 404


@pytest.mark.parametrize("ahead", ["", "x", "9" * 30, "٢00000", "-1", "0,99999999", "100000,"])
def test_whatever_is_ahead(site, ahead):
    judge = begin(site, "da")
    assert judge.get("/seat/question", params={"ahead": ahead}).status_code == 200


def test_more_than_64_kilobytes_are_refused(site):
    judge = begin(site, "da")
    answer = judge.say(judge.ask(), score=5, comment="x" * 65_537)
    assert answer.status_code == 413
    assert "64 kB" in answer.json()["error"]["message"]


def test_nobody_gives_more_than_an_answer_a_second(site, monkeypatch):
    assert MOST_A_MINUTE == 60
    monkeypatch.setattr("mtassay.web.pages.seat.answers.MOST_A_MINUTE", 2)
    judge = begin(site, "da")
    assert [judge.say(judge.ask(), score=5).status_code for _ in range(3)] == [200, 200, 429]
    with site.database.writing() as connection:  # a minute later
        connection.execute(sa.update(ANSWERS).values(at=datetime.now(UTC) - timedelta(seconds=61)))
    assert judge.say(judge.ask(), score=5).status_code == 200


@pytest.mark.parametrize("target", [1, 99_999, 9_900_000, 2**31 * 100_000 - 1, 2**53 - 1])
def test_answers_to_tasks_that_are_not_there_are_not_found(site, target):
    judge = begin(site, "da")
    question = judge.ask()
    for path in ("/seat/answer", "/seat/draft", "/seat/skip"):
        sent = judge.send_at_seat(path, **{**question.hidden, "target": target, "score": 5})
        assert sent.status_code == (422 if target > 2**50 else 404)
    assert bodies(site) == []


def test_without_script_the_form_leads_to_the_next_card(site):
    judge = begin(site, "da", context="document")
    question = judge.ask()
    sent = judge.send_at_seat("/seat/answer", **question.hidden, score=5)
    assert (sent.status_code, sent.headers["Location"]) == (303, "/seat?after=100001")
    assert judge.ask(sent.headers["Location"]).target == 100_002
