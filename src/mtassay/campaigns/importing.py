"""Answers of another tool become a campaign of a project, closed, with figures like any other."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import sqlalchemy as sa

from mtassay.campaigns.judge_names import check_judges
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError
from mtassay.human.answer_files.base import AnswerSet, FileAnswer, FileItem
from mtassay.human.collection import Collection, Output, Source, Target, collapse
from mtassay.store.campaigns.campaigns import NewAnswer, NewCampaign, NewItem, NewTask, StoredCampaign, add_campaign
from mtassay.store.campaigns.seat_work import answers_on_items
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import Project
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import present
from mtassay.store.judging.checks import check_comment
from mtassay.store.schema import OUTPUTS, RUNS, SYSTEMS, TARGETS

_LONGEST_SECONDS = 86_400.0


def with_texts(answers: AnswerSet, evalset: EvalSet | None) -> AnswerSet:
    """The same answers, with the texts of a test set where their file holds none."""
    made: dict[FileItem, FileItem] = {}
    for answer in answers.answers:
        for item in answer.items:
            if item not in made:
                made[item] = item if item.text and item.source else _filled(item, evalset, answer.place)
    filled = tuple(replace(answer, items=tuple(made[item] for item in answer.items)) for answer in answers.answers)
    return replace(answers, answers=filled)


def import_campaign(
    connection: sa.Connection, project: Project, name: str, answers: AnswerSet, who: str, format: str
) -> StoredCampaign:
    """Store the outputs that were judged, as far as the project does not have them, and a campaign with all answers."""
    items = list(dict.fromkeys(item for answer in answers.answers for item in answer.items))
    judges = list(dict.fromkeys(answer.judge for answer in answers.answers))
    check_judges(judges)
    add_collection(connection, project, _outputs(items, project, answers), who, EventKind.OUTPUT, {"campaign": name})
    systems, targets = _stored_outputs(connection, project)
    protocols = tuple(dict.fromkeys(answer.protocol for answer in answers.answers))
    tasks, given = _tasks(answers.answers, items, judges)
    new = NewCampaign(
        name=name,
        protocols=protocols,
        context="none",
        settings={"imported": format, "segments": len({item.position for item in items})},
        seed=0,
        guidelines="",
        items=[
            NewItem(
                target=targets.get((" ".join(item.systems[0].split()), item.position, collapse(item.text))),
                document=item.document,
                position=item.position,
                source_text=item.source,
                reference_text=item.reference,
                text=item.text,
                systems=tuple(systems[" ".join(system.split())] for system in item.systems),
            )
            for item in items
        ],
        tasks=[replace(task, protocol=protocols.index(given[number].protocol)) for number, task in tasks],
        judges=judges,
        expertise="bilingual",
        answers=_new_answers(answers.answers, items, judges, tasks, given),
    )
    return add_campaign(connection, project, new, who)


def _filled(item: FileItem, evalset: EvalSet | None, place: str) -> FileItem:
    if evalset is None or evalset.sources is None:
        raise InputError(
            f"{place}: the file holds no texts; name the source and the outputs of the systems too. "
            "Nothing was imported."
        )
    system = next((name for name in item.systems if name in evalset.systems), None)
    if system is None:
        raise InputError(
            f"{place}: there are no texts of the system {item.systems[0][:80]!r}; name its file as "
            f"{item.systems[0][:80]}=FILE. Nothing was imported."
        )
    if item.position > len(evalset):
        raise InputError(
            f"{place}: segment {item.position} is beyond the last line, {len(evalset)}, of the texts; they may be of "
            "another test set. Nothing was imported."
        )
    at = item.position - 1
    return replace(item, source=collapse(evalset.sources[at]), text=collapse(evalset.systems[system][at]))


def _outputs(items: Sequence[FileItem], project: Project, answers: AnswerSet) -> Collection:
    """The texts as a project keeps them: sources with their translations, each with the systems that wrote it."""
    sources: dict[tuple[str, int, str], dict[str, dict[Output, None]]] = {}
    for item in items:
        targets = sources.setdefault((item.source, item.position, item.document), {})
        outputs = targets.setdefault(item.text, {})
        for system in item.systems:
            outputs[Output(" ".join(system.split()), "", item.position, item.document)] = None
    return Collection(
        tuple(
            Source(
                source,
                document=document,
                position=position,
                targets=tuple(Target(text, outputs=tuple(outputs)) for text, outputs in targets.items()),
            )
            for (source, position, document), targets in sources.items()
        ),
        project.scale,
        answers.source_language,
        answers.target_language,
    )


def _stored_outputs(
    connection: sa.Connection, project: Project
) -> tuple[Mapping[str, int], Mapping[tuple[str, int, str], int]]:
    """The numbers of systems by name, and those of targets by system, place and text."""
    query = (
        sa.select(SYSTEMS.c.id, SYSTEMS.c.name, OUTPUTS.c.position, TARGETS.c.text, OUTPUTS.c.target)
        .join(RUNS, RUNS.c.system == SYSTEMS.c.id)
        .join(OUTPUTS, OUTPUTS.c.run == RUNS.c.id)
        .join(TARGETS, TARGETS.c.id == OUTPUTS.c.target)
        .where(SYSTEMS.c.project == project.id, present(SYSTEMS), present(RUNS), present(OUTPUTS))
    )
    rows = connection.execute(query).all()
    targets = {(row.name, row.position, collapse(row.text)): row.target for row in rows}
    return {row.name: row.id for row in rows}, targets


def _tasks(
    answers: Sequence[FileAnswer], items: Sequence[FileItem], judges: Sequence[str]
) -> tuple[list[tuple[int, NewTask]], Mapping[int, FileAnswer]]:
    """A task for all who judged the same outputs; whoever judged them twice was asked twice."""
    places = {item: place for place, item in enumerate(items)}
    seats: dict[tuple[object, tuple[int, ...], int], list[int]] = {}
    given: dict[int, FileAnswer] = {}
    asked: Counter[tuple[object, tuple[int, ...], str]] = Counter()
    for answer in answers:
        inside = tuple(places[item] for item in answer.items)
        time = asked[answer.protocol, inside, answer.judge]
        asked[answer.protocol, inside, answer.judge] += 1
        key = (answer.protocol, inside, time)
        if key not in seats:
            given[len(seats)] = answer
        seats.setdefault(key, []).append(judges.index(answer.judge))
    tasks = [
        (number, NewTask(0, items[inside[0]].document, 1, inside, tuple(who)))
        for number, ((_, inside, _), who) in enumerate(seats.items())
    ]
    return tasks, given


def _new_answers(
    answers: Sequence[FileAnswer],
    items: Sequence[FileItem],
    judges: Sequence[str],
    tasks: Sequence[tuple[int, NewTask]],
    given: Mapping[int, FileAnswer],
) -> list[NewAnswer]:
    places = {item: place for place, item in enumerate(items)}
    numbers: dict[tuple[object, tuple[int, ...]], list[int]] = {}
    for number, task in tasks:
        numbers.setdefault((given[number].protocol, task.items), []).append(number)
    asked: Counter[tuple[object, tuple[int, ...], str]] = Counter()
    made = []
    for answer in answers:
        inside = tuple(places[item] for item in answer.items)
        key = (answer.protocol, inside, answer.judge)
        ids = {str(item.id): str(places[item]) for item in answer.items}
        made.append(
            NewAnswer(
                task=numbers[answer.protocol, inside][asked[key]],
                seat=judges.index(answer.judge),
                item=inside[0] if answers_on_items(answer.protocol) else None,
                body=answer.protocol.renumbered(answer.body, ids.__getitem__, str),
                seconds=min(answer.seconds, _LONGEST_SECONDS),
                at=answer.at,
                comment=check_comment(answer.comment),
            )
        )
        asked[key] += 1
    return made
