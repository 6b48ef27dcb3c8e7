"""Post-edits in a file of exported answers, as references for whatever system translates the same sources."""

import re
from pathlib import Path

from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.file_specs import FileSpec
from mtassay.corpus.packed import bare_name
from mtassay.corpus.table_files import TableFiles
from mtassay.corpus.tables import find_column
from mtassay.errors import InputError
from mtassay.human.collection import collapse
from mtassay.human.references import add_references

COLUMN = "post-edit"
"""What exports of answers call it."""

_ENDINGS = (".tsv", ".csv", ".jsonl", ".json", ".xlsx")


def is_answers_file(location: str) -> bool:
    """Whether a place of references is a file of answers, and no database."""
    return bare_name(location).lower().endswith(_ENDINGS)


def references_of_answers(path: str, evalset: EvalSet) -> EvalSet:
    """The test set with the post-edits of each source, of whatever system; those of excluded judges are left out."""
    table = TableFiles().table(FileSpec(path))
    if not any(column.name.strip() == COLUMN for column in table.columns):
        raise InputError(
            f"{path}: no column {COLUMN!r}, so these are no answers by post-editing; export those of a campaign that "
            "asked by postedit"
        )
    sources, texts = (find_column(table, name, path).texts for name in ("source", COLUMN))
    excluded = next((column.texts for column in table.columns if column.name.strip() == "excluded"), None)
    known: dict[str, dict[str, None]] = {}
    for row, (source, text) in enumerate(zip(sources, texts, strict=True)):
        is_out = excluded is not None and excluded[row] == "yes"
        if source and text and not is_out:
            known.setdefault(collapse(source), {})[collapse(text)] = None
    name = re.sub(r"[|:\s]+", "-", Path(bare_name(path)).stem)  # which mean something else in a signature
    return add_references(
        evalset, {source: list(own) for source, own in known.items()}, f"{name}-post-edits", "post-edit"
    )
