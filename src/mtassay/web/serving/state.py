"""What a server holds while it runs."""

from dataclasses import dataclass

from jinja2 import Environment

from mtassay.store.database import Database
from mtassay.web.figures import Figures
from mtassay.web.serving.configuration import Configuration


@dataclass(frozen=True)
class ServerState:
    """The database, what is known of its projects, the key of this installation, and the templates."""

    configuration: Configuration
    database: Database
    figures: Figures
    secret: bytes
    templates: Environment
