"""The conditions of a filter as fields of a form or an address."""

from pydantic import BaseModel, Field

from mtassay.errors import InputError, SettingError
from mtassay.human.filters import Filter, parse_day, parse_score, parse_search, write_search

LONGEST_SEARCH = 2000
"""So many characters a search may have, and all conditions of a form as one."""


class FilterFields(BaseModel):
    """Conditions as forms send them; what is empty is none.

    `search` has words and conditions, such as `score:<3` or `judge:anna`; the others are the same conditions one by
    one, and count where both say something. `text` is a phrase.
    """

    search: str = Field("", max_length=LONGEST_SEARCH)
    system: str = Field("", max_length=300)
    judge: str = Field("", max_length=300)
    document: str = Field("", max_length=1000)
    text: str = Field("", max_length=1000)
    lowest: str = Field("", max_length=30)
    highest: str = Field("", max_length=30)
    since: str = Field("", max_length=10)
    until: str = Field("", max_length=10)
    difficulty: str = Field("", max_length=20)
    judged: str = Field("", max_length=10)

    @property
    def filter(self) -> Filter:
        """What the conditions mean; an InputError for what means nothing, or is too long to be written as a search."""
        searched = parse_search(self.search)
        text = self.text.strip()
        chosen = Filter(
            words=(*searched.words, text) if text else searched.words,
            source=searched.source,
            system=self.system or searched.system,
            judge=self.judge or searched.judge,
            document=self.document or searched.document,
            difficulty=self.difficulty or searched.difficulty,
            lowest=_either(parse_score(self.lowest), searched.lowest),
            highest=_either(parse_score(self.highest), searched.highest),
            above=searched.above,
            below=searched.below,
            since=parse_day(self.since) or searched.since,
            until=parse_day(self.until) or searched.until,
            judged={"yes": True, "no": False}.get(self.judged, searched.judged),
        )
        length = len(write_search(chosen))
        if length > LONGEST_SEARCH:
            raise InputError(
                f"these conditions have {length:,} characters as a search, and it may have {LONGEST_SEARCH:,}; "
                "shorten the texts"
            )
        return chosen


def _either(score: float | None, other: float | None) -> float | None:
    return other if score is None else score


def whole_number(text: str, what: str) -> int | None:
    """A number of the database; None for nothing."""
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise SettingError(f"{what} must be a whole number, not {text[:50]!r}")
    return int(text)
