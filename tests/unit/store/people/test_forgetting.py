"""Who wants to be forgotten is, and what they said counts as before."""

import pytest
import sqlalchemy as sa
from answering import answer
from campaign_desk import begin, say, seat_of
from small_memory import fill

from mtassay.errors import Conflict, NotFound
from mtassay.human.filters import Filter
from mtassay.human.sser import sser
from mtassay.human.translations import stored_translations
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.keys import round_in
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history import events
from mtassay.store.history.undo import undo
from mtassay.store.judging.body import AnswerBody
from mtassay.store.judging.drafts import Draft, keep_draft
from mtassay.store.judging.questions import recheck_round
from mtassay.store.judging.queues import NewItem, add_queue, assign
from mtassay.store.lists.filters import select_targets
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.people.accounts import Role, accounts, add_account
from mtassay.store.people.api_keys import add_key, find_key
from mtassay.store.people.forgetting import forget_person, known_names, traces_of
from mtassay.store.schema import DRAFTS, JUDGES, JUDGMENTS, METADATA, OUTPUTS
from mtassay.store.work.jobs import JobState, add_job, claim_job, fail_job, find_job, finish_job, restart_job
from mtassay.store.work.kept_files import files_of, keep_file

PASSWORD = "correct horse battery"


ROUND = recheck_round("anna", "anna", 1)


@pytest.fixture
def judged(database: Database) -> Project:
    with database.writing() as connection:
        fill(connection, "another")
        project = fill(connection)
        add_account(connection, "root", PASSWORD, Role.ADMINISTRATOR, "setup")
        account = add_account(connection, "anna", PASSWORD, Role.MANAGER, "root")
        add_key(connection, account.id, "script")
        keep_file(connection, f"account:{account.id}", "notes.txt", b"x", "text/plain")
        target = select_targets(connection, project, Filter())[0].target
        answer(connection, project, target, "anna", 8, comment="I, Anna, think so")
        answer(connection, project, target, "anna", 7)
        answer(connection, project, target, "anna", 6, recheck=ROUND)
        answer(connection, project, target, "anna", 5, recheck=ROUND)
        keep_draft(connection, project, "anna", target, Draft(AnswerBody(5), comment="Anna, unfinished"))
        by_anna = JUDGMENTS.c.judge.in_(sa.select(JUDGES.c.id).where(JUDGES.c.name == "anna"))
        connection.execute(sa.update(JUDGMENTS).where(by_anna).values(extra={"mail": "anna@example.org"}))
    return project


def everything(database: Database) -> str:
    """All that is stored, as one text."""
    with database.reading() as connection:
        return "\n".join(
            str(tuple(row)) for table in METADATA.sorted_tables for row in connection.execute(sa.select(table))
        )


def test_the_name_is_nowhere_and_all_figures_stay(database: Database, judged: Project) -> None:
    with database.reading() as connection:
        before = load_memory(connection, judged).memory
    with database.writing() as connection:
        traces = traces_of(connection, "anna")
        done = forget_person(connection, "anna", "root")
    assert (traces.judgments, traces.comments, traces.projects, traces.has_account) == (42, 1, 2, True)
    stored = everything(database)
    assert "anna" not in stored.lower()
    assert ROUND not in stored  # a digest of the name
    assert done.pseudonym in stored
    with database.reading() as connection:
        after = load_memory(connection, judged).memory
        assert events.history(connection, judged.id)[0].kind == "person"
        assert "anna" not in known_names(connection)
        assert [account.name for account in accounts(connection)] == ["root"]
        assert files_of(connection, "account:2") == ()
        assert connection.scalar(sa.text("SELECT count(*) FROM api_keys")) == 0
    assert sser(before, stored_translations(before)) == sser(after, stored_translations(after))
    assert [name.replace("anna", done.pseudonym) for name in before.judges] == list(after.judges)
    assert faults(database) == ()


def test_rechecks_of_the_forgotten_stay_in_their_round(database: Database, judged: Project) -> None:
    with database.writing() as connection:
        forget_person(connection, "anna", "root")
        rounds = sa.select(JUDGMENTS.c.round).where(JUDGMENTS.c.project == judged.id, JUDGMENTS.c.round != "")
        first, second = connection.scalars(rounds)
    assert first == second


def test_rechecks_by_others_do_not_confirm_the_name(database: Database, judged: Project) -> None:
    round, only_drafted = recheck_round("ben", "anna", 1), recheck_round("ben", "anna", 2)
    with database.writing() as connection:
        one, other = (found.target for found in select_targets(connection, judged, Filter())[:2])
        answer(connection, judged, one, "ben", 6, recheck=round)
        answer(connection, judged, one, "ben", 5, recheck=round)
        keep_draft(connection, judged, "ben", other, Draft(AnswerBody(4)), round)
        keep_draft(connection, judged, "ben", other, Draft(AnswerBody(3)), only_drafted)
        forget_person(connection, "anna", "root")
    stored = everything(database)
    assert round not in stored
    assert only_drafted not in stored
    with database.reading() as connection:
        by_ben = JUDGMENTS.c.judge.in_(sa.select(JUDGES.c.id).where(JUDGES.c.name == "ben"))
        query = sa.select(JUDGMENTS.c.round, JUDGMENTS.c.uid).where(by_ben, JUDGMENTS.c.round != "")
        (first, first_uid), (second, second_uid) = connection.execute(query.order_by(JUDGMENTS.c.id))
        drafts = dict(connection.execute(sa.select(DRAFTS.c.value, DRAFTS.c.round)).all())
    assert first == second == drafts[4] != drafts[3]
    assert (round_in(first_uid), second_uid.split("/")[0]) == (first, first_uid)
    assert faults(database) == ()


def test_comments_can_be_kept(database: Database, judged: Project) -> None:
    with database.writing() as connection:
        forget_person(connection, "anna", "root", keeps_comments=True)
    stored = everything(database)
    assert "I, Anna, think so" in stored
    assert "unfinished" not in stored  # a draft is nobody's word yet


def test_it_can_not_be_undone(database: Database, judged: Project) -> None:
    with database.writing() as connection:
        done = forget_person(connection, "anna", "root")
        revision = events.latest(connection, judged.id)
    assert revision in done.revisions
    with pytest.raises(Conflict, match="cannot be undone"), database.writing() as connection:
        undo(connection, judged.id, [revision], "root")


def test_corrections_of_the_forgotten_still_belong_together(database: Database, judged: Project) -> None:
    from mtassay.store.contents.collection_reader import read_collection
    from mtassay.store.contents.collection_writer import add_collection

    with database.writing() as connection:
        forget_person(connection, "anna", "root")
        collection = read_collection(connection, judged)
        added = add_collection(connection, judged, collection, "root")
    assert (added.judgments, added.corrections) == (0, 0)


def test_who_was_asked_and_never_judged_is_forgotten_too(database: Database, judged: Project) -> None:
    with database.writing() as connection:
        run, target = connection.execute(
            sa.select(OUTPUTS.c.run, OUTPUTS.c.target).order_by(OUTPUTS.c.id.desc())
        ).all()[0]
        items = [NewItem(target, 0.5, 1.0)]
        queue = add_queue(connection, judged, run, items, "root", seed=1, revision=1, settings={}, references={})
        assign(connection, judged, queue, "root", count=1, judges=["zoe", "Zorn, Zita", "ben"])
        keep_draft(connection, judged, "yves", target, Draft(AnswerBody(5)))
        for name in ("zoe", "yves", "Zorn, Zita"):
            assert name in known_names(connection)
            assert traces_of(connection, name).projects == 1
            done = forget_person(connection, name, "root")
            assert events.latest(connection, judged.id) in done.revisions
    stored = everything(database)
    assert "zoe" not in stored
    assert "yves" not in stored
    assert "Zorn" not in stored


def test_jobs_of_others_name_nobody_who_is_forgotten(database: Database, judged: Project) -> None:
    asked = {"project": judged.id, "judge": "anna", "judges": "ben, anna"}
    with database.writing() as connection:
        done, failed, running, elsewhere = (
            add_job(connection, "statistics", "account:1", "Statistics of anna", arguments).uid
            for arguments in (asked, asked, asked, {"project": 99})
        )
        for worker in ("one", "two", "three", "four"):
            claim_job(connection, worker)
        finish_job(connection, done, "one", {"view": {"judges": [{"name": "anna"}], "pace": {"anna": 3, "susanna": 4}}})
        fail_job(connection, failed, "two", "'anna' has judged nothing")
        pseudonym = forget_person(connection, "anna", "root").pseudonym
    assert "anna" not in everything(database).replace("susanna", "").lower()
    with database.writing() as connection:
        view = {"judges": [{"name": pseudonym}], "pace": {pseudonym: 3, "susanna": 4}}
        assert find_job(connection, "account:1", done).result == {"view": view}
        assert find_job(connection, "account:1", done).arguments["judges"] == f"ben, {pseudonym}"
        assert find_job(connection, "account:1", failed).message == f"'{pseudonym}' has judged nothing"
        # it has read the name, and may hand it in later
        assert not finish_job(connection, running, "three", {"judges": ["anna"]})
        assert find_job(connection, "account:1", running).state is JobState.INTERRUPTED
        assert restart_job(connection, "account:1", running).state is JobState.WAITING
        assert finish_job(connection, elsewhere, "four", {})


def test_a_job_keeps_its_parts_where_somebody_is_called_like_one(database: Database, judged: Project) -> None:
    with database.writing() as connection:
        answer(connection, judged, select_targets(connection, judged, Filter())[0].target, "project", 4)
        uid = add_job(connection, "merge", "account:1", "A merge", {"project": 99, "other": judged.id}).uid
        claim_job(connection, "one")
        forget_person(connection, "project", "root")
        # it has read the name in the project that it takes from
        job = find_job(connection, "account:1", uid)
    assert job.state is JobState.INTERRUPTED
    assert job.arguments == {"project": 99, "other": judged.id}


def test_a_seat_without_a_name_is_nobody(database: Database, judged: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, judged, "sser", name="talks", judges=("zoe",))
        for number in (1, 2):
            say(connection, seat_of(connection, campaign, number), {"value": 8})
        names = known_names(connection)
    assert "zoe" in names
    assert not [name for name in names if name.startswith("seat ")]


def test_nobody_is_forgotten_by_mistake(database: Database, judged: Project) -> None:
    with database.writing() as connection, pytest.raises(NotFound, match="spelled right"):
        forget_person(connection, "Anna", "root")
    with database.writing() as connection, pytest.raises(Conflict, match="only active administrator"):
        forget_person(connection, "root", "root")
    with database.reading() as connection:
        assert {"anna", "ben", "root"} <= set(known_names(connection))
        assert find_key(connection, "mta_x") is None
