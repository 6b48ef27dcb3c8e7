import secrets
from collections.abc import Mapping

import pytest
import sqlalchemy as sa
from campaign_desk import TEXTS, begin, first_task, say, seat_of, tell

from mtassay.campaigns.controls.training import TrainingItem
from mtassay.campaigns.plan import Design, plan_campaign
from mtassay.campaigns.start import begin_campaign
from mtassay.errors import InputError
from mtassay.store.archives.packed_files import CHECKSUMS, pack_files, unpack_files
from mtassay.store.archives.project_archive import add_archive, read_archive, write_archive
from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, set_state
from mtassay.store.campaigns.grades import given_answers, grade_answers
from mtassay.store.campaigns.seat_work import show_task
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.judging.answers import Answer, save_answer
from mtassay.store.judging.body import AnswerBody
from mtassay.store.schema import TARGETS


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("answers", '"value":8', '"value":9', "answer 1 has the judgment of another"),
        ("answers", '"judgment":2', '"judgment":1', "answer 1 has the judgment of another"),
        ("answers", '"judgment":2', '"judgment":99', "answer 1 has the judgment of another"),
        ("reused", '"judgment":1', '"judgment":null', "should name an answer or a judgment"),
        ("reused", '"judgment":1', '"judgment":99', "names 99 of judgments"),
        ("reused", '"protocol":0', '"protocol":7', "a campaign in it cannot be read"),
        ("answers", '"verdicts":{}', '"verdicts":{"x":"ok"}', "an answer in it cannot be read"),
    ],
)
def test_answers_and_judgments_that_contradict_each_other_are_refused(
    database: Database, project: Project, file: str, old: str, new: str, words: str
) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "sser", name="before", reuse=False)
        seat = seat_of(connection, campaign)
        (item,) = show_task(connection, seat, first_task(connection, seat)).items
        target = connection.scalar(sa.select(TARGETS.c.id).where(TARGETS.c.text == item.text))
        assert target is not None
        save_answer(connection, project, "berta", Answer(target, AnswerBody(5), secrets.token_hex(16)))
        say(connection, seat_of(connection, begin(connection, project, "sser")), {"value": 8})
        files = unpack_files(write_archive(connection, project), "a.zip")
    refuse_changed(database, files, file, old, new, words)


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("campaigns", '"training":1', '"training":"one"', "the training of trained is 'one' and should be a number"),
        ("campaigns", '"training":1', '"training":2', "3 tasks of training for 2 items"),
        ("campaign_items", '"low":90', '"low":"most"', "is right from 'most' to 100"),
        ("campaign_items", '"low":90', '"lowest":90', "a campaign in it cannot be read"),
        ("campaign_items", '"errors":[]', '"errors":[["0",4]]', r"the training of trained stands at \['0', 4\]"),
        ("campaign_tasks", '"kind":"repeat"', '"kind":"riddle"', "'riddle' is not a valid"),
        ("campaign_tasks", '"kind":"training"', '"kind":"control"', "0 tasks of training for 1 items"),
        ("campaign_tasks", '"kind":"work"', '"kind":"repeat"', "a control of trained checks no task of its work"),
        ("answers", '"score":95', '"score":"many"', "a campaign in it cannot be read"),
    ],
)
def test_broken_controls_and_training_are_refused(
    database: Database, project: Project, file: str, old: str, new: str, words: str
) -> None:
    item = TrainingItem(source="Guten Tag", reference="", text="good day", low=90, high=100, note="")
    plan = plan_campaign(TEXTS, Design(protocols=("da",), seats=1, overlap=0.0, controls="crowd"))
    with database.writing() as connection:
        made = begin_campaign(connection, project, "trained", TEXTS, plan, "manager", training=[item])
        set_state(connection, made, CampaignState.RUNNING, "manager")
        say(connection, seat_of(connection, campaign_of(connection, made.id)), {"score": 95})
        files = unpack_files(write_archive(connection, project), "a.zip")
    refuse_changed(database, files, file, old, new, words)


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("grades", '"grade":1.0', '"grade":0.7', "a grade is 0.7 and should be 0, 0.5 or 1"),
        ("campaign_items", '"right":["three","3"]', '"right":3', "a campaign in it cannot be read"),
        ("campaign_items", '"choices":["yes","no"]', '"choices":[7]', "a campaign in it cannot be read"),
        ("answers", '"many"', "7", "a campaign in it cannot be read"),
    ],
)
def test_broken_questions_and_grades_are_refused(
    database: Database, project: Project, file: str, old: str, new: str, words: str
) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "comprehension", judges=(), seats=3)
        tell(connection, seat_of(connection, campaign), "many", "yes")
        (waiting, _) = given_answers(connection, campaign)
        grade_answers(connection, campaign, [(waiting.question, "many", 1.0)], "manager")
        files = unpack_files(write_archive(connection, project), "a.zip")
    refuse_changed(database, files, file, old, new, words)


@pytest.mark.parametrize("broken", ['"before":[[7,""]', '"before":[["Satz"]', '"before":[7'])
def test_a_broken_context_is_refused(database: Database, project: Project, broken: str) -> None:
    with database.writing() as connection:
        begin(connection, project, "da", context="before")
        files = unpack_files(write_archive(connection, project), "a.zip")
    old = '"before":[["Satz Nummer 0","sentence number 0"]'
    refuse_changed(database, files, "campaign_items", old, broken, "a campaign in it cannot be read")


def refuse_changed(database: Database, files: Mapping[str, bytes], file: str, old: str, new: str, words: str) -> None:
    """Refuse an archive in which something was changed."""
    path = f"rows/{file}.jsonl"
    text = files[path].decode()
    assert old in text
    content = pack_files(
        {name: data for name, data in files.items() if name != CHECKSUMS} | {path: text.replace(old, new).encode()}
    )
    with pytest.raises(InputError, match=words), database.writing() as connection:
        add_archive(connection, read_archive(content, "a.zip"), "manager", name="back")
