"""Collections as the XML of EvalTrans: in the paper's plain form, and more only where there is more to say."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from mtassay.corpus.xml_reader import local_name, read_xml
from mtassay.corpus.xml_writer import attribute, check_text, escape_text
from mtassay.errors import MtassayError
from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.human.files import cells
from mtassay.human.files.evaltrans_names import (
    ATTRIBUTES,
    CHILDREN,
    NAME,
    XML_LANG,
    XMLNS,
    attribute_key,
    children_key,
    is_namespace,
    item_element,
)
from mtassay.human.scales import EVALTRANS, Scale

if TYPE_CHECKING:
    from mtassay.corpus.xml_reader import Element

# as deep as an unknown element can stand, so that what is read in a trial is read in the file
_TRIAL = 5
_NAMESPACED = re.compile(r"\{([^{}]*)\}(.*)", re.DOTALL)


def write_evaltrans(collection: Collection) -> bytes:
    """The content of a file from which the same collection is read."""
    return "".join(_Writer(collection).lines()).encode()


class _Extra:
    """What a collection keeps beside one of its parts, as it is used up; the rest is written as `extra`."""

    def __init__(self, values: Mapping[str, str], where: str) -> None:
        self.where = where
        self._rest = dict(values)

    def attributes(self, element: str, called: str | None = None) -> str:
        """The attributes that were on an element, under what keys call it."""
        start = attribute_key(called or element, "")
        written, number = "", 0
        for key in [key for key in self._rest if key.startswith(start)]:
            name = key[len(start) :]
            namespaced = _NAMESPACED.fullmatch(name)
            if name == XML_LANG:
                name = "xml:lang"
            elif namespaced is not None and is_namespace(namespaced[1]) and NAME.fullmatch(namespaced[2]):
                prefix, name = f"n{number}", f"n{number}:{namespaced[2]}"
                number += 1
                written += attribute(f"{XMLNS}:{prefix}", namespaced[1])
            elif name in ATTRIBUTES[element] or name == XMLNS or not NAME.fullmatch(name):
                continue  # none can be called so: what is left is written by `rest`
            written += _attribute(name, self._rest.pop(key), self.where)
        return written

    def namespace(self) -> str:
        """That of the whole file, where it has one."""
        key = attribute_key("database", XMLNS)
        if key in self._rest and is_namespace(self._rest[key]):
            return self._rest.pop(key)
        return ""

    def children(self, element: str, namespace: str) -> str:
        """The unknown elements that were in this one, if they can be read again as they are."""
        key = children_key(element)
        if key in self._rest and _is_readable(self._rest[key], element, namespace):
            return self._rest.pop(key) + "\n"
        return ""

    def rest(self, item: str | None = None) -> str:
        """All that was not used up."""
        written = ""
        for key, text in self._rest.items():
            check_text(key, f"{self.where}, the name {key!r}", "XML")
            check_text(text, f"{self.where}, {key}", "XML")
            of = "" if item is None else attribute("item", item)
            written += f"<extra{of}{attribute('key', key)}>{escape_text(text)}</extra>\n"
        return written


class _Writer:
    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._extra = _Extra(collection.extra, "the database")
        self._namespace = self._extra.namespace()

    def lines(self) -> Iterator[str]:
        collection = self._collection
        yield "<database" + (attribute(XMLNS, self._namespace) if self._namespace else "")
        languages = {"source_language": collection.source_language, "target_language": collection.target_language}
        yield _attributes(languages.items(), "the database") + self._extra.attributes("database") + ">\n"
        if collection.scale != EVALTRANS:
            yield from _scale(collection.scale)
        for number, source in enumerate(collection.sources, start=1):
            yield from self._source(source, source.place or f"source {number}")
        yield self._extra.children("database", self._namespace) + self._extra.rest() + "</database>\n"

    def _source(self, source: Source, where: str) -> Iterator[str]:
        extra = _Extra(source.extra, where)
        about = {
            "document": source.document,
            "position": "" if source.position is None else str(source.position),
            "original_language": source.original_language,
        }
        yield f"<source{_attributes(about.items(), where)}{extra.attributes('source')}>\n"
        yield f"<s_sent{extra.attributes('s_sent')}>{_text(source.text, where)}</s_sent>\n"
        items = "".join(self._items(source.items, where))
        of_items = extra.attributes("ielist")
        others = extra.children("ielist", self._namespace)
        if items or of_items or others:
            yield f"<ielist{of_items}>\n{items}{others}</ielist>\n"
        yield f"<targets{extra.attributes('targets')}>\n"
        for number, target in enumerate(source.targets, start=1):
            yield from self._target(target, target.place or f"{where}, translation {number}")
        yield extra.children("targets", self._namespace) + "</targets>\n"
        yield extra.children("source", self._namespace) + extra.rest() + "</source>\n"

    def _items(self, items: Iterable[Item], where: str) -> Iterator[str]:
        rest = []
        for item in items:
            place = f"{where}, information item {item.label!r}"
            extra = _Extra(item.extra, place)
            label = _attribute("id", item.label, place)
            yield f"<iedef{label}{extra.attributes('iedef')}>{_text(item.text, place)}</iedef>\n"
            rest.append(extra.rest(item.label))
        yield from rest

    def _target(self, target: Target, where: str) -> Iterator[str]:
        extra = _Extra(target.extra, where)
        parts = [
            f"<tgt{extra.attributes('tgt')}><t_sent{extra.attributes('t_sent')}>{_text(target.text, where)}</t_sent>\n"
        ]
        is_only = len(target.judgments) == 1
        for number, judgment in enumerate(target.judgments):
            place = judgment.place or f"{where}, judgment {number + 1}"
            parts.append("".join(self._judgment(judgment, place, is_first=number == 0, is_only=is_only)))
        parts += [_output(output, where) for output in target.outputs]
        parts.append(extra.children("tgt", self._namespace) + extra.rest())
        # the last line ends in </tgt>, as in the paper
        yield "".join(parts).removesuffix("\n") + "</tgt>\n"

    def _judgment(self, judgment: Judgment, where: str, *, is_first: bool, is_only: bool) -> Iterator[str]:
        extra = _Extra(judgment.extra, where)
        about = {
            "judge": judgment.judge,
            "system": judgment.system,
            "time": "" if judgment.at is None else judgment.at.isoformat(),
            "seconds": "" if judgment.seconds is None else cells.number_text(judgment.seconds),
            "comment": judgment.comment,
            "recheck": "yes" if judgment.is_recheck else "",
            "uid": judgment.uid,
        }
        verdicts = "".join(_verdict(label, verdict, extra, where) for label, verdict in judgment.verdicts.items())
        attributes = _attributes(about.items(), where) + extra.attributes("eval")
        inside = extra.children("eval", self._namespace) + extra.rest()
        name = "items"
        if judgment.value is not None:
            name = "eval"
            attributes = attribute("val", cells.number_text(judgment.value)) + attributes
        is_beside = is_first and (name == "eval" or (is_only and not attributes and not inside))
        if not is_beside:
            inside = verdicts + inside
        if inside:
            yield f"<{name}{attributes}>\n{inside}</{name}>\n"
        elif name == "eval" or attributes or not verdicts:
            yield f"<{name}{attributes}/>\n"
        if is_beside:
            yield verdicts


def _verdict(label: str, verdict: str, extra: _Extra, where: str) -> str:
    known = _attribute("id", label, where) + _attribute("val", verdict, where)
    return f"<ie{known}{extra.attributes('ie', item_element(label))}/>\n"


def _output(output: Output, where: str) -> str:
    about = {
        "run": output.run,
        "position": "" if output.position is None else str(output.position),
        "document": output.document,
    }
    return f"<output{_attribute('system', output.system, where)}{_attributes(about.items(), where)}/>\n"


def _scale(scale: Scale) -> Iterator[str]:
    ends = {"low": scale.low, "high": scale.high, "step": scale.step}
    numbers = "".join(attribute(name, cells.number_text(value)) for name, value in ends.items() if value is not None)
    yield f"<scale{numbers}>\n"
    for value, text in scale.anchors.items():
        yield f"<anchor{attribute('at', cells.number_text(value))}>{_text(text, 'the scale')}</anchor>\n"
    yield "</scale>\n"


def _attributes(values: Iterable[tuple[str, str]], where: str) -> str:
    """Those that say anything."""
    return "".join(_attribute(name, text, where) for name, text in values if text)


def _attribute(name: str, text: str, where: str) -> str:
    check_text(text, f"{where}, {name}", "XML")
    return attribute(name, text)


def _text(text: str, where: str) -> str:
    check_text(text, where, "XML")
    return escape_text(text)


def serialize(element: "Element") -> str:
    """An element with all that is in it, as XML."""
    from lxml import etree

    text: Any = etree.tostring(element, encoding="unicode", with_tail=False)
    return str(text)


def is_known(element: "Element", parent: str, namespace: str) -> bool:
    """Whether this is an element of the format inside of such a one; `namespace` is that of the file."""
    name = local_name(element)
    is_ours = element.tag == (f"{{{namespace}}}{name}" if namespace else name) and name in CHILDREN[parent]
    # another program may have an element of this name too
    return is_ours and (name != "extra" or element.get("key") is not None)


def _is_readable(text: str, parent: str, namespace: str) -> bool:
    """Whether these are unknown elements, and will be read as just this text again."""
    declared = attribute(XMLNS, namespace) if namespace else ""
    content = f"<a{declared}>{'<a>' * _TRIAL}{text}{'</a>' * _TRIAL}</a>"
    readable: list[bool] = []
    try:
        for event, element in read_xml(content.encode(), "", None):
            if event == "end":
                readable.append(_holds(element, text, parent, namespace))
    except (MtassayError, UnicodeEncodeError):
        return False
    return readable == [True]


def _holds(element: "Element", text: str, parent: str, namespace: str) -> bool:
    for _ in range(_TRIAL - 1):
        if len(element) != 1 or element.text or element[0].tail:
            return False
        element = element[0]
    children = list(element)
    return (
        bool(children)
        and not element.text
        and not any(child.tail or is_known(child, parent, namespace) for child in children)
        and "".join(map(serialize, children)) == text
    )
