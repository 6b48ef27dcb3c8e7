"""Judging: what a judge does not see."""

import re

import pytest
import sqlalchemy as sa
from small_memory import SYSTEMS, fill
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

from mtassay.store.contents.projects import find_project
from mtassay.store.judging.rules import JudgingRules, change_rules
from mtassay.store.people.accounts import find_account
from mtassay.store.schema import TARGETS


def test_scores_of_others_are_not_in_the_answer_before_the_own_one(hotel):
    """The scores of the paper's scale are all in the page as buttons; those of neighbours have their own elements."""
    browser, program = hotel.browser(), hotel.program()
    target = target_of(hotel, PHRASE)
    for text in (browser.get(f"{JUDGE}?judge=clara&at={target}").text, question(browser, at=target)):
        assert "data-near" in text
        assert 'class="score hidden"' in text
        assert not re.search(r'class="score v\d', text)
        assert "data-verdicts" not in text
    for path in ("judge", "judge/question"):
        shown = program.get(f"/api/v1/projects/1/{path}?judge=clara&at={target}").json()["question"]
        assert not shown["shows_scores"]
        assert shown["neighbours"]
        for neighbour in shown["neighbours"]:
            assert (neighbour["score"], neighbour["ramp"], neighbour["verdicts"]) == (None, None, None)
    assert answer(browser, target, 8).status_code == 200
    shown = program.get(f"/api/v1/projects/1/judge/question?judge=clara&at={target}").json()["question"]
    assert all(neighbour["score"] is not None for neighbour in shown["neighbours"])
    assert re.search(r'class="score v\d', question(browser, at=target))


def test_an_open_project_shows_scores_at_once_but_not_in_queues_and_rechecks(hotel):
    with hotel.database.writing() as connection:
        change_rules(connection, find_project(connection), JudgingRules(is_open=True), "anna")
    browser = hotel.browser()
    target = target_of(hotel, PHRASE)
    assert re.search(r'class="score v\d', question(browser, at=target))
    again = question(browser, "?judge=anna&recheck=5", at=target)
    assert not re.search(r'class="score v\d', again)
    assert "data-verdicts" not in again


def test_systems_are_never_named(public):
    with public.database.writing() as connection:
        fill(connection)
    public.let_everybody_in()
    browser = public.browser().sign_in("judge")
    with public.database.reading() as connection:
        program = public.program(find_account(connection, "judge").id)
    seen = []
    address = public.browser().sign_in("manager").get(f"{JUDGE}?system=neural").text
    system = re.search(r"system=(~\d+)", address)[1]
    for query in ("?", "?unknown=no", f"?system={system}", f"?system={system}&unknown=yes", "?system=~99"):
        seen += [browser.get(JUDGE + query).text, program.get(f"/api/v1{JUDGE}{query}").text]
    targets = [box["target"] for box in program.get(f"/api/v1{JUDGE}?unknown=no").json()["boxes"]]
    assert len(targets) == 19
    for target in targets:
        seen += [
            browser.get(f"{JUDGE}/question?at={target}").text,
            program.get(f"/api/v1{JUDGE}/question?at={target}").text,
        ]
    saved = answer(browser, shown_number(program, PHRASE), 3, query=f"?system={system}").json()
    seen += [browser.get(f"{JUDGE}?after={saved['judgment']}").text, browser.get("/judge").text]
    for system in SYSTEMS:
        assert all(system not in text for text in seen), system


def numbers_in(value, names=("target", "targets", "ahead", "next_undone", "passed")):
    """All numbers of translations in an answer of the API."""
    if isinstance(value, dict):
        for name, held in value.items():
            if name in names and not isinstance(held, dict):
                yield from held if isinstance(held, list) else [held] if held is not None else []
            else:
                yield from numbers_in(held, names)
    elif isinstance(value, list):
        for held in value:
            yield from numbers_in(held, names)


def test_numbers_tell_a_judge_nothing_of_the_order_in_which_translations_came(public):
    """Those of a file come one after the other, so that numbers of the database tell systems apart."""
    with public.database.writing() as connection:
        fill(connection)
        of_database = set(connection.scalars(sa.select(TARGETS.c.id)))
    public.let_everybody_in()
    browser = public.browser().sign_in("judge")
    program = judging_program(public)
    target = shown_number(program, PHRASE)
    answers = [
        program.get(f"/api/v1{JUDGE}?unknown=no").json(),
        program.get(f"/api/v1{JUDGE}/question?at={target}").json(),
        answer(browser, target, 3, query="?").json(),
        program.post(f"/api/v1{JUDGE}/undo").json(),
        answer(browser, target, 4, query="?").json(),
        program.get(f"/api/v1{JUDGE}/question?ahead={target}").json(),
    ]
    answers.append(program.get(f"/api/v1{JUDGE}?after={answers[4]['judgment']}").json())
    for name in ("draft", "skip", "revise"):
        sent = {"csrf": browser.token, "target": target}
        answers.append(browser.post(f"{JUDGE}/{name}", data=sent, headers={"Accept": "application/json"}).json())
    for one in answers:
        numbers = set(numbers_in(one))
        assert numbers, one
        assert not numbers & of_database
    assert stored(public, "judge") == [4]
    pages = browser.get(f"{JUDGE}?unknown=no").text + browser.get("/judge").text
    shown = re.findall(r'(?:data-target|data-box|data-ahead|data-said|data-at)="([\d,]+)"|[?&;]at=(\d+)', pages)
    assert shown
    assert not {int(part) for pair in shown for text in pair for part in text.split(",") if part} & of_database
    # and nobody finds out by trying
    assert program.get(f"/api/v1{JUDGE}/question?at={min(of_database)}").json()["question"] is None
    assert browser.get(f"{JUDGE}?system=~1").status_code == 404


@pytest.mark.parametrize("asked", ["system", "queue"])
def test_a_judge_cannot_find_out_by_names_what_a_system_wrote(public, asked):
    with public.database.writing() as connection:
        fill(connection)
    public.let_everybody_in()
    browser = public.browser().sign_in("judge")
    with public.database.reading() as connection:
        program = public.program(find_account(connection, "judge").id)
    for path in (JUDGE, f"{JUDGE}/question", f"/api/v1{JUDGE}"):
        visitor = program if path.startswith("/api") else browser
        known, unknown = (visitor.get(f"{path}?{asked}={name}") for name in ("neural-large", "nobody"))
        assert (known.status_code, unknown.status_code) == (404, 404)
        # every page has a token of its own
        said, other = (re.sub(r'(data-csrf|value)="[0-9a-f]{80}"', "", page.text) for page in (known, unknown))
        assert said.replace("neural-large", "nobody") == other
    assert answer(browser, target_of(public, PHRASE), 3, query=f"?{asked}=neural-large").status_code == 404
    if asked == "system":
        assert public.browser().sign_in("manager").get(f"{JUDGE}?system=neural-large").status_code == 200


def test_a_recheck_tells_a_judge_no_score_of_another(public):
    """Of one recheck, the difference is the score of the other judge, and the judge may be asked for it later on."""
    with public.database.writing() as connection:
        fill(connection)
    public.let_everybody_in()
    for of in ("anna", "*"):
        reports = {}
        for name in ("judge", "manager"):
            browser = public.browser().sign_in(name)
            with public.database.reading() as connection:
                program = public.program(find_account(connection, name).id)
            query = f"?recheck=1&of={of}"
            asked = program.get(f"/api/v1{JUDGE}{query}").json()["question"]
            assert answer(browser, asked["target"], 5, query=query).status_code == 200
            reports[name] = program.get(f"/api/v1{JUDGE}{query}").json()["report"]
            assert ("Consistency of" in browser.get(f"{JUDGE}{query}").text) == (name == "manager")
        assert reports["judge"] is None
        assert reports["manager"]["rechecks"] == 1
