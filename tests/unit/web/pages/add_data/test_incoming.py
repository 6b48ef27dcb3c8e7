"""Files on their way into a project: what they are taken for, and what is refused."""

import io

import pytest
import xlsxwriter
from small_memory import SOURCES, SYSTEMS, fill

from mtassay.errors import InputError, SettingError
from mtassay.human.collection import Collection
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.web.pages.add_data.incoming import (
    Choices,
    Incoming,
    IncomingKind,
    collect,
    evalset_of_outputs,
    left_out,
    look_at,
    shown_outputs,
    shown_rows,
)
from mtassay.web.serving.uploads import Upload

# columns are guessed, which a server notes for its page; here nobody listens
pytestmark = pytest.mark.filterwarnings("ignore::mtassay.errors.MtassayWarning")


def lines(*texts: str) -> bytes:
    return "".join(f"{text}\n" for text in texts).encode()


def look(name: str, content: bytes, *, has_sources: bool = True, **choices: object) -> Incoming:
    return look_at(Upload(name, content), Choices.model_validate(choices), has_sources=has_sources)


def collected(database: Database, project: Project, incoming: Incoming) -> Collection:
    with database.reading() as connection:
        return collect(connection, project, incoming)


@pytest.fixture
def filled(database: Database) -> Project:
    with database.writing() as connection:
        return fill(connection)


def test_lines_are_outputs_of_a_system_that_is_called_as_the_file(database: Database, filled: Project) -> None:
    incoming = look("my.system-2.txt", lines(*SYSTEMS["neural"]))
    assert (incoming.kind, incoming.format, incoming.choices.system) == (IncomingKind.OUTPUTS, "text", "my.system-2")
    collection = collected(database, filled, incoming)
    assert [source.text for source in collection.sources] == list(SOURCES)
    assert {output.system for source in collection.sources for output in source.targets[0].outputs} == {"my.system-2"}


def test_lines_are_sources_where_a_project_has_none(database: Database, project: Project) -> None:
    incoming = look("source.de.txt", lines("ja.", "nein."), has_sources=False)
    assert incoming.kind is IncomingKind.SOURCES
    assert [(one.text, one.position) for one in collected(database, project, incoming).sources] == [
        ("ja.", 1),
        ("nein.", 2),
    ]


def test_an_empty_source_is_named_by_its_line(database: Database, project: Project) -> None:
    incoming = look("source.txt", lines("ja.", " ", "nein."), has_sources=False)
    with pytest.raises(InputError, match=r"source\.txt, line 2: an empty source"):
        collected(database, project, incoming)


def test_a_line_too_few_is_explained_by_where_the_files_part(database: Database, filled: Project) -> None:
    with pytest.raises(InputError, match=r"new\.txt has 5 lines, but the project's test set has 6"):
        collected(database, filled, look("new.txt", lines(*SYSTEMS["neural"][:5])))


def test_outputs_need_to_know_what_was_translated(database: Database, project: Project) -> None:
    with pytest.raises(InputError, match="the project has no sources yet"):
        collected(database, project, look("new.txt", lines("yes."), kind="outputs"))


def test_a_table_has_its_sources_and_several_systems_beside_them(database: Database, project: Project) -> None:
    content = lines("doc\tsource\tref\tA\tB", "d1\tja.\tyes.\tyes.\taye.", "d1\tnein.\tno.\tno.\tnay.")
    incoming = look("two.tsv", content, has_sources=False)
    assert incoming.kind is IncomingKind.OUTPUTS
    assert (incoming.choices.source, incoming.choices.texts, incoming.choices.document) == (2, [4, 5], 1)
    collection = collected(database, project, incoming)
    outputs = [
        (one.text, one.document, target.text, output.system)
        for one in collection.sources
        for target in one.targets
        for output in target.outputs
    ]
    assert ("nein.", "d1", "nay.", "B") in outputs
    assert len(outputs) == 4
    evalset = evalset_of_outputs(collection, "en")
    assert evalset is not None
    assert list(evalset.systems) == ["A", "B"]
    assert list(evalset.sources or ()) == ["ja.", "nein."]


def test_of_a_table_with_one_system_the_name_can_be_chosen(database: Database, project: Project) -> None:
    content = lines("source\ttarget", "ja.\tyes.")
    incoming = look("new.tsv", content, system="mine", run="monday")
    (source,) = collected(database, project, incoming).sources
    (output,) = source.targets[0].outputs
    assert (output.system, output.run) == ("mine", "monday")
    assert look("new.tsv", content).choices.system == "new"


@pytest.mark.parametrize("system", ["a\0b", "a\nb", "x" * 201, "   "])
def test_names_that_cannot_be_stored_are_refused(database: Database, filled: Project, system: str) -> None:
    with pytest.raises(InputError, match="name"):
        collected(database, filled, look("new.txt", lines(*SYSTEMS["neural"]), system=system))


def test_a_table_with_scores_holds_judgments(database: Database, project: Project) -> None:
    content = lines("source\tmt\tengine\trating\trater", "ja.\tyes.\tA\t9\tanna", "ja.\taye.\tB\t4\tben")
    incoming = look("ratings.tsv", content)
    assert incoming.kind is IncomingKind.JUDGMENTS
    assert list(shown_rows(collected(database, project, incoming), 5)) == [
        ("ja.", "yes.", "A", "anna", "9", ""),
        ("ja.", "aye.", "B", "ben", "4", ""),
    ]
    assert list(shown_rows(collected(database, project, incoming), 1)) == [("ja.", "yes.", "A", "anna", "9", "")]


def test_comments_of_judgments_are_guessed_or_said_and_may_be_none(database: Database, project: Project) -> None:
    content = lines("source\ttarget\tscore\tnotes\twhy", "ja.\tyes.\t9\tshort\tit is what it says")

    def comments(**choices: object) -> list[str]:
        collection = collected(database, project, look("ratings.tsv", content, **choices))
        return [one.comment for one in collection.sources[0].targets[0].judgments]

    assert look("ratings.tsv", content).choices.comment == 4
    assert comments() == ["short"]
    assert comments(comment=5) == ["it is what it says"]
    assert comments(comment=0) == [""]


def test_each_output_stands_beside_its_source(database: Database, filled: Project) -> None:
    collection = collected(database, filled, look("mine.txt", lines(*SYSTEMS["neural"])))
    heads, rows = shown_outputs(collection, 2)
    assert heads == ["Source", "mine"]
    assert rows == [list(pair) for pair in zip(list(SOURCES)[:2], SYSTEMS["neural"][:2], strict=True)]
    table = lines("source\thyp:A\thyp:B", "ja.\tyes.\taye.", "nein.\tno.\tnope.")
    both = collected(database, filled, look("both.tsv", table))
    assert shown_outputs(both, 9) == (["Source", "A", "B"], [["ja.", "yes.", "aye."], ["nein.", "no.", "nope."]])


def test_the_scale_of_judgments_can_be_said(database: Database, project: Project) -> None:
    content = lines("source\ttarget\tscore", "ja.\tyes.\t93")
    with pytest.raises(InputError, match="not on the scale"):
        collected(database, project, look("da.tsv", content))
    assert collected(database, project, look("da.tsv", content, scale="da")).scale.high == 100
    with pytest.raises(SettingError, match="there is no scale"):
        collected(database, project, look("da.tsv", content, scale="nonsense"))


def test_evaltrans_files_are_known_by_what_is_in_them(database: Database, project: Project, dialogues) -> None:
    content = (dialogues / "judgments.xml").read_bytes()
    incoming = look("anything.dat", content)
    assert (incoming.kind, incoming.format, incoming.table) == (IncomingKind.JUDGMENTS, "evaltrans", None)
    assert len(collected(database, project, incoming).sources) == 120


def test_a_row_for_each_system_and_segment_is_read_as_such(database: Database, project: Project) -> None:
    rows = [f"A\tquelle {n}\ttext {n}" for n in range(9)] + [f"B\tquelle {n}\tother {n}" for n in range(9)]
    incoming = look("long.tsv", lines("system\tsource\ttarget", *rows))
    assert incoming.kind is IncomingKind.JUDGMENTS
    systems = {
        output.system
        for source in collected(database, project, incoming).sources
        for target in source.targets
        for output in target.outputs
    }
    assert systems == {"A", "B"}


def test_blank_rows_of_a_workbook_are_no_segments(database: Database, project: Project) -> None:
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Cases")
        for row, cells in enumerate((("source", "target"), ("ja.", "yes."), ("", ""), ("nein.", "no."))):
            sheet.write_row(row, 0, cells)
    incoming = look("cases.xlsx", stream.getvalue(), has_sources=False)
    assert incoming.table is not None
    assert incoming.table.sheet == "Cases"
    assert [one.text for one in collected(database, project, incoming).sources] == ["ja.", "nein."]


@pytest.mark.parametrize(
    ("choices", "error", "message"),
    [
        ({"kind": "pictures"}, SettingError, "a file cannot be 'pictures'"),
        ({"source": 9}, InputError, "there is no column 9"),
        ({"texts": [0]}, InputError, "there is no column 0"),
        ({"texts": [-5]}, InputError, "there is no column -5"),
        ({"document": -2}, InputError, "there is no column -2"),
    ],
)
def test_choices_that_the_file_does_not_have_are_refused(
    choices: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        look("two.tsv", lines("source\ttarget", "ja.\tyes."), **choices)


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../../etc/passwd", "a.tsv:source=/etc/passwd", "da:source=/etc/passwd"]
)
def test_names_of_files_are_never_paths(database: Database, filled: Project, name: str) -> None:
    """Whatever a file is called, only what was sent is read."""
    collection = collected(database, filled, look(name, lines(*SYSTEMS["neural"]), kind="outputs", system="x"))
    assert [source.targets[0].text for source in collection.sources] == list(SYSTEMS["neural"])


def test_rows_with_a_formula_that_went_wrong_are_left_out(database: Database, filled: Project) -> None:
    content = io.BytesIO()
    with xlsxwriter.Workbook(content) as book:
        sheet = book.add_worksheet("Outputs")
        for number, row in enumerate([("source", "hyp:A"), ("ja.", "yes."), ("nein.", "no."), ("eins.", "one.")]):
            sheet.write_row(number, 0, row)
        sheet.write_formula(2, 1, "=Gone!A1", None, "#REF!")
    incoming = look("a.xlsx", content.getvalue())
    assert left_out(incoming) == [
        "a.xlsx, sheet Outputs, row 3, column B: the error #REF! instead of a text; correct it"
    ]
    assert [source.text for source in collected(database, filled, incoming).sources] == ["ja.", "eins."]
    with pytest.raises(InputError, match=r"row 3, column B: the error #REF!"):
        collected(database, filled, look("a.xlsx", content.getvalue(), source=0))


def test_systems_that_translated_other_sources_are_not_checked_together() -> None:
    assert evalset_of_outputs(Collection(()), "en") is None
