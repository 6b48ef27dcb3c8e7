"""The SGML of WMT and NIST: sets of documents, in files for source, references and systems."""

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from mtassay.corpus import limits
from mtassay.corpus.documents import DOCUMENT, Documents, Key, Segment, reference_column, split_documents
from mtassay.corpus.formats.base import Column, Format, Role, Table
from mtassay.corpus.formats.text import decode_text
from mtassay.corpus.xml_writer import attributes, check_writable, escape_text
from mtassay.errors import InputError, MtassayWarning

# Each alternative ends at the next < or >, so that no text is looked at twice.
_TAG = re.compile(r"<(/?)(srcset|refset|tstset|labelset|mteval|doc|seg|hl|p)(?=[\s/>])([^<>]*)>|<!--", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([A-Za-z][\w:.-]{0,50})\s{0,20}=\s{0,20}(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_REFERENCE = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_SETS = {"srcset": Role.SOURCE, "refset": Role.REFERENCE, "tstset": Role.SYSTEM, "labelset": Role.LABEL}
_STARTS = re.compile(rb"(?:<\?xml[^<>]{0,200}>|<![^<>\[]{0,500}>|\s)*+<(?:mteval|(?:src|ref|tst)set)\b", re.IGNORECASE)
_ANY = "any"
_WHITE = " \t\r\n"
_EDGES = re.compile(r"\A +| +\Z")


@dataclass(frozen=True, kw_only=True)
class Sgml(Format):
    """Sets `srcset`, `refset` and `tstset` of documents with `<seg id>`, as mteval reads them; one or more in a file.

    Read as tags alone, in capitals or not, so that files count that are no proper XML, with a plain `&` in them. Text
    is as one reads it: `&amp;` is `&`, a line break inside of a segment is a space. References become columns
    `ref:NAME`, systems `hyp:NAME`, by `sysid` or `refid`; names of documents are labels. Files that are named together
    need the same documents and segments in the same order. A document type without declarations is passed over. What is
    written holds further labels in sets of our own, `labelset`. An empty segment counts as missing.
    """

    name: ClassVar[str] = "sgml"
    title: ClassVar[str] = "SGML of WMT and NIST: source, references or systems in documents"
    endings: ClassVar[tuple[str, ...]] = (".sgm", ".sgml")
    tells_missing: ClassVar[bool] = False

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        return _STARTS.match(data[:4096].removeprefix(b"\xef\xbb\xbf")) is not None

    def read(self, data: bytes, shown: str, sheet: str | None = None) -> Table:
        return _Scanner(decode_text(data, shown), shown).table()

    def write(self, table: Table) -> bytes:
        check_writable(table, "SGML")
        return "".join(_lines(table)).encode()


@dataclass
class _Set:
    """The set that is being read; documents of one name are told apart by how often it came."""

    role: Role | None = None
    values: dict[str, str] = field(default_factory=dict)
    seen: dict[tuple[str, str], int] = field(default_factory=dict)


class _Scanner:
    """One pass over the tags of a file."""

    def __init__(self, text: str, shown: str) -> None:
        self._text, self._shown = text, shown
        self._documents = Documents(shown)
        self._set = _Set()
        self._document: tuple[Key, str, int] | None = None
        self._segments: list[Segment] = []
        self._open: tuple[str, int, int] | None = None  # number of a segment, where its text starts, its line
        self._are_unnamed = True
        self._line, self._counted = 1, 0
        self._outside: int | None = None

    def table(self) -> Table:
        end = self._skip_prolog()
        for tag in _TAG.finditer(self._text, end):
            if tag.start() < end:  # in a comment
                continue
            if self._open is None:
                self._look_outside(end, tag.start())
            if tag[2] is None:
                # in a segment it is text, as any < may be there
                end = tag.end() if self._open is not None else self._skip_comment(tag.start())
                continue
            closes, name = bool(tag[1]), tag[2].lower()
            end = tag.end()
            if name == "seg" and closes:
                self._end_segment(tag.start())
            elif self._open is not None:
                if name in ("seg", "doc", "mteval", *_SETS):
                    raise self._not_closed()
                # hl and p inside of a segment are its text
            elif name == "seg":
                self._start_segment(tag)
            elif name == "doc":
                self._end_document()
                if not closes:
                    self._start_document(tag)
            elif name in _SETS:
                self._end_document()
                self._set = _Set() if closes else _Set(_SETS[name], _values(tag[3]))
        if self._open is not None:
            raise self._not_closed()
        if self._document is not None:
            raise InputError(
                f"{self._shown}, line {self._document[2]}: a <doc> that is not closed; is the file cut off?"
            )
        if self._outside is not None:
            warnings.warn(
                f"{self._shown}: text outside of segments is left out, the first in line {self._outside}",
                MtassayWarning,
                stacklevel=4,
            )
        return self._documents.table(unnamed=self._are_unnamed)

    def _line_at(self, position: int) -> int:
        """The line of a position; they must be asked for in order."""
        self._line += self._text.count("\n", self._counted, position)
        self._counted = max(position, self._counted)
        return self._line

    def _not_closed(self) -> InputError:
        assert self._open is not None
        return InputError(
            f"{self._shown}, line {self._open[2]}: segment {self._open[0]} is not closed; write </seg> at its end, or "
            "is the file cut off?"
        )

    def _skip_prolog(self) -> int:
        """Where the first tag can stand: behind a declaration, comments and a document type that declares nothing."""
        position, text = 0, self._text
        while True:
            while position < len(text) and text[position] in _WHITE:
                position += 1
            if text.startswith("<?", position):
                position = self._skip(position, "<?", "?>")
            elif text.startswith("<!--", position):
                position = self._skip_comment(position)
            elif text.startswith("<!", position):
                position = self._skip_document_type(position)
            else:
                return position

    def _skip_comment(self, position: int) -> int:
        return self._skip(position, "<!--", "-->")

    def _skip(self, position: int, start: str, end: str) -> int:
        closed = self._text.find(end, position + len(start))
        if closed < 0:
            raise InputError(f"{self._shown}, line {self._line_at(position)}: {start} is not closed; close it")
        return closed + len(end)

    def _skip_document_type(self, position: int) -> int:
        closed = self._text.find(">", position)
        line = self._line_at(position)
        if closed < 0 or "[" in self._text[position:closed]:
            raise InputError(
                f"{self._shown}, line {line}: a document type with declarations in it, which mtassay refuses; delete "
                "it, from <!DOCTYPE to ]>: no text is in it"
            )
        warnings.warn(
            f"{self._shown}, line {line}: a document type, which is passed over: no file that it names is read",
            MtassayWarning,
            stacklevel=5,
        )
        return closed + 1

    def _look_outside(self, start: int, end: int) -> None:
        if self._outside is None and end > start:
            between = self._text[start:end]
            if not between.isspace():
                self._outside = self._line_at(start)

    def _start_document(self, tag: re.Match[str]) -> None:
        values = _values(tag[3])
        name = values.get("docid", values.get("id", ""))
        column = self._column(values)
        occurrence = self._set.seen.get((column, name), 0)
        self._set.seen[column, name] = occurrence + 1
        self._are_unnamed &= ("docid" not in values and "id" not in values) or values.get("label") == "no"
        self._document = (name, occurrence), column, self._line_at(tag.start())
        self._segments = []

    def _column(self, values: dict[str, str]) -> str:
        """What the texts of a document belong to: the set says it, or each document for itself."""
        role = self._set.role
        if role is None:
            return "text"
        if role is Role.SOURCE:
            return "src"
        if role is Role.LABEL:
            return f"label:{self._set.values.get('name', '')}"
        said = [
            attributes[key]
            for attributes in (values, self._set.values)
            for key in ("sysid", "refid")
            if key in attributes
        ]
        if role is Role.REFERENCE:
            return reference_column(said[0] if said else "")
        return f"hyp:{said[0] if said else 'system'}"

    def _end_document(self) -> None:
        if self._document is None:
            return
        key, column, line = self._document
        code = self._set.values.get("srclang" if self._set.role is Role.SOURCE else "trglang", _ANY)
        language = None if code.lower() == _ANY else code
        self._documents.add(key, column, self._segments, line, self._set.role, language)
        self._document, self._segments = None, []

    def _start_segment(self, tag: re.Match[str]) -> None:
        line = self._line_at(tag.start())
        if self._document is None:
            raise InputError(f"{self._shown}, line {line}: a <seg> outside of a <doc>; put it into one")
        number = _values(tag[3]).get("id", str(len(self._segments) + 1))
        self._open = number, tag.end(), line

    def _end_segment(self, position: int) -> None:
        if self._open is None:
            line = self._line_at(position)
            raise InputError(f"{self._shown}, line {line}: </seg> without a <seg> before it; remove it, or add <seg>")
        number, start, line = self._open
        limits.check_characters(position - start, f"{self._shown}, line {line}")
        text = self._text[start:position].strip(_WHITE)
        if "\n" in text:
            text = " ".join(part for part in (part.strip(_WHITE) for part in text.split("\n")) if part)
        self._segments.append(Segment(number, _unescape(text, f"{self._shown}, line {line}"), line))
        self._open = None


def _values(text: str) -> dict[str, str]:
    """The attributes of a tag, their names in lower case."""
    return {
        name.lower(): _unescape(double or single or bare, "") for name, double, single, bare in _ATTRIBUTE.findall(text)
    }


def _unescape(text: str, where: str) -> str:
    return _REFERENCE.sub(lambda match: _character(match, where), text) if "&" in text else text


def _character(match: re.Match[str], where: str) -> str:
    if match[1]:
        return _NAMED[match[1]]
    number = int(match[2]) if match[2] else int(match[3], 16)
    if number == 0:
        raise InputError(f"{where}: a NUL character, which no text has; remove it")
    # what is no character was meant as it stands there
    return match[0] if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF else chr(number)


def _lines(table: Table) -> Iterator[str]:
    documents = split_documents(table)
    columns = [column for column in table.columns if column.name != DOCUMENT]
    is_wrapped = len(columns) > 1
    if is_wrapped:
        yield "<mteval>\n"
    for column in columns:
        tag, opened, system = _tag(column, table)
        yield f"<{opened}>\n"
        for number, (name, rows) in enumerate(documents, start=1):
            label = "no" if name is None else None
            yield f"<doc{attributes(sysid=system, docid=str(number) if name is None else name, label=label)}>\n"
            for place, row in enumerate(rows, start=1):
                yield f'<seg id="{place}">{_escape(column.texts[row] or "")}</seg>\n'
            yield "</doc>\n"
        yield f"</{tag}>\n"
    if is_wrapped:
        yield "</mteval>\n"


def _escape(text: str) -> str:
    """Text that is read as it is, spaces at its ends and line breaks included."""
    text = escape_text(text).replace("\n", "&#10;").replace("\t", "&#9;")
    return _EDGES.sub(lambda match: "&#32;" * len(match[0]), text)


def _tag(column: Column, table: Table) -> tuple[str, str, str | None]:
    """The name of a column's set, what stands in its opening tag, and whose documents it has."""
    kind, _, name = column.name.partition(":")
    languages = {"srclang": table.source_language or _ANY, "trglang": table.target_language or _ANY}
    if column.role is Role.SOURCE:
        return "srcset", f"srcset{attributes(setid='mtassay', **languages)}", None
    if column.role is Role.REFERENCE:
        translator = name if kind == "ref" else column.name
        return (
            "refset",
            f"refset{attributes(setid='mtassay', **languages, refid=translator or None)}",
            translator or None,
        )
    if column.role is Role.SYSTEM:
        system = name if kind == "hyp" else column.name
        return "tstset", f"tstset{attributes(setid='mtassay', **languages, sysid=system)}", system
    return "labelset", f"labelset{attributes(name=name if kind == 'label' else column.name)}", None
