"""Direct assessment: scores of 0 to 100 with raters, systems and kinds of items, as WMT publishes them."""

import re
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.file_specs import FileSpec, split_name
from mtassay.corpus.files import name_systems, read_evalset
from mtassay.corpus.formats.base import Column, Role, Table
from mtassay.corpus.formats.tabular import TabularFormat
from mtassay.corpus.table_files import choose_format
from mtassay.corpus.tables import check_table, find_column, list_columns
from mtassay.errors import InputError, MtassayWarning
from mtassay.human.answers.answers import Answers
from mtassay.human.answers.judged_outputs import Kind, Scored, segment_of
from mtassay.human.collection import Collection, Judgment, Output, collapse
from mtassay.human.files import cells
from mtassay.human.files.base import JudgmentFile, JudgmentFormat
from mtassay.human.files.gathering import Gathering, SourceRows
from mtassay.human.files.system_names import find_output
from mtassay.human.files.table_columns import suggested
from mtassay.human.scales import scale
from mtassay.settings import did_you_mean, setting

# the first of each are WMT's own names, the others those of Appraise
_KINDS = {
    "SYSTEM": Kind.OUTPUT,
    "TGT": Kind.OUTPUT,
    "REPEAT": Kind.REPEAT,
    "CHK": Kind.REPEAT,
    "REF": Kind.REFERENCE,
    "BAD_REF": Kind.DEGRADED,
    "BAD": Kind.DEGRADED,
}
_NAMES = {"score": ("raw",), "type": ("type",), "position": ("line", "sid"), "system": ("sys_id",)}
"""Names that say it without doubt: those of published files, and of those that the scripts of WMT read."""
_TASKS = ("hit", "hitid", "task")
_NEEDED = ("judge", "system", "type", "score")
_OPTIONAL = ("position", "document", "src", "hyp")


@dataclass(frozen=True, kw_only=True)
class DirectAssessment(JudgmentFormat):
    """A row for each score: rater, system, type, raw score, and the line of the segment or the texts themselves.

    Where the texts are not in the table, `source`, `outputs` and `reference` name files of them, with a line for each
    segment; all outputs are taken up, judged or not. `type` tells outputs (SYSTEM, or TGT) from outputs that the same
    rater was shown again (REPEAT, CHK), references in their place (REF) and texts that were spoilt on purpose (BAD_REF,
    BAD). Spoilt texts are left out unless the table has them. What is in other columns is kept beside the judgment.
    """

    name: ClassVar[str] = "da"
    title: ClassVar[str] = "direct assessment (DA) with raters and kinds of items, as WMT publishes it"
    endings: ClassVar[tuple[str, ...]] = (".tsv", ".csv")
    can_write: ClassVar[bool] = False
    roles: ClassVar[tuple[str, ...]] = (*_NEEDED, *_OPTIONAL)

    source: str = setting("", "file of the sources, a line for each segment")
    outputs: tuple[str, ...] = setting((), "files of the systems' outputs, as FILE or NAME=FILE")
    reference: str = setting("", "file of the reference, as FILE or NAME=FILE")
    repeats: str = setting(
        "recheck",
        "recheck: what a rater is shown again tests the rater; score: it counts like any other",
        choices=("recheck", "score"),
    )
    scale: str = setting("da", "the scale of the scores")

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        lines = data[:10_000].decode("utf-8-sig", "replace").split("\n", 2)
        if len(lines) < 2:
            return False
        names, first = (re.split("[\t,;]", line.rstrip("\r")) for line in lines[:2])
        columns = [Column(name, ()) for name in names]
        if any(not _guess(role, columns) for role in _NEEDED):
            return False
        place = names.index(_guess("type", columns)[0].name)
        return place < len(first) and first[place].strip().upper() in _KINDS

    def read(self, data: bytes, file: JudgmentFile) -> Collection:
        format = choose_format(FileSpec(file.path, file.sheet), data)
        table = format.read(data, file.shown, file.sheet)
        check_table(table, file.shown)
        columns = _choose(table, file)
        texts = None if "hyp" in columns else self._texts(file.shown)
        if texts is not None and "position" not in columns:
            raise InputError(
                f"{file.shown}: no column says which line of the texts was judged; {list_columns(table)}: say which, "
                "position=COLUMN"
            )
        used = [id(column) for column in columns.values()]
        rest = [column for column in table.columns if id(column) not in used]
        reader = _Reader(
            file.rows(format.name), table, columns, rest, texts, _name(self.reference), self.repeats == "recheck"
        )
        return reader.read().collection(scale(self.scale))

    def answers(self, data: bytes, file: JudgmentFile) -> Answers:
        """What each row says, whether its texts are at hand or not: figures need none."""
        format = choose_format(FileSpec(file.path, file.sheet), data)
        if isinstance(format, TabularFormat) and format.header == "auto" and self.recognizes(data):
            format = replace(format, header="1")  # names that say nothing of texts are names all the same
        table = format.read(data, file.shown, file.sheet)
        check_table(table, file.shown)
        columns = _choose(table, file)
        where = file.rows(format.name)
        rows = range(len(table))
        scored = tuple(_scored(columns, table, row, f"{where} {table.first_row + row}") for row in rows)
        return Answers(scored, f"score, {scale(self.scale).words}")

    def _texts(self, shown: str) -> EvalSet:
        if not self.source or not self.outputs:
            raise InputError(
                f"{shown}: the texts that were judged are not in it; name their files: source=FILE and "
                "outputs=NAME=FILE for each system, and reference=FILE where references were judged too"
            )
        references = [split_name(self.reference)[1]] if self.reference else []
        return read_evalset(references, name_systems(self.outputs), self.source)


class _Reader:
    """A table whose columns are known, row by row, and the texts that its lines stand for."""

    def __init__(
        self,
        where: str,
        table: Table,
        columns: Mapping[str, Column],
        rest: Sequence[Column],
        texts: EvalSet | None,
        reference: str,
        rechecks: bool,
    ) -> None:
        self._where = where
        self._shown = where.rpartition(",")[0]
        self._table = table
        self._columns = columns
        self._rest = rest
        self._texts = texts
        self._reference = reference
        self._rechecks = rechecks
        self._gathering = Gathering()
        self._systems: dict[str, Sequence[str]] = {}
        self._left_out: Counter[str] = Counter()

    def read(self) -> Gathering:
        if self._texts is not None:
            self._add_outputs(self._texts)
        for row in range(len(self._table)):
            self._add(row, f"{self._where} {self._table.first_row + row}")
        for kind, count in self._left_out.items():
            warnings.warn(
                f"{self._shown}: scores of type {kind} are left out, because their texts are not there: {count}",
                MtassayWarning,
                stacklevel=5,
            )
        return self._gathering

    def _add_outputs(self, texts: EvalSet) -> None:
        """All that the systems made, under the names that the table has for them."""
        judged = dict.fromkeys(filter(None, self._columns["system"].texts))
        called = {_find_system(name, texts.systems, self._shown): name for name in judged}
        self._systems = {called.get(file, file): outputs for file, outputs in texts.systems.items()}
        if texts.references is not None:
            self._systems[self._reference] = [segment[0] for segment in texts.references]
        rows = range(len(self._table))
        documents = {self._cell("position", row): self._cell("document", row) for row in rows}
        for line in range(1, len(texts) + 1):
            source = self._segment(line, documents.get(str(line), ""), f"{self._shown}, line {line} of the texts")
            for system, outputs in self._systems.items():
                target = source.target(outputs[line - 1], source.place)
                target.outputs[Output(system, "", line, source.document)] = None

    def _segment(self, line: int, document: str, place: str) -> SourceRows:
        texts = self._texts
        assert texts is not None
        assert texts.sources is not None
        if not 1 <= line <= len(texts):
            raise InputError(
                f"{place}: line {line} was judged, and the texts have {len(texts)}; are they the right ones?"
            )
        return self._gathering.source(line, texts.sources[line - 1], place, document, line)

    def _cell(self, role: str, row: int) -> str:
        column = self._columns.get(role)
        return "" if column is None else (column.texts[row] or "").strip()

    def _add(self, row: int, place: str) -> None:
        said, system = self._cell("type", row), self._cell("system", row)
        kind = _kind(said, place)
        shown_system = self._reference if kind is Kind.REFERENCE else "" if kind is Kind.DEGRADED else system
        position = self._cell("position", row)
        line = cells.whole(position, "the line", place) if position else None
        document = self._cell("document", row)
        if self._texts is None:
            text = self._columns["src"].texts[row] or ""
            source = self._gathering.source((collapse(text), document, line), text, place, document, line)
            target = source.target(self._columns["hyp"].texts[row] or "", place)
            if shown_system:
                target.outputs[Output(shown_system, "", line, document)] = None
        elif kind is Kind.DEGRADED or (kind is Kind.REFERENCE and self._reference not in self._systems):
            self._left_out[said] += 1
            return
        else:
            if line is None:
                raise InputError(f"{place}: no line says which segment was judged; write it, counted from 1")
            target = self._segment(line, document, place).target(self._systems[shown_system][line - 1], place)
        score = self._cell("score", row)
        kept = {column.name.strip(): cell for column in self._rest if (cell := column.texts[row])}
        if shown_system != system:
            kept["system"] = system
        target.judgments.append(
            Judgment(
                cells.number(score, "the score", place),
                judge=self._cell("judge", row),
                system=shown_system,
                is_recheck=kind is Kind.REPEAT and self._rechecks,
                extra={"type": said, **kept},
                place=place,
            )
        )


def _scored(columns: Mapping[str, Column], table: Table, row: int, place: str) -> Scored:
    cells_of = {role: (column.texts[row] or "").strip() for role, column in columns.items()}
    tasks = (column.texts[row] for column in table.columns if column.name.strip().casefold() in _TASKS)
    system = cells_of["system"]
    position, source, document = (cells_of.get(role, "") for role in ("position", "src", "document"))
    if not position and not source:
        raise InputError(f"{place}: nothing says which segment was judged; write its line, counted from 1")
    return Scored(
        segment=segment_of(document, position, source),
        judge=cells_of["judge"],
        task=next(filter(None, tasks), ""),
        document=document,
        source=source,
        kind=_kind(cells_of["type"], place),
        item=system,
        made_by=(system,) if system else (),
        value=cells.number(cells_of["score"], "the score", place),
    )


def _kind(said: str, place: str) -> Kind:
    kind = _KINDS.get(said.upper())
    if kind is None:
        raise InputError(
            f"{place}: the type {said!r} is not known{did_you_mean(said, _KINDS)}; there are {', '.join(_KINDS)}"
        )
    return kind


def _choose(table: Table, file: JudgmentFile) -> dict[str, Column]:
    by_role: dict[str, Column] = {}
    for role in (*_NEEDED, *_OPTIONAL):
        chosen = [find_column(table, name, file.shown) for name in file.columns.get(role, ())]
        if len(chosen) > 1:
            raise InputError(f"{file.shown}: {role}= is said twice; there is only one")
        columns = chosen or _guess(
            role, [column for column in table.columns if id(column) not in map(id, by_role.values())]
        )
        if columns:
            by_role[role] = columns[0]
        elif role in _NEEDED:
            raise InputError(
                f"{file.shown}: no column seems to hold the {role}; {list_columns(table)}: say which, {role}=COLUMN"
            )
    if "src" not in by_role or "hyp" not in by_role:
        by_role.pop("src", None)
        by_role.pop("hyp", None)
    return by_role


def _guess(role: str, columns: Sequence[Column]) -> list[Column]:
    if role in ("src", "hyp"):
        meaning = Role.SOURCE if role == "src" else Role.SYSTEM
        return [column for column in columns if column.role is meaning]
    exact = _NAMES.get(role, ())
    named = [column for column in columns if column.name.strip().casefold() in exact]
    return named or ([] if role == "type" else suggested(role, columns))


def _find_system(name: str, outputs: Mapping[str, object], shown: str) -> str:
    output = find_output(name, outputs)
    if output is None:
        raise InputError(
            f"{shown}: there is no output of the system {name!r}{did_you_mean(name, outputs)}; there are those of "
            f"{', '.join(outputs)}: name its file, outputs={name}=FILE"
        )
    return output


def _name(reference: str) -> str:
    return split_name(reference)[0] or "reference"
