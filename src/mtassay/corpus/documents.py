"""Test sets in documents, as WMT has them: texts whose segments are told by document and number."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TypeAlias

from mtassay.corpus import limits
from mtassay.corpus.formats.base import Column, Role, Table
from mtassay.errors import InputError

DOCUMENT = "label:document"

Key: TypeAlias = tuple[str, int]
"""The name of a document, and how many of the same name come before it."""


@dataclass(frozen=True)
class Segment:
    """A text of a document; without a number of its own it has that of its place."""

    number: str
    text: str
    line: int


@dataclass
class Documents:
    """Documents as they are read, one text of one after the other, in any order.

    The first text of a document says which segments it has; another with other ones is refused. An empty segment is a
    missing one: files of this kind cannot tell the two apart.
    """

    shown: str
    _numbers: dict[Key, dict[str, int]] = field(default_factory=dict)
    _first: dict[Key, str] = field(default_factory=dict)
    _texts: dict[str, dict[Key, list[str | None]]] = field(default_factory=dict)
    _columns: dict[str, tuple[Role | None, str | None]] = field(default_factory=dict)

    def add(
        self,
        document: Key,
        column: str,
        segments: Sequence[Segment],
        line: int,
        role: Role | None = None,
        language: str | None = None,
    ) -> None:
        """A text of a document: of `column`, which starts in this line of the file."""
        where = f"{self.shown}, line {line}, document {document[0]!r}, {column}"
        by_number = {segment.number: segment for segment in segments}
        if len(by_number) < len(segments):
            twice = next(
                segment for index, segment in enumerate(segments) if by_number[segment.number] is not segments[index]
            )
            raise InputError(f"{where}: segment {twice.number} is there twice; give each a number of its own")
        places = self._numbers.get(document)
        if places is None:
            places = self._numbers[document] = {segment.number: place for place, segment in enumerate(segments)}
            self._first[document] = column
        if places.keys() != by_number.keys():
            raise self._unequal(document, where, places, by_number)
        self._columns.setdefault(column, (role, language))
        texts = self._texts.setdefault(column, {})
        if document in texts:
            raise InputError(f"{where}: this text is there twice; remove one, or name them apart")
        texts[document] = [by_number[number].text or None for number in places]

    def _unequal(
        self, document: Key, where: str, places: Mapping[str, int], segments: Mapping[str, Segment]
    ) -> InputError:
        missing = [number for number in places if number not in segments]
        extra = [segment for number, segment in segments.items() if number not in places]
        other = self._first[document]
        what = (
            f"no segment {missing[0]}, which {other} has"
            if missing
            else f"segment {extra[0].number} in line {extra[0].line}, which {other} does not have"
        )
        return InputError(f"{where}: {what}; all texts of a document need the same segments")

    def table(self, *, unnamed: bool = False) -> Table:
        """All texts in the order in which documents and columns came; `unnamed` leaves out what documents are called.

        A text that a document lacks is missing in each of its segments.
        """
        if not self._columns:
            raise InputError(f"{self.shown}: no segments; there should be a <seg> for each")
        segments = {key: len(numbers) for key, numbers in self._numbers.items()}
        filled = sum(segments[key] for texts in self._texts.values() for key in texts)
        limits.check_columns(len(self._columns), self.shown)
        limits.check_filled(filled, sum(segments.values()), len(self._columns), self.shown)
        columns = [
            Column(name, list(self._spread(self._texts[name])), role, language)
            for name, (role, language) in self._columns.items()
        ]
        keys = [(key[0], number) for key, numbers in self._numbers.items() for number in numbers]
        named = [] if unnamed else [Column(DOCUMENT, [document for document, _ in keys], Role.LABEL)]
        return Table(
            (*columns, *named),
            source_language=self._language(Role.SOURCE),
            target_language=self._language(Role.REFERENCE, Role.SYSTEM),
            keys=keys,
        )

    def rows(self, values: Mapping[Key, str]) -> list[str | None]:
        """What is said of whole documents, for each segment."""
        return [values.get(key) for key, numbers in self._numbers.items() for _ in numbers]

    def _spread(self, texts: Mapping[Key, Sequence[str | None]]) -> Iterator[str | None]:
        for key, numbers in self._numbers.items():
            yield from texts.get(key) or [None] * len(numbers)

    def _language(self, *roles: Role) -> str | None:
        languages = {language for role, language in self._columns.values() if role in roles and language}
        return languages.pop() if len(languages) == 1 else None


def split_documents(table: Table) -> list[tuple[str | None, range]]:
    """The documents of a table, by a column of labels, and the rows of each; one without a name where there is none."""
    names = next((column.texts for column in table.columns if column.name == DOCUMENT), None)
    if names is None:
        return [(None, range(len(table)))]
    return [
        (name or "", range(rows[0], rows[-1] + 1))
        for name, rows in ((name, list(rows)) for name, rows in groupby(range(len(table)), lambda row: names[row]))
    ]


def reference_column(translator: str) -> str:
    """What the references of a translator are called."""
    return f"ref:{translator}" if translator else "ref"
