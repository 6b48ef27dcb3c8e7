"""The script of a report reads filters as Python does: the same text means the same segments."""

import random
import unicodedata
from typing import Any

import pytest
from contracts.report_script import ReportScript
from contracts.small_reports import MEMBERS, SmallReport, random_set, small_report

from mtassay import InputError, SettingError
from mtassay.alignment.words import split_words
from mtassay.analyses.analyze import analyze
from mtassay.analyses.counting.error_classes import CLASSES
from mtassay.analyses.filters.condition_words import number_text
from mtassay.analyses.filters.patterns import compile_pattern
from mtassay.analyses.filters.segment_filter import SegmentFilter
from mtassay.analyses.view_fields import ViewFields
from mtassay.human.collection import folded

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")

HOSTILE = ["\0", "\u202e", "\u2028", "</script>", "\U0001f600", "\u001e", "\ufeff", "\ud800"]
NUMBERS = ("segment", "length", "source-length", "year", "rating")
LABELS = ("document", "domain", "year", '"domain"', "genre", "base", "Länge", "errors")
TEXTS = ("source", "reference", "base", "new.1", "'far'", "new", "document", "nobody", "日本")
OUTPUTS = (
    *(
        "chrf(base)",
        "BLEU(new.2)",
        '"bleu"(far)',
        "chrf(new)",
        "difference(far)",
        "errors.order(base)",
        "ter( 'copy' )",
    ),
    *("chrf(base) - chrf(far)", "difference(new.1) − difference(base)", "chrf(base) - BLEU(base)", "errors.case(far)"),
    *("errors.all(base)", "length(base)", "nist(base)"),
)
WHOLE = (
    *(
        'ngram("the cat", over, base)',
        "ngram(the, right, new.1)",
        'ngram("going to", under, far)',
        "ngram(cat, x, far)",
    ),
    *('ngram("it\'s a", over, copy)', 'ngram("3,000 .", under, base)', "found.numbers(base)", "found.nothing(base)"),
    *(
        'ngram("日本", over, far)',
        'ngram("don\'t  be", right, base)',
        'ngram(" ", over, far)',
        'ngram("zzz", over, far)',
    ),
    *("found.loops(new.1)", "found.duplicates( copy )", "found", "İn = 1", "", "and", "length", "not"),
)
SIGNS = ("=", "==", "!=", "<", "<=", ">", ">=", "≤", "≥", "≠")
LISTS = ("in", "IN", "ın", "not in", "not  in", "NOT\tIN")
FIGURES = (
    *("1", "20", "-2.5", "7,5", "1,234", "1e1", "1e400", "−3", "+4", ".5", "0.1", "12345678901234567890", "1e-7", "-0"),
    *("2000", "1999", "15.", "8", "50", "30", "0"),
)
VALUES = (
    "d1",
    "d10",
    "news",
    "it's",
    '"talks, long"',
    '""',
    "'it''s'",
    "talks",
    "1999",
    '"2001,5"',
    "d11",
    "\U0001f600",
)
WORDS = ('"the cat"', '"THE"', '"ZÜRICH"', '"ı"', "cat", '""', "'it''s'", '"3,000 "', "日", '"a ""b"""')
PATTERNS = (
    "/the (cat|dog)/",
    "/^$/",
    "/[a-z]+ing/",
    r"/\d/",
    "/(a+)+/",
    "/a/i",
    "//",
    "/./",
    "/[^a-z .]/",
    r"/\//",
    "/a",
)


def random_filter(rng: random.Random) -> str:
    """Conditions that are often right, and sometimes almost."""
    text = rng.choice([" and "] * 6 + [" AND ", " or ", "\u00a0and\n", " "]).join(
        random_condition(rng) for _ in range(rng.choice([1, 1, 1, 2, 3]))
    )
    for _ in range(rng.choice([0, 0, 0, 0, 1, 2])):
        place = rng.randrange(len(text) + 1)
        text = text[:place] + rng.choice([*"\"'()/,=~ \t\\-1a[]{}é", "", *HOSTILE]) + text[place + rng.randrange(2) :]
    return text


def random_condition(rng: random.Random) -> str:
    signs, values = rng.choice([(SIGNS, FIGURES), (SIGNS, VALUES), (("~", "!~"), WORDS), (("~", "!~"), PATTERNS)])
    lefts = {FIGURES: (*NUMBERS, *OUTPUTS), VALUES: LABELS}.get(values, TEXTS)
    if rng.random() < 0.1:
        return rng.choice(WHOLE)
    if rng.random() < 0.1:  # what does not belong together
        lefts = rng.choice([NUMBERS, LABELS, TEXTS, OUTPUTS, WHOLE])
    elif values is VALUES:
        signs = ("=", "!=")
    value = rng.choice(values)
    if rng.random() < 0.2:
        signs = LISTS
        value = f"({', '.join(rng.choices(values, k=rng.randrange(1, 4)))})"
    return f"{rng.choice(lefts)} {rng.choice(signs)} {value}"


def said_of(text: str, report: SmallReport) -> dict[str, Any]:
    """What Python says of a filter, and the segments that it chooses."""
    try:
        chosen = SegmentFilter.parse(text)
    except SettingError as error:
        return {"refused": str(error)}
    said = {"text": str(chosen), "words": chosen.in_words(), "given": chosen.is_given, "why": chosen.why_untested}
    try:
        mask = chosen.mask(ViewFields(report.view, MEMBERS))
    except (SettingError, InputError) as error:
        return {**said, "error": str(error)}
    return {**said, "mask": mask.astype(int).tolist()}


SAY = """async (texts) => Promise.all(texts.map(async (text) => {
  try {
    const filter = SegmentFilter.parse(text, report);
    const said = { text: filter.text, words: filter.inWords(), given: filter.isGiven, why: filter.whyUntested };
    return await filter.mask(report).then((mask) => ({ ...said, mask: [...mask] }), (error) => {
      if (!(error instanceof FilterError)) throw error;
      return { ...said, error: error.message };
    });
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    return { refused: error.message };
  }
}))"""


def place_of(message: str) -> str:
    """Where something is wrong, without what to do: suggestions of near names differ."""
    return message[: message.index(": ", message.index(", at "))]


@pytest.mark.parametrize("references", [1, 2])
def test_filters_choose_the_same_segments(script: ReportScript, references: int) -> None:
    report = small_report(random_set(21, 60, references), ["errors", "checks", "ngrams"], members=MEMBERS)
    script.load(report.header, report.encoded)
    rng = random.Random(references)
    texts = [*{random_filter(rng): None for _ in range(3000)}]
    said = script.call(SAY, texts)
    kinds = {"refused": 0, "error": 0, "mask": 0}
    for text, got in zip(texts, said, strict=True):
        expected = said_of(text, report)
        for kind in kinds:
            assert (kind in got) == (kind in expected), (text, got, expected)
            kinds[kind] += kind in got
        if "refused" in expected:
            assert place_of(got["refused"]) == place_of(expected["refused"]), text
        else:
            assert {**got, "error": ""} == {**expected, "error": ""}
            assert SegmentFilter.parse(expected["text"]) == SegmentFilter.parse(text)
    assert min(kinds.values()) > 200, kinds


@pytest.mark.parametrize("unit", [None, "document"])
@pytest.mark.parametrize("where", ["", "segment <= 7", "segment = 1", "chrf(base) > 50 and length > 3", "length >= 1"])
def test_why_nothing_is_tested(script: ReportScript, where: str, unit: str | None) -> None:
    evalset = random_set(22, 120)
    report = small_report(evalset, (), ["chrf"], members=MEMBERS, unit=unit)
    script.load(report.header, report.encoded)
    refusal = script.call(
        """async (where) => {
          const filter = SegmentFilter.parse(where, report);
          const mask = filter.isEverything ? null : await filter.mask(report);
          return (await planFor(report, mask, [[0, 1]], filter.whyUntested)).refusal;
        }""",
        where,
    )
    assert refusal == analyze(evalset, [], ["chrf"], where=where, unit=unit, runs=MEMBERS).refusal


def test_what_is_not_in_a_file_cannot_be_asked(script: ReportScript) -> None:
    report = small_report(random_set(23, 20), ["errors"], ["chrf"])
    header = {**report.header, "texts": None, "ngrams": None, "errors": None}
    script.load(header, report.encoded)
    asked = ["reference ~ a", "base ~ /a/", "ngram(cat, over, base)", "errors.order(base) > 1", "chrf(base) > 5"]
    said = script.call(SAY, asked)
    assert ["use the command" in each.get("error", "") for each in said] == [True, True, True, True, False]


PIECES = [
    *"abc.^$|()[]{}*+?-/\\0 19,é日\U0001f600",
    *[
        "(?:",
        "[^",
        "[a-z]",
        "{2}",
        "{2,5}",
        "{,3}",
        r"\.",
        r"\d",
        r"\u00e9",
        r"\x41",
        r"\-",
        "a+",
        "(a|b)",
        ".*",
        "*?",
        "[]",
    ],
    *["(?=a)", "(?P<n>a)", "[b-a]", r"[\]-a]", "[a-]", r"\/", "{1001}", "\ud800", "a?", "[0-9]{1,3}", r"\n", "\u2028"],
]


def test_patterns_fit_the_same_texts(script: ReportScript) -> None:
    rng = random.Random(5)
    patterns = [*{"".join(rng.choices(PIECES, k=rng.randrange(1, 9))): None for _ in range(6000)}]
    texts = [
        "",
        "a",
        "ab",
        "aab abc",
        "é日\U0001f600",
        "b\na",
        "1,900.",
        "a-]",
        "a\u2028b",
        "/\\",
        "ccc 0 []{}",
        "aaaaaaaaaa!",
    ]
    computed = script.call(
        """(patterns, texts) => patterns.map((text) => {
          try {
            const pattern = compilePattern(text);
            return texts.map((each) => pattern.exec(each)?.[0] ?? null);
          } catch (error) {
            return error.message;
          }
        })""",
        patterns,
        texts,
    )
    accepted = 0
    for pattern, got in zip(patterns, computed, strict=True):
        expected = fits_of(pattern, texts)
        assert got == expected, pattern
        accepted += isinstance(expected, list)
    assert accepted > 500


def fits_of(pattern: str, texts: list[str]) -> list[str | None] | str:
    """What fits a pattern in each text, or why it is refused."""
    try:
        search = compile_pattern(pattern).search
    except SettingError as error:
        return str(error)
    return [match[0] if (match := search(text)) else None for text in texts]


def test_words_of_a_filter_are_those_of_python(script: ReportScript) -> None:
    rng = random.Random(6)
    pieces = [
        *"ab12.,;:'’·-!()中文。ーあกิ٣Ａｶ가🙂\u0301\u0e34\ufe0f\u200d\u200b\u00ad\ufeff \t\u3000",
        "don't",
        "3,000",
        "U.S.",
    ]
    texts = ["".join(rng.choices(pieces, k=rng.randrange(12))) for _ in range(3000)]
    assert script.call("(texts) => texts.map((text) => splitWords(text))", texts) == [
        split_words(text).texts for text in texts
    ]


def test_letters_are_folded_as_by_python(script: ReportScript) -> None:
    # a letter that one of the two does not know yet is itself
    letters = [
        letter for code in range(0x110000) if unicodedata.category(letter := chr(code)) not in ("Cn", "Cs", "Co")
    ]
    computed = script.call("(letters) => letters.map((letter) => foldCase(letter))", letters)
    other = {letter for letter, got in zip(letters, computed, strict=True) if got != folded(letter)}
    # of Cherokee, Python makes capital letters and the script small ones: each finds the same
    cherokee = {letter for letter in other if "CHEROKEE" in unicodedata.name(letter)}
    assert other == cherokee
    pairs = {folded(letter): got for letter, got in zip(letters, computed, strict=True)}
    assert all(pairs[folded(letter)] == got for letter, got in zip(letters, computed, strict=True))
    texts = ["ΟΔΟΣ ὀδός", "Straße STRASSE ẞ", "İstanbul ISPARTA ısparta", "a\u030a\u0345 Å", "ŉ ﬁ ǆ"]
    assert script.call("(texts) => texts.map((text) => foldCase(text))", texts) == [folded(text) for text in texts]


def test_numbers_are_written_as_by_python(script: ReportScript) -> None:
    rng = random.Random(7)
    numbers = [0.0, 1.0, -5.0, 0.1, 1e15, 1e16, 123456789012345680.0, 1e-4, 1e-5, 1.5e-7, 1e22, 2.5e300, 5e-324]
    numbers += [rng.uniform(-10, 10) * 10.0 ** rng.randrange(-30, 30) for _ in range(2000)]
    assert script.call("(numbers) => numbers.map((number) => numberText(number))", numbers) == [
        number_text(number) for number in numbers
    ]


def test_names_are_those_of_python(script: ReportScript) -> None:
    assert script.call("() => ERROR_CLASSES") == list(CLASSES)
