from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import hostile_text

import mtassay
from mtassay import EvalSet, InputError, SettingError
from mtassay.analyses.counting.error_classes import CLASSES
from mtassay.analyses.filters.filter_conditions import (
    NGRAM_KINDS,
    Condition,
    FindingCondition,
    GivenNumber,
    LabelCondition,
    LabelNumber,
    Measure,
    NgramCondition,
    NumberCondition,
    OutputNumber,
    TextCondition,
)
from mtassay.analyses.filters.segment_fields import GIVEN_NUMBERS, SegmentFields, label_numbers
from mtassay.analyses.filters.segment_filter import SegmentFilter
from mtassay.checks.base import CHECKS
from mtassay.evaluation.metric_names import MetricNames, metric_names
from mtassay.human.memory import Bools, Floats, Ints


@dataclass(frozen=True)
class Fields:
    """What filters ask, of a test set with words between spaces, and the first reference of each segment."""

    evalset: EvalSet
    metric_names: Sequence[MetricNames]
    runs: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.evalset)

    @property
    def labels(self) -> Mapping[str, Sequence[str]]:
        return self.evalset.labels

    @property
    def sources(self) -> Sequence[str] | None:
        return self.evalset.sources

    @property
    def references(self) -> Sequence[Sequence[str]] | None:
        return self.evalset.references

    @property
    def systems(self) -> Mapping[str, Sequence[str]]:
        return self.evalset.systems

    @property
    def reference_words(self) -> list[list[str]]:
        return [references[0].split() for references in self.evalset.required_references]

    def output_words(self, system: str) -> list[list[str]]:
        return [text.split() for text in self.evalset.systems[system]]

    def numbers(self) -> Ints:
        return np.arange(1, self.size + 1)

    def lengths(self) -> Ints:
        return np.array([*map(len, self.reference_words)])

    def source_lengths(self) -> Ints:
        return np.array([len(text.split()) for text in self.evalset.sources or ()])

    def segment_scores(self, metric: str, system: str) -> Floats:
        return mtassay.evaluate(self.evalset, [metric])[system][0].segments

    def length_differences(self, system: str) -> Ints:
        return np.array([*map(len, self.output_words(system))]) - self.lengths()

    def error_counts(self, error_class: str, system: str) -> Ints:
        """Of words alone: those in one of the bags are missing or extra."""
        counts = []
        for said, expected in zip(self.output_words(system), self.reference_words, strict=True):
            bags = {"missing": Counter(expected) - Counter(said), "extra": Counter(said) - Counter(expected)}
            counts.append(bags.get(error_class, Counter[str]()).total())
        return np.array(counts)

    def ngram_counts(self, words: str, system: str) -> tuple[Ints, Ints]:
        row = words.split()

        def counts(texts: list[list[str]]) -> Ints:
            return np.array([sum(text[at : at + len(row)] == row for at in range(len(text))) for text in texts])

        return counts(self.output_words(system)), counts(self.reference_words)

    def finding_mask(self, check: str, system: str) -> Bools:
        mask = np.zeros(self.size, dtype=bool)
        for finding in mtassay.check(self.evalset, [check]):
            if finding.system == system:
                mask[list(finding.segments)] = True
        return mask


EVALSET = EvalSet(
    [
        ["the house is going to fall", "the building will fall"],
        ["Straße 25"],
        ["we are going to go to the old house by the river"],
        ["no"],
    ],
    sources=["das Haus wird fallen", "Strasse 25", "wir gehen zum alten Haus am Fluss", "Nein"],
    systems={
        "A": ["the house will fall", "street 25", "we go to the old house by the river", "no"],
        "my system": ["the house is going to to fall", "Straße", "we are going to go going to the river", "no no"],
    },
    labels={
        "document": ["a", "a", "b b", "c"],
        "year": ["1999", "2020", "2020,5", "2021"],
        "length": ["x", "y", "x", "y"],
        "odd": ["1", "x", "2", "3"],
        "rating": ["1", "", "4", " \t"],
    },
)
FIELDS = Fields(
    EVALSET,
    metric_names(
        [("chrF2", "chrf", "chrf"), ("BLEU-lc", "bleu", "bleu:lowercase=yes"), ("TER", "ter", "ter")],
    ),
)


def segments(text: str, fields: SegmentFields = FIELDS) -> list[int]:
    mask = SegmentFilter.parse(text).mask(fields)
    assert mask.dtype == bool
    return (np.flatnonzero(mask) + 1).tolist()


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("", [1, 2, 3, 4]),
        (" \t\n", [1, 2, 3, 4]),
        ("length >= 6", [1, 3]),
        ("length<6", [2, 4]),
        ("length = 1", [4]),
        ("length == 1", [4]),
        ("length != 1", [1, 2, 3]),
        ("length ≤ 2", [2, 4]),
        ("length ≥ 6,0", [1, 3]),
        ("length > 5.5", [1, 3]),
        ("length > -1", [1, 2, 3, 4]),
        ("length in (1,2)", [2, 4]),
        ("length not in (1,2)", [1, 3]),
        ("source-length > 4", [3]),
        ("segment <= 2 and length > 2", [1]),
        ("segment in (4, 1)", [1, 4]),
        ("SEGMENT = 1 and segment = 1".lower(), [1]),
        ("document = a", [1, 2]),
        ('document = "b b"', [3]),
        ("document = 'b b'", [3]),
        ('document in ("b b", c)', [3, 4]),
        ("document NOT IN (a, c)", [3]),
        ("document != a AND length > 1", [3]),
        ("year >= 2020", [2, 3, 4]),
        ("year > 2020,25", [3, 4]),
        ("year = 2020", [2]),
        ("year in (1999, 2021)", [1, 4]),
        ("rating > 3", [3]),
        ("rating <= 3", [1]),
        ("rating >= 0", [1, 3]),
        ("rating != 4", [1, 2, 4]),  # other text, which an empty cell is too
        ('"length" = x', [1, 3]),
        ('reference ~ "GOING to"', [1, 3]),
        ("reference ~ building", [1]),
        ("reference !~ building", [2, 3, 4]),
        ('reference ~ "STRASSE"', [2]),
        ('reference ~ "Stra\u00dfe"', [2]),
        ("source ~ /^[A-Z]/", [2, 4]),
        ("source !~ /^[A-Z]/", [1, 3]),
        ("reference ~ /(^| )will /", [1]),
        ("A ~ river", [3]),
        ('"my system" !~ "going to"', [2, 4]),
        ("chrf(A) > 60", [3, 4]),
        ("chrF2(A) = 100", [4]),
        ("TER(A) <= 0", [4]),
        ('"bleu:lowercase=yes"(A) < 100', [1, 2, 3]),
        ("bleu(A) < 100", [1, 2, 3]),
        ('chrf(A) - chrf("my system") > 0', [3, 4]),
        ('chrf(A)-chrf("my system")<0', [1, 2]),
        ("difference(A) < 0", [1, 3]),
        ("difference(A) = −2", [1]),
        ('difference(A) - difference("my system") in (1, -1)', [2, 4]),
        ("errors.missing(A) >= 2", [1, 3]),
        ("errors.extra(A) = 1 and errors.order(A) = 0", [1, 2]),
        ('ngram("going to", right, "my system")', [1, 3]),
        ('ngram("going to", over, "my system")', [3]),
        ('ngram("going to", under, A)', [1, 3]),
        ("ngram(to, over, 'my system')", [1]),
        ('found.numbers("my system")', [2]),
        ("found.numbers(A)", []),
    ],
)
def test_what_a_filter_chooses(text: str, chosen: list[int]) -> None:
    assert segments(text) == chosen
    written = str(SegmentFilter.parse(text))
    assert segments(written) == chosen
    assert SegmentFilter.parse(written) == SegmentFilter.parse(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "all segments"),
        (
            "length >= 20 and document in (b, a)",
            "segments with a reference of 20 words or more, of document a or b",
        ),
        ("length < 5", "segments with a reference of fewer than 5 words"),
        ("source-length <= 1", "segments with a source of 1 word or fewer"),
        ("length in (1, 2, 3)", "segments with a reference of 1, 2 or 3 words"),
        ("length != 7", "segments with a reference of other than 7 words"),
        ("segment = 5", "segments number 5"),
        ("segment > 5 and segment <= 9", "segments after number 5, up to number 9"),
        ("segment >= 5 and segment < 9", "segments from number 5 on, before number 9"),
        ("segment != 7", "segments other than number 7"),
        ("domain != news", "segments not of domain news"),
        ("year > 2020,5", "segments with year more than 2020.5"),
        ('reference ~ "a b" and source !~ /x/', 'segments with "a b" in the reference, without /x/ in the source'),
        ("A ~ x", 'segments with "x" in the output of A'),
        ("chrf(A) > 60", "segments where chrf of A is more than 60"),
        ("chrf(A) - chrf(B) < -10", "segments where chrf of A is more than 10 below that of B"),
        ("chrf(A) - chrf(B) >= 10", "segments where chrf of A is 10 or more above that of B"),
        ("chrf(A) - chrf(B) > -10", "segments where chrf of A minus that of B is more than -10"),
        ("chrf(A) - chrf(B) != 0", "segments where chrf of A is different from that of B"),
        ("chrf(A) - chrf(B) in (1, 2)", "segments where chrf of A minus that of B is 1 or 2"),
        ("difference(A) < 0", "segments where the number of words of A is below that of the reference"),
        ("errors.order(A) >= 2", "segments where A has 2 words or more of error class order"),
        ('ngram("going to", over, A)', 'segments where A says "going to" more often than the reference'),
        ("found.numbers(A)", "segments where the check numbers finds something in the output of A"),
    ],
)
def test_a_filter_in_words(text: str, words: str) -> None:
    assert SegmentFilter.parse(text).in_words() == words


@pytest.mark.parametrize(
    ("text", "looking"),
    [
        ("", ""),
        ("segment < 5 and length > 3 and source-length > 3 and document = a and year > 3", ""),
        ("source ~ a and reference !~ /b/", ""),
        ("A ~ x", 'A ~ "x"'),
        ("length > 3 and chrf(A) > 60 and difference(A) < 0", "chrf(A) > 60, difference(A) < 0"),
        ("errors.order(A) > 1", "errors.order(A) > 1"),
        ("ngram(a, right, A)", 'ngram("a", right, A)'),
        ("found.numbers(A)", "found.numbers(A)"),
    ],
)
def test_filters_that_look_at_outputs_say_why_nothing_is_tested(text: str, looking: str) -> None:
    chosen = SegmentFilter.parse(text)
    assert chosen.is_given == (looking == "")
    assert chosen.is_everything == (text == "")
    if looking:
        assert chosen.why_untested == (
            f"The filter looks at outputs ({looking}), so it can make a difference where there is none: "
            "scores are shown without intervals and p-values."
        )
    else:
        assert chosen.why_untested == ""


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("length", "its end", "write here a comparison: = != < <= > >= ~ !~ in or not in"),
        ("my label = x", "'label = x' (character 4)", "a name that has blanks in quotes"),
        ("length >> 20", "'> 20' (character 9)", "write here a number, such as 20 or -2.5"),
        ("length > 5a", "'5a' (character 10)", "write here a number"),
        ('length > "5"', "'\"5\"' (character 10)", "write here a number"),
        ("length > ٥", "'٥' (character 10)", "write here a number"),
        ("length > 1,000", "'1,000' (character 10)", "write it without a comma: 1000, or 1.5"),
        ("length > 1e999", "'1e999' (character 10)", "too large"),
        ("year >= late", "'late' (character 9)", "write here a number"),
        ("segment in 5", "'5' (character 12)", "the values stand in brackets: in (1, 5)"),
        ("segment in (5", "its end", "write a comma and another value, or ) at the end"),
        ("segment in (5;6)", "'5;6)' (character 13)", "write here a number"),
        ("segment in ()", "')' (character 13)", "write here a number"),
        ("length > 5 or length < 3", "'or length < 3' (character 12)", "for several values write: document in (a, b)"),
        ("length > 5, segment < 3", "', segment < 3' (character 11)", "write 'and' between conditions"),
        ("length > 5 and", "its end", "write here a condition, such as length >= 20"),
        ("and", "'and' (character 1)", 'a name such as "and" stands in quotes'),
        ("(length > 5)", "'(length > 5)' (character 1)", "write here a condition"),
        ("document = a b", "'b' (character 14)", 'quotes like these around what has blanks: "a b"'),
        ("document = and length > 5", "'and length > 5' (character 12)", "write here a value"),
        ('document = "a', "'\"a' (character 12)", "this quote is not closed"),
        ('document = "a""', '\'"a""\' (character 12)', "this quote is not closed"),
        ("source = x", "'= x' (character 8)", 'of a text one asks what it holds; write source ~ "words"'),
        ("length ~ x", "'~ x' (character 8)", "length is a number; write = != < <= > or >="),
        ('source ~ ""', "'\"\"' (character 10)", "an empty text is in every segment"),
        ("source ~ //", "'//' (character 10)", "an empty text is in every segment"),
        ("source ~ /a", "'/a' (character 10)", "this pattern is not closed; write / behind it"),
        ("source ~ /a\\", "'/a\\' (character 10)", "this pattern is not closed"),
        ("source ~ /a/i", "'i' (character 13)", "nothing stands behind a pattern"),
        ("source ~ /\\d/", "'\\d' (character 1)", "write [0-9]"),
        ("chrf(A", "its end", "write ) behind the system"),
        ("chrf() > 3", "') > 3' (character 6)", "write here a system"),
        ("chrf(A) ~ x", "'~ x' (character 9)", "chrf is a number"),
        ("bleu:lowercase=yes(A) > 3", "'(A) > 3' (character 19)", 'stands in quotes: "bleu:lowercase=yes"(A)'),
        ("chrf(A) - bleu(B) > 3", "'bleu(B) > 3' (character 11)", "by one measure; write chrf(SYSTEM)"),
        ("chrf(A) - 3 > 3", "'3 > 3' (character 11)", "by one measure; write chrf(SYSTEM)"),
        ("length(A) > 3", "'length(A) > 3' (character 1)", "length is no measure of an output"),
        ("difference < 0", "'difference < 0' (character 1)", "write difference(A); a label of this name"),
        ("errors.ordr(A) > 1", "'errors.ordr(A) > 1' (character 1)", "'ordr' (did you mean 'order'?)"),
        ("found.number(A)", "'found.number(A)' (character 1)", "'number' (did you mean 'numbers'?)"),
        ("found.numbers(A) > 1", "'> 1' (character 18)", "write 'and' between conditions"),
        ('ngram("a", rigth, A)', "'rigth, A)' (character 12)", "right, over, under (did you mean 'right'?)"),
        ("ngram(a, over)", "')' (character 14)", "write a comma and a system"),
        ('ngram(" ", over, A)', "'\" \", over, A)' (character 7)", "write here words"),
        ("source ~ a\ud800", "'\\ud800' (character 11)", "half a character"),
    ],
)
def test_what_is_no_filter_is_told_with_its_place(text: str, place: str, message: str) -> None:
    with pytest.raises(SettingError) as caught:
        SegmentFilter.parse(text)
    said = str(caught.value)
    assert said.startswith(("the filter '", "the pattern '"))
    assert f", at {place}: " in said
    assert message in said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "lenght > 5",
            "there is no label 'lenght' (did you mean 'length'?); there are document, year, length, odd, rating, ",
        ),
        ("lenght > 5", "rating, and every segment has segment, length and source-length"),
        ("A = x", "'A' is a system, and of its output one asks what it holds: A ~ \"text\""),
        ("document ~ /a/", "'document' is a label, and no system; write document = and one of its values"),
        ("refernce ~ /a/", "there is no system 'refernce' (did you mean 'reference'?); there are A, my system"),
        ("my-system ~ /a/", "there is no system 'my-system' (did you mean 'my system'?); there are A, my system"),
        ("chrf(B) > 6", "there is no system 'B'; there are A, my system"),
        ("chrv(A) > 6", "'chrv' is not among the metrics of this run (did you mean 'chrf'?); there are chrF2, BLEU-lc"),
        ("document in (a, d)", "no segment has the document 'd'; there are a, b b, c"),
        ("year != 199", "no segment has the year '199' (did you mean '1999'?); there are 1999, 2020, 2020,5, 2021"),
        ("odd > 1", "not all values of odd are numbers, 'x' is none; write = or !=, or in and the values in brackets"),
        ("segment in (1, 5, 9)", "there is no segment 5 or 9; they have numbers from 1 to 4"),
        ("segment = 1.5", "there is no segment 1.5; they have numbers from 1 to 4"),
    ],
)
def test_what_is_not_there_is_refused_with_the_nearest(text: str, message: str) -> None:
    with pytest.raises(SettingError) as caught:
        segments(text)
    assert str(caught.value).startswith(f"{text}: ")
    assert message in str(caught.value)


def test_a_system_is_called_by_its_run_or_its_only_run_by_the_system() -> None:
    with_runs = replace(FIELDS, runs={"base": ["A"], "new": ["A", "my system"]})
    assert segments("base ~ river", with_runs) == segments("A ~ river", with_runs) == [3]
    with pytest.raises(SettingError, match=r"^difference\(new\) > 0: new has 2 runs; write one of A, my system$"):
        segments("difference(new) > 0", with_runs)


@pytest.mark.parametrize(
    "text", ["length > 5", "reference ~ a", "difference(A) > 0", "errors.order(A) > 0", "ngram(a, over, A)"]
)
def test_references_may_be_needed(text: str) -> None:
    without = Fields(EvalSet(sources=["a"], systems={"A": ["b"]}), [])
    with pytest.raises(InputError, match=r": this test set has no references; it needs some$"):
        segments(text, without)
    with pytest.raises(InputError, match=r"the check leaked needs references, which this test set does not have"):
        segments("found.leaked(A)", without)


@pytest.mark.parametrize("text", ["source-length > 5", "source ~ a"])
def test_sources_may_be_needed(text: str) -> None:
    without = Fields(EvalSet(["a"], systems={"A": ["b"]}), [])
    with pytest.raises(InputError, match=r": this test set has no sources; give them$"):
        segments(text, without)
    with pytest.raises(InputError, match=r"the check copied needs sources, which"):
        segments("found.copied(A)", without)


def test_a_check_may_need_one_of_several() -> None:
    with pytest.raises(InputError, match=r"the check numbers needs sources or references, which"):
        segments("found.numbers(A)", Fields(EvalSet(systems={"A": ["b"]}), []))


def test_a_segment_without_a_score_meets_no_condition_on_it() -> None:
    class Unscored(Fields):
        def segment_scores(self, metric: str, system: str) -> Floats:
            return np.array([np.nan, 1, 2, 3])

    unscored = Unscored(EVALSET, FIELDS.metric_names)
    assert segments("chrf(A) != 1", unscored) == [3, 4]
    assert segments("chrf(A) < 9", unscored) == [2, 3, 4]


def test_conditions_are_kept_once_and_lists_in_order() -> None:
    assert str(SegmentFilter.parse("length > 5 and segment in (3,1,3,2) and length>5.0")) == (
        "length > 5 and segment in (1, 2, 3)"
    )
    assert str(SegmentFilter.parse("document in (a)")) == "document = a"
    assert str(SegmentFilter.parse("length = -0")) == "length = 0"


def test_numbers_of_labels() -> None:
    numbers = label_numbers(["1", " 2.5 ", "3,5", "-1e2", "1,234", "", "x", "nan", "inf", "1e999", "٣"])
    np.testing.assert_array_equal(numbers, [1, 2.5, 3.5, -100, *[np.nan] * 7])


names = st.one_of(st.sampled_from(["A", "length", "in", "And", "errors.order", "chrF2++", "a b", ""]), hostile_text)
numbers = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-100, 100).map(float)
wanted = st.tuples(hostile_text.filter(bool), st.just(False)) | st.tuples(
    st.sampled_from(["^a", "x\\/y", '"', "[^\\]]+"]), st.just(True)
)
measures = st.one_of(
    st.builds(Measure, st.just("score"), names),
    st.just(Measure("difference")),
    st.builds(Measure, st.just("errors"), st.sampled_from(CLASSES)),
)
quantities = st.one_of(
    st.builds(GivenNumber, st.sampled_from(GIVEN_NUMBERS)), st.builds(OutputNumber, measures, names, st.none() | names)
)
several = st.lists(numbers, min_size=1, max_size=3).map(tuple)
conditions: st.SearchStrategy[Condition] = st.one_of(
    st.builds(NumberCondition, quantities, st.sampled_from(["=", "!="]), several),
    st.builds(
        NumberCondition,
        quantities | st.builds(LabelNumber, names),
        st.sampled_from(["<", "<=", ">", ">="]),
        st.tuples(numbers),
    ),
    st.builds(LabelCondition, names, st.sampled_from(["=", "!="]), st.lists(names, min_size=1, max_size=3).map(tuple)),
    st.builds(
        lambda side, sign, wanted: TextCondition(side, sign, *wanted),
        st.sampled_from(["source", "reference"]),
        st.sampled_from(["~", "!~"]),
        wanted,
    ),
    st.builds(
        lambda sign, wanted, system: TextCondition("output", sign, *wanted, system),
        st.sampled_from(["~", "!~"]),
        wanted,
        names,
    ),
    st.builds(
        NgramCondition,
        names.map(lambda text: " ".join(text.split())).filter(bool),
        st.sampled_from(list(NGRAM_KINDS)),
        names,
    ),
    st.builds(FindingCondition, st.sampled_from(sorted(CHECKS)), names),
)


@given(st.lists(conditions, max_size=4))
def test_what_is_written_is_read_again(conditions: list[Condition]) -> None:
    chosen = SegmentFilter(tuple(conditions))
    assert SegmentFilter.parse(str(chosen)) == chosen
    assert chosen.in_words().startswith(("segments ", "all segments"))


_PIECES = [
    *("length", "segment", "source", "reference", "document", "A", '"my system"', "chrf(A)", "difference("),
    *("errors.order(A)", "ngram(", "found.numbers(A)", "in", "not in", "and", "or", "(1, 5)", "/a+/", "over"),
    *("(", ")", ",", '"', "'", "/", "-", "−", "=", "!=", "<", "<=", "~", "!~", "≥", "5", "-2.5", "7,5", "1,000"),
    *(" ", "  ", "\u00a0", "\ud800", "\0", "\\"),
]
near_filters = st.lists(st.sampled_from(_PIECES), max_size=10).map(" ".join)


@given(st.one_of(near_filters, near_filters.map(lambda text: text.replace(" ", "")), st.text()))
def test_any_text_is_a_filter_or_refused(text: str) -> None:
    try:
        chosen = SegmentFilter.parse(text)
    except SettingError as error:
        str(error).encode()
        return
    assert SegmentFilter.parse(str(chosen)) == chosen
    with suppress(SettingError):
        assert len(chosen.mask(FIELDS)) == FIELDS.size
