"""Vectors of words from text and binary files, and files that are not as they say."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from mtassay import InputError
from mtassay.alignment.resources.word_vectors import ascii_lower, open_vectors, vectors_digest

TEXT = "3 2\nthe 3 4\ncat 0 0\nstraße -1e0 0\n"


def written(path: Path, content: str | bytes) -> str:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def binary(words: dict[str, list[float]], end: bytes = b"\n") -> bytes:
    rows = [f"{word} ".encode() + np.array(numbers, dtype="<f4").tobytes() + end for word, numbers in words.items()]
    return f"{len(words)} {len(next(iter(words.values())))}\n".encode() + b"".join(rows)


def test_text_is_read_for_the_words_that_are_asked_for(tmp_path: Path) -> None:
    vectors = open_vectors(written(tmp_path / "v.txt", TEXT))
    assert vectors.dimensions == 2
    rows = vectors.rows(["the", "THE", "cat", "straße", "dog"])
    assert rows.tolist() == pytest.approx(np.array([[0.6, 0.8], [0.6, 0.8], [0, 0], [-1, 0], [0, 0]]))
    assert vectors.rows([]).shape == (0, 2)


@pytest.mark.parametrize("end", [b"\n", b""])
@pytest.mark.parametrize("packed", [False, True])
def test_binary_is_the_same(tmp_path: Path, end: bytes, packed: bool) -> None:
    content = binary({"the": [3, 4], "cat": [0, 0], "straße": [-1, 0]}, end)
    path = tmp_path / ("v.bin.gz" if packed else "v.bin")
    vectors = open_vectors(written(path, gzip.compress(content) if packed else content))
    assert vectors.rows(["straße", "the"]).tolist() == pytest.approx(np.array([[-1, 0], [0.6, 0.8]]))


def test_a_large_file_is_read_block_by_block(tmp_path: Path) -> None:
    words = {f"w{n}": [float(n), 1.0, -1.0] * 40 for n in range(5000)}  # more than two blocks
    vectors = open_vectors(written(tmp_path / "v.bin", binary(words)))
    rows = vectors.rows(list(words))
    expected = np.array(list(words.values()))
    assert np.allclose(rows, expected / np.linalg.norm(expected, axis=1, keepdims=True), atol=1e-6)


def test_a_file_that_changed_is_read_again(tmp_path: Path) -> None:
    path = written(tmp_path / "v.txt", TEXT)
    before = vectors_digest(path)
    assert open_vectors(path) is open_vectors(path)
    written(tmp_path / "v.txt", "1 3\ndog 1 0 0\n")
    assert open_vectors(path).rows(["dog"]).tolist() == [[1, 0, 0]]
    assert vectors_digest(path) != before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("the 3 4\n", "line 1: not two whole numbers"),
        ("", "line 1: not two whole numbers"),
        ("9000000 2\n", "line 1: 9,000,000 words"),
        ("2 0\n", "line 1: 0 numbers"),
        ("2 5000\n", "line 1: 5,000 numbers"),
        ("2 2\nthe 3 4\n", "ends after 1 words, and line 1 says 2"),
        ("1 2\nthe 3 4\ncat 3 4\n", "line 3: more words than the 1"),
        ("2 2\nthe 3 4\ncat 3\n", "line 3: 1 numbers after the word, and line 1 says 2"),
        ("1 2\nthe 3 4 5\n", "line 2: 3 numbers after the word"),
        ("1 2\nthe 3 four\n", "line 2: not all after the word are numbers"),
        ("1 2\nthe 3 nan\n", "line 2: a number is infinite or none"),
        ("1 2\nthe inf 1\n", "line 2: a number is infinite or none"),
        (b"1 2\n\xff\xfe 3 4\n", r"line 2: not UTF-8; .* \.bin"),
        (b"1 2\n" + b"x" * 20_000, "line 2: far longer than a word"),
    ],
)
def test_faults_of_text_are_named_with_the_line(tmp_path: Path, content: str | bytes, message: str) -> None:
    path = written(tmp_path / "v.txt", content)
    with pytest.raises(InputError, match=message):
        open_vectors(path).rows(["the"])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (binary({"the": [3, 4], "cat": [1, 1]})[:-6], "ends after 1 words, and line 1 says 2"),
        (b"2 2\n" + b"x" * 20_000, "word 1: longer than any word"),
        (binary({"the": [float("nan"), 4]}), "word 1: a number is infinite or none"),
        (b"1 2\n\xff\xfe 12345678", "word 1: not UTF-8"),
    ],
)
def test_faults_of_binary_files_are_named_with_the_word(tmp_path: Path, content: bytes, message: str) -> None:
    path = written(tmp_path / "v.bin", content)
    with pytest.raises(InputError, match=message):
        open_vectors(path).rows(["the"])


def test_what_is_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file; name a file of word vectors"):
        open_vectors(str(tmp_path / "none.txt"))
    with pytest.raises(InputError, match="this is a folder"):
        open_vectors(str(tmp_path))
    path = written(tmp_path / "v.txt.gz", gzip.compress(TEXT.encode())[:-9])
    with pytest.raises(InputError, match="broken gzip file"):
        open_vectors(path).rows(["the"])


def test_only_a_to_z_are_lowered() -> None:
    assert ascii_lower("ÄRGER") == "Ärger"
    assert ascii_lower("ABC") == "abc"
