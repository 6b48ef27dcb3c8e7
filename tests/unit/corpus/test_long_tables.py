"""Tables with a row for each system and segment."""

from pathlib import Path

import pytest

from mtassay import InputError
from mtassay.corpus.files import name_systems, read_table
from mtassay.corpus.tables import NO_CHOICES, Choices
from mtassay.errors import MtassayWarning

HEAD = ("system", "id", "doc", "source", "reference", "output")
ROWS = [
    ("a", "1", "d", "eins", "one", "won"),
    ("b", "2", "d", "eins", "one", "one"),
    ("b", "3", "e", "zwei", "two", "to"),
    ("a", "4", "e", "zwei", "two", "too"),
    ("a", "5", "e", "eins", "one", "again"),
    ("b", "6", "e", "eins", "one", "anew"),
]
pytestmark = pytest.mark.filterwarnings("ignore:.*columns by their names")


def written(folder: Path, *rows: tuple[str, ...]) -> str:
    path = folder / "long.tsv"
    path.write_text("".join("\t".join(row) + "\n" for row in (HEAD, *rows)), encoding="utf-8")
    return str(path)


def test_each_system_gets_a_column(tmp_path: Path) -> None:
    with pytest.warns(
        MtassayWarning, match=r"told apart by 'system': 2 systems \(a, b\), 3 segments; label=system makes"
    ):
        evalset = read_table(written(tmp_path, *ROWS), NO_CHOICES)
    assert evalset.systems == {"a": ["won", "too", "again"], "b": ["one", "to", "anew"]}
    assert evalset.sources == ["eins", "zwei", "eins"]
    assert [list(one) for one in evalset.required_references] == [["one"], ["two"], ["one"]]
    assert evalset.labels == {"doc": ["d", "e", "e"]}  # the number of a row is not that of a segment


def test_systems_with_other_segments_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"not all translated the same segments \(a 3, b 2; 2 are common to all\)"):
        read_table(written(tmp_path, *ROWS[:-1]), NO_CHOICES)
    with pytest.raises(InputError, match="'system' does not say whose output segment 7 is"):
        read_table(written(tmp_path, *ROWS, ("", "7", "e", "eins", "one", "x")), NO_CHOICES)


def test_whoever_says_so_gets_one_system(tmp_path: Path) -> None:
    evalset = read_table(written(tmp_path, *ROWS), Choices(labels=("system",)))
    assert (len(evalset), list(evalset.systems)) == (6, ["output"])


def test_systems_that_share_no_segment_are_one(tmp_path: Path) -> None:
    evalset = read_table(written(tmp_path, ROWS[0], ROWS[2]), NO_CHOICES)
    assert evalset.systems == {"output": ["won", "to"]}


def test_beside_other_files_it_is_refused(tmp_path: Path) -> None:
    for columns in ("", ":hyp=output"):
        with pytest.raises(InputError, match="told apart by 'system'; name this file alone"):
            name_systems([written(tmp_path, *ROWS) + columns])
