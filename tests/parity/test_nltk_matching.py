"""METEOR and RIBES agree with NLTK, where it defines them as we do."""

import os
import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nltk
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer
from nltk.translate.meteor_score import meteor_score
from nltk.translate.ribes_score import sentence_ribes

from mtassay import EvalSet, metric
from mtassay.alignment.stems import stem_words

ROOT = Path(__file__).parents[2]
WORDNET = Path(os.environ.get("MTASSAY_WORDNET", "/usr/share/wordnet"))
WORDS = ["The", "the", "cat", "cats", "cat's", "sat", "sitting", "sits", "on", "mats", "mat", ".", ",", "running"]
WORDS += ["runs", "ran", "happily", "happy", "flies", "fly", "ponies", "relational", "hopping"]

words = st.lists(st.sampled_from(WORDS), max_size=14)
references = st.lists(words, min_size=1, max_size=3)


class PlainPorter:
    """NLTK's Porter stemmer without its extensions, as the algorithm was published; or ours, or none."""

    def __init__(self, which: str) -> None:
        self._which = which
        self._plain = PorterStemmer(PorterStemmer.ORIGINAL_ALGORITHM)

    def stem(self, word: str) -> str:
        if self._which == "none":
            return word
        return stem_words([word], "porter", "test")[0] if self._which == "ours" else self._plain.stem(word)


class NoSynonyms:
    def synsets(self, word: str) -> list[Any]:
        return []


def ours(spec: str, hypothesis: list[str], several: list[list[str]]) -> float:
    one = metric(spec)
    evalset = EvalSet([[" ".join(reference) for reference in several]], warn_of_blanks=False)
    return float(one.score(one.stats([" ".join(hypothesis)], one.prepare(evalset))[0]))


@given(hypothesis=words, several=references)
def test_meteor_of_equal_words(hypothesis: list[str], several: list[list[str]]) -> None:
    expected = meteor_score(several, hypothesis, stemmer=PlainPorter("none"), wordnet=NoSynonyms())
    assert ours("meteor2005:matcher=nltk", hypothesis, several) == pytest.approx(expected)


@given(
    hypothesis=words,
    several=references,
    alpha=st.sampled_from([0.0, 0.3, 0.9, 1.0]),
    beta=st.sampled_from([0.5, 1.0, 3.0]),
    gamma=st.sampled_from([0.0, 0.4, 1.0]),
)
def test_meteor_with_stems(
    hypothesis: list[str], several: list[list[str]], alpha: float, beta: float, gamma: float
) -> None:
    settings = {"alpha": alpha, "beta": beta, "gamma": gamma}
    expected = meteor_score(several, hypothesis, stemmer=PlainPorter("theirs"), wordnet=NoSynonyms(), **settings)
    spec = f"meteor2005:matcher=nltk,stemmer=porter,alpha={alpha},beta={beta},gamma={gamma}"
    assert ours(spec, hypothesis, several) == pytest.approx(expected)


def all_words() -> list[str]:
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").rglob("*.txt"))]
    return sorted({word.lower() for text in texts for word in text.split()})


def test_stems_are_those_of_the_published_algorithm() -> None:
    """Of NLTK's two Porter stemmers the plain one is ours; the extended one, its default, has other stems."""
    listed = [word for word in all_words() if word.isascii() and word.isalpha()]
    assert len(listed) > 500
    plain, extended = PorterStemmer(PorterStemmer.ORIGINAL_ALGORITHM), PorterStemmer()
    stems = dict(zip(listed, stem_words(listed, "porter", "test"), strict=True))
    assert {word for word in listed if stems[word] != plain.stem(word)} == set()
    differing = {word for word in listed if stems[word] != extended.stem(word)}
    assert 0 < len(differing) < len(listed) / 20  # 42 of 1440
    assert {"always", "days", "as"} <= differing
    assert stem_words(["dying", "news", "happily"], "porter", "test") == ["dy", "new", "happili"]
    assert [extended.stem(word) for word in ("dying", "news", "happily")] == ["die", "news", "happili"]


@pytest.fixture(scope="module")
def wordnet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """NLTK's reader of the same files; it wants a few more, which say nothing of synonyms."""
    if not (WORDNET / "index.noun").exists():
        pytest.skip(f"WordNet is not at {WORDNET} (Debian: wordnet-base); MTASSAY_WORDNET can name its folder")
    data = tmp_path_factory.mktemp("nltk")
    folder = data / "corpora" / "wordnet"
    folder.mkdir(parents=True)
    for path in WORDNET.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "lexnames").write_text("".join(f"{number:02}\tname{number}\t1\n" for number in range(45)))
    (folder / "index.sense").touch()
    before = list(nltk.data.path)
    nltk.data.path[:] = [str(data)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reader = nltk.corpus.reader.wordnet.WordNetCorpusReader(nltk.data.find("corpora/wordnet"), None)
    yield reader
    nltk.data.path[:] = before


def lines(name: str) -> list[list[str]]:
    return [line.split() for line in (ROOT / "examples" / "dialogues" / name).read_text(encoding="utf-8").splitlines()]


def test_meteor_with_synonyms(wordnet: Any) -> None:
    several = list(zip(lines("reference-a.en.txt"), lines("reference-b.en.txt"), strict=True))
    found = synonyms = 0
    for system in ("word-by-word", "phrase-based"):
        for hypothesis, both in zip(lines(f"systems/{system}.txt"), several, strict=True):
            expected = meteor_score(both, hypothesis, stemmer=PlainPorter("ours"), wordnet=wordnet)
            spec = f"meteor2005:matcher=nltk,stemmer=porter,wordnet='{WORDNET}'"
            assert ours(spec, hypothesis, list(both)) == pytest.approx(expected), hypothesis
            without = ours("meteor2005:matcher=nltk,stemmer=porter", hypothesis, list(both))
            synonyms += without != pytest.approx(expected)
            found += 1
    assert found == 240
    assert synonyms > 10


def test_meteor_with_synonyms_of_any_words(wordnet: Any) -> None:
    rng = random.Random(1)
    lemmas = [lemma for lemma in sorted(wordnet._lemma_pos_offset_map) if "_" not in lemma]
    for _ in range(150):
        hypothesis = [rng.choice(lemmas) + rng.choice(["", "", "s", "ed", "ing", "er", "es"]) for _ in range(8)]
        reference = []
        for word in hypothesis:
            near = [lemma.name() for synset in wordnet.synsets(word) for lemma in synset.lemmas()]
            reference.append(rng.choice([name for name in near if "_" not in name] or lemmas))
        rng.shuffle(reference)
        expected = meteor_score([reference], hypothesis, stemmer=PlainPorter("none"), wordnet=wordnet)
        assert ours(f"meteor2005:matcher=nltk,wordnet='{WORDNET}'", hypothesis, [reference]) == pytest.approx(expected)


different = st.lists(st.sampled_from("abcdefghijkl"), min_size=2, max_size=10, unique=True)


@given(hypothesis=different, several=st.lists(different, min_size=1, max_size=3))
def test_ribes_of_words_that_are_not_repeated(hypothesis: list[str], several: list[list[str]]) -> None:
    assert ours("ribes", hypothesis, several) == pytest.approx(sentence_ribes(several, hypothesis))
