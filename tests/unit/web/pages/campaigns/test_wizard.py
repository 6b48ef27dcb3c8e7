"""A new campaign step by step, from files or from systems of the project."""

import html
import re

import campaign_desk
import pytest
from small_memory import fill

from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.store.campaigns.all_answers import all_answers
from mtassay.store.campaigns.campaigns import CampaignState, campaigns, find_campaign
from mtassay.store.campaigns.course import course_of
from mtassay.store.campaigns.progress import seat_progress
from mtassay.store.campaigns.seat_work import next_task, seat_tasks, show_task
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.outputs import add_outputs, system_names
from mtassay.store.contents.projects import add_project, project_of
from mtassay.store.database import Database
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.migration import create
from mtassay.store.people.accounts import find_account
from mtassay.store.people.members import let_in

BASE = "/projects/1/campaigns"
FILES = {
    "source.txt": "Eins.\nZwei.\nDrei.\nVier.\n",
    "ref.txt": "One.\nTwo.\nThree.\nFour.\n",
    "good.txt": "One.\nTwo.\nThree.\nFour!\n",
    "bad.txt": "One.\nToo.\nTree.\nFor.\n",
    "odd.txt": "Uno.\nDue.\nTre.\nQuattro.\n",
    "documents.txt": "a\na\nb\nb\n",
}


@pytest.fixture(params=["sqlite", "postgresql"])
def desk(request, new_location, open_site):
    """An empty project."""
    location = new_location(request.param)
    database = Database(location)
    create(database)
    with database.writing() as connection:
        add_project(connection, "numbers", "a test")
    database.close()
    return open_site(location)


def begin(browser, *names: str, name: str = "Spring"):
    """Bring some of the files; the address of the draft."""
    sent = [("files", (each, FILES[each].encode())) for each in names or FILES]
    answer = browser.post(f"{BASE}/new", data={"csrf": browser.token, "name": name}, files=sent, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].removesuffix("/files")


def texts(page: str) -> dict[str, list[str]]:
    return {
        "roles": re.findall(r'value="(\w+)" selected', page),
        "names": [html.unescape(name) for name in re.findall(r'name="names" value="([^"]*)"', page)],
    }


def test_a_campaign_from_files_to_links(desk) -> None:
    browser = desk.browser()
    draft = begin(browser)
    page = browser.get(f"{draft}/files").text
    assert texts(page)["roles"] == ["source", "reference", "system", "system", "system", "documents"]
    step = browser.send_form(f"{draft}/files", name="Spring", **texts(page))
    assert step.headers["Location"] == f"{draft}/protocol"
    step = browser.send_form(f"{draft}/protocol", protocol="da", against="both", context="before", longest="10")
    assert step.headers["Location"] == f"{draft}/people"
    sent = {
        "seats": "3",
        "judges": "Anna\r\nBen",
        "expertise": "bilingual",
        "overlap": "50",
        "guidelines": "*Read.*\r\n",
    }
    step = browser.send_form(f"{draft}/people", **sent)
    assert step.headers["Location"] == f"{draft}/preview"
    preview = browser.get(f"{draft}/preview").text
    assert "Start and make 3 links" in preview
    for system in ("good", "bad", "odd"):
        assert f">{system}<" not in preview
    uid = draft.rpartition("/")[2]
    made = browser.send_form(f"{BASE}/drafts/{uid}/start").text
    assert made.count('class="linkcode"') == 3
    assert browser.get(f"{draft}/preview").status_code == 404
    with desk.database.reading() as connection:
        project = project_of(connection, 1)
        campaign = find_campaign(connection, project, "Spring")
        assert campaign.state is CampaignState.RUNNING
        assert [protocol.spec for protocol in campaign.protocols] == ["da:against=both"]
        assert (campaign.context, campaign.guidelines, campaign.settings["overlap"]) == ("before", "*Read.*", 0.5)
        assert [seat.judge for seat in seat_progress(connection, campaign)] == ["Anna", "Ben", ""]
        assert course_of(connection, campaign).systems == ("good", "bad", "odd")


@pytest.mark.parametrize(("protocol", "context"), [("esa", "document"), ("mqm", "none")])
def test_errors_can_be_marked_in_the_preview(desk, protocol, context) -> None:
    browser = desk.browser()
    draft = begin(browser)
    browser.send_form(f"{draft}/files", name="Spring", **texts(browser.get(f"{draft}/files").text))
    looked = browser.send_form(f"{draft}/protocol/look", protocol=protocol, against="source", context=context).text
    assert ("points of penalty" if protocol == "mqm" else "too few judges or systems") in looked
    browser.send_form(f"{draft}/protocol", protocol=protocol, against="source", context=context, longest="10")
    preview = browser.get(f"{draft}/preview").text
    assert preview.count('data-side="target"') == 1
    assert ("Accuracy › Mistranslation" in preview) == (protocol == "mqm")


def test_the_sum_follows_every_choice_and_keeps_nothing(desk) -> None:
    browser = desk.browser()
    draft = begin(browser)
    before = browser.get(f"{draft}/protocol?as=json").json()
    # of twelve outputs two are the same; documents of two segments, one of them twice
    assert [(line["sign"], line["number"]) for line in before["sum"]["lines"]][:2] == [("", 12), ("−", 1)]
    looked = browser.send_form(f"{draft}/protocol/look", protocol="pairwise", against="source", context="none").text
    assert "Asked several at a time" in looked
    assert "an order has no points" in looked
    assert browser.get(f"{draft}/protocol?as=json").json()["draft"] == before["draft"]
    program = desk.program()
    asked = program.post(f"/api/v1{draft}/people/look", json={"seats": 8, "overlap": 0, "judges": "A\nB"}).json()["sum"]
    assert asked["answers"] == 11
    # each of two documents goes to one judge, with all systems: more judges have nothing to do
    assert (asked["seats"], asked["minutes_each"] * 60, asked["idle_seats"]) == (8, 78, 6)
    checked = {"seats": 1, "overlap": 0, "controls": "crowd"}
    lines = program.post(f"/api/v1{draft}/people/look", json=checked).json()["sum"]["lines"]
    assert [(line["sign"], line["number"] > 0) for line in lines if line["words"].startswith("Controls")] == [
        ("+", True)
    ]
    crowded = browser.send_form(f"{draft}/people/look", seats="8", overlap="0")
    assert "6 judges would have nothing to do." in crowded.text
    twice = program.post(f"/api/v1{draft}/protocol/look", json={"protocol": "fluency", "second": "adequacy"}).json()
    assert "Asked by 2 protocols" in [line["words"] for line in twice["sum"]["lines"]]


def test_what_will_show_starts_from_answers_of_the_project(desk) -> None:
    draft = begin(desk.browser())
    look = {"seats": 3, "judges": "", "overlap": 0}
    usual = desk.program().post(f"/api/v1{draft}/people/look", json=look).json()["sum"]
    assert (usual["spread_of"], usual["smallest"]) == ("", None)  # of four segments nothing would show
    with desk.database.writing() as connection:
        project = project_of(connection, 1)
        campaign = campaign_desk.begin(connection, project, "da", name="Winter", seats=3, overlap=1.0, judges=())
        for number in (1, 2, 3):
            seat = campaign_desk.seat_of(connection, campaign, number)
            while (task := next_task(seat_tasks(connection, seat))) is not None:
                (item,) = show_task(connection, seat, task.task).items
                campaign_desk.say(
                    connection, seat, {"score": 70 + task.task * number % 3}, task=task.task, item=item.id
                )
    browser = desk.browser()
    own = desk.program().post(f"/api/v1{draft}/people/look", json=look).json()["sum"]
    assert own["spread_of"] == "Winter"
    assert 0 < own["smallest"] < 20
    assert "the spread of answers is that of <bdi>Winter</bdi> in this project" in browser.get(f"{draft}/people").text


def test_what_the_project_knows_is_counted_before_the_start_and_not_asked(desk) -> None:
    with desk.database.writing() as connection:
        project = project_of(connection, 1)
        texts = (Target("Uno.", (Judgment(7, judge="berta"),)), Target("One.", (Judgment(9, judge="berta"),)))
        add_collection(connection, project, Collection((Source("Eins.", targets=texts),)), "berta", EventKind.IMPORT)
    browser = desk.browser()
    draft = begin(browser)
    step = browser.send_form(f"{draft}/protocol", protocol="sser")
    assert step.headers["Location"] == f"{draft}/people"
    lines = browser.get(f"{draft}/people?as=json").json()["sum"]["lines"]
    assert [(line["words"].partition(":")[0], line["sign"], line["number"]) for line in lines[:3]] == [
        ("Outputs", "", 12),
        ("Saved", "−", 1),
        ("Saved", "−", 2),
    ]
    anew = browser.send_form(f"{draft}/protocol/look", protocol="sser", reuse="no").text
    assert "known answers, reused" not in anew
    preview = browser.get(f"{draft}/preview").text
    assert "fine but for slight errors" in preview
    assert "berta" not in preview
    made = browser.send_form(f"{BASE}/drafts/{draft.rpartition('/')[2]}/start")
    assert made.status_code == 200
    shown = browser.get(f"{BASE}/1").text
    assert "; 2 known answers reused" in shown
    with desk.database.reading() as connection:
        campaign = find_campaign(connection, project_of(connection, 1), "Spring")
        reused = [answer for answer in all_answers(connection, campaign) if answer.is_reused]
    assert {(answer.value, answer.systems) for answer in reused} == {(9.0, ("good", "bad")), (7.0, ("odd",))}


@pytest.mark.parametrize(
    ("step", "sent", "message"),
    [
        ("protocol", {"protocol": "da", "against": "reference"}, "no text is a reference"),
        ("protocol", {"protocol": "da", "context": "document"}, "documents, which nobody has named"),
        ("protocol", {"protocol": "da", "context": "before"}, "told by their documents"),
        ("protocol", {"protocol": "ranking", "context": "document"}, "cannot show the context"),
        ("protocol", {"protocol": "dad"}, "did you mean 'da'"),
        ("protocol", {"protocol": "sser", "context": "document"}, "sser cannot show the context"),
        ("protocol", {"protocol": "pairwise", "reuse": "yes"}, "asks about several outputs at once"),
        ("protocol", {"protocol": "da", "reuse": "maybe"}, "known answers: 'maybe'"),
        ("protocol", {"protocol": "da", "second": "da:against=both"}, "campaigns do not ask by"),
        ("protocol", {"protocol": "da", "against": "nothing"}, "against"),
        ("people", {"expertise": "magic"}, "judges cannot know 'magic'"),
        ("people", {"judges": "Anna\nBen\n Anna "}, "two judges have the same name"),
        ("people", {"controls": "knwon"}, "did you mean 'known'"),
        ("people", {"overlap": "nan"}, "second opinions on nan %"),
        ("people", {"seats": "2000"}, "a campaign has 1 to 1000"),
        ("people", {"overlap": "120"}, "second opinions on 120 %"),
        ("people", {"expertise": "target"}, "know the target language alone"),
        ("files", {"name": "", "roles": ["source", "system"], "names": ["s", "g"]}, "has no name"),
        ("files", {"name": "n", "roles": ["unused", "system"], "names": ["s", "g"]}, "no text is the source"),
        ("files", {"name": "n", "roles": ["system"], "names": ["s"]}, "1 roles for 2 texts"),
    ],
)
def test_what_cannot_be_asked_is_said_and_not_kept(local, step, sent, message) -> None:
    with local.database.writing() as connection:
        add_project(connection, "numbers", "a test")
    browser = local.browser()
    draft = begin(browser, "source.txt", "good.txt")
    before = browser.get(f"{draft}/{step}?as=json").json()["draft"]
    refused = browser.send_form(f"{draft}/{step}", **sent)
    assert refused.status_code in (400, 422)
    assert message.lower() in html.unescape(refused.text).lower()
    assert browser.get(f"{draft}/{step}?as=json").json()["draft"] == before


def test_a_name_that_is_taken_is_refused_before_the_last_step(local) -> None:
    with local.database.writing() as connection:
        add_project(connection, "numbers", "a test")
    browser = local.browser()
    first, second = begin(browser), begin(browser, name="Summer")
    assert "linkcode" in browser.send_form(f"{BASE}/drafts/{first.rpartition('/')[2]}/start").text
    known = texts(browser.get(f"{second}/files").text)
    refused = browser.send_form(f"{second}/files", name=" Spring ", **known)
    assert refused.status_code == 409
    assert "give this one another name" in refused.text
    assert browser.send_form(f"{second}/files", name="Summer", **known).status_code == 303


def test_files_without_sources_and_nothing_at_all(local) -> None:
    with local.database.writing() as connection:
        add_project(connection, "numbers", "a test")
    browser = local.browser()
    assert "no text is the source" in html.unescape(browser.get(f"{begin(browser, 'good.txt')}/files").text).lower()
    assert browser.send_form(f"{BASE}/new", name="Spring").status_code == 422
    assert browser.get(f"{BASE}/new/{'0' * 32}/files").status_code == 404
    assert browser.get(f"{begin(browser)}/fiels").status_code == 404


def test_a_draft_is_of_one_project_and_one_person_and_can_be_deleted(public) -> None:
    with public.database.writing() as connection:
        for name in ("one", "two"):
            let_in(connection, add_project(connection, name, "a test"), find_account(connection, "manager"), "a test")
    manager, administrator = public.browser().sign_in("manager"), public.browser().sign_in("administrator")
    draft = begin(manager)
    assert manager.get(f"{draft}/files").status_code == 200
    assert manager.get(f"{draft}/files".replace("/projects/1/", "/projects/2/")).status_code == 404
    assert administrator.get(f"{draft}/files").status_code == 404
    uid = draft.rpartition("/")[2]
    assert administrator.send_form(f"{BASE}/drafts/{uid}/start").status_code == 404
    assert manager.send_form(f"{BASE}/drafts/{uid}/forget").headers["Location"] == BASE
    assert manager.get(f"{draft}/files").status_code == 404
    with public.database.reading() as connection:
        assert campaigns(connection, project_of(connection, 1)) == ()


def test_a_campaign_on_systems_of_the_project_adds_no_outputs(desk) -> None:
    sources = FILES["source.txt"].splitlines()
    with desk.database.writing() as connection:
        project = project_of(connection, 1)
        for name in ("good", "bad"):
            add_outputs(connection, project, name, FILES[f"{name}.txt"].splitlines(), "a test", sources=sources)
        # of a part of the test set: people are asked about what all have
        add_outputs(connection, project, "odd", FILES["odd.txt"].splitlines()[:2], "a test", sources=sources[:2])
    browser = desk.browser()
    offered = browser.get(f"{BASE}/new?as=json").json()["systems"]
    assert [(one["name"], one["outputs"]) for one in offered] == [("good", 4), ("bad", 4), ("odd", 2)]
    begun = browser.send_form(f"{BASE}/new", name="Own", runs=[str(one["run"]) for one in offered])
    draft = begun.headers["Location"].removesuffix("/files")
    page = browser.get(f"{draft}/files").text
    assert "2 of 4 segments can be asked about: those that all systems have" in page
    assert browser.send_form(f"{draft}/files", name="Own").status_code == 303
    with desk.database.reading() as connection:
        before = len(system_names(connection, project))
    assert "linkcode" in browser.send_form(f"{BASE}/drafts/{draft.rpartition('/')[2]}/start").text
    with desk.database.reading() as connection:
        course = course_of(connection, find_campaign(connection, project, "Own"))
        assert (course.systems, course.segments) == (("good", "bad", "odd"), 2)
        assert len(system_names(connection, project)) == before
    assert [one["outputs"] for one in browser.get(f"{BASE}/new?as=json").json()["systems"]] == [4, 4, 2]


def test_systems_that_share_nothing_cannot_be_asked_about(local) -> None:
    with local.database.writing() as connection:
        project = fill(connection, "hotel")
        add_outputs(connection, project, "left", ["a"], "a test", sources=["eins"])
        add_outputs(connection, project, "right", ["b"], "a test", sources=["zwei"])
    browser = local.browser()
    runs = [
        one["run"] for one in browser.get(f"{BASE}/new?as=json").json()["systems"] if one["name"] in ("left", "right")
    ]
    begun = browser.send_form(f"{BASE}/new", name="Own", runs=list(map(str, runs)))
    assert "have no segment in common" in browser.get(begun.headers["Location"]).text
    assert browser.send_form(begun.headers["Location"], name="Own").status_code == 422


def test_segments_are_chosen_by_labels_and_by_their_original_language(local) -> None:
    table = "src\torigin\tdomain\torig_lang\tgoogle\tdeepl\n" + "".join(
        f"Satz {place}\tx\t{'news' if place < 8 else 'chat'}\t{'de' if place % 4 else 'en'}\tone {place}\ttwo {place}\n"
        for place in range(12)
    )
    with local.database.writing() as connection:
        add_project(connection, "talks", "a test", source_language="de", target_language="en")
    browser = local.browser()
    sent = browser.post(
        f"{BASE}/new",
        data={"csrf": browser.token, "name": "Spring"},
        files=[("files", ("all.tsv", table.encode()))],
        follow_redirects=False,
    )
    draft = sent.headers["Location"].removesuffix("/files")
    shown = browser.get(f"{draft}/files?as=json").json()
    roles = {text["column"]: (text["role"], text["name"]) for text in shown["texts"]}
    assert (roles["domain"], roles["orig_lang"]) == (("label", "domain"), ("label", "orig_lang"))
    assert shown["sum"]["segments"] == 9
    assert shown["sum"]["left_out"] == ["3 segments are left out: first written in another language than de (en)."]
    page = browser.get(f"{draft}/protocol").text
    assert "What was translated into de reads otherwise" in page
    program = local.program()
    sent = {"protocol": "da", "where": "domain = news", "originals": "all"}
    assert program.post(f"/api/v1{draft}/protocol/look", json=sent).json()["sum"]["segments"] == 8
    for where, words in (("chrf(google) > 2", "looks at outputs"), ("domain >", "the filter"), ("hue = red", "hue")):
        assert words in program.post(f"/api/v1{draft}/protocol/look", json={"where": where}).json()["problem"]


@pytest.mark.parametrize(("sent", "seats"), [({}, 4), ({"judges": "Ana\nBen"}, 2), ({"judges": "Ana", "seats": 3}, 3)])
def test_there_are_as_many_seats_as_names_unless_more_are_wanted(local, sent, seats) -> None:
    with local.database.writing() as connection:
        add_project(connection, "numbers", "a test")
    draft = begin(local.browser())
    shown = local.program().post(f"/api/v1{draft}/people/look", json={"overlap": 0, **sent}).json()
    assert shown["sum"]["seats"] == seats


def test_questions_are_pasted_and_who_reads_what_is_said(desk) -> None:
    browser = desk.browser()
    draft = begin(browser)
    browser.send_form(f"{draft}/files", name="Spring", **texts(browser.get(f"{draft}/files").text))
    sent = {"protocol": "comprehension", "context": "none", "against": "source", "longest": "10"}
    assert "There are no questions" in browser.send_form(f"{draft}/protocol/look", **sent).text
    assert browser.send_form(f"{draft}/protocol", **sent).status_code == 422
    asked = "document\tquestion\tanswer\tchoices\r\na\tWhich numbers?\tone and two\t\r\nb\tHow many?\t2\t2|3\r\n"
    kept = browser.send_form(f"{draft}/protocol", **sent, questions=asked)
    assert kept.headers["Location"].endswith("/people")  # where the number of seats is said
    assert "4 seats are too few" not in browser.get(f"{draft}/people?as=json").json()["problem"]
    assert browser.send_form(f"{draft}/people", seats="2", overlap="0").status_code == 400
    looked = browser.send_form(f"{draft}/people/look", seats="4", overlap="0").text
    assert "Read as whole documents" in looked
    assert "Each version of a document goes to a reader of its own." in looked
    assert browser.send_form(f"{draft}/people", seats="4", overlap="0", controls="none").status_code == 303
    preview = browser.get(f"{draft}/preview").text
    assert "Read the text once" in preview
    assert ("Which numbers?" in preview) != ("How many?" in preview)
    assert "data-answering hidden" not in " ".join(preview.split()).replace(' aria-labelledby="answering"', "")
    started = browser.send_form(draft.replace("/new/", "/drafts/") + "/start")
    assert len(set(re.findall(r"/j/[\w-]{22}", started.text))) == 4
    with desk.database.reading() as connection:
        campaign = find_campaign(connection, project_of(connection, 1), "Spring")
        course = course_of(connection, campaign)
        assert (course.systems, course.segments, course.documents) == (("good", "bad", "odd", "reference"), 4, 2)
    page = browser.get(f"{BASE}/1").text
    assert "Grade answers" in page
