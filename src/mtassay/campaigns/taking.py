"""Takes a campaign into the memory: answers by protocols that give points become judgments of the project."""

from collections import Counter
from dataclasses import dataclass

import sqlalchemy as sa

from mtassay.errors import InputError
from mtassay.human.mqm import mqm_points
from mtassay.human.protocols.base import Protocol
from mtassay.human.protocols.marking import Marking
from mtassay.human.protocols.mqm import Mqm
from mtassay.human.protocols.rating import Rating
from mtassay.human.scales import Scale
from mtassay.store.campaigns.all_answers import stored_answers
from mtassay.store.campaigns.campaigns import ItemKind, StoredCampaign
from mtassay.store.campaigns.taken_answers import AnswerToTake, TakenAnswers, take_answers
from mtassay.store.contents.projects import project_of

_MQM = "10 - 0.4 · penalty points of 0 to 10"
_STRAIGHT = "points of 0 to 10 by a straight line through the ends of the scale"


@dataclass(frozen=True)
class TakenCampaign:
    """What became of a campaign's answers: by which conversion, how many, and how many not for which reason."""

    conversion: str
    taken: TakenAnswers
    left_out: dict[str, int]


def take_campaign(connection: sa.Connection, campaign: StoredCampaign, protocol: Protocol, who: str) -> TakenCampaign:
    """Make the answers by a protocol judgments of the project, as one event that the history can undo.

    Neither what only checks or trains judges nor references nor seats that are excluded, and nothing that was known
    before the campaign.
    """
    conversion = conversion_words(protocol)
    scale = project_of(connection, campaign.project).scale
    left_out: Counter[str] = Counter()
    answers = []
    for stored in stored_answers(connection, campaign):
        given = stored.given
        if given.protocol is not protocol:
            continue
        if stored.is_reused:
            left_out["known before the campaign"] += 1
        elif stored.is_excluded:
            left_out["of excluded seats"] += 1
        elif "cannot" in given.body:
            left_out["that could not be given"] += 1
        elif stored.items[0].kind is not ItemKind.OUTPUT:
            left_out["on references"] += 1
        else:
            answers.append(AnswerToTake(stored, on_scale(points_of(protocol, given.numbers[0].value), scale)))
    taken = take_answers(connection, campaign, answers, who, {"protocol": protocol.spec, "conversion": conversion})
    return TakenCampaign(conversion, taken, dict(left_out))


def conversion_words(protocol: Protocol) -> str:
    """How answers become scores, or an InputError where they do not."""
    if protocol.is_of_memory:
        raise InputError(f"answers by {protocol.name} are judgments of the project from the start; nothing is to take")
    if isinstance(protocol, Mqm):
        return f"{_MQM}, to the nearest step of the project's scale"
    if isinstance(protocol, Rating | Marking):
        return f"{_STRAIGHT}, to the nearest step of the project's scale"
    raise InputError(
        f"{protocol.name} gives no score that could be a judgment of the project; da, esa, mqm, sqm, fluency and "
        "adequacy do"
    )


def points_of(protocol: Protocol, value: float) -> float:
    """The headline of an answer on 0 to 10."""
    if isinstance(protocol, Rating | Marking) and not isinstance(protocol, Mqm):
        return protocol.scale.points(value)
    return float(mqm_points(value))


def on_scale(points: float, scale: Scale) -> float:
    """Points on a project's scale, at the nearest of its steps."""
    value = scale.from_points(points)
    if scale.step is None:
        return value
    return min(scale.high, scale.low + scale.step * round((value - scale.low) / scale.step))
