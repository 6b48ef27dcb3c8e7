"""`mtassay join`: saved scores in one table, or the reason why not."""

from collections.abc import Callable
from pathlib import Path

import pytest
from processes import run

Save = Callable[..., str]
TEXTS = {
    "ref.txt": "the cat sat on the mat\na dog barked at me\n",
    "other-ref.txt": "the cat sat on the rug\na dog barked at me\n",
    "short-ref.txt": "the cat sat on the mat\n",
    "a.txt": "the cat sat on a mat\na dog barks at me\n",
    "b.txt": "a cat sits on a mat\na dog barked\n",
    "short.txt": "the cat sat\n",
}


@pytest.fixture
def save(tmp_path: Path) -> Save:
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    def score(name: str, reference: str, system: str, *options: str) -> str:
        arguments = ["-r", str(tmp_path / reference), str(tmp_path / system), "-m", "chrf", "-f", "json", *options]
        result = run("score", *arguments)
        assert result.returncode == 0
        path = tmp_path / name
        path.write_text(result.stdout, encoding="utf-8")
        return str(path)

    return score


def test_one_table_of_two_runs(save: Save, tmp_path: Path) -> None:
    saved = [save("a.json", "ref.txt", "a.txt", "--confidence"), save("b.json", "ref.txt", "b.txt", "--confidence")]
    together = [str(tmp_path / name) for name in ("a.txt", "b.txt")]
    expected = run("score", "-r", str(tmp_path / "ref.txt"), *together, "-m", "chrf", "--confidence")
    assert run("join", *saved).stdout == expected.stdout
    assert run("join", *saved, "-f", "json").returncode == 0


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (("ref.txt", "a.txt"), ("other-ref.txt", "b.txt"), "different test sets: the references of"),
        (("ref.txt", "a.txt"), ("short-ref.txt", "short.txt"), "2 segments"),
        (("ref.txt", "a.txt"), ("ref.txt", "b.txt", "-m", "ter"), "different metrics: "),
        (("ref.txt", "a.txt", "-m", "bleu"), ("ref.txt", "b.txt", "-m", "bleu:lowercase=yes"), "case:mixed in "),
        (("ref.txt", "a.txt"), ("ref.txt", "a.txt"), "the system 'a' is in"),
        (("ref.txt", "a.txt", "-l", "de"), ("ref.txt", "b.txt", "-l", "fr"), "about de, "),
    ],
)
def test_what_cannot_be_compared_is_refused(
    save: Save, first: tuple[str, ...], second: tuple[str, ...], message: str
) -> None:
    result = run("join", save("first.json", *first), save("second.json", *second))
    assert (result.returncode, result.stdout) == (7, "")
    assert message in result.stderr


def test_languages_may_differ_where_forced(save: Save) -> None:
    files = save("de.json", "ref.txt", "a.txt", "-l", "de"), save("fr.json", "other-ref.txt", "b.txt", "-l", "fr")
    assert run("join", *files).returncode == 7
    assert run("join", *files, "--across-languages").returncode == 0


def test_other_files_are_refused(save: Save, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"a": 1}', encoding="utf-8")
    for name, message in (("other.json", "these are no scores of mtassay"), ("a.txt", "line 1: this is no JSON")):
        result = run("join", save("a.json", "ref.txt", "a.txt"), str(tmp_path / name))
        assert (result.returncode, result.stdout) == (7, "")
        assert message in result.stderr
