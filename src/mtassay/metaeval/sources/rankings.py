"""Rankings as judgments: which of two outputs is better, and how often each system wins."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from mtassay.errors import InputError
from mtassay.human.answers.judged_outputs import Ranked
from mtassay.human.files.system_names import find_output
from mtassay.human.rankings.expected_wins import expected_wins
from mtassay.human.rankings.pairs import SECOND, TIE, rank_pairs
from mtassay.metaeval.judged import Outcomes
from mtassay.significance.evidence import Floats


@dataclass(frozen=True, eq=False)
class RankedSystems:
    """Every decided pair of outputs, the share of them that each output won, and the expected wins of systems.

    `unknown` counts the pairs with systems whose outputs are not there.
    """

    outcomes: Outcomes
    shares: Floats
    wins: Floats
    unknown: dict[str, int]


def ranked_systems(answers: Iterable[Ranked], systems: Sequence[str], size: int, shown: str) -> RankedSystems:
    """What rankings say of the systems of a test set; the segment of an answer is its number there, from 1.

    Pairs that a judge tied decide nothing. Expected wins are against all systems that were ranked.
    """
    answers = list(answers)
    segment_of = {answer.segment: _segment(answer.segment, size, shown) for answer in answers}
    pairs = rank_pairs(answers)
    segments = np.array([segment_of[name] for name in pairs.segments], dtype=np.int64)
    known = {name: find_output(name, systems) for name in pairs.systems}
    rows = np.array([-1 if (output := known[name]) is None else systems.index(output) for name in pairs.systems])
    first, second = rows[pairs.first], rows[pairs.second]
    unknown: dict[str, int] = defaultdict(int)
    for number, name in enumerate(pairs.systems):
        if rows[number] < 0:
            unknown[name] = int(np.count_nonzero((pairs.first == number) | (pairs.second == number)))
    is_decided = (pairs.label != TIE) & (first >= 0) & (second >= 0)
    is_second = pairs.label[is_decided] == SECOND
    outcomes = Outcomes(
        segments[pairs.segment[is_decided]],
        np.where(is_second, second[is_decided], first[is_decided]),
        np.where(is_second, first[is_decided], second[is_decided]),
    )
    won, compared = np.zeros((2, len(systems), size))
    np.add.at(won, (outcomes.better, outcomes.segment), 1)
    np.add.at(compared, (outcomes.better, outcomes.segment), 1)
    np.add.at(compared, (outcomes.worse, outcomes.segment), 1)
    shares = np.divide(won, compared, out=np.full(won.shape, np.nan), where=compared > 0)
    wins = np.full(len(systems), np.nan)
    for number, value in enumerate(expected_wins(pairs.wins).tolist()):
        if rows[number] >= 0:
            wins[rows[number]] = value
    return RankedSystems(outcomes, shares, wins, dict(unknown))


def _segment(text: str, size: int, shown: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if not 1 <= number <= size:
        raise InputError(
            f"{shown}: segment {text!r} was ranked, and the texts have {size}, counted from 1; are they the right ones?"
        )
    return number - 1
