"""How far a judge is: what there is to judge in a scope, and which of it is done."""

from dataclasses import replace

from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.judging.context import JudgingScope, Stop, coming, stops


class JudgingProgress:
    """The translations that a judge is asked for, in order; `update` reads them anew, as others may have answered."""

    def __init__(self, database: Database, project: Project, judge: str, scope: JudgingScope, seed: int) -> None:
        self._database = database
        self._project = project
        self._judge = judge
        self._scope = scope
        self._stops: list[Stop] = []
        self.update(seed)

    @property
    def done(self) -> int:
        """How many translations are done."""
        return sum(stop.is_done for stop in self._stops)

    @property
    def total(self) -> int:
        """How many translations there are, done or not."""
        return len(self._stops)

    def update(self, seed: int) -> None:
        """Read it as it is now; `seed` is that of the rules."""
        with self._database.reading() as connection:
            self._stops = list(stops(connection, self._project, self._judge, self._scope, seed))

    def coming(self, current: int | None) -> list[int]:
        """The open translations as they are asked after the current one."""
        return coming(self._stops, current)

    def note_done(self, target: int, *, is_done: bool) -> None:
        """Note that a translation is done, or is not any more."""
        self._stops = [
            replace(stop, is_done=is_done, is_put_off=False)
            if stop.target == target and stop.is_done != is_done
            else stop
            for stop in self._stops
        ]

    def note_put_off(self, target: int) -> None:
        """Note that a translation is to be asked after all others."""
        self._stops = [replace(stop, is_put_off=True) if stop.target == target else stop for stop in self._stops]
