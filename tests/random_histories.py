"""Projects to which random things happen, as people and files let them happen."""

import random
from collections.abc import Callable
from dataclasses import replace

import sqlalchemy as sa
from answering import answer

from mtassay.errors import Conflict
from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.items import cut_items
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_judgments, delete_sources, delete_system, delete_targets
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo
from mtassay.store.judging.questions import recheck_round
from mtassay.store.memory.stored_memory import load_memory


class History:
    """A project to which random things happen."""

    def __init__(self, connection: sa.Connection, project: Project, seed: int) -> None:
        self.connection, self.project, self.random = connection, project, random.Random(seed)
        self.files: list[Collection] = []

    def happen(self) -> None:
        ways: list[Callable[[], object]] = [
            self.bring,
            self.bring_again,
            self.judge,
            self.judge,
            self.recheck,
            self.cut,
        ]
        ways += [self.withdraw_scores, self.bring, self.delete, self.delete, self.undo, self.undo, self.undo]
        self.random.choice(ways)()

    def bring(self) -> None:
        texts = self.random.sample(["a b", "c d e"], self.random.randint(1, 2))
        self.files.append(Collection(tuple(self._source(text) for text in texts)))
        self._add(self.files[-1])

    def bring_again(self) -> None:
        if self.files:
            self._add(self.random.choice(self.files))

    def judge(self) -> None:
        targets = load_memory(self.connection, self.project).target_ids.tolist()
        if targets:
            answer(self.connection, self.project, self.random.choice(targets), "anna", self._score())

    def recheck(self) -> None:
        targets = load_memory(self.connection, self.project).target_ids.tolist()
        if targets:
            target, judge = self.random.choice(targets), self.random.choice(["anna", "ben"])
            round = recheck_round(judge, judge, self.random.randint(0, 1))
            answer(self.connection, self.project, target, judge, self._score(), recheck=round)

    def withdraw_scores(self) -> None:
        """A file comes again, with verdicts where it had scores."""
        if self.files:
            file = self.random.choice(self.files)
            self._add(replace(file, sources=tuple(map(_without_scores, file.sources))))

    def cut(self) -> None:
        stored = load_memory(self.connection, self.project)
        if stored.memory.sources:
            place = self.random.randrange(len(stored.memory.sources))
            words = stored.memory.sources[place].split()
            size = self.random.randint(1, len(words))
            parts = [" ".join(words[:size]), " ".join(words[size:])]
            source = int(stored.source_ids[place])
            cut_items(self.connection, self.project, source, [part for part in parts if part], "anna")

    def delete(self) -> None:
        stored = load_memory(self.connection, self.project)
        ways = (
            (delete_sources, stored.source_ids.tolist()),
            (delete_targets, stored.target_ids.tolist()),
            (delete_judgments, stored.judgment_ids.tolist()),
        )
        delete, numbers = self.random.choice(ways)
        if self.random.random() < 0.2 and stored.memory.latest_outputs("A") is not None:
            delete_system(self.connection, self.project, "A", "anna")
        elif numbers:
            delete(self.connection, self.project, [self.random.choice(numbers)], "anna")

    def undo(self, *, is_undo_too: bool = True) -> bool:
        """Undo something, where there is anything to undo."""
        kinds = {"project"} if is_undo_too else {"project", "undo"}
        events = history(self.connection, self.project.id)
        holding = [event.revision for event in events if event.kind not in kinds and event.undone_by is None]
        if holding:
            undo(self.connection, self.project.id, [self.random.choice(holding)], "anna")
        return bool(holding)

    def _add(self, collection: Collection) -> None:
        try:
            add_collection(self.connection, self.project, collection, "anna")
        except Conflict:  # the source is cut otherwise here
            return
        again = add_collection(self.connection, self.project, collection, "anna")
        assert again.revisions == ()

    def _score(self) -> float:
        return float(self.random.randint(4, 6))

    def _source(self, text: str) -> Source:
        words = text.split() if self.random.random() < 0.6 else []
        items = tuple(Item(str(place), word) for place, word in enumerate(words))
        translations = self.random.sample(["x", "y", "z"], self.random.randint(1, 3))
        targets = [Target(one, tuple(self._judgments(items))) for one in translations]
        if self.random.random() < 0.6:
            output = Output(self.random.choice(["A", "B"]), "", 1 if text == "a b" else 2)
            targets[0] = replace(targets[0], outputs=(output,))
        return Source(text, items=items, targets=tuple(targets))

    def _judgments(self, items: tuple[Item, ...]) -> list[Judgment]:
        judges = self.random.sample(["anna", "ben", "ben"], self.random.randint(0, 3))
        verdicts = {item.label: self.random.choice(["ok", "missing"]) for item in items if self.random.random() < 0.5}
        return [
            Judgment(self._score(), judge=judge, system=self.random.choice(["", "A"]), verdicts=verdicts)
            for judge in judges
        ]


def _without_scores(source: Source) -> Source:
    def withdrawn(judgment: Judgment) -> Judgment:
        return replace(judgment, value=None) if judgment.verdicts else judgment

    targets = (replace(target, judgments=tuple(map(withdrawn, target.judgments))) for target in source.targets)
    return replace(source, targets=tuple(targets))
