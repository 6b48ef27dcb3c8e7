"""Labels of segments from files."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mtassay import InputError
from mtassay.corpus.labels import read_labels

Write = Callable[[str, str | bytes], str]


def test_one_label_a_line(dialogues: Path) -> None:
    labels = read_labels(f"document={dialogues / 'documents.txt'}")
    assert list(labels) == ["document"]
    assert len(labels["document"]) == 120
    assert labels["document"][0] == "hotel"


def test_a_table_names_its_columns(write: Write) -> None:
    path = write("labels.tsv", "document\tdomain \r\nd1\tnews\r\nd2\t\r\n")
    assert read_labels(path) == {"document": ["d1", "d2"], "domain": ["news", ""]}


def test_a_file_of_the_literal_name_wins(write: Write) -> None:
    assert read_labels(write("a=b", "x\n1\n")) == {"x": ["1"]}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a\tb\n1\t2\n3\n", "labels, line 3: 1 column, but line 1 has 2; is a tab missing"),
        ("a\n1\n2\t3\n", "labels, line 3: 2 columns, but line 1 has 1; is a tab missing, or one too many"),
        ("a\tb\n1\t2\n\n", "labels, line 3: 1 column, but line 1 has 2; remove it"),
        ("a\t\n1\t2\n", "labels, line 1: column 2 has no name; the header line names every column"),
        ("a\ta \n1\t2\n", "labels, line 1: two columns are called 'a'; rename one of them"),
        ("a\n", "labels: a header line and no labels below it; for a file with one label a line, name them: NAME="),
        ("", "labels: the file is empty"),
    ],
)
def test_mistakes_are_named(write: Write, content: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_labels(write("labels", content))
    assert message in str(caught.value)
