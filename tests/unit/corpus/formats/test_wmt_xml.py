"""WMT's XML: what is read, and what is refused."""

from pathlib import Path

import pytest
from file_tables import read, refused, texts
from xml_files import WMT

from mtassay.corpus.files import read_table
from mtassay.corpus.tables import NO_CHOICES


def test_documents_of_wmt_hold_all_texts_and_may_lack_some() -> None:
    table = read("wmt-xml", WMT)
    assert texts(table) == {
        "src": ["One & two", "Three", "Four"],
        "ref:A": ["Eins", "Drei", "Vier"],
        "ref:B": ["eins", "drei", None],
        "hyp:ONLINE-A": ["Ein", "Drei!", "Vir"],
        "post-edit ONLINE-A": ["Eins.", "Drei.", None],
        "label:document": ["d1", "d1", "d2"],
        "label:domain": ["news", "news", "social"],
        "label:origlang": ["en", "en", "en"],
    }
    assert (table.source_language, table.target_language) == ("en", "de")
    assert table.keys == [("d1", "1"), ("d1", "2"), ("d2", "1")]


@pytest.mark.filterwarnings("ignore:references. 1 empty segment")
def test_references_are_chosen_by_their_translators(tmp_path: Path) -> None:
    path = tmp_path / "all.xml"
    path.write_text(WMT, encoding="utf-8")
    evalset = read_table(str(path), NO_CHOICES)
    assert [list(one) for one in evalset.required_references] == [["Eins", "eins"], ["Drei", "drei"], ["Vier"]]
    assert evalset.target_language == "de"
    assert [one[0] for one in read_table(f"{path}:ref=B", NO_CHOICES).required_references] == ["eins", "drei", ""]
    edited = read_table(f"{path}:ref=post-edit ONLINE-A", NO_CHOICES)
    assert [one[0] for one in edited.required_references] == ["Eins.", "Drei.", ""]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '<seg id="1">Ein</seg>',
            "",
            "f, line 8, document 'd1', hyp:ONLINE-A: no segment 1, which src has; all texts of a document",
        ),
        ('<seg id="1">Vir', '<seg id="9">Vir', "line 14, document 'd2', hyp:ONLINE-A: no segment 1, which src has"),
        (
            '<seg id="1">Vier</seg>',
            '<seg id="1">Vier</seg><seg id="2"/>',
            "segment 2 in line 13, which src does not have",
        ),
        ('<seg id="2">Drei!', '<seg id="1">Drei!', "line 8, document 'd1', hyp:ONLINE-A: segment 1 is there twice"),
        ('translator="B"', 'translator="A"', "line 7, document 'd1', ref:A: this text is there twice"),
        ("Drei!", "Drei<b>!</b>", "line 8: <b> inside of a segment, where only text may stand"),
        ("</doc>", "<seg>x</seg></doc>", "document 'd1', post-edit ONLINE-A: segment 3 in line 10"),
    ],
)
def test_segments_that_do_not_match_are_named(old: str, new: str, said: str) -> None:
    assert said in refused("wmt-xml", WMT.replace(old, new, 1))
