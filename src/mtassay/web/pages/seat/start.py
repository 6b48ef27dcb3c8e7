"""What judges read before they start: what a campaign asks, how much of it, and the guidelines."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from markupsafe import Markup

from mtassay.store.campaigns.campaigns import CampaignState
from mtassay.store.campaigns.seat_work import OpenSeat, seat_tasks
from mtassay.store.contents.projects import project_of
from mtassay.web.markdown import render_markdown
from mtassay.web.pages.seat.views import seconds_of, write_time
from mtassay.web.words.catalogue import LANGUAGES, Words

if TYPE_CHECKING:
    import sqlalchemy as sa


@dataclass(frozen=True, kw_only=True)
class SeatStart:
    """What is asked; `parts` says by which protocols, in words, and `address` where the form goes."""

    words: Words
    address: str
    campaign_name: str
    judge: str
    state: str
    parts: list[str]
    answers: int
    """How many are left."""
    time: str
    is_begun: bool
    practice: int
    """How many of them come first and count for nothing."""
    source_language: str
    target_language: str
    guidelines: Markup
    languages: dict[str, str]


def start_of(connection: "sa.Connection", seat: OpenSeat, words: Words, address: str, stranger: str = "") -> SeatStart:
    """What a seat is asked; a `stranger` gets one like it, in a campaign of this state, and has answered nothing."""
    campaign = seat.campaign
    project = project_of(connection, campaign.project)
    tasks = seat_tasks(connection, seat)
    if stranger:
        tasks = tuple(replace(task, answered=0) for task in tasks)
    asked = sorted({task.protocol for task in tasks})
    names = [campaign.protocols[place] for place in asked]
    is_left = seat.is_released and campaign.state is CampaignState.RUNNING
    return SeatStart(
        words=words,
        address=address,
        campaign_name=campaign.name,
        judge=seat.judge,
        state=stranger or ("released" if is_left else campaign.state.value),
        parts=[words.known(f"{protocol.name}.part", protocol.title) for protocol in names],
        answers=sum(task.wanted - task.answered for task in tasks),
        time=write_time(seconds_of(tasks, campaign.protocols), words),
        is_begun=any(task.answered for task in tasks),
        practice=campaign.settings.get("training", 0),
        source_language=project.source_language,
        target_language=project.target_language,
        guidelines=render_markdown(campaign.guidelines),
        languages=dict(LANGUAGES),
    )
