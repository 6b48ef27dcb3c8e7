"""Answers from files: exports of campaigns, files of other tools, rankings of WMT, and every format of judgments."""

from collections.abc import Callable, Sequence
from functools import partial

from mtassay.corpus.file_specs import split_file_spec
from mtassay.corpus.formats.base import FILE_FORMATS
from mtassay.corpus.packed import read_bytes
from mtassay.errors import InputError
from mtassay.human.answer_files.appraise import Appraise
from mtassay.human.answer_files.base import ANSWER_FILES, AnswerFormat
from mtassay.human.answer_files.wmt_rank import WmtRank
from mtassay.human.answers.answers import Answers, join_answers
from mtassay.human.answers.exported import exported_table, read_exported
from mtassay.human.answers.from_appraise import answers_of_appraise
from mtassay.human.answers.from_collection import answers_of_collection
from mtassay.human.answers.from_protocols import answers_of_set
from mtassay.human.files.base import JUDGMENT_FILES, JudgmentFile
from mtassay.human.files.direct_assessment import DirectAssessment
from mtassay.human.files.wmt_rank import is_wmt_rank, read_wmt_rank
from mtassay.human.judgment_files import read_judgments
from mtassay.settings import parse_spec

Reader = Callable[[bytes, JudgmentFile], Answers]

_IMPORTED = " Nothing was imported."


def read_answers(specs: Sequence[str], format: str | None = None, *, protocol: str | None = None) -> Answers:
    """What people said in one or more files; name and content tell the format where `format` does not.

    `protocol` says which answers are meant of a campaign that asked by several.
    """
    return join_answers([_read(spec, format, protocol) for spec in specs])


def _read(spec: str, format: str | None, protocol: str | None) -> Answers:
    roles = (*DirectAssessment.roles, "format")
    path, sheet, columns = split_file_spec(spec, roles, roles)
    told = format or (columns["format"][0] if columns["format"] else None)
    if told is not None and not _is_of_answers(told):
        return answers_of_collection(read_judgments(spec, format))
    data = read_bytes(path)
    file = JudgmentFile(path, sheet, {role: names for role, names in columns.items() if names and role != "format"})
    reader = _recognized(data, file, protocol) if told is None else _reader(ANSWER_FILES.create(told))
    if reader is None:
        return answers_of_collection(read_judgments(spec, format))
    return reader(data, file)


def _is_of_answers(spec: str) -> bool:
    name, _ = parse_spec(spec)
    return name in ANSWER_FILES and name not in JUDGMENT_FILES and name not in FILE_FORMATS


def _recognized(data: bytes, file: JudgmentFile, protocol: str | None) -> Reader | None:
    """What reads content of this kind; None where it holds judgments."""
    if is_wmt_rank(data):
        return read_wmt_rank
    exported = exported_table(data, file)
    if exported is not None:
        table, name = exported
        return lambda data, file: read_exported(table, file, name, protocol)
    if DirectAssessment.recognizes(data):
        return DirectAssessment().answers
    for format in ANSWER_FILES.values():
        if format.recognizes(data):
            return _reader(format())
    return None


def _reader(format: AnswerFormat) -> Reader:
    if isinstance(format, WmtRank):
        return read_wmt_rank
    return partial(_read_answer_file, format)


def _read_answer_file(format: AnswerFormat, data: bytes, file: JudgmentFile) -> Answers:
    try:
        if isinstance(format, Appraise) and not format.texts:
            return answers_of_appraise(data, file.shown)
        return answers_of_set(format.read(data, file.shown), file.shown)
    except InputError as error:
        raise InputError(str(error).removesuffix(_IMPORTED)) from None
