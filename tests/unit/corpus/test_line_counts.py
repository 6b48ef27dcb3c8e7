"""Why files differ in length."""

import pytest

from mtassay.corpus.line_counts import explain

LINES = [f"line number {n} speaks of {word}" for n, word in enumerate(["apples", "pears", "plums", "figs", "dates"])]
LINES.append("line number 5 speaks of limes")


def test_both_counts_come_first() -> None:
    assert explain("sys", LINES, "ref", LINES[:5]).startswith("sys has 6 lines, but ref has 5; ")
    assert explain("sys", LINES[:1], "ref", LINES).startswith("sys has 1 line, but ref has 6; ")


def test_blank_tail() -> None:
    assert "the last line is blank in sys: remove it" in explain("sys", [*LINES, ""], "ref", LINES)
    assert "the last 2 lines are blank in ref: remove them" in explain("sys", LINES, "ref", [*LINES, "", " "])


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\u2028", "U+2028 (line separator)"),
        ("\r", "a carriage return"),
        ("\x85", "U+0085 (next line)"),
        ("\x1e", "U+001E"),
    ],
)
def test_a_line_break_that_only_some_programs_know(character: str, name: str) -> None:
    whole = [*LINES[:2], f"{LINES[2]}{character}{LINES[3]}", *LINES[4:]]
    message = explain("sys", LINES, "ref", whole)
    assert f"line 3 of ref holds {name}" in message
    assert "another program split sys" in message


def test_line_ends_of_another_age() -> None:
    assert "convert it, for example with tr '\\r' '\\n'" in explain("sys", ["\r".join(LINES)], "ref", LINES)


def test_a_line_in_two_pieces_is_found() -> None:
    halves = [*LINES[:3], LINES[3][:12], LINES[3][12:], *LINES[4:]]
    assert "they seem to part at line 4" in explain("sys", halves, "ref", LINES)


def test_a_missing_line_is_found() -> None:
    message = explain("sys", LINES[:2] + LINES[3:], "ref", LINES)
    assert "they seem to part at line 3: sys has 'line number 3 speaks of figs', ref has" in message


def test_a_file_that_was_cut_off() -> None:
    assert "is it cut off?" in explain("sys", LINES[:4], "ref", LINES)
    assert "is sys cut off?" in explain("sys", LINES[:1], "ref", LINES)
