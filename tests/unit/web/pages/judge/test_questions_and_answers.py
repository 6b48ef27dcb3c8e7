"""Judging: what a judge sees and does not see, and that no answer is lost, doubled or taken for another's."""

import html
import re
import secrets

import pytest
import sqlalchemy as sa
from small_memory import fill
from unit.web.pages.judge.judging_pages import (
    JUDGE,
    PHRASE,
    answer,
    judging_program,
    question,
    shown_number,
    stored,
    target_of,
)

from mtassay.human import scales
from mtassay.human.collection import Collection, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import add_project
from mtassay.store.schema import DRAFTS, EVENTS, JUDGMENTS, VERDICTS
from mtassay.store.schema import SYSTEMS as SYSTEM_NAMES


def test_the_page_asks_for_what_nobody_has_judged(hotel):
    page = hotel.browser().get(f"{JUDGE}?judge=clara").text
    assert "1 of 3" in page
    assert page.count("data-box=") == 3
    assert 'data-score="x"' in page


def test_judging_stands_below_its_own_name_in_the_top_bar(hotel):
    page = hotel.browser().get(f"{JUDGE}?judge=clara").text
    assert '<a href="/judge" aria-current="page">' in page
    top = page[page.index("<header") : page.index("</header>")]
    assert top.count('aria-current="page"') == 1


def test_a_system_is_asked_by_its_number_once_it_was_named(hotel):
    page = hotel.browser().get(f"{JUDGE}?judge=clara&system=neural").text
    assert re.search(r"system=~\d", page)
    assert "1 of 6" in page


@pytest.mark.parametrize(("asked", "kept"), [("neural", "neural"), ("word-by-word", None)])
def test_an_answer_is_of_the_asked_system_only_where_that_wrote_it(hotel, asked, kept):
    """Two others wrote this; a judge gets there from judging of a system by an undo, or by an address."""
    target = target_of(hotel, "I would like a room for two nights.")
    saved = answer(hotel.browser(), target, 4, query=f"?judge=clara&system={asked}&unknown=no").json()
    query = sa.select(SYSTEM_NAMES.c.name).join(JUDGMENTS, JUDGMENTS.c.system == SYSTEM_NAMES.c.id)
    with hotel.database.reading() as connection:
        assert connection.scalar(query.where(JUDGMENTS.c.id == saved["judgment"])) == kept


def test_the_same_answer_twice_counts_once(hotel):
    browser, token = hotel.browser(), secrets.token_hex(16)
    target = target_of(hotel, PHRASE)
    first = answer(browser, target, 8, token=token).json()
    second = answer(browser, target, 8, token=token).json()
    assert (first["is_new"], second["is_new"]) == (True, False)
    assert first["judgment"] == second["judgment"]
    assert stored(hotel, "clara") == [8]


def test_a_correction_twice_counts_once_and_keeps_the_first_part_of_its_uid(hotel):
    browser, token = hotel.browser(), secrets.token_hex(16)
    target = target_of(hotel, PHRASE)
    first = answer(browser, target, 8).json()
    for is_new in (True, False):
        again = answer(browser, target, 6, token=token, version=first["judgment"]).json()
        assert again["is_new"] is is_new
    with hotel.database.reading() as connection:
        old, new = connection.scalars(sa.select(JUDGMENTS.c.uid).order_by(JUDGMENTS.c.id.desc()).limit(2)).all()[::-1]
    assert new == f"{old}/{token[:16]}"
    assert faults(hotel.database) == ()


def test_an_answer_in_another_window_is_not_overwritten(hotel):
    browser = hotel.browser()
    target = target_of(hotel, PHRASE)
    first = answer(browser, target, 8).json()
    refused = answer(browser, target, 4)
    assert refused.status_code == 409
    details = refused.json()["error"]["details"]
    assert (details["stored"]["judgment"], details["stored"]["value"]) == (first["judgment"], 8)
    assert details["yours"]["value"] == 4
    assert stored(hotel, "clara") == [8]
    page = answer(browser, target, 4, json=False)
    assert page.status_code == 409
    assert "another window, with 8" in page.text
    assert answer(browser, target, 4, version=first["judgment"]).json()["is_new"]


def test_a_token_belongs_to_one_judge_and_one_translation(hotel):
    browser, token = hotel.browser(), secrets.token_hex(16)
    assert answer(browser, target_of(hotel, PHRASE), 8, token=token).status_code == 200
    assert answer(browser, target_of(hotel, PHRASE), 8, token=token, query="?judge=dora").status_code == 409
    assert answer(browser, target_of(hotel, "thank you, goodbye."), 8, token=token).status_code == 409


def test_nobody_judges_as_somebody_else_on_a_server_with_accounts(public):
    with public.database.writing() as connection:
        fill(connection)
    public.let_everybody_in()
    browser = public.browser().sign_in("judge")
    target = shown_number(judging_program(public), PHRASE)
    refused = answer(browser, target, 8, query="?judge=anna")
    assert refused.status_code == 403
    assert answer(browser, target, 8, query="").status_code == 200
    assert stored(public, "judge") == [8]


def test_a_page_says_whose_answers_it_may_send(public, hotel):
    """What waits in a browser is sent by any page, as nobody but the one who is there."""
    public.let_everybody_in()
    assert '<body data-csrf="' in public.browser().get("/sign-in").text
    assert "data-judge" not in public.browser().get("/sign-in").text
    page = public.browser().sign_in("judge").get("/help").text
    assert re.search(r'<body data-csrf="\w+" data-judge="judge">', page)
    assert re.search(r'<body data-csrf="\w+" data-judge="[^"]+" data-local>', hotel.browser().get("/help").text)


def test_verdicts_comment_and_seconds_are_stored(hotel):
    browser = hotel.browser()
    target = target_of(hotel, PHRASE)
    items = re.findall(r'data-item-id="(\d+)"', question(browser, at=target))
    fields = {f"item-{items[0]}": "ok", f"item-{items[1]}": "meaning"}
    saved = answer(browser, target, 7, comment="a < b & c", seconds="12.5", **fields).json()
    with hotel.database.reading() as connection:
        row = connection.execute(sa.select(JUDGMENTS).where(JUDGMENTS.c.id == saved["judgment"])).one()
        said = dict(
            connection.execute(
                sa.select(VERDICTS.c.item, VERDICTS.c.verdict).where(VERDICTS.c.judgment == saved["judgment"])
            ).all()
        )
    assert (row.comment, row.seconds, row.is_recheck) == ("a < b & c", 12.5, False)
    assert said == {int(items[0]): "ok", int(items[1]): "meaning"}
    assert html.escape("a < b & c") in question(browser, at=target)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"value": 11}, 422),
        ({"value": ""}, 422),
        ({"value": 7.5}, 422),
        ({"value": "nan"}, 422),
        ({"value": 5, "target": 999_999}, 404),
        ({"value": 5, "token": "0" * 31}, 422),
        ({"value": 5, "item-999999": "ok"}, 404),
        ({"value": 5, "item-x": "ok"}, 422),
        ({"value": 5, "version": 999_999}, 409),
        ({"value": 5, "seconds": -1}, 422),
    ],
)
def test_what_is_no_answer_is_refused_and_nothing_is_stored(hotel, fields, status):
    browser = hotel.browser()
    given = {"target": target_of(hotel, PHRASE), **fields}
    refused = answer(browser, given.pop("target"), given.pop("value"), **given)
    assert refused.status_code == status, refused.text
    assert refused.json()["error"]["message"]
    assert stored(hotel, "clara") == []


@pytest.mark.parametrize(
    ("scale", "value"), [("0..100", "73.456"), ("0..50000", "12345"), ("0..0.25/0.03125", "0.15625")]
)
def test_a_form_sends_a_score_back_as_it_was_given(local, scale, value):
    with local.database.writing() as connection:
        project = add_project(connection, "trains", "a test", scale=scales.scale(scale))
        add_collection(connection, project, Collection((Source("Zug", targets=(Target("Train"),)),)), "a test")
    browser, target = local.browser(), target_of(local, "Train")
    saved = answer(browser, target, float(value)).json()
    assert re.search(rf'name="value"[^>]* value="{re.escape(value)}"', question(browser, at=target))
    assert answer(browser, target, value, version=saved["judgment"], comment="why").status_code == 200
    assert stored(local, "clara") == [float(value)] * 2


def test_a_form_without_script_leads_to_the_next_question(hotel):
    browser = hotel.browser()
    page = browser.get(f"{JUDGE}?judge=clara").text
    target, token = re.search(r'name="target" value="(\d+)"', page)[1], re.search(r'"token" value="(\w+)"', page)[1]
    done = answer(browser, target, 9, token=token, json=False)
    assert done.status_code == 303
    following = browser.get(done.headers["Location"]).text
    assert "2 of 3" in following
    assert "Saved 9." in following or "Just saved" in following


def test_a_draft_is_kept_for_its_judge_and_gone_with_the_answer(hotel):
    browser = hotel.browser()
    target = target_of(hotel, PHRASE)
    items = re.findall(r'data-item-id="(\d+)"', question(browser, at=target))
    for comment in ("an older remark", "a newer remark"):
        fields = {"csrf": browser.token, "target": target, "value": 6, "comment": comment, f"item-{items[0]}": "ok"}
        kept = browser.post(f"{JUDGE}/draft?judge=clara", data=fields, headers={"Accept": "application/json"})
        assert kept.status_code == 200
    shown = question(browser, at=target)
    assert "a newer remark" in shown
    assert re.search(r'value="6" data-score="6" required checked', shown)
    assert re.search(r'value="ok" data-class="o" checked', shown)
    assert "remark" not in question(browser, "?judge=dora", at=target)
    assert answer(browser, target, 6).status_code == 200
    with hotel.database.reading() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(DRAFTS)) == 0


def test_a_draft_of_before_an_answer_elsewhere_is_not_shown(hotel):
    browser = hotel.browser()
    target = target_of(hotel, PHRASE)
    assert answer(browser, target, 8).status_code == 200
    fields = {"csrf": browser.token, "target": target, "value": 2, "comment": "too late"}
    browser.post(f"{JUDGE}/draft?judge=clara", data=fields)
    assert "too late" not in question(browser, at=target)


def test_what_is_put_off_comes_last(hotel):
    browser = hotel.browser()
    program = hotel.program()
    first = program.get("/api/v1/projects/1/judge?judge=clara").json()
    target = first["question"]["target"]
    browser.post(f"{JUDGE}/skip?judge=clara", data={"csrf": browser.token, "target": target})
    second = program.get("/api/v1/projects/1/judge?judge=clara").json()
    assert second["question"]["target"] != target
    assert second["ahead"][-1] == target
    assert [box["state"] for box in second["boxes"] if box["target"] == target] == ["skip"]


def test_an_answer_that_is_taken_back_is_a_draft_again(hotel):
    browser = hotel.browser()
    target = target_of(hotel, PHRASE)
    assert answer(browser, target, 3, comment="hasty").status_code == 200
    taken = browser.post(
        f"{JUDGE}/undo?judge=clara", data={"csrf": browser.token}, headers={"Accept": "application/json"}
    )
    assert taken.json() == {"target": target, "value": 3}
    assert stored(hotel, "clara") == []
    shown = question(browser, at=target)
    assert "hasty" in shown
    assert 'class="score hidden"' in shown
    assert answer(browser, target, 4).json()["is_new"]
    assert stored(hotel, "clara") == [4]
    assert faults(hotel.database) == ()


def test_only_own_answers_are_taken_back(hotel):
    browser = hotel.browser()
    saved = answer(browser, target_of(hotel, PHRASE), 3).json()
    data = {"csrf": browser.token, "revision": saved["revision"]}
    assert browser.post(f"{JUDGE}/undo?judge=dora", data=data).status_code == 404
    with hotel.database.reading() as connection:
        imported = connection.scalar(sa.select(sa.func.min(EVENTS.c.id)).where(EVENTS.c.kind == "import"))
    if imported is not None:
        data = {"csrf": browser.token, "revision": imported}
        assert browser.post(f"{JUDGE}/undo?judge=anna", data=data).status_code == 404
    assert stored(hotel, "clara") == [3]


def test_an_answer_that_was_taken_back_does_not_come_again_unseen(hotel):
    browser, token = hotel.browser(), secrets.token_hex(16)
    target = target_of(hotel, PHRASE)
    answer(browser, target, 3, token=token)
    browser.post(f"{JUDGE}/undo?judge=clara", data={"csrf": browser.token})
    again = answer(browser, target, 3, token=token)
    assert again.status_code == 409
    assert "undone" in again.json()["error"]["message"]


def test_a_contradiction_is_told_after_the_answer_and_can_be_flagged(hotel):
    browser = hotel.browser()
    target = target_of(hotel, "is the breakfast included in the price?")
    saved = answer(browser, target, 1).json()
    told = question(browser, ahead=target, after=saved["judgment"])
    assert "data-contradiction" in told
    assert "Another judge gave" in told
    for needed, state in (("yes", "flag"), ("no", "done")):
        browser.post(f"{JUDGE}/revise?judge=clara", data={"csrf": browser.token, "target": target, "is_needed": needed})
        boxes = hotel.program().get("/api/v1/projects/1/judge?judge=clara&unknown=no").json()["boxes"]
        assert [box["state"] for box in boxes if box["target"] == target] == [state]
    assert "data-said" not in question(browser, "?judge=dora", ahead=target, after=saved["judgment"])


def test_a_recheck_goes_on_hides_scores_and_reports_at_the_end(hotel):
    browser, program = hotel.browser(), hotel.program()
    address = "/api/v1/projects/1/judge?judge=anna&recheck=3&seed=5"
    seen = []
    for number in range(3):
        page = program.get(address).json()
        assert (page["done"], page["total"], page["kind"]) == (number, 3, "recheck")
        assert all(one["score"] is None for one in page["question"]["neighbours"])
        assert page["question"]["value"] is None
        seen.append(page["question"]["target"])
        saved = answer(browser, seen[-1], 5, query="?judge=anna&recheck=3&seed=5").json()
        assert program.get(f"{address}&after={saved['judgment']}").json()["said"] is None
    page = program.get(address).json()
    assert page["question"] is None
    assert page["report"]["rechecks"] == 3
    assert len(set(seen)) == 3
    with hotel.database.reading() as connection:
        kept = connection.execute(sa.select(JUDGMENTS.c.is_recheck).where(JUDGMENTS.c.value == 5)).all()
    assert sum(row.is_recheck for row in kept) == 3


def test_an_undo_in_a_recheck_leaves_what_counts_and_the_other_way_round(hotel):
    """Judged anew in the recheck, an answer that counted would count no more."""
    browser = hotel.browser()
    headers = {"Accept": "application/json"}

    def take_back(query):
        return browser.post(f"{JUDGE}/undo{query}", data={"csrf": browser.token}, headers=headers)

    counting, recheck = "?judge=anna", "?judge=anna&recheck=3&seed=5"
    assert answer(browser, target_of(hotel, "is breakfast included?"), 7, query=counting).status_code == 200
    assert take_back(recheck).status_code == 404
    asked = hotel.program().get(f"/api/v1{JUDGE}{recheck}").json()["question"]["target"]
    assert answer(browser, asked, 5, query=recheck).status_code == 200
    assert take_back(counting).json()["value"] == 7
    assert take_back(recheck).json() == {"target": asked, "value": 5}


def test_texts_and_names_from_outside_stay_text(hotel):
    browser = hotel.browser()
    target = target_of(hotel, PHRASE)
    page = answer(browser, target, 7, comment="<script>alert(1)</script>", query="?judge=<b>x</b>", json=False)
    shown = browser.get(page.headers["Location"]).text + question(browser, "?judge=<b>x</b>", at=target)
    assert "<script>alert" not in shown
    assert "<b>x</b>" not in shown
    assert "&lt;script&gt;" in shown


def test_an_unknown_project_is_not_found(hotel):
    browser = hotel.browser()
    for path in ("/projects/99/judge", "/projects/99/judge/question", "/projects/99/guidelines"):
        assert browser.get(path).status_code == 404


def test_a_program_answers_with_a_body_and_is_told_where_it_is_wrong(hotel):
    program, target = hotel.program(), target_of(hotel, PHRASE)
    (item, *_) = re.findall(r'data-item-id="(\d+)"', question(hotel.browser(), at=target))
    address = f"/api/v1{JUDGE}/answer?judge=clara"

    def send(body):
        return program.post(address, json={"target": target, "token": secrets.token_hex(16), "body": body})

    for body, pointer in (
        ({}, "/value"),
        ({"value": "8"}, "/value"),
        ({"value": 11}, "/value"),
        ({"value": 8, "points": 3}, "/points"),
        ({"value": 8, "verdicts": {"x/y": "ok"}}, "/verdicts/x~1y"),
        ({"value": 8, "verdicts": {item: "good"}}, f"/verdicts/{item}"),
    ):
        refused = send(body)
        assert refused.status_code == 422, body
        error = refused.json()["error"]
        assert error["details"] == {"pointer": pointer}
        assert not error["message"].startswith("/")
    assert send({"value": 8, "verdicts": {"999999": "ok"}}).status_code == 404
    assert stored(hotel, "clara") == []
    assert send({"value": 8, "verdicts": {item: "syntax"}}).status_code == 200
    assert stored(hotel, "clara") == [8]
    kept = program.post(f"/api/v1{JUDGE}/draft?judge=dora", json={"target": target, "body": {"verdicts": {item: "ok"}}})
    assert kept.status_code == 200
    shown = program.get(f"/api/v1{JUDGE}/question?judge=dora&at={target}").json()["question"]
    assert (shown["value"], shown["items"][0]["verdict"]) == (None, "ok")


def test_a_judge_without_script_is_told_to_choose_a_score(hotel):
    browser, target = hotel.browser(), target_of(hotel, PHRASE)
    for value, words in (("", "Choose a score from 0 to 10."), ("11", "11 is not on the scale; choose a score from 0")):
        refused = answer(browser, target, value, json=False)
        assert refused.status_code == 422
        assert words in refused.text
    assert stored(hotel, "clara") == []


def test_a_program_that_sends_no_body_wipes_no_draft(hotel):
    program, target = hotel.program(), target_of(hotel, PHRASE)
    address = f"/api/v1{JUDGE}"
    assert program.post(f"{address}/draft?judge=dora", json={"target": target, "body": {"value": 4}}).status_code == 200
    old = {"target": target, "value": 5, "verdicts": []}
    for path, sent in (("draft", old), ("answer", {**old, "token": secrets.token_hex(16)})):
        refused = program.post(f"{address}/{path}?judge=dora", json=sent)
        assert refused.status_code == 422
        assert 'programs send it as "body"' in refused.json()["error"]["message"]
    assert program.get(f"{address}/question?judge=dora&at={target}").json()["question"]["value"] == 4
    assert stored(hotel, "dora") == []


def test_the_page_says_the_keys_of_its_scale(hotel):
    page = hotel.browser().get(f"{JUDGE}?judge=clara").text
    assert 'data-answer-keys="0 1 2 3 4 5 6 7 8 9 x o m s e t"' in page
    assert 'data-legend="0–9 x" data-key-name="score; x is 10"' in page
    assert "item class: ok, missing, syntax, meaning, other" in page


def test_a_queue_says_how_fast_the_judge_is_and_how_long_the_rest_takes(hotel):
    browser, program = hotel.browser(), hotel.program()
    sets = program.get("/api/v1/projects/1/sets").json()["sets"]
    run = next(one["run_id"] for one in sets if one["system"] == "neural-large")
    assert browser.send_form(f"/projects/1/sets/{run}/queue", count="3", judges="clara").status_code == 303
    page = f"{JUDGE}?judge=clara&queue=neural-large"
    before = program.get(f"/api/v1{page}").json()
    assert (before["total"], before["minutes_left"], before["seconds_each"]) == (3, None, None)
    assert "s each<" not in browser.get(page).text
    target = before["question"]["target"]
    assert answer(browser, target, 8, query="?judge=clara&queue=neural-large", seconds="45").status_code == 200
    after = program.get(f"/api/v1{page}").json()
    assert (after["done"], after["seconds_each"], after["minutes_left"]) == (1, 45, 1.5)
    assert "about 2 min left, 45 s each" in browser.get(page).text
