"""Tables of judgments, in and out."""

import io
import warnings
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
import xlsxwriter

from mtassay.errors import InputError, MtassayWarning, OutputError, SettingError
from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.human.judgment_files import judgment_file_content, read_judgments, write_judgments
from mtassay.human.scales import EVALTRANS, SCALES, Scale

Write = Callable[[str, str | bytes], str]

ROWS = """source\ttarget\tscore\tjudge\tsystem\tdocument\tposition\ttime\tseconds\tcomment\titem:0\tverdict:0
alles klar.\tokay.\t10\tAda\tA\td1\t1\t2000-05-31T14:30:00+00:00\t12.5\tgood\talles klar.\tok
alles klar.\tokay.\t9\tBen\tA\td1\t1\t\t\t\t\t
alles klar.\tyes  clear.\t\t\tB\td1\t1\t\t\t\t\t
danke.\tthanks.\t8\tAda\tA\td1\t2\t\t\t\t\t
"""


def test_a_row_is_a_judgment_or_an_output(write: Write) -> None:
    path = write("ratings.tsv", ROWS)
    collection = read_judgments(path)
    first, second = collection.sources
    assert (first.text, first.document, first.position, first.items) == (
        "alles klar.",
        "d1",
        1,
        (Item("0", "alles klar."),),
    )
    okay, yes = first.targets
    time = datetime(2000, 5, 31, 14, 30, tzinfo=UTC)
    assert okay.judgments == (
        Judgment(10, judge="Ada", system="A", at=time, seconds=12.5, comment="good", verdicts={"0": "ok"}),
        Judgment(9, judge="Ben", system="A"),
    )
    assert okay.outputs == (Output("A", "", 1, "d1"),)
    assert (yes.text, yes.judgments, yes.outputs) == ("yes  clear.", (), (Output("B", "", 1, "d1"),))
    assert second.targets[0].judgments[0].place == f"{path}, line 5"
    assert collection.scale is EVALTRANS


def test_a_row_with_a_formula_that_went_wrong_is_left_out_and_named(tmp_path: Path) -> None:
    path = f"{tmp_path}/ratings.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Cases")
        for number, row in enumerate([("source", "target", "score"), ("a", "b", 1), ("c", "d", 2), ("e", "f", 3)]):
            sheet.write_row(number, 0, row)
        sheet.write_formula(2, 1, "=Gone!A1", None, "#REF!")
    with pytest.warns(
        MtassayWarning, match="row 3, column B: the error #REF! instead of a text, so the row is left out"
    ):
        collection = read_judgments(path)
    assert [source.text for source in collection.sources] == ["a", "e"]


def test_a_table_of_a_german_excel(write: Write) -> None:
    rows = "Source;Translation;Score;Remark\r\nfünf;five;7,5;schön, aber\r\n"
    with pytest.warns(MtassayWarning) as caught:
        collection = read_judgments(write("urteile.csv", rows.encode("cp1252")), scale="0..10/0.5")
    assert any("so the file is read as Windows-1252" in str(one.message) for one in caught)
    (judgment,) = collection.sources[0].targets[0].judgments
    assert (collection.sources[0].text, judgment.value, judgment.comment) == ("fünf", 7.5, "schön, aber")


@pytest.mark.parametrize("name", ["a.tsv", "a.csv", "a.jsonl", "a.xlsx", "a.json", "a.tsv.gz"])
def test_what_is_written_is_read(name: str, write: Write, tmp_path: Path) -> None:
    collection = read_judgments(write("ratings.tsv", ROWS))
    path = f"{tmp_path}/{name}"
    write_judgments(collection, path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MtassayWarning)
        assert read_judgments(path) == collection


def test_a_stream_needs_a_format() -> None:
    collection = Collection((Source("a", targets=(Target("b", (Judgment(7.0),)),)),))
    stream = io.BytesIO()
    write_judgments(collection, stream, "tsv")
    assert stream.getvalue() == b"source\ttarget\tscore\na\tb\t7\n"
    with pytest.raises(SettingError, match="a stream has no name"):
        write_judgments(collection, stream)


def test_other_names_are_guessed_and_shown(write: Write) -> None:
    path = write("r.csv", "Source,Translation,Rating,Annotator,Segment,Domain\na b,x y,7,Ada,3,news\n")
    with pytest.warns(MtassayWarning, match="src=Source, hyp=Translation, score=Rating, judge=Annotator, position=Seg"):
        (source,) = read_judgments(path).sources
    assert (source.position, source.targets[0].outputs) == (3, ())
    assert source.targets[0].judgments == (Judgment(7, judge="Ada", extra={"Domain": "news"}),)
    assert source.targets[0].judgments[0].place == f"{path}, row 2"


def test_columns_can_be_told(write: Write) -> None:
    path = write("r.tsv", "Hindi\tGoogle\tStars\tsource\nka\tx\t5\tweb\n")
    (source,) = read_judgments(f"{path}:src=Hindi,hyp=Google,score=Stars").sources
    assert source.text == "ka"
    (target,) = source.targets
    assert target.outputs == (Output("Google"),)
    assert target.judgments == (Judgment(5, system="Google", extra={"source": "web"}),)


def test_sheets_of_workbooks_are_named_in_places(write: Write) -> None:
    collection = Collection((Source("a", targets=(Target("b", (Judgment(7.0),)),)),))
    path = write("r.xlsx", judgment_file_content(collection, "r.xlsx"))
    (source,) = read_judgments(f"{path}#Segments").sources
    assert source.place == f"{path}, sheet Segments, row 2"


def test_several_translations_have_a_score_each(write: Write) -> None:
    path = write("wide.tsv", "source\tGoogle\tBing\tg\tb\na\tx\ty\t9\t4\nc\tz\t\t8\t\n")
    collection = read_judgments(f"{path}:hyp=Google,score=g,hyp=Bing,score=b")
    first, second = collection.sources
    assert [(one.text, one.judgments[0].value, one.judgments[0].system) for one in first.targets] == [
        ("x", 9, "Google"),
        ("y", 4, "Bing"),
    ]
    assert [target.text for target in second.targets] == ["z"]
    with pytest.raises(InputError, match=r"2 columns of translations \(Google, Bing\) and 1 of scores; say which"):
        read_judgments(f"{path}:hyp=Google,hyp=Bing,score=g")


def test_several_scores_are_those_of_several_judges(write: Write) -> None:
    path = write("wide.tsv", "source\ttarget\tAda\tBen\na\tx\t9\t4\n")
    (source,) = read_judgments(f"{path}:score=Ada,score=Ben").sources
    assert source.targets[0].judgments == (Judgment(9, judge="Ada"), Judgment(4, judge="Ben"))


def test_the_scale_is_told_or_in_the_file(write: Write) -> None:
    path = write("r.tsv", "source\ttarget\tscore\na\tb\t71.5\n")
    assert read_judgments(path, scale="da").scale == SCALES["da"]
    assert read_judgments(path, "table:scale=0..80").scale == Scale(0, 80)
    with pytest.raises(InputError, match=r"line 2: the score 71.5 is not on the scale from 0 to 10; .*say which scale"):
        read_judgments(path)
    said = write("s.tsv", "source\ttarget\tscore\tscale\na\tb\t3\t1..5/1\n")
    assert read_judgments(said).scale == Scale(1, 5, 1)
    content = judgment_file_content(read_judgments(path, scale="da"), "x.tsv")
    assert content == b"source\ttarget\tscore\tscale\na\tb\t71.5\tda\n"


@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")
@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("source\ttarget\tscore\na\tb\tgood\n", "line 2: the score is 'good', which is no number"),
        ("source\ttarget\tscore\na\tb\t1,234\n", "the score is '1,234', which is no number; write 1.234 or 1234"),
        ("source\ttarget\tscore\na\tb\tnan\n", "line 2: the score is 'nan', which is no number"),
        ("source\ttarget\tscore\na\tb\t1e999\n", "line 2: the score is '1e999'"),
        ("source\ttarget\tscore\na\tb\t1_0\n", "line 2: the score is '1_0'"),
        ("source\ttarget\tscore\na\tb\t11\n", "line 2: the score 11 is not on the scale"),
        ("source\ttarget\tscore\na\tb\t7.5\n", "line 2: the score 7.5 falls between the steps"),
        ("source\ttarget\tscore\n \tb\t7\n", "line 2: an empty source"),
        ("source\ttarget\tscore\ttime\na\tb\t7\tyesterday\n", "line 2: the time is 'yesterday'; expected one such as"),
        ("source\ttarget\tscore\tposition\na\tb\t7\t0\n", "line 2: the position is '0'; expected a whole number"),
        ("source\ttarget\tscore\trecheck\na\tb\t7\tperhaps\n", "line 2: recheck is 'perhaps'; expected yes or no"),
        ("source\ttarget\tscore\tseconds\na\tb\t7\t-3\n", "line 2: -3 seconds for a judgment"),
        ("source\ttarget\tverdict:0\na\tb\tok\n", "information item '0', which its source does not have"),
        ("source\ttarget\titem:0\tverdict:0\na\tb\ta\tbad\n", "the item class 'bad' does not exist"),
        ("source\ttarget\titem:0\na\tb\tc\n", "line 2: the information item 'c' does not occur in its source"),
        ("source\ttarget\titem:0\na b\tb\ta\na b\tc\tb\n", "line 3: the information item '0' is 'b' here and 'a' in"),
        (
            "source\ttarget\tscale\na\tb\tda\na\tc\tpoints\n",
            "line 3: the scale is 'points', and 'da' in an earlier row",
        ),
        ("source\ttarget\tscore\na\tb\n", "line 2: 2 columns, but line 1 has 3"),
        (b"source\ttarget\na\t\xd6\xfc\n\xfc\xfc\xfc\xfc\xfc\xfc\tb", "line 2: byte 0xD6 is not UTF-8"),
        ("source\titem:0\titem 0\na\ta\ta\n", "two columns are item '0'"),
        ("source\tscore\na\t1\n", "no column seems to hold translations; its columns are 1 'source', 2 'score'"),
        ("target\tscore\na\t1\n", "no column seems to hold the source"),
        ("source\tsrc\ttarget\na\tb\tc\n", None),
    ],
)
def test_every_fault_names_its_place(rows: str | bytes, message: str | None, write: Write) -> None:
    path = write("r.tsv", rows)
    if message is None:
        assert read_judgments(path).sources[0].text == "a"
        return
    with pytest.raises(InputError) as caught:
        read_judgments(path)
    assert str(caught.value).startswith(path)
    assert message in str(caught.value)


def test_rows_that_nobody_judged_are_outputs_or_sources(write: Write) -> None:
    path = write(
        "r.jsonl", '{"source": "a", "target": "x", "score": null}\n{"source": "b"}\n{"source": "c", "target": ""}'
    )
    assert [[target.text for target in source.targets] for source in read_judgments(path).sources] == [["x"], [], [""]]


def test_a_table_says_what_it_leaves_out() -> None:
    collection = Collection(
        (Source("a", targets=(Target("b", extra={"tgt@x": "1"}),)),), Scale(0, 3, 1, {0: "bad"}), extra={"k": "v"}
    )
    with pytest.warns(MtassayWarning, match="what a file said beyond judgments and the words of the scale; XML keeps"):
        content = judgment_file_content(collection, "x.tsv")
    assert content == b"source\ttarget\tscore\tscale\na\tb\t\t0..3/1\n"


def test_options_and_formats_that_do_not_exist_are_refused(write: Write, tmp_path: Path) -> None:
    path = write("r.tsv", ROWS)
    with pytest.raises(SettingError, match=r"table has no option 'scales' \(did you mean 'scale'\?\)"):
        read_judgments(path, scales="da")
    with pytest.raises(SettingError, match="there is no format of judgments 'exel'"):
        read_judgments(path, "exel")
    with pytest.raises(SettingError, match="says judge= twice"):
        read_judgments(f"{path}:judge=a,judge=b")
    with pytest.raises(OutputError, match="the name does not say which format; end it in one of"):
        write_judgments(read_judgments(path), f"{tmp_path}/x.unknown")
    with pytest.raises(OutputError, match="cannot be written: No such file"):
        write_judgments(read_judgments(path), f"{tmp_path}/none/x.tsv")
    with pytest.raises(OutputError, match="a tab, which tsv cannot hold"):
        write_judgments(Collection((Source("a\tb"),)), f"{tmp_path}/x.tsv")
