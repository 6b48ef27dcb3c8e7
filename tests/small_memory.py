"""A small memory of judgments, filled as people fill one: `python tests/small_memory.py FILE` writes it.

Anna judged a first system alone; a second and a third were added, and only then judged; Ben judged some again; Anna
rechecked a few. A fourth system was added and nobody has judged it yet.
"""

import sys
from pathlib import Path

import sqlalchemy as sa

from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.database import Database
from mtassay.store.migration import create

SOURCES = {
    "ja, guten Tag, hier ist das Hotel am Markt.": ("ja, guten Tag,", "hier ist das Hotel am Markt."),
    "ich hätte gern ein Zimmer für zwei Nächte.": ("ich hätte gern ein Zimmer", "für zwei Nächte."),
    "wann wollen Sie anreisen?": (),
    "am Freitag, gegen acht Uhr abends.": ("am Freitag,", "gegen acht Uhr abends."),
    "ist das Frühstück im Preis enthalten?": ("ist das Frühstück", "im Preis enthalten?"),
    "vielen Dank, auf Wiederhören.": (),
}
SYSTEMS = {
    "word-by-word": (
        "yes, good day, here is the hotel at market.",
        "I had gladly a room for two nights.",
        "when want you arrive?",
        "at Friday, against eight clock evenings.",
        "is the breakfast in the price contained?",
        "many thanks, on rehearing.",
    ),
    "phrases": (
        "yes, hello, this is the hotel at the market.",
        "I would like a room for two nights.",
        "when do you want to travel?",
        "on Friday, at about eight in the evening.",
        "is the breakfast included in the price?",
        "thank you, goodbye.",
    ),
    "neural": (
        "yes, hello, this is the Hotel am Markt.",
        "I would like a room for two nights.",
        "when would you like to arrive?",
        "on Friday, at about eight in the evening.",
        "is breakfast included in the price?",
        "thank you very much, goodbye.",
    ),
    "neural-large": (
        "yes, hello, this is the Hotel am Markt.",
        "I would like a room for two nights, please.",
        "when would you like to arrive?",
        "on Friday, around eight in the evening.",
        "is breakfast included?",
        "thank you, goodbye.",
    ),
}
# score, then a verdict for each item; `seconds` count down as judges get used to it
ANNA = {
    "word-by-word": ((5, "ok syntax"), (4, "syntax ok"), (3, ""), (2, "syntax meaning"), (5, "ok syntax"), (1, "")),
    "phrases": ((9, "ok ok"), (10, "ok ok"), (5, ""), (10, "ok ok"), (9, "ok ok"), (9, "")),
    "neural": ((10, "ok ok"), None, (10, ""), None, (10, "ok ok"), (10, "")),
}
BEN = {
    "word-by-word": ((4, "ok meaning"), (5, "other ok"), (3, ""), None, None, (0, "")),
    "phrases": ((8, "ok ok"), (10, "ok ok"), (4, ""), (9, "ok ok"), None, None),
}


def collected(system: str, judge: str, scores: tuple[tuple[int, str] | None, ...], *, is_recheck: bool) -> Collection:
    """The judgments of some outputs."""
    sources = []
    for number, (source, items) in enumerate(SOURCES.items()):
        said = scores[number] if number < len(scores) else None
        judgments = ()
        if said is not None:
            points, classes = said
            verdicts = {str(place): verdict for place, verdict in enumerate(classes.split())}
            seconds = None if judge == "ben" else 60.0 - 5 * number
            judgments = (
                Judgment(
                    points,
                    judge=judge,
                    system=system,
                    at=None,
                    seconds=seconds,
                    verdicts=verdicts,
                    is_recheck=is_recheck,
                ),
            )
        target = Target(SYSTEMS[system][number], judgments)
        cut = tuple(Item(str(place), text) for place, text in enumerate(items))
        sources.append(Source(source, items=cut, targets=(target,) if judgments else ()))
    return Collection(tuple(sources), source_language="de", target_language="en")


def first_system(system: str, scores: tuple[tuple[int, str] | None, ...]) -> Collection:
    """Outputs and judgments that come together."""
    plain = collected(system, "anna", scores, is_recheck=False)
    sources = []
    for number, source in enumerate(plain.sources, start=1):
        (target,) = source.targets
        outputs = (Output(system, "", number, "hotel"),)
        sources.append(
            Source(
                source.text,
                document="hotel",
                position=number,
                items=source.items,
                targets=(Target(target.text, target.judgments, outputs),),
            )
        )
    return Collection(tuple(sources))


def fill(connection: sa.Connection, name: str = "hotel") -> Project:
    """A project with all of it."""
    project = add_project(connection, name, "anna", source_language="de", target_language="en")

    def add(collection: Collection, who: str) -> None:
        add_collection(connection, project, collection, who)

    add(first_system("word-by-word", ANNA["word-by-word"]), "anna")
    for system in ("phrases", "neural"):
        add_outputs(connection, project, system, SYSTEMS[system], "anna")
        add(collected(system, "anna", ANNA[system], is_recheck=False), "anna")
    for system, scores in BEN.items():
        add(collected(system, "ben", scores, is_recheck=False), "ben")
    add(collected("phrases", "anna", ((9, ""), (10, ""), (6, "")), is_recheck=True), "anna")
    add_outputs(connection, project, "neural-large", SYSTEMS["neural-large"], "anna")
    return project


def write(path: Path) -> None:
    """A file with it, in place of one that was there."""
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    database = Database(str(path))
    create(database)
    with database.writing() as connection:
        fill(connection)
    database.close()


if __name__ == "__main__":
    write(Path(sys.argv[1]))
