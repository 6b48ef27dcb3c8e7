"""Errors that people marked (MQM), as WMT publishes them, as points of 0 to 10."""

import json
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from mtassay.corpus import limits
from mtassay.corpus.formats.tsv import check_header, read_columns
from mtassay.errors import InputError, MtassayWarning, SettingError
from mtassay.human.collection import Collection, Judgment, Output, collapse
from mtassay.human.files import cells
from mtassay.human.files.base import JudgmentFile, JudgmentFormat
from mtassay.human.files.gathering import Gathering, SourceRows
from mtassay.human.files.marked_parts import marked_parts, without_marks
from mtassay.human.mqm import GOOGLE_WEIGHTS, MarkedError, MqmWeights, mqm_points
from mtassay.human.scales import SCALES
from mtassay.settings import format_values, parse_values, setting

_NEEDED = ("system", "seg_id", "source", "target", "category", "severity")
_OF_SEGMENTS = ("doc", "doc_id", "seg_id")
_DIGITS = 9


@dataclass(frozen=True, kw_only=True)
class MarkedErrors(JudgmentFormat):
    """A row for each error: system, doc, seg_id, rater, source, target, category, severity; `<v>` and `</v>` around it.

    What one rater marked in one output is one judgment: 10 - 0.4 · penalty, and 0 from a penalty of 25 on, on a scale
    of 0 to 10 without steps. The penalty is the sum of the weights of the errors; a row that says `no-error` stands for
    a flawless output. Texts are kept without marks. The penalty (`mqm`) and the errors with their places (`errors`, as
    JSON) are kept beside the judgment. References that were rated are systems like any other.
    """

    name: ClassVar[str] = "mqm"
    title: ClassVar[str] = "marked errors as WMT publishes them (MQM)"
    endings: ClassVar[tuple[str, ...]] = (".tsv",)
    can_write: ClassVar[bool] = False

    weights: str = setting(
        format_values((key, f"{weight:g}") for key, weight in GOOGLE_WEIGHTS.items()),
        "the weight of a severity, severity/category or severity/category/subcategory; the most specific counts",
    )

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        names = data[: max(0, data.find(b"\n"))].decode("utf-8-sig", "replace").rstrip("\r").split("\t")
        return set(_NEEDED) <= set(names)

    def read(self, data: bytes, file: JudgmentFile) -> Collection:
        weights = _parse_weights(self.weights)
        columns = read_columns(data, file.shown)
        names = [column[0] for column in columns]
        check_header(names, file.shown)
        missing = [name for name in _NEEDED if name not in names]
        if missing:
            raise InputError(f"{file.shown}, line 1: no column {missing[0]!r}; a file of MQM has {', '.join(_NEEDED)}")
        limits.check_rows(len(columns[0]) - 1, file.shown)
        rows = _Rows({column[0]: column[1:] for column in columns}, file.rows("tsv"))
        return rows.gather(weights).collection(SCALES["points"])


@dataclass
class _Marked:
    """What one rater marked in one output."""

    place: str
    errors: list[dict[str, Any]] = field(default_factory=list)

    def judgment(self, rater: str, system: str, weights: MqmWeights) -> Judgment:
        marked = [MarkedError(error["severity"], error["category"]) for error in self.errors]
        # sums of tenths have digits that nobody meant
        penalty = round(weights.penalty(marked), _DIGITS)
        return Judgment(
            round(float(mqm_points(penalty)), _DIGITS),
            judge=rater,
            system=system,
            extra={"mqm": cells.number_text(penalty), "errors": json.dumps(self.errors, ensure_ascii=False)},
            place=self.place,
        )


class _Rows:
    """The rows of a file, by segment, output and rater."""

    def __init__(self, columns: Mapping[str, Sequence[str]], where: str) -> None:
        self._columns = columns
        self._where = where
        self._gathering = Gathering()
        self._texts: dict[tuple[tuple[str, str], str], str] = {}
        self._differing: list[int] = []
        count = len(columns["system"])
        documents = columns.get("doc", [""] * count)
        self._keys = list(zip(documents, columns["seg_id"], strict=True))
        distinct = list(dict.fromkeys(self._keys))
        segments = [segment for _, segment in distinct]
        # where each segment of the file has a number of its own, that is its place; else its turn is
        is_numbered = all(map(cells.is_whole, segments)) and len(set(segments)) == len(segments)
        self._positions = {
            key: cells.whole(key[1], "seg_id", "") if is_numbered else place
            for place, key in enumerate(distinct, start=1)
        }

    def gather(self, weights: MqmWeights) -> Gathering:
        marked: dict[tuple[tuple[str, str], str, str], _Marked] = {}
        sources: dict[tuple[str, str], SourceRows] = {}
        raters = self._columns.get("rater", [""] * len(self._keys))
        unknown: dict[str, None] = {}
        for row, (key, system, rater) in enumerate(zip(self._keys, self._columns["system"], raters, strict=True)):
            place = f"{self._where} {row + 2}"
            sources[key] = self._source(key, row, place)
            error = self._error(key, system, row)
            marked.setdefault((key, system, rater), _Marked(place)).errors.append(error)
            if not weights.knows(MarkedError(error["severity"], error["category"])):
                unknown[error["severity"]] = None
        for (key, system, rater), marks in marked.items():
            target = sources[key].target(self._texts[key, system], marks.place)
            target.outputs[Output(system, "", self._positions[key], key[0])] = None
            target.judgments.append(marks.judgment(rater, system, weights))
        self._note(unknown)
        return self._gathering

    def _source(self, key: tuple[str, str], row: int, place: str) -> SourceRows:
        kept = {name: self._columns[name][row] for name in _OF_SEGMENTS[1:] if name in self._columns}
        text = without_marks(self._columns["source"][row])
        return self._gathering.source(key, text, place, key[0], self._positions[key], extra=kept)

    def _error(self, key: tuple[str, str], system: str, row: int) -> dict[str, Any]:
        """What the row says of the error, with where it is: side, start and end in the text without marks."""
        error: dict[str, Any] = {name: self._columns[name][row] for name in ("category", "severity")}
        text = without_marks(self._columns["target"][row])
        known = self._texts.setdefault((key, system), text)
        spans = [[side, *span] for side in ("source", "target") for span in marked_parts(self._columns[side][row])]
        if spans:
            error["spans"] = spans
        if collapse(known) != collapse(text):
            self._differing.append(row + 2)
        if known != text:
            error["target"] = text  # the places of the spans count in this text
        said = ("system", "rater", "source", "target", *_OF_SEGMENTS, *error)
        return error | {name: column[row] for name, column in self._columns.items() if name not in said and column[row]}

    def _note(self, unknown: Mapping[str, None]) -> None:
        shown = self._where.rpartition(",")[0]
        if self._differing:
            warnings.warn(
                f"{shown}: in {len(self._differing)} rows the text is not that of an earlier row of the same segment "
                f"and system, which counts; the first is line {self._differing[0]}",
                MtassayWarning,
                stacklevel=6,
            )
        if unknown:
            warnings.warn(
                f"{shown}: no weight for the severity {', '.join(map(repr, unknown))}, which costs nothing; "
                "if it should, say weights=",
                MtassayWarning,
                stacklevel=6,
            )


def _parse_weights(text: str) -> MqmWeights:
    weights = {}
    for key, value in parse_values(text, text):
        try:
            weights[key] = float(value)
        except ValueError:
            raise SettingError(f"mqm: the weight of {key} is {value!r}; expected a number") from None
    return MqmWeights(weights)
