"""HTER is TER, but only against post-edits."""

import numpy as np
import pytest

import mtassay
from mtassay import EvalSet, InputError

OUTPUT = ["the cat sat in mat", "all of this is wrong", "fine", "delete me"]
POST_EDITS = ["the cat sat on the mat", "no", "fine", ""]

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")


def test_it_is_ter_against_the_post_edit() -> None:
    hter, ter = mtassay.score(OUTPUT, POST_EDITS, ["hter", "ter"], post_edit=True)
    assert hter.value == ter.value == pytest.approx(100 * (2 + 5 + 0 + 2) / (6 + 1 + 1 + 0))
    assert hter.segments.tolist() == ter.segments.tolist() == [pytest.approx(100 / 3), 500, 0, 100]
    assert not hter.higher_is_better
    assert hter.shown() == "112.50"


def test_cap_counts_no_more_edits_than_the_post_edit_has_words() -> None:
    score = mtassay.score(OUTPUT, POST_EDITS, ["hter:cap=yes"], post_edit=True)[0]
    assert score.segments.tolist() == [pytest.approx(100 / 3), 100, 0, 100]
    assert score.value == pytest.approx(100 * (2 + 1 + 0 + 1) / 8)


def test_cap_of_pairs_is_that_of_segments() -> None:
    pairs = mtassay.metric("hter:cap=yes").pairwise(OUTPUT, POST_EDITS)
    assert (
        np.diag(pairs).tolist()
        == mtassay.score(OUTPUT, POST_EDITS, ["hter:cap=yes"], post_edit=True)[0].segments.tolist()
    )


def test_settings_are_those_of_ter() -> None:
    options = "normalized=yes,no_punct=yes,asian_support=yes,case_sensitive=yes"
    scores = mtassay.score(["A cat, 中文"], ["a cat 中。文"], [f"hter:{options}", f"ter:{options}"], post_edit=True)
    assert scores[0].value == scores[1].value > 0


def test_references_that_are_not_flagged_are_refused() -> None:
    with pytest.raises(InputError, match=r"not flagged as post-edits.*post_edit=True.*use ter"):
        mtassay.score(OUTPUT, POST_EDITS, ["hter"])


def test_a_test_set_without_references_is_refused() -> None:
    with pytest.raises(InputError, match="post-edit"):
        mtassay.evaluate(EvalSet(systems={"mine": OUTPUT}), ["hter"])


def test_signature_says_that_the_reference_is_a_post_edit() -> None:
    plain, capped = mtassay.score(OUTPUT, POST_EDITS, ["hter", "hter:cap=yes"], post_edit=True)
    shared = "nrefs:1|ref:post-edit|case:lc|tok:tercom|norm:no|punct:yes|asian:no|"
    assert plain.signature == f"{shared}version:{mtassay.__version__}"
    assert capped.signature == f"{shared}cap:yes|version:{mtassay.__version__}"


def test_other_metrics_take_post_edits_as_references() -> None:
    score = mtassay.score(["a b"], ["a b"], ["chrf"], post_edit=True)[0]
    assert score.value == pytest.approx(100)
    assert score.signature.startswith("nrefs:1|ref:post-edit|")


def test_empty_output_and_one_word() -> None:
    score = mtassay.score(["", "", "yes"], ["", "two words", "yes"], ["hter"], post_edit=True)[0]
    assert score.segments.tolist() == [0, 100, 0]


def test_very_long_output() -> None:
    words = [f"w{number % 50}" for number in range(2000)]
    score = mtassay.score([" ".join(words)], [" ".join(words[100:])], ["hter"], post_edit=True)[0]
    assert 0 < score.value < 100
