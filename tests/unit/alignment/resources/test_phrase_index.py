"""The index of METEOR's paraphrases: made once, found again, and made anew where it cannot be used."""

import gzip
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from unit.metrics.with_resources.meteor_files import write_paraphrases

from mtassay import InputError, MtassayWarning
from mtassay._native import PhraseTable
from mtassay.alignment.resources import phrase_index
from mtassay.alignment.resources.phrase_index import CACHE_VARIABLE, cache_folder, open_phrases


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache" / "phrases"


def opened(table: Path) -> PhraseTable:
    """As a new process would open it."""
    phrase_index._open.cache_clear()
    return open_phrases(table)


def index_in(cache: Path) -> Path:
    (index,) = cache.glob("*.index")
    return index


def test_it_is_made_once(tmp_path: Path, cache: Path) -> None:
    table = write_paraphrases(tmp_path)
    assert (len(opened(table)), opened(table).phrases) == (4, 6)
    made = index_in(cache).stat().st_mtime_ns
    opened(table)
    assert index_in(cache).stat().st_mtime_ns == made
    write_paraphrases(tmp_path, [("a", "b")])
    assert len(opened(table)) == 1
    assert len(list(cache.glob("*.index"))) == 2


def test_the_cache_is_where_the_user_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CACHE_VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/mtassay")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path.home() / ".cache" / "mtassay"


@pytest.mark.parametrize(
    ("damage", "cause"),
    [
        (lambda whole: whole[:-100], "it is cut short"),
        (lambda whole: b"", "mmap an empty file|empty"),
        (lambda whole: b"MTPHRAS0" + whole[8:], "of another version"),
        (lambda whole: whole + bytes(8), "it is damaged"),
        (lambda whole: whole[:64] + bytes(32) + whole[96:], "it is of another table"),
    ],
)
def test_one_that_cannot_be_used_is_made_anew(tmp_path: Path, cache: Path, damage: object, cause: str) -> None:
    table = write_paraphrases(tmp_path)
    opened(table)
    path = index_in(cache)
    whole = path.read_bytes()
    path.unlink()  # what is mapped stays as it was
    path.write_bytes(damage(whole))  # type: ignore[operator]
    with pytest.warns(MtassayWarning, match=rf"this index cannot be used, so it is made anew: .*({cause})"):
        assert len(opened(table)) == 4
    assert path.read_bytes() == whole


def test_what_a_killed_process_left_is_cleared_away(tmp_path: Path, cache: Path) -> None:
    cache.mkdir(parents=True)
    (cache / ".mtassay-half").write_bytes(b"half")
    opened(write_paraphrases(tmp_path))
    assert not list(cache.glob(".mtassay-*"))


def test_without_a_cache_it_is_kept_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "file"))
    with pytest.warns(MtassayWarning, match=r"cannot be kept in .*/file/phrases .*variable MTASSAY_CACHE"):
        assert len(opened(write_paraphrases(tmp_path))) == 4


def test_two_processes_at_once_make_one(tmp_path: Path, cache: Path) -> None:
    table = write_paraphrases(tmp_path, [(f"word {i}", f"other {i + 1}") for i in range(20_000)])
    code = (
        "import sys; from pathlib import Path; from mtassay.alignment.resources.phrase_index import open_phrases; "
        "print(len(open_phrases(Path(sys.argv[1]))))"
    )
    processes = [subprocess.Popen([sys.executable, "-c", code, str(table)], stdout=subprocess.PIPE) for _ in range(3)]
    assert [process.communicate()[0].strip() for process in processes] == [b"20000"] * 3
    assert {path.name for path in cache.iterdir()} == {index_in(cache).name, "lock"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (gzip.compress(b"1\na\nb\n" * 100)[:-9], r"this gzip file ends too early; is the file cut short\?"),
        (b"no gzip file", r"broken gzip file"),
        (b"", r"this gzip file ends too early"),
        (gzip.compress(b"1\na\nb\n1\nc\n"), r"no table of METEOR's paraphrases: 5 lines, and each entry has 3"),
        (gzip.compress(b"1\na\n\n"), r"line 3: a phrase of 0 words"),
        (gzip.compress(b"1\na\n\xe9\n"), r"after line 0: not UTF-8"),
    ],
)
def test_tables_that_are_none_leave_nothing(tmp_path: Path, cache: Path, content: bytes, message: str) -> None:
    table = tmp_path / "paraphrase-en.gz"
    table.write_bytes(content)
    with warnings.catch_warnings(), pytest.raises(InputError, match=message):
        opened(table)
    assert [path.name for path in cache.iterdir()] == ["lock"]


def test_a_table_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mtassay.corpus.limits.FILE_BYTES", 1000)
    with pytest.raises(InputError, match=r"unpacked, and mtassay reads up to"):
        opened(write_paraphrases(tmp_path, [("a", "b")] * 1000))
