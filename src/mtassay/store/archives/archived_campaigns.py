"""Campaigns of an archive: what their answers name, and whether all of them can be read."""

import math
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from mtassay.errors import InputError, MtassayError
from mtassay.store.campaign_tables import ANSWERS, CAMPAIGN_ITEMS, CAMPAIGN_TASKS, CAMPAIGNS, REUSED
from mtassay.store.campaigns.all_answers import all_answers
from mtassay.store.campaigns.campaigns import ItemKind, StoredCampaign, TaskKind, campaigns, protocols_of
from mtassay.store.campaigns.control_answers import control_pairs
from mtassay.store.campaigns.training_answers import TRAINING_TRIES, training_answers
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import chosen_rows
from mtassay.store.schema import ITEMS, JUDGMENTS


def check_answer_rows(rows: Mapping[str, Sequence[Mapping[str, Any]]], shown: str) -> None:
    """Refuse answers whose judgments are those of others, and reuse of nothing."""
    judgments = {row["id"]: (row["target"], row["event"], row["value"]) for row in rows[JUDGMENTS.name]}
    targets = {row["id"]: row["target"] for row in rows[CAMPAIGN_ITEMS.name]}
    for row in rows[ANSWERS.name]:
        own = (targets.get(row["item"]), row["event"], row["body"].get("value"))
        if row["judgment"] is not None and judgments.get(row["judgment"]) != own:
            raise InputError(f"{shown}: answer {row['id']} has the judgment of another; nothing was stored")
    for row in rows[REUSED.name]:
        if (row["answer"] is None) == (row["judgment"] is None):
            raise InputError(
                f"{shown}: row {row['id']} of {REUSED.name} should name an answer or a judgment; nothing was stored"
            )


def renumber_answers(
    connection: sa.Connection, rows: Sequence[dict[str, Any]], ids: Mapping[str, Mapping[int, int]], shown: str
) -> None:
    """Give answers the new numbers of what they name: some protocols name items, or information items of sources."""
    items, parts = ids[CAMPAIGN_ITEMS.name], ids[ITEMS.name]
    query = sa.select(CAMPAIGN_TASKS.c.id, CAMPAIGN_TASKS.c.protocol, CAMPAIGNS.c.settings).join(
        CAMPAIGNS, CAMPAIGNS.c.id == CAMPAIGN_TASKS.c.campaign
    )
    asked = chosen_rows(connection, query, 0, {row["task"] for row in rows})
    try:
        protocols = {task: protocols_of(settings)[place] for task, place, settings in asked}
        for row in rows:
            if "cannot" not in row["body"]:
                row["body"] = protocols[row["task"]].renumbered(
                    row["body"], lambda name: str(items[int(name)]), lambda name: str(parts[int(name)])
                )
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, MtassayError) as error:
        raise InputError(f"{shown}: an answer in it cannot be read ({error}); nothing was stored") from None


def check_campaigns(connection: sa.Connection, project: Project, shown: str) -> None:
    """Read all campaigns once: what could never be opened is not stored."""
    try:
        for campaign in campaigns(connection, project):
            if campaign.problem:
                raise InputError(campaign.problem)
            if not campaign.protocols:
                raise InputError("one asks by no protocol")
            _check_training(connection, campaign)
            _check_surroundings(connection, campaign)
            _check_controls(connection, campaign)
            deque(all_answers(connection, campaign, with_controls=True), maxlen=0)
            training_answers(connection, campaign)
            control_pairs(connection, campaign)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, MtassayError) as error:
        raise InputError(f"{shown}: a campaign in it cannot be read ({error}); nothing was stored") from None


def _check_training(connection: sa.Connection, campaign: StoredCampaign) -> None:
    """Refuse training that nobody could answer right or wrong, also where nobody has answered it yet."""
    count = campaign.settings.get("training", 0)
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise InputError(f"the training of {campaign.name} is {count!r} and should be a number of items")
    of_training = sa.select(sa.func.count()).where(
        CAMPAIGN_TASKS.c.campaign == campaign.id, CAMPAIGN_TASKS.c.kind == TaskKind.TRAINING.value
    )
    tasks = connection.scalar(of_training)
    if tasks != TRAINING_TRIES * count:
        raise InputError(f"{campaign.name} has {tasks} tasks of training for {count} items")
    details = sa.select(CAMPAIGN_ITEMS.c.detail).where(
        CAMPAIGN_ITEMS.c.campaign == campaign.id, CAMPAIGN_ITEMS.c.kind == ItemKind.TRAINING.value
    )
    for detail in connection.scalars(details):
        low, high = detail["low"], detail["high"]
        is_range = all(isinstance(end, int | float) and math.isfinite(end) for end in (low, high)) and low <= high
        if not is_range or not isinstance(detail.get("note", ""), str):
            raise InputError(f"an item of the training of {campaign.name} is right from {low!r} to {high!r}")
        for place in detail.get("errors", ()):
            if [type(end) for end in place] != [int, int]:
                raise InputError(f"an error to be marked in the training of {campaign.name} stands at {place!r}")


def _check_surroundings(connection: sa.Connection, campaign: StoredCampaign) -> None:
    """Refuse what could not be shown before a text."""
    query = sa.select(CAMPAIGN_ITEMS.c.detail).where(CAMPAIGN_ITEMS.c.campaign == campaign.id)
    for detail in connection.scalars(query) if campaign.context == "before" else ():
        for source, reference in detail.get("before", ()):
            if not isinstance(source, str) or not isinstance(reference, str):
                raise InputError(f"what stands before a text of {campaign.name} is no text")


def _check_controls(connection: sa.Connection, campaign: StoredCampaign) -> None:
    """Refuse controls that check no work of their campaign."""
    columns = (CAMPAIGN_TASKS.c.id, CAMPAIGN_TASKS.c.kind, CAMPAIGN_TASKS.c.made_of)
    tasks = connection.execute(sa.select(*columns).where(CAMPAIGN_TASKS.c.campaign == campaign.id)).all()
    work = {row.id for row in tasks if TaskKind(row.kind) is TaskKind.WORK}
    for row in tasks:
        if TaskKind(row.kind) in (TaskKind.REPEAT, TaskKind.CONTROL) and row.made_of not in work:
            raise InputError(f"a control of {campaign.name} checks no task of its work")
