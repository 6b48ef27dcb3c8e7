"""Whether outputs that a file names are those of a run that is stored, or a run of their own.

Judgments come back from judges under the name of their system, and of some of its outputs only. Were these a run, it
would stand before the whole one, with every output of it judged.
"""

from collections import Counter
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from mtassay.store.contents.projects import Project
from mtassay.store.contents.run_names import own_name, run_names
from mtassay.store.schema import OUTPUTS, RUNS

Place = tuple[int, int]
"""The position of an output, and the number of its target."""


@dataclass(frozen=True)
class KnownRun:
    """A run that is there: its name in files, and the numbers of its outputs, those taken away included."""

    number: int
    name: str
    outputs: Mapping[Place, int]

    def targets_there(self, gone: Container[int]) -> set[int]:
        """The targets of its outputs but for those that are `gone`."""
        return {target for (_, target), output in self.outputs.items() if output not in gone}

    def has_all(self, places: Sequence[Place]) -> bool:
        """Whether it has some outputs, wherever they stand: files of judgments seldom say that."""
        return Counter(target for _, target in places) <= Counter(target for _, target in self.outputs)


def known_runs(connection: sa.Connection, project: Project, system: int) -> tuple[KnownRun, ...]:
    """The runs of a system that are there, the newest first."""
    shown = run_names(connection, project)
    runs = connection.scalars(sa.select(RUNS.c.id).where(RUNS.c.system == system).order_by(RUNS.c.id.desc()))
    present = [run for run in runs if run in shown]
    outputs: dict[int, dict[Place, int]] = {run: {} for run in present}
    query = sa.select(OUTPUTS.c.id, OUTPUTS.c.run, OUTPUTS.c.position, OUTPUTS.c.target)
    query = query.join(RUNS, RUNS.c.id == OUTPUTS.c.run).where(RUNS.c.system == system).order_by(OUTPUTS.c.id)
    for number, run, position, target in connection.execute(query):
        if run in outputs:
            outputs[run][position, target] = number
    return tuple(KnownRun(run, shown[run], outputs[run]) for run in present)


def find_known_run(
    runs: Sequence[KnownRun], name: str, places: Sequence[Place], gone: Container[int], *, is_judged: bool
) -> KnownRun | None:
    """The run that the outputs of a file are of; None where they are a run of their own.

    Some outputs of the last run of their name are that run, and so are all of them in their places. What comes with
    judgments (`is_judged`) can also be of an older run, or of one whose name the file does not say.
    """
    last = next((run for run in runs if run.name == name), None)
    if last is not None:
        there = [place for place, output in last.outputs.items() if output not in gone]
        if set(places) in (set(there), last.outputs.keys()) or (len(places) < len(there) and last.has_all(places)):
            return last
    if not is_judged:
        return None
    others = (run for run in runs if not name or own_name(run.name) == own_name(name))
    return next((run for run in others if run.has_all(places)), None)


def once_for_all_judges(places: Sequence[Place], judges: Sequence[Collection[str]]) -> list[Place]:
    """The places of outputs, one for those of a target that each have a judge of their own.

    Where a file numbers its rows, an output that two people judged stands in two places. `judges` are those of each.
    """
    of_target: dict[int, list[str]] = {}
    for (_, target), names in zip(places, judges, strict=True):
        of_target.setdefault(target, []).extend(names)
    rows = Counter(target for _, target in places)
    is_one = {target for target, names in of_target.items() if len(set(names)) == len(names) >= rows[target]}
    first = {place[1]: place for place in reversed(places)}
    return [place for place in places if place[1] not in is_one or place == first[place[1]]]


def describe_doubt(
    system: str,
    name: str,
    runs: Sequence[KnownRun],
    new: Container[int],
    places: Mapping[Place, str],
    gone: Container[int],
) -> str:
    """What may be meant otherwise where outputs that come with judgments are a run of their own; empty for nothing.

    `places` has the place in the file of each output; `new` are runs that came just now.
    """
    before = [run for run in runs if run.number not in new]
    return _describe_new_run(system, runs, places) or _describe_displaced_run(system, before, name, [*places], gone)


def _describe_new_run(system: str, runs: Sequence[KnownRun], places: Mapping[Place, str]) -> str:
    """What is odd about a run that comes with judgments: it has some outputs of one that is there, but not all.

    `places` has the place in the file of each of its outputs. Empty where nothing is odd.
    """
    for run in runs:
        targets = {target for _, target in run.outputs}
        others = [file for (_, target), file in places.items() if target not in targets]
        known = len(places) - len(others)
        if known and others and len(places) < len(run.outputs):
            where = f", the first of them in {others[0]}" if others[0] else ""
            return (
                f"{system} made {known} of these {len(places)} outputs before and {len(others)} not{where}: they are "
                "stored as a new run of it. If a text was changed by mistake, undo this, mend the text and add the "
                "file again"
            )
    return ""


def _describe_displaced_run(
    system: str, runs: Sequence[KnownRun], name: str, places: Sequence[Place], gone: Container[int]
) -> str:
    """What is lost from sight where a run that comes with judgments is the last one from now on; empty for nothing."""
    last = next((run for run in runs if run.name == name or (not name and own_name(run.name))), None)
    there = set() if last is None else last.targets_there(gone)
    if last is None or there <= {target for _, target in places}:
        return ""
    size = sum(output not in gone for output in last.outputs.values())
    coming = "The output that comes" if len(places) == 1 else f"The {len(places)} outputs that come"
    return (
        f"{system} has a run of {size} output{'' if size == 1 else 's'}. {coming} with judgments here "
        f"{'is' if len(places) == 1 else 'are'} stored as another run of it, and estimates are of the newest run. If "
        f"{'it is' if len(places) == 1 else 'they are'} of the run that was there, undo this, mend sources and texts "
        "and add the file again"
    )
