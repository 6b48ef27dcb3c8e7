"""METEOR 1.5: stages, parameters, normalisation, and what is missing."""

import sys
from pathlib import Path

import pytest
from single_scores import value
from unit.metrics.with_resources.meteor_files import write_folder, write_paraphrases

import mtassay
from mtassay import EvalSet, InputError, MissingExtra, SettingError, metric
from mtassay.alignment.resources.phrase_index import CACHE_VARIABLE
from mtassay.errors import ChoiceWarning
from mtassay.metrics.meteor import Meteor


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_folder(tmp_path_factory.mktemp("meteor"))
    write_paraphrases(folder)
    return folder


@pytest.fixture(autouse=True)
def nothing_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """But what a test names: some machines have METEOR's files."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr("mtassay.alignment.resources.finding._candidates", lambda kind: iter(()))


def english(folder: Path, settings: str = "") -> str:
    return f"meteor:language=en,resources='{folder}',stages=exact+stem+synonym{settings}"


def test_exact_matches_by_hand(folder: Path) -> None:
    # matched: the (function) and cat (content), in two chunks; P = (.75 + .25) / 1.75, R = (.75 + .25) / 1.75
    spec = f"meteor:language=en,stages=exact,resources='{folder}'"
    share = 1 / 1.75
    assert value(spec, "the big cat", "the small cat") == pytest.approx(share * (1 - 0.6 * (2 / 2) ** 0.2))
    assert value(spec, "the cat sat", "the cat sat") == 1
    assert value(spec, "dogs", "cats") == 0


def test_each_stage_weighs_what_its_task_says(folder: Path) -> None:
    # one content word each, so that P = R = the weight of the stage, and text of one word is in one piece
    for task, stem, synonym in (("rank", 0.6, 0.8), ("adq", 1, 0.6), ("hter", 0.2, 0.6)):
        spec = english(folder, f",task={task}")
        assert value(spec, "running", "runs") == pytest.approx(stem)
        assert value(spec, "hound", "dog") == pytest.approx(synonym)
    assert value(english(folder, ",weights='1,0.3,0.1'"), "hound", "dog") == pytest.approx(0.1)


def test_synonyms_are_those_of_base_forms_too(folder: Path) -> None:
    assert value(english(folder), "boxes", "cartons") == pytest.approx(0.8)
    assert value(english(folder), "boxes", "cats") == 0


def test_paraphrases_are_looked_up_in_both_directions(folder: Path) -> None:
    spec = f"meteor:language=en,resources='{folder}'"
    # three words for one: P = R = .6, as all is matched, in one chunk
    assert value(spec, "In the end", "finally") == pytest.approx(0.6)
    assert value(spec, "finally", "in the end") == pytest.approx(0.6)
    one = mtassay.score(["they die"], ["they to kick the bucket"], [spec])[0]
    assert one.parts["precision"] == pytest.approx((1 + 0.6) / 2)
    assert one.parts["recall"] == pytest.approx((0.75 + 0.6 * (3 * 0.75 + 0.25)) / (0.75 * 4 + 0.25))
    # a pair that the table has both ways is found twice
    assert value(spec, "very large", "big") == pytest.approx(0.6)
    assert metric(spec).label == "METEOR"


def test_the_task_util_counts_letters(folder: Path) -> None:
    spec = f"meteor:language=en,task=util,stages=exact,resources='{folder}'"
    # cat of 3 letters is matched, hippopotamus of 12 is not
    share = 3 / 15
    assert value(spec, "hippopotamus cat", "hippocampuses cat") == pytest.approx(
        (share * 3 / 16) / (0.65 * share + 0.35 * 3 / 16) * (1 - 0.55)
    )


def test_text_is_normalised_as_the_language_asks(folder: Path) -> None:
    hypothesis, reference = "It's Mr. Smith, No. 5.", "it's Mr. smith , No. 5 ."
    assert value(english(folder), hypothesis, reference) == 1
    assert value(english(folder, ",normalize=lower"), hypothesis, reference) < 1
    assert value(english(folder, ",normalize=nopunct"), "Oh, no!", "oh no") == 1
    assert value(english(folder, ",normalize=no"), "Oh", "oh") == 0
    # a language without rules is lowercased alone
    assert value("meteor:language=pt", "Olá!", "olá!") == 1
    assert value("meteor:language=pt", "Olá!", "olá !") == 0


def test_without_its_files_meteor_is_made_of_what_there_is() -> None:
    one = metric("meteor:language=en")
    with pytest.warns(ChoiceWarning, match=r"without the stages synonym, paraphrase: .*pip install --no-deps pycoco"):
        checked = one.for_evalset(EvalSet(["the cats"]))
    assert checked.label == "METEOR (exact+stem)"
    assert "|mod:exact+stem|par:.85,.2,.6,.75|w:1,.6|norm:yes|stem:english[" in checked.signature(EvalSet(["a"]))
    assert "|res:none|" in checked.signature(EvalSet(["a"]))


def test_stages_that_somebody_asks_for_must_be_there(folder: Path, tmp_path: Path) -> None:
    lists = write_folder(tmp_path, {"synonym/english.synsets": None})
    for spec in (
        "meteor:language=en,stages=exact+synonym",
        f"meteor:language=en,stages=exact+synonym,resources='{lists}'",
    ):
        with pytest.raises(InputError, match=r"there are no synonyms of METEOR 1\.5 for 'en'"):
            metric(spec).for_evalset(EvalSet(["a"]))


def test_without_stemmers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "Stemmer", None)
    assert metric(f"meteor:language=en,resources='{folder}'").label == "METEOR (exact+syn+para)"
    with pytest.raises(MissingExtra, match=r"pip install 'mtassay\[stem\]'"):
        metric("meteor:language=en,stages=exact+stem")


def test_the_target_language_is_meant_unless_another_is_named(folder: Path) -> None:
    evalset = EvalSet(["a"], target_language="de-AT")
    signatures = [
        metric(spec).for_evalset(evalset).signature(evalset)
        for spec in (f"meteor:resources='{folder}',stages=exact", "meteor:language=French,stages=exact")
    ]
    assert "|lang:de|task:rank|" in signatures[0]
    assert "|lang:fr|task:rank|" in signatures[1]
    with pytest.warns(
        ChoiceWarning, match=r"no target language is named, so METEOR counts only words that are the same"
    ):
        assert metric("meteor").for_evalset(EvalSet(["a"])).label == "METEOR"


def test_settings_that_say_nothing_are_refused() -> None:
    for spec, message in (
        (
            "meteor:language=de,task=adq",
            r"task=adq: METEOR 1\.5 was not tuned for it in the language 'de'; there are rank",
        ),
        ("meteor:language=en,stages=exact+sten", r"there is no stage 'sten' \(did you mean 'stem'\?\)"),
        ("meteor:language=en,stages=synonym+exact", r"name each once, in this order: exact\+stem"),
        ("meteor:language=en,stages=stem", r"exact matches always count; write exact\+stem"),
        ("meteor:language=hr,stages=exact+stem", r"there is no stemmer for 'other'; leave stem out"),
        ("meteor:language=pt,normalize=yes", r"METEOR has rules for en, cs, fr, es, de, ru alone, not for 'pt'"),
        ("meteor:language=en,weights='1,0.5'", r"expected one for each of the stages, which have to be named"),
    ):
        with pytest.raises(SettingError, match=message):
            metric(spec)


def test_the_corpus_is_scored_by_its_sums_and_the_best_reference(folder: Path) -> None:
    spec = english(folder)
    one = mtassay.score(["the cat", "a hound"], [["a mouse", "the cat"], ["a dog", "x"]], [spec])[0]
    # what is matched as a whole in one chunk is not in pieces, and neither segment has a chunk
    share = (0.25 + 0.75 + 0.25 + 0.8 * 0.75) / 2
    assert one.value == pytest.approx(share * (1 - 0.6 * 0.0**0.2))
    assert one.parts["precision"] == pytest.approx(share)


def test_whole_documents_are_refused() -> None:
    with pytest.raises(InputError, match=r"meteor takes segments of up to 2,000 words"):
        value("meteor:language=other", "word " * 2001, "word")


def test_explain_shows_stages_and_formulas(folder: Path) -> None:
    text = str(list(metric(english(folder)).explain("the hounds", ["a cat", "the dog"])))
    assert "('hounds', 'dog', 'synonym')" in text
    assert "with the best reference (2 of 2)" in text


def test_scores_by_other_parameters_are_those_of_the_metric_that_has_them(folder: Path) -> None:
    made = metric(english(folder))
    assert isinstance(made, Meteor)
    assert [dial.name for dial in made.dials] == ["alpha", "beta", "gamma", "delta", "stem", "synonym"]
    assert tuple(dial.value for dial in made.dials) == (0.85, 0.2, 0.6, 0.75, 0.6, 0.8)
    assert made.dials[1].highest == 2
    rows = made.stats(["running hound", "the big cat"], made.prepare(EvalSet(["the dog runs", "the small cat"])))
    for values in (*made.starts(), (0.5, 2.0, 0.1, 0.6, 0.3, 0.05)):
        tuned = made.tuned(values)
        assert metric(tuned.spec) == tuned
        assert made.score_with(rows, values).tolist() == tuned.score(rows).tolist()
        assert [dial.value for dial in tuned.dials] == list(values)
    assert made.score_with(rows, [dial.value for dial in made.dials]).tolist() == made.score(rows).tolist()
