"""XLIFF: what is read, and what is refused."""

import time

import pytest
from file_tables import read, refused, texts
from xml_files import XLIFF, XLIFF2

from mtassay.corpus.formats.base import Role
from mtassay.errors import MtassayWarning


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
