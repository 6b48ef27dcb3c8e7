"""Scores that are at hand, as a file of them would give them: what is scored so can be scored again from the file."""

from dataclasses import dataclass, field
from functools import lru_cache

from mtassay.corpus.formats.score_file import ScoreFile
from mtassay.corpus.formats.scores import parse_scores
from mtassay.metrics.given import Given


@dataclass(frozen=True, kw_only=True)
class HeldScores(Given):
    """The metric `given` of a file that need not be there: `content` is what it holds, `path` its name."""

    content: bytes = field(default=b"", repr=False)

    def _loaded(self) -> ScoreFile:
        return _parse(self.content, self.path, self.column)


@lru_cache(maxsize=4)
def _parse(content: bytes, path: str, column: str) -> ScoreFile:
    return parse_scores(content, path, column)
