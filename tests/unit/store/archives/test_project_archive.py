"""All of a project in one file, and back."""

import io
import json
import random
import tracemalloc
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from answering import answer
from small_memory import SYSTEMS, fill

from mtassay.errors import Conflict, InputError, SettingError
from mtassay.human.coverage import coverage
from mtassay.human.filters import Filter
from mtassay.human.judgment_files import read_judgments
from mtassay.human.sser import sser
from mtassay.human.translations import outputs_of, stored_translations
from mtassay.store.archives.packed_files import CHECKSUMS, pack_files, unpack_files
from mtassay.store.archives.project_archive import HISTORY, MANIFEST, STEPS, add_archive, read_archive, write_archive
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.items import cut_items
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_targets
from mtassay.store.database import Database
from mtassay.store.history import events
from mtassay.store.history.undo import undo
from mtassay.store.judging.questions import recheck_numbers, recheck_round
from mtassay.store.judging.queues import NewItem, add_queue, assign, queue_of_run, references_of
from mtassay.store.judging.rules import JudgingRules, change_rules, judging_rules
from mtassay.store.lists.filters import select_targets
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.migration import create
from mtassay.store.schema import JUDGMENTS, OUTPUTS, RUNS

ROUND = recheck_round("anna", "anna", 2)


@pytest.fixture
def lively(database: Database) -> Project:
    """A project to which all kinds of things happened, and that is not alone."""
    with database.writing() as connection:
        fill(connection, "another")
        project = fill(connection)
        found = select_targets(connection, project, Filter())
        answer(connection, project, found[0].target, "ines", 7, comment="anna would say 9")
        corrected = answer(connection, project, found[0].target, "ines", 4)
        undo(connection, project.id, [corrected.revision], "ines")
        deleted = delete_targets(connection, project, [found[3].target], "mara")
        (undone,) = undo(connection, project.id, [deleted], "mara")
        undo(connection, project.id, [undone], "mara")
        answer(connection, project, found[1].target, "anna", 5, recheck=ROUND)
        cut_items(connection, project, found[6].source, ["wann", "wollen Sie"], "mara")
        run = connection.scalars(sa.select(RUNS.c.id).order_by(RUNS.c.id.desc())).first()
        assert run is not None
        targets = connection.scalars(sa.select(OUTPUTS.c.target).where(OUTPUTS.c.run == run).limit(3)).all()
        items = [NewItem(target, 0.1 * number, 1.0) for number, target in enumerate(targets, 1)]
        queue = add_queue(
            connection,
            project,
            run,
            items,
            "mara",
            seed=7,
            revision=events.latest(connection, project.id),
            settings={"distance": "edits", "metric": "chrf", "judge_effects": True},
            references={found[0].source: ["a reference"]},
        )
        assign(connection, project, queue, "mara", count=2, judges=["anna", "Zorn, Zita", "ben"])
        told = sa.update(JUDGMENTS).where(JUDGMENTS.c.project == project.id)
        connection.execute(told.values(extra={"mail": "zita@example.org"}))
        change_rules(connection, project, JudgingRules("# Judge kindly", is_open=True, seed=3), "mara")
    return project


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Database]:
    """Another database, with something in it."""
    database = Database(str(tmp_path / "elsewhere.db"))
    create(database)
    with database.writing() as connection:
        fill(connection, "elsewhere")
    yield database
    database.close()


def archived(database: Database, project: Project, *, is_pseudonymous: bool = False) -> bytes:
    with database.reading() as connection:
        return write_archive(connection, project, is_pseudonymous=is_pseudonymous)


def figures(database: Database, project: Project, revision: int) -> list[object]:
    """The figures of a project as of a revision."""
    with database.reading() as connection:
        memory = load_memory(connection, project, revision).memory
    found: list[object] = []
    if len(memory.judgments):
        found.append(sser(memory, stored_translations(memory)))
    for system in SYSTEMS:
        if system in {outputs.system for outputs in memory.outputs}:
            found.append(coverage(memory, outputs_of(memory, system)))
    return found


def test_what_comes_back_is_the_same_as_of_every_revision(
    database: Database, lively: Project, elsewhere: Database
) -> None:
    content = archived(database, lively)
    steps: list[int] = []
    with elsewhere.writing() as connection:
        restored = add_archive(connection, read_archive(content, "a.zip"), "olga", advance=steps.append)
    assert sum(steps) == STEPS
    with database.reading() as before, elsewhere.reading() as after:
        old = events.history(before, lively.id)
        new = events.history(after, restored.project.id)
        assert [event.kind for event in new] == ["archive", *(event.kind for event in old)]
        numbers = dict(zip((event.revision for event in old), (event.revision for event in new[1:]), strict=True))
        for was, event in zip(old, new[1:], strict=True):
            assert (was.at, was.who, was.kind) == (event.at, event.who, event.kind)
            assert (was.undoes and numbers[was.undoes]) == event.undoes
            assert (was.undone_by and numbers[was.undone_by]) == event.undone_by
            assert read_collection(before, lively, was.revision) == read_collection(
                after, restored.project, event.revision
            )
        assert judging_rules(after, restored.project) == judging_rules(before, lively)
    for revision, again in numbers.items():
        assert figures(database, lively, revision) == figures(elsewhere, restored.project, again)
    assert figures(database, lively, max(numbers)) == figures(elsewhere, restored.project, restored.revision)
    assert faults(elsewhere) == ()


def test_queues_come_back_with_who_is_asked(database: Database, lively: Project, elsewhere: Database) -> None:
    with elsewhere.writing() as connection:
        restored = add_archive(connection, read_archive(archived(database, lively), "a.zip"), "olga")
    found = []
    for place, project in ((database, lively), (elsewhere, restored.project)):
        with place.reading() as connection:
            run = load_memory(connection, project).memory
            number = max(
                row
                for row in connection.scalars(sa.select(RUNS.c.id))
                if queue_of_run(connection, project, row) is not None
            )
            queue = queue_of_run(connection, project, number)
            assert queue is not None
            texts = [list(texts) for texts in references_of(connection, queue).values()]
            before_queue = [
                event for event in events.history(connection, project.id) if event.revision <= queue.revision
            ]
            asked = [(item.place, item.judge, item.uniform, item.is_left_out) for item in queue.items]
            found.append((queue.seed, queue.judges, dict(queue.settings), asked, texts, len(before_queue), run.systems))
    assert found[0] == found[1]


def test_rechecks_come_back_in_their_round(database: Database, lively: Project, elsewhere: Database) -> None:
    with elsewhere.writing() as connection:
        restored = add_archive(connection, read_archive(archived(database, lively), "a.zip"), "olga").project
        assert len(recheck_numbers(connection, restored, "anna", "anna", 2)) == 1
    with elsewhere.writing() as connection:
        hidden = read_archive(archived(database, lively, is_pseudonymous=True), "a.zip")
        restored = add_archive(connection, hidden, "olga", name="hidden").project
        rounds = sa.select(JUDGMENTS.c.round).where(JUDGMENTS.c.project == restored.id, JUDGMENTS.c.round != "")
        assert connection.scalars(rounds).all() == ["recheck-archived-1"]


def test_the_history_goes_on_after_it_came_back(database: Database, lively: Project, elsewhere: Database) -> None:
    content = archived(database, lively)
    with elsewhere.writing() as connection:
        restored = add_archive(connection, read_archive(content, "a.zip"), "olga")
        project = restored.project
        last_undo = next(event for event in events.history(connection, project.id) if event.kind == "undo")
        before = len(select_targets(connection, project, Filter()))
        undo(connection, project.id, [last_undo.revision], "olga")
        assert len(select_targets(connection, project, Filter())) == before + 1
        with pytest.raises(Conflict, match="imported the project from an archive"):
            undo(connection, project.id, [restored.revision], "olga")
    assert faults(elsewhere) == ()


def test_the_same_project_gives_the_same_bytes(database: Database, lively: Project) -> None:
    first = archived(database, lively)
    assert first == archived(database, lively)
    with zipfile.ZipFile(io.BytesIO(first)) as found:
        assert {entry.date_time for entry in found.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_other_programs_can_read_the_judgments(database: Database, lively: Project, tmp_path: Path) -> None:
    files = unpack_files(archived(database, lively), "a.zip")
    with database.reading() as connection:
        stored = read_collection(connection, lively)
    for name in ("judgments.xml", "judgments.jsonl"):
        (tmp_path / name).write_bytes(files[name])
        found = read_judgments(str(tmp_path / name))
        assert [source.text for source in found.sources] == [source.text for source in stored.sources]
        counted = [len(target.judgments) for source in found.sources for target in source.targets]
        assert counted == [len(target.judgments) for source in stored.sources for target in source.targets]


def test_pseudonyms_leave_nobody_named_and_all_figures(
    database: Database, lively: Project, elsewhere: Database
) -> None:
    content = archived(database, lively, is_pseudonymous=True)
    everything = b"\n".join(unpack_files(content, "a.zip").values()).decode()
    for name in ('"anna"', '"ben"', "anna would", '"ines"', "mara", "Zorn", "Zita", "example.org"):
        assert name not in everything
    with database.reading() as connection:
        for uid in connection.scalars(sa.select(JUDGMENTS.c.uid).where(JUDGMENTS.c.project == lively.id)):
            assert uid.split("/")[0] not in everything
    assert ROUND not in everything  # a digest of the name
    with elsewhere.writing() as connection:
        restored = add_archive(connection, read_archive(content, "a.zip"), "olga")
        last = events.latest(connection, lively.id)
    with database.reading() as connection:
        last = events.latest(connection, lively.id)
    assert figures(database, lively, last) == figures(elsewhere, restored.project, restored.revision)
    assert faults(elsewhere) == ()


def test_an_archive_needs_a_name_that_is_free(database: Database, lively: Project) -> None:
    archive = read_archive(archived(database, lively), "a.zip")
    with pytest.raises(Conflict, match="already"), database.writing() as connection:
        add_archive(connection, archive, "olga")
    with database.writing() as connection:
        restored = add_archive(connection, archive, "olga", name="again")
        third = add_archive(connection, archive, "olga", name="and again")
    assert restored.project.name == "again"
    assert restored.rows == third.rows
    assert faults(database) == ()
    with pytest.raises(SettingError), database.writing() as connection:
        add_archive(connection, archive, "olga", name="\x07")


# what could do harm


def zipped(*entries: tuple[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "broken ZIP"),
        (b"PK\x03\x04 no more", "broken ZIP"),
        (zipped(("../../etc/passwd", b"x")), "leads out of the archive"),
        (zipped(("/etc/passwd", b"x")), "leads out of the archive"),
        (zipped(("C:/windows.txt", b"x")), "leads out of the archive"),
        (zipped(("rows/..", b"x")), "leads out of the archive"),
        (zipped(("a/b/c.txt", b"x")), "belongs to no archive"),
        (zipped(("evil.sh\n", b"x")), "belongs to no archive"),
        (zipped(*((f"file_{number}.txt", b"") for number in range(101))), "fewer than 100"),
        (zipped(("project.json", b"{}")), "no SHA256SUMS"),
        (pack_files({"readme.txt": b""}), "no project.json"),
        (pack_files({MANIFEST: b"[]"}), "broken"),
        (pack_files({MANIFEST: b'{"format": "other"}'}), "no archive of a project"),
        (pack_files({MANIFEST: b"[" * 100_000}), "broken"),
        (zipped(("project.json", b"{}"), (CHECKSUMS, b"0  project.json\n")), "damaged or was changed"),
        (zipped(("project.json", b"{}"), (CHECKSUMS, b"")), "was put into it later"),
        (zipped((CHECKSUMS, b"0  gone.json\n")), "is missing"),
    ],
)
def test_a_file_that_is_no_archive_is_refused_with_a_reason(content: bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        read_archive(content, "a.zip")


def test_two_files_of_one_name_are_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        content = zipped(("project.json", b"1"), ("project.json", b"2"))
    with pytest.raises(InputError, match="twice"):
        read_archive(content, "a.zip")


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    from mtassay.corpus import limits

    content = zipped(("project.json", b"\0" * 50_000_000))
    assert len(content) < 100_000
    with limits.lowered(10_000_000, 1000), pytest.raises(InputError, match="unpacked"):
        read_archive(content, "a.zip")
    # one that says it is small
    lying = bytearray(content)
    for place in (content.index(b"PK\x01\x02") + 24, 22):
        lying[place : place + 4] = (100).to_bytes(4, "little")
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="broken ZIP"):
            read_archive(bytes(lying), "a.zip")
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_encrypted_and_strangely_packed_files_are_refused() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("project.json", b"{}")
    with pytest.raises(InputError, match="packed in a way"):
        read_archive(packed.getvalue(), "a.zip")
    plain = bytearray(zipped(("project.json", b"{}")))
    plain[plain.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(InputError, match="encrypted"):
        read_archive(bytes(plain), "a.zip")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("file", "old", "new", "reason"),
    [
        ("rows/judgments.jsonl", '"value":7.0', '"value":11', "11"),
        ("rows/judgments.jsonl", '"kind":"sser"', '"kind":"mqm"', "of the kind .mqm., which a newer mtassay"),
        ("rows/judgments.jsonl", '"round":""', '"round":"first"', "no recheck"),
        ("rows/judgments.jsonl", '"value":7.0', '"value":NaN', "no JSON"),
        ("rows/judgments.jsonl", '"value":7.0', '"value":"7"', "should be a number"),
        ("rows/outputs.jsonl", '"target":', '"target":9', "not in the archive"),
        ("rows/judgments.jsonl", '"uid":"', '"uid":"\\u0000', "no database keeps"),
        ("rows/judgments.jsonl", '"comment":""', '"comment":null', "missing"),
        ("rows/sources.jsonl", '"text":"', '"text":"  ', "white space"),
        ("rows/sources.jsonl", '"extra":{}', '"extra":{"a":{}}', "should be a text"),
        ("rows/items.jsonl", '"text":"wann"', '"text":"wie"', "does not occur"),
        ("rows/verdicts.jsonl", '"verdict":"ok"', '"verdict":"fine"', "no known class"),
        ("rows/marks.jsonl", '"kind":"targets"', '"kind":"accounts"', "which no project has"),
        ("rows/marks.jsonl", '"row":', '"row":77', "not in the archive"),
        ("rows/systems.jsonl", "word-by-word", "phrases", "contradict"),
        ("rows/runs.jsonl", '"event":', '"event":77', "not in the archive"),
        ("rows/judges.jsonl", '"name":"anna"', f'"name":"{"a" * 201}"', "up to 200"),
        (HISTORY, '"kind":"project"', '"kind":"import"', "does not begin"),
        (HISTORY, '"at":"2', '"at":"x2', "at"),
        (HISTORY, '"summary":{', '"summary":{"a":["\\ud800"],', "no database keeps"),
        (HISTORY, '"summary":{', '"summary":{"\\u0000":1,', "no database keeps"),
        (HISTORY, '"summary":{', '"summary":{"a":1e999,', "too large"),
        (HISTORY, '"summary":{', f'"summary":{{"a":{"[" * 900}{"]" * 900},', "inside one another"),
        (HISTORY, '"kind":"import"', '"kind":"renaming"', "does not say what was there"),
        (HISTORY, '"kind":"import"', '"kind":"languages"', "does not say what was there"),
        ("rows/items.jsonl", '"start":0', '"start":-1', "where it should"),
        ("rows/items.jsonl", '"start":0', '"start":2', "where it should"),
        (MANIFEST, '"settings": {}', '"settings": {"a": 1e999}', "broken"),
        (MANIFEST, '"version": 1', '"version": 2', "newer"),
        (MANIFEST, '"low": 0', '"low": 90', "scale"),
        (MANIFEST, '"judges": 3', '"judges": 4', "number of rows"),
    ],
)
def test_rows_that_do_not_fit_are_refused_and_nothing_is_stored(
    database: Database, lively: Project, elsewhere: Database, file: str, old: str, new: str, reason: str
) -> None:
    files = unpack_files(archived(database, lively), "a.zip")
    text = files[file].decode()
    assert old in text
    content = pack_files({**files, file: text.replace(old, new).encode()})
    with pytest.raises((InputError, SettingError), match=reason), elsewhere.writing() as connection:
        add_archive(connection, read_archive(content, "a.zip"), "olga")
    with elsewhere.reading() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM projects")) == 1
    assert faults(elsewhere) == ()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_damage_anywhere_is_noticed(database: Database, lively: Project, elsewhere: Database) -> None:
    content = archived(database, lively)
    drawn = random.Random(5)
    for _ in range(60):
        damaged = bytearray(content)
        damaged[drawn.randrange(len(content))] ^= 1 << drawn.randrange(8)
        try:
            archive = read_archive(bytes(damaged), "a.zip")
        except InputError:
            continue
        # what ZIP says of itself and nobody reads, such as its dates
        assert archive.files == read_archive(content, "a.zip").files


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_table_that_an_older_version_did_not_have_is_empty(
    database: Database, lively: Project, elsewhere: Database
) -> None:
    files = unpack_files(archived(database, lively), "a.zip")
    manifest = json.loads(files[MANIFEST])
    del files["rows/queue_closings.jsonl"], manifest["counts"]["queue_closings"]
    content = pack_files({**files, MANIFEST: json.dumps(manifest).encode()})
    with elsewhere.writing() as connection:
        assert add_archive(connection, read_archive(content, "a.zip"), "olga").rows["queue_closings"] == 0
