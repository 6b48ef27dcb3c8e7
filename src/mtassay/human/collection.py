"""Sources, translations and judgments as files hold them and databases take them."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import datetime

from mtassay.errors import InputError
from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.human.scales import EVALTRANS, Scale

LONGEST_NAME = 200
"""How many characters the name of a judge or a system may have, or the label of an item."""

LONGEST_UID = 45
"""How many characters a uid may have up to a stroke; what stands behind it tells corrections apart."""


def collapse(text: str) -> str:
    """The text as it is compared: white space of any kind and length is one blank, and none at the ends."""
    return " ".join(text.split())


def folded(text: str) -> str:
    """What searches compare: the same for letters in whatever case and Unicode form."""
    if text.isascii():  # for speed alone
        return text.lower()
    # once more, because letters that have no case take others apart
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def item_starts(source: str, items: Sequence[str]) -> list[int]:
    """Where each item begins in its source: behind the one before it, or of equal items each at the next place."""
    starts: list[int] = []
    after: dict[str, int] = {}
    end = 0
    for item in items:
        # a word may occur in an item before it too: of `yes and | yes`, the second item is the second word
        start = source.find(item, end)
        start = source.find(item, after.get(item, 0)) if start < 0 else start
        start = source.find(item) if start < 0 else start
        after[item] = start + 1
        end = start + len(item)
        starts.append(start)
    return starts


@dataclass(frozen=True)
class Item:
    """A part of a source whose content must come across. `label` is unique within the source."""

    label: str
    text: str
    extra: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Judgment:
    """What one judge said of one translation.

    `value` is on the collection's scale, None where only items were judged. `system` is the one whose output was
    shown, where that is known. `uid` tells the same judgment in two files apart from two that are alike.
    `place` is for messages: file and line. `extra` keeps what a file says beyond that.
    """

    value: float | None
    _: KW_ONLY
    judge: str = ""
    system: str = ""
    at: datetime | None = None
    seconds: float | None = None
    comment: str = ""
    verdicts: Mapping[str, str] = field(default_factory=dict)
    is_recheck: bool = False
    uid: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)
    place: str = field(default="", compare=False)


@dataclass(frozen=True)
class Output:
    """That a system produced a translation. `position` counts the segments of its test set from 1."""

    system: str
    run: str = ""
    position: int | None = None
    document: str = ""


@dataclass(frozen=True)
class Target:
    """One translation of a source, and what is known of it."""

    text: str
    judgments: tuple[Judgment, ...] = ()
    outputs: tuple[Output, ...] = ()
    extra: Mapping[str, str] = field(default_factory=dict)
    place: str = field(default="", compare=False)


@dataclass(frozen=True)
class Source:
    """A text to translate, its information items and its translations."""

    text: str
    _: KW_ONLY
    document: str = ""
    position: int | None = None
    original_language: str = ""
    items: tuple[Item, ...] = ()
    targets: tuple[Target, ...] = ()
    extra: Mapping[str, str] = field(default_factory=dict)
    place: str = field(default="", compare=False)


@dataclass(frozen=True)
class Collection:
    """All of it, on one scale."""

    sources: tuple[Source, ...]
    scale: Scale = EVALTRANS
    source_language: str = ""
    target_language: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)

    def check(self) -> "Collection":
        """Itself, or an InputError that names every fault by place: up to twenty of them."""
        faults = list(self._faults())
        if faults:
            shown = faults[:20]
            more = f"\nand {len(faults) - 20} more" if len(faults) > 20 else ""
            raise InputError("\n".join(shown) + more + "\nNothing was imported.")
        return self

    def _faults(self) -> Iterator[str]:
        yield from _text_faults(self.source_language, "", "language")
        yield from _text_faults(self.target_language, "", "language")
        given: dict[str, tuple[str, str, Judgment]] = {}
        for source in self.sources:
            yield from _source_faults(source)
            labels = {item.label for item in source.items}
            for target in source.targets:
                yield from _target_faults(target)
                for judgment in target.judgments:
                    yield from _judgment_faults(judgment, labels, self.scale)
                    if judgment.uid:
                        meant = (collapse(source.text), collapse(target.text), judgment)
                        if given.setdefault(judgment.uid, meant) != meant:
                            yield (
                                f"{judgment.place}: the uid {judgment.uid!r} stands for another judgment too, at "
                                f"{given[judgment.uid][2].place or 'another place'}; each needs one of its own"
                            )


def _text_faults(text: str, place: str, what: str) -> Iterator[str]:
    if "\0" in text:
        yield f"{place}: a {what} with a NUL character; remove it"
    try:
        text.encode()
    except UnicodeEncodeError:
        yield f"{place}: a {what} with half a character (a lone surrogate); was the file read in the wrong encoding?"


def _name_faults(name: str, place: str, what: str, longest: int = LONGEST_NAME) -> Iterator[str]:
    yield from _text_faults(name, place, what)
    if len(name) > longest:
        yield f"{place}: the {what} {name[:20]!r}… has {len(name)} characters; up to {longest} can be stored"


def _position_faults(position: int | None, place: str) -> Iterator[str]:
    if position is not None and abs(position) >= 2**31:
        yield f"{place}: the position {position}; positions are counted from 1, and {2**31 - 1} is the last"


def _source_faults(source: Source) -> Iterator[str]:
    text = collapse(source.text)
    if not text:
        yield f"{source.place}: an empty source; a source needs a text"
    yield from _text_faults(source.text, source.place, "source")
    yield from _text_faults(source.document, source.place, "document")
    yield from _text_faults(source.original_language, source.place, "language")
    yield from _position_faults(source.position, source.place)
    labels = [item.label for item in source.items]
    for label in sorted({label for label in labels if labels.count(label) > 1}):
        yield f"{source.place}: two information items are called {label!r}; each needs an id of its own"
    for item in source.items:
        yield from _name_faults(item.label, source.place, "id of an information item")
        if not collapse(item.text) or collapse(item.text) not in text:
            yield f"{source.place}: the information item {item.text!r} does not occur in its source {text[:60]!r}"


def _target_faults(target: Target) -> Iterator[str]:
    yield from _text_faults(target.text, target.place, "translation")
    for output in target.outputs:
        yield from _name_faults(output.system, target.place, "system")
        yield from _text_faults(output.run, target.place, "run")
        yield from _text_faults(output.document, target.place, "document")
        yield from _position_faults(output.position, target.place)


def _judgment_faults(judgment: Judgment, labels: set[str], scale: Scale) -> Iterator[str]:
    yield from _name_faults(judgment.judge, judgment.place, "judge")
    yield from _name_faults(judgment.system, judgment.place, "system")
    yield from _name_faults(judgment.uid.split("/")[0], judgment.place, "uid", LONGEST_UID)
    yield from _text_faults(judgment.comment, judgment.place, "comment")
    if judgment.at is not None and not 1 < judgment.at.year < 9999:  # in UTC it may be no year at all
        yield f"{judgment.place}: the time {judgment.at.isoformat()}; is the year right?"
    if judgment.value is not None:
        try:
            scale.check(judgment.value, judgment.place)
        except InputError as error:
            yield str(error)
    if judgment.seconds is not None and not 0 <= judgment.seconds < 1e9:
        yield f"{judgment.place}: {judgment.seconds:g} seconds for a judgment; the time must be 0 or more"
    for label, verdict in judgment.verdicts.items():
        if label not in labels:
            yield f"{judgment.place}: a verdict on the information item {label!r}, which its source does not have"
        if verdict not in ITEM_CLASSES:
            yield f"{judgment.place}: the item class {verdict!r} does not exist; there are {', '.join(ITEM_CLASSES)}"
