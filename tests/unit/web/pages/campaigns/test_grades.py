"""Answers of readers on the page where they are graded."""

import pytest
from campaign_desk import begin, seat_of, tell

from mtassay.store.contents.projects import add_project

BASE = "/projects/1/campaigns/1"


@pytest.fixture
def site(local):
    """Three readers said of two documents what nobody foresaw; two of them said the same."""
    with local.database.writing() as connection:
        project = add_project(connection, "talks", "manager", source_language="de", target_language="en")
        campaign = begin(connection, project, "comprehension", judges=(), seats=3)
        for number, answer in enumerate(("<b>plenty</b>", "<B>plenty</B>!", "three"), 1):
            for _ in range(2):
                tell(connection, seat_of(connection, campaign, number), answer, "yes")
    return local


def test_an_answer_is_graded_once_for_all_who_gave_it(site) -> None:
    browser = site.browser()
    shown = browser.get(f"{BASE}/grades")
    assert "&lt;b&gt;plenty&lt;/b&gt;" in shown.text
    assert "2 readers" in shown.text
    assert all(name not in shown.text for name in ("good", "odd"))  # the grade is blind
    told = browser.get(f"{BASE}/grades?as=json").json()
    assert (told["waiting"], told["different"]) == (2, 6)
    (first, second) = told["answers"]
    sent = {"questions": str(first["question"]), "answers": first["answer"], "grades": "half"}
    assert browser.send_form(f"{BASE}/grades", **sent).status_code == 303
    assert browser.get(f"{BASE}/grades?as=json").json()["answers"] == [second]
    again = browser.get(f"{BASE}/grades?graded=true&as=json").json()["answers"]
    assert [each["grade"] for each in again] == [None, 0.5, 1.0, 1.0, 1.0, 1.0]  # what waits stands first
    assert [each["readers"] for each in again if each["answer"] == "three"] == [1, 1]
    results = browser.get(f"{BASE}/results?as=json").json()
    assert results["figures"]["systems"][0]["system"] == "reference"
    assert results["figures"]["left_out"] == {"to questions, not graded yet": 2}
    assert "Grade answers" in browser.get(f"{BASE}/results").text


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        ({}, "no grade was chosen"),
        ({"questions": "7", "answers": "x"}, "1 questions, 1 answers, 0 grades"),
        ({"questions": "7", "answers": "x", "grades": "good"}, "is no grade; write right, half, wrong"),
    ],
)
def test_what_is_no_grade_is_refused(site, sent, problem) -> None:
    answer = site.browser().send_form(f"{BASE}/grades", **sent)
    assert answer.status_code in (404, 422)
    assert problem in answer.text.lower().replace("&#39;", "'")


def test_there_is_nothing_to_grade_elsewhere(site) -> None:
    with site.database.writing() as connection:
        project = add_project(connection, "others", "manager")
        begin(connection, project, "da", name="scores")
    answer = site.browser().get("/projects/2/campaigns/2/grades")
    assert answer.status_code == 422
    assert "whose answers need no grades" in answer.text
