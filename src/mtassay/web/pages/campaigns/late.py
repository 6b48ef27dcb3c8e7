"""Answers that came after a campaign had closed: files of judges, looked at before they are taken in."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fastapi import UploadFile

from mtassay.errors import InputError, NotFound
from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.late_answers import LateAnswers
from mtassay.store.history.events import latest
from mtassay.store.people.accounts import Role
from mtassay.store.work.kept_files import file_content, find_file, forget_file, keep_file
from mtassay.web.late_answers import LARGEST, take_late_files
from mtassay.web.pages.campaigns.chosen import chosen_campaign
from mtassay.web.serving.routes import Context, Done, Routes
from mtassay.web.serving.uploads import clean_name

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Campaigns")

_MEDIA_TYPE = "application/vnd.mtassay.late-answers+json"
_MOST_SHOWN = 50


@dataclass(frozen=True)
class KeptLateAnswers:
    """Files that wait to be taken in."""

    uid: str


@dataclass(frozen=True)
class NotTaken:
    """Where an answer stands that would not be taken, and why."""

    place: str
    why: str


@dataclass(frozen=True, kw_only=True)
class LateAnswersPreview:
    """What taking files in would do; of the refused answers the first ones are listed."""

    project_id: int
    project_name: str
    campaign_id: int
    campaign_name: str
    uid: str
    files: list[str]
    new: int
    known: int
    refused: int
    refusals: list[NotTaken]


@dataclass(frozen=True)
class TakenLateAnswers:
    """What was taken in, and the revision of the project that it led to."""

    new: int
    known: int
    refused: int
    revision: int


@ROUTES.action("/projects/{project}/campaigns/{number}/late", may=Role.MANAGER)
def send_late_answers(context: Context, project: int, number: int, files: list[UploadFile]) -> Done[KeptLateAnswers]:
    """Keep files of late answers until somebody confirms; nothing of them counts yet."""
    contents: dict[str, bytes] = {}
    for file in files:
        if file.filename:
            name = clean_name(file.filename)
            shown = name if name not in contents else f"{name} ({len(contents) + 1})"
            contents[shown] = file.file.read(LARGEST + 1)
    if not contents:
        raise InputError("no file was sent; choose those that judges saved")
    with context.database.writing(in_turn=False) as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        _take(context, connection, campaign, contents, is_rehearsal=True)
        kept = json.dumps({name: content.decode("utf-8", "replace") for name, content in contents.items()}).encode()
        uid = keep_file(connection, context.owner, "Late answers", kept, _MEDIA_TYPE).uid
    return Done(KeptLateAnswers(uid), f"/projects/{stored.id}/campaigns/{campaign.id}/late/{uid}")


@ROUTES.page("/projects/{project}/campaigns/{number}/late/{uid}", may=Role.MANAGER, template="campaigns/late.html")
def look_at_late_answers(context: Context, project: int, number: int, uid: str) -> LateAnswersPreview:
    """What is new in files of late answers, what is there already, and what would be refused."""
    with context.database.reading() as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        contents = _kept(context, connection, uid)
        foreseen = _take(context, connection, campaign, contents, is_rehearsal=True)
    return LateAnswersPreview(
        project_id=stored.id,
        project_name=stored.name,
        campaign_id=campaign.id,
        campaign_name=campaign.name,
        uid=uid,
        files=list(contents),
        new=foreseen.new,
        known=foreseen.known,
        refused=len(foreseen.refused),
        refusals=[NotTaken(refused.place, refused.why) for refused in foreseen.refused[:_MOST_SHOWN]],
    )


@ROUTES.action("/projects/{project}/campaigns/{number}/late/{uid}", may=Role.MANAGER)
def take_late_answers_in(context: Context, project: int, number: int, uid: str) -> Done[TakenLateAnswers]:
    """Take in what is new, as one step that the history can undo."""
    with context.database.writing() as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        taken = _take(context, connection, campaign, _kept(context, connection, uid), is_rehearsal=False)
        forget_file(connection, context.owner, uid)
        revision = taken.revision or latest(connection, stored.id)
    result = TakenLateAnswers(taken.new, taken.known, len(taken.refused), revision)
    return Done(result, f"/projects/{stored.id}/campaigns/{campaign.id}?step={taken.revision}")


@ROUTES.action("/projects/{project}/campaigns/{number}/late/{uid}/discard", may=Role.MANAGER)
def discard_late_answers(context: Context, project: int, number: int, uid: str) -> Done[KeptLateAnswers]:
    """Forget files that were not taken in."""
    with context.database.writing(in_turn=False) as connection:
        stored, campaign = chosen_campaign(connection, project, number)
        _kept(context, connection, uid)
        forget_file(connection, context.owner, uid)
    return Done(KeptLateAnswers(uid), f"/projects/{stored.id}/campaigns/{campaign.id}")


def _kept(context: Context, connection: "sa.Connection", uid: str) -> dict[str, bytes]:
    if find_file(connection, context.owner, uid).media_type != _MEDIA_TYPE:
        raise NotFound("this file was not sent as late answers; send it again")
    files = json.loads(file_content(connection, context.owner, uid))
    return {name: content.encode() for name, content in files.items()}


def _take(
    context: Context,
    connection: "sa.Connection",
    campaign: StoredCampaign,
    contents: dict[str, bytes],
    *,
    is_rehearsal: bool,
) -> LateAnswers:
    who, secret = context.visitor.name, context.state.secret
    return take_late_files(connection, campaign, contents, secret, who, is_rehearsal=is_rehearsal)
