"""Answers of another tool in a project: all of them as one step, or nothing."""

import pytest
import sqlalchemy as sa

from mtassay.campaigns.importing import import_campaign, with_texts
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError
from mtassay.human.answer_files.base import ANSWER_FILES
from mtassay.store.archives.project_archive import add_archive, read_archive, write_archive
from mtassay.store.campaigns.all_answers import all_answers, answer_set
from mtassay.store.campaigns.campaigns import CampaignState, campaigns
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database
from mtassay.store.history.undo import undo
from mtassay.store.migration import create
from mtassay.store.schema import EVENTS

MAROT = """system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity
base\ttalk\t1\t1\tr1\tTwo words.\tZwei <v>Worte</v>.\tStyle/Awkward\tMinor
base\ttalk\t1\t1\tr2\tTwo words.\t<v>Zwei</v> Worte.\tAccuracy/Mistranslation\tMajor
new\ttalk\t1\t1\tr1\tTwo words.\tZwei Worte.\tNo-error\tNo-error
new\ttalk\t2\t2\tr2\t=1+1\t<v>=1+1</v>\tOther\tMajor
"""
RANKS = """srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID
eng,deu,2,2,j1,base,1,new,2,1
eng,deu,2,2,j1,base,1,new,1,2
eng,deu,1,1,j2,new,1,base,2,3
"""


def test_marked_errors_come_in_and_go_out_the_same(database):
    answers = ANSWER_FILES.create("marot").read(MAROT.encode(), "errors.tsv")
    with database.writing() as connection:
        project = add_project(connection, "talks", "boss")
        campaign = import_campaign(connection, project, "errors", answers, "boss", "marot")
        assert campaign.state is CampaignState.CLOSED
        kinds = list(connection.scalars(sa.select(EVENTS.c.kind).order_by(EVENTS.c.id)))
        assert kinds.count("campaign import") == 1
        said = [
            (row.judge, row.systems, row.value) for row in all_answers(connection, campaign) if row.name == "penalty"
        ]
        assert said == [("r1", ("base",), 1), ("r2", ("base",), 5), ("r1", ("new",), 0), ("r2", ("new",), 5)]
        again = answer_set(connection, campaign, has_names=True)
        content = ANSWER_FILES.create("marot").write(again, "x.tsv")
        read = ANSWER_FILES.create("marot").read(content, "x.tsv")
        assert [answer.body for answer in read.answers] == [answer.body for answer in answers.answers]
        event = connection.scalar(sa.select(EVENTS.c.id).where(EVENTS.c.kind == "campaign import"))
        undo(connection, project.id, [event], "boss")
        assert campaigns(connection, project) == ()


def test_an_import_does_not_meet_uids_of_an_archive(database, new_location):
    answers = ANSWER_FILES.create("marot").read(MAROT.encode(), "errors.tsv")
    with database.writing() as connection:
        for name in ("other", "talks"):
            project = add_project(connection, name, "boss")
            import_campaign(connection, project, "errors", answers, "boss", "marot")
        archive = read_archive(write_archive(connection, project), "talks.zip")
    elsewhere = Database(new_location("sqlite"))
    create(elsewhere)
    with elsewhere.writing() as connection:
        back = add_archive(connection, archive, "boss").project
        # it has the number that the archived one had where it came from
        again = import_campaign(connection, back, "again", answers, "boss", "marot")
        assert len(answer_set(connection, again, has_names=True).answers) == 4
    elsewhere.close()


def test_rankings_take_their_texts_from_a_test_set(database):
    answers = ANSWER_FILES.create("wmt-rank").read(RANKS.encode(), "ranks.csv")
    with pytest.raises(InputError, match="line 2: the file holds no texts"):
        with_texts(answers, None)
    sources, systems = ["one", "two"], {"base": ["eins", "zwei"], "new": ["einz", "zwo"]}
    with pytest.raises(InputError, match="no texts of the system 'new'"):
        with_texts(answers, EvalSet(None, sources=sources, systems={"base": ["eins", "zwei"]}))
    with pytest.raises(InputError, match="segment 2 is beyond the last line, 1"):
        with_texts(
            answers, EvalSet(None, sources=["one"], systems={name: texts[:1] for name, texts in systems.items()})
        )
    filled = with_texts(answers, EvalSet(None, sources=sources, systems=systems))
    with database.writing() as connection:
        project = add_project(connection, "talks", "boss")
        campaign = import_campaign(connection, project, "ranks", filled, "boss", "wmt-rank")
        wins = [(row.judge, row.text, row.value) for row in all_answers(connection, campaign) if row.name == "win"]
        assert wins == [
            *(("j1", "zwei", 1), ("j1", "zwo", 0)),  # judged twice
            *(("j1", "zwei", 0), ("j1", "zwo", 0)),
            *(("j2", "einz", 1), ("j2", "eins", 0)),
        ]
        again = ANSWER_FILES.create("wmt-rank").write(answer_set(connection, campaign, has_names=True), "x.csv")
    read = ANSWER_FILES.create("wmt-rank").read(again, "x.csv").answers
    assert [list(answer.body["ranks"].values()) for answer in read] == [[1, 2], [1, 1], [1, 2]]
