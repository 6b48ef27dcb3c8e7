"""Translation memories (TMX 1.4): units that hold one text in several languages."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from mtassay.corpus import limits
from mtassay.corpus.column_names import guess_roles, is_said
from mtassay.corpus.formats.base import Column, Format, Role, Table
from mtassay.corpus.inline_codes import DROP, KEEP, InlineCodes
from mtassay.corpus.xml_reader import LANGUAGE, local_name, place, read_xml, root_name
from mtassay.corpus.xml_writer import attributes, check_writable, escape_text
from mtassay.errors import InputError
from mtassay.settings import setting

if TYPE_CHECKING:
    from mtassay.corpus.xml_reader import Element

_CODES = ("bpt", "ept", "ph", "it", "ut")
_SEPARATE = ("sub",)
_UNKNOWN_LANGUAGE, _ANY_LANGUAGE = "und", "*all*"
_COLUMN = "x-mtassay-column"
_UNIT = "label:unit"


@dataclass(frozen=True, kw_only=True)
class Tmx(Format):
    """A translation memory: a row for each unit, a column for each language, called by its code.

    Needs `pip install 'mtassay[xml]'`. The language that the memory is from is the source, another one alone the
    reference; otherwise choose: `memory.tmx:src=en,ref=de`. A second text of a language in one unit has a column of its
    own, `de 2`. Of `bpt`, `ept`, `ph`, `it` and `ut` the codes in them are left out unless told, of `hi` the text is
    kept, `sub` is left out. Identifiers of units become labels. What is written holds references, systems and labels
    as properties, by which mtassay knows them again.
    """

    name: ClassVar[str] = "tmx"
    title: ClassVar[str] = "translation memories"
    endings: ClassVar[tuple[str, ...]] = (".tmx",)

    codes: str = setting(DROP, "what to do with inline codes", choices=(DROP, KEEP))

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        return root_name(data) == "tmx"

    def read(self, data: bytes, shown: str, sheet: str | None = None) -> Table:
        units = _Units(InlineCodes(_CODES, _SEPARATE, self.codes == KEEP, shown), shown)
        source: str | None = None
        for event, element in read_xml(data, shown, ("tu", "header")):
            if event == "start":
                if local_name(element) != "tmx":
                    raise InputError(
                        f"{place(element, shown)}: the first element is <{local_name(element)}>, and of a translation "
                        "memory it is <tmx>; is it the right file?"
                    )
            elif element.tag.endswith("tu"):
                units.add(element)
            else:
                source = element.get("srclang")
                for child in _named(element, "prop"):
                    if child.get("type") == _COLUMN:
                        units.column(child.text or "")
        units.codes.note(self.name)
        return units.table(source)

    def write(self, table: Table) -> bytes:
        check_writable(table, "TMX")
        return "".join(_lines(table)).encode()


class _Units:
    """The columns of a memory as its units are read."""

    def __init__(self, codes: InlineCodes, shown: str) -> None:
        self.codes = codes
        self._shown = shown
        self._count = self._padding = 0
        self._texts: dict[str, list[str | None]] = {}
        self._by_language: dict[str | None, list[str | None]] = {}  # the first column of each
        self._further: dict[str, tuple[int, int]] = {}  # of languages: a unit, and how many texts of it there were
        self._languages: dict[str, str] = {}  # of columns
        self._names: dict[str, str] = {}  # of columns, by language

    def column(self, name: str) -> list[str | None]:
        """The texts of a column, new where there is none of this name."""
        texts = self._texts.get(name)
        if texts is None:
            texts = self._texts[name] = []
            limits.check_columns(len(self._texts), self._shown)
        return texts

    def add(self, unit: "Element") -> None:
        """Add a row."""
        identifier = unit.get("tuid")
        if identifier is not None:
            self._put(_UNIT, identifier, unit)
        count, by_language = self._count, self._by_language
        child: Element
        # a slice is faster than to go from one to the next, but the types of lxml know none
        for child in unit[:]:  # type: ignore[index]
            # Nearly all are the one text of a language that every unit has; of what can stand here only a <tuv> has
            # an element in it. Not items(), which takes time by the square of their number.
            column = by_language.get(child.get(LANGUAGE))
            if column is not None and len(column) == count and len(child) == 1:
                segment = child[0]
                if not len(segment) and segment.tag == "seg":
                    column.append(segment.text or "")
                    continue
            name = local_name(child)
            if name == "tuv":
                self._add_variant(child)
            elif name == "prop" and (child.get("type") or "").startswith("label:"):
                self._put(child.get("type", ""), child.text or "", child)
        self._count += 1

    def _add_variant(self, variant: "Element") -> None:
        language = variant.get(LANGUAGE) or variant.get("lang")
        if language is None:
            raise InputError(f"{place(variant, self._shown)}: <tuv> without xml:lang, so its language is open; add it")
        segments = _named(variant, "seg")
        if not segments:
            raise InputError(f"{place(variant, self._shown)}: <tuv> without a <seg>; add it, or remove the <tuv>")
        text = self.codes.text(segments[0])
        named = [child.text or "" for child in _named(variant, "prop") if child.get("type") == _COLUMN]
        name = named[0] if named else self._free_name(language)
        self._languages.setdefault(name, language)
        self._put(name, text, variant)
        if name == language:
            self._by_language[language] = self._texts[name]

    def _free_name(self, language: str) -> str:
        """The column of a language, or a further one where this unit has that already."""
        first = name = self._name(language)
        unit, number = self._further.get(first, (-1, 1))
        number = number if unit == self._count else 1  # a hostile unit can have very many
        while len(self._texts.get(name, ())) > self._count:
            number += 1
            name = f"{first} {number}"
        self._further[first] = self._count, number
        return name

    def _name(self, language: str) -> str:
        """What the column of a language is called: as it is first written, capitals or not."""
        name = self._names.get(language)
        if name is None:
            plain = language.replace("_", "-").casefold()
            name = self._names[language] = self._names.setdefault(plain, language)
            limits.check_columns(len(self._names) // 2, self._shown)
        return name

    def _put(self, name: str, text: str, element: "Element") -> None:
        column = self.column(name)
        missing = self._count - len(column)
        if missing < 0:
            raise InputError(
                f"{place(element, self._shown)}: a second text of {name!r} in one unit; remove one of them"
            )
        self._padding += missing
        if self._padding > limits.SHEET_CELLS:
            self._check_filled()
        column += [None] * missing
        column.append(text)

    def _check_filled(self) -> None:
        filled = sum(map(len, self._texts.values())) - self._padding
        limits.check_filled(filled, self._count, len(self._texts), self._shown)

    def table(self, source: str | None) -> Table:
        """All rows; `source` is the language that the file says it is from."""
        self._check_filled()
        for texts in self._texts.values():
            texts += [None] * (self._count - len(texts))
        names = list(self._texts)
        codes = {name: code for name, code in self._languages.items() if code != _UNKNOWN_LANGUAGE}
        roles = self._roles(names, source)
        columns = tuple(
            Column(name, texts, role, codes.get(name))
            for (name, texts), role in zip(self._texts.items(), roles, strict=True)
        )
        return Table(columns, source_language=next((c.language for c in columns if c.role is Role.SOURCE), None))

    def _roles(self, names: Sequence[str], source: str | None) -> list[Role | None]:
        if any(is_said(name) and name != _UNIT for name in names):
            return guess_roles(names)
        languages = list(dict.fromkeys(self._name(code) for code in self._languages.values()))
        wanted = (source or "").replace("_", "-").casefold()
        sources = [name for name in languages if name.replace("_", "-").casefold() == wanted]
        sources = sources or [
            name for name in languages if name.replace("_", "-").casefold().partition("-")[0] == wanted
        ]
        others = [name for name in languages if name not in sources]
        targets = others if len(sources) == len(others) == 1 else []
        return [
            Role.LABEL
            if name == _UNIT
            else Role.SOURCE
            if name in sources and len(sources) == 1
            else Role.REFERENCE
            if self._name(self._languages.get(name, "")) in targets
            else None
            for name in names
        ]


def _named(elements: "Iterable[Element]", name: str) -> "list[Element]":
    return [element for element in elements if local_name(element) == name]


def _lines(table: Table) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n'
    source = table.source_language or _UNKNOWN_LANGUAGE
    yield (
        '<header creationtool="mtassay" creationtoolversion="1" segtype="sentence" o-tmf="mtassay" adminlang="en"'
        f'{attributes(srclang=table.source_language or _ANY_LANGUAGE)} datatype="plaintext">\n'
    )
    texts = [column for column in table.columns if column.role is not Role.LABEL]
    labels = [column for column in table.columns if column.role is Role.LABEL]
    opened = []
    for column in (*texts, *labels):
        named = f'<prop type="{_COLUMN}">{escape_text(column.name)}</prop>'
        yield f"{named}\n"
        language = source if column.role is Role.SOURCE else table.target_language or _UNKNOWN_LANGUAGE
        opened.append(f"<tuv{attributes(xml_lang=column.language or language)}>{named}<seg>")
    yield "</header>\n<body>\n"
    for row in range(len(table)):
        yield "<tu>\n"
        for column in labels:
            text = column.texts[row]
            if text is not None:
                yield f"<prop{attributes(type=column.name)}>{escape_text(text)}</prop>\n"
        for column, start in zip(texts, opened, strict=False):
            text = column.texts[row]
            if text is not None:
                yield f"{start}{escape_text(text)}</seg></tuv>\n"
        yield "</tu>\n"
    yield "</body>\n</tmx>\n"
