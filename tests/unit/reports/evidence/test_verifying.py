"""What does not follow from the answers of a pack is named, whoever made the checksums."""

import json

import pytest
from people.judged_campaign import judged_campaign

from mtassay.errors import InputError
from mtassay.reports.evidence.packing import evidence_pack
from mtassay.reports.evidence.verifying import verify_pack
from mtassay.store.archives.packed_files import pack_files, unpack_files
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database


@pytest.fixture
def files(on_sqlite: Database) -> dict[str, bytes]:
    """The files of a pack."""
    with on_sqlite.writing() as connection:
        campaign = judged_campaign(connection, add_project(connection, "Travel", "manager"), "esa", segments=6)
        return unpack_files(evidence_pack(connection, campaign), "talks.zip")


def faults(files: dict[str, bytes]) -> str:
    """What is said of these files with checksums of their own."""
    return "\n".join(verify_pack(pack_files(files), "talks.zip").differences)


def changed(files: dict[str, bytes], name: str, old: bytes, new: bytes) -> dict[str, bytes]:
    assert old in files[name]
    return {**files, name: files[name].replace(old, new, 1)}


def test_what_follows_is_accepted(files: dict[str, bytes]) -> None:
    assert faults(files) == ""
    rounded = json.loads(files["results/esa.json"])
    rounded["systems"][0]["estimate"] *= 1 + 1e-13  # as another machine rounds
    assert faults({**files, "results/esa.json": json.dumps(rounded).encode()}) == ""


def test_a_figure_that_was_made_up_is_named(files: dict[str, bytes]) -> None:
    results = json.loads(files["results/esa.json"])
    results["systems"][1]["estimate"] += 1
    results["differences"] = results["differences"][:1]
    said = faults({**files, "results/esa.json": json.dumps(results).encode()})
    assert "results/esa.json: systems 2, estimate is " in said
    assert "results/esa.json: differences is " in said


def test_an_answer_that_was_changed_shows_in_the_results(files: dict[str, bytes]) -> None:
    first, rest = files["answers.jsonl"].split(b"\n", 1)
    answer = json.loads(first)
    answer["body"]["score"] = 100 - answer["body"]["score"]
    said = faults({**files, "answers.jsonl": json.dumps(answer).encode() + b"\n" + rest})
    assert "results/esa.json: systems" in said
    assert "exports/answers.tsv: line " in said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"body": {"score": 300, "spans": []}}, "/score"),
        ({"body": {"score": 30}}, "/spans"),
        ({"body": {"score": 30.0, "spans": [], "more": 1}}, "/more"),
        ({"excluded": True}, "is excluded in one place and not in another"),
    ],
)
def test_answers_that_nobody_could_give_are_named(
    files: dict[str, bytes], change: dict[str, object], said: str
) -> None:
    first, rest = files["answers.jsonl"].split(b"\n", 1)
    assert said in faults({**files, "answers.jsonl": json.dumps(json.loads(first) | change).encode() + b"\n" + rest})


def test_answers_that_were_added_or_left_out_are_noticed(files: dict[str, bytes]) -> None:
    first, rest = files["answers.jsonl"].split(b"\n", 1)
    assert "results/esa.json" in faults({**files, "answers.jsonl": rest})
    assert "gave" in faults({**files, "answers.jsonl": first + b"\n" + files["answers.jsonl"]})


def test_files_that_were_added_or_taken_away_are_named(files: dict[str, bytes]) -> None:
    assert faults({**files, "extra.txt": b"hello"}) == "extra.txt: does not follow from the answers"
    assert faults({name: content for name, content in files.items() if name != "methods.txt"}) == (
        "methods.txt: is missing"
    )
    assert faults(changed(files, "methods.txt", b"Campaign talks", b"Campaign TALKS")).startswith("methods.txt: line 1")
    assert faults({**files, "methods.txt": files["methods.txt"] + b"More.\n"}).startswith("methods.txt: ")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("campaign.json", b"mtassay evidence pack", b"mtassay project archive"),
        ("campaign.json", b'"pack_version": 1', b'"pack_version": 2'),
        ("campaign.json", b'"seed": 0', b'"seed": NaN'),
        ("campaign.json", b'"esa', b'"asa'),
        ("campaign.json", b'"seats"', b'"chairs"'),
        ("items.jsonl", b'"kind": "output"', b'"kind": "input"'),
        ("items.jsonl", b'"id"', b"'id'"),
        ("answers.jsonl", b'"protocol": 0', b'"protocol": 7'),
        ("answers.jsonl", b'"items": [', b'"items": [999999, '),
        ("answers.jsonl", b'"body": {', b'"body": ' + b"[" * 100_000 + b"{"),
        ("guidelines.md", b"*Read.*", b"\xff\xfe"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(files: dict[str, bytes], name: str, old: bytes, new: bytes) -> None:
    with pytest.raises(InputError, match=r"talks\.zip: \S+ in it cannot be read"):
        verify_pack(pack_files(changed(files, name, old, new)), "talks.zip")


def test_results_that_are_no_json_are_refused(files: dict[str, bytes]) -> None:
    with pytest.raises(InputError, match=r"results/esa\.json in it is no JSON"):
        verify_pack(pack_files({**files, "results/esa.json": b"{"}), "talks.zip")


def test_other_zips_are_no_packs(files: dict[str, bytes]) -> None:
    with pytest.raises(InputError, match=r"there is no answers\.jsonl in it"):
        verify_pack(pack_files({name: content for name, content in files.items() if name != "answers.jsonl"}), "a.zip")
    with pytest.raises(InputError, match="broken ZIP"):
        verify_pack(b"PK nothing", "a.zip")
    with pytest.raises(InputError, match="leads out of"):
        verify_pack(pack_files({**files, "../../evil.txt": b"x"}), "a.zip")
