"""Rows of a table on their way to a collection: rows of one source, and of one translation of it, come together."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

from mtassay.errors import InputError
from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target, collapse
from mtassay.human.scales import Scale


@dataclass
class TargetRows:
    """What rows say of one translation."""

    text: str
    place: str
    judgments: list[Judgment] = field(default_factory=list)
    outputs: dict[Output, None] = field(default_factory=dict)


@dataclass(kw_only=True)
class SourceRows:
    """What rows say of one source; `extra` is that of the first of them."""

    text: str
    document: str
    position: int | None
    original_language: str
    place: str
    extra: Mapping[str, str]
    items: dict[str, str] = field(default_factory=dict)
    targets: dict[str, TargetRows] = field(default_factory=dict)

    def add_item(self, label: str, text: str, place: str) -> None:
        """An information item; where it was named before, the text must be the same."""
        known = self.items.setdefault(label, text)
        if collapse(known) != collapse(text):
            raise InputError(
                f"{place}: the information item {label!r} is {text!r} here and {known!r} in an earlier row of the "
                "same source; make them equal"
            )

    def target(self, text: str, place: str) -> TargetRows:
        """The translation of this text, white space aside."""
        key = collapse(text)
        if key not in self.targets:
            self.targets[key] = TargetRows(text, place)
        return self.targets[key]


class Gathering:
    """Sources by what tells them apart, in order of first mention."""

    def __init__(self) -> None:
        self._sources: dict[Hashable, SourceRows] = {}

    def source(
        self,
        key: Hashable,
        text: str,
        place: str,
        document: str = "",
        position: int | None = None,
        original_language: str = "",
        extra: Mapping[str, str] | None = None,
    ) -> SourceRows:
        """The source of a key; what else is said of it counts where it is new."""
        if key not in self._sources:
            self._sources[key] = SourceRows(
                text=text,
                document=document,
                position=position,
                original_language=original_language,
                place=place,
                extra=dict(extra or {}),
            )
        return self._sources[key]

    def collection(self, scale: Scale, source_language: str = "", target_language: str = "") -> Collection:
        """All that was gathered, after a check that names every fault by its place."""
        sources = tuple(
            Source(
                rows.text,
                document=rows.document,
                position=rows.position,
                original_language=rows.original_language,
                items=tuple(Item(label, text) for label, text in rows.items.items()),
                targets=tuple(
                    Target(target.text, tuple(target.judgments), tuple(target.outputs), place=target.place)
                    for target in rows.targets.values()
                ),
                extra=rows.extra,
                place=rows.place,
            )
            for rows in self._sources.values()
        )
        return Collection(sources, scale, source_language, target_language).check()
