"""XLIFF, in which translation programs exchange their work; versions 1.2 and 2."""

import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from mtassay.corpus import limits
from mtassay.corpus.formats.base import Column, Format, Role, Table
from mtassay.corpus.inline_codes import DROP, KEEP, InlineCodes
from mtassay.corpus.xml_reader import local_name, place, read_xml, root_name
from mtassay.errors import InputError, MtassayWarning
from mtassay.settings import setting

if TYPE_CHECKING:
    from mtassay.corpus.xml_reader import Element

_CODES = ("x", "bx", "ex", "bpt", "ept", "ph", "it", "sc", "ec")
_SEPARATE = ("sub",)
_LABELS = ("file", "unit", "state")


@dataclass(frozen=True, kw_only=True)
class Xliff(Format):
    """Columns `source` and `target`, and one for each origin of further translations (`alt-trans`, `match`).

    Needs `pip install 'mtassay[xml]'`. A row is a unit, or a segment where units are split into such (`mrk` with
    `mtype="seg"`, `<segment>`). Where there are further translations, they are taken for systems and the target for the
    reference; otherwise the target is a system. Choose what fits better: `job.xlf:src=source,ref=target`. Inline codes
    are left out unless told, the text between them is kept. File, unit and state become labels. A target that is not
    there is missing; units with `translate="no"`, or in a group or file that says so, are left out.
    """

    name: ClassVar[str] = "xliff"
    title: ClassVar[str] = "XLIFF 1.2 and 2, read only"
    endings: ClassVar[tuple[str, ...]] = (".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff")
    can_write: ClassVar[bool] = False

    codes: str = setting(DROP, "what to do with inline codes", choices=(DROP, KEEP))

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        return root_name(data) == "xliff"

    def read(self, data: bytes, shown: str, sheet: str | None = None) -> Table:
        units = _Units(codes=InlineCodes(_CODES, _SEPARATE, self.codes == KEEP, shown), shown=shown)
        is_first = True
        for event, element in read_xml(data, shown, ("trans-unit", "unit"), ("file",)):
            name = local_name(element)
            if is_first and name != "xliff":
                raise InputError(
                    f"{place(element, shown)}: the first element is <{name}>, and of XLIFF it is <xliff>; is it the "
                    "right file?"
                )
            is_first = False
            if event == "start":
                units.start(element)
            elif _is_translated(element):
                (units.add_unit if name == "trans-unit" else units.add_segments)(element)
        units.codes.note(self.name)
        return units.table()


@dataclass(kw_only=True)
class _Units:
    """The rows as units are read."""

    codes: InlineCodes
    shown: str
    sources: list[str | None] = field(default_factory=list)
    targets: list[str | None] = field(default_factory=list)
    others: dict[str, dict[int, str]] = field(default_factory=dict)
    labels: dict[str, list[str | None]] = field(default_factory=lambda: {name: [] for name in _LABELS})
    file: str | None = None
    languages: dict[str, str] = field(default_factory=dict)
    unplaced: int = 0

    def start(self, element: "Element") -> None:
        """The root or a file: its name, and the languages of what follows."""
        if local_name(element) == "file":
            self.file = element.get("original") or element.get("id")
        for role, spellings in (("source", ("source-language", "srcLang")), ("target", ("target-language", "trgLang"))):
            code = next((element.get(name) for name in spellings if element.get(name)), None)
            if code and self.languages.setdefault(role, code).casefold() != code.casefold():
                raise InputError(
                    f"{place(element, self.shown)}: the {role} language is {code}, and that of an earlier file in it "
                    f"{self.languages[role]}; a test set has one, so split it"
                )

    def add_unit(self, unit: "Element") -> None:
        """A unit of XLIFF 1.2."""
        identifier = unit.get("id")
        parts = {local_name(child): child for child in reversed(unit)}
        source, target = parts.get("seg-source", parts.get("source")), parts.get("target")
        if source is None:
            raise self._without_source(unit)
        state = target.get("state") if target is not None else None
        cut = self._segments(source)
        translated = {} if target is None else self._segments(target)
        # A translation that was not cut as its source was belongs to all of it.
        if cut and (translated or target is None or not self.codes.text(target).strip()):
            unknown = [number for number in translated if number not in cut]
            if unknown:
                raise InputError(
                    f"{place(translated[unknown[0]], self.shown)}: unit {identifier!r}: the target has a segment "
                    f"{unknown[0]!r}, and the source has none; both need the same"
                )
            for number, mark in cut.items():
                self._row(identifier, mark, translated.get(number), state)
        else:
            self._row(identifier, source, target, state)
        self._add_others((child for child in unit if local_name(child) == "alt-trans"), max(len(cut), 1))

    def _segments(self, element: "Element") -> "dict[str, Element]":
        """The segments that a text of a unit is cut into, by their numbers."""
        by_number: dict[str, Element] = {}
        for mark in element.iter("{*}mrk"):
            if mark.get("mtype") == "seg" and by_number.setdefault(mark.get("mid", ""), mark) is not mark:
                raise InputError(
                    f"{place(mark, self.shown)}: a second segment with mid={mark.get('mid', '')!r} in the "
                    f"<{local_name(element)}> of a unit, so it is open which belong together; give each its own"
                )
        return by_number

    def add_segments(self, unit: "Element") -> None:
        """A unit of XLIFF 2, with a row for each segment."""
        count = 0
        for segment in unit.iterchildren("{*}segment"):
            parts = {local_name(child): child for child in reversed(segment)}
            if "source" not in parts:
                raise self._without_source(segment)
            self._row(unit.get("id"), parts["source"], parts.get("target"), segment.get("state"))
            count += 1
        self._add_others(unit.iterfind("{*}matches/{*}match"), count)

    def _without_source(self, element: "Element") -> InputError:
        return InputError(f"{place(element, self.shown)}: <{local_name(element)}> without a <source>; add it")

    def _row(self, unit: str | None, source: "Element", target: "Element | None", state: str | None) -> None:
        self.sources.append(self.codes.text(source))
        self.targets.append(None if target is None else self.codes.text(target))
        for name, label in zip(_LABELS, (self.file, unit, state), strict=True):
            self.labels[name].append(label)

    def _add_others(self, elements: "Iterable[Element]", rows: int) -> None:
        """Further translations of the last row; of several rows it is open which they belong to."""
        seen: dict[str, int] = {}  # how many of each origin, of which a hostile unit can have very many
        for element in elements:
            target = next((child for child in element if local_name(child) == "target"), None)
            if target is None:
                continue
            if rows != 1:
                self.unplaced += 1
                continue
            origin = element.get("origin") or element.get("tool-id") or "alternative"
            number, row = seen.get(origin, 0) + 1, len(self.sources) - 1
            name = origin if number == 1 else f"{origin} {number}"
            while row in self.others.get(name, ()):
                number += 1
                name = f"{origin} {number}"
            seen[origin] = number
            self.others.setdefault(name, {})[row] = self.codes.text(target)
            limits.check_columns(len(self.others), self.shown)

    def table(self) -> Table:
        """All rows, with the columns in which there is something."""
        if self.unplaced:
            warnings.warn(
                f"{self.shown}: {self.unplaced} further translations of units that are split into segments are left "
                "out, because it is open to which segment they belong",
                MtassayWarning,
                stacklevel=4,
            )
        rows = len(self.sources)
        filled = rows + sum(map(len, self.others.values()))
        limits.check_filled(filled, rows, len(self.others) + 1, self.shown)
        language = self.languages.get("target")
        columns = [Column("source", self.sources, Role.SOURCE, self.languages.get("source"))]
        if any(text is not None for text in self.targets):
            role = Role.REFERENCE if self.others else Role.SYSTEM
            columns.append(Column("target", self.targets, role, language))
        columns += [
            Column(name, [texts.get(row) for row in range(rows)], Role.SYSTEM, language)
            for name, texts in self.others.items()
        ]
        columns += [
            Column(f"label:{name}", texts, Role.LABEL)
            for name, texts in self.labels.items()
            if any(text is not None for text in texts)
        ]
        return Table(tuple(columns), 1, self.languages.get("source"), language)


def _is_translated(unit: "Element") -> bool:
    """What a unit says of it, or the nearest of what it stands in."""
    said = (element.get("translate") for element in (unit, *unit.iterancestors()))
    return next((value for value in said if value), "yes") != "no"
