"""A real browser and a real server for each journey, or one for all that keep nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect
from workbench import Workbench

from mtassay.store.contents.consistency import faults
from mtassay.store.database import Database

# a busy machine may take its time; what is right does not wait for it
expect.set_options(timeout=15_000)


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest, new_location: Callable[[str], str]) -> Iterator[Workbench]:
    """The workbench on an empty database: as on somebody's own machine, or as two processes on PostgreSQL."""
    if getattr(request, "param", "sqlite") == "postgresql":
        workbench = Workbench(tmp_path, "--workers", "2", location=new_location("postgresql")).start()
    else:
        workbench = Workbench(tmp_path).start()
    yield workbench
    workbench.stop()
    assert "Traceback" not in workbench.log, workbench.log
    database = Database(workbench.location)
    assert faults(database) == ()
    database.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """One for all journeys that keep nothing: it takes longer to start than most of them last."""
    workbench = Workbench(tmp_path_factory.mktemp("shared")).start()
    yield workbench
    workbench.stop()
    assert "Traceback" not in workbench.log, workbench.log


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of a new visitor; what the browser complains of, and requests to elsewhere, fail the test.

    A module that cuts the connection says so by LOSES_CONNECTION.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(30_000)
    complaints: list[str] = []
    page.on("console", lambda message: _note(complaints, message))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: _note_request(complaints, request))
    yield page
    context.close()
    if getattr(request.module, "LOSES_CONNECTION", False):
        complaints = [complaint for complaint in complaints if "net::ERR_" not in complaint]
    assert not complaints, complaints


def _note(complaints: list[str], message: ConsoleMessage) -> None:
    # an answer that says what is wrong with a form is an error to the console
    if message.type == "error" and "status of 4" not in message.text:
        complaints.append(message.text)


def _note_request(complaints: list[str], request: Request) -> None:
    address = urlsplit(request.url)
    if address.scheme not in ("data", "blob") and address.hostname != "localhost":
        complaints.append(f"a request to {request.url}")
