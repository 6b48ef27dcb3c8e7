"""Tables of judgments: TSV, CSV, JSON lines, workbooks."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

from mtassay.corpus.file_specs import FileSpec
from mtassay.corpus.formats.base import Column, Table
from mtassay.corpus.table_files import choose_format, write_file
from mtassay.corpus.tables import check_table, tell_unusable, unusable_rows, usable
from mtassay.errors import InputError, MtassayWarning
from mtassay.human.collection import Collection, Judgment, Output, Source, Target, collapse
from mtassay.human.files import cells
from mtassay.human.files.base import JudgmentFile, JudgmentFormat
from mtassay.human.files.gathering import Gathering, SourceRows
from mtassay.human.files.table_columns import EXTRA, ROLES, WRITTEN, Judged, JudgmentColumns, choose_judgment_columns
from mtassay.human.scales import EVALTRANS, SCALES, Scale, scale
from mtassay.settings import setting

_AUTO = "auto"
_ALWAYS = ("source", "target", "score")


@dataclass(frozen=True, kw_only=True)
class JudgmentTable(JudgmentFormat):
    """A row for each judgment, or for each output of a system: source, target, and whatever else is known.

    Columns are `source`, `target`, `score`, `judge`, `system`, `run`, `document`, `position`, `original_language`,
    `time`, `seconds`, `comment`, `recheck`, `uid`, `scale`, `source_language` and `target_language`; `item:LABEL` holds
    information items of the source, and `verdict:LABEL` what became of them. Other names are guessed, or told:
    `ratings.xlsx#Sheet1:src=Hindi,hyp=Google,score=Rating`. Several translations in a row come with a score each,
    `hyp=A,score=A's,hyp=B,score=B's`; several scores of one translation are those of several judges. What is in other
    columns is kept beside the judgment. A row with a system says that its output was this. Where a row has neither
    score nor verdict nor comment, nobody has judged it.
    """

    name: ClassVar[str] = "table"
    title: ClassVar[str] = "tables with a row for each judgment or output"
    endings: ClassVar[tuple[str, ...]] = (".tsv", ".tab", ".csv", ".jsonl", ".ndjson", ".json", ".xlsx", ".ods")
    roles: ClassVar[tuple[str, ...]] = ROLES

    scale: str = setting(_AUTO, "the scale of the scores, where no column says it; auto is evaltrans, 0 to 10")
    format: str = setting(_AUTO, "the format of the file, such as tsv:quoted=yes; auto goes by name and content")

    def read(self, data: bytes, file: JudgmentFile) -> Collection:
        spec = FileSpec(file.path, file.sheet, format=None if self.format == _AUTO else self.format)
        format = choose_format(spec, data)
        table = format.read(data, file.shown.removesuffix(f", sheet {file.sheet}"), file.sheet)
        check_table(table, file.shown)
        columns = choose_judgment_columns(table, file.columns, file.shown)
        return _Reader(table, columns, file.rows(format.name), self.scale).read()

    def write(self, collection: Collection, path: str) -> bytes:
        _note_left_out(collection, path)
        return write_file(table_of_judgments(collection), path, None if self.format == _AUTO else self.format)


class _Reader:
    """A table whose columns are known, row by row."""

    def __init__(self, table: Table, columns: JudgmentColumns, where: str, scale: str) -> None:
        self._table = table
        self._columns = columns
        self._where = where
        self._scale = scale

    def read(self) -> Collection:
        gathering = Gathering()
        unusable = unusable_rows(map(usable, self._columns.used))
        if unusable:
            warnings.warn(tell_unusable(unusable), MtassayWarning, stacklevel=6)
        for row in range(len(self._table)):
            if row in unusable:
                continue
            place = f"{self._where} {self._table.first_row + row}"
            source = self._source(gathering, row, place)
            verdicts = {label: text for label, column in self._columns.verdicts.items() if (text := column.texts[row])}
            for label, column in self._columns.items.items():
                if text := column.texts[row]:
                    source.add_item(label, text, place)
            for judged in self._columns.judged:
                self._add(source, judged, verdicts, row, place)
        return gathering.collection(
            self._common_scale(),
            self._common("source_language", "language of the source"),
            self._common("target_language", "target language"),
        )

    def _cell(self, role: str, row: int) -> str:
        column = self._columns.single.get(role)
        return "" if column is None else column.texts[row] or ""

    def _position(self, row: int, place: str) -> int | None:
        text = self._cell("position", row)
        return cells.whole(text, "the position", place) if text else None

    def _source(self, gathering: Gathering, row: int, place: str) -> SourceRows:
        text, document = self._columns.source.texts[row] or "", self._cell("document", row)
        position = self._position(row, place)
        key = (collapse(text), document, position)
        return gathering.source(key, text, place, document, position, self._cell("language", row))

    def _add(self, source: SourceRows, judged: Judged, verdicts: dict[str, str], row: int, place: str) -> None:
        text = judged.target.texts[row]
        system = self._cell("system", row) or judged.system
        score = "" if judged.score is None else judged.score.texts[row] or ""
        comment = self._cell("comment", row)
        is_judged = bool(score.strip() or verdicts or comment)
        if text is None and not is_judged and (not system or judged.system):
            return  # a source alone, or a system of which there is no output here
        target = source.target(text or "", place)
        if system:
            output = Output(system, self._cell("run", row), source.position, source.document)
            target.outputs[output] = None
        if is_judged:
            target.judgments.append(self._judgment(score, judged, system, comment, verdicts, row, place))

    def _judgment(
        self, score: str, judged: Judged, system: str, comment: str, verdicts: dict[str, str], row: int, place: str
    ) -> Judgment:
        time, seconds = self._cell("time", row), self._cell("seconds", row)
        return Judgment(
            cells.number(score, "the score", place) if score.strip() else None,
            judge=self._cell("judge", row) or judged.judge,
            system=system,
            at=cells.moment(time, place) if time.strip() else None,
            seconds=cells.number(seconds, "the time in seconds", place) if seconds.strip() else None,
            comment=comment,
            verdicts=verdicts,
            is_recheck=cells.truth(self._cell("recheck", row), "recheck", place),
            uid=self._cell("uid", row),
            extra={key: text for key, column in self._columns.rest.items() if (text := column.texts[row])},
            place=place,
        )

    def _common(self, role: str, what: str) -> str:
        """What a column says in every row in which it says anything."""
        column = self._columns.single.get(role)
        if column is None:
            return ""
        first = ""
        for row, text in enumerate(column.texts, start=self._table.first_row):
            if text and first and text != first:
                raise InputError(
                    f"{self._where} {row}: the {what} is {text!r}, and {first!r} in an earlier row; "
                    "split the file into one for each"
                )
            first = first or text or ""
        return first

    def _common_scale(self) -> Scale:
        said = self._common("scale", "scale")
        if self._scale != _AUTO:
            return scale(self._scale)
        return scale(said) if said else EVALTRANS


def table_of_judgments(collection: Collection) -> Table:
    """A row for each judgment, each output that nobody judged, and whatever has neither."""
    labels = list(dict.fromkeys(item.label for source in collection.sources for item in source.items))
    rows = [row for source in collection.sources for row in _source_rows(source)]
    for row in rows:
        row["scale"] = _scale_text(collection.scale)
        row["source_language"] = collection.source_language or None
        row["target_language"] = collection.target_language or None
    known = [WRITTEN[role] for role in ROLES]
    known += [f"{kind}:{label}" for kind in ("item", "verdict") for label in labels]
    names = dict.fromkeys([*known, *(name for row in rows for name in row)])
    columns = [Column(name, [row.get(name) for row in rows]) for name in names]
    return Table(
        tuple(column for column in columns if column.name in _ALWAYS or any(text is not None for text in column.texts))
    )


def _source_rows(source: Source) -> Iterator[dict[str, str | None]]:
    about = {
        "source": source.text,
        "document": source.document or None,
        "position": None if source.position is None else str(source.position),
        "original_language": source.original_language or None,
        **{f"item:{item.label}": item.text for item in source.items},
    }
    if not source.targets:
        yield about
    for target in source.targets:
        for row in _target_rows(target):
            yield {**about, "target": target.text, **row}


def _target_rows(target: Target) -> Iterator[dict[str, str | None]]:
    runs = {output.system: output.run for output in target.outputs}
    judged = {judgment.system for judgment in target.judgments}
    for judgment in target.judgments:
        yield {
            "score": None if judgment.value is None else cells.number_text(judgment.value),
            "judge": judgment.judge or None,
            "system": judgment.system or None,
            "run": runs.get(judgment.system) or None,
            "time": None if judgment.at is None else judgment.at.isoformat(),
            "seconds": None if judgment.seconds is None else cells.number_text(judgment.seconds),
            "comment": judgment.comment or None,
            "recheck": "yes" if judgment.is_recheck else None,
            "uid": judgment.uid or None,
            **{f"verdict:{label}": verdict for label, verdict in judgment.verdicts.items()},
            **{f"{EXTRA}{key}": text for key, text in judgment.extra.items()},
        }
    others = [output for output in target.outputs if output.system not in judged]
    for output in others:
        yield {"system": output.system, "run": output.run or None}
    if not target.judgments and not others:
        yield {}


def _scale_text(scale: Scale) -> str | None:
    if scale == EVALTRANS:
        return None
    named = [name for name, known in SCALES.items() if known == scale]
    if named:
        return named[0]
    ends = f"{_positional(scale.low)}..{_positional(scale.high)}"
    return ends if scale.step is None else f"{ends}/{_positional(scale.step)}"


def _positional(value: float) -> str:
    """A number with all its digits and without an exponent, as the specs of scales have it."""
    return f"{Decimal(cells.number_text(value)):f}"


def _note_left_out(collection: Collection, path: str) -> None:
    """Say once what a table has no place for."""
    sources: Sequence[Source] = collection.sources
    lost = {
        "what a file said beyond judgments": bool(collection.extra)
        or any(source.extra or any(item.extra for item in source.items) for source in sources)
        or any(target.extra for source in sources for target in source.targets),
        "the words of the scale": bool(collection.scale.anchors)
        and collection.scale not in (EVALTRANS, *SCALES.values()),
    }
    left_out = [what for what, is_lost in lost.items() if is_lost]
    if left_out:
        warnings.warn(
            f"{path}: left out, because a table has no place for it: {' and '.join(left_out)}; XML keeps it",
            MtassayWarning,
            stacklevel=4,
        )
