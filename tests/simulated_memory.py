"""A memory as several systems fill it, with known truth: what tests of estimates draw queues of."""

from dataclasses import dataclass

import numpy as np

from mtassay.human.memory import Floats, Memory, make_memory
from mtassay.human.translations import Translations, find_translations

NEW = "new"


@dataclass(frozen=True, eq=False)
class Simulated:
    """The memory of the others, the outputs of the new system, and the score that each output would get."""

    memory: Memory
    translations: Translations
    truth: Floats


def simulate(seed: int = 1, sources: int = 300, systems: int = 8, judges: int = 1, repeats: float = 0.4) -> Simulated:
    """Systems choose among a few translations of each source, or make one of their own; like ones are of like worth."""
    rng = np.random.default_rng(seed)
    severity = np.linspace(-0.6, 0.6, judges) if judges > 1 else np.zeros(1)
    skill = rng.normal(0, 0.4, systems + 1)
    pairs, names, judge_names, outputs, truth = [], [], [], [], []
    for source in range(sources):
        hardness = rng.gamma(1.0, 1.2)
        words = [f"w{word}" for word in rng.integers(0, 500, rng.integers(5, 25))]
        common = {}
        for system in range(systems + 1):
            choice = int(rng.integers(3))
            if rng.random() < repeats and choice in common:
                text, worth = common[choice]
            else:
                changed, damage = list(words), rng.poisson(1.5)
                for place in rng.integers(0, len(words), damage):
                    changed[place] = f"v{rng.integers(500)}"
                text, worth = " ".join(changed), 10 - hardness * (0.5 + 0.4 * damage) + skill[system]
                common.setdefault(choice, (text, worth))
            score = float(np.clip(np.round(worth + rng.normal(0, 0.5)), 0, 10))
            if system == systems:
                outputs.append((f"source {source}", text))
                truth.append(score)
            else:
                judge = int(rng.integers(judges))
                pairs.append((f"source {source}", text, score + severity[judge]))
                names.append(f"system {system}")
                judge_names.append(f"judge {judge}")
    memory = make_memory(pairs, systems=names, judges=judge_names)
    return Simulated(memory, find_translations(memory, outputs, NEW), np.array(truth))
