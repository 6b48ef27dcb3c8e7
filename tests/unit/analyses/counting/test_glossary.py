"""Glossaries in files."""

from pathlib import Path

import pytest

from mtassay.analyses.counting.glossary import Glossary, Term
from mtassay.errors import InputError, MtassayWarning


def test_a_line_is_a_term_with_its_variants(tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    path.write_text("Haus\thouse\thome\n\nBahn\ttrain\n", encoding="utf-8")
    assert Glossary.read(str(path)).terms == (Term("Haus", ("house", "home")), Term("Bahn", ("train",)))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("Haus house\n", "line 1: 'Haus house' has no tab; write SOURCE"),
        ("Haus\thouse\n\thome\n", "line 2: the source is empty"),
        ("Haus\t\n", "line 1: the target is empty"),
        ("\n \n", "no terms"),
    ],
)
def test_other_forms_are_refused_with_their_line(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "terms.tsv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"terms\.tsv") as refused:
        Glossary.read(str(path))
    assert said in str(refused.value)


def test_a_term_that_comes_twice_may_have_the_targets_of_both() -> None:
    with pytest.warns(MtassayWarning, match="more than once: 1, such as 'a'"):
        glossary = Glossary.of([("a", ["x"]), ("a", ["y", "x"])])
    assert glossary.terms == (Term("a", ("x", "y")),)
