"""Questions on documents: read from a table, and what is read where answers are compared with a reference."""

import warnings
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from mtassay.campaigns.sample import Block
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.file_specs import parse_file_spec
from mtassay.corpus.formats.base import Table
from mtassay.corpus.formats.tabular import TabularFormat
from mtassay.corpus.formats.tsv import Tsv
from mtassay.corpus.packed import read_bytes, show_path
from mtassay.corpus.table_files import TableFiles
from mtassay.corpus.tables import find_column
from mtassay.errors import InputError, MtassayWarning, SettingError
from mtassay.human.collection import collapse
from mtassay.human.protocols.base import Protocol
from mtassay.human.protocols.comprehension import Comprehension
from mtassay.human.protocols.questions import LONGEST_ANSWER, REFERENCE_SYSTEM, Question, grade_named, same_answer

_NEEDED = ("document", "question", "answer")
_OPTIONAL = ("half", "wrong", "choices")
_SEPARATOR = "|"


@dataclass(frozen=True)
class DocumentQuestion:
    """A question on a document, the how-manieth of it, and what is known of its answers."""

    document: str
    place: int
    asked: str
    known: Question


class TooFewSeats(SettingError):
    """A document has more versions than there are people who have not read it; `needed` seats are enough."""

    def __init__(self, needed: int, seats: int) -> None:
        super().__init__(
            f"{seats} seats are too few: whoever has read a document knows the answers, so that each version of it "
            f"needs a reader of its own. Plan {needed} seats or more, fewer systems, or no overlap"
        )
        self.needed: int = needed
        self.seats: int = seats

    def __reduce__(self) -> tuple[type["TooFewSeats"], tuple[int, int]]:
        return TooFewSeats, (self.needed, self.seats)


def read_questions(path: str) -> tuple[DocumentQuestion, ...]:
    """A table with the columns document, question and answer, and, where there are some, half, wrong and choices."""
    table, shown = _table(path)
    return _questions(table, shown)


def pasted_questions(text: str) -> tuple[DocumentQuestion, ...]:
    """The same from a field, as spreadsheets copy it: columns between tabs, their names in the first line."""
    lines = "".join(f"{line}\n" for line in text.splitlines() if line.strip())
    if not lines:
        return ()
    return _questions(Tsv(header="1").read(lines.encode(), "the questions"), "the questions")


def read_grades(path: str) -> list[tuple[int, str, float]]:
    """Question, answer and grade of each row that has a grade, of a table with these columns."""
    table, shown = _table(path)
    numbers, answers, grades = (find_column(table, name, shown).texts for name in ("question", "answer", "grade"))
    read = []
    for row, (number, answer, grade) in enumerate(zip(numbers, answers, grades, strict=True), 1):
        if not collapse(grade or ""):
            continue
        if not (number or "").strip().isdecimal():
            raise InputError(
                f"{shown}: row {row} names the question {(number or '')[:40]!r}; leave its number as it was"
            )
        try:
            read.append((int(number or ""), answer or "", grade_named(grade or "")))
        except InputError as error:
            raise InputError(f"{shown}: row {row}: {error}. Nothing was graded.") from None
    return read


def _table(path: str) -> tuple[Table, str]:
    """A table whose first row names the columns, whatever they are called."""
    spec = parse_file_spec(path)
    files = TableFiles()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MtassayWarning)  # which row has the names is told by the names
        format, table = files.format(spec), files.table(spec)
    is_named = any(column.name.strip() == "question" for column in table.columns)
    if not is_named and spec.format is None and isinstance(format, TabularFormat):
        table = replace(format, header="1").read(read_bytes(spec.path), show_path(spec.path), spec.sheet)
    return table, show_path(spec.path)


def _questions(table: Table, shown: str) -> tuple[DocumentQuestion, ...]:
    columns = {name: find_column(table, name, shown).texts for name in _NEEDED}
    there = {column.name.strip() for column in table.columns}
    columns |= {name: find_column(table, name, shown).texts for name in _OPTIONAL if name in there}
    questions: list[DocumentQuestion] = []
    places: Counter[str] = Counter()
    asked = set()
    for row in range(len(columns["question"])):
        cells = {name: collapse(texts[row] or "") for name, texts in columns.items()}
        where = f"{shown}: question {row + 1}"
        for name in ("document", "question"):
            if not cells[name]:
                raise InputError(f"{where} has no {name}; fill it in")
        if (cells["document"], cells["question"]) in asked:
            raise InputError(f"{where} is asked of {cells['document']} twice; keep it once")
        asked.add((cells["document"], cells["question"]))
        places[cells["document"]] += 1
        known = Question(
            right=_parts(cells["answer"]),
            half=_parts(cells.get("half", "")),
            wrong=_parts(cells.get("wrong", "")),
            choices=_parts(cells.get("choices", "")),
        )
        _check_known(known, where)
        questions.append(DocumentQuestion(cells["document"], places[cells["document"]], cells["question"], known))
    return tuple(questions)


def _parts(cell: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.strip() for part in cell.split(_SEPARATOR) if part.strip()))


def _check_known(known: Question, where: str) -> None:
    grades: dict[str, str] = {}
    for name in ("right", "half", "wrong"):
        for answer in getattr(known, name):
            if grades.setdefault(same_answer(answer), name) != name:
                raise InputError(
                    f"{where} has the answer {answer[:40]!r} as {grades[same_answer(answer)]} and as {name}"
                )
            if known.choices and answer not in known.choices:
                raise InputError(f"{where} has the answer {answer[:40]!r}, which is none of its choices; add it there")
            if not same_answer(answer):
                raise InputError(f"{where} has the answer {answer[:40]!r}, which says nothing; write words or a number")
    alike = Counter(map(same_answer, known.choices))
    twice = [choice for choice in known.choices if alike[same_answer(choice)] > 1]
    if twice:
        raise InputError(f"{where} has choices that are the same answer: {', '.join(twice)[:80]}; word them otherwise")
    if known.choices and not known.right:
        raise InputError(f"{where} has choices, and none of them is the answer; say which")
    if len(known.choices) == 1:
        raise InputError(f"{where} has one choice alone; give two or more, or none for answers in the reader's words")
    if any(len(choice) > LONGEST_ANSWER for choice in known.choices):
        raise InputError(f"{where} has a choice of more than {LONGEST_ANSWER:,} characters; shorten it")


def texts_to_read(evalset: EvalSet, protocols: Sequence[Protocol]) -> EvalSet:
    """The test set with the reference as one more system, where some readers get it."""
    is_wanted = any(isinstance(protocol, Comprehension) and protocol.reference for protocol in protocols)
    if not is_wanted or evalset.references is None or REFERENCE_SYSTEM in evalset.systems:
        return evalset
    written = [references[0] if references else "" for references in evalset.references]
    return EvalSet(
        evalset.references,
        sources=evalset.sources,
        systems={**evalset.systems, REFERENCE_SYSTEM: written},
        labels=evalset.labels,
        target_language=evalset.target_language,
        warn_of_blanks=False,
    )


def check_questions(
    evalset: EvalSet, protocols: Sequence[Protocol], questions: Sequence[DocumentQuestion], controls: str
) -> None:
    """Refuse what could not be asked."""
    asks = any(protocol.asks_questions for protocol in protocols)
    if not asks:
        if questions:
            names = ", ".join(protocol.name for protocol in protocols)
            raise SettingError(f"questions are asked by comprehension, and this campaign asks by {names}")
        return
    if len(protocols) > 1:
        raise SettingError(
            "comprehension stands alone: who has judged a document knows what it says. Make a campaign of its own of it"
        )
    if controls != "none":
        raise SettingError(
            "comprehension takes no controls: who has read a document once knows the answers. Choose none; what the "
            "reference scores says how good readers are"
        )
    documents = evalset.labels.get("document")
    if documents is None:
        raise InputError("questions are asked of documents, which nobody has named; give a label 'document'")
    if not questions:
        raise InputError("there are no questions; give a table with the columns document, question and answer")
    known = set(documents)
    unknown = next((question.document for question in questions if question.document not in known), None)
    if unknown is not None:
        near = ", ".join(sorted(filter(None, known))[:5])
        raise InputError(
            f"there are questions on the document {unknown[:80]!r}, and no such document; there are {near}"
        )


def check_readers(blocks: Sequence[Block], versions: Sequence[int], twice: Collection[str], seats: int) -> None:
    """Refuse too few seats for as many versions of each document."""
    needed = [
        count * (2 if block.key in twice and seats > 1 else 1) for block, count in zip(blocks, versions, strict=True)
    ]
    if max(needed, default=0) > seats:
        raise TooFewSeats(max(needed), seats)
