"""Terms of a glossary: asked for, kept, said."""

import pytest
from analysed import analysed, figures, repeated, values

from mtassay import EvalSet
from mtassay.analyses.counting.glossary import Glossary
from mtassay.errors import InputError, SettingError

GLOSSARY = Glossary.of([("Datei", ["file"]), ("Datei öffnen", ["open file"]), ("Rat", ["council", "board"])])


def test_targets_and_variants_count_up_to_what_the_source_asks_for() -> None:
    evalset = repeated("the council", "the board and the council", "the advice", source="der Rat")
    table = figures(evalset, "terms", glossary=GLOSSARY)
    assert values(table, "all") == [100, 0]
    assert values(table, "all", 1)[0] == 50
    assert table.lines[0].reference == 100
    assert [line.key for line in table.lines] == ["all", "Rat"]


def test_longer_terms_take_their_words() -> None:
    evalset = repeated("x", "open file", "file", source="Datei öffnen")
    table = figures(evalset, "terms", glossary=GLOSSARY)
    assert [line.key for line in table.lines] == ["all", "Datei öffnen"]
    assert values(table, "all") == [100, 0]


def test_other_forms_need_stems() -> None:
    evalset = repeated("x", "two files", "a file", source="Datei", target_language="en")
    assert values(figures(evalset, "terms", glossary=GLOSSARY), "all") == [0, 100]
    assert values(figures(evalset, "terms:stems=yes", glossary=GLOSSARY), "all") == [100, 100]
    with pytest.raises(SettingError, match="needs a target language that has a stemmer"):
        analysed(repeated("x", "a", "b", source="Datei"), "terms:stems=yes", glossary=GLOSSARY)


def test_a_glossary_of_other_words_is_refused() -> None:
    with pytest.raises(InputError, match="none of its terms stands in the sources; is it the other way round"):
        analysed(repeated("x", "a", "b", source="file"), "terms", glossary=GLOSSARY)


def test_without_a_glossary_or_sources_it_is_not_done() -> None:
    assert analysed(EvalSet(["a"], systems={"x": ["a"]}), "terms").not_done == {"terms": "needs sources and a glossary"}


def test_a_word_that_two_terms_share_is_said_once() -> None:
    glossary = Glossary.of([("auto", ["car"]), ("wagen", ["car"])])
    one = figures(repeated("x", "car", "car car", source="wagen"), "terms", glossary=glossary)
    assert values(one, "all") == [100, 100]
    assert values(one, "all", 1) == [100, 50]
    both = figures(repeated("x", "car", "car car", source="auto wagen"), "terms", glossary=glossary)
    assert values(both, "all") == [50, 100]


def test_a_term_may_be_called_as_the_total_is() -> None:
    evalset = repeated("alle", "alle", "jeder", source="all “all” of them")
    glossary = Glossary.of([("all", ["alle"]), ("“all”", ["alle"])])
    table = figures(evalset, "terms", glossary=glossary)
    keys = [line.key for line in table.lines]
    assert len(set(keys)) == len(keys)
    assert keys[:2] == ["all", "“all”"]
    assert [line.is_total for line in table.lines][:2] == [True, False]
    assert table.lines[1].title == "all"
