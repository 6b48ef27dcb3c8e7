"""Which column of a table of judgments holds what: as the user says, as the file says, or by a guess that is noted."""

import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mtassay.corpus.column_names import system_name
from mtassay.corpus.formats.base import Column, Role, Table
from mtassay.corpus.tables import find_column, list_columns
from mtassay.errors import InputError, MtassayWarning
from mtassay.human.files.cells import is_whole

# what files that we write call their columns
WRITTEN: Mapping[str, str] = {
    "src": "source",
    "hyp": "target",
    "score": "score",
    "judge": "judge",
    "system": "system",
    "run": "run",
    "document": "document",
    "position": "position",
    "language": "original_language",
    "time": "time",
    "seconds": "seconds",
    "comment": "comment",
    "recheck": "recheck",
    "uid": "uid",
    "scale": "scale",
    "source_language": "source_language",
    "target_language": "target_language",
}
ROLES = tuple(WRITTEN)
EXTRA = "extra:"
"""What stands in the name of a column before that of something which belongs to no role."""
SEVERAL = ("hyp", "score")
"""The roles that several columns may have."""

# compared in lower case, without what is neither letter nor digit, and without a number at the end
_SUGGESTED: Mapping[str, frozenset[str]] = {
    "score": frozenset(
        [
            "score",
            "scores",
            "rating",
            "ratings",
            "points",
            "grade",
            "mark",
            "value",
            "val",
            "judgment",
            "judgement",
            "evaluation",
            "humanscore",
            "rawscore",
            "humanrating",
            "quality",
        ]
    ),
    "judge": frozenset(
        [
            "judge",
            "judgeid",
            "rater",
            "raterid",
            "annotator",
            "annotatorid",
            "evaluator",
            "evaluatorid",
            "assessor",
            "reviewer",
            "worker",
            "workerid",
            "user",
            "userid",
        ]
    ),
    "system": frozenset(["system", "systemname", "systemid", "model", "engine", "mtsystem", "mtengine"]),
    "run": frozenset(["run", "runid"]),
    "document": frozenset(["doc", "docid", "docname", "document", "documentid", "documentname"]),
    "position": frozenset(
        [
            "position",
            "line",
            "linenumber",
            "lineno",
            "segment",
            "segmentid",
            "segid",
            "segmentnumber",
            "sentence",
            "sentenceid",
            "sentencenumber",
            "row",
            "number",
            "nr",
        ]
    ),
    "language": frozenset(["originallanguage", "origlang"]),
    "time": frozenset(["time", "timestamp", "date", "datetime", "judgedat"]),
    "seconds": frozenset(["seconds", "duration", "timeinseconds", "timeseconds", "secs", "elapsed"]),
    "comment": frozenset(["comment", "comments", "commentary", "feedback", "note", "notes", "remark", "remarks"]),
    "recheck": frozenset(["recheck", "isrecheck"]),
    "uid": frozenset(["uid"]),
    "scale": frozenset(["scale"]),
    "source_language": frozenset(["sourcelanguage", "srclang"]),
    "target_language": frozenset(["targetlanguage", "tgtlang", "trglang"]),
}
_ITEM = re.compile(r"(item|verdict)(?::(.*)|[ _-]+(.+))", re.IGNORECASE | re.DOTALL)
# names that say that this is a translation, and not of which system
_UNNAMED = frozenset(
    [
        "hyp",
        "hypothesis",
        "mt",
        "mtoutput",
        "output",
        "prediction",
        "predicted",
        "systemoutput",
        "translation",
        "target",
        "targettext",
        "candidate",
        "machinetranslation",
    ]
)


@dataclass(frozen=True)
class Judged:
    """Columns that belong together: a translation, perhaps its score, and who made and judged it where names tell."""

    target: Column
    score: Column | None
    system: str
    judge: str


@dataclass(frozen=True)
class JudgmentColumns:
    """The columns of a table by what they hold; `rest` is whatever else it has, by name."""

    source: Column
    judged: Sequence[Judged]
    single: Mapping[str, Column]
    items: Mapping[str, Column]
    verdicts: Mapping[str, Column]
    rest: Mapping[str, Column]

    @property
    def used(self) -> list[Column]:
        """The columns of which judgments are made."""
        judged = [column for columns in self.judged for column in (columns.target, columns.score) if column is not None]
        return [self.source, *judged, *self.single.values(), *self.items.values(), *self.verdicts.values()]


def choose_judgment_columns(table: Table, chosen: Mapping[str, Sequence[str]], shown: str) -> JudgmentColumns:
    """What each column is; whatever is neither chosen nor called as in files that we write is noted.

    A role for which no name was chosen has no column; one that is not among the chosen is guessed.
    """
    by_role = {role: [find_column(table, name, shown) for name in names] for role, names in chosen.items()}
    told = set(by_role)
    free = [column for column in table.columns if not _is_among(column, by_role)]
    items, verdicts, free = _item_columns(free, shown)
    for role in ("source_language", "target_language", *(role for role in ROLES if role not in ("src", "hyp"))):
        if role not in by_role:
            by_role[role] = suggested(role, free)
            free = [column for column in free if not _is_among(column, by_role)]
    for role, meaning in (("src", Role.SOURCE), ("hyp", Role.SYSTEM)):
        if role not in by_role:
            exact = [column for column in free if column.name == WRITTEN[role]]
            by_role[role] = exact or [column for column in free if column.role is meaning]
            free = [column for column in free if not _is_among(column, by_role)]
    if len(by_role["src"]) > 1:
        names = ", ".join(column.name for column in by_role["src"])
        raise InputError(f"{shown}: several columns may be the source ({names}); say which: src=COLUMN")
    for role, what in (("src", "the source"), ("hyp", "translations")):
        if not by_role[role]:
            raise InputError(
                f"{shown}: no column seems to hold {what}; {list_columns(table)}: say which, {role}=COLUMN"
            )
    _note_guesses(by_role, told, free, shown)
    return JudgmentColumns(
        by_role["src"][0],
        _pair(by_role, shown),
        {role: columns[0] for role, columns in by_role.items() if columns and role not in ("src", *SEVERAL)},
        items,
        verdicts,
        {_key(column.name): column for column in free},
    )


def _item_columns(columns: Sequence[Column], shown: str) -> tuple[dict[str, Column], dict[str, Column], list[Column]]:
    """Columns of information items and of verdicts on them, by label, and the others."""
    by_label: dict[str, dict[str, Column]] = {"item": {}, "verdict": {}}
    rest = []
    for column in columns:
        match = _ITEM.fullmatch(column.name)
        if match is None:
            rest.append(column)
            continue
        kind, label = match[1].lower(), match[3] or match[2] or ""
        if label in by_label[kind]:
            raise InputError(f"{shown}: two columns are {kind} {label!r}; rename one of them")
        by_label[kind][label] = column
    return by_label["item"], by_label["verdict"], rest


def suggested(role: str, columns: Sequence[Column]) -> list[Column]:
    """The columns that may have a role by their names: one, or several where the role may have several."""
    exact = [column for column in columns if column.name == WRITTEN[role]]
    if exact:
        return exact
    fitting = [column for column in columns if _plain(column.name) in _SUGGESTED[role]]
    if role == "position":  # many a column of that name holds other names of segments
        fitting = [column for column in fitting if all(is_whole(text) for text in column.texts if text)]
    return fitting if role in SEVERAL else fitting[:1]


def _pair(by_role: Mapping[str, Sequence[Column]], shown: str) -> list[Judged]:
    targets, scores = by_role["hyp"], by_role["score"]
    if len(targets) == 1:
        system = _system_of(targets[0])
        if len(scores) <= 1:
            return [Judged(targets[0], scores[0] if scores else None, system, "")]
        # several scores of one translation are those of several judges
        return [Judged(targets[0], score, system, score.name.strip()) for score in scores]
    if scores and len(scores) != len(targets):
        names = [column.name.strip() for column in targets]
        example = ",".join(f"hyp={name},score=COLUMN" for name in names[:2])
        raise InputError(
            f"{shown}: {len(targets)} columns of translations ({', '.join(names)}) and {len(scores)} of scores; say "
            f"which belong together, each translation with its score: {example}"
        )
    paired: Sequence[Column | None] = scores or [None] * len(targets)
    return [Judged(target, score, system_name(target.name), "") for target, score in zip(targets, paired, strict=True)]


def _system_of(column: Column) -> str:
    return "" if _plain(column.name) in _UNNAMED else system_name(column.name)


def _note_guesses(by_role: Mapping[str, Sequence[Column]], told: set[str], rest: Sequence[Column], shown: str) -> None:
    guessed = [
        f"{role}={column.name.strip()}"
        for role in ROLES
        if role not in told
        for column in by_role[role]
        if column.name != WRITTEN[role]
    ]
    if guessed:
        kept = f"; kept as they are: {', '.join(column.name.strip() for column in rest)}" if rest else ""
        warnings.warn(f"{shown}: columns by their names: {', '.join(guessed)}{kept}", MtassayWarning, stacklevel=6)


def _key(name: str) -> str:
    """Under which name a judgment keeps what is in a column."""
    return name.removeprefix(EXTRA) if name.startswith(EXTRA) else name.strip()


def _is_among(column: Column, by_role: Mapping[str, Sequence[Column]]) -> bool:
    return any(other is column for columns in by_role.values() for other in columns)


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold())).rstrip("0123456789")
