"""What labels say of sources: their domain, and in which language they were first written.

What was translated into the source language reads otherwise than what was written in it.
"""

from collections.abc import Sequence

from mtassay.corpus.column_names import is_domain_label, is_original_language_label
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.language_codes import same_language


def original_languages(evalset: EvalSet) -> Sequence[str] | None:
    """The language of each source, empty where it is not known; None where no label says it."""
    return next((labels for name, labels in evalset.labels.items() if is_original_language_label(name)), None)


def source_domains(evalset: EvalSet) -> Sequence[str] | None:
    """What each source is about, empty where it is not known; None where no label says it."""
    return next((labels for name, labels in evalset.labels.items() if is_domain_label(name)), None)


def written_in(originals: Sequence[str], language: str, segments: Sequence[int]) -> list[int]:
    """Those of some segments that were first written in a language, or in one that nobody named."""
    return [
        segment
        for segment in segments
        if not originals[segment].strip()
        or same_language(_without_region(originals[segment]), _without_region(language))
    ]


def _without_region(language: str) -> str:
    return language.strip().replace("_", "-").partition("-")[0]
