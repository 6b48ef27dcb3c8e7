"""Simulated campaigns whose truth is known, and how often the intervals of results hold it: `make simulate`."""

import sys
from collections.abc import Iterable

from people.coverage_of_intervals import (
    Covered,
    all_score_campaigns,
    cover_absolute,
    cover_differences,
    cover_rankings,
    cover_screens,
    cover_two_way,
    promised,
)
from people.simulated_answers import RankingCampaign, ScoreCampaign

from mtassay.human.scores.power import Spread, smallest_difference

PAIR = {"system0", "system1"}


def main(sets: int) -> None:
    """Print every figure of docs/explanation/results-of-people.md."""
    for spread in ("complete", "within", "across"):
        campaigns = [each for each in all_score_campaigns() if each.spread == spread]
        covered = [cover_differences(each, sets) for each in campaigns]
        tell(f"differences, {spread}, {len(campaigns)} designs", covered)
        favoured = [each for campaign, each in zip(campaigns, covered, strict=True) if campaign.favour == 5]
        overlapping = [each for each in covered if each.spread[1] > 0]
        tell_range("  deviation of judges by system where it is 5", (each.spread[0] for each in favoured))
        tell_range("  deviation of outputs where it is 10", (each.spread[1] for each in overlapping))
        tell_range("  deviation of answers where it is 12", (each.spread[2] for each in overlapping))
    two = [ScoreCampaign(spread="within", systems=2, judges=judges) for judges in (3, 5, 10, 20)]
    tell("differences of two systems, within", [cover_differences(each, sets) for each in two])
    shared = ScoreCampaign(spread="within", shared=0.4)
    both = cover_differences(shared, sets, which=lambda each: {each.first, each.second} == PAIR)
    others = cover_differences(shared, sets, which=lambda each: {each.first, each.second} != PAIR)
    tell("differences, 40 % of outputs shared by two of four", [both, others])
    print(f"  half width of those two over that of others: {both.half_width / others.half_width:.2f}")
    for spread in ("complete", "across"):
        campaign = ScoreCampaign(spread=spread, judges=10)
        ours, drawn = cover_differences(campaign, sets), cover_two_way(campaign, sets)
        tell(f"two-way bootstrap, {spread}", [drawn])
        print(f"  half width over ours: {drawn.half_width / ours.half_width:.2f}")
    absolute = [ScoreCampaign(spread="across", judges=judges, segments=200) for judges in (5, 10, 20)]
    tell("absolute means", [cover_absolute(each, sets) for each in absolute])
    rankings = [RankingCampaign(judges=judges, favour=favour) for judges in (5, 10, 20) for favour in (0, 0.4)]
    tell("rankings, five outputs a screen", [cover_rankings(each, sets) for each in rankings])
    tell("rankings, screens as units", [cover_screens(each, sets) for each in rankings])
    shares = []
    for judges in (3, 5, 10):
        difference = smallest_difference(Spread(2, 10, 12), systems=4, judges=judges, segments=100)
        campaign = ScoreCampaign(spread="within", judges=judges, overlap=0)
        shares.append(promised(campaign, difference, sets))
    tell_range("the promised difference is shown", shares)


def tell(what: str, covered: Iterable[Covered]) -> None:
    """The least and the largest share of intervals that hold the truth."""
    tell_range(f"{what}: intervals that hold the truth", (each.share for each in covered))


def tell_range(what: str, values: Iterable[float]) -> None:
    known = sorted(values)
    print(f"{what}: {known[0]:.3f} to {known[-1]:.3f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 150)
