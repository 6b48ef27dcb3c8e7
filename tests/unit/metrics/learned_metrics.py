"""Files of learned metrics, as learning writes them, with weights of one's own choice."""

from collections.abc import Mapping, Sequence

from mtassay import EvalSet, metric
from mtassay.metrics.learned import part_signature
from mtassay.metrics.learned_file import LearnedFile, LearnedPart, LessonSystem, digest_of_outputs

Weights = Mapping[str, tuple[float, float]]


def learned_file(
    parts: Weights,
    systems: Mapping[str, Sequence[str]] | None = None,
    *,
    method: str = "within",
    intercept: float = 7.0,
    evalset: EvalSet | None = None,
) -> LearnedFile:
    """A metric of parts, each with its mean and weight, learned from the outputs of some systems."""
    texts = EvalSet(["the cat sat"]) if evalset is None else evalset
    made = []
    for spec, (mean, weight) in parts.items():
        signature = part_signature(metric(spec).for_evalset(texts), texts)
        made.append(LearnedPart(spec=spec, signature=signature, mean=mean, spread=10.0, weight=weight))
    lessons = {"old": ["x", "y"]} if systems is None else systems
    return LearnedFile(
        method=method,
        penalty=0.1,
        intercept=intercept,
        parts=tuple(made),
        gold="scores",
        training="0123456789ab",
        systems=tuple(LessonSystem(name=name, outputs=digest_of_outputs(own)) for name, own in lessons.items()),
        segments=100,
        judged_outputs=200,
        source_folds=5,
        system_folds=2,
        seed=1,
        held_out=(),
        version="0",
    )
