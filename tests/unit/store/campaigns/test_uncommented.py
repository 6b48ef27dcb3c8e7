"""What judges write at marked errors goes where comments go."""

from campaign_desk import begin, say, seat_of

from mtassay.reports.results.campaigns import answers_document
from mtassay.store.archives.packed_files import unpack_files
from mtassay.store.archives.project_archive import write_archive
from mtassay.store.campaigns.all_answers import all_answers, answer_set
from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.people.forgetting import forget_person

NOTE = "I, Anna, would say so"
SPAN = {"side": "target", "start": 0, "end": 3, "severity": "minor", "category": "Other"}


def test_notes_stay_with_names_alone(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, "mqm")
        say(connection, seat_of(connection, campaign), {"spans": [{**SPAN, "note": NOTE}]})

        def bodies(campaign: StoredCampaign, *, has_names: bool) -> str:
            document = answers_document(campaign, list(all_answers(connection, campaign)), has_names=has_names)
            return str((document, answer_set(connection, campaign, has_names=has_names).answers[0].body))

        def archived(*, is_pseudonymous: bool) -> bytes:
            files = unpack_files(write_archive(connection, project, is_pseudonymous=is_pseudonymous), "a.zip")
            return files["rows/answers.jsonl"]

        assert bodies(campaign, has_names=True).count(NOTE) > 1
        assert NOTE not in bodies(campaign, has_names=False)
        assert NOTE.encode() in archived(is_pseudonymous=False)
        assert NOTE.encode() not in archived(is_pseudonymous=True)
        forget_person(connection, "anna", "root", keeps_comments=True)
        assert NOTE in bodies(campaign, has_names=True)
        (person,) = {answer.judge for answer in all_answers(connection, campaign)}
        forget_person(connection, person, "root")
        assert {str(answer.body) for answer in all_answers(connection, campaign)} == {
            str({"spans": [{**SPAN, "note": ""}]})
        }
