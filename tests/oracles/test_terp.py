"""TERp beside a twin that computes every table as a whole, cell by cell, and forgets nothing that it has found."""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from mtassay._native import Segments, WeightedPhrases, WordRelations, terp_edits
from mtassay.metrics.terp import COSTS, Costs

SHIFT_SIZE, SHIFT_DISTANCE = 10, 50
Steps = list[tuple[int, int, int]]
MATCH, SUBSTITUTION, STEM, SYNONYM, PHRASE, DELETION, INSERTION = range(7)


@dataclass
class Twin:
    """What is known of words, and what edits cost."""

    costs: Costs
    stems: dict[str, int]
    synonyms: set[tuple[str, str]]
    stops: set[str]
    table: dict[tuple[str, ...], dict[tuple[str, ...], float]] = field(default_factory=dict)
    entries: list[tuple[tuple[str, ...], tuple[str, ...], float]] = field(default_factory=list)

    def likeness(self, word: str, other: str) -> tuple[int, float]:
        if word == other:
            return MATCH, 0.0
        choices = [(SUBSTITUTION, self.costs.substitution)]
        if self.stems[word] == self.stems[other]:
            choices.append((STEM, self.costs.stem))
        if (word, other) in self.synonyms:
            choices.append((SYNONYM, self.costs.synonym))
        return min(choices, key=lambda choice: choice[1])

    def phrases_at(
        self, ref: Sequence[str], row: int, hyp: Sequence[str], word: int
    ) -> Iterator[tuple[int, int, float]]:
        """Words of the reference and of the hypothesis, and the cost."""
        for length in range(1, len(ref) - row + 1):
            for phrase, cost in sorted(self.table.get(tuple(ref[row : row + length]), {}).items()):
                if tuple(hyp[word : word + len(phrase)]) == phrase:
                    yield length, len(phrase), cost

    def edit(self, hyp: Sequence[str], ref: Sequence[str]) -> tuple[float, Steps]:
        """The cost of the cheapest edits within the beam, and the edits."""
        table: dict[tuple[int, int], tuple[float, tuple[int, int, int]]] = {(0, 0): (0.0, (0, 0, 0))}

        def reach(row: int, column: int, cost: float, step: tuple[int, int, int]) -> bool:
            if (row, column) in table and not cost < table[row, column][0]:
                return False
            table[row, column] = cost, step
            return True

        best, first, last = math.inf, 0, 0
        for column in range(len(hyp) + 1):
            limit, best = best + self.costs.beam, math.inf
            reached = []
            for row in range(first, len(ref) + 1):
                is_last = column == len(hyp)
                if not is_last and row > last:
                    break
                cost = table[row, column][0] if (row, column) in table else math.inf
                if cost == math.inf or (not is_last and cost > limit):
                    continue
                reached.append(row)
                if row < len(ref) and not is_last:
                    kind, added = self.likeness(hyp[column], ref[row])
                    if reach(row + 1, column + 1, cost + added, (kind, 1, 1)) or kind == MATCH:
                        best = min(best, cost + added)
                for rows, words, added in self.phrases_at(ref, row, hyp, column):
                    reach(row + rows, column + words, cost + added, (PHRASE, words, rows))
                if not is_last:
                    reach(row, column + 1, cost + self.costs.insertion, (INSERTION, 1, 0))
                if row < len(ref) and reach(row + 1, column, cost + self.costs.deletion, (DELETION, 0, 1)):
                    last = max(last, row + 1)
            if reached:
                first, last = reached[0], reached[-1] + 1
        row, column, steps = len(ref), len(hyp), []
        while row or column:
            step = table[row, column][1]
            steps.append(step)
            row, column = row - step[2], column - step[1]
        return table[len(ref), len(hyp)][0], steps[::-1]

    def shifts(self, hyp: Sequence[str], ref: Sequence[str], steps: Steps) -> dict[int, set[tuple[int, int, int]]]:
        """First and last word and the word behind which they go, by the longer of both spans."""
        wrong, wrong_ref, goes_to, stands_at = [], [], [], []
        for kind, words, rows in steps:
            word, row = len(wrong), len(wrong_ref)
            wrong += [kind != MATCH] * words
            wrong_ref += [kind != MATCH] * rows
            goes_to += [row - (rows == 0)] * words
            stands_at += [word - (words == 0)] * rows
        found: dict[int, set[tuple[int, int, int]]] = {}

        def spans(start: int, begin: int, word: int, row: int, seen: set[tuple[int, int]]) -> None:
            while (word, row) not in seen and word - start < SHIFT_SIZE and word < len(hyp) and row < len(ref):
                seen.add((word, row))
                low, high = max(0, word - SHIFT_DISTANCE), min(len(hyp) - 1, word + SHIFT_DISTANCE)
                if goes_to[low] <= row <= goes_to[high]:
                    for rows, words, _ in self.phrases_at(ref, row, hyp, word):
                        spans(start, begin, word + words, row + rows, seen)
                if self.likeness(hyp[word], ref[row])[0] == SUBSTITUTION:
                    return
                add(start, word, begin, row)
                word, row = word + 1, row + 1

        def add(start: int, end: int, begin: int, stop: int) -> None:
            block, place = range(start, end + 1), stands_at[begin]
            may_move = any(wrong[i] for i in block) and any(wrong_ref[begin : stop + 1])
            says = any(hyp[i] not in self.stops for i in block) and any(
                word not in self.stops for word in ref[begin : stop + 1]
            )
            if not may_move or not says or place in block or abs(place - start) > SHIFT_DISTANCE:
                return
            bucket = found.setdefault(min(SHIFT_SIZE + 1, max(len(block), stop - begin + 1)), set())
            for offset in range(-1, len(block)):
                if offset == -1 and begin == 0:
                    bucket.add((start, end, -1))
                elif 0 <= begin + offset < len(ref):
                    other = stands_at[begin + offset]
                    if other != start and (offset == 0 or other != place):
                        bucket.add((start, end, other))

        for begin in range(len(ref)):
            for start in range(len(hyp)):
                spans(start, begin, start, begin, set())
        return found

    def moved(self, hyp: Sequence[str], shift: tuple[int, int, int]) -> list[str]:
        start, end, place = shift
        block, others = list(hyp[start : end + 1]), [*hyp[:start], *hyp[end + 1 :]]
        if place < start:
            at = place + 1
        elif place > end:
            at = place + 1 - len(block)
        else:
            at = place
        return [*others[:at], *block, *others[at:]]

    def turn(self, hyp: Sequence[str], ref: Sequence[str]) -> tuple[float, list[tuple[int, int, int]], Steps]:
        cost, steps = self.edit(hyp, ref)
        chosen = []
        while True:
            best, shift, cost_of_shift = (cost, steps), None, 0.0
            for length, shifts in sorted(self.shifts(hyp, ref, steps).items(), reverse=True):
                for tried in sorted(shifts):
                    gained = cost - (cost_of_shift + best[0])
                    if gained > 2 * length or (cost_of_shift and gained == 2 * length):
                        break
                    after = self.edit(self.moved(hyp, tried), ref)
                    gain = (best[0] + cost_of_shift) - (after[0] + self.costs.shift)
                    if gain > 0 or (not cost_of_shift and gain == 0):
                        best, shift, cost_of_shift = after, tried, self.costs.shift
            if shift is None:
                return cost + sum(self.costs.shift for _ in chosen), chosen, steps
            hyp = self.moved(hyp, shift)
            cost, steps = best
            chosen.append((shift[0], shift[1] + 1, shift[2] + 1))

    def add_phrase(self, ref: tuple[str, ...], hyp: tuple[str, ...], probability: float) -> None:
        if ref == hyp:
            return
        self.entries.append((ref, hyp, probability))
        kept, self.table = self.table, {}
        edits = self.turn(hyp, ref)[0]
        self.table = kept
        weights = self.costs.phrase
        logarithm = math.log(probability) / math.log(10)
        cost = weights[0] + weights[1] * logarithm * edits + weights[2] * probability * edits + weights[3] * edits
        known = self.table.setdefault(ref, {})
        known[hyp] = min(max(0.0, cost), known.get(hyp, math.inf))


def words_from(rng: random.Random, vocabulary: Sequence[str], most: int) -> list[str]:
    return [rng.choice(vocabulary) for _ in range(rng.randint(1, most))]


def span_of(rng: random.Random, words: Sequence[str]) -> tuple[str, ...]:
    start = rng.randrange(len(words))
    return tuple(words[start : start + rng.randint(1, 3)])


@pytest.mark.parametrize("seed", range(50))
def test_costs_shifts_and_edits_are_the_twins(seed: int) -> None:
    rng = random.Random(seed)
    vocabulary = [f"w{n}" for n in range(rng.choice([3, 8, 20]))]
    stems = [rng.randrange(len(vocabulary)) for _ in vocabulary]
    synonyms = [sorted({rng.randrange(len(vocabulary)) for _ in range(rng.randint(0, 2))}) for _ in vocabulary]
    costs = COSTS[rng.choice(["terpa", "terph", "ter"])]
    if rng.random() < 0.4:
        costs = costs._replace(beam=rng.choice([1.0, 2.0, 4.0]))
    known = costs.stem < costs.substitution
    twin = Twin(
        costs=costs,
        stems=dict(zip(vocabulary, stems if known else range(len(stems)), strict=True)),
        synonyms={(vocabulary[a], vocabulary[b]) for a, several in enumerate(synonyms) for b in several if known},
        stops=set(rng.sample(vocabulary, rng.randint(0, 1))),
    )
    hypothesis, reference = words_from(rng, vocabulary, 14), words_from(rng, vocabulary, 14)
    for _ in range(rng.choice([0, 0, 6, 12]) if known else 0):
        twin.add_phrase(span_of(rng, reference), span_of(rng, hypothesis), rng.choice([0.01, 0.2, 0.9]))
    relations = WordRelations(
        Segments(vocabulary),
        np.array(list(twin.stems.values()), dtype=np.int64),
        np.cumsum([0, *map(len, synonyms if known else [()] * len(synonyms))], dtype=np.int64),
        np.array([other for several in synonyms for other in several if known], dtype=np.int64),
    )
    native = native_turn(twin, relations, hypothesis, reference)
    cost, shifts, steps = twin.turn(hypothesis, reference)
    assert native == (cost, shifts, steps)


def native_turn(twin: Twin, relations: WordRelations, hypothesis: list[str], reference: list[str]) -> object:
    """The same by native code."""
    phrases = WeightedPhrases(
        Segments([" ".join(ref) for ref, _, _ in twin.entries]),
        Segments([" ".join(hyp) for _, hyp, _ in twin.entries]),
        np.array([probability for _, _, probability in twin.entries], dtype=np.float64),
    )
    texts = Segments([" ".join(hypothesis)]), Segments([" ".join(reference)])
    stops = Segments(sorted(twin.stops))
    cost, shifts, steps, _ = terp_edits(*texts, relations, phrases, stops, twin.costs.numbers())
    return cost, shifts, [step[:3] for step in steps]
