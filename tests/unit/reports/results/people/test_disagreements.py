"""Tables of errors, and of what judges disagree on."""

from dataclasses import replace

from people.given_answers import ranked, scored

from mtassay.human.answers.judged_outputs import Mark
from mtassay.human.results.disputed_outputs import disputed_outputs
from mtassay.human.results.disputed_pairs import disputed_pairs
from mtassay.human.results.error_profiles import error_profiles
from mtassay.reports.results.people.disagreements import disputed_outputs_table, disputed_pairs_table, profile_table


def test_errors_of_systems_stand_side_by_side() -> None:
    marks = (Mark(0, 1, "Style", "minor"),)
    answers = [
        replace(each, source="ein zwei", marks=marks) for each in scored(("x", "1", "a", 0.0), ("x", "1", "b", 0.0))
    ]
    table = profile_table(error_profiles([*answers, replace(answers[0], marks=())], ["b", "a"]))
    assert table.names == ["category", "severity", "b", "a"]
    assert list(table.rows) == [("all", "minor", 500, 250), ("Style", "minor", 500, 250)]
    assert table.notes == ("errors for 1000 words of the source; words that were judged: b 2, a 4",)


def test_disputed_outputs_come_with_texts_and_comments() -> None:
    one, other = scored(("x", "1", "a+b", 20.0), ("y", "1", "a+b", 80.5))
    (table,) = disputed_outputs_table(disputed_outputs([replace(one, text="Ja.", comment="odd"), other]))
    assert list(table.rows) == [("a = b", "Ja.", 60.5, "x 20 (odd); y 80.5")]
    assert table.notes == ("1 of 1 outputs that judges scored differently",)
    assert list(disputed_outputs_table(())) == []


def test_disputed_pairs_name_who_is_on_which_side() -> None:
    pairs = disputed_pairs(ranked(("x", "1", "t", [("a", 1), ("b", 2)]), ("y", "1", "u", [("a", 2), ("b", 1)])))
    (table,) = disputed_pairs_table(pairs)
    assert list(table.rows) == [("a", "b", "x", "y")]
    assert list(disputed_pairs_table(())) == []
