"""The catalogue of words: which languages there are, and what a key says in one of them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch"}
"""Each language by its own name."""

Entry = str | Mapping[str, str]
"""A text with `{places}`, or two, for `one` and for `other` numbers, which the value `n` chooses between."""

_SCRIPT, _SEAT_SCRIPT = "script.", "seat-script."


@dataclass(frozen=True)
class Words:
    """All that pages say in one language: a value of this class is called with a key."""

    language: str
    entries: Mapping[str, Entry]

    def __call__(self, key: str, **values: object) -> str:
        """What a key says, with these values in its places."""
        entry = self.entries[key]
        text = entry if isinstance(entry, str) else entry["one" if values.get("n") == 1 else "other"]
        return text.format_map(values)

    def known(self, key: str, otherwise: str) -> str:
        """What a key without places says; what comes from a package outside ours has words of its own."""
        entry = self.entries.get(key, otherwise)
        return entry if isinstance(entry, str) else otherwise

    def of_script(self, *, at_a_seat: bool) -> dict[str, Entry]:
        """What the script of a judging page says; some of it is said otherwise to those who came by a link."""
        said = {key: entry for key, entry in self.entries.items() if key.startswith(_SCRIPT)}
        if at_a_seat:
            for key, entry in self.entries.items():
                if key.startswith(_SEAT_SCRIPT):
                    said[_SCRIPT + key.removeprefix(_SEAT_SCRIPT)] = entry
        return said


@cache
def words_of(language: str) -> Words:
    """The catalogue of a language; English where there is none."""
    known = language if language in LANGUAGES else "en"
    entries = json.loads(Path(__file__).with_name(f"{known}.json").read_text(encoding="utf-8"))
    return Words(known, entries)


def choose_language(chosen: str, accepted: str) -> str:
    """The language that somebody chose, else the first that their browser accepts and that there is.

    >>> choose_language("", "fr;q=0.9, de-AT, en;q=0.8")
    'de'
    """
    if chosen in LANGUAGES:
        return chosen
    wanted: list[tuple[float, str]] = []
    for part in accepted[:1000].split(","):
        name, _, quality = part.strip().partition(";q=")
        language = name.partition("-")[0].strip().lower()
        if language in LANGUAGES:
            wanted.append((_share(quality), language))
    best = max((share for share, _ in wanted), default=0.0)
    return next((language for share, language in wanted if share == best and share > 0), "en")


def _share(quality: str) -> float:
    try:
        share = float(quality) if quality else 1.0
    except ValueError:
        return 0.0
    return share if 0 <= share <= 1 else 0.0
