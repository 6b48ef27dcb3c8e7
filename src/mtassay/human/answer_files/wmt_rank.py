"""Rankings as WMT published them: a line for each pair of outputs, or for each ranking of five."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import ClassVar

from mtassay.errors import InputError
from mtassay.human.answer_files.base import AnswerFormat, AnswerSet, FileAnswer, FileItem
from mtassay.human.answer_files.language_codes import long_code, short_code
from mtassay.human.answer_files.rows import csv_content, csv_rows, whole_number
from mtassay.human.protocols.pairwise import Pairwise
from mtassay.human.protocols.ranking import Ranking

_COLUMNS = (
    *("srclang", "trglang", "srcIndex", "segmentId", "judgeID"),
    *("system1Id", "system1rank", "system2Id", "system2rank", "rankingID"),
)
_OTHER_NAMES = {"judgeId": "judgeID"}
_SHARED = "+"
_MOST = 5
_SKIPPED = -1


@dataclass(kw_only=True)
class _Ranking:
    """One ranking: which outputs, by the names of the systems that wrote them, have which rank."""

    judge: str
    segment: int
    document: str
    place: str
    ranks: dict[str, int] = field(default_factory=dict)

    def rank(self, name: str, rank: int, place: str) -> None:
        """The rank of an output, the same wherever it is named."""
        if self.ranks.setdefault(name, rank) != rank:
            raise InputError(
                f"{place}: {name[:80]!r} has rank {rank} here and {self.ranks[name]} in an earlier line of the same "
                "ranking; make them equal. Nothing was imported."
            )


@dataclass(frozen=True, kw_only=True)
class WmtRank(AnswerFormat):
    """Rankings and pairs (`ranking`, `pairwise`): a line for each pair of outputs, with both ranks.

    Systems that share an output stand in one name, `a+b`: they tie. The tables of 2013 to 2015, with five systems in a
    line, are read too; rank -1 is one that was skipped. Such files hold no texts: name them when you import one.
    """

    name: ClassVar[str] = "wmt-rank"
    title: ClassVar[str] = "rankings in pairs, as WMT published them"

    def write(self, answers: AnswerSet, path: str) -> bytes:
        languages = [long_code(answers.source_language), long_code(answers.target_language)]
        rows: list[list[object]] = [list(_COLUMNS)]
        chosen = answers.of((Ranking, Pairwise), self.name, "rankings and pairs")
        for number, answer in enumerate(chosen, 1):
            ranks = _ranks(answer)
            for left, right in combinations(answer.items, 2):
                head = [*languages, left.position, left.position, answer.judge]
                both = [_SHARED.join(left.systems), ranks[left.id], _SHARED.join(right.systems), ranks[right.id]]
                rows.append([*head, *both, number])
        return csv_content(rows)

    def read(self, data: bytes, shown: str) -> AnswerSet:
        rows = csv_rows(data, shown)
        _, header = next(rows, (1, []))
        names = [_OTHER_NAMES.get(name.strip(), name.strip()) for name in header]
        missing = [name for name in ("segmentId", "judgeID", "system1Id", "system1rank") if name not in names]
        if missing:
            raise InputError(
                f"{shown}, line 1: no column {missing[0]!r}; a file of rankings begins with {','.join(_COLUMNS)}. "
                "Nothing was imported."
            )
        rankings: dict[str, _Ranking] = {}
        languages = ("", "")
        for line, row in rows:
            place = f"{shown}, line {line}"
            if len(row) != len(names):
                raise InputError(
                    f"{place}: {len(row)} columns, and the first line has {len(names)}. Nothing was imported."
                )
            cells = dict(zip(names, row, strict=True))
            _take(rankings, cells, place)
            languages = short_code(cells.get("srclang", "")), short_code(cells.get("trglang", ""))
        return AnswerSet(_answers(rankings, shown), *languages)


def _ranks(answer: FileAnswer) -> Mapping[int, int]:
    if "ranks" in answer.body:
        return {int(item): rank for item, rank in answer.body["ranks"].items()}
    better = answer.body["better"]
    return {item.id: 1 if better is None or str(item.id) == better else 2 for item in answer.items}


def _take(rankings: dict[str, _Ranking], cells: Mapping[str, str], place: str) -> None:
    judge = cells["judgeID"].strip() or "judge"
    segment = whole_number(cells["segmentId"], place, "segmentId")
    if segment < 1:
        raise InputError(f"{place}: segmentId is {segment}, and segments count from 1. Nothing was imported.")
    # of a table with five systems each line is a ranking of its own
    key = f"{judge}\t{segment}\t{cells['rankingID']}" if "rankingID" in cells else place
    document = cells.get("documentId", "")
    ranking = rankings.setdefault(key, _Ranking(judge=judge, segment=segment, document=document, place=place))
    for number in range(1, _MOST + 1):
        name, rank = cells.get(f"system{number}Id", "").strip(), cells.get(f"system{number}rank", "").strip()
        if not name and not rank:
            continue
        value = whole_number(rank, place, f"system{number}rank")
        if value == _SKIPPED:
            continue
        if not name or value < 1:
            raise InputError(
                f"{place}: system{number} is {name[:60]!r} with rank {value}; a rank is 1 or more, and -1 where it was "
                "skipped. Nothing was imported."
            )
        ranking.rank(name, value, place)


def _answers(rankings: Mapping[str, _Ranking], shown: str) -> tuple[FileAnswer, ...]:
    items: dict[tuple[int, str], FileItem] = {}
    # WMT also wrote a line for each pair of systems: more than five then share five outputs, and pairs say the same
    has_pairs = any(len(ranking.ranks) > _MOST for ranking in rankings.values())
    answers: list[FileAnswer] = []
    for ranking in rankings.values():
        for name in ranking.ranks:
            key = (ranking.segment, name)
            if key not in items:
                items[key] = FileItem(
                    id=len(items) + 1,
                    systems=tuple(dict.fromkeys(name.split(_SHARED))),
                    document=ranking.document,
                    position=ranking.segment,
                    source="",
                    text="",
                )
        shown_items = [items[ranking.segment, name] for name in ranking.ranks]
        ranks = dict(zip((item.id for item in shown_items), ranking.ranks.values(), strict=True))
        groups = list(combinations(shown_items, 2)) if has_pairs else [tuple(shown_items)]
        answers += [_answer(ranking, group, ranks, has_pairs) for group in groups if len(group) > 1]
    if not answers:
        raise InputError(f"{shown}: no ranking of two outputs is in the file. Nothing was imported.")
    return tuple(answers)


def _answer(ranking: _Ranking, items: tuple[FileItem, ...], ranks: Mapping[int, int], has_pairs: bool) -> FileAnswer:
    if has_pairs:
        left, right = items
        better = None if ranks[left.id] == ranks[right.id] else min(items, key=lambda item: ranks[item.id])
        body = {"better": None if better is None else str(better.id)}
        return FileAnswer(
            judge=ranking.judge, protocol=Pairwise(), items=items, body=body, place=ranking.place
        ).checked()
    order = {rank: place for place, rank in enumerate(sorted({ranks[item.id] for item in items}), 1)}
    told = {str(item.id): order[ranks[item.id]] for item in items}
    return FileAnswer(
        judge=ranking.judge, protocol=Ranking(), items=items, body={"ranks": told}, place=ranking.place
    ).checked()
