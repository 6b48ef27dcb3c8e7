"""Lists of projects: what they hold is known before the first visitor asks."""

import time
from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient
from small_memory import fill

from mtassay.store.database import Database
from mtassay.store.lists.projects import contents, last_activity
from mtassay.web.project_rows import _CONTENTS
from mtassay.web.serving.app import create_app
from mtassay.web.serving.configuration import Configuration
from mtassay.web.serving.server import prepare_database


@pytest.mark.parametrize("backend", ["sqlite", "postgresql"])
def test_a_server_counts_what_projects_hold_when_it_starts(
    backend: str, new_location: Callable[[str], str], tmp_path
) -> None:
    location = new_location(backend)
    prepare_database(location)
    database = Database(location)
    with database.writing() as connection:
        found = [fill(connection, name) for name in ("hotel", "station")]
        expected = [(one.id, last_activity(connection, one).state, contents(connection, one)) for one in found]
    configuration = Configuration(location, secret_file=str(tmp_path / "secret"), job_processes=0)
    app = create_app(configuration)
    with TestClient(app):
        figures = app.state.server.figures
        for project, state, held in expected:
            end = time.monotonic() + 30
            while (known := figures.look_up(_CONTENTS, project, state)) is None and time.monotonic() < end:
                time.sleep(0.02)
            assert known == held
    database.close()


def test_a_server_starts_and_stops_on_a_database_without_projects(new_location: Callable[[str], str], tmp_path) -> None:
    location = new_location("sqlite")
    prepare_database(location)
    configuration = Configuration(location, secret_file=str(tmp_path / "secret"), job_processes=0)
    with TestClient(create_app(configuration), base_url=configuration.origin) as client:
        assert client.get("/").status_code == 200
