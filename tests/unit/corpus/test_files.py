"""Test sets from files."""

from collections.abc import Callable

import pytest

from mtassay import InputError
from mtassay.corpus.files import name_systems, read_evalset

Write = Callable[[str, str | bytes], str]


def test_systems_are_named_by_their_files_or_by_the_user(write: Write) -> None:
    odd = write("a=b.txt", "x\n")
    assert name_systems(["out/big.txt", "out/small.en.txt.gz", "mine=out/x.txt", "-", odd]) == {
        "big": "out/big.txt",
        "small.en": "out/small.en.txt.gz",
        "mine": "out/x.txt",
        "stdin": "-",
        "a=b": odd,
    }


def test_two_systems_of_one_name_are_refused() -> None:
    with pytest.raises(
        InputError, match=r"two systems are called 'x': a/x\.txt and b/x\.txt; name them apart, for example x-2=b/x"
    ):
        name_systems(["a/x.txt", "b/x.txt"])


def test_all_files_make_one_test_set(write: Write) -> None:
    evalset = read_evalset(
        [write("r1", "a\nb\n"), write("r2", "c\nd\n")], {"one": write("s", "e\nf\n")}, write("src", "g\nh\n")
    )
    assert list(evalset.references) == [("a", "c"), ("b", "d")]
    assert evalset.sources == ["g", "h"]
    assert evalset.systems == {"one": ["e", "f"]}


@pytest.mark.parametrize("short", ["reference", "source", "system"])
def test_any_file_of_another_length_is_refused(write: Write, short: str) -> None:
    files = {name: write(name, "a a\nb b\nc c\n") for name in ("first", "reference", "source", "system")}
    files[short] = write(short, "a a\nb b\n")
    with pytest.raises(InputError, match=f"{short} has 2 lines, but .*first has 3"):
        read_evalset([files["first"], files["reference"]], {"x": files["system"]}, files["source"])


def test_standard_input_is_read_once() -> None:
    with pytest.raises(InputError, match="standard input"):
        read_evalset(["-"], {"stdin": "-"})
