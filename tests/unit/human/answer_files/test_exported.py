"""Our own tables of answers, written and read in again."""

import json
from pathlib import Path

import pytest
from campaign_desk import begin, first_task, say, seat_of
from people.judged_campaign import judged_campaign

from mtassay.campaigns.campaign_answers import answers_of_campaign
from mtassay.campaigns.importing import import_campaign
from mtassay.errors import InputError
from mtassay.human.answer_files.exported import Exported
from mtassay.human.answers.answer_filter import AnswerFilter
from mtassay.reports.formats.choice import report_format
from mtassay.reports.results.campaigns import answers_document
from mtassay.reports.results.people.manners import results_document
from mtassay.store.campaigns.all_answers import all_answers
from mtassay.store.campaigns.campaigns import StoredCampaign, find_campaign
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database
from mtassay.store.migration import create


@pytest.fixture
def database(tmp_path: Path):
    database = Database(str(tmp_path / "talks.db"))
    create(database)
    yield database
    database.close()


def written(connection, campaign: StoredCampaign, format: str) -> bytes:
    document = answers_document(campaign, list(all_answers(connection, campaign)), has_names=True)
    content = report_format(format).write(document)
    return content.encode() if isinstance(content, str) else content


def figures(connection, campaign: StoredCampaign) -> str:
    answers = answers_of_campaign(all_answers(connection, campaign), campaign.protocols[0], has_names=True)
    return str(report_format("json").write(results_document(answers, AnswerFilter())))


@pytest.mark.parametrize(
    ("protocol", "format"),
    [("esa", "jsonl"), ("mqm", "tsv"), ("ranking", "xlsx"), ("da", "csv"), ("esa:weights='minor=2,major=9'", "xlsx")],
)
def test_an_export_that_is_read_in_gives_the_same_figures(database: Database, protocol: str, format: str) -> None:
    with database.writing() as connection:
        project = add_project(connection, "talks", "a test", source_language="de", target_language="en")
        campaign = judged_campaign(connection, project, protocol, segments=6)
        read = Exported().read(written(connection, campaign, format), f"answers.{format}")
        elsewhere = add_project(connection, "elsewhere", "a test")
        import_campaign(connection, elsewhere, "talks", read, "a test", "exported")
        again = find_campaign(connection, elsewhere, "talks")
        assert again.protocols == campaign.protocols
        assert figures(connection, again) == figures(connection, campaign)
        assert len(list(all_answers(connection, again))) == len(list(all_answers(connection, campaign)))


def test_corrected_texts_that_look_like_formulas_and_who_cannot(database: Database) -> None:
    with database.writing() as connection:
        project = add_project(connection, "talks", "a test", source_language="de", target_language="en")
        campaign = begin(connection, project, "postedit", seats=1)
        seat = seat_of(connection, campaign)
        say(connection, seat, {"text": "=SUM(A1) \ttab"})
        say(connection, seat, {"cannot": "source"}, task=first_task(connection, seat))
        for format in ("jsonl", "tsv", "xlsx"):
            read = Exported().read(written(connection, campaign, format), f"answers.{format}")
            assert [answer.body for answer in read.answers] == [
                {"text": "=SUM(A1) tab", "unchanged": False},
                {"cannot": "source"},
            ]


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"body": "{"}, "answers.jsonl, row 1: the body is no valid JSON"),
        ({"body": '{"score": 101}'}, "answers.jsonl, row 1: .*0 to 100"),
        ({"spec": "dada"}, "answers.jsonl, row 1: .*'dada'"),
        ({"spec": "sser"}, "answers by sser need more than a table of them holds"),
        ({"item": "x"}, "the item is 'x', and a whole number is expected"),
        ({"at": "soon"}, "the time is 'soon'"),
        ({"seconds": "-1"}, "seconds are '-1'"),
        ({"system": ""}, "the output is of no system"),
        ({"excluded": "yes"}, "no answer in it that counts"),
        ({"body": '{"cannot": {"z": 1}}'}, "row 1: the body does not say why nothing could be answered"),
    ],
)
def test_bad_rows_are_named_and_nothing_is_read(changed: dict[str, str], problem: str) -> None:
    row = {"answer": 1, "seat": 1, "excluded": "no", "document": "", "segment": 1, "system": "a", "source": "s"}
    row |= {"output": "o", "name": "score", "seconds": 2.5, "at": "2026-11-19T12:00:00+00:00", "item": 4, "spec": "da"}
    row |= {"body": '{"score": 7}'}
    content = json.dumps({**row, **changed}) + "\n"
    with pytest.raises(InputError, match=problem) as caught:
        Exported().read(content.encode(), "answers.jsonl")
    assert str(caught.value).endswith("Nothing was imported.")
