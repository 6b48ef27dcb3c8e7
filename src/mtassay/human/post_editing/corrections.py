"""Post-edits: how much of an output a person changed, as TER counts it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mtassay._native import EditMeasure, Segments, Unit, edit_rows
from mtassay.corpus.writing_systems import WritingSystem, are_segmented, recognise_writing_system
from mtassay.tokenizers.tercom import Tercom

_ASIAN = (WritingSystem.CHINESE, WritingSystem.JAPANESE)


@dataclass(frozen=True)
class Correction:
    """How an output became its post-edit: edits and shifts of blocks, for so many words of the post-edit."""

    edits: int
    words: int

    @property
    def hter(self) -> float:
        """Edits for each word, 1 at most: an output that needed more was written anew."""
        if not self.words:
            return float(self.edits > 0)
        return min(1.0, self.edits / self.words)


def measure_corrections(outputs: Sequence[str], post_edits: Sequence[str]) -> tuple[Correction, ...]:
    """How each output was corrected; the edits are those of the metric `ter` as it stands without settings.

    Chinese and Japanese post-edits are measured in characters, as `ter` does.

    Example:
        >>> measure_corrections(["the cat sat"], ["the black cat sat"])
        (Correction(edits=1, words=4),)

    """
    if not outputs:
        return ()
    is_asian = recognise_writing_system(post_edits) in _ASIAN and not are_segmented(post_edits)
    tokenizer = Tercom(normalized=is_asian, asian_support=is_asian)
    references: Sequence[str] = post_edits
    if is_asian:  # sacreBLEU tokenizes references twice, and so does our `ter`
        references = tokenizer.tokenize([text.rstrip() for text in references])
    rows = edit_rows(
        Segments(tokenizer.prepare(outputs)),
        Segments(tokenizer.prepare(references)),
        np.arange(len(post_edits) + 1),
        tokenizer.tokenization,
        Unit.WORD,
        EditMeasure.TER,
        1,
    )
    return tuple(Correction(round(edits), round(words)) for edits, words in rows[:, [0, 2]].tolist())
