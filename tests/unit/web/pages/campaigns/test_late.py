"""Answers that came after a campaign had closed, from the page of the judge to the dashboard and the command."""

import json
from typing import Any

import pytest
from campaign_desk import seat_of
from processes import run
from unit.web.at_a_seat import JudgeAtASeat, open_campaign

from mtassay.errors import NotFound
from mtassay.store.campaigns.all_answers import all_answers
from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, set_state
from mtassay.store.campaigns.seat_answers import take_seat_answer_back
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo
from mtassay.store.migration import create
from mtassay.web.serving.configuration import secret_path

BASE = "/projects/1/campaigns/1"


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request, new_location, open_site):
    location = new_location(request.param)
    database = Database(location)
    create(database)
    database.close()
    return open_site(location)


def file_of(judge: JudgeAtASeat, *answers: dict[str, Any], **changed: Any) -> bytes:
    """What the script of the page writes."""
    name = judge.get("/seat").text.split('data-judge="')[1].split('"')[0]
    told = {"format": "mtassay-seat-answers", "version": 1, "seat": name, "answers": list(answers)}
    return json.dumps({**told, **changed}).encode()


def answer_of(
    judge: JudgeAtASeat, at: int = 1_700_000_000_000, /, path: str = "/seat", **fields: object
) -> dict[str, Any]:
    question = judge.ask(path)
    sent = {**question.hidden, **{name: str(value) for name, value in fields.items()}}
    return {"token": question.hidden["token"], "target": question.target, "at": at, "fields": sent}


def close(site) -> None:
    with site.database.writing() as connection:
        set_state(connection, campaign_of(connection, 1), CampaignState.CLOSED, "manager")


def values(site) -> list[float | None]:
    with site.database.reading() as connection:
        return sorted(answer.value or 0 for answer in all_answers(connection, campaign_of(connection, 1)))


def send(browser, *files: bytes):
    sent = [("files", ("late.json", file)) for file in files]
    return browser.post(f"{BASE}/late", data={"csrf": browser.token}, files=sent, follow_redirects=False)


def test_late_answers_are_looked_at_taken_in_once_and_undone_as_one_step(site, tmp_path) -> None:
    _, links = open_campaign(site, "da")
    judge, other = (JudgeAtASeat(site).come(link) for link in links)
    judge.say(judge.ask(), score=11)
    late = answer_of(judge, score=22)
    correction = {**answer_of(judge, path="/seat?at=100000", score=33), "token": "e" * 32}
    wrong = {**late, "token": "d" * 32, "fields": {**late["fields"], "score": "101"}}
    again = {**late, "token": "c" * 32, "fields": {**late["fields"], "score": "5"}}
    file = file_of(judge, late, correction, wrong, again, {"target": 10**9}, late)
    second = file_of(other, answer_of(other, score=44))
    close(site)
    browser = site.browser()
    assert f'action="{BASE}/late"' in browser.get(BASE).text
    sent = send(browser, file, second)
    assert sent.status_code == 303, sent.text
    preview = browser.get(sent.headers["Location"])
    told = browser.get(sent.headers["Location"] + "?as=json").json()
    assert (told["new"], told["known"], told["refused"]) == (3, 1, 3)
    assert "Take in 3 answers" in preview.text
    assert "101 is not on the scale" in preview.text
    assert "the judge answered this otherwise meanwhile" in preview.text.lower()
    assert values(site) == [11]
    taken = browser.send_form(sent.headers["Location"])
    assert taken.status_code == 303, taken.text
    assert "took in answers that came after a campaign had closed" in browser.get(taken.headers["Location"]).text
    assert values(site) == [22, 33, 44]
    # to take back one's own last answer takes nothing of them, where the closing was undone
    with site.database.writing() as connection:
        closing = next(event.revision for event in history(connection, 1) if event.kind == "campaign state")
        (undone,) = undo(connection, 1, [closing], "manager")
        with pytest.raises(NotFound):
            take_seat_answer_back(connection, seat_of(connection, campaign_of(connection, 1), 2))
        undo(connection, 1, [undone], "manager")
    # by the command, nothing of them is new
    (tmp_path / "late.json").write_bytes(file)
    secret = str(secret_path(site.configuration))
    command = ["campaign", "import-answers", "talks", str(tmp_path / "late.json"), "--secret-file", secret]
    shown = run(*command, "--db", site.configuration.location)
    assert shown.stdout.startswith("0 answers taken in, 3 there already, 3 refused."), shown
    with site.database.writing() as connection:
        event = next(event for event in history(connection, 1) if event.kind == "late answers")
        assert event.summary == {"campaign": "talks", "answers": 3}
        undo(connection, 1, [event.revision], "manager")
    assert values(site) == [11]
    # but the other answer to the same question, which nothing stands in the way of any more
    shown = run(*command, "--check", "--db", site.configuration.location)
    assert shown.stdout.startswith("1 answer would be taken in, 0 there already, 5 refused.")
    assert "undo that step in the history" in shown.stderr


@pytest.mark.parametrize("protocol", ["ranking", "pairwise"])
def test_answers_that_name_texts(local, protocol) -> None:
    _, links = open_campaign(local, protocol)
    judge = JudgeAtASeat(local).come(links[0])
    question = judge.ask()
    fields = (
        {name: place for place, name in enumerate(question.names("rank-"), 1)}
        if protocol == "ranking"
        else {"better": question.values("better")[0]}
    )
    file = file_of(judge, {**answer_of(judge), "fields": {**question.hidden, **{k: str(v) for k, v in fields.items()}}})
    close(local)
    browser = local.browser()
    sent = send(browser, file)
    assert browser.get(sent.headers["Location"] + "?as=json").json()["new"] == 1
    browser.send_form(sent.headers["Location"])
    with local.database.reading() as connection:
        assert [answer for answer in all_answers(connection, campaign_of(connection, 1)) if answer.value is not None]


def test_other_files_are_refused_with_words(local) -> None:
    _, links = open_campaign(local, "da")
    judge = JudgeAtASeat(local).come(links[0])
    browser = local.browser()
    for content, words in (
        (b"{", "no file of late answers"),
        (b"[" * 100_000, "no file of late answers"),
        (file_of(judge, version=2), "a newer mtassay wrote it"),
        (file_of(judge, seat="0123"), "of no seat of talks"),
        (file_of(judge, seat=[]), "the file was changed"),
        (file_of(judge, answers=7), "the file was changed"),
    ):
        refused = send(browser, content)
        assert refused.status_code == 422, content
        assert words in refused.text
    odd = [
        None,
        7,
        {},
        {"fields": {}},
        {"fields": {}, "token": "x", "target": "٣"},
        {"fields": {}, "token": "x", "target": 2**60},
    ]
    odd += [
        {**answer_of(judge, score="NaN"), "at": 1e300},
        {**answer_of(judge, score="5", seconds="inf"), "at": "never"},
    ]
    huge = answer_of(judge, score="5")
    odd += [{**huge, "fields": {**huge["fields"], "seconds": 10**400}}]
    sent = send(browser, file_of(judge, *odd))
    told = browser.get(sent.headers["Location"] + "?as=json").json()
    assert (told["new"], told["refused"]) == (0, len(odd))
    assert browser.send_form(sent.headers["Location"] + "/discard").status_code == 303
    assert browser.get(sent.headers["Location"]).status_code == 404
