"""Whole collections into the database: what is new is added, what is known is left, what differs is corrected."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from mtassay.corpus.language_codes import same_language
from mtassay.errors import Conflict
from mtassay.human.collection import Collection, Judgment, Source, Target, collapse, folded, item_starts
from mtassay.store.contents.growing_runs import find_growing_run, rows_to_add
from mtassay.store.contents.keys import judgment_uid, purpose_of, round_in, source_key, text_key
from mtassay.store.contents.known_contents import KnownContents, StoredJudgment
from mtassay.store.contents.known_runs import describe_doubt, find_known_run, known_runs, once_for_all_judges
from mtassay.store.contents.placed_sources import refuse_without_place
from mtassay.store.contents.projects import Project
from mtassay.store.contents.run_names import age
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import present
from mtassay.store.schema import (
    ITEMS,
    JUDGES,
    JUDGMENTS,
    OUTPUTS,
    PROJECTS,
    RUNS,
    SOURCES,
    SSER,
    SYSTEMS,
    TARGETS,
    VERDICTS,
)

Verdicts = tuple[tuple[int, str], ...]


@dataclass(frozen=True, kw_only=True)
class Added:
    """What an import brought that was not there before, and what was; `doubts` say what may be meant otherwise."""

    sources: int
    items: int
    targets: int
    outputs: int
    judgments: int
    corrections: int
    known_judgments: int
    returned_judgments: int
    revisions: tuple[int, ...]
    conversion: str
    doubts: tuple[str, ...] = ()


def add_collection(
    connection: sa.Connection,
    project: Project,
    collection: Collection,
    who: str,
    kind: EventKind = EventKind.IMPORT,
    note: Mapping[str, Any] | None = None,
) -> Added:
    """Add what is new in a collection: one event for what belongs to no system, and one for each system.

    Adding it again adds nothing. A judgment that is stored with another score is corrected, which names the old one.
    """
    collection.check()
    told = told_languages(connection, project, collection)
    if told:
        connection.execute(sa.update(PROJECTS).where(PROJECTS.c.id == project.id).values(**told))
    return _Writer(connection, project, collection, who, kind, dict(note or {}), told).write()


class _Writer:
    """A collection on its way into a project: what the project holds, and what was added so far."""

    def __init__(
        self,
        connection: sa.Connection,
        project: Project,
        collection: Collection,
        who: str,
        kind: EventKind,
        note: dict[str, Any],
        languages: Mapping[str, str],
    ) -> None:
        self._connection = connection
        self._project = project
        self._collection = collection
        self._who, self._kind, self._note = who, kind, note
        self._languages = languages
        self._event: int | None = None
        self._revisions: list[int] = []
        self._counts: Counter[str] = Counter()
        self._totals: Counter[str] = Counter()
        self._doubts: list[str] = []
        self._new_runs: set[int] = set()
        self._occurrences: Counter[tuple[str, ...]] = Counter()
        self._converts = (collection.scale.low, collection.scale.high) != (project.scale.low, project.scale.high)
        self._keys = [
            source_key(source.text, source.document, source.position, by_place=project.by_place)
            for source in collection.sources
        ]
        refuse_without_place(connection, project, collection.sources, self._keys)
        self._known = KnownContents(connection, project, collection, self._keys)

    def write(self) -> Added:
        self._add_sources()
        self._add_items()
        self._add_targets()
        self._add_judges()
        self._add_judgments("")
        if any(self._known.extra.get(name) != value for name, value in self._collection.extra.items()):
            self._begun()
            self._note["extra"] = dict(self._collection.extra)
        if self._languages:
            self._begun()
            self._note.update(self._languages)
        systems = self._system_names()
        if len(systems) != 1:  # otherwise all of it is that system's, and one event
            self._finish()
        for system in systems:
            self._add_outputs(system)
            self._add_judgments(system)
            self._finish(system=system)
        names = ("sources", "items", "targets", "outputs", "judgments", "corrections", "known_judgments")
        counts = {name: self._totals[name] for name in (*names, "returned_judgments")}
        scales = f"{self._collection.scale.words} to {self._project.scale.words}, in a straight line"
        return Added(
            **counts,
            revisions=tuple(self._revisions),
            conversion=scales if self._converts else "",
            doubts=tuple(self._doubts),
        )

    # what is added

    def _begun(self) -> int:
        """The event that rows belong to; it is entered when there is something to add."""
        if self._event is None:
            self._event = events.record(self._connection, self._project.id, self._kind, self._who, self._note)
            self._revisions.append(self._event)
        return self._event

    def _finish(self, **what: str) -> None:
        """End the event, if there was one, and say what it added."""
        if self._event is not None:
            unsaid = ("known_judgments", "returned_judgments")
            counts = {name: count for name, count in self._counts.items() if name not in unsaid}
            events.summarize(self._connection, self._event, {**self._note, **what, **counts})
            for once in ("extra", *self._languages):
                self._note.pop(once, None)
        self._totals += self._counts
        self._counts = Counter()
        self._event = None

    def _insert(self, table: sa.Table, rows: list[dict[str, Any]]) -> list[int]:
        """The numbers of new rows, in their order."""
        if not rows:
            return []
        event = self._begun()
        self._counts[table.name] += len(rows)
        # asking the database for the numbers of new rows would insert them one by one
        numbers = new_numbers(self._connection, table, len(rows))
        values = [{**row, "id": number, "event": event} for number, row in zip(numbers, rows, strict=True)]
        self._connection.execute(sa.insert(table), values)
        return numbers

    def _revive(self, table: sa.Table, numbers: Iterable[int]) -> None:
        """Bring back rows that were taken away and are named again."""
        lost = self._known.gone[table.name].intersection(numbers)
        if lost:
            events.mark(self._connection, self._begun(), table.name, sorted(lost), is_gone=False)
            self._known.gone[table.name] -= lost

    def _add_sources(self) -> None:
        new: dict[str, dict[str, Any]] = {}
        for key, source in zip(self._keys, self._collection.sources, strict=True):
            if key not in self._known.sources and key not in new:
                text = collapse(source.text)
                new[key] = {
                    "project": self._project.id,
                    "key": key,
                    "text": text,
                    "folded": folded(text),
                    "document": source.document,
                    "position": source.position,
                    "original_language": source.original_language,
                    "extra": dict(source.extra),
                }
        self._known.sources.update(zip(new, self._insert(SOURCES, list(new.values())), strict=True))
        self._numbered = [
            (self._known.sources[key], key, source)
            for key, source in zip(self._keys, self._collection.sources, strict=True)
        ]
        self._revive(SOURCES, (number for number, _, _ in self._numbered))

    def _add_items(self) -> None:
        rows, homes, back = [], [], []
        for number, _, source in self._numbered:
            known = self._known.items.setdefault(number, {})
            starts = item_starts(collapse(source.text), [collapse(item.text) for item in source.items])
            for item, start in zip(source.items, starts, strict=True):
                text = collapse(item.text)
                if item.label in known:
                    _check_item(source, item.label, text, known[item.label][1])
                    continue
                lost = self._known.lost_items.get((number, item.label, text))
                if lost is not None:
                    # where the source was cut anew that holds, and verdicts on what it had before stay with that
                    back += [] if lost in self._known.cut_away else [lost]
                    known[item.label] = (lost, text)
                    continue
                known[item.label] = (0, text)  # its number is known below
                rows.append(
                    {"source": number, "label": item.label, "start": start, "text": text, "extra": dict(item.extra)}
                )
                homes.append((known, item.label, text))
        for (known, label, text), item_number in zip(homes, self._insert(ITEMS, rows), strict=True):
            known[label] = (item_number, text)
        self._revive(ITEMS, back)

    def _add_targets(self) -> None:
        new: dict[tuple[int, str], dict[str, Any]] = {}
        self._keyed = [
            (number, source_name, text_key(target.text), target)
            for number, source_name, source in self._numbered
            for target in source.targets
        ]
        for source, _, key, target in self._keyed:
            if (source, key) not in self._known.targets and (source, key) not in new:
                text = collapse(target.text)
                row = {"source": source, "key": key, "text": text, "folded": folded(text), "extra": dict(target.extra)}
                new[source, key] = row
        self._known.targets.update(zip(new, self._insert(TARGETS, list(new.values())), strict=True))
        self._revive(TARGETS, (self._known.targets[source, key] for source, _, key, _ in self._keyed))
        self._of_system: dict[str, list[tuple[int, str, str, Target]]] = {"": []}
        for entry in self._keyed:
            target = entry[-1]
            names = {output.system for output in target.outputs} | {judgment.system for judgment in target.judgments}
            for name in sorted(names):
                self._of_system.setdefault(name, []).append(entry)

    def _add_judges(self) -> None:
        names = dict.fromkeys(
            judgment.judge
            for *_, target in self._keyed
            for judgment in target.judgments
            if judgment.judge and judgment.judge not in self._known.judges
        )
        rows = [{"project": self._project.id, "name": name} for name in names]
        self._known.judges.update(zip(names, self._insert(JUDGES, rows), strict=True))

    def _system_names(self) -> list[str]:
        names: dict[str, None] = {}
        for *_, target in self._keyed:
            names.update(dict.fromkeys(output.system for output in target.outputs))
            names.update(dict.fromkeys(judgment.system for judgment in target.judgments if judgment.system))
        return list(names)

    def _add_outputs(self, system: str) -> None:
        if system not in self._known.systems:
            (self._known.systems[system],) = self._insert(SYSTEMS, [{"project": self._project.id, "name": system}])
        runs: dict[str, list[dict[str, Any]]] = {}
        named: dict[str, list[Target]] = {}
        for source, _, key, target in self._of_system[system]:
            for output in target.outputs:
                if output.system == system:
                    row = {"target": self._known.targets[source, key], "position": output.position}
                    runs.setdefault(output.run, []).append({**row, "document": output.document})
                    named.setdefault(output.run, []).append(target)
        if runs:  # that a judgment names a system does not bring it back
            self._revive(SYSTEMS, [self._known.systems[system]])
        for name, rows in sorted(runs.items(), key=lambda run: age(run[0])):
            positions = {row["position"] for row in rows}
            if None in positions or len(positions) < len(rows):
                rows = [{**row, "position": place} for place, row in enumerate(rows, start=1)]
            if not self._has_run(system, name, rows, named[name]):
                (run,) = self._insert(RUNS, [{"system": self._known.systems[system], "name": name}])
                self._insert(OUTPUTS, [{**row, "run": run} for row in rows])
                self._new_runs.add(run)

    def _has_run(self, system: str, name: str, rows: list[dict[str, Any]], targets: list[Target]) -> bool:
        """Whether outputs belong to a run that is there; named ones which were taken away come back."""
        number = self._known.systems[system]
        runs = known_runs(self._connection, self._project, number)
        places = [(row["position"], row["target"]) for row in rows]
        judges = [[given.judge for given in target.judgments if given.system == system] for target in targets]
        is_judged = any(judges)
        gone = self._known.gone[OUTPUTS.name]
        # another database knows its runs, and what stands there twice is there twice
        compared = places if self._kind == EventKind.MERGE else once_for_all_judges(places, judges)
        run = find_known_run(runs, name, compared, gone, is_judged=is_judged)
        if run is None and is_judged:
            run = find_growing_run(self._connection, runs, name, number, places, gone)
        if run is None:
            if is_judged:
                homes = dict(zip(places, (target.place for target in targets), strict=True))
                doubt = describe_doubt(system, name, runs, self._new_runs, homes, gone)
                self._doubts += [doubt] if doubt else []
            return False
        wanted = {target for _, target in places}
        there = {place for place, output in run.outputs.items() if output not in gone}
        if set(places) != there:
            self._revive(OUTPUTS, (output for (_, target), output in run.outputs.items() if target in wanted))
            self._insert(OUTPUTS, rows_to_add(run, rows))
        return True

    def _add_judgments(self, system: str) -> None:
        rows, verdicts = [], []
        for source, source_name, key, target in self._of_system[system]:
            for judgment in target.judgments:
                if judgment.system == system:
                    # counted also where it has a uid, as `_without_known_uids` of the reader counts
                    counted = self._counted_uid(source_name, key, judgment)
                    chain = judgment.uid.split("/")[0] or counted
                    _check_uid(judgment, self._known.homes.get(chain), self._known.targets[source, key])
                    row = self._row(self._known.targets[source, key], judgment, chain)
                    named = self._known.items.get(source, {})
                    labelled = tuple(sorted((named[label][0], verdict) for label, verdict in judgment.verdicts.items()))
                    if self._is_new(row, labelled, chain):
                        rows.append(row)
                        verdicts.append(labelled)
        numbers = self._insert(JUDGMENTS, rows)
        linked = [
            {"judgment": number, "item": item, "verdict": verdict}
            for number, labelled in zip(numbers, verdicts, strict=True)
            for item, verdict in labelled
        ]
        if linked:
            self._connection.execute(sa.insert(VERDICTS), linked)

    def _counted_uid(self, source: str, target: str, judgment: Judgment) -> str:
        parts = (source, target, judgment.judge, judgment.system, purpose_of(judgment.is_recheck))
        self._occurrences[parts] += 1
        return judgment_uid(*parts, self._occurrences[parts])

    def _row(self, target: int, judgment: Judgment, chain: str) -> dict[str, Any]:
        value = judgment.value
        if value is not None and self._converts:
            value = self._project.scale.from_points(self._collection.scale.points(value))
        return {
            "project": self._project.id,
            "target": target,
            "uid": chain,
            "kind": SSER,
            "judge": self._known.judges.get(judgment.judge),
            "system": self._known.systems.get(judgment.system),
            "value": value,
            "at": judgment.at,
            "seconds": judgment.seconds,
            "comment": judgment.comment,
            "is_recheck": judgment.is_recheck,
            "round": round_in(chain) if judgment.is_recheck else "",
            "replaces": None,
            "extra": dict(judgment.extra),
        }

    def _is_new(self, row: dict[str, Any], labelled: Verdicts, uid: str) -> bool:
        """Whether a judgment must be stored; where it corrects one, the row says which."""
        chain = self._known.chains.setdefault(uid, [])
        if not chain:
            chain.append(
                StoredJudgment(0, row["value"], None, True)
            )  # the same uid twice in one collection is one judgment
            return True
        if not chain[-1].number:
            self._counts["known_judgments"] += 1
            return False
        there = [stored for stored in chain if stored.number not in self._known.gone[JUDGMENTS.name]]
        same = [stored for stored in chain if self._is_same(stored, row, labelled)]
        # what judges corrected since the last file said it is not taken back by that file
        said = max((place for place, stored in enumerate(there) if stored.is_from_file), default=0)
        if any(stored in same for stored in there[said:]):
            self._counts["known_judgments"] += 1
            return False
        again = [stored for stored in same if not there or stored.replaces == there[-1].number]
        if again:
            self._counts["returned_judgments"] += 1
            self._revive(JUDGMENTS, [again[-1].number])
            return False
        self._counts["known_judgments"] += 1
        last = there[-1] if there else chain[-1]
        self._revive(JUDGMENTS, [last.number])
        row["replaces"] = last.number
        row["uid"] = f"{uid}/{len(chain)}"
        chain.append(StoredJudgment(0, row["value"], last.number, True))
        self._counts["corrections"] += 1
        return True

    def _is_same(self, stored: StoredJudgment, row: dict[str, Any], labelled: Verdicts) -> bool:
        if stored.value != row["value"]:
            return False
        verdicts = sorted(self._known.verdicts.get(stored.number, ()))
        # a file that was written after its source was cut anew does not have those on what the source had before
        seen = [verdict for verdict in verdicts if verdict[0] not in self._known.gone[ITEMS.name]]
        return list(labelled) in (verdicts, seen)


def told_languages(connection: sa.Connection, project: Project, coming: Collection | Project) -> dict[str, str]:
    """The languages that what is coming tells where the project had none; others than the project's are refused."""
    told: dict[str, str] = {}
    # a file that was added since the project was looked up may have told them
    known = connection.execute(sa.select(PROJECTS).where(PROJECTS.c.id == project.id)).one()
    for name in ("source_language", "target_language"):
        here, there = getattr(known, name), getattr(coming, name)
        if here and there and not same_language(here, there) and not _is_taken_back(connection, project, name):
            raise Conflict(
                f"the {name.replace('_', ' ')} is {here} in the project and {there} in what is to be added; "
                "judgments of other languages belong into a project of their own"
            )
        if there and not same_language(here, there):
            told[name] = there
    return told


def _is_taken_back(connection: sa.Connection, project: Project, language: str) -> bool:
    """Whether a language of the project is that of an import which was undone, with all that there was."""
    if connection.scalar(sa.select(SOURCES.c.id).where(SOURCES.c.project == project.id, present(SOURCES)).limit(1)):
        return False
    telling = [event for event in events.history(connection, project.id) if language in event.summary]
    return bool(telling) and all(event.undone_by is not None for event in telling)


def new_numbers(connection: sa.Connection, table: sa.Table, count: int) -> list[int]:
    """Numbers for rows to come. On SQLite nobody else writes meanwhile; PostgreSQL gives each number out once."""
    if connection.dialect.name == "postgresql":
        sequence = sa.func.nextval(sa.func.pg_get_serial_sequence(table.name, "id"))
        return list(connection.scalars(sa.select(sequence).select_from(sa.func.generate_series(1, count))))
    last = connection.scalar(sa.select(sa.func.max(table.c.id))) or 0
    return list(range(last + 1, last + count + 1))


def _check_item(source: Source, label: str, text: str, known: str) -> None:
    if text != known:
        raise Conflict(
            f"{source.place}: the information item {label!r} is {text!r} here and {known!r} in the database; "
            "nothing was imported. Make them equal, or import into a project of its own"
        )


def _check_uid(judgment: Judgment, home: int | None, target: int) -> None:
    if judgment.uid and home is not None and home != target:
        raise Conflict(
            f"{judgment.place}: the uid {judgment.uid!r} is that of a judgment of another translation in the database; "
            "nothing was imported. Give it another one, or none"
        )
