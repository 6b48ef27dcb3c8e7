import json
from collections import Counter
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
import sqlalchemy as sa
from campaign_desk import TEXTS, answer_everything, begin, first_task, say, seat_of

from mtassay.campaigns.handing_over import release_seats, take_in_again
from mtassay.campaigns.plan import Design, plan_campaign
from mtassay.campaigns.start import begin_campaign
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import Conflict, InputError, NotFound, SettingError
from mtassay.store.archives.backups import back_up
from mtassay.store.archives.project_archive import add_archive, read_archive, write_archive
from mtassay.store.archives.project_removal import remove_project
from mtassay.store.campaign_tables import (
    CAMPAIGN_ROWS,
    CAMPAIGN_STATES,
    CAMPAIGN_TASK_ITEMS,
    CAMPAIGNS,
    JUDGES_COME_IN,
)
from mtassay.store.campaigns.all_answers import AnsweredNumber, all_answers
from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, campaigns, find_campaign, set_state
from mtassay.store.campaigns.links import begin_seat_session, make_links
from mtassay.store.campaigns.progress import SeatState, seat_progress
from mtassay.store.campaigns.seat_answers import keep_seat_draft, take_seat_answer_back
from mtassay.store.campaigns.seat_work import open_seat, show_task
from mtassay.store.campaigns.seats import exclude_seat
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo
from mtassay.store.people.forgetting import forget_person, traces_of
from mtassay.store.schema import METADATA
from mtassay.store.work.kept_files import CAMPAIGN_DRAFT, file_content, files_of, keep_file


def numbers(connection: sa.Connection, project: Project, name: str = "talks") -> list[tuple[object, ...]]:
    """What was answered, without what is numbered anew elsewhere."""
    answers = all_answers(connection, find_campaign(connection, project, name))
    return sorted(map(_told, answers), key=str)


def _told(answer: AnsweredNumber) -> tuple[object, ...]:
    return answer.protocol, answer.seat, answer.text, answer.systems, answer.name, answer.value, answer.cannot


def test_states_follow_each_other(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        assert campaign.state is CampaignState.RUNNING
        with pytest.raises(Conflict, match="no draft any more"):
            set_state(connection, campaign, CampaignState.DRAFT, "manager")
        set_state(connection, campaign, CampaignState.CLOSED, "manager")
        closed = find_campaign(connection, project, "talks")
        with pytest.raises(Conflict, match="undo the closing"):
            set_state(connection, closed, CampaignState.RUNNING, "manager")
        undo(connection, project.id, [history(connection, project.id)[0].revision], "manager")
        assert find_campaign(connection, project, "talks").state is CampaignState.RUNNING


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"protocols": [{"spec": "telepathy", "version": 1}]}, "asks by 'telepathy'"),
        ({"protocols": [{"spec": "da:speed=9", "version": 1}]}, "asks by 'da:speed=9'"),
        ({"protocols": [{"spec": "da", "version": 99}]}, "version 99 of da"),
        ({"context": "library"}, "context 'library'"),
        ({"version": 2}, "made as this mtassay does not know"),
    ],
)
def test_a_campaign_of_a_newer_version_is_listed_and_stands_in_nobodys_way(
    database: Database, project: Project, changed: dict[str, object], words: str
) -> None:
    with database.writing() as connection:
        newer = begin(connection, project, name="newer")
        seat = seat_of(connection, newer).id
        settings = {**newer.settings, **changed}
        connection.execute(sa.update(CAMPAIGNS).where(CAMPAIGNS.c.id == newer.id).values(settings=settings))
        begin(connection, project)
        assert [(campaign.name, bool(campaign.problem)) for campaign in campaigns(connection, project)] == [
            ("newer", True),
            ("talks", False),
        ]
        for opened in (
            lambda: find_campaign(connection, project, "newer"),
            lambda: campaign_of(connection, newer.id),
            lambda: open_seat(connection, seat),
        ):
            with pytest.raises(Conflict, match=f"newer cannot be opened: .*{words}.*use the version of mtassay"):
                opened()


def test_a_state_of_a_newer_version(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        row = {"campaign": campaign.id, "event": history(connection, project.id)[0].revision, "state": "dreaming"}
        connection.execute(sa.insert(CAMPAIGN_STATES), row)
        assert "'dreaming'" in campaigns(connection, project)[0].problem


def test_names_are_there_once(database: Database, project: Project) -> None:
    with database.writing() as connection:
        begin(connection, project)
        with pytest.raises(Conflict, match="already"):
            begin(connection, project, name=" talks ")
        with pytest.raises(InputError, match="needs a name"):
            begin(connection, project, name=" ")
        with pytest.raises(NotFound, match="there are: talks"):
            find_campaign(connection, project, "walks")
        assert [campaign.name for campaign in campaigns(connection, project)] == ["talks"]


def test_outputs_that_the_project_has_are_not_stored_again(database: Database, project: Project) -> None:
    with database.writing() as connection:
        begin(connection, project)
        begin(connection, project, "sqm", name="again")
        assert Counter(event.kind for event in history(connection, project.id))["output"] == 3
    assert not faults(database)


def test_answers_count_for_every_system_that_wrote_the_text(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        for number in (1, 2):
            answer_everything(connection, seat_of(connection, campaign, number))
        answers = list(all_answers(connection, campaign))
        assert len(answers) == 17
        assert Counter(system for answer in answers for system in answer.systems) == {"good": 6, "bad": 6, "odd": 6}
        assert {(answer.name, answer.value) for answer in answers} == {("score", 73.0)}
        done = seat_progress(connection, campaign)
        assert [seat.state for seat in done] == [SeatState.DONE, SeatState.DONE]
        assert sum(seat.done for seat in done) == sum(seat.asked for seat in done) == 17
        assert done[0].seconds == 2.5


def test_what_cannot_be_answered_has_no_number(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        say(connection, seat_of(connection, campaign), {"cannot": "language"})
        (answer,) = all_answers(connection, campaign)
        assert (answer.cannot, answer.name, answer.value) == ("language", "", None)


def test_rankings_have_shares_for_each_output(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "ranking", seats=1, judges=())
        seat = seat_of(connection, campaign)
        task = first_task(connection, seat)
        items = show_task(connection, seat, task).items
        say(connection, seat, {"ranks": {str(item.id): place for place, item in enumerate(items, 1)}}, task=task)
        wins = {answer.text: answer.value for answer in all_answers(connection, campaign) if answer.name == "win"}
        assert wins[items[0].text] == 1.0
        assert wins[items[-1].text] == 0.0


def test_an_archive_brings_campaigns_back(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        answer_everything(connection, seat_of(connection, campaign))
        first = all_answers(connection, campaign)
        say(connection, seat_of(connection, campaign, 2), {"score": 5})
        release_seats(connection, campaign, [2], "manager")
        told = numbers(connection, project)
        archive = write_archive(connection, project)
        hidden = write_archive(connection, project, is_pseudonymous=True)
        back = add_archive(connection, read_archive(archive, "talks.zip"), "manager", name="back").project
        assert numbers(connection, back) == told
        assert [seat.done for seat in seat_progress(connection, find_campaign(connection, back, "talks"))] == [
            seat.done for seat in seat_progress(connection, campaign)
        ]
        assert seat_progress(connection, find_campaign(connection, back, "talks"))[1].state is SeatState.RELEASED
        nameless = add_archive(connection, read_archive(hidden, "hidden.zip"), "manager", name="hidden").project
        assert numbers(connection, nameless) == told
        judges = {answer.judge for answer in all_answers(connection, find_campaign(connection, nameless, "talks"))}
        assert "anna" not in judges
        assert next(first).judge == "anna"
    assert b"anna" not in hidden


def test_a_backup_has_links_and_no_sessions(database: Database, project: Project, tmp_path: Path) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        (link, _) = make_links(connection, campaign, None, "manager")
        begin_seat_session(connection, link.token)
    back_up(database, tmp_path / "backup.db")
    copy = Database(str(tmp_path / "backup.db"), read_only=True)
    with copy.reading() as connection:
        counts = {
            table.name: connection.scalar(sa.select(sa.func.count()).select_from(table)) for table in JUDGES_COME_IN
        }
    copy.close()
    assert counts == {"seat_sessions": 0, "seat_links": 2, "seat_leases": 0, "seat_drafts": 0}


def test_a_project_that_is_removed_takes_its_campaigns_along(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        seat = seat_of(connection, campaign)
        (link, _) = make_links(connection, campaign, None, "manager")
        begin_seat_session(connection, link.token)
        keep_seat_draft(connection, seat, first_task(connection, seat), 0, {"score": 1})
        say(connection, seat, {"score": 2})
        remove_project(connection, project, "manager")
        for table in (*CAMPAIGN_ROWS, CAMPAIGN_TASK_ITEMS, *JUDGES_COME_IN):
            assert connection.scalar(sa.select(sa.func.count()).select_from(table)) == 0


def test_who_is_forgotten_is_named_nowhere(database: Database, project: Project) -> None:
    name = "Zoë Quill"
    with database.writing() as connection:
        campaign = begin(connection, project, judges=[f" {name} "], seats=3)
        (link, *_) = make_links(connection, campaign, None, "manager")
        begin_seat_session(connection, link.token)
        seat = seat_of(connection, campaign)
        assert seat.judge == name
        say(connection, seat, {"score": 3})
        take_seat_answer_back(connection, seat)
        say(connection, seat, {"score": 2}, comment=f"I am {name}")
        keep_seat_draft(connection, seat, first_task(connection, seat), 0, {"score": 1}, f"I, {name}")
        exclude_seat(connection, campaign, 1, f"{name} was too fast", "manager")
        take_in_again(connection, campaign, 1, "manager")
        release_seats(connection, campaign, [1], "manager")
        take_in_again(connection, campaign, 1, "manager")
        draft = json.dumps({"judges": f"ben\n {name}", "name": "next"}).encode()
        keep_file(connection, "account:1", "next", draft, CAMPAIGN_DRAFT)
        archive = write_archive(connection, project, is_pseudonymous=True)
        with ZipFile(BytesIO(archive)) as packed:
            told = "".join(packed.read(part).decode() for part in packed.namelist())
        assert name not in told
        assert json.dumps(name)[1:-1] not in told
        forgotten = forget_person(connection, name, "manager")
        assert not traces_of(connection, name).is_known
        for table in METADATA.sorted_tables:
            for row in connection.execute(sa.select(table)):
                held = " ".join(
                    value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value) for value in row
                )
                assert "Quill" not in held, table.name
        (answer,) = all_answers(connection, campaign)
        assert answer.judge == forgotten.pseudonym
        assert answer.comment == ""
        assert answer.value == 2.0
        (kept,) = files_of(connection, "account:1")
        assert json.loads(file_content(connection, "account:1", kept.uid)) == {
            "judges": f"ben\n{forgotten.pseudonym}",
            "name": "next",
        }


def test_texts_under_a_campaign_stay_where_their_upload_is_undone(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        say(connection, seat_of(connection, campaign), {"score": 2})
        told = numbers(connection, project)
        uploads = [event.revision for event in history(connection, project.id) if event.kind == "output"]
        undo(connection, project.id, uploads, "manager")
        assert numbers(connection, project) == told
    assert not faults(database)


def test_refuses_what_it_cannot_keep(database: Database, project: Project) -> None:
    with database.writing() as connection:
        plan = plan_campaign(TEXTS, Design(protocols=("da",), seats=1))
        with pytest.raises(InputError, match="2 judges are named for 1 seats"):
            begin_campaign(connection, project, "x", TEXTS, plan, "manager", judges=["a", "b"])
        without = EvalSet(systems={"a": ["one"]})
        fluency = plan_campaign(without, Design(protocols=("fluency",), seats=1))
        with pytest.raises(InputError, match="which are missing"):
            begin_campaign(connection, project, "x", without, fluency, "manager")
        sser = plan_campaign(TEXTS, Design(protocols=("sser:high=5",), seats=1))
        with pytest.raises(SettingError, match=r"judged on the scale 0\.\.10/1"):
            begin_campaign(connection, project, "x", TEXTS, sser, "manager")


@pytest.mark.parametrize("protocol", ["ranking", "pairwise"])
def test_answers_that_name_texts_come_back_from_an_archive(database: Database, project: Project, protocol: str) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, protocol)
        seat = seat_of(connection, campaign)
        task = first_task(connection, seat)
        items = [str(item.id) for item in show_task(connection, seat, task).items]
        ranks = {"ranks": {item: place for place, item in enumerate(items, 1)}}
        say(connection, seat, ranks if protocol == "ranking" else {"better": items[1]}, task=task)
        told = numbers(connection, project)
        begin(connection, project, name="another")  # so that numbers differ
        archive = read_archive(write_archive(connection, project), "talks.zip")
        back = add_archive(connection, archive, "manager", name="back").project
        assert numbers(connection, back) == told


def test_an_answer_that_was_undone_given_anew_and_brought_back_counts_once(
    database: Database, project: Project
) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        seat = seat_of(connection, campaign)
        task = first_task(connection, seat)
        first = say(connection, seat, {"score": 1}, task=task)
        (undone,) = undo(connection, project.id, [first.revision], "manager")
        say(connection, seat, {"score": 2}, task=task)
        undo(connection, project.id, [undone], "manager")
        assert [answer.value for answer in all_answers(connection, campaign)] == [2.0]
        assert seat_progress(connection, campaign)[0].done == 1
