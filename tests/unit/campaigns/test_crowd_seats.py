import pytest

from mtassay.campaigns.crowd_seats import UNITS, plan_crowd
from mtassay.campaigns.plan import CampaignPlan, Design, plan_campaign
from mtassay.corpus.evalset import EvalSet


def evalset(segments: int, systems: int = 4) -> EvalSet:
    return EvalSet(
        [f"the people of house {number} went home to their late supper" for number in range(segments)],
        sources=[f"Satz Nummer {number}" for number in range(segments)],
        systems={f"s{own}": [f"{own} people of house {number} go late" for number in range(segments)]
                 for own in range(systems)},
    )  # fmt: skip


def loads(plan: CampaignPlan, *kinds: str) -> list[int]:
    seats = range(1, plan.design.seats + 1)
    tasks = [planned for planned in plan.tasks if not kinds or planned.kind in kinds]
    return [sum(planned.task.units for planned in tasks if seat in planned.seats) for seat in seats]


@pytest.mark.parametrize("controls", ["none", "crowd", "wmt-da"])
@pytest.mark.parametrize("overlap", [0.0, 0.2])
@pytest.mark.parametrize("segments", [40, 200])
def test_seats_are_of_equal_size(controls: str, overlap: float, segments: int) -> None:
    texts = evalset(segments)
    design = Design(protocols=("da",), seats=4, overlap=overlap, controls=controls, crowd=True)
    plan = plan_crowd(design, lambda changed: plan_campaign(texts, changed))
    work = loads(plan, "work")
    assert max(work) - min(work) <= 2
    sizes = loads(plan)
    assert max(sizes) - min(sizes) <= 6  # of the last tens some have no controls
    assert max(sizes) <= UNITS + 6
    assert sum(sizes) / len(sizes) > UNITS * (plan.design.seats - 1) / plan.design.seats * 0.8


def test_little_work_is_one_seat() -> None:
    texts = evalset(10)
    design = Design(protocols=("da",), seats=4, crowd=True)
    assert plan_crowd(design, lambda changed: plan_campaign(texts, changed)).design.seats == 1
