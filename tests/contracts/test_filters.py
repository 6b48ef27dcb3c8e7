"""A filter means the same targets in SQL, on every database, and over the arrays of a memory."""

import unicodedata
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from random import Random

import pytest
import sqlalchemy as sa
from answering import answer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_histories import History

from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.human.filters import DIFFICULTIES, Filter, parse_search, write_search
from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.human.scales import SCALES
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database
from mtassay.store.judging.questions import recheck_round
from mtassay.store.lists.filters import count_selected, select_targets, selected_of
from mtassay.store.memory.filter_columns import project_columns
from mtassay.store.memory.stored_memory import StoredMemory, load_memory
from mtassay.store.schema import ITEMS, SOURCES

TEXTS = [
    "die Straße, STRASSE, ẞ",
    "İstanbul ısı I i",
    "e\u0301te\u0301 und été",
    "q\u0323\u0307 q\u0307\u0323 ạ̇",
    "50 % _rabatt_ / \\ %% __",
    "sie sagte \"ja\" und 'nein'",
    "שלום עולם (hello) مرحبا",
    "👩\u200d👩\u200d👧 und 🙂",
    "ﬃ ǅ ΌΔΟΣ ὀδός",
    "각 \u1100\u1161\u11a8 가",
    "plain words here",
]
SYSTEMS = ["A", "a", 'B "x"', "Ω system"]
JUDGES = ["anna", "Anna", "jürgen", "ju\u0308rgen", "%"]
DOCUMENTS = ["", "hotel", "Hotel", "zug_1"]
FIRST_DAY = date(2026, 5, 1)


class RandomProject(History):
    """A project to which random things happen, with texts, names and times that look for trouble."""

    def __init__(self, connection: sa.Connection, seed: int) -> None:
        random = Random(seed)
        scale = SCALES[random.choice(["evaltrans", "da", "adequacy"])]
        super().__init__(connection, add_project(connection, uuid.uuid4().hex, "anna", scale=scale), seed)
        for _ in range(3):
            self.bring()
        for _ in range(random.randint(2, 9)):
            self.happen()

    @property
    def stored(self) -> StoredMemory:
        return load_memory(self.connection, self.project)

    def bring(self) -> None:
        sources = tuple(self._source(text) for text in self.random.sample(TEXTS, self.random.randint(2, 4)))
        self.files.append(Collection(sources, scale=self.project.scale))
        self._add(self.files[-1])

    def judge(self, round: str = "") -> None:
        targets = self.stored.target_ids.tolist()
        if targets:
            judge, target = self.random.choice(JUDGES), self.random.choice(targets)
            answer(self.connection, self.project, target, judge, self._score(), system=self._system(), recheck=round)

    def recheck(self) -> None:
        self.judge(recheck_round("anna", "anna", 0))

    def filters(self) -> Iterator[Filter]:
        """Filters that ask for what is there, or nearly there; each condition by itself, and some together."""
        single = [self._conditions() for _ in range(2)]
        for conditions in single:
            for name, value in conditions.items():
                yield Filter(**{name: value})
        for conditions in single:
            names = self.random.sample(sorted(conditions), self.random.randint(2, 3))
            some = {name: conditions[name] for name in names}
            if {"lowest", "highest"} <= set(names):
                some["lowest"], some["highest"] = sorted((some["lowest"], some["highest"]))
            if {"since", "until"} <= set(names):
                some["since"], some["until"] = sorted((some["since"], some["until"]))
            yield Filter(**some)

    def _conditions(self) -> dict:
        stored, pick = self.stored, self.random.choice
        points = [0.0, 5.0, 7.5, 10.0, *(float(score) for score in stored.memory.scores if 0 <= score <= 10)]
        days = [FIRST_DAY + timedelta(days=number) for number in range(-1, 5)]
        days += [date.min, date.max, datetime.now(UTC).date()]
        return {
            "words": tuple(self._piece() for _ in range(self.random.randint(1, 2))),
            "source": self._piece(),
            "system": pick([*SYSTEMS, "nobody"]),
            "judge": pick([*JUDGES, "nobody"]),
            "document": pick([*DOCUMENTS[1:], "nowhere"]),
            "difficulty": pick(DIFFICULTIES),
            "lowest": pick(points),
            "highest": pick(points),
            "above": pick(points),
            "below": pick(points),
            "since": pick(days),
            "until": pick(days),
            "judged": pick([True, False]),
            "source_number": pick([*stored.source_ids.tolist(), 10**6]),
            "verdict": (pick([*self._items(), 10**6]), pick(ITEM_CLASSES)),
        }

    def _items(self) -> list[int]:
        """Those that are there, and those that were."""
        own = sa.select(SOURCES.c.id).where(SOURCES.c.project == self.project.id)
        return list(self.connection.scalars(sa.select(ITEMS.c.id).where(ITEMS.c.source.in_(own))))

    def _piece(self) -> str:
        """A piece of a text, in another case or Unicode form."""
        text = self.random.choice(TEXTS)
        start = self.random.randrange(len(text))
        piece = text[start : start + self.random.randint(1, 6)].strip() or "%"
        changes: list[Callable[[str], str]] = [str.upper, str.lower, str.swapcase, str.title, str]
        changes += [lambda text, form=form: unicodedata.normalize(form, text) for form in ("NFC", "NFD")]
        return self.random.choice(changes)(self.random.choice(changes)(piece))

    def _score(self) -> float:
        scale = self.project.scale
        return self.random.choice(scale.values) if scale.values else round(self.random.uniform(0, 100), 2)

    def _system(self) -> str:
        """The one that a judgment names, which must be there."""
        known = sorted({outputs.system for outputs in self.stored.memory.outputs})
        return self.random.choice(["", *known])

    def _source(self, text: str) -> Source:
        items = (Item("0", text.split()[0]), Item("1", text.split()[1])) if self.random.random() < 0.5 else ()
        targets = []
        for translation in self.random.sample(TEXTS, self.random.randint(0, 3)):
            outputs = ()
            if self.random.random() < 0.6:
                place = 100 * TEXTS.index(text) + TEXTS.index(translation)
                name, run = self.random.choice(SYSTEMS), self.random.choice(["", "second"])
                outputs = (Output(name, run, place + 1, self.random.choice(DOCUMENTS)),)
            targets.append(Target(translation, tuple(self._judgments(items)), outputs))
        return Source(text, document=self.random.choice(DOCUMENTS), items=items, targets=tuple(targets))

    def _judgments(self, items: tuple[Item, ...]) -> list[Judgment]:
        made = []
        for judge in self.random.sample([*JUDGES, ""], self.random.randint(0, 3)):
            verdicts = {item.label: self.random.choice(ITEM_CLASSES) for item in items}
            value = None if verdicts and self.random.random() < 0.2 else self._score()
            judgment = Judgment(
                value, judge=judge, system=self.random.choice(["", *SYSTEMS]), verdicts=verdicts, at=self._moment()
            )
            made.append(replace(judgment, is_recheck=self.random.random() < 0.2))
        return made

    def _moment(self) -> datetime | None:
        if self.random.random() < 0.2:
            return None
        zone = self.random.choice([UTC, timezone(timedelta(hours=9)), timezone(timedelta(hours=-7))])
        hours = self.random.choice([0, 0, 24 * self.random.randint(0, 3), self.random.uniform(0, 72)])
        begin = datetime(FIRST_DAY.year, FIRST_DAY.month, FIRST_DAY.day, tzinfo=zone)
        return begin + timedelta(hours=hours) - timedelta(microseconds=self.random.choice([0, 1]))


def check(database: Database, seed: int) -> None:
    """Every filter means the same targets, however it is asked, and can be written down."""
    with database.writing() as connection:
        told = RandomProject(connection, seed)
        project, stored = told.project, told.stored
        for chosen in told.filters():
            mask = chosen.mask(stored.memory, project_columns(connection, project, stored, chosen).of(stored))
            expected = stored.target_ids[mask].tolist()
            found = select_targets(connection, project, chosen)
            assert sorted(one.target for one in found) == sorted(expected), chosen
            assert sum(count_selected(connection, project, chosen).values()) == len(found), chosen
            for source in {one.source for one in found}:
                here = {one.target for one in found if one.source == source}
                assert selected_of(connection, project, chosen, source) == here, chosen
            plain = replace(chosen, source_number=None, verdict=None)
            assert parse_search(write_search(plain)) == plain


@pytest.fixture
def database(new_database: Callable[[str], str], request: pytest.FixtureRequest) -> Iterator[Database]:
    database = Database(new_database(request.param))
    yield database
    database.close()


# many projects in one database, which must not be taken for each other's
many = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
few = settings(many, max_examples=5)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@many
@given(seed=st.integers(0, 2**32))
def test_sqlite_and_arrays_choose_the_same_targets(database: Database, seed: int) -> None:
    check(database, seed)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@few
@given(seed=st.integers(0, 2**32))
def test_postgresql_and_arrays_choose_the_same_targets(database: Database, seed: int) -> None:
    check(database, seed)
