"""Campaigns whose truth is known: all systems are equally good, so every interval of a difference should hold 0."""

from dataclasses import dataclass

import numpy as np

from mtassay.human.rankings.pairs import FIRST, SECOND, TIE, RankedPairs
from mtassay.human.scores.columns import ScoreColumns

JUDGE, SEGMENT, ITEM, REST = 10.0, 12.0, 10.0, 12.0


@dataclass(frozen=True, kw_only=True)
class ScoreCampaign:
    """`spread` is complete (all judge all), within (a segment's outputs to one judge) or across (each by itself)."""

    spread: str
    systems: int = 4
    judges: int = 5
    segments: int = 100
    favour: float = 2.0
    overlap: float = 0.2
    shared: float = 0.0
    steps: float = 0.0
    judge: float = JUDGE

    def draw(self, rng: np.random.Generator) -> ScoreColumns:
        """Scores of one campaign; of segments that are `shared`, the first two systems have one output."""
        segment_of, made, item_of = [], [], np.zeros((self.segments, self.systems), dtype=np.int64)
        for segment in range(self.segments):
            is_shared = segment < self.shared * self.segments
            for system in range(self.systems):
                if system == 1 and is_shared:
                    item_of[segment, 1] = item_of[segment, 0]
                else:
                    item_of[segment, system] = len(segment_of)
                    segment_of.append(segment)
                made.append((item_of[segment, system], system))
        asked = self._asked(rng, item_of)
        judge, item = np.array(asked, dtype=np.int64).T
        segment_numbers = np.array(segment_of)
        system_of = np.zeros(len(segment_of), dtype=np.int64)
        for number, system in reversed(made):
            system_of[number] = system
        value = (
            rng.normal(0, self.judge, self.judges)[judge]
            + rng.normal(0, SEGMENT, self.segments)[segment_numbers[item]]
            + rng.normal(0, ITEM, len(segment_of))[item]
            + rng.normal(0, self.favour, (self.judges, self.systems))[judge, system_of[item]]
            + self.steps * system_of[item]
            + rng.normal(0, REST, len(judge))
        )
        return ScoreColumns(
            systems=tuple(f"system{number}" for number in range(self.systems)),
            judges=tuple(f"judge{number}" for number in range(self.judges)),
            segments=tuple(map(str, range(self.segments))),
            value=value,
            judge=judge,
            item=item,
            segment_of=segment_numbers,
            made=np.array(made, dtype=np.int64),
        )

    def _asked(self, rng: np.random.Generator, item_of: np.ndarray) -> list[tuple[int, int]]:
        if self.spread == "complete":
            return [(judge, int(item)) for judge in range(self.judges) for item in np.unique(item_of)]
        asked = []
        turn = int(rng.integers(self.judges))
        for row in item_of[rng.permutation(self.segments)]:
            is_doubled = rng.random() < self.overlap
            bundles = [np.unique(row)] if self.spread == "within" else [[item] for item in np.unique(row)]
            for bundle in bundles:
                for seat in range(2 if is_doubled else 1):
                    asked += [((turn + seat) % self.judges, int(item)) for item in bundle]
                turn += 2 if is_doubled else 1
            # else the same judge would meet the same system whenever their numbers divide each other
            turn += int(rng.integers(self.judges))
        return asked


@dataclass(frozen=True, kw_only=True)
class RankingCampaign:
    """Screens of five outputs; a segment is shown to several judges, who see systems drawn for each screen."""

    systems: int = 8
    judges: int = 10
    segments: int = 100
    screens: int = 3
    favour: float = 0.4

    def draw(self, rng: np.random.Generator) -> RankedPairs:
        favour = rng.normal(0, self.favour, (self.judges, self.systems))
        quality = rng.normal(0, 1, (self.segments, self.systems))
        rows = []
        task = 0
        for segment in range(self.segments):
            for judge in rng.permutation(self.judges)[: self.screens].tolist():
                shown = rng.permutation(self.systems)[:5]
                said = quality[segment, shown] + favour[judge, shown] + rng.normal(0, 1, 5)
                ranks = np.round(said / 0.8)
                for place in range(5):
                    for other in range(place + 1, 5):
                        gap = ranks[place] - ranks[other]
                        label = TIE if gap == 0 else FIRST if gap > 0 else SECOND
                        rows.append((shown[place], shown[other], label, judge, segment, task))
                task += 1
        first, second, label, judge_, segment_, task_ = np.array(rows, dtype=np.int64).T
        return RankedPairs(
            systems=tuple(f"system{number}" for number in range(self.systems)),
            judges=tuple(f"judge{number}" for number in range(self.judges)),
            first=first,
            second=second,
            label=label,
            judge=judge_,
            segment=segment_,
            task=task_,
        )
