"""What a file of answers is: the values in it, and the registry of all formats."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar

from mtassay.errors import InputError, OutputError
from mtassay.human.protocols.base import AskedItem, Body, BodyError, Number, Protocol
from mtassay.registry import Registry
from mtassay.settings import Configured

UNKNOWN_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""When an answer was given whose file does not say it."""


@dataclass(frozen=True, kw_only=True)
class FileItem:
    """A text that was judged; several systems may have written it. `position` counts segments from 1."""

    id: int
    systems: tuple[str, ...]
    document: str
    position: int
    source: str
    text: str
    reference: str = ""

    @property
    def asked(self) -> AskedItem:
        """As protocols know it."""
        return AskedItem(self.id, (), self.source, self.text)


@dataclass(frozen=True, kw_only=True)
class FileAnswer:
    """What a judge said of an item, or of several at once. `place` is for messages: file and line."""

    judge: str
    protocol: Protocol
    items: tuple[FileItem, ...]
    body: Body
    seconds: float = 0.0
    at: datetime = UNKNOWN_TIME
    comment: str = ""
    place: str = ""

    @property
    def numbers(self) -> tuple[Number, ...]:
        """The numbers in it; none where the judge could say nothing."""
        if "cannot" in self.body:
            return ()
        return self.protocol.numbers(self.body, [item.asked for item in self.items])

    def checked(self) -> "FileAnswer":
        """Itself with its body in the canonical form; an InputError names the place of what is wrong."""
        try:
            body = self.protocol.check(self.body, [item.asked for item in self.items])
        except BodyError as error:
            raise InputError(f"{self.place}: {error.problem}. Nothing was imported.") from None
        return FileAnswer(
            judge=self.judge,
            protocol=self.protocol,
            items=self.items,
            body=body,
            seconds=self.seconds,
            at=self.at,
            comment=self.comment,
            place=self.place,
        )


@dataclass(frozen=True)
class AnswerSet:
    """Answers of a campaign, with the languages of its project."""

    answers: tuple[FileAnswer, ...]
    source_language: str = ""
    target_language: str = ""

    def of(self, kind: type[Protocol] | tuple[type[Protocol], ...], format: str, wanted: str) -> list[FileAnswer]:
        """The answers by protocols of a kind, refused where there is none."""
        chosen = [
            answer for answer in self.answers if isinstance(answer.protocol, kind) and "cannot" not in answer.body
        ]
        if not chosen:
            raise OutputError(f"{format} holds {wanted}, and this campaign has none of them; write jsonl, tsv or xlsx")
        return chosen


@dataclass(frozen=True, kw_only=True)
class AnswerFormat(Configured, ABC):
    """A kind of file that another tool writes or reads."""

    title: ClassVar[str]
    """One line for the list of formats."""
    can_read: ClassVar[bool] = True
    can_write: ClassVar[bool] = True

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            ANSWER_FILES.register(cls)

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        """Whether unpacked content is of this format and hardly of any other; false where that cannot be told."""
        return False

    @abstractmethod
    def read(self, data: bytes, shown: str) -> AnswerSet:
        """What is in a file; a fault is an InputError that names its line, its cause and what to do."""

    @abstractmethod
    def write(self, answers: AnswerSet, path: str) -> bytes:
        """The content of a file of that name."""


ANSWER_FILES: Registry[AnswerFormat] = Registry("format of answers", "mtassay.human.answer_files")
"""Formats of answers, one file each."""


class WriteOnly(AnswerFormat):
    """A format that is not read."""

    can_read: ClassVar[bool] = False

    def read(self, data: bytes, shown: str) -> AnswerSet:
        readable = [name for name, kind in ANSWER_FILES.items() if kind.can_read]
        raise InputError(f"{shown}: mtassay writes {self.name} but does not read it; it reads {', '.join(readable)}")


class ReadOnly(AnswerFormat):
    """A format that is not written."""

    can_write: ClassVar[bool] = False

    def write(self, answers: AnswerSet, path: str) -> bytes:
        writable = [name for name, kind in ANSWER_FILES.items() if kind.can_write]
        raise OutputError(f"mtassay reads {self.name} but does not write it; it writes {', '.join(writable)}")


def plain_cell(text: str) -> str:
    """A text in one cell of a table without quotes: tabs and ends of lines become blanks, none is added."""
    return text.translate(_BLANKS)


_BLANKS = dict.fromkeys(map(ord, "\t\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), " ")


def mean_of(values: Sequence[float]) -> float:
    """The mean of numbers."""
    return sum(values) / len(values)
