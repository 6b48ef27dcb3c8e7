"""Text to measure with: as long as news, never the same line twice, made from the examples."""

import random
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples" / "dialogues"


def _lines(name: str) -> list[str]:
    return (EXAMPLES / name).read_text(encoding="utf-8").splitlines()


def corpus(segments: int, seed: int) -> tuple[list[str], list[str]]:
    """Hypotheses and references; each line joins two segments of the dialogues and a number.

    The number makes lines differ: sacreBLEU remembers 65,536 tokenized lines, and a line seen twice
    would measure its memory and not its tokenizer.
    """
    rng = random.Random(seed)
    references = _lines("reference-a.en.txt")
    systems = [_lines(f"systems/{path.name}") for path in sorted((EXAMPLES / "systems").iterdir())]
    hypotheses, expected = [], []
    for _ in range(segments):
        system = rng.choice(systems)
        first, second, number = rng.randrange(len(references)), rng.randrange(len(references)), rng.randrange(10**6)
        hypotheses.append(f"{system[first]} {number} {system[second]}")
        expected.append(f"{references[first]} {number} {references[second]}")
    return hypotheses, expected
