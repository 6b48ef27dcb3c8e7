"""A JSON object on each line."""

import pytest
from file_tables import read

from mtassay import InputError
from mtassay.corpus.tables import Choices, evalset_of


def test_lists_and_objects_are_no_texts() -> None:
    table = read("jsonl", '{"ref": "a", "hyp:x": ["b"], "hyp:y": "c"}\n{"ref": "a", "hyp:x": "b", "hyp:y": {"z": 1}}\n')
    for name, message in (("x", "line 1: 'hyp:x' is a list and no"), ("y", "line 2: 'hyp:y' is an object and no text")):
        with pytest.raises(InputError, match=f"f, {message}"):
            evalset_of(table, Choices(systems=(name,)))
