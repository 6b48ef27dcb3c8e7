"""How judging looks: lines of text for a window of any size, and the same for a plain terminal."""

from collections.abc import Iterator, Sequence

from mtassay.cli.db.session import count
from mtassay.cli.judging.session import JudgingSession, Mode
from mtassay.cli.judging.styled_text import Line, Look, Span, Style, clean, clip, wrap
from mtassay.human.item_classes import CLASSES
from mtassay.human.neighbours import Change, Neighbour, Piece, Run, differences
from mtassay.human.protocols.base import legend
from mtassay.human.protocols.sser import Sser
from mtassay.human.scales import Scale
from mtassay.reports.formats.text import display_width

_INDENT = 2
_LEAST_EQUAL = 0.25  # of two texts that share fewer words, marks would hide what they say
_KEYS = (
    ("-", "no class"),
    ("Tab, ← →", "another item"),
    ("j k, ↓ ↑", "another of the nearest"),
    ("h", "hide or show the nearest"),
    ("c", "write a comment"),
    ("Enter", "save, and go on"),
    ("n", "not now: ask again at the end"),
    ("u", "undo the last answer"),
    ("Space", "the rest of a long text; PgUp goes back"),
    ("q", "quit; the same command goes on later"),
)
_LINES = (
    ("8", "the score"),
    ("8 om", f"and a letter for each item: {', '.join(f'{kind.key} {kind.name}' for kind in CLASSES)}, - none"),
    ("8 # terse", "and a comment"),
    ("n", "not now: ask again at the end"),
    ("u", "undo the last answer"),
    ("h", "hide or show the nearest"),
    ("q", "quit; the same command goes on later"),
)
_HINTS = (
    "Enter saves · u undo · c comment · n not now · h nearest · Space scrolls · ? all keys · q quits",
    "Enter saves · u undo · n not now · ? all keys · q quits",
    "Enter saves · ? keys · q quits",
    "? keys · q quits",
)


class JudgingScreen:
    """A window on a session. It remembers how far a long text is scrolled."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._first = 0
        self._room = 1
        self._shown: tuple[object, ...] = ()

    def scroll(self, key: str, session: JudgingSession) -> bool:
        """Whether the key was one for the window, and not for the session."""
        if session.mode not in (Mode.QUESTION, Mode.LEGEND, Mode.CONTRADICTION):
            return False
        step = {" ": 1, "pagedown": 1, "pageup": -1}.get(key)
        if step is None:
            return False
        self._first = max(0, self._first + step * max(1, self._room - 1))
        return True

    def render(self, session: JudgingSession, width: int, height: int) -> list[str]:
        """The window, a line each: never wider or higher than it is."""
        body, chosen = _body(session, self._look, width)
        footer = list(_footer(session, width))
        header = _header(session)
        self._room = max(1, height - 1 - len(footer))
        if self._room < 3:
            footer = footer[: max(0, height - 4)]
            self._room = max(1, height - 1 - len(footer))
        if session.mode is Mode.QUESTION:
            body, chosen = _filled(body, chosen, _anchors(session.project.scale, width), self._room)
        self._scroll_to(session, body, chosen)
        lines = body[self._first : self._first + self._room]
        hidden = len(body) - self._first - self._room
        if hidden > 0:
            lines[-1] = clip([Span(f"↓ {hidden + 1} more lines: Space", Style.QUIET)], width)
        lines += [()] * (self._room - len(lines))
        return [self._look.paint(clip(line, width)) for line in (header, *lines, *footer)][:height]

    def _scroll_to(self, session: JudgingSession, body: list[Line], chosen: range) -> None:
        """Begin at the top of a new question, and keep the chosen one of the nearest in sight."""
        target = None if session.question is None else session.question.target
        if self._shown[:2] != (session.mode, target):
            self._first = 0
        elif self._shown[2:] != (session.neighbour,) and chosen:
            self._first = min(self._first, chosen.start)
            self._first = max(self._first, chosen.stop - self._room + 1)
        self._shown = (session.mode, target, session.neighbour)
        self._first = max(0, min(self._first, len(body) - self._room))


def plain_question(session: JudgingSession, width: int, look: Look) -> Iterator[str]:
    """The question, line by line, for a terminal without a screen."""
    if session.mode is Mode.LEGEND:
        yield from (f"{written:<14}{meaning}" for written, meaning in _LINES)
        yield from map(look.paint, [*_anchors(session.project.scale, width), *_marks(look, width)])
        return
    yield look.paint(_header(session, has_pace=False))
    yield from map(look.paint, _body(session, look, width)[0])


def _legend(session: JudgingSession, look: Look, width: int) -> list[Line]:
    """Keys, scale, and what the marks mean."""
    scale = session.project.scale
    lines: list[Line] = [(Span("Keys", Style.TITLE),)]
    typed = () if session.keys else (("digits", f"score, from {scale.low:g} to {scale.high:g}, then Enter"),)
    answers = ((" ".join(entry.shown), entry.words) for entry in legend(Sser.on(scale).keys))
    for keys, meaning in (*typed, *answers, *_KEYS):
        lines += wrap([Span(f"  {keys:<10}", Style.TITLE), Span(meaning)], width, indent=12)
    return [*lines, (), *_anchors(scale, width), (), *_marks(look, width)]


def _marks(look: Look, width: int) -> Iterator[Line]:
    yield (Span("Differences from the candidate", Style.TITLE),)
    for word, style, meaning in (
        ("word", Style.INSERTED, "only in the candidate"),
        ("word", Style.DELETED, "only in the other translation"),
        ("this → that", Style.REPLACED, "that in the candidate, this in the other translation"),
    ):
        yield from wrap([Span("  "), look.mark(word, style), Span(f"  {meaning}")], width, indent=4)


def _header(session: JudgingSession, *, has_pace: bool = True) -> Line:
    what = "Recheck" if session.is_recheck else "Judging"
    is_done = session.mode in (Mode.DONE, Mode.CONTRADICTION) or session.is_revision
    number = min(session.done + (not is_done), session.total)
    parts = [f"{number} of {session.total}"]
    minutes = session.minutes_left
    if has_pace and minutes is not None and session.left:
        words = "< 1 min left" if minutes < 1 else f"{minutes:.0f} min left"
        parts.append(f"{words}, {60 * minutes / session.left:.0f} s each")
    parts.append(clean(session.project.name))
    return (Span(f"{what} ", Style.TITLE), Span(" · ".join(parts)))


def _body(session: JudgingSession, look: Look, width: int) -> tuple[list[Line], range]:
    """The lines above the score, and which of them show the chosen one of the nearest."""
    if session.mode is Mode.LEGEND:
        return [*_legend(session, look, width), (), (Span("Any key goes back.", Style.QUIET),)], range(0)
    if session.question is None:
        words = "Nothing is left to judge. u takes the last answer back, q quits."
        return wrap([Span(words)], width), range(0)
    question = session.question
    lines: list[Line] = [(Span("Source", Style.TITLE),), *_paragraph([Span(clean(question.source_text))], width)]
    if question.items:
        lines += [(Span("Items", Style.TITLE),), *_items(session, width)]
    if session.mode is Mode.CONTRADICTION:
        return lines + _contradiction(session, look, width), range(0)
    neighbours = session.neighbours if session.shows_nearest else ()
    chosen = neighbours[session.neighbour] if neighbours else None
    lines += [(Span("Candidate", Style.TITLE),), *_paragraph(_candidate(question.text, chosen, look), width)]
    if session.draft.comment or session.mode is Mode.COMMENT:
        cursor = "▏" if session.mode is Mode.COMMENT else ""
        lines += [(Span("Comment", Style.TITLE),), *_paragraph([Span(clean(session.draft.comment) + cursor)], width)]
    start = stop = 0
    if neighbours:
        lines += [(Span("Nearest judged", Style.TITLE),)]
        for number, neighbour in enumerate(neighbours):
            shown = _neighbour(session, neighbour, question.text, look, is_chosen=number == session.neighbour)
            if number == session.neighbour:
                start = len(lines)
                lines += wrap(shown, width, indent=_INDENT)
                stop = len(lines)
            else:
                lines += [clip(shown, width)]
    return lines, range(start, stop)


def _filled(body: list[Line], chosen: range, anchors: list[Line], room: int) -> tuple[list[Line], range]:
    """The same where the window has room to spare: blank lines between the parts, and the scale in words."""
    titles = [place for place, line in enumerate(body) if place and line and line[0].style is Style.TITLE]
    titles = [place for place in titles if not body[place][0].text.startswith((" ", "▸"))]
    if len(body) + len(titles) + 1 <= room:
        moved = sum(place <= chosen.start for place in titles)
        chosen = range(chosen.start + moved, chosen.stop + moved)
        body = [part for place, line in enumerate(body) for part in (((), line) if place in titles else (line,))]
        body = [(), *body]
        chosen = range(chosen.start + 1, chosen.stop + 1)
    if len(body) + 1 + len(anchors) <= room:
        body = [*body, (), *anchors]
    return body, chosen


def _paragraph(spans: Sequence[Span], width: int) -> list[Line]:
    return wrap([Span(" " * _INDENT), *spans], width, indent=_INDENT)


def _items(session: JudgingSession, width: int) -> Iterator[Line]:
    assert session.question is not None
    theirs: dict[int, str] = {}
    if session.shows_scores and session.neighbours and session.shows_nearest:
        for opinion in session.neighbours[session.neighbour].opinions:
            theirs.update(opinion.verdicts)
    for number, item in enumerate(session.question.items):
        is_current = number == session.item and session.mode is Mode.QUESTION
        verdict = session.draft.body.verdicts.get(item.id)
        style = Style.QUIET if verdict is None else Style.PLAIN if verdict == "ok" else Style.WARNING
        beside = [Span(f" (nearest: {theirs[item.id]})", Style.QUIET)] if item.id in theirs else []
        spans = [
            Span("▸ " if is_current else "  ", Style.TITLE),
            Span(f"{verdict or '·':<8}", style),
            Span(clean(item.text)),
            *beside,
        ]
        yield from wrap(spans, width, indent=_INDENT + 8)


def _candidate(text: str, neighbour: Neighbour | None, look: Look) -> list[Span]:
    """The candidate, with marks at what the chosen neighbour does not have."""
    if neighbour is None or look == Look():  # brackets would make the text itself hard to read
        return [Span(clean(text))]
    runs = differences(text, neighbour.text)
    if not _are_alike(runs):
        return [Span(clean(text))]
    spans: list[Span] = []
    for run in runs:
        if not run.new:
            continue
        spans += _blank_before(run.new, spans)
        if run.change is Change.NONE:
            spans.append(Span(_joined(run.new)))
        else:
            style = Style.INSERTED if run.change is Change.INSERTED else Style.REPLACED
            spans.append(look.mark(_joined(run.new), style))
    return spans


def _neighbour(
    session: JudgingSession, neighbour: Neighbour, candidate: str, look: Look, *, is_chosen: bool
) -> list[Span]:
    distance = f"{count(neighbour.distance, 'edit'):<8}"
    if session.shows_scores:
        distance += f" {_values(neighbour):>4}"
    spans = [Span("▸ " if is_chosen else "  ", Style.TITLE), Span(f"{distance} ", Style.QUIET)]
    return spans + _difference(candidate, neighbour.text, look)


def _difference(candidate: str, text: str, look: Look) -> list[Span]:
    """Another translation as it becomes the candidate: what goes, what comes, what is replaced by what."""
    runs = differences(candidate, text)
    if not _are_alike(runs):
        return [Span(clean(text))]
    spans: list[Span] = []
    for run in runs:
        spans += _blank_before(run.old or run.new, spans)
        if run.change is Change.NONE:
            spans.append(Span(_joined(run.old)))
        elif run.change is Change.INSERTED:
            spans.append(look.mark(_joined(run.new), Style.INSERTED))
        elif run.change is Change.DELETED:
            spans.append(look.mark(_joined(run.old), Style.DELETED))
        else:
            spans.append(look.mark(f"{_joined(run.old)} → {_joined(run.new)}", Style.REPLACED))
    return spans


def _are_alike(runs: Sequence[Run]) -> bool:
    equal = sum(len(run.new) for run in runs if run.change is Change.NONE)
    longer = max(sum(len(run.old) for run in runs), sum(len(run.new) for run in runs))
    return equal >= _LEAST_EQUAL * longer


def _blank_before(pieces: Sequence[Piece], spans: Sequence[Span]) -> list[Span]:
    return [Span(" ")] if pieces and pieces[0].is_apart and spans else []


def _joined(pieces: Sequence[Piece]) -> str:
    return clean("".join((" " if piece.is_apart and place else "") + piece.text for place, piece in enumerate(pieces)))


def _values(neighbour: Neighbour) -> str:
    return "/".join(f"{opinion.value:g}" for opinion in neighbour.opinions)


def _contradiction(session: JudgingSession, look: Look, width: int) -> list[Line]:
    assert session.contradiction is not None
    assert session.question is not None
    contradiction = session.contradiction
    whose = "you gave" if contradiction.is_own else "another judge gave"
    title = f"Nearly the same, but {whose} it {contradiction.opinion.value:g}"
    lines: list[Line] = [
        (Span("Candidate", Style.TITLE), Span(f"  {session.draft.body.value:g}")),
        *_paragraph([Span(clean(session.question.text))], width),
        *wrap([Span(title, Style.WARNING)], width),
        *_paragraph(_difference(session.question.text, contradiction.neighbour.text, look), width),
    ]
    choices = "r revises this one, v the other one, Enter leaves both"
    return lines + wrap([Span(choices if contradiction.is_own else "r revises this one, Enter leaves both")], width)


def _anchors(scale: Scale, width: int) -> list[Line]:
    lines: list[Line] = [(Span(f"Scale {scale.spec}", Style.TITLE),)]
    for value, words in reversed(list(scale.anchors.items())):
        lines += wrap([Span(f"  {value:>4g}  ", Style.QUIET), Span(clean(words), Style.QUIET)], width, indent=8)
    return lines


def _footer(session: JudgingSession, width: int) -> Iterator[Line]:
    yield (Span("─" * width, Style.QUIET),)
    if session.mode is Mode.QUESTION:
        yield clip(_score(session), width)
    message, style = session.message, Style.WARNING
    if message.startswith(("saved", "took")):
        style = Style.PLAIN
    elif not message and session.mode is Mode.QUESTION:
        message, style = _words(session), Style.QUIET
    # a message is there to be read: as many lines as it needs, within reason
    yield from wrap([Span(clean(message), style)], width)[:3]
    hint = next((hint for hint in _HINTS if display_width(hint) <= width), "")
    if session.mode is Mode.COMMENT:
        hint = "Enter ends the comment"
    elif session.mode is Mode.CONTRADICTION:
        hint = "r v Enter · u undo · q quits"
    elif session.mode is not Mode.QUESTION:
        hint = ""
    yield clip([Span(hint, Style.QUIET)], width)


def _score(session: JudgingSession) -> list[Span]:
    scale, value = session.project.scale, session.draft.body.value
    spans = [Span("Score ", Style.TITLE)]
    if not session.keys:
        typed = session.typed
        return [*spans, Span(f"{scale.spec}: "), Span(f"{typed}▏")]
    for key, score in session.keys.items():
        is_chosen = score == value
        # brackets too: where there are no styles, the choice must show
        spans.append(Span(f"[{key}]", Style.CHOSEN) if is_chosen else Span(f" {key} "))
    return spans


def _words(session: JudgingSession) -> str:
    """What the chosen score means, and which it is where its key does not say so."""
    value = session.draft.body.value
    if value is None:
        return ""
    words = session.project.scale.anchors.get(value, "")
    return words if f"{value:g}" in session.keys else f"{value:g} {words}".strip()
