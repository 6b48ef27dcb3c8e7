"""What people say of the outputs of a test set: from a plain table of scores, or a file of judgments."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.formats.base import Role
from mtassay.corpus.packed import read_bytes, show_path
from mtassay.errors import InputError, Remedy
from mtassay.human.answers.judged_outputs import Ranked
from mtassay.human.collection import Collection, Source, Target, collapse
from mtassay.human.files import cells
from mtassay.human.files.base import JudgmentFile
from mtassay.human.files.system_names import find_output
from mtassay.human.files.table import JudgmentTable
from mtassay.human.files.wmt_rank import is_wmt_rank, read_wmt_rank
from mtassay.human.judgment_files import choose_judgment_format, read_judgments, split_judgment_spec
from mtassay.metaeval.judged import Outcomes
from mtassay.metaeval.sources.rankings import ranked_systems
from mtassay.metaeval.sources.tables import ScoreTable, read_score_table
from mtassay.settings import did_you_mean
from mtassay.significance.evidence import Floats

_KEYS = ("system", "position", "score")
_LOWER = "mqm"
_SHOWN = 5


@dataclass(frozen=True, eq=False)
class HumanScores:
    """A score for each output, `(systems, segments)` with NaN where nobody judged; several judgments are averaged.

    Rankings also have the pairs of outputs that they decide, and the expected wins of systems.
    """

    table: Floats
    name: str
    lower_is_better: bool
    notes: tuple[str, ...]
    outcomes: Outcomes | None = None
    wins: Floats | None = None


def read_human_scores(spec: str, evalset: EvalSet) -> HumanScores:
    """The scores in a file, for the outputs of a test set.

    A table with the columns system, segment and score needs no texts: `FILE[:system=…,position=…,score=…]`. Any other
    file is one of judgments, whose texts say which outputs are meant.
    """
    path, sheet, columns = split_judgment_spec(spec)
    data = read_bytes(path)
    if is_wmt_rank(data):
        answers = read_wmt_rank(data, JudgmentFile(path, sheet, columns))
        return from_rankings(answers.ranked, evalset, show_path(path))
    chosen = {key: names[0] for key, names in columns.items() if names}
    is_ours = set(chosen) <= set(_KEYS)
    if is_ours and _is_plain(path):
        table = read_score_table(path, sheet)
        if not _has_texts(table):
            return _from_table(table, chosen, evalset)
    return _from_collection(read_judgments(spec), show_path(path), evalset)


def from_rankings(answers: Iterable[Ranked], evalset: EvalSet, shown: str) -> HumanScores:
    """What rankings say of the outputs of a test set."""
    ranked = ranked_systems(answers, list(evalset.systems), len(evalset), shown)
    if not len(ranked.outcomes):
        _refuse_unknown(shown, ranked.unknown, evalset)
    notes = (f"Rankings decide {len(ranked.outcomes):,} pairs of outputs.", *_unknown_note(ranked.unknown))
    return HumanScores(ranked.shares, "rankings", False, notes, ranked.outcomes, ranked.wins)


def _is_plain(path: str) -> bool:
    """Whether a file is a table that no other format of judgments claims."""
    return choose_judgment_format(path, read_bytes(path)) is JudgmentTable


def _has_texts(table: ScoreTable) -> bool:
    roles = {column.role for column in table.table.columns}
    return Role.SOURCE in roles and Role.SYSTEM in roles


def _from_table(table: ScoreTable, chosen: dict[str, str], evalset: EvalSet) -> HumanScores:
    system = table.required(chosen.get("system"), "system", "system=COLUMN")
    position = table.required(chosen.get("position"), "position", "position=COLUMN")
    names = [column.name.strip().casefold() for column in table.table.columns]
    default = _LOWER if _LOWER in names else None
    score = table.required(chosen.get("score", default), "score", "score=COLUMN")
    scores = table.numbers(score)
    rows = {name: number for number, name in enumerate(evalset.systems)}
    sums, counts = np.zeros((2, len(rows), len(evalset)))
    unknown: dict[str, int] = defaultdict(int)
    outputs: dict[str, str | None] = {}
    for row, (name, segment) in enumerate(
        zip(table.texts(system, "system"), table.texts(position, "segment"), strict=True)
    ):
        number = cells.whole(segment, "the segment", table.place(row))
        if number > len(evalset):
            raise InputError(
                f"{table.place(row)}: segment {number} was judged, and the texts have {len(evalset)}; are they the "
                "right ones?"
            )
        if name not in outputs:
            outputs[name] = find_output(name, rows)
        output = outputs[name]
        if output is None:
            unknown[name] += 1
        elif not np.isnan(scores[row]):
            sums[rows[output], number - 1] += scores[row]
            counts[rows[output], number - 1] += 1
    if not counts.any():
        _refuse_unknown(table.shown, unknown, evalset)
    means = np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
    is_lower = score.name.strip().casefold() == _LOWER
    notes = [f"{score.name.strip()} counts errors: lower is better."] if is_lower else []
    notes += _unknown_note(unknown)
    return HumanScores(means, score.name.strip(), is_lower, tuple(notes))


def _refuse_unknown(shown: str, unknown: dict[str, int], evalset: EvalSet) -> None:
    if unknown:
        name = next(iter(unknown))
        raise InputError(
            f"{shown}: judgments of {name!r}{did_you_mean(name, evalset.systems)}, and none of the systems "
            f"{', '.join(evalset.systems)}; name the files as the judgments do: NAME=FILE"
        )
    raise InputError(f"{shown}: no judgment of these systems; are they the right texts?")


def _unknown_note(unknown: dict[str, int]) -> list[str]:
    if not unknown:
        return []
    names = ", ".join(list(unknown)[:_SHOWN]) + (", …" if len(unknown) > _SHOWN else "")
    return [f"Judgments of systems whose outputs were not given are passed over: {names}."]


class _Gathered:
    """Sums and counts of scores, by system and segment."""

    def __init__(self, evalset: EvalSet, are_named: bool) -> None:
        self._are_named = are_named  # whether judgments say of which system they are
        self.rows = {name: number for number, name in enumerate(evalset.systems)}
        self.texts = [[collapse(text) for text in outputs] for outputs in evalset.systems.values()]
        self.sums, self.counts = np.zeros((2, len(self.rows), len(evalset)))
        self.unknown: dict[str, int] = defaultdict(int)
        self.borrowed = np.zeros(self.sums.shape, dtype=np.bool_)
        self._segments: dict[str, list[int]] = defaultdict(list)
        for segment, text in enumerate(evalset.sources or ()):
            self._segments[collapse(text)].append(segment)

    def segments_of(self, source: Source, turn: int, turns: int) -> list[int]:
        """Where a source stands in the test set: at its own place, else where its text does, in order.

        It is the `turn`-th, from 0, of `turns` sources with the same text; where the test set has more or fewer of
        them, each may be meant.
        """
        places = self._segments.get(collapse(source.text), [])
        own = (source.position or 0) - 1
        if not self._segments:
            return [own] if 0 <= own < self.sums.shape[1] else []
        if own in places:
            return [own]
        return [places[turn]] if len(places) == turns else places

    def add(self, segments: list[int], target: Target) -> None:
        """Count the judgments of a translation for the outputs that it is."""
        text = collapse(target.text)
        for segment in segments:
            same = [row for row, texts in enumerate(self.texts) if texts[segment] == text]
            own: dict[int, list[float]] = defaultdict(list)
            for judgment in target.judgments:
                if judgment.value is None or judgment.is_recheck:
                    continue
                output = find_output(judgment.system, self.rows)
                row = None if output is None else self.rows[output]
                if judgment.system and row is None and not same:
                    self.unknown[judgment.system] += 1
                own[row if row is not None and row in same else -1].append(judgment.value)
            everybody = [value for values in own.values() for value in values]
            for row in same:
                values = own.get(row) or everybody  # an equal output that nobody was shown is as good
                self.borrowed[row, segment] = bool(values) and row not in own and self._are_named
                self.sums[row, segment] += sum(values)
                self.counts[row, segment] += len(values)


def _from_collection(collection: Collection, shown: str, evalset: EvalSet) -> HumanScores:
    judgments = (
        judgment for source in collection.sources for target in source.targets for judgment in target.judgments
    )
    gathered = _Gathered(evalset, any(judgment.system for judgment in judgments))
    turns: dict[str, int] = defaultdict(int)
    counts = Counter(collapse(source.text) for source in collection.sources)
    for source in collection.sources:
        text = collapse(source.text)
        segments = gathered.segments_of(source, turns[text], counts[text])
        turns[text] += 1
        for target in source.targets:
            gathered.add(segments, target)
    if not gathered.counts.any():
        if evalset.sources is None:
            raise InputError(
                f"{shown}: no judgment of these outputs; give the sources too, by which they are found",
                remedy=Remedy.NAME_SOURCES,
            )
        _refuse_unknown(shown, gathered.unknown, evalset)
    means = np.divide(
        gathered.sums, gathered.counts, out=np.full(gathered.sums.shape, np.nan), where=gathered.counts > 0
    )
    # where only what a system shares with others was judged, that says little of it
    has_own = ((gathered.counts > 0) & ~gathered.borrowed).any(axis=1, keepdims=True)
    means = np.where(has_own, means, np.nan)
    notes = _unknown_note(gathered.unknown)
    borrowed = int(np.count_nonzero(gathered.borrowed & has_own))
    if borrowed:
        notes.append(f"Outputs that have the judgments of an equal output: {borrowed}.")
    return HumanScores(means, f"scores of {collection.scale.words}", False, tuple(notes))
