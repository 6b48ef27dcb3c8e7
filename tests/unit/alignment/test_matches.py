"""Matched words and their chunks; stems, and synonyms from files of WordNet."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mtassay import InputError, SettingError
from mtassay.alignment.matches import ALL_MATCHERS, Match, MatchedWords, match_words
from mtassay.alignment.resources.wordnet import WordNet, open_wordnet

LINES = {
    "index.noun": "  1 a licence that WordNet has at the top\ncar n 1 0 1 1 00000042\nautomobile n 1 0 1 1 00000042\n"
    "goose n 1 1 @ 1 0 00000000\nmotor_car n 1 0 1 0 00000042\nbox n 1 0 1 0 00000000\n",
    # synsets are named by the byte at which their line begins
    "data.noun": "00000000 05 n 02 goose 0 box 0 000 |".ljust(41) + "\n"
    "00000042 06 n 03 car 0 automobile 0 motor_car 0 000 |\n",
    "noun.exc": "geese goose\n",
    "index.verb": "box v 1 0 1 0 00000000\nfight v 1 0 1 0 00000000\n",
    "data.verb": "00000000 33 v 02 box 0 fight 0 000 |\n",
    "index.adj": "ill a 1 0 1 0 00000000\nsick a 1 0 1 0 00000000\n",
    "data.adj": "00000000 00 a 02 ill(p) 0 sick 0 000 |\n",
}


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    for part in ("noun", "verb", "adj", "adv"):
        for name in (f"index.{part}", f"data.{part}", f"{part}.exc"):
            (tmp_path / name).write_text(LINES.get(name, ""))
    return tmp_path


def pairs(hypothesis: str, reference: str, matcher: str, **settings: str) -> list[tuple[str, str]]:
    left, right = hypothesis.split(), reference.split()
    found = match_words(left, right, matcher, **settings).matches
    return [(left[one.hypothesis], right[one.reference]) for one in found]


def match(hypothesis: str, reference: str, matcher: str = "minimal", **settings: str) -> MatchedWords:
    return match_words(hypothesis.split(), reference.split(), matcher, **settings)


def test_matches_and_chunks() -> None:
    found = match("on the mat the cat sat", "the cat sat on the mat", "longest")
    assert found.chunks[0] == (Match(0, 3), Match(1, 4), Match(2, 5))
    assert found.chunks[1] == (Match(3, 0), Match(4, 1), Match(5, 2))
    assert sum(map(len, found.chunks)) == len(found.matches) == 6


def test_fewest_crossings_are_not_always_fewest_chunks() -> None:
    # each "the" goes with the one in its order: eight crossings instead of nine, and five chunks instead of two
    found = match("on the mat the cat sat", "the cat sat on the mat")
    assert [len(chunk) for chunk in found.chunks] == [1, 1, 1, 1, 2]


@pytest.mark.parametrize("matcher", ALL_MATCHERS)
def test_every_matcher_takes_any_words(matcher: str) -> None:
    assert match_words([], ["a"], matcher).chunks == ()
    assert match_words(["a"], ["b"], matcher).matches == ()
    assert match_words(["a", "", "c d"], ["c d", "x", "a"], matcher).matches == (Match(0, 2), Match(2, 0))


def test_matchers_differ_where_words_are_repeated() -> None:
    texts = "the cat sat", "the cat sat on the mat"
    first = {matcher: match(*texts, matcher).matches[0].reference for matcher in ALL_MATCHERS}
    assert first == {"minimal": 0, "nltk": 4, "longest": 0, "ribes": 0}


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(SettingError, match=r"there is no matcher 'minimum' \(did you mean 'minimal'\?\)"):
        match_words(["a"], ["a"], "minimum")
    with pytest.raises(SettingError, match="the matcher longest compares words as they are"):
        match_words(["a"], ["a"], "longest", stemmer="porter")
    with pytest.raises(InputError, match="hypothesis: expected a list of strings, got one str"):
        match_words("a", ["a"])
    with pytest.raises(SettingError, match="match_words: stemmer=x: there is no such stemmer"):
        match_words(["a"], ["a"], stemmer="x")


def test_stages_are_named(wordnet: Path) -> None:
    texts = "a running car", "a run automobile"
    found = match(*texts, stemmer="porter", wordnet=str(wordnet))
    assert [one.stage for one in found.matches] == ["exact", "stem", "synonym"]
    assert [one.stage for one in match(*texts, wordnet=str(wordnet)).matches] == ["exact", "synonym"]


def test_synonyms_share_a_synset_of_any_part_of_speech(wordnet: Path) -> None:
    folder = str(wordnet)
    assert pairs("cars", "automobile", "minimal", wordnet=folder) == [("cars", "automobile")]
    assert pairs("cars", "automobiles", "minimal", wordnet=folder) == [("cars", "automobiles")]
    assert pairs("geese", "box", "minimal", wordnet=folder) == [("geese", "box")]
    assert pairs("boxes", "fought", "minimal", wordnet=folder) == []
    assert pairs("boxed", "fighting", "minimal", wordnet=folder) == [("boxed", "fighting")]
    assert pairs("Ill", "sick", "minimal", wordnet=folder) == [("Ill", "sick")]


def test_nltk_wants_the_reference_word_itself_and_looks_up_stems(wordnet: Path) -> None:
    folder = str(wordnet)
    assert pairs("cars", "automobile", "nltk", wordnet=folder) == [("cars", "automobile")]
    assert pairs("cars", "automobiles", "nltk", wordnet=folder) == []
    assert pairs("sick", "ill", "nltk", wordnet=folder) == [("sick", "ill")]
    # the stem of "automobile" is "automobil", which WordNet does not have
    assert pairs("cars", "automobile", "nltk", wordnet=folder, stemmer="porter") == []
    assert pairs("boxing", "fights", "nltk", wordnet=folder, stemmer="porter") == [("boxing", "fights")]


def test_words_of_synsets(wordnet: Path) -> None:
    net = open_wordnet(str(wordnet))
    assert sorted(net.synsets("boxes")) == [("noun", 0), ("verb", 0)]
    assert [list(net.words_of(synset)) for synset in net.synsets("CAR")] == [["car", "automobile"]]
    assert list(net.words_of(("adj", 0))) == ["ill", "sick"]


def test_the_digest_tells_contents_apart(wordnet: Path) -> None:
    before = open_wordnet(str(wordnet))
    assert open_wordnet(str(wordnet)) is before
    (wordnet / "noun.exc").write_text("geese goose\nmice mouse\n")
    after = open_wordnet(str(wordnet))
    assert isinstance(after, WordNet)
    assert after.digest != before.digest


def test_files_that_are_not_of_one_wordnet(wordnet: Path, write: Callable[[str, str], str]) -> None:
    write("data.noun", "")
    with pytest.raises(InputError, match=r"data\.noun: there is no synset at byte 42"):
        pairs("car", "automobile", "nltk", wordnet=str(wordnet))
    write("index.noun", "car\n")
    with pytest.raises(InputError, match="the index files are not those of WordNet"):
        pairs("car", "automobile", "nltk", wordnet=str(wordnet))
    (wordnet / "index.noun").unlink()
    with pytest.raises(InputError, match=r"index\.noun: there is no such file"):
        pairs("car", "automobile", "nltk", wordnet=str(wordnet))
    (wordnet / "index.noun").mkdir()
    with pytest.raises(InputError, match=r"index\.noun: cannot be read: Is a directory"):
        pairs("car", "automobile", "nltk", wordnet=str(wordnet))
