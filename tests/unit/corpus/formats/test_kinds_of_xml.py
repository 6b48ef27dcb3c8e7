"""The formats of XML side by side: which one a file has, and files that somebody broke."""

import warnings
from contextlib import suppress

import pytest
from file_tables import read, refused
from hypothesis import given, settings
from hypothesis import strategies as st
from xml_files import SGML, TMX, WMT, XLIFF, XLIFF2

from mtassay import InputError
from mtassay.corpus.tables import check_table
from mtassay.errors import MtassayWarning


def test_other_kinds_of_xml_are_told() -> None:
    assert "the first element is <tmx>, and in XML of WMT it is <dataset>; say FILE:format=tmx" in refused(
        "wmt-xml", TMX
    )
    assert "say FILE:format=sgml" in refused("wmt-xml", "<mteval></mteval>")
    assert "first element is <xliff>, and of a translation memory it is <tmx>" in refused("tmx", XLIFF)
    assert "first element is <tmx>, and of XLIFF it is <xliff>" in refused("xliff", TMX)
    assert "no segments" in refused("wmt-xml", "<dataset/>")
    assert "a <seg> outside of <src>" in refused("wmt-xml", "<dataset><doc><seg/></doc></dataset>")


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
