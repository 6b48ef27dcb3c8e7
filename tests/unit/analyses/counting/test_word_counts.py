"""How often words occur, from files of counts and from text."""

import gzip
from pathlib import Path

import pytest

from mtassay._native import Splitting
from mtassay.analyses.counting.word_counts import read_word_counts
from mtassay.errors import InputError


def test_counts_and_text_say_the_same(tmp_path: Path) -> None:
    text, counts = tmp_path / "train.txt", tmp_path / "train.tsv.gz"
    text.write_text("the cat, the dog\n\nthe end\n", encoding="utf-8")
    counts.write_bytes(gzip.compress(b"the\t3\ncat\t1\n,\t1\ndog\t1\nend\t1\n"))
    wanted = {"the": 3, "cat": 1, ",": 1, "dog": 1, "end": 1}
    assert read_word_counts(str(text), Splitting.UNICODE) == wanted
    assert read_word_counts(str(counts), Splitting.UNICODE) == wanted
    assert read_word_counts(str(text), Splitting.SPACE)["cat,"] == 1


@pytest.mark.parametrize("count", ["many", "-1", "1.5", "", "9" * 20, "9" * 5000])
def test_other_forms_are_refused_with_their_line(tmp_path: Path, count: str) -> None:
    path = tmp_path / "counts.tsv"
    path.write_text(f"the\t3\ncat\t{count}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"counts.tsv, line 2: 'cat\\t.*' is no word with its count; write WORD"):
        read_word_counts(str(path), Splitting.UNICODE)


def test_an_empty_first_line_does_not_decide_the_form(tmp_path: Path) -> None:
    path = tmp_path / "counts.tsv"
    path.write_text("\na\t5\n", encoding="utf-8")
    assert read_word_counts(str(path), Splitting.UNICODE) == {"a": 5}
    path.write_text("a\t6\n", encoding="utf-8")
    assert read_word_counts(str(path), Splitting.UNICODE) == {"a": 6}
