"""WMT's SGML and XML, translation memories, XLIFF: what is read, and what is refused."""

import time
import warnings
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mtassay import InputError
from mtassay.corpus import limits
from mtassay.corpus.files import name_systems, read_evalset, read_table
from mtassay.corpus.formats.base import FILE_FORMATS, Role, Table
from mtassay.corpus.tables import NO_CHOICES, Choices, check_table
from mtassay.errors import MtassayWarning

WMT = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="wmt22">
  <collection id="general">
    <doc id="d1" origlang="en" domain="news">
      <src lang="en"><p><seg id="1">One &amp; two</seg></p><p><seg id="2">Three</seg></p></src>
      <ref lang="de" translator="A"><p><seg id="1">Eins</seg><seg id="2">Drei</seg></p></ref>
      <ref lang="de" translator="B"><p><seg id="2">drei</seg><seg id="1">eins</seg></p></ref>
      <hyp system="ONLINE-A" language="de"><p><seg id="1">Ein</seg><seg id="2">Drei!</seg></p></hyp>
      <pe system="ONLINE-A"><p><seg id="1">Eins.</seg><seg id="2">Drei.</seg></p></pe>
    </doc>
    <doc id="d2" origlang="en" domain="social">
      <src lang="en"><p><seg id="1">Four</seg></p></src>
      <ref lang="de" translator="A"><p><seg id="1">Vier</seg></p></ref>
      <hyp system="ONLINE-A" language="de"><p><seg id="1">Vir</seg></p></hyp>
    </doc>
  </collection>
</dataset>
"""
SGML = """<?xml version="1.0" encoding="UTF-8"?>
<!-- a comment -->
<tstset setid="newstest" srclang="any" trglang="de">
<DOC sysid="uedin" docid="d1" genre="news" origlang="en">
<hl>
<Seg id="1"> Eins &amp; zwei & drei </Seg>
</hl>
<p>
<seg id="2">Ein "Satz" &lt;b&gt; &quot;x&quot; &#228; &nbsp;
   in zwei Zeilen</seg>
</p>
</DOC>
</tstset>
"""
TMX = """<?xml version="1.0"?>
<tmx version="1.4"><header srclang="en-US" datatype="plaintext"/><body>
<tu tuid="7"><tuv xml:lang="en-us"><seg>Press <bpt i="1">&lt;b></bpt>OK<ept i="1">&lt;/b></ept> <hi>now</hi>.</seg>
</tuv><tuv xml:lang="de"><seg>Jetzt<ph>{0}<sub>Fußnote</sub></ph> OK.</seg></tuv><tuv xml:lang="de"><seg>OK!</seg></tuv>
</tu><tu><note>x</note><tuv xml:lang="EN-US"><prop type="x"/><seg>Two</seg></tuv><tuv xml:lang="de"><seg/></tuv></tu>
<tu><tuv xml:lang="en-US"><seg>Three</seg></tuv></tu>
</body></tmx>
"""
XLIFF = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a.html" source-language="en" target-language="de"><body><group>
<trans-unit id="1"><source>Hello <g id="1">big <x id="2" equiv-text="{0}"/></g>world</source>
<target state="final">Hallo <g id="1">große </g>Welt</target>
<alt-trans origin="Google"><source>x</source><target>Hallo Welt</target></alt-trans></trans-unit>
<trans-unit id="2"><source>A. B.</source>
<seg-source><mrk mtype="seg" mid="1">A.</mrk> <mrk mtype="seg" mid="2">B.</mrk></seg-source>
<target><mrk mtype="seg" mid="1">Ä.</mrk> <mrk mtype="seg" mid="2">Be.</mrk></target></trans-unit>
<trans-unit id="3" translate="no"><source>brand</source></trans-unit>
<trans-unit id="4"><source>Open</source></trans-unit>
</group></body></file></xliff>
"""
XLIFF2 = """<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">
<file id="f1"><unit id="u1"><mtc:matches xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0">
<mtc:match ref="#m1" origin="MT"><source>Hi</source><target>Hei</target></mtc:match></mtc:matches>
<segment id="s1" state="translated"><source>Hi <pc id="1">there</pc><ph id="2" equiv="{x}"/></source>
<target>Hallo <pc id="1">du</pc><cp hex="0007"/></target></segment></unit>
<unit id="u2"><segment><source>A</source><target>B</target></segment><ignorable><source> </source></ignorable>
<segment><source>C</source></segment></unit></file></xliff>
"""


def read(spec: str, text: str | bytes) -> Table:
    return FILE_FORMATS.create(spec).read(text.encode() if isinstance(text, str) else text, "f")


def texts(table: Table) -> dict[str, list[str | None]]:
    return {column.name: list(column.texts) for column in table.columns}


def refused(spec: str, text: str | bytes) -> str:
    with pytest.raises(InputError) as caught:
        read(spec, text)
    return str(caught.value)


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


def test_other_kinds_of_xml_are_told() -> None:
    assert "the first element is <tmx>, and in XML of WMT it is <dataset>; say FILE:format=tmx" in refused(
        "wmt-xml", TMX
    )
    assert "say FILE:format=sgml" in refused("wmt-xml", "<mteval></mteval>")
    assert "first element is <xliff>, and of a translation memory it is <tmx>" in refused("tmx", XLIFF)
    assert "first element is <tmx>, and of XLIFF it is <xliff>" in refused("xliff", TMX)
    assert "no segments" in refused("wmt-xml", "<dataset/>")
    assert "a <seg> outside of <src>" in refused("wmt-xml", "<dataset><doc><seg/></doc></dataset>")


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
        ("Eins", "\0", "line 6: a NUL byte"),
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


def test_memories_have_a_column_for_each_language() -> None:
    with pytest.warns(
        MtassayWarning, match=r"f: 2 texts with inline codes, which are left out \(the first in line 3\)"
    ):
        table = read("tmx", TMX)
    assert texts(table) == {
        "label:unit": ["7", None, None],
        "en-us": ["Press OK now.", "Two", "Three"],
        "de": ["Jetzt OK.", "", None],
        "de 2": ["OK!", None, None],
    }
    assert [column.role for column in table.columns] == [Role.LABEL, Role.SOURCE, Role.REFERENCE, Role.REFERENCE]
    kept = texts(read("tmx:codes=keep", TMX))
    assert (kept["en-us"][0], kept["de"][0]) == ("Press <b>OK</b> now.", "Jetzt{0} OK.")


@pytest.mark.filterwarnings("ignore::mtassay.errors.MtassayWarning")
def test_languages_of_memories_are_chosen_by_role(tmp_path: Path) -> None:
    path = tmp_path / "m.tmx"
    body = "".join(f'<tu><tuv xml:lang="{a}"><seg>A</seg></tuv><tuv xml:lang="zh_cn"><seg>B</seg></tuv>'
                   f'<tuv xml:lang="fr"><seg>C</seg></tuv></tu>' for a in ("en", "EN"))  # fmt: skip
    path.write_text(f'<tmx><header srclang="*all*"/><body>{body}</body></tmx>', encoding="utf-8")
    evalset = read_table(f"{path}:src=en,ref=zh_cn", NO_CHOICES)
    assert (evalset.sources, evalset.target_language) == (["A", "A"], "zh-CN")
    assert read_table(str(path), Choices("fr", ("en",))).target_language == "en"
    with pytest.raises(InputError, match="no column is the source, a reference or a system; its columns are 1 'en', 2"):
        read_table(str(path), NO_CHOICES)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (' xml:lang="EN-US"', "", "line 5: <tuv> without xml:lang, so its language is open"),
        ("<seg>Three</seg>", "", "line 6: <tuv> without a <seg>"),
        ('<?xml version="1.0"?>', '<!DOCTYPE tmx SYSTEM "tmx14.dtd">', "line 1: a document type"),
        ("</body></tmx>", "", "is the file cut off?"),
    ],
)
def test_broken_memories_are_named_with_their_line(old: str, new: str, said: str) -> None:
    assert said in refused("tmx", TMX.replace(old, new, 1))


def test_a_language_for_each_unit_takes_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SHEET_CELLS", 1000)
    units = "".join(f'<tu><tuv xml:lang="x{n}"><seg>a</seg></tuv></tu>' for n in range(200))
    assert "so nearly all are missing" in refused("tmx", f"<tmx><body>{units}</body></tmx>")
    documents = "".join(f'<doc><hyp system="s{n}"><seg>a</seg></hyp></doc>' for n in range(200))
    assert "so nearly all are missing" in refused("wmt-xml", f"<dataset>{documents}</dataset>")


@pytest.mark.filterwarnings("ignore:f. .* texts? with inline codes")
def test_units_of_xliff_become_rows_and_segments_too() -> None:
    table = read("xliff", XLIFF)
    assert texts(table) == {
        "source": ["Hello big world", "A.", "B.", "Open"],
        "target": ["Hallo große Welt", "Ä.", "Be.", None],
        "Google": ["Hallo Welt", None, None, None],
        "label:file": ["a.html"] * 4,
        "label:unit": ["1", "2", "2", "4"],
        "label:state": ["final", None, None, None],
    }
    assert [column.role for column in table.columns[:3]] == [Role.SOURCE, Role.REFERENCE, Role.SYSTEM]
    assert table.target_language == "de"
    assert texts(read("xliff:codes=keep", XLIFF))["source"][0] == "Hello big {0}world"
    without = XLIFF.replace("alt-trans", "note")
    assert [column.role for column in read("xliff", without).columns[:2]] == [Role.SOURCE, Role.SYSTEM]


@pytest.mark.parametrize(
    "inside",
    [
        '<tuv xml:lang="en"><seg>a</seg></tuv>' * 16_000,
        '<tuv xml:lang="en"{}><seg>a</seg></tuv>'.format("".join(f' x{number}=""' for number in range(50_000))) * 2,
    ],
    ids=["variants", "attributes"],
)
def test_what_a_unit_has_too_much_of_takes_no_time_by_the_square(inside: str) -> None:
    started = time.process_time()
    read("tmx", f'<tmx version="1.4"><header srclang="en"/><body><tu>{inside}</tu></body></tmx>')
    assert time.process_time() - started < 3


def test_tags_in_comments_of_sgml_are_none() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it is no text outside of segments either
        table = read("sgml", SGML.replace("</hl>", '</hl><!-- <seg id="9">old > </seg>\n<doc> --> <!---->'))
    assert texts(table) == texts(read("sgml", SGML))
    assert texts(read("sgml", SGML.replace("Eins", "Eins <!-- x")))["hyp:uedin"][0] == "Eins <!-- x & zwei & drei"
    assert "line 7: <!-- is not closed; close it" in refused("sgml", SGML.replace("</hl>", "</hl><!-- <p>"))


def test_further_translations_of_one_origin_take_no_time_by_the_square() -> None:
    more = '<alt-trans origin="Google"><target>b</target></alt-trans>' * 16_000
    unit = f"<trans-unit><source>a</source><target>b</target>{more}</trans-unit>"
    started = time.process_time()
    table = read("xliff", f'<xliff version="1.2"><file><body>{unit}</body></file></xliff>')
    assert time.process_time() - started < 3
    assert [column.name for column in table.columns[2:5]] == ["Google", "Google 2", "Google 3"]


@pytest.mark.filterwarnings("ignore::mtassay.errors.MtassayWarning")
def test_units_in_what_is_not_translated_are_left_out() -> None:
    closed = XLIFF.replace("<group>", '<group translate="no">').replace('id="4"', 'id="4" translate="yes"')
    assert texts(read("xliff", closed))["source"] == ["Open"]
    more = '<file id="f2" translate="no"><unit id="x"><segment><source>y</source></segment></unit></file></xliff>'
    assert texts(read("xliff", XLIFF2.replace("</xliff>", more))) == texts(read("xliff", XLIFF2))


@pytest.mark.filterwarnings("ignore:f. .* texts? with inline codes")
def test_xliff_of_version_2() -> None:
    assert texts(read("xliff", XLIFF2)) == {
        "source": ["Hi there", "A", "C"],
        "target": ["Hallo du\x07", "B", None],
        "MT": ["Hei", None, None],
        "label:file": ["f1"] * 3,
        "label:unit": ["u1", "u2", "u2"],
        "label:state": ["translated", None, None],
    }
    assert texts(read("xliff:codes=keep", XLIFF2))["source"][0] == "Hi there{x}"


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        (
            XLIFF,
            '<target><mrk mtype="seg" mid="1">',
            '<target><mrk mtype="seg" mid="8">',
            "the target has a segment '8'",
        ),
        (XLIFF, 'mid="2">B.', 'mid="1">B.', "line 7: a second segment with mid='1' in the <seg-source> of a unit"),
        (XLIFF, 'mid="2">Be', 'mid="1">Be', "line 8: a second segment with mid='1' in the <target> of a unit"),
        (XLIFF, "<source>Open</source>", "", "line 10: <trans-unit> without a <source>"),
        (XLIFF, "</file>", '</file><file target-language="fr"/>', "line 11: the target language is fr, and that of"),
        (XLIFF2, 'hex="0007"', 'hex="0"', "<cp hex='0'>, which no text has"),
        (XLIFF2, 'hex="0007"', 'hex="D800"', "<cp hex='D800'>"),
        (XLIFF2, "<source>A</source>", "", "line 6: <segment> without a <source>"),
    ],
)
@pytest.mark.filterwarnings("ignore::mtassay.errors.MtassayWarning")
def test_broken_xliff_is_named_with_its_line(text: str, old: str, new: str, said: str) -> None:
    assert said in refused("xliff", text.replace(old, new, 1))


def test_matches_of_units_in_several_segments_are_left_out_and_noted() -> None:
    split = XLIFF2.replace("</segment></unit>", "</segment><segment><source>x</source></segment></unit>", 1)
    with pytest.warns(MtassayWarning) as caught:
        table = read("xliff", split)
    assert "MT" not in texts(table)
    assert any("1 further translations of units that are split" in str(one.message) for one in caught)


@pytest.mark.parametrize(
    ("name", "content", "format"),
    [
        *(("a.xml", WMT, "wmt-xml"), ("a.sgm", SGML, "sgml"), ("a.TMX", TMX, "tmx"), ("a.xlf", XLIFF, "xliff")),
        *(("a", WMT, "wmt-xml"), ("a", SGML, "sgml"), ("a", TMX, "tmx"), ("a.dat", XLIFF2, "xliff")),
    ],
)
def test_formats_are_known_by_name_or_content(name: str, content: str, format: str) -> None:
    from mtassay.corpus.file_specs import FileSpec
    from mtassay.corpus.table_files import choose_format

    assert choose_format(FileSpec(name), content.encode()).name == format


PIECES = [
    "<",
    ">",
    "&",
    '"',
    "'",
    "/",
    "<!DOCTYPE x [",
    "]]>",
    "<![CDATA[",
    "<!--",
    "-->",
    "<?x",
    "&#0;",
    "&x;",
    "\0",
    "\x01",
]
PIECES += [
    "\xe4",
    "<seg>",
    "</seg>",
    "<doc>",
    "</doc>",
    "<tu>",
    "<tuv>",
    "<src>",
    "<unit>",
    "<segment>",
    "xml:lang",
    "id",
    " ",
]
PIECES += [
    "<mrk mtype='seg'>",
    "<hl>",
    "<refset>",
    "</tmx>",
    "<label name='x'>",
    "<cp hex='xyz'/>",
    "encoding='utf-16'",
]


@pytest.mark.parametrize(
    ("spec", "text"),
    [("wmt-xml", WMT), ("sgml", SGML), ("tmx", TMX), ("xliff", XLIFF), ("xliff", XLIFF2)],
    ids=["wmt-xml", "sgml", "tmx", "xliff", "xliff2"],
)
@settings(max_examples=300)
@given(data=st.data())
def test_a_changed_file_is_read_or_refused(spec: str, text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.sampled_from([start, start + 1, start + 5, start + 40, len(text)]))
        text = text[:start] + data.draw(st.sampled_from(["", *PIECES])) + text[end:]
    content = text.encode(data.draw(st.sampled_from(["utf-8", "utf-8", "latin-1", "utf-16"])), "replace")
    with suppress(InputError), warnings.catch_warnings():
        warnings.simplefilter("ignore", MtassayWarning)
        table = read(spec, content)
        check_table(table, "f")
        assert len({len(column.texts) for column in table.columns}) == 1
