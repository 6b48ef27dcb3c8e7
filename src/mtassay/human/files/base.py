"""What a format of judgments is, and the registry of all of them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from mtassay.corpus.packed import show_path
from mtassay.errors import OutputError
from mtassay.human.collection import Collection
from mtassay.registry import Registry
from mtassay.settings import Configured


@dataclass(frozen=True)
class JudgmentFile:
    """A file that was named: its path, the sheet where it has several, and columns that the user chose for a role."""

    path: str
    sheet: str | None = None
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        """How messages name it."""
        return show_path(self.path) + (f", sheet {self.sheet}" if self.sheet is not None else "")

    def rows(self, format: str) -> str:
        """What stands before the number of a row in messages: in some formats, rows are lines."""
        return f"{self.shown}, {'line' if format in ('tsv', 'jsonl') else 'row'}"


@dataclass(frozen=True, kw_only=True)
class JudgmentFormat(Configured, ABC):
    """A kind of file with judgments in it, known by how its name ends and by what is in it."""

    title: ClassVar[str]
    """One line for the list of formats."""
    endings: ClassVar[tuple[str, ...]] = ()
    """How names of such files end, in lower case and with the dot; several formats may share one."""
    can_write: ClassVar[bool] = True
    roles: ClassVar[tuple[str, ...]] = ()
    """What a file spec may say of columns; empty where there are none, or where their names are fixed."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            JUDGMENT_FILES.register(cls)

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        """Whether unpacked content is of this format and hardly of any other; false where that cannot be told."""
        return False

    @abstractmethod
    def read(self, data: bytes, file: JudgmentFile) -> Collection:
        """What is in the unpacked content of a file; a fault is an InputError that names its place."""

    def write(self, collection: Collection, path: str) -> bytes:
        """The content of a file of that name, from which `read` makes the same collection."""
        raise OutputError(f"mtassay reads {self.name} but does not write it; write evaltrans, tsv, csv, jsonl or xlsx")


JUDGMENT_FILES: Registry[JudgmentFormat] = Registry("format of judgments", "mtassay.human.files")
"""Formats of judgments, one file each."""
