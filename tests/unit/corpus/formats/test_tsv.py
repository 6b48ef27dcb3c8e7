"""Tables with tabs."""

import pytest
from file_tables import read, texts

from mtassay import InputError


def test_a_quote_is_text_in_tsv_unless_told() -> None:
    content = 'src\tref\n"a\tb"\nc\td\n'
    assert texts(read("tsv", content)) == {"src": ['"a', "c"], "ref": ['b"', "d"]}
    with pytest.raises(InputError, match="f, row 2: 1 column, but row 1 has 2"):
        read("tsv:quoted=yes", content)
    assert texts(read("tsv:quoted=yes", 'src\tref\n"a\tb"\tx\n')) == {"src": ["a\tb"], "ref": ["x"]}
