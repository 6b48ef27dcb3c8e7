"""The XML of WMT since 2021: documents with source, references and systems in one file."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from mtassay.corpus.documents import DOCUMENT, Documents, Key, Segment, reference_column, split_documents
from mtassay.corpus.formats.base import Column, Format, Role, Table
from mtassay.corpus.xml_reader import line_of, local_name, place, read_xml, root_name
from mtassay.corpus.xml_writer import attributes, check_writable, escape_text
from mtassay.errors import InputError

if TYPE_CHECKING:
    from mtassay.corpus.xml_reader import Element

_ROOT = "dataset"
_POST_EDITS = ("post-edit", "postedit", "pe")
_LABEL = "label"
_TEXTS = ("src", "ref", "hyp", _LABEL, *_POST_EDITS)
_OTHER_FORMATS = {"tmx": "tmx", "xliff": "xliff"}
_OTHER_FORMATS |= dict.fromkeys(("mteval", "srcset", "refset", "tstset", "doc"), "sgml")


@dataclass(frozen=True, kw_only=True)
class WmtXml(Format):
    """Documents with `<src>`, any number of `<ref translator>` and `<hyp system>`, each with its `<seg id>`.

    Needs `pip install 'mtassay[xml]'`. References become columns `ref:TRANSLATOR`, post-edits `post-edit SYSTEM`, which
    are used only if one says so: `ref='post-edit A'`. Names and domains of documents become labels. A document may lack
    a reference or a system, but not some of its segments. What is written holds further labels as `<label name>`, which
    other programs pass over. An empty segment counts as missing.
    """

    name: ClassVar[str] = "wmt-xml"
    title: ClassVar[str] = "XML of WMT since 2021, documents with all their texts"
    endings: ClassVar[tuple[str, ...]] = (".xml",)
    tells_missing: ClassVar[bool] = False

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        return root_name(data) == _ROOT

    def read(self, data: bytes, shown: str, sheet: str | None = None) -> Table:
        reader = _Reader(shown)
        for event, element in read_xml(data, shown, ("seg",), ("doc", *_TEXTS)):
            if event == "end":
                reader.add_segment(element)
            elif reader.is_new:
                reader.check_root(element)
            elif local_name(element) == "doc":
                reader.start_document(element)
            else:
                reader.start_text(element)
        return reader.table()

    def write(self, table: Table) -> bytes:
        check_writable(table, "XML")
        return "".join(_lines(table)).encode()


class _Reader:
    """The texts of documents, one after the other."""

    def __init__(self, shown: str) -> None:
        self.is_new = True
        self._shown = shown
        self._documents = Documents(shown)
        self._document: Key = "", 0
        self._seen: dict[str, int] = {}
        self._said: dict[str, dict[Key, str]] = {}  # of whole documents
        self._are_unnamed = True
        self._text: tuple[str, Role | None, str | None, int] | None = None  # which one, and its line
        self._segments: list[Segment] = []

    def check_root(self, element: "Element") -> None:
        """Refuse other kinds of XML, and say what they are."""
        self.is_new = False
        name = local_name(element)
        if name != _ROOT:
            other = _OTHER_FORMATS.get(name)
            cure = f"say FILE:format={other}" if other else "is it the right file?"
            raise InputError(
                f"{place(element, self._shown)}: the first element is <{name}>, and in XML of WMT it is <{_ROOT}>; "
                + cure
            )

    def start_document(self, element: "Element") -> None:
        self._end_text()
        name = element.get("id", "")
        self._document = name, self._seen.get(name, 0)
        self._seen[name] = self._document[1] + 1
        self._are_unnamed &= "id" not in element.attrib or element.get(_LABEL) == "no"
        for what in ("domain", "origlang"):
            if what in element.attrib:
                self._said.setdefault(what, {})[self._document] = element.get(what, "")

    def start_text(self, element: "Element") -> None:
        self._end_text()
        language = element.get("lang") or element.get("language")
        self._text = *_column(element), language, line_of(element)

    def add_segment(self, element: "Element") -> None:
        where = place(element, self._shown)
        if self._text is None:
            raise InputError(f"{where}: a <seg> outside of <src>, <ref> and <hyp>; put it into one")
        if len(element):
            raise InputError(
                f"{where}: <{local_name(element[0])}> inside of a segment, where only text may stand; write &lt; for a "
                "plain <"
            )
        number = element.get("id")
        number = str(len(self._segments) + 1) if number is None else number
        self._segments.append(Segment(number, element.text or "", line_of(element)))

    def _end_text(self) -> None:
        if self._text is not None:
            column, role, language, line = self._text
            self._documents.add(self._document, column, self._segments, line, role, language)
            self._text, self._segments = None, []

    def table(self) -> Table:
        self._end_text()
        table = self._documents.table(unnamed=self._are_unnamed)
        known = {column.name for column in table.columns}
        labels = [
            Column(f"label:{what}", self._documents.rows(values), Role.LABEL)
            for what, values in self._said.items()
            if f"label:{what}" not in known
        ]
        return replace(table, columns=(*table.columns, *labels))


def _column(element: "Element") -> tuple[str, Role | None]:
    name = local_name(element)
    if name == "src":
        return "src", Role.SOURCE
    if name == "ref":
        return reference_column(element.get("translator", "")), Role.REFERENCE
    if name == "hyp":
        return f"hyp:{element.get('system', '')}", Role.SYSTEM
    if name == _LABEL:
        return f"label:{element.get('name', '')}", Role.LABEL
    return f"post-edit {element.get('system') or element.get('translator') or ''}".strip(), None


def _lines(table: Table) -> Iterator[str]:
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<{_ROOT} id="mtassay">\n'
    for number, (name, rows) in enumerate(split_documents(table), start=1):
        label = "no" if name is None else None
        yield f"<doc{attributes(id=str(number) if name is None else name, label=label)}>\n"
        for column in table.columns:
            if column.name == DOCUMENT:
                continue
            tag, opened = _tag(column, table)
            yield f"<{opened}>\n<p>\n"
            for place_, row in enumerate(rows, start=1):
                yield f'<seg id="{place_}">{escape_text(column.texts[row] or "")}</seg>\n'
            yield f"</p>\n</{tag}>\n"
        yield "</doc>\n"
    yield f"</{_ROOT}>\n"


def _tag(column: Column, table: Table) -> tuple[str, str]:
    """The name of a column's element, and what stands in its opening tag."""
    kind, _, name = column.name.partition(":")
    target = column.language or table.target_language
    if column.role is Role.SOURCE:
        return "src", f"src{attributes(lang=column.language or table.source_language)}"
    if column.role is Role.REFERENCE:
        translator = name if kind == "ref" else column.name
        return "ref", f"ref{attributes(lang=target, translator=translator or None)}"
    if column.role is Role.SYSTEM:
        return "hyp", f"hyp{attributes(lang=target, system=name if kind == 'hyp' else column.name)}"
    return _LABEL, f"{_LABEL}{attributes(name=name if kind == 'label' else column.name)}"
