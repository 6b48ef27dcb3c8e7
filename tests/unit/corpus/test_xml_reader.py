"""The secure reader of XML: what it hands out, what it refuses, and that neither takes memory."""

import io
import time
from collections.abc import Iterator

import pytest

from mtassay import InputError
from mtassay.corpus import limits
from mtassay.corpus.xml_reader import line_of, local_name, read_xml, root_name
from mtassay.errors import MissingExtra


def names(content: bytes | str, whole: tuple[str, ...] = ("b",), starts: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    data = content.encode() if isinstance(content, str) else content
    return [(event, local_name(element)) for event, element in read_xml(data, "f", whole, starts)]


def refused(content: bytes | str) -> str:
    with pytest.raises(InputError) as caught:
        names(content)
    return str(caught.value)


def test_elements_come_whole_with_their_lines_whatever_their_namespace() -> None:
    text = "<?xml version='1.0'?>\n<!-- a > b -->\n<r x='1'>\n<c k='v'>\n<b>t<i>u</i></b>\n<n:b xmlns:n='n'/></c></r>"
    found = []
    for event, element in read_xml(text.encode(), "f", ("b",), ("c",)):
        found.append(
            (event, local_name(element), line_of(element), "".join(element.itertext()) if event == "end" else "")
        )
    assert found == [("start", "r", 3, ""), ("start", "c", 4, ""), ("end", "b", 5, "tu"), ("end", "b", 6, "")]


def test_a_root_comes_first_even_alone() -> None:
    assert names("<r/>") == [("start", "r")]
    assert names("<b/>") == [("start", "b"), ("end", "b")]
    large = b"<b>" + b"<c>x</c>" * 20_000 + b"</b>"
    assert [len(element) for event, element in read_xml(large, "f", ("b", "c")) if event == "end"][-1] == 20_000
    assert [local_name(element) for _, element in read_xml(io.BytesIO(b"<r><b/></r>"), "f", ("b",))] == ["r", "b"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "iso-8859-1", "cp1252"])
def test_encodings_that_a_file_says_it_has(encoding: str) -> None:
    said = encoding.replace("-sig", "").replace("cp1252", "windows-1252")
    data = f"<?xml version='1.0' encoding='{said}'?>\n<r><b>äé</b></r>".encode(encoding)
    assert [element.text for event, element in read_xml(data, "f", ("b",)) if event == "end"] == ["äé"]
    assert root_name(data) == "r"


def test_encodings_that_are_wrong() -> None:
    assert "f, line 2: bytes that are not UTF-8" in refused(b"<r>\n\xe4</r>")
    assert "encoding='utf-16', but the file is not in it" in refused(b"<?xml version='1.0' encoding='utf-16'?><r/>")
    for name in (b"punycode", b"zip", b"no-such"):
        assert "does not read the encoding" in refused(b"<?xml version='1.0' encoding='%s'?><r/>" % name)
    assert "UTF-32" in refused("<r/>".encode("utf-32"))
    assert "a byte that is not gb2312" in refused(b"<?xml version='1.0' encoding='gb2312'?><r>\xff\xff</r>")


BOMB = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.parametrize(
    "declared",
    [
        ' [<!ENTITY e0 "ha">' + BOMB + "]",
        ' [<!ENTITY x SYSTEM "file:///etc/passwd">]',
        ' [<!ENTITY x SYSTEM "http://localhost:1/x">]',
        ' [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]',
        ' [<!ATTLIST r b CDATA "x">]',
        ' SYSTEM "tmx14.dtd"',
        "",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_any_document_type_is_refused(declared: str, encoding: str) -> None:
    data = f"<?xml version='1.0'?>\n<!-- x -->\n<!DOCTYPE r{declared}><r><b>&e11;&x;</b></r>".encode(encoding)
    assert refused(data).startswith("f, line 3: a document type (<!DOCTYPE …>)")
    assert "delete it, up to its closing >" in refused(data)


@pytest.mark.parametrize("start", [" " * 70_000, "<!--" + "x" * 200_000 + "-->", "<!-- -->" * 20_000])
def test_a_long_prolog_hides_nothing(start: str) -> None:
    began = time.process_time()
    refused(f"{start}<!DOCTYPE r [<!ENTITY e0 'ha'>{BOMB}]><r>&e11;</r>")
    assert time.process_time() - began < 2


def test_inclusions_and_unknown_entities_are_refused() -> None:
    included = (
        '<r xmlns:xi="http://www.w3.org/2001/XInclude">\n<xi:include href="file:///etc/passwd" parse="text"/></r>'
    )
    assert refused(included).startswith("f, line 2: an XInclude, which would put another file here")
    assert "line 1: Entity 'nbsp' not defined; XML has &amp;" in refused("<r>&nbsp;</r>")
    assert "line 1: Entity 'nbsp' not defined" in refused("<r><b/>" * 2 + "<b>&nbsp;</b><b/></r></r>")


def test_depth_is_limited() -> None:
    def nested(depth: int) -> str:
        return "<r>" * depth + "</r>" * depth

    assert names(nested(limits.DEPTH)) == [("start", "r")]
    assert "257 levels inside one another, and mtassay reads up to 256" in refused(nested(limits.DEPTH + 1))
    assert "levels inside one another" in refused("<r>" * 1_000_000)


@pytest.mark.parametrize(
    "content",
    [
        b"<r x='" + b"y" * 10_500_000 + b"'/>",
        b"<r>" + b"y" * 10_500_000 + b"</r>",
        b"<r><" + b"y" * 60_000 + b"/></r>",
        b"<r " + b" ".join(b"x%d='1'" % number for number in range(1_000_000)) + b"/>",
    ],
    ids=["attribute", "text", "name", "attributes"],
)
def test_what_is_too_long_is_refused(content: bytes) -> None:
    assert "million bytes, and mtassay reads no longer ones" in refused(content)


def test_an_element_with_too_much_in_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ELEMENT_BYTES", 200_000)
    assert "f, line 1, <b>: " in refused(b"<r><b/><b>" + b"<x/>" * 100_000 + b"</b></r>")
    assert "f: no <b> so far: " in refused(b"<r>" + b"<x/>" * 100_000 + b"</r>")
    assert len(names(b"<r><b/>" + b"<x/>" * 100_000 + b"</r>")) == 2
    assert len(names(b"<r>" + b"<b>abc</b>" * 100_000 + b"</r>")) == 100_001


class Endless(io.RawIOBase):
    """A file of many units, made as it is read."""

    def __init__(self, part: bytes, count: int) -> None:
        self._parts: Iterator[bytes] = iter([b"<r><b/>", *[part] * count, b"</r>"])

    def read(self, size: int = -1) -> bytes:
        return next(self._parts, b"")


@pytest.mark.parametrize("part", [b"<b>text</b><!-- x -->" * 3000, b"<x y='1'/>\n" * 6000, b"<x><b>a</b>b</x>" * 4000])
def test_what_was_handed_out_is_forgotten(part: bytes) -> None:
    # by the memory of the process: that of the parser is none of Python's
    import resource

    def peak() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    list(read_xml(Endless(part, 20), "f", ("b",)))
    before = peak()
    for _ in read_xml(Endless(part, 400), "f", ("b",)):
        pass
    assert peak() - before < 8 * 1024  # of 25 MB read, whose tree would take 200 MB


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "f: the file is empty"),
        ("  \n", "f, line 2: this is no XML, or it is cut off"),
        ("src\tref\n", "f, line 1: this is no XML"),
        ("<r>\n<b>te", "line 2: broken XML (Premature end of data in tag b line 2); is the file cut off?"),
        ("<r>\n<b te", "line 2: broken XML"),
        ("<r/>\ntext", "line 2: broken XML (Extra content at the end of the document); correct it there"),
        ("<r/>\n<r/>", "line 2: broken XML (Extra content"),
        ("<r>\n<b></r>", "line 2: broken XML (Opening and ending tag mismatch"),
        ("<r>\n a & b</r>", "line 2: a & that is not written &amp;; XML has"),
        ("<r>\n\x01</r>", "line 2: broken XML (PCDATA invalid Char value 1)"),
        ("<r>&#1;</r>", "line 1: broken XML"),
        ("<r>\n\0</r>", "line 2: a NUL byte"),
        ("<r>&#0;</r>", "line 1: broken XML"),
        ("<r><!DOCTYPE r></r>", "line 1: broken XML"),
        ("<!ELEMENT r ANY><r/>", "line 1: this is no XML"),
    ],
)
def test_what_is_broken_is_named_with_its_line(content: str, said: str) -> None:
    assert said in refused(content)


def test_files_have_a_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FILE_BYTES", 100_000)
    with pytest.raises(InputError, match=r"mtassay reads up to 97\.66 kB"):
        list(read_xml(Endless(b"<b/>" * 10_000, 5), "f", ("b",)))


def test_without_its_package_the_command_that_installs_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "lxml", None)
    with pytest.raises(MissingExtra, match=r"f: a file of XML needs an optional package.*mtassay\[xml\]"):
        names("<r/>")
