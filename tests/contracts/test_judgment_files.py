"""Laws that every registered format of judgments keeps."""

import pickle
import warnings
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import hostile_text

from mtassay.errors import InputError, MtassayWarning, OutputError
from mtassay.human.collection import Collection
from mtassay.human.files.base import JUDGMENT_FILES, JudgmentFile


@pytest.mark.parametrize("name", JUDGMENT_FILES)
@settings(max_examples=200)
@given(data=st.binary(max_size=60) | hostile_text.map(str.encode))
def test_any_content_is_read_or_refused(name: str, data: bytes) -> None:
    format = JUDGMENT_FILES.create(name)
    starts = (
        b"",
        b"<database>",
        b"source\ttarget\tscore\n",
        b"rater\tsystem\ttype\traw\tsource\ttarget\nr\tA\tSYSTEM\t",
    )
    for start in starts:
        format.recognizes(start + data)
        with warnings.catch_warnings(), suppress(InputError):
            warnings.simplefilter("ignore", MtassayWarning)
            assert isinstance(format.read(start + data, JudgmentFile("f.tsv")), Collection)


@pytest.mark.parametrize("name", JUDGMENT_FILES)
def test_formats_describe_themselves(name: str) -> None:
    format = JUDGMENT_FILES.create(name)
    assert format.title
    assert format.__doc__
    assert JUDGMENT_FILES.create(format.spec) == pickle.loads(pickle.dumps(format)) == format
    assert all(ending.startswith(".") and ending == ending.lower() for ending in format.endings)
    if not format.can_write:
        with pytest.raises(OutputError, match=f"mtassay reads {name} but does not write it"):
            format.write(Collection(()), "f")
