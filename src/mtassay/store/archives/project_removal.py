"""Removing a deleted project for good: all its rows, and what people and jobs have to do with it."""

import sqlalchemy as sa

from mtassay.store.archives.rows import TABLES, belongs_to
from mtassay.store.campaign_tables import CAMPAIGNS, CROWD_ADDRESSES, JUDGES_COME_IN, SEATS
from mtassay.store.contents.projects import Project
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.people_tables import INVITATIONS, MEMBERSHIPS
from mtassay.store.schema import DRAFTS, EVENTS, PROJECTS
from mtassay.store.work.jobs import forget_jobs_about


def remove_project(connection: sa.Connection, project: Project, who: str) -> None:
    """Leave nothing of a project but the event that it was removed, which belongs to none."""
    forget_jobs_about(connection, project.id)
    for table in (DRAFTS, MEMBERSHIPS, INVITATIONS):
        connection.execute(sa.delete(table).where(table.c.project == project.id))
    seats = sa.select(SEATS.c.id).where(belongs_to(SEATS, project))
    for table in JUDGES_COME_IN:
        connection.execute(sa.delete(table).where(table.c.seat.in_(seats)))
    own = sa.select(CAMPAIGNS.c.id).where(CAMPAIGNS.c.project == project.id)
    connection.execute(sa.delete(CROWD_ADDRESSES).where(CROWD_ADDRESSES.c.campaign.in_(own)))
    # what names others goes before them
    for table in reversed(TABLES):
        connection.execute(sa.delete(table).where(belongs_to(table, project)))
    connection.execute(sa.delete(PROJECTS).where(PROJECTS.c.id == project.id))
    connection.execute(sa.delete(EVENTS).where(EVENTS.c.project == project.id))
    events.record(connection, None, EventKind.REMOVAL, who, {"name": project.name})
