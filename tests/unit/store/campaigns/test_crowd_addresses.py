from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from campaign_desk import begin

from mtassay.errors import Conflict, NotFound
from mtassay.store.archives.project_removal import remove_project
from mtassay.store.campaign_tables import CROWD_ADDRESSES, SEAT_LEASES
from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, set_state
from mtassay.store.campaigns.crowd_addresses import campaign_of_address, crowd_address, make_crowd_address
from mtassay.store.campaigns.leases import take_seat
from mtassay.store.campaigns.links import LIFETIME
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)


def test_addresses_that_are_wrong_old_or_renewed_sound_the_same(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, judges=(), crowd=True)
        assert crowd_address(connection, campaign, NOW) is None
        old = make_crowd_address(connection, campaign, "manager", NOW)
        assert campaign_of_address(connection, old, NOW) == campaign.id
        new = make_crowd_address(connection, campaign, "manager", NOW + timedelta(days=1))
        assert campaign_of_address(connection, new, NOW) == campaign.id
        made = crowd_address(connection, campaign, NOW)
        assert made is not None
        assert made.created == NOW + timedelta(days=1)
        said = set()
        for token, at in ((old, NOW), ("x" * 22, NOW), ("", NOW), ("\ud800", NOW), (new, made.created + LIFETIME)):
            with pytest.raises(NotFound) as caught:
                campaign_of_address(connection, token, at)
            said.add(str(caught.value))
        assert len(said) == 1
        stored = str([tuple(row) for row in connection.execute(sa.select(CROWD_ADDRESSES))])
        assert new not in stored + str(history(connection, project.id))


def test_a_campaign_that_is_undone_has_no_address_until_it_is_back(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, judges=(), crowd=True)
        token = make_crowd_address(connection, campaign, "manager", NOW)
        made = next(event for event in history(connection, project.id) if event.kind == "campaign")
        (undone,) = undo(connection, project.id, [made.revision], "manager")
        with pytest.raises(NotFound):
            campaign_of_address(connection, token, NOW)
        undo(connection, project.id, [undone], "manager")
        assert campaign_of_address(connection, token, NOW) == campaign.id


def test_who_needs_no_address_gets_none(database: Database, project: Project) -> None:
    with database.writing() as connection:
        with pytest.raises(Conflict, match="make links"):
            make_crowd_address(connection, begin(connection, project), "manager")
        campaign = begin(connection, project, name="strangers", judges=(), crowd=True)
        set_state(connection, campaign, CampaignState.CLOSED, "manager")
        with pytest.raises(Conflict, match="closed"):
            make_crowd_address(connection, campaign_of(connection, campaign.id), "manager")


def test_a_project_that_is_removed_takes_its_crowd_along(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, judges=(), crowd=True)
        make_crowd_address(connection, campaign, "manager", NOW)
        take_seat(connection, campaign, "anna", "10.0.0.1", NOW)
        remove_project(connection, project, "manager")
        for table in (CROWD_ADDRESSES, SEAT_LEASES):
            assert connection.scalar(sa.select(sa.func.count()).select_from(table)) == 0
