"""Answers from files: rankings of WMT, direct assessment without its texts, and every format of judgments."""

from collections.abc import Sequence

from mtassay.corpus.file_specs import split_file_spec
from mtassay.corpus.packed import read_bytes
from mtassay.human.answers.answers import Answers, join_answers
from mtassay.human.answers.from_collection import answers_of_collection
from mtassay.human.files.base import JudgmentFile
from mtassay.human.files.direct_assessment import DirectAssessment
from mtassay.human.files.wmt_rank import is_wmt_rank, read_wmt_rank
from mtassay.human.judgment_files import read_judgments


def read_answers(specs: Sequence[str], format: str | None = None) -> Answers:
    """What people said in one or more files; name and content tell the format where `format` does not."""
    return join_answers([_read(spec, format) for spec in specs])


def _read(spec: str, format: str | None) -> Answers:
    roles = (*DirectAssessment.roles, "format")
    path, sheet, columns = split_file_spec(spec, roles, roles)
    if format is None and not columns["format"]:
        data = read_bytes(path)
        chosen = {role: names for role, names in columns.items() if names}
        if is_wmt_rank(data):
            return read_wmt_rank(data, JudgmentFile(path, sheet, chosen))
        if DirectAssessment.recognizes(data):
            return DirectAssessment().answers(data, JudgmentFile(path, sheet, chosen))
    return answers_of_collection(read_judgments(spec, format))
