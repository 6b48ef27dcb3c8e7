"""What is known of the judges of a running campaign: verdicts by controls, agreement with themselves, odd habits."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from mtassay.campaigns.controls.verdict import SeatVerdict, SelfAgreement, judge_seat, self_agreement
from mtassay.store.campaigns.campaigns import StoredCampaign, TaskKind
from mtassay.store.campaigns.control_answers import ControlPair, control_pairs, most_common_share
from mtassay.store.campaigns.training_answers import has_training, training_answers

_MOST_ALIKE = 0.9
_FEWEST_ALIKE = 10


@dataclass(frozen=True, kw_only=True)
class SeatCheck:
    """What controls say of a seat; `alike` is the share of its answers that say the same, where it is striking.

    `training` counts the right answers to training, and all of them.
    """

    verdict: SeatVerdict
    own: SelfAgreement | None
    alike: float | None
    training: tuple[int, int] = (0, 0)


def has_controls(campaign: StoredCampaign) -> bool:
    """Whether judges are checked."""
    return campaign.settings.get("controls", "none") != "none" or has_training(campaign)


def seat_checks(connection: sa.Connection, campaign: StoredCampaign) -> Mapping[int, SeatCheck]:
    """Of each seat that has answered, by number; empty where a campaign has no controls."""
    if not has_controls(campaign):
        return {}
    alike = most_common_share(connection, campaign)
    pairs: dict[int, list[ControlPair]] = {seat: [] for seat in alike}
    for pair in control_pairs(connection, campaign):
        pairs[pair.seat].append(pair)
    training: dict[int, list[bool]] = {seat: [] for seat in alike}
    for answer in training_answers(connection, campaign):
        training[answer.seat].append(answer.is_right)
    return {
        seat: SeatCheck(
            verdict=judge_seat(*_values(campaign, own, TaskKind.CONTROL)),
            own=self_agreement(*_values(campaign, own, TaskKind.REPEAT)),
            alike=alike[seat][1] if alike[seat][0] >= _FEWEST_ALIKE and alike[seat][1] > _MOST_ALIKE else None,
            training=(sum(training[seat]), len(training[seat])),
        )
        for seat, own in pairs.items()
    }


def _values(campaign: StoredCampaign, pairs: Sequence[ControlPair], kind: TaskKind) -> tuple[list[float], list[float]]:
    """The numbers of the protocol that has most pairs, as others have other scales; higher ones are better."""
    own = [pair for pair in pairs if pair.kind is kind]
    if not own:
        return [], []
    ((protocol, _),) = Counter(pair.protocol for pair in own).most_common(1)
    sign = 1 if campaign.protocols[protocol].better == "higher" else -1
    chosen = [pair for pair in own if pair.protocol == protocol]
    return [sign * pair.plain for pair in chosen], [sign * pair.control for pair in chosen]
