"""A database as several judged systems fill it, and a new system whose scores are known to the test alone."""

from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa

from mtassay.human.collection import Collection, Judgment, Output, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import Project, add_project

NEW = "new"


@dataclass(frozen=True)
class NewSystem:
    """The project, the outputs of the new system, the score that each would get, and which the memory has."""

    project: Project
    texts: tuple[str, ...]
    scores: tuple[int, ...]
    is_repeat: tuple[bool, ...]

    def score(self, text: str) -> int:
        """What a judge says of an output."""
        return self.scores[self.texts.index(text)]


def fill(
    connection: sa.Connection,
    sources: int = 40,
    systems: int = 6,
    judges: int = 2,
    repeats: float = 0.4,
    seed: int = 1,
    name: str = "talks",
) -> NewSystem:
    """Every system makes something of every source, some of it what another made; the new one is added last."""
    rng = np.random.default_rng(seed)
    project = add_project(connection, name, "anna", source_language="de", target_language="en")
    collected, texts, scores, is_repeat = [], [], [], []
    for number in range(1, sources + 1):
        words = [f"word{word}" for word in rng.integers(0, 400, rng.integers(6, 14))]
        worth = 10 - rng.gamma(1.0, 1.5)
        made: dict[str, tuple[int, list[Judgment], list[Output]]] = {}
        for system in range(systems):
            if made and rng.random() < repeats:
                text = str(rng.choice(list(made)))
            else:
                text, damage = _damaged(words, rng)
                made.setdefault(text, (_score(worth - 0.7 * damage, rng), [], []))
            score, judgments, outputs = made[text]
            judge = ("anna", "ben", "carla")[int(rng.integers(judges))] if judges else ""
            given = min(max(score + int(rng.integers(-1, 2)), 0), 10)
            judgments.append(Judgment(given, judge=judge, system=f"system{system}"))
            outputs.append(Output(f"system{system}", "", number, "talk"))
        targets = tuple(Target(text, tuple(given), tuple(outputs)) for text, (_, given, outputs) in made.items())
        collected.append(Source(f"Satz {number}.", document="talk", position=number, targets=targets))
        if made and rng.random() < repeats:
            text = str(rng.choice(list(made)))
        else:
            text, damage = _damaged([*words, f"end{number}"], rng)
        texts.append(text)
        is_repeat.append(text in made)
        scores.append(made[text][0] if text in made else _score(worth - 0.7 * damage, rng))
    if systems:
        add_collection(connection, project, Collection(tuple(collected)), "anna")
    names = [source.text for source in collected]
    add_outputs(connection, project, NEW, texts, "anna", sources=names)
    return NewSystem(project, tuple(texts), tuple(scores), tuple(is_repeat))


def _damaged(words: list[str], rng: np.random.Generator) -> tuple[str, int]:
    changed, damage = list(words), int(rng.poisson(1.5))
    for place in rng.integers(0, len(words), damage):
        changed[place] = f"wrong{rng.integers(400)}"
    return " ".join(changed), damage


def _score(worth: float, rng: np.random.Generator) -> int:
    return int(np.clip(round(worth + rng.normal(0, 0.5)), 0, 10))
