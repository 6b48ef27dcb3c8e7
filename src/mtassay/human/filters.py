"""Which translations somebody means: a filter as a value, as text, in words, and as a mask over a memory.

`store/lists/filters.py` says the same in SQL; a contract test holds the two together.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mtassay.conditions import OTHER_SIGNS, meets, quoted, unquoted
from mtassay.errors import InputError
from mtassay.human.collection import folded
from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.human.memory import Bools, Ints, Memory
from mtassay.human.scales import POINTS
from mtassay.human.typed_numbers import parse_number
from mtassay.settings import did_you_mean

DIFFICULTIES = ("hard", "middle", "easy")
"""Thirds of the sources, by the mean score of their translations."""

_THIRDS = {"hard": "the hardest third of sources", "middle": "the middle third", "easy": "the easiest third"}
_TEXTS = ("source", "system", "judge", "document")
_SIGNS = {">=": "lowest", "<=": "highest", ">": "above", "<": "below"}
_SCORES = tuple(_SIGNS.values())


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Which translations are meant: all conditions must hold, and those that are None are none.

    `words` must all occur, each in the source or in the translation; `source` occurs in the source. A translation is a
    system's where one of its runs produced it or a judgment says so, and a judge's where he or she judged it. Scores
    are means, 0 to 10; `lowest` and `highest` are included, `above` and `below` are not. `since` and `until` are days,
    in UTC, of a judgment that holds; with `judge`, of that judge. `source_number` and the number in `verdict`, which
    somebody gave on that item, are those of the database.
    """

    words: tuple[str, ...] = ()
    source: str | None = None
    system: str | None = None
    judge: str | None = None
    document: str | None = None
    difficulty: str | None = None
    lowest: float | None = None
    highest: float | None = None
    above: float | None = None
    below: float | None = None
    since: date | None = None
    until: date | None = None
    judged: bool | None = None
    source_number: int | None = None
    verdict: tuple[int, str] | None = None

    def __post_init__(self) -> None:
        # in one form, so that a filter that was written down and read again is the same
        words = (storable(word) for word in self.words)
        object.__setattr__(self, "words", tuple(word for word in words if word))
        for name in _TEXTS:
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, storable(value) or None)
        if self.difficulty is not None and self.difficulty not in DIFFICULTIES:
            raise InputError(
                f"there is no difficulty {self.difficulty!r}{did_you_mean(self.difficulty, DIFFICULTIES)}; "
                f"there are {', '.join(DIFFICULTIES)}"
            )
        for name in _SCORES:
            value = getattr(self, name)
            if value is not None and not 0 <= value <= POINTS:
                raise InputError(f"{value} is no score; write a number from 0 to 10, such as 7.5")
            if value == 0:
                object.__setattr__(self, name, 0.0)  # -0 is no score that a search can name
        _check_order(self.lowest, self.highest, "score")
        _check_order(self.since, self.until, "day")

    @property
    def is_everything(self) -> bool:
        """Whether nothing was asked for."""
        return self == Filter()

    @property
    def is_about_texts(self) -> bool:
        """Whether the text of a source alone can meet it."""
        return self == Filter(words=self.words, source=self.source)

    @property
    def is_about_days(self) -> bool:
        """Whether it asks when somebody judged."""
        return self.since is not None or self.until is not None

    @property
    def is_about_judgments(self) -> bool:
        """Whether it asks who judged, or when."""
        return self.judge is not None or self.is_about_days

    def in_words(self) -> str:
        """What is meant, to follow the word translations; empty where everything is."""
        said = [
            *(f" with {word!r}" for word in self.words),
            f" with {self.source!r} in the source" if self.source is not None else "",
            f" of source {self.source_number}" if self.source_number is not None else "",
            f" of {self.system}" if self.system is not None else "",
            f" judged by {self.judge}" if self.judge is not None else "",
            f" of document {self.document}" if self.document is not None else "",
            f" of {_THIRDS[self.difficulty]}" if self.difficulty is not None else "",
            f" with the verdict {self.verdict[1]} on item {self.verdict[0]}" if self.verdict is not None else "",
            _span(" scored", self.lowest, self.highest, ("at least", "at most")),
            f" scored above {self.above:.10g}" if self.above is not None else "",
            f" scored below {self.below:.10g}" if self.below is not None else "",
            _span(" judged", self.since, self.until, ("since", "until")),
            {None: "", True: " that somebody scored", False: " that nobody scored"}[self.judged],
        ]
        return ",".join(part for part in said if part)

    def check_names(self, memory: Memory, columns: "FilterColumns | None" = None) -> None:
        """An InputError where it names a system, a judge or a document that is not there."""
        if self.system is not None:
            made = (outputs.system for outputs in memory.outputs)
            number_of(tuple(dict.fromkeys([*memory.systems, *made])), self.system, "system")
        if self.judge is not None:
            number_of(memory.judges, self.judge, "judge")
        if self.document is not None:
            number_of(sorted((columns or FilterColumns()).documents), self.document, "document")

    def mask(self, memory: Memory, columns: "FilterColumns | None" = None) -> Bools:
        """Which targets of a memory are meant; `columns` is asked for what the memory does not hold."""
        known = columns or FilterColumns()
        chosen = np.ones(len(memory.targets), dtype=bool)
        for word in self.words:
            chosen &= holding(memory.sources, word)[memory.source_of] | holding(memory.targets, word)
        if self.source is not None:
            chosen &= holding(memory.sources, self.source)[memory.source_of]
        if self.system is not None:
            chosen &= _marked(memory, _made_by(memory, self.system))
        if self.is_about_judgments:
            chosen &= _marked(memory, memory.judgments.target[self.judgment_mask(memory, known)])
        for sources in self._sources(known):
            chosen &= np.isin(known.source_numbers, sorted(sources))[memory.source_of]
        if self.verdict is not None:
            chosen &= _marked(memory, _with_verdict(memory, known.item_numbers, *self.verdict))
        if self.judged is not None:
            chosen &= ~np.isnan(memory.scores) if self.judged else np.isnan(memory.scores)
        for sign, name in _SIGNS.items():
            bound = getattr(self, name)
            if bound is not None:
                chosen &= meets(memory.scores, sign, bound)
        return chosen

    def judgment_mask(self, memory: Memory, columns: "FilterColumns | None" = None) -> Bools:
        """Which judgments of a memory are by the judge and of the days that are meant, on whatever translation."""
        judgments = memory.judgments
        given = np.ones(len(judgments), dtype=bool)
        if self.judge is not None:
            given &= judgments.judge == (memory.judges.index(self.judge) if self.judge in memory.judges else -2)
        judged_at = (columns or FilterColumns()).judged_at
        if self.since is not None:
            given &= judged_at >= np.datetime64(self.since, "D")
        if self.until is not None:
            given &= judged_at < np.datetime64(self.until, "D") + 1
        return given

    def _sources(self, columns: "FilterColumns") -> Iterator[AbstractSet[int]]:
        """The sources that each condition on them leaves, by their numbers."""
        if self.source_number is not None:
            yield {self.source_number}
        if self.document is not None:
            yield columns.documents.get(self.document, frozenset())
        if self.difficulty is not None:
            yield columns.thirds.get(self.difficulty, frozenset())


@dataclass(frozen=True, eq=False, kw_only=True)
class FilterColumns:
    """What filters ask for and a memory does not hold.

    `source_numbers` and `item_numbers` are those of the database, in the order of the memory; `judged_at` says when
    each judgment of the memory was made, in UTC, NaT where nobody knows. `documents` and `thirds` have the numbers of
    their sources, by name.
    """

    source_numbers: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    item_numbers: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    judged_at: NDArray[np.datetime64] = field(default_factory=lambda: np.zeros(0, dtype="datetime64[us]"))
    documents: Mapping[str, AbstractSet[int]] = field(default_factory=dict)
    thirds: Mapping[str, AbstractSet[int]] = field(default_factory=dict)


def thirds_by_difficulty(numbers: Sequence[int], scores: NDArray[np.float64], judged: Ints) -> dict[str, set[int]]:
    """The numbers of the sources of each third, by their mean scores; those that nobody judged are in none.

    Of equally hard ones the one that more translations say it of is harder, then the one that stands first.
    """
    rounded = np.round(scores, 9)  # whoever computes the means: sums carry rounding
    order = np.lexsort((np.arange(len(rounded)), -judged, rounded))
    ranked = [numbers[place] for place in order.tolist() if not np.isnan(rounded[place])]
    bounds = [round(len(ranked) * step / len(DIFFICULTIES)) for step in range(len(DIFFICULTIES) + 1)]
    return {name: set(ranked[bounds[place] : bounds[place + 1]]) for place, name in enumerate(DIFFICULTIES)}


_QUOTED = r'"(?P<quoted>(?:[^"]|"")*)"?'
_CONDITION = re.compile(rf'(?:(?P<key>[a-z]+):)?(?:{_QUOTED}|(?P<plain>[^\s"]\S*))?')
_WORD = re.compile(rf'{_QUOTED}|(?P<plain>[^\s"]\S*)')
_NUMBER = r"\d+(?:[.,]\d+)?"
_RANGE = re.compile(rf"(?P<low>{_NUMBER})(?:-|–|\.\.)(?P<high>{_NUMBER})")
_BOUND = re.compile(rf"(?P<sign><=|>=|<|>|≤|≥|=)?(?P<value>{_NUMBER})")
_VALUES = {"is": ("judged", "unjudged", ""), "difficulty": (*DIFFICULTIES, "")}
"""Conditions that take these values alone."""


def parse_search(text: str) -> Filter:
    """The filter that a text asks for.

    Words must all occur in the source or the translation, whatever their case; a phrase stands in quotes, and a quote
    inside it is written twice. Conditions are `source:WORD`, `system:NAME`, `judge:NAME`, `document:NAME`,
    `difficulty:hard`, `score:3`, `score:3-5`, `score:<3`, `score:>=8`, `date:2026-05-01`,
    `date:2026-05-01..2026-05-31`, `is:judged` and `is:unjudged`. What looks like one and is none, 10:30 for example, is
    a word.

    Example:
        >>> parse_search("tomorrow judge:anna score:<=7,5").highest
        7.5

    """
    conditions: dict[str, Any] = {}
    words = []
    for key, value in _conditions(storable(text)):
        if key == "score":
            conditions |= _scores(value)
        elif key == "date":
            conditions |= _days(value)
        elif key == "is":
            conditions["judged"] = value == "judged"
        elif key:
            conditions[key] = value
        else:
            words.append(value)
    return Filter(words=tuple(words), **conditions)


def write_search(chosen: Filter) -> str:
    """The text that asks for a filter; `parse_search` understands it again. Numbers of the database have no words."""
    parts = [_quoted(word) for word in chosen.words]
    for key in (*_TEXTS, "difficulty"):
        value = getattr(chosen, key)
        if value is not None:
            parts.append(f"{key}:{_quoted(value)}")
    low, high, above, below = (_written(getattr(chosen, name)) for name in _SCORES)
    if low is not None and high is not None:
        parts.append(f"score:{low}" if low == high else f"score:{low}-{high}")
    elif low is not None or high is not None:
        parts.append(f"score:<={high}" if low is None else f"score:>={low}")
    parts += [f"score:{sign}{bound}" for sign, bound in ((">", above), ("<", below)) if bound is not None]
    since, until = chosen.since, chosen.until
    if since is not None or until is not None:
        parts.append(f"date:{since or ''}..{until or ''}" if since != until else f"date:{since}")
    if chosen.judged is not None:
        parts.append("is:judged" if chosen.judged else "is:unjudged")
    return " ".join(parts)


def parse_words(text: str) -> tuple[str, ...]:
    """The words and phrases of a text, conditions among them."""
    values = (_value(match) for match in _WORD.finditer(storable(text)))
    return tuple(value for value in values if value)


def parse_score(text: str) -> float | None:
    """A score that somebody wrote, with a point or a comma; None for nothing."""
    if not text.strip():
        return None
    try:
        value = parse_number(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= POINTS:
        raise InputError(f"{text[:50]!r} is no score; write a number from 0 to 10, such as 7.5")
    return value


def parse_day(text: str) -> date | None:
    """A day that somebody wrote; None for nothing."""
    if not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise InputError(f"{text[:50]!r} is no day; write it as 2026-05-01") from None


def storable(text: str) -> str:
    """The text without what no database can look for: NUL, and halves of characters."""
    return text.encode("utf-8", "replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")


def holding(texts: Iterable[str], word: str) -> Bools:
    """Which texts hold a word, in whatever case and Unicode form."""
    wanted = folded(word)
    return np.array([wanted in folded(text) for text in texts], dtype=bool)


def number_of(names: Sequence[str], name: str, what: str) -> int:
    """Which of some names it is; an InputError that says which there are where it is none of them."""
    if name not in names:
        known = f"there are {', '.join(names[:20])}{' …' if len(names) > 20 else ''}" if names else "none has a name"
        raise InputError(f"there is no {what} {name!r}{did_you_mean(name, names)}; {known}")
    return names.index(name)


def _conditions(text: str) -> Iterator[tuple[str, str]]:
    """Conditions with their keys, and words with none; a condition that is being typed and has no value yet is none."""
    for match in _CONDITION.finditer(text):
        key, value = match["key"] or "", _value(match)
        is_condition = key in (*_TEXTS, "score", "date") or value in _VALUES.get(key, ())
        if is_condition or not key:
            if value:
                yield key, value
        else:
            yield "", f"{key}:{value}"


def _value(match: re.Match[str]) -> str:
    return match["plain"] or unquoted(match["quoted"] or "")


def _scores(value: str) -> dict[str, float | None]:
    match = _RANGE.fullmatch(value)
    if match is not None:
        return {"lowest": parse_score(match["low"]), "highest": parse_score(match["high"])}
    match = _BOUND.fullmatch(value)
    if match is None:
        raise InputError(f"score:{value} is no score; write score:3, score:3-5, score:<3 or score:>=8, of 0 to 10")
    bound = parse_score(match["value"])
    if match["sign"] in (None, "="):
        return {"lowest": bound, "highest": bound}
    return {_SIGNS[OTHER_SIGNS.get(match["sign"], match["sign"])]: bound}


def _days(value: str) -> dict[str, date | None]:
    first, dots, last = value.partition("..")
    try:
        since = date.fromisoformat(first) if first else None
        until = (date.fromisoformat(last) if last else None) if dots else since
    except ValueError:
        raise InputError(
            f"date:{value} is no day; write date:2026-05-01, date:2026-05-01..2026-05-31 or date:2026-05-01.."
        ) from None
    return {"since": since, "until": until}


def _quoted(value: str) -> str:
    is_plain = not any(character.isspace() or character in '":' for character in value)
    return value if is_plain else quoted(value)


def _written(score: float | None) -> str | None:
    return None if score is None else np.format_float_positional(score, trim="-")


def _check_order(low: Any, high: Any, what: str) -> None:
    if low is not None and high is not None and low > high:
        raise InputError(f"{what}s from {_shown(low)} to {_shown(high)}: no {what} is both; exchange the two")


def _span(verb: str, low: object, high: object, words: tuple[str, str]) -> str:
    if low is None and high is None:
        return ""
    if low is None or high is None:
        return f"{verb} {words[1]} {_shown(high)}" if low is None else f"{verb} {words[0]} {_shown(low)}"
    return f"{verb} from {_shown(low)} to {_shown(high)}"


def _shown(value: object) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _marked(memory: Memory, targets: Ints) -> Bools:
    marked = np.zeros(len(memory.targets), dtype=bool)
    marked[targets] = True
    return marked


def _made_by(memory: Memory, system: str) -> Ints:
    """The targets that runs of a system produced, or that a judgment says are its."""
    made = [outputs.target for outputs in memory.outputs if outputs.system == system]
    if system in memory.systems:
        made.append(memory.judgments.target[memory.judgments.system == memory.systems.index(system)])
    return np.concatenate([np.zeros(0, dtype=np.int64), *made])


def _with_verdict(memory: Memory, item_numbers: Ints, item: int, verdict: str) -> Ints:
    verdicts = memory.verdicts
    if verdicts is None or verdict not in ITEM_CLASSES:
        return np.zeros(0, dtype=np.int64)
    (places,) = np.nonzero(item_numbers == item)
    inside = np.isin(verdicts.item, places) & (verdicts.verdict == ITEM_CLASSES.index(verdict))
    given = verdicts.judgment[inside]
    targets: Ints = memory.judgments.target[given[~memory.judgments.is_recheck[given]]]
    return targets
