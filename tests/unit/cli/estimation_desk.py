"""A database with a new system, and the command line that works on it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from click.testing import CliRunner
from new_system import NEW, NewSystem

from mtassay.cli.main import EXIT_CODES, cli
from mtassay.cli.remedies import message_of
from mtassay.errors import MtassayError
from mtassay.store.database import Database


@dataclass(frozen=True)
class Desk:
    """A database with a new system, and the command line that works on it."""

    database: Database
    new: NewSystem

    def mtassay(self, *arguments: str, stdin: str = "", code: int = 0) -> str:
        """What a command prints, in this process: a new one for each would take longer than all else."""
        environment = {"MTASSAY_DB": self.database.location, "COLUMNS": "500"}
        done = CliRunner().invoke(cli, arguments, input=stdin, env=environment, standalone_mode=False)
        error = done.exception
        found = next((number for kind, number in EXIT_CODES.items() if isinstance(error, kind)), 1) if error else 0
        assert found == code, f"{done.output}{error!r}"
        if error is None:
            return done.stdout
        return message_of(error) if isinstance(error, MtassayError) else str(error)

    def db(self, *arguments: str, code: int = 0) -> str:
        return self.mtassay("db", *arguments, code=code)

    def records(self, *arguments: str) -> dict[str, Any]:
        found = json.loads(self.db(*arguments, "--format", "json"), parse_constant=pytest.fail)
        assert isinstance(found, dict)
        return found

    def open_items(self) -> list[str]:
        """The translations that are asked for and open, in the order of the queue."""
        items = self.records("queue", NEW, "--items")["Items"]
        return [item["translation"] for item in items if item["state"] == "open"]

    def judge(self, count: int, judge: str = "anna", *, between: str = "") -> str:
        """Answer as the new system's scores say."""
        answers = "".join(f"{self.new.score(text)}\n{between}" for text in self.open_items()[:count])
        return self.mtassay("judge", "--queue", NEW, "--judge", judge, stdin=answers)


Make = Callable[..., Desk]
