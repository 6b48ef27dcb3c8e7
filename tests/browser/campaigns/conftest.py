"""Campaigns to be judged in a browser."""

from collections.abc import Callable
from typing import Any

import pytest
from campaign_desk import begin
from judging import opened
from workbench import Workbench

from mtassay.store.campaigns.links import make_links
from mtassay.store.contents.projects import add_project


@pytest.fixture
def open_campaign(server: Workbench) -> Callable[..., str]:
    """Makes a campaign of one seat, and gives the address of its link."""

    def make(*protocols: str, **design: Any) -> str:
        with opened(server) as database, database.writing() as connection:
            project = add_project(connection, "talks", "manager", source_language="de", target_language="en")
            campaign = begin(connection, project, *protocols, **{"seats": 1, **design})
            (link,) = make_links(connection, campaign, None, "manager")
        return f"{server.url}/j/{link.token}"

    return make
