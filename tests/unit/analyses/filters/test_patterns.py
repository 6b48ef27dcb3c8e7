import re
import time
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import unicode_text

from mtassay import SettingError
from mtassay.analyses.filters.patterns import compile_pattern


@pytest.mark.parametrize(
    ("pattern", "fits", "does_not"),
    [
        ("going to", ["is going to go"], ["Going to", "going  to"]),
        ("^Das", ["Das Haus"], ["Ist Das", "das"]),
        ("Haus$", ["Das Haus"], ["Haus.", "Haus\n"]),
        ("^$", [""], [" ", "\n"]),
        ("a.c", ["abc", "a😀c", "a\x85c", "a\x0bc"], ["ac", "a\nc", "a\rc", "a\u2028c", "a\u2029c"]),
        ("[0-9]+[.,][0-9]{2}", ["3,50", "x 1.25 y"], ["3,5", "٣,٥٠"]),
        ("[^a-z]", ["aBc", "\n"], ["abc", ""]),
        ("[äöü-]", ["schön", "a-b"], ["schon"]),
        ("[-a]b", ["-b", "ab"], ["b"]),
        ("[a\\-c]", ["-", "c"], ["b"]),
        ("[\\]\\[\\\\\\/]", ["]", "[", "\\", "/"], ["|"]),
        ("[a-z&&~~||9-]", ["&", "~", "|", "-", "9"], ["0", "A"]),
        ("[+--]", ["+", ",", "-"], ["."]),
        ("[.$^(]", [".", "$", "^", "("], ["a"]),
        ("\\(\\$\\.\\*\\/\\)", ["($.*/)"], ["$"]),
        ("\\x41\\u00e4\\t", ["Aä\t"], ["A"]),
        ("(EUR|USD) [0-9]+", ["USD 5"], ["GBP 5"]),
        ("^(?:ha){2,3}!", ["haha!", "hahaha!"], ["ha!", "hahahaha!"]),
        ("a{2}b{1,}c{0,1}$", ["aab", "aabbc"], ["ab", "aac"]),
        ("colou?r", ["color", "colour"], ["colouur"]),
        ("<.+?>", ["a <b> c"], ["<>"]),
        ("x|", ["", "abc"], []),
        ("a()b", ["ab"], ["a"]),
        ("(, [a-z]+)+ and [a-z]+$", ["x, a, b and c"], ["x and c"]),
        ("[😀-😂]", ["😁"], ["😃", "\ud83d"]),
        ("a#b c", ["a#b c"], ["ab", "a#bc"]),
        ("[^\\x00-\U0010ffff]", [], ["", "a"]),
    ],
)
def test_what_a_pattern_fits(pattern: str, fits: list[str], does_not: list[str]) -> None:
    compiled = compile_pattern(pattern)
    assert [text for text in (*fits, *does_not) if compiled.search(text)] == fits


@pytest.mark.parametrize(
    ("pattern", "place", "message"),
    [
        ("", "at its end", "an empty pattern fits every text; write what to look for"),
        ("a\\d", r"at '\d' (character 2)", r"\d means other things in a browser, or nothing; write [0-9]"),
        ("\\w", r"at '\w' (character 1)", "such as [A-Za-z0-9_]"),
        ("\\s", r"at '\s' (character 1)", "write a blank, or"),
        ("[\\s]", r"at '\s]' (character 2)", "write a blank, or"),
        ("[\\b]", r"at '\b]' (character 2)", "write what stands beside a word"),
        ("\\bword", r"at '\bword' (character 1)", "write what stands beside a word, such as (^|[ (])word($|[ .,])"),
        ("\\Aa", r"at '\Aa' (character 1)", "write ^"),
        ("a\\Z", r"at '\Z' (character 2)", "write $"),
        ("(a)\\1", r"at '\1' (character 4)", "a pattern cannot refer to a group"),
        ("\\0", r"at '\0' (character 1)", "write \\x00"),
        ("\\p{L}", r"at '\p{L}' (character 1)", "such as [A-Za-z]"),
        ("\\u{1F600}", r"at '\u{1F600}' (character 1)", "or the character itself"),
        ("\\ud83d\\ude00", r"at '\ud83d\ude00' (character 1)", "half a character"),
        ("a\ud83d", r"at '\ud83d' (character 2)", "half a character"),
        ("\\x4", r"at '\x4' (character 1)", "\\x and two digits"),
        ("\\N{DASH}", r"at '\N{DASH}' (character 1)", "write the character itself"),
        ("\\a", r"at '\a' (character 1)", "alone; write a without it"),
        ("a\\-b", r"at '\-b' (character 2)", "alone; write - without it"),
        ("\\_", r"at '\_' (character 1)", "alone; write _ without it"),
        ("a\\", r"at '\' (character 2)", "a \\ with nothing behind it; write \\\\ for the character"),
        ("(?P<n>a)", r"at '(?P<n>a)' (character 1)", "a group with a name; write ( alone"),
        ("(?<n>a)", r"at '(?<n>a)' (character 1)", "a group with a name; write ( alone"),
        ("(?i)a", r"at '(?i)a' (character 1)", "a group with flags"),
        ("(?#a)", r"at '(?#a)' (character 1)", "a group with flags"),
        ("a(?=b)", r"at '(?=b)' (character 2)", "looks ahead or behind; write a condition of its own, joined by 'and'"),
        ("(?<!b)a", r"at '(?<!b)a' (character 1)", "looks ahead or behind"),
        ("(a", r"at '(a' (character 1)", "a group that is not closed"),
        ("a)b", r"at ')b' (character 2)", "a ) that closes no group; write \\) for the character"),
        ("[a", r"at '[a' (character 1)", "a class that is not closed"),
        ("[]a]", r"at '[]a]' (character 1)", "a class without characters; write \\] for the character ]"),
        ("[^]", r"at '[^]' (character 1)", "a class without characters"),
        ("[[:alpha:]]", r"at '[:alpha:]]' (character 2)", "write \\[ for the character [, and [a-z] for letters"),
        ("[z-a]", r"at 'z-a]' (character 2)", "from 'z' to 'a': exchange the two"),
        ("a]", r"at ']' (character 2)", "write \\] for the character ]"),
        ("a}", r"at '}' (character 2)", "write \\} for the character }"),
        ("a/b", r"at '/b' (character 2)", "write \\/ for the character /"),
        ("[a/b]", r"at '/b]' (character 3)", "write \\/ for the character /"),
        ("{a}", r"at '{a}' (character 1)", "nothing stands before {"),
        ("a{,5}", r"at '{,5}' (character 2)", "is written {2}, {2,} or {2,5}; write \\{ for the character"),
        ("a{b}", r"at '{b}' (character 2)", "is written {2}"),
        ("a{٣}", r"at '{٣}' (character 2)", "is written {2}"),
        ("a{3,2}", r"at '{3,2}' (character 2)", "from 3 to 2: exchange the two"),
        ("a{2000}", r"at '{2000}' (character 2)", "write numbers up to 1000"),
        ("*a", r"at '*a' (character 1)", "nothing stands before * that could be repeated; write \\* for the character"),
        ("a|+", r"at '+' (character 3)", "nothing stands before +"),
        ("^*", r"at '*' (character 2)", "^ cannot be repeated"),
        ("a**", r"at '*' (character 3)", "* behind what is repeated already"),
        ("a*+", r"at '+' (character 3)", "browsers do not know that"),
        ("a{2}{3}", r"at '{3}' (character 5)", "behind what is repeated already"),
        ("a???", r"at '?' (character 4)", "? behind what is repeated already"),
        (
            "(" * 30 + "a" + ")" * 30,
            r"at '((((((((((a)))))))))…' (character 21)",
            "more than 20 groups inside each other",
        ),
        ("a" * 1001, r"at 'a' (character 1001)", "1001 characters; write a pattern of up to 1000"),
    ],
)
def test_what_is_refused_is_told_with_its_place(pattern: str, place: str, message: str) -> None:
    with pytest.raises(SettingError) as caught:
        compile_pattern(pattern)
    said = str(caught.value)
    assert said.startswith("the pattern '")
    assert f", {place}: " in said
    assert message in said


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+",
        "(a*)*",
        "(a+)*b",
        "(a|a)*",
        "(a|ab)*c",
        "(a{1,9})+",
        "([a-z]+,?)+$",
        "x(.*y?)+z",
        "(ab?)+b",
        "((a+)b?)+",
    ],
)
def test_repetitions_that_can_take_for_ever_are_refused(pattern: str) -> None:
    with pytest.raises(SettingError, match=r"can be read in several ways, so it can take for ever|can be empty"):
        compile_pattern(pattern)


@pytest.mark.parametrize("pattern", [".*a.*b.*c", "a?" * 30 + "a" * 30, "(a|ab){30}", "(der|die|das)" * 12])
def test_many_ways_to_read_a_text_are_refused(pattern: str) -> None:
    with pytest.raises(SettingError, match=r"can be read in too many ways, so it can take very long"):
        compile_pattern(pattern)


@pytest.mark.parametrize(
    "pattern", ["(a|b)*c", "([a-z]+,)+$", "(a?b)+", ".*a.*b", "(d(er|ie|as) )+", "(ab){1000}", "[a-z]+$"]
)
def test_repetitions_with_few_ways_are_accepted_and_end_soon(pattern: str) -> None:
    compiled = compile_pattern(pattern)
    start = time.process_time()
    for text in ("a" * 500, "ab" * 250, "a,b" * 200):
        compiled.search(text)
    assert time.process_time() - start < 5


_PIECES = [
    *(
        "a",
        "b",
        "ä",
        "😀",
        "0",
        " ",
        "-",
        ",",
        "&",
        "#",
        ".",
        "^",
        "$",
        "|",
        "(",
        ")",
        "(?:",
        "[",
        "[^",
        "]",
        "{",
        "}",
        "/",
    ),
    *("*", "+", "?", "{2}", "{1,3}", "{2,}", "{,3}", "\\", "\\n", "\\.", "\\/", "\\d", "\\x41", "\\u00e4", "a-z", "(?"),
]
patterns = st.one_of(st.lists(st.sampled_from(_PIECES), max_size=12).map("".join), st.text(max_size=12))


@given(patterns, unicode_text)
def test_any_text_is_a_pattern_or_refused(pattern: str, text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            compiled = compile_pattern(pattern)
        except SettingError:
            return
        compiled.search(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `re` warns of what sets may mean one day
        plain = re.compile(pattern)
    # where `.` and `$` cannot tell, `re` says the same of it as it was written
    if not set(text) & set("\n\r\u2028\u2029"):
        assert bool(plain.search(text)) == bool(compiled.search(text))


@pytest.mark.parametrize("pattern", ["[^0-9]*[^0-9]*[^0-9]*[0-9]", "a*a*b", "[a-z]+[a-f]*#"])
def test_repetitions_side_by_side_are_refused(pattern: str) -> None:
    with pytest.raises(SettingError, match=r"side by side|too many ways"):
        compile_pattern(pattern)
