"""The names of the EvalTrans format: those of the paper, and those that we add and its readers can ignore."""

import re
from collections.abc import Mapping

ABOUT_JUDGMENTS = ("judge", "system", "time", "seconds", "comment", "recheck", "uid")

ATTRIBUTES: Mapping[str, frozenset[str]] = {
    "database": frozenset(["source_language", "target_language"]),
    "source": frozenset(["document", "position", "original_language"]),
    "s_sent": frozenset(),
    "ielist": frozenset(),
    "iedef": frozenset(["id"]),
    "targets": frozenset(),
    "tgt": frozenset(),
    "t_sent": frozenset(),
    "eval": frozenset(["val", *ABOUT_JUDGMENTS]),
    "ie": frozenset(["id", "val"]),
}
"""Elements that may have other attributes too, and the attributes that we know of each."""

OWN_ATTRIBUTES: Mapping[str, frozenset[str]] = {
    "scale": frozenset(["low", "high", "step"]),
    "anchor": frozenset(["at"]),
    "items": frozenset(ABOUT_JUDGMENTS),
    "output": frozenset(["system", "run", "position", "document"]),
    "extra": frozenset(["key", "item"]),
}
"""Elements of our own. `items` is an `eval` without a score: of information items alone."""

CHILDREN: Mapping[str, frozenset[str]] = {
    "database": frozenset(["scale", "source", "extra"]),
    "source": frozenset(["s_sent", "ielist", "targets", "extra"]),
    "ielist": frozenset(["iedef", "extra"]),
    "targets": frozenset(["tgt"]),
    "tgt": frozenset(["t_sent", "eval", "items", "ie", "output", "extra"]),
    "eval": frozenset(["ie", "extra"]),
    "items": frozenset(["ie", "extra"]),
    "scale": frozenset(["anchor"]),
}
"""Elements that hold others, and which of them we know."""

XMLNS = "xmlns"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_START = (
    "A-Z_a-z\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef"
    "\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
NAME = re.compile(rf"[{_START}][{_START}\-.0-9\xb7\u0300-\u036f\u203f\u2040]*")
"""What XML takes for a name."""
NAMESPACE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9/._~:?#@!$()*+,;=%-]+")
_OF_XML = ("http://www.w3.org/2000/xmlns/", "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2001/XInclude")


def is_namespace(text: str) -> bool:
    """Whether this can be declared as a namespace of attributes."""
    return NAMESPACE.fullmatch(text) is not None and text not in _OF_XML


def attribute_key(element: str, name: str) -> str:
    """Where a collection keeps an attribute that it has no place for."""
    return f"{element}@{name}"


def children_key(element: str) -> str:
    """Where a collection keeps elements that it has no place for, as XML."""
    return f"{element}/*"


def item_element(label: str) -> str:
    """What keys call the verdict on an item, of which a judgment has several."""
    return f"ie[{label}]"
