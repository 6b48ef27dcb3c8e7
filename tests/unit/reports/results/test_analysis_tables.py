"""Tables of analyses as people read them."""

from collections.abc import Iterator
from typing import Any

from analysed import analysed, repeated

from mtassay import EvalSet, analyze
from mtassay.reports.document import Note, Table
from mtassay.reports.results.analysis_tables import result_sections

DIFFERENT = repeated("a b c d", "a b c d", "a b c x e", times=40)


def tables(evalset: EvalSet, spec: str, **more: Any) -> Iterator[Table]:
    for result in analysed(evalset, spec, **more).results:
        for section in result_sections(result):
            assert isinstance(section, Table)
            yield section


def heads(table: Table) -> list[str]:
    return [column.heading for column in table.columns]


def test_a_title_names_what_is_measured_where_all_lines_measure_the_same() -> None:
    (errors,) = tables(DIFFERENT, "errors")
    lengths, _ = tables(DIFFERENT, "profile")
    assert (errors.title, lengths.title) == ("Error classes: per 100 words", "Length and repetition")


def test_how_much_a_line_is_about_is_a_count_whatever_digits_the_line_has() -> None:
    alone = EvalSet(["a b c d"] * 400, systems={"new": ["a b c d"] * 400})
    lengths, _ = tables(alone, "profile")
    assert [row[1] for row in lengths.rows] == ["1,600", "800"]
    both, _ = tables(DIFFERENT, "profile")
    assert both.rows[0][1] == "160 200"


def test_what_lines_are_worth_is_told_with_the_whole_difference() -> None:
    (words,) = tables(DIFFERENT, "words")
    assert words.notes == ("Worth: what a line adds to the difference in recall of all words in %; -25.00 in all.",)


def test_ngrams_say_how_many_were_tested_and_in_how_many_segments_they_differ() -> None:
    right, wrong, *_ = tables(DIFFERENT, "ngrams:orders=1")
    assert heads(right) == ["n-gram", "old", "new", "segments", "q", "also"]
    assert [row[:4] for row in right.rows] == [("d", 40.0, 0.0, "40–0")]
    assert right.notes == ("N-grams tested, both ways: 1; beyond chance: 1.",)
    assert wrong.notes == ("None is beyond chance.",)


def test_parts_of_the_test_set_are_named_where_they_are_units() -> None:
    evalset = EvalSet(
        DIFFERENT.references, systems=DIFFERENT.systems, labels={"document": [str(place % 8) for place in range(40)]}
    )
    right, *_ = tables(evalset, "ngrams:orders=1", unit="document")
    assert heads(right)[3] == "parts by document"


def test_nothing_is_called_chance_where_nothing_was_tested() -> None:
    every = list(tables(DIFFERENT, "ngrams:orders=1", where="chrf(new) > 10"))
    assert [row[0] for row in every[0].rows] == ["d"]
    assert [table.notes for table in every[:2]] == [(), ("None differs in enough segments.",)]


def test_the_worst_of_a_system_alone_have_scores_without_a_sign() -> None:
    (result,) = analysed(EvalSet(["a b c"], systems={"new": ["a b x"]}), "examples").results
    (note,) = result_sections(result)
    assert isinstance(note, Note)
    assert "+" not in str(note.lines[0])


def test_of_many_systems_a_note_says_which_differ_from_what_they_are_compared_with() -> None:
    outputs = {"a": "x y z", "b": "x y q", "c": "x y z", "d": "x q q"}
    evalset = EvalSet(["x y z"] * 40, systems={name: [text] * 40 for name, text in outputs.items()})
    (by_baseline,) = tables(evalset, "words:by=shape")
    (by_pairs,) = tables(evalset, "words:by=shape", pairs=[("d", "b"), ("c", "d"), ("a", "c")])
    assert by_baseline.notes == ("Differ from a (q < 0.05): other: b, d; all words: b, d.",)
    assert by_pairs.notes == (
        "Differ from d (q < 0.05): other: b; all words: b.",
        "Differ from c (q < 0.05): other: d; all words: d.",
    )


def test_pairs_that_end_in_the_same_system_have_columns_of_their_own() -> None:
    evalset = EvalSet(["a b c d"] * 40, systems={"x": ["a"] * 40, "y": ["a b"] * 40, "z": ["a b c"] * 40})
    (table,) = tables(evalset, "words:by=shape", pairs=[("x", "z"), ("y", "z")])
    assert heads(table)[5:] == ["z - x", "q", "worth", "z - y", "q", "worth"]
    assert len({column.name for column in table.columns}) == len(table.columns)
    assert table.notes[-1].endswith("; +50.00 (z - x), +25.00 (z - y) in all.")


def test_examples_show_what_texts_are_full_of_and_escape_what_would_break_a_line() -> None:
    texts = {"new": "\xa0«oui»\u202f!\u3000نمی\u200cخواهم", "system\n2": "\x1b[31m\x1f\u202e\x00\u2028"}
    evalset = EvalSet(["x"], systems={name: [text] for name, text in texts.items()}, warn_of_blanks=False)
    (result,) = analysed(evalset, "examples:by=drawn").results
    (note,) = result_sections(result)
    assert isinstance(note, Note)
    assert note.lines[2:] == (
        f"    new        {texts['new']}  (0.00)",
        "    system\\n2  \\x1b[31m\\x1f\\u202e\\x00\\u2028  (0.00)",
    )


def test_texts_stand_below_each_other_beside_names_of_any_width() -> None:
    evalset = EvalSet(["x"], systems={"日本語の翻訳": ["y"], "b": ["z"]})
    (note,) = result_sections(analysed(evalset, "examples:by=drawn").results[0])
    assert isinstance(note, Note)
    assert note.lines[2:] == ("    日本語の翻訳  y  (0.00)", "    b             z  (0.00)")


def test_what_lines_are_worth_has_the_digits_of_the_metric() -> None:
    evalset = EvalSet(["a b"] * 40, systems={"old": ["a x"] * 40, "new": ["a b"] * 40})
    (table,) = (
        section for result in analyze(evalset, ["segments"], ["gleu"]).results for section in result_sections(result)
    )
    assert isinstance(table, Table)
    assert table.columns[-1].digits == 4
    assert table.notes[-1].endswith("; +0.6667 in all.")


def test_ngrams_of_control_characters_are_escapes() -> None:
    evalset = repeated("a \x1b\u202e b", "a", "a \x1b\u202e b")
    for spec in ("ngrams", "discriminative"):
        texts = [str(cell) for table in tables(evalset, spec, words="space") for row in table.rows for cell in row]
        assert any("\\x1b\\u202e" in text for text in texts)
        assert not any("\x1b" in text or "\u202e" in text for text in texts)
