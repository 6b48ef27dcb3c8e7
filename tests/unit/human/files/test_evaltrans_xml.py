"""The XML of EvalTrans: the paper's own, all that we add, and what is wrong with files."""

import re
import warnings
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from strategies import judged_collections

from mtassay.corpus import limits
from mtassay.errors import InputError, MtassayWarning, OutputError, SettingError
from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.human.files.base import JudgmentFile
from mtassay.human.files.evaltrans_xml import EvaltransXml
from mtassay.human.judgment_files import judgment_file_content, read_judgments, write_judgments
from mtassay.human.scales import SCALES, Scale

Write = Callable[[str, str | bytes], str]

PAPER = """<database>
<source>
<s_sent>alles klar. danke schoen.</s_sent>
<ielist>
<iedef id="0">alles klar.</iedef>
<iedef id="1">danke schoen.</iedef>
</ielist>
<targets>
<tgt><t_sent>yes. thanks. fine.</t_sent>
<eval val="6"/></tgt>
<tgt><t_sent>okay thanks.</t_sent>
<eval val="10"/>
<ie id="0" val="ok"/>
<ie id="1" val="ok"/></tgt>
<tgt><t_sent>righto. thanks nice.</t_sent>
<eval val="5"/></tgt>
</targets>
</source>
</database>
"""
UNWRITABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read(content: str | bytes) -> Collection:
    data = content.encode() if isinstance(content, str) else content
    return EvaltransXml().read(data, JudgmentFile("db.xml"))


def write_text(collection: Collection) -> str:
    return EvaltransXml().write(collection, "db.xml").decode()


def test_the_example_of_the_paper_is_read() -> None:
    (source,) = read(PAPER).sources
    assert source.text == "alles klar. danke schoen."
    assert source.items == (Item("0", "alles klar."), Item("1", "danke schoen."))
    assert source.targets == (
        Target("yes. thanks. fine.", (Judgment(6),)),
        Target("okay thanks.", (Judgment(10, verdicts={"0": "ok", "1": "ok"}),)),
        Target("righto. thanks nice.", (Judgment(5),)),
    )
    assert (source.place, source.targets[1].judgments[0].place) == ("db.xml, line 2", "db.xml, line 12")


def test_what_has_nothing_but_the_papers_content_comes_out_in_its_form() -> None:
    assert write_text(read(PAPER)) == PAPER


def test_dots_between_elements_are_noted_and_left_out() -> None:
    with pytest.warns(MtassayWarning, match="text between elements is left out, the first in line 15 or below"):
        collection = read(PAPER.replace("</targets>", "...\n</targets>"))
    assert collection == read(PAPER)


def test_unknown_attributes_and_elements_come_back() -> None:
    content = (
        PAPER.replace("<database>", '<database version="2" xml:lang="de">\n<history><by n="1">x &amp; y</by></history>')
        .replace("<s_sent>", '<s_sent speaker="A">')
        .replace("<ielist>", '<ielist n="2">')
        .replace('<iedef id="0">', '<iedef id="0" weight="3">')
        .replace("<targets>", '<targets n="3">')
        .replace("<tgt><t_sent>okay", '<tgt status="new"><t_sent tok="yes">okay')
        .replace('<eval val="6"/>', '<eval val="6" mood="good"><why>dull</why></eval><note>n</note>')
        .replace('<ie id="1" val="ok"/>', '<ie id="1" val="ok" sure="no"/>')
    )
    collection = read(content)
    (source,) = collection.sources
    lang = "{http://www.w3.org/XML/1998/namespace}lang"
    assert collection.extra == {
        "database@version": "2",
        f"database@{lang}": "de",
        "database/*": '<history><by n="1">x &amp; y</by></history>',
    }
    assert source.extra == {"s_sent@speaker": "A", "ielist@n": "2", "targets@n": "3"}
    assert source.items[0].extra == {"iedef@weight": "3"}
    assert source.targets[0].extra == {"tgt/*": "<note>n</note>"}
    assert source.targets[0].judgments[0].extra == {"eval@mood": "good", "eval/*": "<why>dull</why>"}
    assert source.targets[1].extra == {"tgt@status": "new", "t_sent@tok": "yes"}
    assert source.targets[1].judgments[0].extra == {"ie[1]@sure": "no"}
    written = write_text(collection)
    assert "<extra" not in written
    assert "<note>n</note>" in written
    assert read(written) == collection


def test_a_namespace_of_the_whole_file_is_kept() -> None:
    content = PAPER.replace("<database>", '<database xmlns="urn:evaltrans">\n<x:note xmlns:x="urn:x">a</x:note>')
    collection = read(content)
    assert len(collection.sources[0].targets) == 3
    assert collection.extra["database@xmlns"] == "urn:evaltrans"
    written = write_text(collection)
    assert written.startswith('<database xmlns="urn:evaltrans">')
    assert read(written) == collection


def test_all_that_the_paper_has_no_place_for_is_added() -> None:
    time = datetime(2000, 5, 31, 14, 30, tzinfo=UTC)
    first = Judgment(
        3.5,
        judge="Ada",
        system="A",
        at=time,
        seconds=9,
        comment='"ok"',
        verdicts={"0": "ok"},
        uid="u1",
        extra={"errors": "[]"},
    )
    second = Judgment(None, judge="Ben", verdicts={"0": "missing"}, is_recheck=True)
    collection = Collection(
        (
            Source(
                "ja",
                document="d1",
                position=3,
                original_language="de",
                items=(Item("0", "ja", {"k": "v"}),),
                targets=(Target("yes", (first, second), (Output("A", "r1", 3, "d1"), Output("B"))),),
            ),
        ),
        Scale(0, 4, 0.5, {0: "bad", 4: "good"}),
        "de",
        "en",
    )
    written = write_text(collection)
    assert read(written) == collection
    assert (
        written
        == """<database source_language="de" target_language="en">
<scale low="0" high="4" step="0.5">
<anchor at="0">bad</anchor>
<anchor at="4">good</anchor>
</scale>
<source document="d1" position="3" original_language="de">
<s_sent>ja</s_sent>
<ielist>
<iedef id="0">ja</iedef>
<extra item="0" key="k">v</extra>
</ielist>
<targets>
<tgt><t_sent>yes</t_sent>
<eval val="3.5" judge="Ada" system="A" time="2000-05-31T14:30:00+00:00" seconds="9" comment="&quot;ok&quot;" uid="u1">
<extra key="errors">[]</extra>
</eval>
<ie id="0" val="ok"/>
<items judge="Ben" recheck="yes">
<ie id="0" val="missing"/>
</items>
<output system="A" run="r1" position="3" document="d1"/>
<output system="B"/></tgt>
</targets>
</source>
</database>
"""
    )


@settings(max_examples=150)
@given(collection=judged_collections())
def test_what_is_written_is_read(collection: Collection) -> None:
    if UNWRITABLE.search(all_texts(collection)):
        with pytest.raises(OutputError, match="a control character that XML cannot hold"):
            write_text(collection)
        return
    written = write_text(collection)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read(written) == collection
    assert write_text(read(written)) == written


def all_texts(value: object) -> str:
    """All strings in a value, one after the other."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return "".join(all_texts(part) for pair in value.items() for part in pair)
    if isinstance(value, tuple):
        return "".join(map(all_texts, value))
    return all_texts(tuple(vars(value).values())) if hasattr(value, "__dataclass_fields__") else ""


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (Source("a\x01b"), "source 1, character 2: U+0001, a control character that XML cannot hold"),
        (Source("a", targets=(Target("b"), Target("\x0b"))), "source 1, translation 2, character 1: U+000B"),
        (
            Source("a", targets=(Target("b", (Judgment(1, judge="J\uffff"),)),)),
            "judgment 1, judge, character 2: U+FFFF",
        ),
        (Source("a", place="x.tsv, line 3", document="\x02"), "x.tsv, line 3, document, character 1"),
        (Source("a", extra={"k": "\x03"}), "source 1, k, character 1"),
        (Source("a", extra={"source@k": "\x03"}), "source 1, k, character 1"),
    ],
)
def test_what_xml_cannot_hold_is_refused_by_place(source: Source, message: str, tmp_path: object) -> None:
    path = f"{tmp_path}/x.xml"
    with pytest.raises(OutputError) as caught:
        write_judgments(Collection((source,)), path)
    assert message in str(caught.value)
    with pytest.raises(InputError, match="there is no such file"):
        read_judgments(path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<database>", '<!DOCTYPE database SYSTEM "x.dtd">\n<database>', "line 1: a document type (<!DOCTYPE"),
        ("<database>", '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<database>', "line 1: a document type"),
        ("yes. thanks.", "yes. &b; thanks.", "line 9: "),
        ("</targets>\n</source>\n</database>\n", "", "is the file cut off?"),
        ('val="10"', 'val="11"', "line 12: the score 11 is not on the scale from 0 to 10"),
        ('val="10"', 'val="9.5"', "line 12: the score 9.5 falls between the steps"),
        ('val="10"', 'val="ten"', "line 12: the score is 'ten', which is no number"),
        ('val="10"', "", "line 12: <eval> without val=; add it"),
        ('<ie id="1" val="ok"/>', '<ie id="1" val="good"/>', "line 12: the item class 'good' does not exist"),
        ('<ie id="1" val="ok"/>', '<ie id="2" val="ok"/>', "the information item '2', which its source does not have"),
        ('<ie id="1" val="ok"/>', '<ie id="0" val="ok"/>', "line 14: two verdicts on the item '0'"),
        ('<ie id="1" val="ok"/>', '<ie val="ok"/>', "line 14: <ie> without id="),
        ('<ie id="1" val="ok"/>', '<ie id="1"/>', "line 14: <ie> without val="),
        ('<ie id="1" val="ok"/>', '<ie id="1" val="ok">x</ie>', "line 14: something inside of <ie>"),
        (
            ">danke schoen.</iedef>",
            ">danke schon.</iedef>",
            "line 2: the information item 'danke schon.' does not occur",
        ),
        ('<iedef id="1">', '<iedef id="0">', "line 2: two information items are called '0'"),
        ('<iedef id="1">', "<iedef>", "line 6: <iedef> without id="),
        ("<s_sent>alles klar. danke schoen.</s_sent>\n", "", "line 2: a <source> without <s_sent>"),
        ("<s_sent>", "<s_sent>x</s_sent><s_sent>", "line 3: a second <s_sent> in one <source>"),
        ("<t_sent>yes. thanks. fine.</t_sent>", "", "line 9: a <tgt> without <t_sent>"),
        ("<t_sent>yes", "<t_sent>x</t_sent><t_sent>yes", "line 9: a second <t_sent> in one <tgt>"),
        ("yes. thanks.", "yes. <b>thanks</b>.", "line 9: <b> inside of a text; if it is text, write &lt;b&gt;"),
        ("<source>", '<source position="first">', "line 2: the position is 'first'; expected a whole number"),
        ('<eval val="6"/>', '<eval val="6" time="noon"/>', "line 10: the time is 'noon'"),
        ('<eval val="6"/>', '<eval val="6" seconds="-1"/>', "line 10: -1 seconds"),
        ('<eval val="6"/>', '<eval val="6" recheck="x"/>', "line 10: recheck is 'x'; expected yes or no"),
        ('<eval val="6"/>', '<eval val="6"/><output/>', "line 10: <output> without system="),
        ('<eval val="6"/>', '<eval val="6"/><output system="A" x="1"/>', "line 10: <output> has no attribute 'x'"),
        ("<source>", '<scale low="0"/><source>', "line 2: <scale> without high="),
        ("<source>", '<scale low="5" high="1"/><source>', "line 2: a scale from 5 to 1"),
        ("<source>", '<scale low="0" high="9"/><scale low="0" high="9"/><source>', "line 2: a second <scale>"),
        ("<source>", '<scale low="0" high="9"><x/></scale><source>', "line 2: <x> in a <scale>"),
        (
            "</ielist>",
            '<extra item="9" key="k">v</extra></ielist>',
            "<extra> of the information item '9' (k), which does not",
        ),
        ("database>", "memory>", "line 1: the first element is <memory>, and of judgments it is <database>"),
    ],
)
def test_every_fault_names_its_place(old: str, new: str, message: str, write: Write) -> None:
    path = write("db.xml", PAPER.replace(old, new))
    with pytest.raises(InputError) as caught:
        read_judgments(path, "evaltrans")
    assert str(caught.value).startswith(path)
    assert message in str(caught.value)


def test_encodings_are_those_that_the_file_says(write: Write) -> None:
    schön = PAPER.replace("schoen", "schön")
    declared = '<?xml version="1.0" encoding="ISO-8859-1"?>\n' + schön
    assert read(declared.encode("latin-1")) == read(schön)
    assert read(schön.encode("utf-16")) == read(schön)
    for content in (schön.encode("latin-1"), schön.encode() + "<!-- ü -->".encode("latin-1")):
        with pytest.raises(InputError, match=r"db.xml, line \d+: bytes that are not UTF-8"):
            read_judgments(write("db.xml", content))


def test_the_scale_is_told_where_the_file_does_not_say_it(write: Write) -> None:
    path = write("db.xml", PAPER.replace('val="10"', 'val="71"'))
    assert read_judgments(path, scale="da").scale == SCALES["da"]
    said = write("s.xml", PAPER.replace("<source>", '<scale low="0" high="20"/>\n<source>'))
    assert read_judgments(said, scale="da").scale == Scale(0, 20)


def test_names_of_files_say_the_format(write: Write) -> None:
    collection = read_judgments(write("db.xml", PAPER))
    packed = judgment_file_content(collection, "x.xml.gz")
    assert packed.startswith(b"\x1f\x8b")
    assert read_judgments(write("anything", packed)) == collection
    with pytest.raises(SettingError, match="has no column to choose for 'src'"):
        read_judgments(write("db.xml", PAPER) + ":src=x")
    with pytest.raises(SettingError, match="a file of XML has no sheets"):
        read_judgments(write("db.xml", PAPER) + "#1")


def test_judgments_of_items_alone_need_no_score() -> None:
    content = PAPER.replace('<eval val="10"/>\n', "")
    collection = read(content)
    assert collection.sources[0].targets[1].judgments == (Judgment(None, verdicts={"0": "ok", "1": "ok"}),)
    assert write_text(collection) == content


def test_large_files_are_read_source_by_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ELEMENT_BYTES", 400_000)  # of one element: the file is larger
    (source,) = read(PAPER).sources
    sources = tuple(replace(source, text=f"{source.text} {number}") for number in range(3000))
    collection = Collection(sources, extra={"database/*": f"<note>{'x' * 100_000}</note><note/>"})
    written = write_text(collection)
    assert len(written) > 1_000_000
    assert read(written) == collection
