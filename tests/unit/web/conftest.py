"""The application in this process: as at somebody's own machine, and as a server with accounts."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import pytest
from fastapi import FastAPI
from small_memory import fill
from starlette.testclient import TestClient

from mtassay.store.contents.projects import projects
from mtassay.store.database import Database
from mtassay.store.people.accounts import Role, accounts, add_account
from mtassay.store.people.api_keys import add_key
from mtassay.store.people.members import let_in
from mtassay.web.figures import Figures
from mtassay.web.serving.app import create_app
from mtassay.web.serving.configuration import Configuration

PASSWORD = "correct horse battery"
PUBLIC = "https://evaluation.example.org"


@dataclass(frozen=True)
class Site:
    """An application, and browsers and programs that use it."""

    app: FastAPI
    configuration: Configuration

    @property
    def database(self) -> Database:
        found: Database = self.app.state.server.database
        return found

    def restart(self) -> None:
        """Forget what was computed, as after a start of the server."""
        self.app.state.server = replace(self.app.state.server, figures=Figures(self.database))

    def let_everybody_in(self) -> None:
        """Make everybody who has an account a member of every project that there is."""
        with self.database.writing() as connection:
            for project in projects(connection):
                for account in accounts(connection):
                    let_in(connection, project, account, "a test")

    def browser(self) -> "Browser":
        """A new browser, of somebody who has not signed in."""
        return Browser(self)

    def program(self, account: int | None = None) -> TestClient:
        """A program with a key: of the local administrator, or of an account."""
        with self.database.writing() as connection:
            _, secret = add_key(connection, account, "a test")
        client = TestClient(self.app, base_url=self.configuration.origin, raise_server_exceptions=False)
        client.headers["Authorization"] = f"Bearer {secret}"
        return client


class Browser(TestClient):
    """A client that sends what browsers send: cookies, Origin, and the token of the page that a form is on."""

    def __init__(self, site: Site) -> None:
        super().__init__(site.app, base_url=site.configuration.origin, raise_server_exceptions=False)
        self.headers["Origin"] = site.configuration.origin
        self._site = site

    @property
    def token(self) -> str:
        """What a page of this session would have in its forms."""
        from mtassay.web.safety.secret import csrf_token

        if self._session is None:
            self.get("/sign-in")
        assert self._session is not None
        return csrf_token(self._site.app.state.server.secret, self._session)

    @property
    def _session(self) -> str | None:
        return self.cookies.get(self._site.configuration.session_cookie)

    def send_form(self, path: str, follow: bool = False, **fields: object):  # type: ignore[no-untyped-def]
        """A form of a page, sent with its token."""
        return self.post(path, data={"csrf": self.token, **fields}, follow_redirects=follow)

    def sign_in(self, name: str, password: str = PASSWORD) -> "Browser":
        """Come in."""
        answer = self.send_form("/sign-in", name=name, password=password)
        assert answer.status_code == 303, answer.text
        return self


@pytest.fixture(scope="session")
def file_with_accounts(empty_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with an account of each role, to be copied: to guess a password takes long, and so does to set one."""
    path = tmp_path_factory.mktemp("accounts") / "accounts.db"
    shutil.copy(empty_file, path)
    database = Database(str(path))
    with database.writing() as connection:
        for role in Role:
            add_account(connection, role.value, PASSWORD, role, "a test")
    database.close()
    return path


@pytest.fixture
def open_site(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Opens an application on a database; no process does its jobs."""
    opened: list[Site] = []

    def open_it(location: str, **settings: object) -> Site:
        configuration = Configuration(
            location,
            secret_file=str(tmp_path / "secret"),
            job_processes=0,
            **settings,  # type: ignore[arg-type]
        )
        site = Site(create_app(configuration), configuration)
        opened.append(site)
        return site

    yield open_it
    for site in opened:
        site.database.close()


@pytest.fixture
def make_site(tmp_path: Path, empty_file: Path, open_site: Callable[..., Site]) -> Callable[..., Site]:
    """Makes an application on a copy of a database, unless told otherwise of an empty one."""
    copies = count()

    def make(file: Path = empty_file, **settings: object) -> Site:
        return open_site(str(shutil.copy(file, tmp_path / f"site-{next(copies)}.db")), **settings)

    return make


@pytest.fixture
def local(make_site: Callable[..., Site]) -> Site:
    """As at somebody's own machine."""
    return make_site()


@pytest.fixture
def hotel(local: Site) -> Site:
    """The same with a small memory in it."""
    with local.database.writing() as connection:
        fill(connection)
    return local


@pytest.fixture
def public(make_site: Callable[..., Site], file_with_accounts: Path) -> Site:
    """A server with accounts: a judge, a manager and an administrator, each called as their role is."""
    return make_site(file_with_accounts, public_url=PUBLIC)
