"""Post-edits of a campaign as references."""

from pathlib import Path

import pytest

from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError
from mtassay.human.post_editing.exported import is_answers_file, references_of_answers

EVALSET = EvalSet(sources=["eins  zwei", "drei"], systems={"new": ["one two", "three"]})


def write(path: Path, *rows: tuple[str, str, str]) -> str:
    lines = ["source\texcluded\tpost-edit", *("\t".join(row) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_each_source_has_the_post_edits_of_all_systems_once(tmp_path: Path) -> None:
    rows = [("eins zwei", "no", "one two"), ("eins zwei", "no", "one two"), ("eins zwei", "no", "a pair")]
    path = write(tmp_path / "my answers.tsv", *rows, ("drei", "no", "three"), ("drei", "yes", "nonsense"))
    added = references_of_answers(path, EVALSET)
    assert added.references is not None
    assert [list(own) for own in added.references] == [["one two", "a pair"], ["three"]]
    assert added.reference_origin == "my-answers-post-edits"


def test_a_segment_without_any_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "answers.tsv", ("eins zwei", "no", "one two"))
    with pytest.raises(InputError, match=r"1 of 2 segments \(number 2\) have no post-edit"):
        references_of_answers(path, EVALSET)


def test_answers_by_another_protocol_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "answers.tsv"
    path.write_text("answer\tsystem\tsource\tvalue\n1\tA\teins zwei\t3\n2\tA\tdrei\t4\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"no column 'post-edit'.*asked by postedit"):
        references_of_answers(str(path), EVALSET)


def test_a_database_is_no_file_of_answers() -> None:
    assert is_answers_file("a.tsv.gz")
    assert not is_answers_file("talks.db")
    assert not is_answers_file("postgresql://host/talks")
