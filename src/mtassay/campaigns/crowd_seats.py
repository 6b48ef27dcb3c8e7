"""How many seats a crowd has: as many as have a like share of the work each, so that each can be paid the same."""

from collections.abc import Callable
from dataclasses import replace
from math import ceil

from mtassay.campaigns.plan import CampaignPlan, Design
from mtassay.campaigns.reading_tests import TooFewSeats

UNITS = 100
"""What a seat has, about, in segments, controls among them, where nobody says how many seats there are."""


def plan_crowd(design: Design, plan: Callable[[Design], CampaignPlan]) -> CampaignPlan:
    """The plan that `plan` makes of a design with as many seats as it takes.

    Every seat has some controls of its own, so that seats are counted again where they turn out too large.
    """
    seats = 2
    while True:
        try:
            planned = plan(replace(design, seats=seats))
        except TooFewSeats as error:
            seats = error.needed
            continue
        needed = ceil(_units(planned) / UNITS)
        if needed <= seats:
            if seats > 2 or needed == seats or planned.questions:  # of a document one reader has one version
                return planned
            return plan(replace(design, seats=max(needed, 1)))
        seats = needed


def _units(plan: CampaignPlan) -> int:
    """All the work of a plan, in segments."""
    return sum(planned.task.units * len(planned.seats) for planned in plan.tasks)
