"""Evidence packs: all of a campaign, the same bytes for the same revision, and nobody's name."""

import json

import pytest
from campaign_desk import BODIES, begin, first_task, say, seat_of
from people.judged_campaign import judged_campaign

from mtassay.reports.evidence.packing import evidence_pack
from mtassay.reports.evidence.verifying import verify_pack
from mtassay.store.archives.packed_files import unpack_files
from mtassay.store.campaigns.campaigns import campaign_of
from mtassay.store.campaigns.seats import exclude_seat
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database


def begin_project(database: Database, protocol: str = "mqm"):
    with database.writing() as connection:
        project = add_project(connection, "Travel", "manager", source_language="de", target_language="en")
        return judged_campaign(connection, project, protocol, segments=8)


def pack(database: Database, number: int = 1) -> bytes:
    with database.reading() as connection:
        return evidence_pack(connection, campaign_of(connection, number))


def test_all_of_a_campaign_is_in_it_and_nobody_is_named(database: Database) -> None:
    campaign = begin_project(database)
    with database.writing() as connection:
        exclude_seat(connection, campaign, 4, "answered at random", "manager")
    content = pack(database)
    assert content == pack(database)
    files = unpack_files(content, "talks.zip")
    assert list(files)[:5] == ["campaign.json", "guidelines.md", "items.jsonl", "answers.jsonl", "methods.txt"]
    assert {"results/mqm.json", "results/mqm_with_excluded.json", "exports/answers.tsv", "exports/marot.tsv"} < {*files}
    everything = b"".join(files.values()).decode()
    for name in ("Anna", "Ben", "Cleo", "odd word order"):
        assert name not in everything
    methods = files["methods.txt"].decode()
    assert "seat 4 (answered at random)" in methods
    told = json.loads(files["campaign.json"])
    assert (told["seed"], told["state"], len(told["seats"])) == (0, "running", 4)
    assert files["guidelines.md"] == b"*Read.*"
    verified = verify_pack(content, "talks.zip")
    assert verified.differences == ()
    assert verified.results == ("results/mqm.json", "results/mqm_with_excluded.json")


def test_a_later_revision_has_other_bytes(database: Database) -> None:
    campaign = begin_project(database, "da")
    before = pack(database)
    with database.writing() as connection:
        exclude_seat(connection, campaign, 1, "left", "manager")
    assert pack(database) != before


@pytest.mark.parametrize("protocol", ["esa", "da", "ranking", "sser"])
def test_answers_by_every_protocol_can_be_verified(on_sqlite: Database, protocol: str) -> None:
    database = on_sqlite
    begin_project(database, protocol)
    content = pack(database)
    assert verify_pack(content, "talks.zip").differences == ()
    results = json.loads(unpack_files(content, "talks.zip")[f"results/{protocol}.json"])
    assert {row["system"] for row in results["systems"]} == {"neural-large", "neural-small", "phrase-based"}


def test_controls_and_refusals_are_counted_apart(on_sqlite: Database) -> None:
    database = on_sqlite
    with database.writing() as connection:
        project = add_project(connection, "Travel", "manager")
        campaign = begin(connection, project, "da", controls="crowd", spreading="across", seats=2)
        seat = seat_of(connection, campaign)
        say(connection, seat, {"cannot": "language"})
        for _ in range(4):
            say(connection, seat, BODIES["da"], task=first_task(connection, seat))
    content = pack(database)
    methods = unpack_files(content, "talks.zip")["methods.txt"].decode()
    assert "could say nothing: 1." in methods
    assert verify_pack(content, "talks.zip").differences == ()


def test_without_answers_the_results_say_why(on_sqlite: Database) -> None:
    database = on_sqlite
    with database.writing() as connection:
        begin(connection, add_project(connection, "Travel", "manager"), "da")
    content = pack(database)
    results = json.loads(unpack_files(content, "talks.zip")["results/da.json"])
    assert results["no results"].startswith("nobody has answered by da yet")
    assert verify_pack(content, "talks.zip").answers == 0
