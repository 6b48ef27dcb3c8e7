"""A new system of 1,000 outputs against 50,000 judged targets, and the validation of 13 systems with 200 draws each."""

import random
import statistics

import numpy as np

from benchmarks.estimation import seconds, variants
from benchmarks.text import corpus
from mtassay.estimation.prediction.prediction import predict
from mtassay.estimation.prediction.quality import reference_qualities
from mtassay.estimation.sampling.certified import certified
from mtassay.estimation.sampling.plan import plan
from mtassay.estimation.sampling.queue import draw_queue
from mtassay.estimation.sampling.validation import validate
from mtassay.human.memory import Memory, make_memory
from mtassay.human.translations import Translations, find_translations

REPEATS = 3


def filled(sources: int, systems: int, seed: int, share: float = 0.5) -> tuple[Memory, Translations, list[str]]:
    """A memory as systems fill it, what one more says of each source, and references; some outputs come again."""
    rng = random.Random(seed)
    _, lines = corpus(sources, seed)
    words = sorted({word for line in lines for word in line.split()})
    pairs, names, new = [], [], []
    for line in lines:
        texts = variants(line, systems + 1, words, rng)
        for system in range(systems + 1):
            text = texts[rng.randrange(system)] if system and rng.random() < share else texts[system]
            if system == systems:
                new.append((line, text))
            else:
                pairs.append((line, text, rng.choice((5, 8, 9, 10, 10))))
                names.append(f"system {system}")
    memory = make_memory(pairs, systems=names)
    return memory, find_translations(memory, new, "new"), lines


def estimate(memory: Memory, translations: Translations, references: list[str]) -> None:
    """All that is computed for a new system: chrF, prediction, queue, plan, and the estimate after 100 judgments."""
    qualities = reference_qualities(memory, translations, {number: [text] for number, text in enumerate(references)})
    prediction = predict(memory, translations, qualities)
    queue = draw_queue(prediction, 1)
    plan(prediction, 1.0)
    scores = np.full(prediction.items, np.nan)
    scores[queue.order[:100]] = 8.0
    certified(prediction, queue, scores)


def run() -> None:
    """Print a line for each task: median CPU seconds of all threads together."""
    for share in (0.0, 0.5):
        memories = [filled(1000, 50, seed, share) for seed in range(REPEATS)]
        took = statistics.median(seconds(lambda one=one: estimate(*one)) for one in memories)  # type: ignore[misc]
        targets = statistics.mean(len(memory.targets) for memory, *_ in memories)
        print(f"  estimate 1,000 outputs against {targets:7,.0f} judged targets of 50 systems  {took:6.2f} s")
    memory, _, _ = filled(529, 13, 1)
    quality = np.random.default_rng(1).random(len(memory.targets))
    took = seconds(lambda: validate(memory, quality))
    print(f"  validate 13 systems x 529 segments x 200 draws  {took:6.2f} s")
