"""Marked errors."""

import pytest
from file_tables import read, texts

from mtassay.corpus.formats.base import FILE_FORMATS
from mtassay.errors import MtassayWarning


def test_marked_errors_become_segments_with_systems() -> None:
    content = (
        "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
        "A\td\t1\t1\tr1\tsrc one\tout <v>one</v>\tFluency/Grammar\tMinor\n"
        "A\td\t1\t1\tr1\tsrc one\t<v>out</v> one\tStyle/Awkward\tMajor\n"
        "refA\td\t1\t1\tr1\tsrc one\thuman one\tNo-error\tno-error\n"
        "A\td\t1\t2\tr2\tsrc <v>two</v>\tout two\tNo-error\tNo-error\n"
        "A\td\t1\t2\tr3\tsrc two\tout  two\tNo-error\tNo-error\n"
    )
    format = FILE_FORMATS["mqm"]
    assert format.recognizes(content.encode())
    assert not format.recognizes(b"system\tsource\n")
    with pytest.warns(MtassayWarning, match="in 1 rows the text is not that of an earlier row .* the first is line 6"):
        table = read("mqm", content)
    assert texts(table) == {
        "src": ["src one", "src two"],
        "hyp:A": ["out one", "out two"],
        "refA": ["human one", None],
        "label:document": ["d", "d"],
        "label:segment": ["1", "2"],
        "label:errors A": ["Minor Fluency/Grammar; Major Style/Awkward", "No-error No-error; No-error No-error"],
        "label:errors refA": ["no-error No-error", ""],
    }
