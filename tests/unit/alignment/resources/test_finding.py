from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mtassay.alignment.resources.finding import (
    RESOURCES_VARIABLE,
    ResourceKind,
    file_digest,
    find_resource,
)
from mtassay.errors import InputError

LEXICON = ResourceKind(
    name="lexicon",
    title="the Lexicon",
    marks=("words.txt",),
    folder_names=("lexicon", "lexicon-1"),
    carriers=(("carries_lexicon", "data/lexicon"),),
    remedy="fetch it: get-lexicon",
)
TABLE = ResourceKind(name="table", title="the table", folder_names=("table.txt",))


def _make(folder: Path, text: str = "words\n") -> Path:
    folder.mkdir(parents=True)
    (folder / "words.txt").write_text(text)
    return folder


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that would fail if anybody imported it."""
    root = tmp_path / "site"
    _make(root / "carries_lexicon" / "data" / "lexicon")
    (root / "carries_lexicon" / "__init__.py").write_text("raise SystemExit('imported')\n")
    monkeypatch.syspath_prepend(str(root))
    return root / "carries_lexicon" / "data" / "lexicon"


def test_named_comes_first(tmp_path: Path, package: Path) -> None:
    named = _make(tmp_path / "mine")
    found = find_resource(LEXICON, str(named))
    assert found is not None
    assert (found.path, found.origin) == (named, "named")


def test_folder_of_resources_comes_before_packages(
    tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = _make(tmp_path / "all" / "lexicon-1")
    monkeypatch.setenv(RESOURCES_VARIABLE, str(tmp_path / "all"))
    found = find_resource(LEXICON)
    assert found is not None
    assert (found.path, found.origin) == (second, f"in the folder of {RESOURCES_VARIABLE}")
    first = _make(tmp_path / "all" / "lexicon")
    found = find_resource(LEXICON)
    assert found is not None
    assert found.path == first


def test_package_is_read_and_not_imported(package: Path) -> None:
    found = find_resource(LEXICON)
    assert found is not None
    assert (found.path, found.origin) == (package, "in the package carries_lexicon")
    assert "carries_lexicon" not in sys.modules


def test_nothing_is_found_where_nothing_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RESOURCES_VARIABLE, str(tmp_path / "nowhere"))
    assert find_resource(LEXICON) is None
    (tmp_path / "lexicon").mkdir()  # a folder without what marks it
    monkeypatch.setenv(RESOURCES_VARIABLE, str(tmp_path))
    assert find_resource(LEXICON) is None


def test_what_is_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no such folder of the Lexicon; fetch it: get-lexicon"):
        find_resource(LEXICON, str(tmp_path / "nowhere"))
    with pytest.raises(InputError, match=r"no folder of the Lexicon: it has no words\.txt; fetch it"):
        find_resource(LEXICON, str(tmp_path))
    with pytest.raises(InputError, match="this is a folder; name the file of the table in it"):
        find_resource(TABLE, str(tmp_path))


def test_what_is_named_may_be_no_name() -> None:
    with pytest.raises(InputError, match=r"cannot be read: File name too long; fetch it: get-lexicon"):
        find_resource(LEXICON, "x" * 300)


def test_files_have_no_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "table.txt").write_text("a\tb\n")
    monkeypatch.setenv(RESOURCES_VARIABLE, str(tmp_path))
    found = find_resource(TABLE)
    assert found is not None
    assert found.path == tmp_path / "table.txt"


def test_digest_follows_the_file(tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_bytes(b"abc")
    assert file_digest(path) == "ba7816bf8f01"  # SHA-256 of "abc", as its standard has it
    path.write_bytes(b"abcd")
    assert file_digest(path) != "ba7816bf8f01"
    with pytest.raises(InputError, match="name a table in it"):
        file_digest(tmp_path, "a table")
    with pytest.raises(InputError, match="there is no such file; name a table"):
        file_digest(tmp_path / "nothing", "a table")
