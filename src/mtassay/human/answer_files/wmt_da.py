"""Direct assessment as the scripts of WMT read it: a line for each score."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay.human.answer_files.base import AnswerSet, WriteOnly, plain_cell
from mtassay.human.protocols.da import Da
from mtassay.human.protocols.esa import Esa

_COLUMNS = (
    *("HITId", "WorkerId", "Input.src", "Input.trg", "Input.item", "hit"),
    *("sys_id", "rid", "type", "sid", "score", "time"),
)


@dataclass(frozen=True, kw_only=True)
class WmtDa(WriteOnly):
    """Scores of 0 to 100 (`da`, `esa`) as a table with tabs, for the scripts that standardize and average them.

    An output that several systems wrote has a line for each.
    """

    name: ClassVar[str] = "wmt-da"
    title: ClassVar[str] = "direct assessment as the scripts of WMT read it"

    def write(self, answers: AnswerSet, path: str) -> bytes:
        chosen = answers.of((Da, Esa), self.name, "scores of 0 to 100 (da, esa)")
        lines = ["\t".join(_COLUMNS)]
        languages = [answers.source_language, answers.target_language]
        for number, answer in enumerate(chosen, 1):
            (item,) = answer.items
            for system in item.systems:
                head = [answer.judge, answer.judge, *languages, str(number), answer.judge, system, str(number)]
                row = [*head, "SYSTEM", str(item.position), str(answer.body["score"]), f"{answer.seconds:g}"]
                lines.append("\t".join(map(plain_cell, row)))
        return ("\n".join(lines) + "\n").encode()
