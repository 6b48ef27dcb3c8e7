"""Markup and placeholders that were lost or added."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.checks.text.segments import reference_tuples, source_texts
from mtassay.corpus.evalset import EvalSet

_TAG = re.compile(
    r"</?[A-Za-z][\w:.-]*(?:\s[^<>]*)?/?>"  # <b>, </b>, <br/>, <a href="…">
    r"|\$?\{\{?[\w.$:#-]*\}?\}"  # {0}, {name}, ${name}, {{name}}
    r"|(?<![\d%\w])%(?:\d+\$|\(\w+\))?[-+#0]?\d*(?:\.\d+)?l?[sdiufxXcr@](?!\w)"  # %s, %1$d, %(name)s, %.2f
    r"|&(?:[A-Za-z]{2,8}|\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6});"  # &amp;, &#39;
    r"|\[\[?/?\w+\]\]|__\w+?__"  # [[name]], __NAME__
)


@dataclass(frozen=True, kw_only=True)
class Tags(Check):
    """Tags, placeholders and entities that an output should have and has not, or has and should not.

    Found are `<b>`, `</b>`, `{0}`, `{name}`, `${name}`, `%s`, `%1$d`, `%(name)s`, `&amp;`, `[[name]]` and `__NAME__`.
    An output should have those of its source that a reference keeps, without sources those of all its references;
    the order is free. Others are too many: most often text that was escaped for XML and never put back, as in
    `&quot;Yes&quot;`.
    """

    name: ClassVar[str] = "tags"
    title: ClassVar[str] = "with lost or added tags or placeholders"
    advice: ClassVar[str] = "protect them in translation, and undo escaping such as &quot;"
    needs_any: ClassVar[tuple[str, ...]] = ("sources", "references")

    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """Every system."""
        has_sources = evalset.sources is not None
        known = {}
        for index, (source, references) in enumerate(
            zip(source_texts(evalset), reference_tuples(evalset), strict=True)
        ):
            tags = [_tags(text) for text in ((source, *references) if has_sources else references)]
            if any(tags):
                known[index] = tags
        for name, outputs in evalset.systems.items():
            differing = {}
            for index, output in enumerate(outputs):
                told = _compare(_tags(output), known.get(index, _NO_TEXTS), has_sources)
                if told:
                    differing[index] = told
            yield from self.finding(evalset, "systems", name, differing)


_NONE: "Counter[str]" = Counter()
_NO_TEXTS = [_NONE]


def _tags(text: str) -> "Counter[str]":
    # plain searches one after the other take a fraction of the time of one pattern
    if "<" in text or "{" in text or "%" in text or "&" in text or "[" in text or "_" in text:
        return Counter(_TAG.findall(text))
    return _NONE


def _compare(output: "Counter[str]", others: "list[Counter[str]]", has_source: bool) -> str:
    """What is lost and what is too much, in words; empty where nothing is."""
    if not output and not any(others):
        return ""
    wanted = others[0]
    if len(others) > 1:
        most, least = Counter[str](), others[1]
        for tags in others[1:]:
            most, least = most | tags, least & tags
        wanted = others[0] & (most if has_source else least)
    allowed = Counter[str]()
    for tags in others:
        allowed |= tags
    lost, added = wanted - output, output - allowed
    told = [f"{what} {', '.join(tags)}" for what, tags in (("lost", lost), ("added", added)) if tags]
    return "; ".join(told)
