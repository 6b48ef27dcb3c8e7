"""Guidelines in Markdown, as safe HTML: a fixed list of elements, no HTML of the writer's, no way out of the server.

Headings, paragraphs, lists, quotations, rules, code, emphasis, and links within this server. What is none of these
stays as it was typed.
"""

import re
from collections.abc import Iterator, Sequence

from markupsafe import Markup, escape

_HEADING = re.compile(r"(#{1,4}) +(.*)")
_BULLET = re.compile(r"[-*+] +(.*)")
_NUMBERED = re.compile(r"\d{1,9}[.)] +(.*)")
_RULE = re.compile(r"(?:-{3,}|\*{3,}|_{3,})")
_FENCE = "```"
# each alternative ends at its own closing mark, so that no text makes them go back far
_INLINE = re.compile(
    r"`(?P<code>[^`\n]+)`"
    r"|\*\*(?P<strong>[^*\n]+)\*\*"
    r"|\*(?P<emphasis>[^*\s][^*\n]*)\*"
    r"|(?<!\w)_(?P<underlined>[^_\s][^_\n]*)_(?!\w)"
    r"|\[(?P<words>[^\[\]\n]+)\]\((?P<address>[^()\s]+)\)"
)
_INSIDE = re.compile(r"#[\w-]+|/(?![/\\])[\w./?&=#~%-]*")


def render_markdown(text: str) -> Markup:
    """The HTML of a text; levels of headings begin at h2, below the title of a page."""
    return Markup("\n").join(_blocks(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")))


def _blocks(lines: Sequence[str]) -> Iterator[Markup]:
    place = 0
    while place < len(lines):
        line = lines[place].strip()
        heading = _HEADING.fullmatch(line)
        if not line:
            place += 1
        elif line.startswith(_FENCE):
            end = next((n for n in range(place + 1, len(lines)) if lines[n].strip() == _FENCE), len(lines))
            yield Markup("<pre><code>{}</code></pre>").format("\n".join(lines[place + 1 : end]))
            place = end + 1
        elif heading is not None:
            level = min(len(heading[1]) + 1, 4)
            yield Markup(f"<h{level}>{{}}</h{level}>").format(_inline(_without_closing(heading[2])))
            place += 1
        elif _RULE.fullmatch(line):
            yield Markup("<hr>")
            place += 1
        else:
            kind = _kind(line)
            end = place + 1
            while end < len(lines) and lines[end].strip() and _continues(kind, lines[end]):
                end += 1
            yield _block(kind, [line.strip() for line in lines[place:end]])
            place = end


def _without_closing(heading: str) -> str:
    """A heading without the marks that may close it, which stand apart: `C#` ends in one that is text."""
    # in the pattern, blanks inside a heading would be looked at again from each of them
    words = heading.rstrip("#")
    return words.rstrip() if not words or words[-1] == " " else heading


def _kind(line: str) -> str:
    if _BULLET.fullmatch(line):
        return "ul"
    if _NUMBERED.fullmatch(line):
        return "ol"
    return "blockquote" if line.startswith(">") else "p"


def _continues(kind: str, line: str) -> bool:
    """Whether a line belongs to the block before it; in lists, one that is indented goes on with its item."""
    stripped = line.strip()
    if _HEADING.fullmatch(stripped) or stripped.startswith(_FENCE) or _RULE.fullmatch(stripped):
        return False
    own_kind = _kind(stripped)
    if kind in ("ul", "ol"):
        return own_kind == kind or (own_kind == "p" and line[:1].isspace())
    return own_kind == kind


def _block(kind: str, lines: Sequence[str]) -> Markup:
    if kind == "p":
        return Markup("<p>{}</p>").format(_inline("\n".join(lines)))
    if kind == "blockquote":
        return Markup("<blockquote>{}</blockquote>").format(_inline("\n".join(line[1:].strip() for line in lines)))
    mark = _BULLET if kind == "ul" else _NUMBERED
    items: list[list[str]] = []
    for line in lines:
        match = mark.fullmatch(line)
        if match is not None:
            items.append([match[1]])
        else:
            items[-1].append(line)
    shown = Markup("").join(Markup("<li>{}</li>").format(_inline("\n".join(item))) for item in items)
    return Markup(f"<{kind}>{{}}</{kind}>").format(shown)


def _inline(text: str) -> Markup:
    parts: list[Markup] = []
    end = 0
    for match in _INLINE.finditer(text):
        parts += [escape(text[end : match.start()]), _marked(match)]
        end = match.end()
    parts.append(escape(text[end:]))
    return Markup("").join(parts)


def _marked(match: re.Match[str]) -> Markup:
    if match["code"] is not None:
        return Markup("<code>{}</code>").format(match["code"])
    if match["strong"] is not None:
        return Markup("<strong>{}</strong>").format(match["strong"])
    emphasis = match["emphasis"] or match["underlined"]
    if emphasis is not None:
        return Markup("<em>{}</em>").format(emphasis)
    if _INSIDE.fullmatch(match["address"]):
        return Markup('<a href="{}">{}</a>').format(match["address"], match["words"])
    # an address elsewhere is for people to read, not for the browser to follow
    return Markup("{} ({})").format(match["words"], match["address"])
