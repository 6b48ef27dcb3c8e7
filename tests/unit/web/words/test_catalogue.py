"""The catalogue of words: the same keys in each language, and nothing said on pages of seats that is not in it."""

import json
import re
from pathlib import Path

import pytest

from mtassay.human.protocols.base import COMMON_KEYS, PROTOCOLS, legend
from mtassay.human.protocols.rating import Rating
from mtassay.web.rendering import STATIC, TEMPLATES
from mtassay.web.words import catalogue
from mtassay.web.words.catalogue import LANGUAGES, choose_language, words_of

FOLDER = Path(catalogue.__file__).parent
ENTRIES = {language: words_of(language).entries for language in LANGUAGES}
SEAT_PROTOCOLS = [
    PROTOCOLS.create(name)
    for name in ("da", "sqm", "fluency", "adequacy", "ranking", "pairwise:by=yes", "esa", "mqm:score=yes", "sser")
]
PLACE = re.compile(r"\{(\w+)\}")
MODULES = sorted([*(STATIC / "seat").rglob("*.js"), *(STATIC / "answering").glob("*.js")])
PAGES = sorted((TEMPLATES / "seat").rglob("*.html"))


def places(entry) -> set[str]:
    texts = [entry] if isinstance(entry, str) else list(entry.values())
    return {name for text in texts for name in PLACE.findall(text)}


def test_there_is_a_file_for_each_language() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(LANGUAGES)


def test_all_languages_have_the_same_keys_and_places() -> None:
    english = ENTRIES["en"]
    for language, entries in ENTRIES.items():
        assert set(entries) == set(english), language
        for key, entry in entries.items():
            assert places(entry) == places(english[key]), (language, key)
            assert isinstance(entry, str) == isinstance(english[key], str), (language, key)
            assert isinstance(entry, str) or set(entry) == {"one", "other"}, (language, key)


def test_files_are_sorted_so_that_two_people_add_words_in_different_places() -> None:
    for language in LANGUAGES:
        keys = list(json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8")))
        assert keys == sorted(keys)


def test_no_text_says_nothing_and_german_is_not_english() -> None:
    for entries in ENTRIES.values():
        assert all(entry.strip() if isinstance(entry, str) else all(entry.values()) for entry in entries.values())
    long = [key for key, entry in ENTRIES["en"].items() if isinstance(entry, str) and len(entry) > 20]
    assert [key for key in long if ENTRIES["de"][key] == ENTRIES["en"][key]] == []


@pytest.mark.parametrize("protocol", SEAT_PROTOCOLS, ids=lambda protocol: protocol.name)
def test_protocols_have_words_in_each_language(protocol) -> None:
    keys = {f"key.{entry.action}" for entry in legend((*protocol.moving_keys, *protocol.keys, *COMMON_KEYS))}
    for entries in ENTRIES.values():
        assert keys <= set(entries)
        assert {f"{protocol.name}.part", f"{protocol.name}.ask"} <= set(entries)
    if isinstance(protocol, Rating):
        said = {f"{protocol.name}.anchor.{value:g}": words for value, words in protocol.scale.anchors.items()}
        assert {key: ENTRIES["en"].get(key) for key in said} == said


def test_every_key_is_used_and_every_used_key_is_there() -> None:
    sources = [*PAGES, *MODULES, *(TEMPLATES.parent / "pages" / "seat").glob("*.py")]
    sources += [TEMPLATES.parent / "serving" / "failures.py", FOLDER / "catalogue.py"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    used = set(re.findall(r'(?:\bw|words|say)\((?:[^()"\']*\? *)?["\']([a-z][\w.-]*)["\']', text))
    for key in used:
        assert key in ENTRIES["en"] or key.endswith((".", "-")), key
    made = re.compile(
        r"(?:seat-)?script\.|key\.|(?:fluency|adequacy|da|sqm|ranking|pairwise|esa|mqm|postedit|comprehension|sser)"
        r"\.(?:part|ask|anchor|by|class)|"
        r"failure\.|box\.|cannot\.|severity\.|spans\.side\.|(?:start|draft|paused|closed|excluded|released)\."
    )
    assert (
        sorted(
            key for key in ENTRIES["en"] if not made.match(key) and f'"{key}"' not in text and f"'{key}'" not in text
        )
        == []
    )
    script = {key.partition(".")[2] for key in ENTRIES["en"] if key.startswith(("script.", "seat-script."))}
    assert sorted(name for name in script if f"script.{name}" not in text and not name.startswith("box-")) == []


def without_markup(html: str) -> str:
    """What a template says by itself: no tags, no expressions, no names of keys, no letters of the brand."""
    html = re.sub(r"\{% block page_kind %\}[a-z ]*", "", html)
    html = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", html, flags=re.S)
    html = re.sub(r"<kbd[^>]*>[^<]*</kbd>|<!doctype html>|<span class=\"brand\">mtassay</span>|· mtassay", "", html)
    return re.sub(r"<[^>]*>", "", html)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_templates_of_seats_hold_no_text(path) -> None:
    html = path.read_text(encoding="utf-8")
    assert not re.findall(r"[^\W\d_]{2,}", without_markup(html))
    said = re.findall(r'(?:aria-label|title|placeholder|alt|aria-valuetext)="([^"]*)"', html)
    assert not [text for text in said if re.search(r"[^\W\d_]{2,}", re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", text))]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_modules_that_seats_use_hold_no_text(path) -> None:
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.S)
    literals = re.findall(r'"([^"\n]*)"|`([^`]*)`', code)
    # what a person reads begins with a capital or has several words; names of things do neither
    spoken = [
        first or second
        for first, second in literals
        if re.match(r"[A-Z][a-z]+ [a-z]+|[a-z]+ [a-z]+ [a-z]+|[A-Z][a-z]+\.$", first or second)
    ]
    allowed = ("the server answered", "button submit", "notice bad")
    assert [text for text in spoken if not text.startswith(allowed) and not text.startswith("push saved")] == []


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "de", "de"),
        ("", "de-CH, fr;q=0.9", "de"),
        ("", "fr, de;q=0.3, en;q=0.8", "en"),
        ("de", "en", "de"),
        ("xx", "de", "de"),
        ("", "de;q=0", "en"),
        ("", "de;q=nonsense, en;q=0.1", "en"),
        ("", ";;q=,,*" * 1000, "en"),
    ],
)
def test_the_language_is_chosen_as_people_say(chosen, accepted, language) -> None:
    assert choose_language(chosen, accepted) == language


def test_words_that_nobody_has_are_those_of_the_package_outside() -> None:
    assert words_of("de").known("unknown.part", "theirs") == "theirs"
    assert words_of("xx").language == "en"
