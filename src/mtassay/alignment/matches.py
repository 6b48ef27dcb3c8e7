"""Matched words: which word of a hypothesis goes with which of a reference, and the chunks that they form."""

from collections.abc import Sequence
from dataclasses import dataclass

from mtassay._native import context_places, longest_runs
from mtassay._native import match_words as match_words_natively
from mtassay.alignment.edits import word_segments
from mtassay.alignment.relations import MATCHERS, relate_words
from mtassay.alignment.stems import NO_STEMMER, check_stemmer
from mtassay.errors import SettingError
from mtassay.settings import did_you_mean

ALL_MATCHERS = (*MATCHERS, "longest", "ribes")


@dataclass(frozen=True)
class Match:
    """Two words that go together, and why: they are `exact`ly the same, or share a `stem`, or are `synonym`s."""

    hypothesis: int
    reference: int
    stage: str = "exact"


@dataclass(frozen=True)
class MatchedWords:
    """All matches in the order of the hypothesis; `chunks` are runs of them that are adjacent in both texts."""

    matches: tuple[Match, ...]

    @property
    def chunks(self) -> tuple[tuple[Match, ...], ...]:
        runs: list[list[Match]] = []
        for match in self.matches:
            last = runs[-1][-1] if runs else None
            if last and (match.hypothesis, match.reference) == (last.hypothesis + 1, last.reference + 1):
                runs[-1].append(match)
            else:
                runs.append([match])
        return tuple(map(tuple, runs))


def match_words(
    hypothesis: Sequence[str],
    reference: Sequence[str],
    matcher: str = "minimal",
    *,
    stemmer: str = NO_STEMMER,
    wordnet: str = "",
) -> MatchedWords:
    """The words that metrics take for each other.

    `minimal` and `nltk` are the matchers of `meteor2005`, which may also use a stemmer and WordNet;
    `longest` takes the longest common run first, as `gtm` and `meteor-disa` do; `ribes` has the places
    that RIBES finds by context, where one reference word may be the place of several.
    """
    if matcher not in ALL_MATCHERS:
        raise SettingError(
            f"there is no matcher {matcher!r}{did_you_mean(matcher, ALL_MATCHERS)}; there are {', '.join(ALL_MATCHERS)}"
        )
    left, right = word_segments(hypothesis, "hypothesis"), word_segments(reference, "reference")
    if matcher not in MATCHERS:
        if stemmer != NO_STEMMER or wordnet:
            raise SettingError(f"the matcher {matcher} compares words as they are; leave stemmer and wordnet out")
        if matcher == "ribes":
            return MatchedWords(tuple(Match(i, j) for i, j in context_places(left, right)))
        runs = sorted(longest_runs(left, right))
        return MatchedWords(tuple(Match(i + k, j + k) for i, j, length in runs for k in range(length)))
    check_stemmer(stemmer, "match_words")
    words = list(dict.fromkeys([*hypothesis, *reference]))
    relations = relate_words(words, matcher, stemmer, wordnet, "match_words")
    stages = ["exact", *["stem"] * (stemmer != NO_STEMMER), *["synonym"] * bool(wordnet)]
    matched = match_words_natively(left, right, MATCHERS[matcher], relations)
    return MatchedWords(tuple(Match(i, j, stages[stage - 1]) for i, j, stage in matched))
