"""What a file format is, the table it reads and writes, and the registry of all formats."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar

from mtassay.errors import OutputError
from mtassay.registry import Registry
from mtassay.settings import Configured


class Role(StrEnum):
    """What the texts of a column are in a test set; the values are the keys of file specs and of column names."""

    SOURCE = "src"
    REFERENCE = "ref"
    SYSTEM = "hyp"
    LABEL = "label"


@dataclass(frozen=True)
class Column:
    """One text for each segment; None where the file has none, which is not the same as an empty one.

    What files that we write call their columns says what they are: `src`, `ref`, `ref:2`, `hyp:NAME`,
    `label:NAME`. `role` is what the file says, or what the name suggests; `language` is a code as the file has it.
    `refusal` says why the texts cannot be used and where, if they cannot; that stops only who asks for this column.
    `unusable` says it of single cells, by row counted from 0: a formula that went wrong spoils its row alone.
    """

    name: str
    texts: Sequence[str | None]
    role: Role | None = None
    language: str | None = None
    refusal: str = ""
    unusable: Mapping[int, str] = field(default_factory=dict)

    @property
    def problem(self) -> str:
        """Why the column cannot be used with all its rows; empty where it can."""
        return self.refusal or next(iter(self.unusable.values()), "")


@dataclass(frozen=True)
class Table:
    """What a file holds: columns of equal length, a row for each segment.

    `first_row` is the number of the first segment's row as whoever opens the file counts it, so that
    messages can name rows; `sheet` the one it was read from, where the file has several. `keys` are document and number
    of each segment, where the file has them: files that belong together have the same. `encoding` is the one that the
    text was taken to be in, where that is not UTF-8.
    """

    columns: tuple[Column, ...]
    first_row: int = 1
    source_language: str | None = None
    target_language: str | None = None
    sheet: str | None = None
    keys: Sequence[tuple[str, str]] = ()
    encoding: str = ""

    def __len__(self) -> int:
        return len(self.columns[0].texts) if self.columns else 0


@dataclass(frozen=True, kw_only=True)
class Format(Configured, ABC):
    """A kind of file, known by how its name ends or by what is in it."""

    title: ClassVar[str]
    """One line for the list of formats."""
    endings: ClassVar[tuple[str, ...]] = ()
    """How names of such files end, in lower case and with the dot; several formats may share one."""
    can_write: ClassVar[bool] = True
    tells_missing: ClassVar[bool] = True
    """Whether a file can say that there is no text, other than by an empty one."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            FILE_FORMATS.register(cls)

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        """Whether unpacked content is of this format and hardly of any other; false where that cannot be told."""
        return False

    @abstractmethod
    def read(self, data: bytes, shown: str, sheet: str | None = None) -> Table:
        """The table in the unpacked content of a file, which errors call `shown`; `sheet` where it has several."""

    def write(self, table: Table) -> bytes:
        """The content of a file from which `read` makes the same table."""
        raise OutputError(f"mtassay reads {self.name} but does not write it; write tsv, csv, jsonl or xlsx")


FILE_FORMATS: Registry[Format] = Registry("file format", "mtassay.corpus.formats")
