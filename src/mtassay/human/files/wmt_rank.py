"""Rankings as WMT published them: two outputs a row (2016), or five (2013 to 2015)."""

import re

from mtassay.corpus.file_specs import FileSpec
from mtassay.corpus.formats.base import Table
from mtassay.corpus.table_files import choose_format
from mtassay.corpus.tables import check_table
from mtassay.errors import InputError
from mtassay.human.answers.answers import Answers
from mtassay.human.answers.judged_outputs import Judged, Ranked, RankedOutput
from mtassay.human.files.base import JudgmentFile

_JUDGES = ("judgeID", "judgeId")
_SEGMENTS = ("segmentId", "srcIndex")
_TASK = "rankingID"
_DOCUMENT = "documentId"
_SYSTEM = re.compile(r"system(\d+)Id")
_SKIPPED = -1
_LANGUAGES = ("srclang", "trglang")


def is_wmt_rank(data: bytes) -> bool:
    """Whether unpacked content begins with the columns of such a file."""
    names = re.split("[,\t;]", data[:10_000].decode("utf-8-sig", "replace").split("\n", 1)[0].strip())
    return {"system1Id", "system1rank", "system2Id", "system2rank"} <= set(names)


def read_wmt_rank(data: bytes, file: JudgmentFile) -> Answers:
    """The rankings of a file of one language pair; outputs that several systems share, `a+b`, are one.

    A rank of -1 says that the judge skipped the screen, which is left out and counted. Where no column numbers the
    screens, each row is one.
    """
    format = choose_format(FileSpec(file.path, file.sheet, format="csv:header=1"), data)
    table = format.read(data, file.shown, file.sheet)
    check_table(table, file.shown)
    reader = _Rows(table, file.rows(format.name), file.shown)
    judged: list[Judged] = []
    skipped = 0
    for row in range(len(table)):
        ranking = reader.ranking(row)
        if ranking is None:
            skipped += 1
        else:
            judged.append(ranking)
    if not judged:
        raise InputError(f"{file.shown}: no row ranks two outputs, so there is nothing to compare")
    return Answers(tuple(judged), "ranking", left_out={"skipped by the judge": skipped} if skipped else {})


class _Rows:
    """The rows of a table whose columns are known."""

    def __init__(self, table: Table, where: str, shown: str) -> None:
        self._columns = {column.name.strip(): column.texts for column in table.columns}
        self._first_row = table.first_row
        self._where = where
        self._judge = self._needed(_JUDGES, shown)
        self._segment = self._needed(_SEGMENTS, shown)
        numbers = sorted(int(match[1]) for name in self._columns if (match := _SYSTEM.fullmatch(name)))
        self._outputs = [(f"system{number}Id", f"system{number}rank") for number in numbers]
        for _, rank in self._outputs:
            self._needed((rank,), shown)
        self._languages: dict[str, str] = {}

    def ranking(self, row: int) -> Ranked | None:
        """The screen of a row; None where it was skipped."""
        place = f"{self._where} {self._first_row + row}"
        self._check_language(row, place)
        outputs = []
        for system, rank in self._outputs:
            name = self._cell(system, row)
            if not name:
                continue  # fewer than five were shown
            value = _rank(self._cell(rank, row), place)
            if value == _SKIPPED:
                return None
            outputs.append(RankedOutput(tuple(dict.fromkeys(name.split("+"))), value))
        if not outputs:
            return None
        return Ranked(
            segment=self._cell(self._segment, row),
            judge=self._cell(self._judge, row),
            task=self._cell(_TASK, row) or place,
            document=self._cell(_DOCUMENT, row),
            outputs=tuple(outputs),
        )

    def _check_language(self, row: int, place: str) -> None:
        for name in _LANGUAGES:
            said = self._cell(name, row)
            known = self._languages.setdefault(name, said)
            if said != known:
                raise InputError(f"{place}: {name} is {said!r} here and {known!r} before; one file, one language pair")

    def _cell(self, name: str, row: int) -> str:
        column = self._columns.get(name)
        return "" if column is None else (column[row] or "").strip()

    def _needed(self, names: tuple[str, ...], shown: str) -> str:
        known = [name for name in names if name in self._columns]
        if not known:
            raise InputError(f"{shown}: no column {names[0]!r}; a file of rankings has it")
        return known[0]


def _rank(text: str, place: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 1 and value != _SKIPPED:
        raise InputError(f"{place}: the rank is {text!r}; expected a whole number from 1, or -1 for skipped")
    return value
