"""WMT's SGML: what is read, and what is refused."""

import time
import warnings
from contextlib import suppress
from pathlib import Path

import pytest
from file_tables import read, refused, texts
from xml_files import SGML

from mtassay import InputError
from mtassay.corpus.files import name_systems, read_evalset
from mtassay.corpus.formats.base import FILE_FORMATS
from mtassay.errors import MtassayWarning


def test_sgml_is_read_as_people_write_it() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = read("sgml", SGML)
    assert texts(table) == {
        "hyp:uedin": ["Eins & zwei & drei", 'Ein "Satz" <b> "x" ä &nbsp; in zwei Zeilen'],
        "label:document": ["d1", "d1"],
    }
    assert (table.source_language, table.target_language) == (None, "de")


def test_a_document_type_of_sgml_is_passed_over_unless_it_declares() -> None:
    with pytest.warns(MtassayWarning, match="f, line 2: a document type, which is passed over: no file that it names"):
        table = read("sgml", SGML.replace("<!-- a comment -->", '<!DOCTYPE mteval SYSTEM "ftp://x/mteval.dtd">'))
    assert len(table) == 2
    declared = SGML.replace("<!-- a comment -->", '<!DOCTYPE mteval [<!ENTITY x "y">]>')
    assert "line 2: a document type with declarations in it, which mtassay refuses" in refused("sgml", declared)


def test_several_sets_and_systems_in_one_file_of_sgml() -> None:
    sets = "".join(
        f'<{tag} setid="s" srclang="en" trglang="de"><doc {of} docid="d"><seg id="1">{text}</seg></doc>'
        f'<doc {of.replace("1", "2")} docid="d"><seg id="1">{text}2</seg></doc></{tag}>'
        for tag, of, text in (("refset", 'sysid="r1"', "R"), ("tstset", 'sysid="s1"', "S"))
    )
    assert texts(read("sgml", f"<mteval>{sets}</mteval>")) == {
        "ref:r1": ["R"],
        "ref:r2": ["R2"],
        "hyp:s1": ["S"],
        "hyp:s2": ["S2"],
        "label:document": ["d"],
    }


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("</Seg>", "", "line 6: segment 1 is not closed"),
        ("</seg>\n</p>\n</DOC>\n</tstset>\n", "", "line 9: segment 2 is not closed"),
        ("</DOC>\n</tstset>\n", "", "line 4: a <doc> that is not closed; is the file cut off?"),
        ("</hl>", "</seg></hl>", "line 7: </seg> without a <seg> before it"),
        ("<hl>", "</doc><hl>", "line 6: a <seg> outside of a <doc>"),
        ('<seg id="2">', '<seg id="1">', "line 4, document 'd1', hyp:uedin: segment 1 is there twice"),
        ("&#228;", "&#0;", "line 9: a NUL character, which no text has"),
        ("Eins", "\0", "line 6: a character that no text has"),
        ("<?xml", "<?", None),
    ],
)
def test_broken_sgml_is_named_with_its_line(old: str, new: str, said: str | None) -> None:
    changed = SGML.replace(old, new, 1)
    if said is None:
        read("sgml", changed)
    else:
        assert said in refused("sgml", changed)


def test_text_outside_of_segments_is_noted() -> None:
    with pytest.warns(MtassayWarning, match="f: text outside of segments is left out, the first in line 5"):
        read("sgml", SGML.replace("<hl>", "<hl>News"))
    assert "no segments" in refused("sgml", "Just text.\n")


@pytest.mark.parametrize(
    "part", ["<seg ", "<seg id=", '<doc a="', "<!", "&", "&#", "<!--", " ", "<seg>\n", "\n", "<p "]
)
def test_sgml_takes_time_by_its_length_alone(part: str) -> None:
    for text in (part * 200_000, f"<refset><doc><seg>{part * 200_000}</seg></doc></refset>"):
        started = time.process_time()
        with suppress(InputError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            FILE_FORMATS["sgml"].recognizes(text.encode())
            read("sgml", text)
        assert time.process_time() - started < 3


def write_sgml(folder: Path, name: str, tag: str, documents: list[tuple[str, list[str]]]) -> str:
    body = "".join(
        f'<doc docid="{document}" sysid="{name}">'
        + "".join(f'<seg id="{number}">{text}</seg>\n' for number, text in enumerate(segments, start=1))
        + "</doc>\n"
        for document, segments in documents
    )
    path = folder / f"{name}.sgm"
    path.write_text(f'<{tag} setid="x" srclang="en" trglang="de">\n{body}</{tag}>\n', encoding="utf-8")
    return str(path)


def test_files_of_sgml_belong_together_by_document_and_segment(tmp_path: Path) -> None:
    source = write_sgml(tmp_path, "source", "srcset", [("a", ["1", "2"]), ("b", ["3"])])
    reference = write_sgml(tmp_path, "human", "refset", [("a", ["I", "II"]), ("b", ["III"])])
    system = write_sgml(tmp_path, "online", "tstset", [("a", ["i", "ii"]), ("b", ["iii"])])
    systems = name_systems([system])
    assert list(systems) == ["online"]
    evalset = read_evalset([reference], systems, source)
    assert evalset.target_language == "de"
    assert (evalset.sources, evalset.systems["online"]) == (["1", "2", "3"], ["i", "ii", "iii"])
    moved = write_sgml(tmp_path, "moved", "tstset", [("b", ["iii"]), ("a", ["i", "ii"])])
    with pytest.raises(
        InputError, match=r"moved.sgm: segment 1 of document 'b' is not at the same place in .*human.sgm"
    ):
        read_evalset([reference], name_systems([moved]), source)
    short = write_sgml(tmp_path, "short", "tstset", [("a", ["i"]), ("b", ["iii"])])
    with pytest.raises(InputError, match=r"short.sgm: no segment 2 of document 'a', which .*human.sgm has"):
        read_evalset([reference], name_systems([short]), source)
    long = write_sgml(tmp_path, "long", "tstset", [("a", ["i", "ii"]), ("b", ["iii", "iv"])])
    with pytest.raises(InputError, match=r"long.sgm: segment 2 of document 'b' is not at the same place"):
        read_evalset([reference], name_systems([long]), source)


def test_a_set_that_does_not_say_what_it_is_serves_for_anything(tmp_path: Path) -> None:
    path = tmp_path / "x.sgm"
    path.write_text('<doc docid="d"><seg id="1">text</seg></doc>', encoding="utf-8")
    evalset = read_evalset([str(path)], name_systems([f"a={path}"]), str(path))
    assert evalset.sources == evalset.systems["a"] == ["text"]


def test_tags_in_comments_of_sgml_are_none() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it is no text outside of segments either
        table = read("sgml", SGML.replace("</hl>", '</hl><!-- <seg id="9">old > </seg>\n<doc> --> <!---->'))
    assert texts(table) == texts(read("sgml", SGML))
    assert texts(read("sgml", SGML.replace("Eins", "Eins <!-- x")))["hyp:uedin"][0] == "Eins <!-- x & zwei & drei"
    assert "line 7: <!-- is not closed; close it" in refused("sgml", SGML.replace("</hl>", "</hl><!-- <p>"))
