"""Which part of a project a page is asked for, and as of when: the fields of an address, and what they mean."""

from dataclasses import dataclass
from datetime import date
from math import isfinite
from urllib.parse import urlencode

from pydantic import BaseModel, Field

from mtassay.errors import SettingError
from mtassay.estimation.figures.part import Part


class PartChoice(BaseModel):
    """Conditions as forms send them; what is empty is none. `revision` is that as of which figures are wanted.

    `source` is the number of the one whose information items are wanted, `job` the job that computes what takes long.
    """

    revision: str = Field("", max_length=20)
    system: str = Field("", max_length=300)
    judge: str = Field("", max_length=300)
    document: str = Field("", max_length=1000)
    text: str = Field("", max_length=1000)
    lowest: str = Field("", max_length=30)
    highest: str = Field("", max_length=30)
    since: str = Field("", max_length=10)
    until: str = Field("", max_length=10)
    difficulty: str = Field("", max_length=20)
    source: str = Field("", max_length=20)
    job: str = Field("", max_length=64)

    @property
    def part(self) -> Part:
        """What the conditions mean; a SettingError for what means nothing."""
        return Part(
            system=self.system or None,
            judge=self.judge or None,
            document=self.document or None,
            text=self.text.strip() or None,
            lowest=_score(self.lowest, "The lowest score"),
            highest=_score(self.highest, "The highest score"),
            since=_day(self.since, "The first day"),
            until=_day(self.until, "The last day"),
            difficulty=self.difficulty or None,
        )

    @property
    def revision_number(self) -> int | None:
        """The revision as of which figures are wanted, None for the present."""
        return whole_number(self.revision, "The revision")

    @property
    def source_number(self) -> int | None:
        """The source whose items are wanted."""
        return whole_number(self.source, "The source")

    def query(self, **changes: str) -> str:
        """The same as part of an address, with some fields changed; those that are empty are left away."""
        fields = {**self.model_dump(), **changes}
        return urlencode({name: value for name, value in fields.items() if value})


@dataclass(frozen=True)
class Chip:
    """A condition: what it is of, its value, and the fields that hold it."""

    label: str
    value: str
    fields: list[str]


def chips(choice: PartChoice) -> list[Chip]:
    """The conditions that are chosen, in words."""
    thirds = {"hard": "hardest third", "middle": "middle third", "easy": "easiest third"}
    found = [
        Chip("system", choice.system, ["system"]),
        Chip("judge", choice.judge, ["judge"]),
        Chip("document", choice.document, ["document"]),
        Chip("sources", thirds.get(choice.difficulty, ""), ["difficulty"]),
        Chip("contains", choice.text.strip(), ["text"]),
        Chip("score", _span(choice.lowest, choice.highest), ["lowest", "highest"]),
        Chip("judged", _span(choice.since, choice.until), ["since", "until"]),
    ]
    return [one for one in found if one.value]


def whole_number(text: str, what: str) -> int | None:
    """A number of the database; None for nothing."""
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise SettingError(f"{what} must be a whole number, not {text[:50]!r}")
    return int(text)


def _score(text: str, what: str) -> float | None:
    if not text.strip():
        return None
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value) or not 0 <= value <= 10:
        raise SettingError(f"{what} must be a number from 0 to 10, not {text[:50]!r}")
    return value


def _day(text: str, what: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise SettingError(f"{what} must be a day such as 2026-03-31, not {text[:50]!r}") from None


def _span(low: str, high: str) -> str:
    if low and high:
        return f"{low} to {high}"
    return f"from {low}" if low else f"up to {high}" if high else ""
