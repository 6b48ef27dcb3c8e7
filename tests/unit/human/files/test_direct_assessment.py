"""Direct assessment, with the texts in the table or beside it."""

from collections.abc import Callable

import pytest

from mtassay.errors import InputError, MtassayWarning, OutputError, SettingError
from mtassay.human.collection import Judgment, Output
from mtassay.human.judgment_files import judgment_file_content, read_judgments
from mtassay.human.scales import SCALES

Write = Callable[[str, str | bytes], str]

TABLE = """hit\trater\tsystem\ttype\tline\traw
1\tr1\tA\tSYSTEM\t1\t80
1\tr1\tA\tREPEAT\t1\t75
1\tr1\tB\tREF\t2\t100
1\tr1\tB\tBAD_REF\t2\t5
"""


@pytest.fixture
def texts(write: Write) -> dict[str, object]:
    a, b = write("A.en.txt", "yes\nthanks\n"), write("B-output.txt", "yes\nthank you\n")
    return {"source": write("source.txt", "ja\ndanke\n"), "outputs": [a, f"B={b}"]}


def test_texts_come_from_files_beside_the_table(write: Write, texts: dict[str, object]) -> None:
    path, reference = write("da.tsv", TABLE), write("ref.txt", "yes!\nthanks!\n")
    with pytest.warns(
        MtassayWarning, match="scores of type BAD_REF are left out, because their texts are not there: 1"
    ):
        collection = read_judgments(path, **texts, reference=f"refA={reference}")
    assert collection.scale == SCALES["da"]
    first, second = collection.sources
    assert (first.text, first.position) == ("ja", 1)
    assert [target.text for target in first.targets] == ["yes", "yes!"]
    assert first.targets[0].outputs == (Output("A", "", 1), Output("B", "", 1))
    again = Judgment(75, judge="r1", system="A", is_recheck=True, extra={"type": "REPEAT", "hit": "1"})
    assert first.targets[0].judgments == (
        Judgment(80, judge="r1", system="A", extra={"type": "SYSTEM", "hit": "1"}),
        again,
    )
    assert first.targets[0].judgments[1].place == f"{path}, line 3"
    kept = {"type": "REF", "hit": "1", "system": "B"}
    assert second.targets[2].judgments == (Judgment(100, judge="r1", system="refA", extra=kept),)


def test_repeats_may_count(write: Write, texts: dict[str, object]) -> None:
    with pytest.warns(MtassayWarning, match="left out"):
        collection = read_judgments(write("da.tsv", TABLE), repeats="score", **texts)
    assert [one.is_recheck for one in collection.sources[0].targets[0].judgments] == [False, False]


def test_texts_may_stand_in_the_table(write: Write) -> None:
    rows = "annotator,system,type,source,target,score,doc\nr1,A,TGT,ja,yes,80,d\nr1,A,BAD,ja,no,3,d\n"
    (source,) = read_judgments(write("da.csv", rows)).sources
    good, bad = source.targets
    assert (source.document, good.outputs) == ("d", (Output("A", "", None, "d"),))
    assert (bad.outputs, bad.judgments) == ((), (Judgment(3, judge="r1", extra={"type": "BAD", "system": "A"}),))


def test_columns_may_be_told_by_number(write: Write, texts: dict[str, object]) -> None:
    path = write("appraise.csv", "r1,A,1,TGT,80\nr1,B,2,TGT,70\n")
    spec = f"{path}:judge=1,system=2,position=3,type=4,score=5"
    with pytest.warns(MtassayWarning, match="no row seems to name the columns"):
        collection = read_judgments(spec, "da", **texts)
    assert [
        target.judgments[0].value for source in collection.sources for target in source.targets if target.judgments
    ] == [80, 70]


@pytest.mark.filterwarnings("ignore:.*left out")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("\tREPEAT\t", "\tREPAET\t", "line 3: the type 'REPAET' is not known (did you mean 'REPEAT'?)"),
        ("\t1\t75", "\t3\t75", "line 3: line 3 was judged, and the texts have 2; are they the right ones?"),
        ("\t1\t75", "\t\t75", "line 3: no line says which segment was judged"),
        ("\t75", "\t175", "line 3: the score 175 is not on the scale from 0 to 100"),
        ("\t75", "\t", "line 3: the score is '', which is no number"),
        ("\tB\t", "\tC\t", "there is no output of the system 'C'; there are those of A.en, B: name its file"),
    ],
)
def test_every_fault_names_its_place(old: str, new: str, message: str, write: Write, texts: dict[str, object]) -> None:
    path = write("da.tsv", TABLE.replace(old, new))
    with pytest.raises(InputError) as caught:
        read_judgments(path, **texts)
    assert message in str(caught.value)


def test_what_is_missing_is_asked_for(write: Write, texts: dict[str, object]) -> None:
    path = write("da.tsv", TABLE)
    with pytest.raises(InputError, match="the texts that were judged are not in it; name their files: source=FILE"):
        read_judgments(path)
    with pytest.raises(InputError, match=r"no column says which line .* say which, position=COLUMN"):
        read_judgments(write("p.tsv", TABLE.replace("line", "place")), **texts)
    with pytest.raises(InputError, match="no column seems to hold the type"):
        read_judgments(write("t.tsv", TABLE.replace("type", "kind")), "da", **texts)
    with pytest.raises(SettingError, match="da has no column to choose for 'comment'"):
        read_judgments(f"{path}:comment=1", **texts)
    rows = write("da2.csv", "rater,system,type,source,target,raw\nr1,A,TGT,ja,yes,80\n")
    with pytest.raises(OutputError, match="mtassay reads da but does not write it"):
        judgment_file_content(read_judgments(rows), "x.tsv", "da")
