"""Lists of candidates, in each form and broken."""

from collections.abc import Callable

import pytest

from mtassay import InputError
from mtassay.corpus.formats.nbest import CandidateList, read_candidates

Write = Callable[[str, str | bytes], str]


def test_json_lines(write: Write) -> None:
    path = write("x.jsonl", '["a", "b"]\n{"candidates": ["c", "d"], "weights": [1, 0.5], "id": 7}\n')
    assert read_candidates(path) == [CandidateList(("a", "b")), CandidateList(("c", "d"), (1.0, 0.5))]


def test_moses(write: Write) -> None:
    path = write("x", "0 ||| a b ||| LM= -3 ||| -7.5\n0 ||| a c ||| \n1 ||| d\n")
    assert read_candidates(path) == [CandidateList(("a b", "a c")), CandidateList(("d",))]


def test_plain_lines(write: Write) -> None:
    assert read_candidates(write("x", "a\nb\nc\nd\n"), 2) == [CandidateList(("a", "b")), CandidateList(("c", "d"))]


@pytest.mark.parametrize(
    ("content", "per", "message"),
    [
        ("a\nb\n", None, "neither JSON lines nor Moses' n-best format"),
        ("a\nb\nc\n", 2, "3 lines are not a multiple of 2"),
        ('["a"]\n["b"\n', None, "line 2: broken JSON"),
        ('["a"]\n[]\n', None, "line 2: no candidates"),
        ('["a"]\n{"text": "b"}\n', None, "line 2: expected a list of strings"),
        ('["a", 3]\n', None, "line 1, candidate 2: expected a string, got int"),
        ('["a", "b\\nc"]\n', None, "line 1, candidate 2: a line break"),
        ('["a", "\\ud800"]\n', None, "line 1, candidate 2, character 1: lone surrogate"),
        ("[" * 100_000 + "\n", None, "line 1: "),
        ('{"candidates": ["a", "b"], "weights": [1]}\n', None, "line 1: 1 weights for 2 candidates"),
        ('{"candidates": ["a"], "weights": [0]}\n', None, "not all 0"),
        ('{"candidates": ["a"], "weights": [Infinity]}\n', None, "a finite sum"),
        ('{"candidates": ["a", "b"], "weights": [1e308, 1e308]}\n', None, "a finite sum"),
        ('{"candidates": ["a"], "weights": [true]}\n', None, "expected a list of numbers"),
        ('{"candidates": ["a"], "weights": [1%s]}\n' % ("0" * 400), None, "a weight is too large"),
        ('{"candidates": ["a"], "weights": [1%s]}\n' % ("0" * 5000), None, "unusable JSON"),
        ("0 ||| a\nb\n", None, "line 2: no '|||'"),
        ("0 ||| a\n1 ||| b\n0 ||| c\n", None, "line 3: segment 0 comes back"),
    ],
)
def test_what_is_wrong_is_said(write: Write, content: str, per: int | None, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_candidates(write("x", content), per)
    assert message in str(caught.value)
