"""Answers together: all that people said in a file or a campaign, and what its numbers mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from mtassay.errors import InputError
from mtassay.human.answers.answer_filter import AnswerFilter
from mtassay.human.answers.judged_outputs import Judged, Ranked, Scored


@dataclass(frozen=True)
class Answers:
    """Scores or rankings, never both. `measure` says in words what a score is; `left_out` counts what was not read.

    `on_top` is the system that tables have first, whatever its score: what people wrote, beside what systems did.
    `are_grades` says that scores are few and have names, such as right and wrong.
    """

    judged: tuple[Judged, ...]
    measure: str = ""
    is_lower_better: bool = False
    left_out: Mapping[str, int] = field(default_factory=dict)
    on_top: str = ""
    are_grades: bool = False

    @property
    def scored(self) -> list[Scored]:
        """Those that are scores."""
        return [answer for answer in self.judged if isinstance(answer, Scored)]

    @property
    def ranked(self) -> list[Ranked]:
        """Those that are rankings."""
        return [answer for answer in self.judged if isinstance(answer, Ranked)]

    @property
    def pseudonyms(self) -> dict[str, str]:
        """What judges are called who shall not be named: judge 1, judge 2, … in order of first mention."""
        named = dict.fromkeys(answer.judge for answer in self.judged if answer.judge.strip())
        return {name: f"judge {number}" for number, name in enumerate(named, 1)}

    def calling(self, names: Mapping[str, str]) -> "Answers":
        """The same with other names of judges, and without what they commented, which may tell who they are."""
        return replace(
            self, judged=tuple(_called(answer, names.get(answer.judge, answer.judge)) for answer in self.judged)
        )

    def chosen(self, wanted: AnswerFilter) -> "Answers":
        """Those that a filter means; the others are counted."""
        if wanted == AnswerFilter():
            return self
        chosen = tuple(wanted.choose(self.judged))
        left_out = {**self.left_out, "outside the filter": len(self.judged) - len(chosen)}
        return replace(self, judged=chosen, left_out={what: count for what, count in left_out.items() if count})


def _called(answer: Judged, name: str) -> Judged:
    return replace(answer, judge=name, comment="") if isinstance(answer, Scored) else replace(answer, judge=name)


def join_answers(parts: Sequence[Answers]) -> Answers:
    """Answers of several files as one; they must be of one kind and on one scale."""
    if not parts:
        raise InputError("no file was named, so there are no answers")
    first = parts[0]
    for other in parts[1:]:
        if (other.measure, other.is_lower_better) != (first.measure, first.is_lower_better):
            raise InputError(
                f"some answers are {first.measure}, others {other.measure}: they do not add up; name files of one kind"
            )
    left_out: dict[str, int] = {}
    for part in parts:
        for what, count in part.left_out.items():
            left_out[what] = left_out.get(what, 0) + count
    return replace(first, judged=tuple(answer for part in parts for answer in part.judged), left_out=left_out)
