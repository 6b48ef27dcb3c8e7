"""What a server holds while it runs."""

from dataclasses import dataclass

from jinja2 import Environment

from mtassay.store.database import Database
from mtassay.web.serving.configuration import Configuration


@dataclass(frozen=True)
class ServerState:
    """The database, the key of this installation, and the templates."""

    configuration: Configuration
    database: Database
    secret: bytes
    templates: Environment
