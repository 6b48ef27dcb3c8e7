"""Events in words, wherever pages list them."""

from collections.abc import Mapping
from typing import Any

from mtassay.store.history.event_kinds import EventKind, known_kind
from mtassay.store.history.events import Event

NOUNS: Mapping[str, str] = {
    "sources": "source",
    "targets": "translation",
    "outputs": "output",
    "judgments": "judgment",
    "corrections": "correction",
    "items": "item",
    "systems": "system",
    "runs": "run",
    "queues": "queue",
    "queue_items": "queued translation",
    "queue_judges": "judge of a queue",
    "queue_assignments": "assignment",
    "queue_closings": "closing of a queue",
    "judging_rules": "rule of judging",
    "campaigns": "campaign",
    "campaign_states": "state of a campaign",
    "campaign_items": "text to be judged",
    "campaign_outputs": "output to be judged",
    "campaign_tasks": "task",
    "seats": "seat",
    "assignments": "task of a seat",
    "answers": "answer",
    "exclusions": "exclusion",
    "grades": "grade",
    "seat_releases": "release of a seat",
}
"""What the rows of a table are called."""

_COUNTED = ("sources", "targets", "outputs", "judgments", "corrections", "items", "answers")


def did(kind: str) -> str:
    """What somebody did; a kind that only a newer version knows stands for itself."""
    known = known_kind(kind)
    return kind if known is None else known.words


def noun(what: str) -> str:
    """What a row of a table is called; it may be one that nobody named."""
    return NOUNS.get(what, what.replace("_", " "))


def counted(number: int, what: str) -> str:
    """A number of rows."""
    return f"{number:,} {noun(what)}{'' if number == 1 else 's'}"


def languages(said: Mapping[str, Any]) -> str:
    """A pair of languages."""
    return " → ".join(str(said.get(name) or "?") for name in ("source_language", "target_language"))


def summary_words(event: Event) -> list[str]:
    """What an event says of itself: names first, then how much it was."""
    summary: Mapping[str, Any] = event.summary
    parts = [str(summary[name]) for name in ("name", "campaign", "file", "from", "system") if summary.get(name)]
    if event.kind == EventKind.LANGUAGES:
        parts.append(languages(summary))
    if isinstance(summary.get("seat"), int):
        parts.append(f"seat {summary['seat']}{' included again' if summary.get('included') else ''}")
    if isinstance(summary.get("state"), str):
        parts.append(summary["state"])
    if summary.get("revision"):
        parts.append(f"revision {summary['revision']}")
    for name in _COUNTED:
        number = summary.get(name)
        if isinstance(number, int) and number:
            parts.append(counted(number, name))
    return parts
