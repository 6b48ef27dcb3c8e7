"""Tables of phrases: both forms, what is read of them, and what can be wrong with them."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from mtassay._native import Segments, WordRelations, terp_edits
from mtassay.alignment.resources.phrase_tables import Phrases, open_phrases
from mtassay.errors import InputError
from mtassay.metrics.terp import COSTS
from mtassay.metrics.terp_words import normalized

NOTHING = WordRelations(Segments([]), *[np.zeros(0, np.int64)] * 3)


def phrases_used(phrases: Phrases, hypothesis: str, reference: str) -> int:
    """How many edits are phrases."""
    table = phrases.table([hypothesis, reference])
    texts = Segments([hypothesis]), Segments([reference])
    return sum(kind == 4 for kind, *_ in terp_edits(*texts, NOTHING, table, Segments([]), COSTS["terpa"].numbers())[2])


def read(path: Path, content: str | bytes) -> Phrases:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return open_phrases(str(path), normalized)


def test_the_form_of_terp(tmp_path: Path) -> None:
    phrases = read(tmp_path / "phrases.txt", "\ufeff0.4 <p>Caught fire,</p> <p>burst into flames</p>\n\n")
    assert phrases_used(phrases, "it burst into flames", "it caught fire ,") == 1
    assert phrases_used(phrases, "it caught fire ,", "it burst into flames") == 0  # one direction only
    assert not phrases.is_of_meteor


def test_a_second_number_is_of_the_other_direction(tmp_path: Path) -> None:
    phrases = read(tmp_path / "phrases.txt", "0.4 0.3 <p>caught fire</p> <p>burst into flames</p>")
    assert phrases_used(phrases, "burst into flames", "caught fire") == 1
    assert phrases_used(phrases, "caught fire", "burst into flames") == 1


def test_the_form_of_meteor(tmp_path: Path) -> None:
    packed = gzip.compress(b"0.4\ncaught fire\nburst into flames\n0.1\na b\nc d\n")
    phrases = read(tmp_path / "paraphrase.gz", packed)
    assert phrases_used(phrases, "burst into flames", "caught fire") == 1
    assert phrases.is_of_meteor


def test_words_that_are_asked_for_later_are_found(tmp_path: Path) -> None:
    phrases = read(tmp_path / "phrases.txt", "0.4 <p>a b</p> <p>c d</p>\n0.4 <p>a b</p> <p>e</p>")
    assert phrases_used(phrases, "c d", "a b") == 1
    assert phrases_used(phrases, "e", "a b") == 1


def test_what_is_wrong_with_a_file_is_said_each_time(tmp_path: Path) -> None:
    phrases = read(tmp_path / "phrases.txt", "0.4 <p>a b</p> <p>c d</p>\nbroken")
    for _ in range(2):
        with pytest.raises(InputError, match="line 2"):
            phrases.table(["a b", "c d"])


def test_numbers_without_a_logarithm_are_counted(tmp_path: Path) -> None:
    phrases = read(tmp_path / "phrases.txt", "0 <p>a</p> <p>b</p>\n-1 <p>a</p> <p>c</p>\n0.5 <p>a</p> <p>d</p>")
    assert phrases_used(phrases, "b", "a") == 0
    assert phrases.dropped == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is empty"),
        ("0.4 <p>a</p> <p>b</p>\n0.4 <p>a</p>", "line 2: '0.4 <p>a</p>' is no line of a table"),
        ("0.4 <p>a</p> <p>b\n", "line 1: .* is no line of a table"),
        ("0.1 0.2 0.3 <p>a</p> <p>b</p>", "line 1: .* is no line of a table"),
        ("nan <p>a</p> <p>b</p>", "line 1: 'nan' is not a number"),
        ("<p>a</p> <p>b</p>", "line 1: '' is not a number"),
        ("0.4 <p></p> <p>b</p>", "line 1: one of the phrases has no words"),
        ("0.4\na b\n", "line 2: the file ends within an entry"),
        ("some\ntext\nhere\n", "line 1: 'some' is not a number"),
        (b"0.4 <p>a</p> <p>\xe4</p>", "line 1: not UTF-8"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, content: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(tmp_path / "phrases.txt", content).table(["a"])


def test_packed_files_that_are_cut_off(tmp_path: Path) -> None:
    whole = gzip.compress("".join(f"0.{n} <p>a{n}</p> <p>b</p>\n" for n in range(1, 5000)).encode())
    with pytest.raises(InputError, match="damaged or cut off"):
        read(tmp_path / "phrases.gz", whole[: len(whole) // 2]).table(["a"])
    with pytest.raises(InputError, match="damaged or cut off"):
        read(tmp_path / "phrases.gz", b"0.4 <p>a</p> <p>b</p>")


def test_packed_files_that_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mtassay.corpus.limits.FILE_BYTES", 1000)
    with pytest.raises(InputError, match="unpacked, and mtassay reads up to"):
        read(tmp_path / "phrases.gz", gzip.compress(b"0.4 <p>a</p> <p>b</p>\n" * 1000)).table(["a"])
