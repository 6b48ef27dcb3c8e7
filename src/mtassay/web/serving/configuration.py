"""What a server is told when it starts; nothing of it changes while it runs."""

import ipaddress
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from mtassay.errors import SettingError

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
"""How a browser on the same machine may call the server; any other name could be one that points here for a trick."""


@dataclass(frozen=True)
class Configuration:
    """Where the data are, who can reach the server, and how much it takes.

    `public_url` is how people reach it through a reverse proxy; naming it turns accounts on, whatever the host.
    """

    location: str
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str | None = None
    secret_file: str | None = None
    most_upload_bytes: int = 64_000_000
    job_processes: int = 1

    def __post_init__(self) -> None:
        if self.public_url is None:
            return
        parts = urlsplit(self.public_url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/") or parts.query:
            raise SettingError(
                f"public address {self.public_url}: this is no address of a server; write for example "
                "https://evaluation.example.org"
            )

    @property
    def is_local(self) -> bool:
        """Whether only people on this machine can come in, who need no password."""
        return self.public_url is None and is_loopback(self.host)

    @property
    def is_encrypted(self) -> bool:
        """Whether browsers reach the server by https, so that cookies are kept to it."""
        return self.public_url is not None and self.public_url.startswith("https:")

    @property
    def origin(self) -> str:
        """The address that people type, without a path."""
        if self.public_url is not None:
            return self.public_url.rstrip("/")
        shown = "localhost" if is_loopback(self.host) else self.host
        return f"http://{f'[{shown}]' if ':' in shown else shown}:{self.port}"

    @property
    def session_cookie(self) -> str:
        """The name of the cookie; browsers do not tell ports apart, so that the port is part of it."""
        return "__Host-mtassay" if self.is_encrypted else f"mtassay-{self.port}"

    @property
    def seat_cookie(self) -> str:
        """The name of the cookie of a seat, which only its own pages are sent."""
        return "__Secure-mtassay-seat" if self.is_encrypted else f"mtassay-seat-{self.port}"

    def accepts_host(self, host: str) -> bool:
        """Whether a request for this Host header is meant for this server."""
        if self.public_url is not None:
            return host.lower() == urlsplit(self.public_url).netloc.lower()
        name, _, port = host.lower().rpartition(":") if _has_port(host) else (host.lower(), "", "")
        if self.is_local:
            return name in LOOPBACK_NAMES and port in ("", str(self.port))
        return True  # it may have many names; a foreign page knows none of its passwords and cookies

    def to_json(self) -> str:
        """For processes that are started with it."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Configuration":
        """What `to_json` wrote."""
        return cls(**json.loads(text))


def _has_port(host: str) -> bool:
    return ":" in host and not host.endswith("]")


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:  # a name, which may be anything
        return False


def secret_path(configuration: Configuration) -> Path:
    """Where the random key of this installation is kept."""
    import os

    if configuration.secret_file is not None:
        return Path(configuration.secret_file)
    base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(base) / "mtassay" / "secret"
