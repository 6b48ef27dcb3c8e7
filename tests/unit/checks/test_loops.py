"""Round in circles."""

import pytest
from found import found


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ("I think that that that that is so", "'that' 4 times"),
        ("He ran and ran and ran and ran home", "'ran and' 3 times"),
        ("We go. " + "I do not know what to do, " * 6, "'i do not know what to do,' 6 times"),
        ("我们" * 12, "'我 们' 12 times"),
    ],
)
def test_a_loop_is_found_with_its_words(output: str, told: str) -> None:
    assert found("loops", [output]) == {"new": {1: told}}


@pytest.mark.parametrize(
    "output",
    ["", "no", "Very, very, very good", "1 0 0 0 0 0 0 0", "- - - - - -", "the cat and the dog and the bird", "啦啦啦"],
)
def test_ordinary_repetition_is_none(output: str) -> None:
    assert found("loops", [output]) == {}


def test_what_the_reference_repeats_may_be_repeated() -> None:
    assert found("loops", ["ha ha ha ha ha"], ["ho ho ho ho"]) == {}
    assert found("loops", ["ha ha ha ha ha"], ["ho ho ho ho"], ["hi"]) == {}
    assert found("loops", ["ha ha ha ha ha ha ha"], ["ho ho ho ho"]) == {"new": {1: "'ha' 7 times"}}


def test_a_line_of_a_megabyte_takes_no_time() -> None:
    assert found("loops", [" ".join(f"word{n % 5000} the {n % 7}" for n in range(60_000))]) == {}
    assert found("loops", ["".join(chr(0x4E00 + n * n % 977) for n in range(300_000))]) == {}
    assert found("loops", ["la " * 300_000]) == {"new": {1: "'la' 10000 times"}}
