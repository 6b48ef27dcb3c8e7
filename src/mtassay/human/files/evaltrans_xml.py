"""The XML of EvalTrans (Nießen et al. 2000, section 4), and what we add to it."""

import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final

from mtassay.corpus.xml_reader import line_of, local_name, place, read_xml, root_name
from mtassay.errors import InputError, MtassayWarning, SettingError
from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.human.files import cells
from mtassay.human.files.base import JudgmentFile, JudgmentFormat
from mtassay.human.files.evaltrans_names import (
    ATTRIBUTES,
    OWN_ATTRIBUTES,
    XMLNS,
    attribute_key,
    children_key,
    item_element,
)
from mtassay.human.files.evaltrans_writer import is_known, serialize, write_evaltrans
from mtassay.human.scales import EVALTRANS, Scale, scale
from mtassay.settings import setting

if TYPE_CHECKING:
    from mtassay.corpus.xml_reader import Element

_AUTO: Final = "auto"
_INTEGER = re.compile(r"-?[0-9]{1,18}", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class EvaltransXml(JudgmentFormat):
    """The database of EvalTrans: sources with their information items, translations, scores and verdicts on items.

    Needs `pip install 'mtassay[xml]'` to be read. All of a collection can be written and comes back. What the paper's
    format has no place for is added so that its readers can ignore it: attributes (`judge`, `system`, `time`,
    `seconds`, `comment`, `recheck` and `uid` of `eval`; `document`, `position` and `original_language` of `source`;
    languages of `database`) and elements (`scale`, `output`, `items` for judgments of items alone, `extra`). The first
    `eval` of a translation has its `ie` beside it, as in the paper, any other inside of it. Attributes and elements
    that mtassay does not know are kept and written again; comments are not.
    """

    name: ClassVar[str] = "evaltrans"
    title: ClassVar[str] = "the XML of EvalTrans (Nießen et al. 2000), which holds everything"
    endings: ClassVar[tuple[str, ...]] = (".xml",)

    scale: str = setting(_AUTO, "the scale of the scores, where the file does not say it; auto is evaltrans, 0 to 10")

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        return root_name(data) == "database"

    def read(self, data: bytes, file: JudgmentFile) -> Collection:
        if file.sheet is not None:
            raise SettingError(f"{file.path}#{file.sheet}: a file of XML has no sheets; name the file alone")
        usual = EVALTRANS if self.scale == _AUTO else scale(self.scale)
        return _Reader(file.shown, usual).read(data)

    def write(self, collection: Collection, path: str) -> bytes:
        return write_evaltrans(collection)


class _Reader:
    """A file as it is read; `_namespace` is that of its first element, and elements of others are unknown ones."""

    def __init__(self, shown: str, usual: Scale) -> None:
        self._shown = shown
        self._usual = usual
        self._namespace = ""
        self._stray: list[int] = []
        self._names: dict[tuple[str, str, bool], str | None] = {}  # as they come up again and again

    def read(self, data: bytes) -> Collection:
        sources: list[Source] = []
        extra: dict[str, str] = {}
        languages: dict[str, str] = {}
        said: Scale | None = None
        for event, element in read_xml(data, self._shown, None):
            if event == "start":
                languages = self._begin(element, extra)
                continue
            name = self._name(element, "database")
            if name == "source":
                sources.append(self._source(element))
            elif name == "scale":
                if said is not None:
                    raise InputError(f"{self._place(element)}: a second <scale>; a database has one")
                said = self._scale(element)
            else:
                self._keep(element, "database", extra)
        if self._stray:
            warnings.warn(
                f"{self._shown}: text between elements is left out, the first in line {self._stray[0]} or below",
                MtassayWarning,
                stacklevel=4,
            )
        return Collection(
            tuple(sources),
            said or self._usual,
            languages.get("source_language", ""),
            languages.get("target_language", ""),
            extra,
        ).check()

    def _begin(self, root: "Element", extra: dict[str, str]) -> dict[str, str]:
        if local_name(root) != "database":
            raise InputError(
                f"{self._place(root)}: the first element is <{local_name(root)}>, and of judgments it is <database>; "
                "is it the right file?"
            )
        self._namespace = str(root.tag)[: -len("database")].strip("{}")
        if self._namespace:
            extra[attribute_key("database", XMLNS)] = self._namespace
        return self._attributes(root, "database", extra)

    def _place(self, element: "Element") -> str:
        return place(element, self._shown)

    def _name(self, element: "Element", parent: str) -> str | None:
        """The name of an element that we know inside of this one, or None."""
        key = (str(element.tag), parent, element.get("key") is None)
        if key not in self._names:
            self._names[key] = local_name(element) if is_known(element, parent, self._namespace) else None
        return self._names[key]

    def _attributes(
        self, element: "Element", name: str, extra: dict[str, str], called: str | None = None
    ) -> dict[str, str]:
        """The attributes that we know; the others are kept, under what keys call this element."""
        known: dict[str, str] = {}
        for key, value in element.attrib.items():
            if key in (ATTRIBUTES[name] if name in ATTRIBUTES else OWN_ATTRIBUTES[name]):
                known[str(key)] = str(value)
            elif name in ATTRIBUTES or name == "items":
                extra[attribute_key(called or name, str(key))] = str(value)
            else:
                names = ", ".join(sorted(OWN_ATTRIBUTES[name]))
                raise InputError(f"{self._place(element)}: <{name}> has no attribute {str(key)!r}; it has {names}")
        return known

    def _keep(self, element: "Element", parent: str, extra: dict[str, str]) -> None:
        """Something that a collection has no place for: under its own key, or whole."""
        if self._name(element, parent) == "extra":
            known = self._attributes(element, "extra", extra)
            extra[known["key"]] = self._text(element)
        else:
            key = children_key(parent)
            extra[key] = extra.get(key, "") + serialize(element)

    def _children(self, element: "Element", name: str) -> "Iterator[tuple[str | None, Element]]":
        """The elements in one that holds no text."""
        if element.text and element.text.strip():
            self._stray.append(line_of(element))
        for child in element:
            yield self._name(child, name), child
            if child.tail and child.tail.strip():
                self._stray.append(line_of(child))

    def _text(self, element: "Element") -> str:
        if len(element):
            raise InputError(
                f"{self._place(element[0])}: <{local_name(element[0])}> inside of a text; if it is text, write "
                f"&lt;{local_name(element[0])}&gt;, otherwise remove it"
            )
        return element.text or ""

    def _required(self, known: Mapping[str, str], name: str, element: "Element") -> str:
        if name not in known:
            raise InputError(f"{self._place(element)}: <{local_name(element)}> without {name}=; add it")
        return known[name]

    def _whole(self, known: Mapping[str, str], element: "Element") -> int | None:
        text = known.get("position")
        if text is None:
            return None
        if not _INTEGER.fullmatch(text.strip()):
            raise InputError(f"{self._place(element)}: the position is {text!r}; expected a whole number")
        return int(text)

    def _scale(self, element: "Element") -> Scale:
        where = self._place(element)
        known = self._attributes(element, "scale", {})
        numbers = {name: cells.number(text, name, where) for name, text in known.items()}
        for name in ("low", "high"):
            self._required(known, name, element)
        anchors = {}
        for anchor, child in self._children(element, "scale"):
            if anchor is None:
                raise InputError(f"{self._place(child)}: <{local_name(child)}> in a <scale>, which has <anchor> alone")
            at = self._required(self._attributes(child, "anchor", {}), "at", child)
            anchors[cells.number(at, "at", self._place(child))] = self._text(child)
        try:
            return Scale(numbers["low"], numbers["high"], numbers.get("step"), anchors)
        except SettingError as error:
            raise InputError(f"{where}: {error}") from None

    def _source(self, element: "Element") -> Source:
        where = self._place(element)
        extra: dict[str, str] = {}
        known = self._attributes(element, "source", extra)
        children: dict[str, Element] = {}
        for name, child in self._children(element, "source"):
            if name is None or name == "extra":
                self._keep(child, "source", extra)
            elif name in children:
                raise InputError(f"{self._place(child)}: a second <{name}> in one <source>; there is only one")
            else:
                children[name] = child
                self._attributes(child, name, extra)
        if "s_sent" not in children:
            raise InputError(f"{where}: a <source> without <s_sent>; add the text")
        items = self._items(children["ielist"], extra) if "ielist" in children else ()
        targets = []
        for name, child in self._children(children["targets"], "targets") if "targets" in children else ():
            if name == "tgt":
                targets.append(self._target(child))
            else:
                self._keep(child, "targets", extra)
        return Source(
            self._text(children["s_sent"]),
            document=known.get("document", ""),
            position=self._whole(known, element),
            original_language=known.get("original_language", ""),
            items=items,
            targets=tuple(targets),
            extra=extra,
            place=where,
        )

    def _items(self, element: "Element", extra: dict[str, str]) -> tuple[Item, ...]:
        items: list[Item] = []
        kept: dict[str, dict[str, str]] = {}
        for name, child in self._children(element, "ielist"):
            if name == "iedef":
                own: dict[str, str] = {}
                label = self._required(self._attributes(child, "iedef", own), "id", child)
                items.append(Item(label, self._text(child), own))
            elif name == "extra" and child.get("item") is not None:
                known = self._attributes(child, "extra", {})
                kept.setdefault(known["item"], {})[known["key"]] = self._text(child)
            else:
                self._keep(child, "ielist", extra)
        for label, missing in kept.items():
            if label not in {item.label for item in items}:
                raise InputError(
                    f"{self._place(element)}: <extra> of the information item {label!r} ({', '.join(missing)}), which "
                    "does not exist; correct or remove it"
                )
        return tuple(replace(item, extra={**item.extra, **kept.get(item.label, {})}) for item in items)

    def _target(self, element: "Element") -> Target:
        where = self._place(element)
        extra: dict[str, str] = {}
        self._attributes(element, "tgt", extra)
        text: str | None = None
        judgments: list[Judgment] = []
        outputs: list[Output] = []
        first: int | None = None  # the judgment that verdicts beside it belong to
        verdicts: dict[str, str] = {}
        about_verdicts: dict[str, str] = {}
        verdict_place = where
        for name, child in self._children(element, "tgt"):
            if name == "t_sent":
                if text is not None:
                    raise InputError(f"{self._place(child)}: a second <t_sent> in one <tgt>; there is only one")
                self._attributes(child, "t_sent", extra)
                text = self._text(child)
            elif name in ("eval", "items"):
                first = len(judgments) if first is None and name == "eval" else first
                judgments.append(self._judgment(child, name))
            elif name == "ie":
                verdict_place = verdict_place if verdicts else self._place(child)
                self._verdict(child, verdicts, about_verdicts)
            elif name == "output":
                outputs.append(self._output(child))
            else:
                self._keep(child, "tgt", extra)
        if text is None:
            raise InputError(f"{where}: a <tgt> without <t_sent>; add the text, which may be empty")
        if verdicts and first is None:
            judgments.insert(0, Judgment(None, verdicts=verdicts, extra=about_verdicts, place=verdict_place))
        elif verdicts and first is not None:
            judged = judgments[first]
            twice = sorted(verdicts.keys() & judged.verdicts.keys())
            if twice:
                raise InputError(f"{verdict_place}: two verdicts on the item {twice[0]!r} by one <eval>; remove one")
            judgments[first] = replace(
                judged, verdicts={**verdicts, **judged.verdicts}, extra={**judged.extra, **about_verdicts}
            )
        return Target(text, tuple(judgments), tuple(outputs), extra, where)

    def _judgment(self, element: "Element", name: str) -> Judgment:
        where = self._place(element)
        extra: dict[str, str] = {}
        known = self._attributes(element, name, extra, "eval")
        value = None
        if name == "eval":
            value = cells.number(self._required(known, "val", element), "the score", where)
        verdicts: dict[str, str] = {}
        for called, child in self._children(element, name):
            if called == "ie":
                self._verdict(child, verdicts, extra)
            else:
                self._keep(child, "eval", extra)
        return Judgment(
            value,
            judge=known.get("judge", ""),
            system=known.get("system", ""),
            at=cells.moment(known["time"], where) if "time" in known else None,
            seconds=cells.number(known["seconds"], "the time in seconds", where) if "seconds" in known else None,
            comment=known.get("comment", ""),
            verdicts=verdicts,
            is_recheck=cells.truth(known.get("recheck", ""), "recheck", where),
            uid=known.get("uid", ""),
            extra=extra,
            place=where,
        )

    def _verdict(self, element: "Element", verdicts: dict[str, str], extra: dict[str, str]) -> None:
        where = self._place(element)
        label = element.get("id")
        if label is None:
            raise InputError(f"{where}: <ie> without id=; say which information item it is about")
        known = self._attributes(element, "ie", extra, item_element(label))
        if label in verdicts:
            raise InputError(f"{where}: two verdicts on the item {label!r} by one <eval>; remove one")
        verdicts[label] = self._required(known, "val", element)
        if len(element) or (element.text and element.text.strip()):
            raise InputError(f"{where}: something inside of <ie>, which is empty; remove it")

    def _output(self, element: "Element") -> Output:
        known = self._attributes(element, "output", {})
        system = self._required(known, "system", element)
        return Output(system, known.get("run", ""), self._whole(known, element), known.get("document", ""))
