"""Starting the server: the database is made where there is none, and somebody must be able to come in."""

import os
import socket
import threading
import webbrowser
from typing import Any

from mtassay.errors import MissingExtra, SettingError
from mtassay.store.accounts import has_administrator
from mtassay.store.database import Database
from mtassay.store.migration import create_where_new, require_current
from mtassay.web.configuration import Configuration

_CONFIGURATION = "MTASSAY_WEB_CONFIGURATION"


def prepare_database(location: str) -> bool:
    """Make the database where there is none; says whether it was made. An old or foreign one is refused."""
    database = Database(location)
    try:
        is_new = create_where_new(database)
        require_current(database)
        return is_new
    finally:
        database.close()


def needs_administrator(configuration: Configuration) -> bool:
    """Whether nobody could sign in."""
    if configuration.is_local:
        return False
    database = Database(configuration.location)
    try:
        with database.reading() as connection:
            return not has_administrator(connection)
    finally:
        database.close()


def serve(configuration: Configuration, *, workers: int = 1, opens_browser: bool = False) -> None:
    """Answer requests until somebody stops the server."""
    try:
        import uvicorn
    except ImportError:
        raise MissingExtra("the workbench in the browser", "web") from None
    _check_address(configuration)
    options: dict[str, Any] = {
        "host": configuration.host,
        "port": configuration.port,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        # the proxy that --public-url promises is on this machine
        "proxy_headers": configuration.public_url is not None,
        "timeout_graceful_shutdown": 5,
    }
    if opens_browser:
        timer = threading.Timer(1.0, webbrowser.open, [configuration.origin])
        timer.daemon = True
        timer.start()
    os.environ[_CONFIGURATION] = configuration.to_json()  # for the processes of several workers
    uvicorn.run("mtassay.web.server:app_of_environment", factory=True, workers=workers, **options)


def _check_address(configuration: Configuration) -> None:
    """Refuse an address that cannot be used, before anything is started."""
    where = f"{configuration.host} port {configuration.port}"
    try:
        found = socket.getaddrinfo(configuration.host, configuration.port, type=socket.SOCK_STREAM)
        with socket.socket(found[0][0], socket.SOCK_STREAM) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(found[0][4])
    except OSError as error:
        raise SettingError(
            f"the server cannot answer at {where}: {error.strerror or error}; is another one running there? "
            "Choose another: --port N"
        ) from None


def app_of_environment() -> Any:
    """The application, in a process that was started for it."""
    from mtassay.web.app import create_app

    return create_app(Configuration.from_json(os.environ[_CONFIGURATION]))
