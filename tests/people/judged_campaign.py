"""A campaign on the texts of the examples whose seats have answered, with judges who differ as people do."""

import random
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from campaign_desk import begin, say, seat_of

from mtassay.corpus.evalset import EvalSet
from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.seat_work import next_task, seat_tasks, show_task
from mtassay.store.contents.projects import Project

DIALOGUES = Path(__file__).parents[2] / "examples" / "dialogues"
NAMES = ("neural-large", "neural-small", "phrase-based")
JUDGES = ("Anna", "Ben", "Cleo", "Dan")
_QUALITY = {"neural-large": 82.0, "neural-small": 68.0, "phrase-based": 45.0}
_KINDS = ("Accuracy/Mistranslation", "Accuracy/Omission", "Fluency/Grammar", "Style/Awkward")


def _lines(*path: str) -> list[str]:
    return DIALOGUES.joinpath(*path).read_text(encoding="utf-8").splitlines()


def judged_campaign(
    connection: sa.Connection, project: Project, protocol: str = "esa", *, name: str = "talks", segments: int = 24
) -> StoredCampaign:
    """Four judges, all outputs asked of two of them, and every one answered."""
    texts = EvalSet(
        _lines("reference-a.en.txt")[:segments],
        sources=_lines("source.de.txt")[:segments],
        systems={system: _lines("systems", f"{system}.txt")[:segments] for system in NAMES},
        labels={"document": _lines("documents.txt")[:segments]},
    )
    campaign = begin(
        connection, project, protocol, name=name, judges=JUDGES, texts=texts, seats=4, overlap=1.0, spreading="across"
    )
    made_by = {text: system for system in reversed(NAMES) for text in _lines("systems", f"{system}.txt")[:segments]}
    for number in range(1, 5):
        chance = random.Random(number)
        seat = seat_of(connection, campaign, number)
        while (task := next_task(seat_tasks(connection, seat))) is not None:
            shown = show_task(connection, seat, task.task)
            for item in shown.items:
                points = [_points(each.text, made_by, number, chance) for each in shown.items]
                place = [each.id for each in shown.items].index(item.id)
                body = _body(shown.protocol.name, [each.id for each in shown.items], points, place, item.text)
                comment = "odd word order" if number == 2 and points[place] < 40 else ""
                say(connection, seat, body, task=task.task, item=item.id, comment=comment)
                if len(shown.items) > 1 and shown.protocol.outputs[1] > 1:
                    break
    return campaign


def _points(text: str, made_by: dict[str, str], seat: int, chance: random.Random) -> int:
    quality = _QUALITY[made_by[text]] + 4 * (seat - 2.5) + chance.gauss(0, 9)
    return round(min(100, max(0, quality)))


def _body(protocol: str, items: list[int], points: list[int], place: int, text: str) -> dict[str, Any]:
    if protocol == "ranking":
        order = sorted(points, reverse=True)
        return {"ranks": {str(item): 1 + order.index(value) for item, value in zip(items, points, strict=True)}}
    score = points[place]
    if protocol == "da":
        return {"score": score}
    if protocol == "sser":
        return {"value": score // 10}
    spans = []
    for number in range(min(3, (100 - score) // 20)):
        start = min(5 * number, len(text) - 1)
        span = {"side": "target", "start": start, "end": min(start + 4, len(text))}
        span["severity"] = "major" if score < 50 and not number else "minor"
        if protocol == "mqm":
            span |= {"category": _KINDS[(score + number) % len(_KINDS)], "note": ""}
        if start < 5 * number:
            break
        spans.append(span)
    return {"spans": spans} if protocol == "mqm" else {"spans": spans, "score": score}
