"""A plan becomes a campaign of a project: its outputs are stored, and what is asked about them is frozen."""

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from mtassay.campaigns.controls.training import TrainingItem, check_training
from mtassay.campaigns.judge_names import check_judges
from mtassay.campaigns.known_before import check_scale
from mtassay.campaigns.originals import source_domains
from mtassay.campaigns.plan import CampaignPlan, known_text
from mtassay.campaigns.reading_tests import texts_to_read
from mtassay.campaigns.surroundings import Surroundings
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError
from mtassay.human.collection import collapse
from mtassay.human.protocols.base import Protocol
from mtassay.store.campaigns.campaigns import (
    ItemKind,
    NewCampaign,
    NewItem,
    NewReused,
    NewTask,
    StoredCampaign,
    TaskKind,
    add_campaign,
)
from mtassay.store.campaigns.known_answers import KnownAnswer, KnownAnswers
from mtassay.store.campaigns.training_answers import TRAINING_TRIES
from mtassay.store.contents.outputs import add_outputs, find_run
from mtassay.store.contents.projects import Project


def check_campaign(evalset: EvalSet, plan: CampaignPlan, judges: Sequence[str]) -> list[str]:
    """Refuse what no project can keep, before anything is stored; returns the names as they are stored."""
    if evalset.sources is None:
        raise InputError("a project keeps outputs by their sources, which are missing; give them too")
    if not plan.tasks and plan.saved_by_reuse:
        raise InputError(
            f"all {len(plan.items):,} different outputs were judged before, so that nothing is left to ask; look at "
            "what is known, or ask for all of it anew"
        )
    if not plan.tasks:
        raise InputError(
            "nothing is left to ask: there are no two different outputs of any segment to compare; add a system that "
            "says something else"
        )
    if judges and plan.design.crowd:
        raise InputError("strangers have no names, and take the seats of a crowd as they come; name no judges")
    if len(judges) > plan.design.seats:
        raise InputError(f"{len(judges)} judges are named for {plan.design.seats} seats; plan more seats")
    return check_judges(judges)


def begin_campaign(
    connection: sa.Connection,
    project: Project,
    name: str,
    evalset: EvalSet,
    plan: CampaignPlan,
    who: str,
    *,
    judges: Sequence[str] = (),
    guidelines: str = "",
    known: KnownAnswers | None = None,
    training: Sequence[TrainingItem] = (),
) -> StoredCampaign:
    """Store the outputs of a test set, as far as the project does not have them, and a campaign on them.

    `judges` are the names of the first seats, `known` is what the plan was made with, `training` what all judges answer
    first. The campaign is a draft until it is started.
    """
    known_judges = check_campaign(evalset, plan, judges)
    check_scale(project.scale, plan.protocols)
    check_training(training, plan.protocols)
    evalset = texts_to_read(evalset, plan.protocols)
    assert evalset.sources is not None
    design = plan.design
    names = [*known_judges, *[""] * (design.seats - len(judges))]
    documents = evalset.labels.get("document")
    targets: dict[str, Mapping[int, int]] = {}
    systems: list[int] = []
    for system, texts in evalset.systems.items():
        number, places = find_run(connection, project, system, evalset.sources, texts)
        if places is None:
            add_outputs(connection, project, system, texts, who, sources=evalset.sources, documents=documents)
            number, places = find_run(connection, project, system, evalset.sources, texts)
        assert places is not None
        systems.append(number)
        targets[system] = places
    of_system = list(targets.values())
    references = evalset.references
    domains = source_domains(evalset)
    surroundings = Surroundings(evalset) if design.context == "before" else None
    items = [
        NewItem(
            target=of_system[item.systems[0]][item.segment],
            document="" if documents is None else documents[item.segment],
            position=item.segment + 1,
            source_text=collapse(evalset.sources[item.segment]),
            reference_text="" if references is None else collapse(references[item.segment][0]),
            text=item.text,
            original_language="" if plan.originals is None else plan.originals[item.segment].strip(),
            systems=tuple(systems[system] for system in item.systems),
            detail={**_before(surroundings, item.segment), **_domain(domains, item.segment)},
        )
        for item in plan.items
    ]
    items += [
        NewItem(
            target=None,
            document="" if documents is None else documents[control.segment],
            position=control.segment + 1,
            source_text=collapse(evalset.sources[control.segment]),
            reference_text="" if references is None else collapse(references[control.segment][0]),
            text=control.text,
            systems=(),
            kind=ItemKind(control.kind),
            made_of=control.made_of,
            detail={
                **_before(surroundings, control.segment),
                **({} if control.place is None else dict(zip(("start", "end"), control.place, strict=True))),
            },
        )
        for control in plan.controls
    ]
    items += [
        NewItem(
            target=None,
            document=question.document,
            position=question.place,
            source_text="",
            reference_text="",
            text=question.asked,
            systems=(),
            kind=ItemKind.QUESTION,
            detail=question.known.detail,
        )
        for question in plan.questions
    ]
    first = len(items)
    items += [
        NewItem(
            target=None,
            document="",
            position=0,
            source_text=item.source,
            reference_text=item.reference,
            text=item.text,
            systems=(),
            kind=ItemKind.TRAINING,
            detail={"low": item.low, "high": item.high, "note": item.note, "errors": item.places},
        )
        for item in training
    ]
    seats = tuple(range(design.seats))
    tasks = [
        NewTask(0, f"training {attempt}", 1, (first + place,), seats if attempt == 1 else (), TaskKind.TRAINING)
        for attempt in range(1, TRAINING_TRIES + 1)
        for place in range(len(training))
    ]
    before = len(tasks)
    tasks += [
        NewTask(
            planned.protocol,
            planned.task.block,
            planned.task.units,
            planned.task.items,
            tuple(seat - 1 for seat in planned.seats),
            TaskKind(planned.kind),
            None if planned.made_of is None else planned.made_of + before,
        )
        for planned in plan.tasks
    ]
    settings = {
        "overlap": design.overlap,
        "spread": plan.spreading,
        "segments": plan.segments,
        "longest_document": design.longest_document,
        "equal_outputs": plan.saved_by_equality,
        "left_out": [{"segments": left.segments, "why": left.why} for left in plan.left_out],
        "known_outputs": plan.saved_by_reuse,
        "controls": design.controls,
        "training": len(training),
        **({"crowd": True} if design.crowd else {}),
        **({} if plan.spread is None else plan.spread.settings),
    }
    new = NewCampaign(
        name=name,
        protocols=plan.protocols,
        context=design.context,
        settings=settings,
        seed=design.seed,
        guidelines=guidelines,
        items=items,
        tasks=tasks,
        judges=names,
        expertise=design.expertise,
        reused=_reused(evalset, plan, known),
        revision=None if known is None else known.revision,
    )
    return add_campaign(connection, project, new, who)


def _before(surroundings: Surroundings | None, segment: int) -> dict[str, list[tuple[str, str]]]:
    """What is frozen of the segments before one, where judges see them."""
    return {} if surroundings is None else {"before": surroundings.before(segment)}


def _domain(domains: Sequence[str] | None, segment: int) -> dict[str, str]:
    return {} if domains is None or not domains[segment].strip() else {"domain": domains[segment].strip()}


def _reused(evalset: EvalSet, plan: CampaignPlan, known: KnownAnswers | None) -> list[NewReused]:
    """All that is known of the items that nobody is asked about."""
    return [
        NewReused(item, place, answer.answer, answer.judgment)
        for place, (protocol, items) in enumerate(zip(plan.protocols, plan.reused, strict=True))
        for item in sorted(items)
        for answer in _answers_on(evalset, plan, protocol, item, known)
    ]


def _answers_on(
    evalset: EvalSet, plan: CampaignPlan, protocol: Protocol, item: int, known: KnownAnswers | None
) -> Sequence[KnownAnswer]:
    assert known is not None  # or nothing would be left out
    return known.of_protocol[protocol.name][known_text(evalset, plan.items[item], protocol)]
