"""Sessions of judges at a terminal, and what they store."""

from collections.abc import Callable

from mtassay.cli.judging.session import JudgingSession
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database

Start = Callable[..., JudgingSession]


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def stored(database: Database, project: Project, judge: str = "anna") -> list[tuple[str, float | None, bool]]:
    with database.reading() as connection:
        collection = read_collection(connection, project)
    return [
        (target.text, judgment.value, judgment.is_recheck)
        for source in collection.sources
        for target in source.targets
        for judgment in target.judgments
        if judgment.judge == judge
    ]


def shown(session: JudgingSession) -> str:
    return "" if session.question is None else session.question.text


def press(session: JudgingSession, *keys: str) -> None:
    for key in keys:
        session.press(key)


def press_good_score(session: JudgingSession) -> None:
    """One that contradicts no neighbour."""
    press(session, "9" if "meet at" in shown(session) else "2", "enter")
