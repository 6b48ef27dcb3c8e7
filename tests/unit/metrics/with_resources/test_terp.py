"""TERp: costs by hand, what it takes for alike, what may move, and what can be wrong with its files."""

import json
import math
from pathlib import Path

import pytest
from single_scores import value

import mtassay
from mtassay import EvalSet, InputError, MtassayWarning, SettingError, metric
from mtassay.metrics.terp import COSTS, Terp
from mtassay.metrics.terp_words import normalized

pytestmark = pytest.mark.filterwarnings("ignore:terp knows no synonyms:mtassay.MtassayWarning")

ADEQUACY = COSTS["terpa"]


def counts(spec: str, hypothesis: str, *references: str) -> dict[str, float]:
    """The numbers of a segment that are not 0, but for its length."""
    one = metric(spec)
    row = one.stats([hypothesis], one.prepare(EvalSet([list(references)])))[0]
    named = dict(zip(one.columns, row.tolist(), strict=True))
    return {name: number for name, number in named.items() if number and name not in ("cost", "reference_length")}


def write_wordnet(folder: Path) -> str:
    """A WordNet in which hounds are dogs."""
    folder.mkdir()
    for part in ("noun", "verb", "adj", "adv"):
        for file in (f"index.{part}", f"data.{part}", f"{part}.exc"):
            (folder / file).write_text("")
    (folder / "index.noun").write_text("dog n 1 0 1 0 00000000\nhound n 1 0 1 0 00000000\n")
    (folder / "data.noun").write_text("00000000 05 n 02 dog 0 hound 0 000 | animals\n")
    return str(folder)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ""),
        ("The End.", "the end ."),
        ("It's 7-8 feet, or U.S. law", "it 's 7 - 8 feet , or u.s. law"),
        ("a&amp;b &lt;c&gt;", "a & b < c >"),
        ("1,000.", "1,000."),
        ('he said "end."', 'he said "end . "'),  # as the program does it
        ("a\u00a0b\tc", "a b c"),
    ],
)
def test_words(text: str, words: str) -> None:
    assert normalized(text) == words


def test_each_edit_has_its_cost() -> None:
    assert value("terp", "a b c", "a b") == pytest.approx(ADEQUACY.insertion / 2)
    assert value("terp", "a b", "a b c d") == pytest.approx(2 * ADEQUACY.deletion / 4)
    assert value("terp:costs=ter", "x a b", "a") == 2


def test_scores_are_capped_but_for_those_of_ter() -> None:
    assert value("terp", "x", "a b c") == 1
    assert value("terp:cap=no", "x", "a b c") == pytest.approx((ADEQUACY.substitution + 2 * ADEQUACY.deletion) / 3)
    assert value("terp:costs=ter,cap=yes", "x a b", "a") == 1


def test_stems_and_synonyms_are_edits_that_cost_less(tmp_path: Path) -> None:
    wordnet = write_wordnet(tmp_path / "wordnet")
    assert counts("terp", "the cats ran", "the cat ran") == {"stems": 1}
    assert value("terp", "the cats ran", "the cat ran") == 0
    assert value("terp:costs=terph", "the cats ran", "the cat ran") == pytest.approx(COSTS["terph"].stem / 3)
    assert counts("terp:stemmer=none", "the cats ran", "the cat ran") == {"substitutions": 1}
    spec = f"terp:costs=terph,wordnet={wordnet}"
    assert counts(spec, "the hounds ran", "the dog ran") == {"synonyms": 1}
    assert value(spec, "the hounds ran", "the dog ran") == pytest.approx(COSTS["terph"].synonym / 3)
    assert counts("terp", "possibly", "possible") == {"stems": 1}


def test_other_languages_have_snowball_stemmers() -> None:
    assert counts("terp:stemmer=german", "Häuser", "Hauses") == {"stems": 1}
    with pytest.raises(SettingError, match="stemmer=klingon"):
        metric("terp:stemmer=klingon")


def test_stop_words_do_not_move_alone(tmp_path: Path) -> None:
    path = tmp_path / "stop.txt"
    path.write_text("The\n\nof\n")
    assert counts("terp", "cat sat the", "the cat sat") == {"shifts": 1}
    assert "shifts" not in counts(f"terp:stop={path}", "cat sat the", "the cat sat")
    assert counts(f"terp:stop={path}", "sat the cat", "the cat sat") == {"shifts": 1}


def test_of_several_references_the_cheapest_counts_and_the_mean_length() -> None:
    one = metric("terp")
    row = one.stats(["a b c"], one.prepare(EvalSet([["a b x y z", "a b c"]])))[0]
    assert row[:2].tolist() == [0, 4]
    assert value("terp", "a b x", "q r s t u", "a b") == pytest.approx(ADEQUACY.insertion / 3.5)


def test_without_words_any_edit_is_all() -> None:
    one = metric("terp:cap=no")
    with pytest.warns(MtassayWarning, match="empty"):
        rows = one.stats(["a b", "", ""], one.prepare(EvalSet(["", "", "a"])))
    assert one.score(rows).tolist() == [1, 0, pytest.approx(ADEQUACY.deletion)]


def test_explains_shifts_and_costs(tmp_path: Path) -> None:
    wordnet = write_wordnet(tmp_path / "wordnet")
    (told,) = mtassay.explain("in the garden hounds run", "dogs run in the garden", [f"terp:wordnet={wordnet}"])
    text = json.dumps([step.__dict__ for step in told.steps], default=str)
    assert "shift 'hounds run' to the front" in text
    assert '["synonym", "hounds", "dogs", "0.0000"]' in text
    assert told.label == "TERp-A (stems, synonyms)"
    assert told.score == pytest.approx(ADEQUACY.shift / 5)


def test_labels_say_what_is_compared() -> None:
    assert metric("terp").label == "TERp-A (stems)"
    assert metric("terp:stemmer=none,costs=terph").label == "TERp-HTER (words)"
    assert metric("terp:costs=ter").label == "TERp-TER"
    assert metric("terp:wordnet=somewhere,phrases=somewhere.txt").label == "TERp-A"


def test_phrases_are_one_edit(tmp_path: Path) -> None:
    path = tmp_path / "phrases.txt"
    path.write_text("0.4 <p>caught fire</p> <p>burst into flames</p>\n")
    spec = f"terp:phrases={path}"
    assert counts(spec, "the house burst into flames", "the house caught fire") == {"phrases": 1}
    # three words for two: two are substituted, one is inserted
    edits = 2 * ADEQUACY.substitution + ADEQUACY.insertion
    first, *weights = ADEQUACY.phrase
    cost = first + edits * (weights[0] * math.log10(0.4) + weights[1] * 0.4 + weights[2])
    assert value(spec, "the house burst into flames", "the house caught fire") == pytest.approx(cost / 4)
    (told,) = mtassay.explain("the house burst into flames", "the house caught fire", [spec])
    assert f'["phrase", "burst into flames", "caught fire", "{cost:.4f}"]' in json.dumps(
        [step.__dict__ for step in told.steps], default=str
    )
    assert metric(spec).label == "TERp-A (stems, phrases)"


def test_tables_of_meteor_have_other_numbers(tmp_path: Path) -> None:
    path = tmp_path / "paraphrase-en.txt"
    path.write_text("0.4\ncaught fire\nburst into flames\n")
    assert metric(f"terp:phrases={path}").label == "TERp-like-A (stems, phrases)"
    assert counts(f"terp:phrases={path}", "it burst into flames", "it caught fire") == {"phrases": 1}


def test_phrases_without_a_logarithm_are_said(tmp_path: Path) -> None:
    path = tmp_path / "phrases.txt"
    path.write_text("0 <p>a</p> <p>b</p>\n")
    with pytest.warns(MtassayWarning, match="1 of its phrases have a number of 0 or less"):
        metric(f"terp:phrases={path}").for_evalset(EvalSet(["a house"]))


def test_settings_that_contradict() -> None:
    with pytest.raises(SettingError, match="costs=ter knows no stems, synonyms and phrases"):
        metric("terp:costs=ter,wordnet=somewhere")


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"the\n\xff\xfe", "line 2: not UTF-8"), (b"x" * 2_000_000, "line 1: longer than")],
)
def test_files_that_are_no_text(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "stop.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        metric(f"terp:stop={path}").for_evalset(EvalSet(["a"]))


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file of TERp's words"):
        metric(f"terp:stop={tmp_path / 'none.txt'}").for_evalset(EvalSet(["a"]))
    with pytest.raises(InputError, match=r"index\.noun"):
        metric(f"terp:wordnet={tmp_path}").for_evalset(EvalSet(["a"]))


def test_explains_the_cheapest_reference() -> None:
    hypothesis = "a b c d e f g h"
    references = ["a b", f"{hypothesis} i j k l"]  # the second would have the better score by itself
    assert value("terp", hypothesis, references[0]) > value("terp", hypothesis, references[1])
    (told,) = mtassay.explain(hypothesis, references, ["terp"])
    assert told.steps[0].__dict__["title"] == "Cheapest reference (1 of 2)"
    assert told.steps[2].__dict__["value"] == pytest.approx(6 * ADEQUACY.insertion)


def test_long_documents_are_refused() -> None:
    with pytest.raises(InputError, match="up to 2,000 words"):
        value("terp", "a b " * 2000, "a")
    with pytest.raises(InputError, match="up to 2,000 words"):
        value("terp", "a", "a b " * 2000)


def test_another_language_is_said() -> None:
    evalset = EvalSet(["ein Haus"], target_language="de")
    with pytest.warns(MtassayWarning, match="the target language is de"):
        metric("terp").for_evalset(evalset)


@pytest.mark.filterwarnings("error")
def test_nothing_is_said_where_everything_was_chosen() -> None:
    metric("terp:stemmer=german").for_evalset(EvalSet(["ein Haus"], target_language="de"))
    evalset = EvalSet(["a house"])
    silent = metric("terp:wordnet=none").for_evalset(evalset)
    assert silent.label == metric("terp").label
    assert silent.signature(evalset) == metric("terp").signature(evalset)
    assert metric("terp:costs=ter,wordnet=none").label == "TERp-TER"


def test_synonyms_that_are_missing_are_said_with_what_brings_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MTASSAY_RESOURCES", str(tmp_path))
    write_wordnet(tmp_path / "wordnet")
    with pytest.warns(MtassayWarning, match="which is on this machine; name its folder"):
        metric("terp").for_evalset(EvalSet(["a house"]))


def test_what_repeats_is_known_to_take_long() -> None:
    assert Terp.cost("a " * 60, "a " * 60) < 0.1
    assert Terp.cost("a " * 600, "a " * 600) > 10
    assert Terp.cost("!" * 600, "!" * 600) > 10
