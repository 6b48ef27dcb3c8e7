"""Controls among the tasks of seats."""

from collections import Counter

import pytest

from mtassay.campaigns.plan import CampaignPlan, Design, plan_campaign
from mtassay.campaigns.tasks import PlannedTask
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import SettingError

SEGMENTS = 150
TEXTS = EvalSet(
    [f"reference {number} has its very own words here" for number in range(SEGMENTS)],
    sources=[f"Quelle {number}" for number in range(SEGMENTS)],
    systems={
        name: [f"{name} says thing {number} in seven words" for number in range(SEGMENTS)] for name in ("a", "b", "c")
    },
)


def plan(controls: str, protocol: str = "da", seats: int = 2, **design: object) -> CampaignPlan:
    return plan_campaign(TEXTS, Design(protocols=(protocol,), seats=seats, controls=controls, **design))  # type: ignore[arg-type]


def at_seat(made: CampaignPlan, seat: int) -> list[tuple[int, PlannedTask]]:
    """What a seat is asked for, with the place of each task in the plan."""
    return [(number, planned) for number, planned in enumerate(made.tasks) if seat in planned.seats]


def kinds(made: CampaignPlan, seat: int) -> Counter[str]:
    counted: Counter[str] = Counter()
    for _, planned in at_seat(made, seat):
        texts = [made.controls[item - len(made.items)].kind for item in planned.task.items if item >= len(made.items)]
        counted[texts[0] if texts else planned.kind] += 1
    return counted


def test_without_controls_a_plan_is_as_it_was() -> None:
    made = plan("none")
    assert made.controls == ()
    assert made.control_answers == 0
    assert all(planned.kind == "work" and planned.made_of is None for planned in made.tasks)


@pytest.mark.parametrize(
    ("controls", "shares"),
    [
        ("known", {"degraded": 10, "repeat": 0.05, "reference": 0}),
        ("crowd", {"degraded": 0.1, "repeat": 0.1, "reference": 0.1}),
        ("wmt-esa", {"degraded": 12 / 88, "repeat": 0, "reference": 0}),
    ],
)
def test_seats_have_their_shares(controls: str, shares: dict[str, float]) -> None:
    made, plain = plan(controls), plan("none")
    assert [(each.task, each.seats) for each in made.tasks if not each.is_control] == [
        (each.task, each.seats) for each in plain.tasks
    ]
    assert made.smallest_difference == plain.smallest_difference
    assert made.saved_by_equality == plain.saved_by_equality
    for seat in (1, 2):
        counted = kinds(made, seat)
        work = counted["work"]
        for kind, share in shares.items():
            wanted = share if share > 1 else share * work
            assert counted[kind] == pytest.approx(wanted, abs=1), kind


@pytest.mark.parametrize("controls", ["known", "crowd"])
def test_controls_stand_apart_from_what_they_check(controls: str) -> None:
    made = plan(controls)
    for seat in (1, 2):
        own = at_seat(made, seat)
        place_of = {number: place for place, (number, _) in enumerate(own)}
        for number, planned in own:
            if planned.kind == "repeat":
                assert planned.made_of is not None
                assert made.tasks[planned.made_of].task == planned.task
                assert place_of[number] - place_of[planned.made_of] >= 40
            elif planned.kind == "control":
                assert planned.made_of is not None
                (item,) = planned.task.items
                control = made.controls[item - len(made.items)]
                if control.kind == "reference":
                    assert control.text.startswith("reference")
                    continue
                assert control.made_of in made.tasks[planned.made_of].task.items
                assert abs(place_of[number] - place_of[planned.made_of]) >= 5
                plain = made.items[control.made_of]
                assert control.segment == plain.segment
                assert control.text != plain.text
                assert control.place is not None
                assert control.text[slice(*control.place)] not in plain.text
        tenths = Counter(
            place * 10 // len(own)
            for number, place in place_of.items()
            if made.tasks[number].kind == "control" and controls == "known"
        )
        assert all(count <= 2 for count in tenths.values())


def test_the_hundred_of_wmt() -> None:
    texts = EvalSet(
        TEXTS.references,  # type: ignore[arg-type]
        sources=TEXTS.sources,
        systems={"a": TEXTS.systems["a"][:], "b": TEXTS.systems["b"][:]},
    )
    made = plan_campaign(texts, Design(protocols=("da",), seats=1, segments=70, controls="wmt-da"))
    own = at_seat(made, 1)
    assert len(own) == 200
    assert kinds(made, 1) == {"work": 140, "degraded": 20, "repeat": 20, "reference": 20}
    for ten in range(20):
        inside = Counter(planned.kind for _, planned in own[10 * ten : 10 * ten + 10])
        assert inside == {"work": 7, "control": 2, "repeat": 1}
    place_of = {number: place for place, (number, _) in enumerate(own)}
    for number, planned in own:
        if planned.made_of is not None:
            assert abs(place_of[number] // 10 - place_of[planned.made_of] // 10) == 5


@pytest.mark.parametrize("protocol", ["pairwise", "ranking"])
def test_where_outputs_are_compared_the_worse_one_stands_beside_the_plain_one(protocol: str) -> None:
    made = plan("known", protocol, seats=1)
    controls = [planned for planned in made.tasks if planned.kind == "control"]
    assert len(controls) == 10
    for planned in controls:
        plain, worse = sorted(planned.task.items)
        assert made.controls[worse - len(made.items)].made_of == plain
    assert {planned.task.items[0] < len(made.items) for planned in controls} == {True, False}


def test_a_document_is_made_worse_as_a_whole() -> None:
    labels = {"document": [f"document {number // 3}" for number in range(SEGMENTS)]}
    texts = EvalSet(TEXTS.references, sources=TEXTS.sources, systems=TEXTS.systems, labels=labels)  # type: ignore[arg-type]
    made = plan_campaign(texts, Design(protocols=("da",), seats=1, context="document", controls="known"))
    controls = [planned for planned in made.tasks if planned.kind == "control"]
    assert controls
    for planned in controls:
        assert planned.made_of is not None
        worse = [made.controls[item - len(made.items)] for item in planned.task.items]
        assert tuple(control.made_of for control in worse) == made.tasks[planned.made_of].task.items


def test_a_reference_is_no_output_where_judges_see_it() -> None:
    assert kinds(plan("crowd", "da:against=reference"), 1)["reference"] == 0


def test_a_seed_draws_the_same_again() -> None:
    assert plan("crowd").tasks == plan("crowd").tasks
    assert plan("crowd").tasks != plan("crowd", seed=1).tasks


def test_a_short_seat_has_few_controls_and_one_document_no_worse_outputs() -> None:
    texts = EvalSet(["one"], sources=["eins"], systems={"a": ["one word"], "b": ["two words"]})
    made = plan_campaign(texts, Design(protocols=("da",), seats=1, controls="crowd"))
    assert made.control_answers == 0


def test_refuses_what_there_is_not() -> None:
    with pytest.raises(SettingError, match="did you mean 'known'"):
        plan("knwon")
