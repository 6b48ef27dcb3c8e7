/// Words that go together, as Python sees them.
#include <algorithm>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "match_rows.hpp"
#include "matcher.hpp"
#include "ranks.hpp"
#include "relations.hpp"
#include "runs.hpp"

using namespace nanobind::literals;

namespace mtassay {
namespace {

/// `stems` and `synonyms` hold numbers of words; either stage may be left out by an empty array.
WordRelations make_relations(const Segments& words, const Starts& stems, const Starts& synonym_starts,
                             const Starts& synonyms) {
  const auto limit = static_cast<std::int64_t>(words.size());
  const std::vector<std::int64_t> stem_numbers(stems.data(), stems.data() + stems.size());
  const std::vector<std::int64_t> starts(synonym_starts.data(), synonym_starts.data() + synonym_starts.size());
  const std::vector<std::int64_t> others(synonyms.data(), synonyms.data() + synonyms.size());
  if (!stem_numbers.empty() && stem_numbers.size() != words.size()) throw nb::value_error("a word has no stem");
  for (const auto& numbers : {stem_numbers, others}) {
    for (const std::int64_t number : numbers) {
      if (number < 0 || number >= limit) throw nb::value_error("there are fewer words than that");
    }
  }
  if (!starts.empty()) {
    if (starts.size() != words.size() + 1) throw nb::value_error("synonym_starts must have one entry more than words");
    if (starts.front() != 0 || starts.back() != static_cast<std::int64_t>(others.size()) ||
        !std::is_sorted(starts.begin(), starts.end())) {
      throw nb::value_error("synonym_starts must rise from 0 to the number of synonyms");
    }
  }
  return {words, stem_numbers, starts, others};
}

Rows bind_runs(const Segments& hypotheses, const Segments& references, const Starts& starts, Tokenization tokenization,
               double exponent, bool joined, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  if (!(exponent >= 1)) throw nb::value_error("exponent out of range");
  return make_rows(joined ? hypotheses.size() : references.size(), run_row_width, [&](std::span<double> rows) {
    run_rows(hypotheses, checked, tokenization, exponent, joined, threads, rows);
  });
}

Rows bind_places(const Segments& hypotheses, const Segments& references, const Starts& starts,
                 Tokenization tokenization, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), place_row_width, [&](std::span<double> rows) {
    place_rows(hypotheses, checked, tokenization, threads, rows);
  });
}

Rows bind_matches(const Segments& hypotheses, const Segments& references, const Starts& starts,
                  Tokenization tokenization, Matcher matcher, const WordRelations& relations, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), match_row_width, [&](std::span<double> rows) {
    match_rows(hypotheses, checked, tokenization, matcher, relations, threads, rows);
  });
}

nb::list bind_distinct_words(const Segments& texts, Tokenization tokenization) {
  std::vector<std::string> words;
  {
    const nb::gil_scoped_release released;
    words = distinct_words(texts, tokenization);
  }
  nb::list found;
  for (const std::string& word : words) found.append(nb::str(word.data(), word.size()));
  return found;
}

nb::list bind_longest_runs(const Segments& hypothesis, const Segments& reference) {
  const NumberedPair pair(hypothesis, reference);
  LongestRuns find_runs;
  nb::list runs;
  for (const Run& run : find_runs(pair.hypothesis, pair.reference, pair.words.size())) {
    runs.append(nb::make_tuple(run.hypothesis, run.reference, run.length));
  }
  return runs;
}

nb::list bind_context_places(const Segments& hypothesis, const Segments& reference) {
  const NumberedPair pair(hypothesis, reference);
  ContextPlaces find_places;
  nb::list places;
  for (const WordPair& place : find_places(pair.hypothesis, pair.reference, pair.words.size())) {
    places.append(nb::make_tuple(place.hypothesis, place.reference));
  }
  return places;
}

nb::list bind_match_words(const Segments& hypothesis, const Segments& reference, Matcher matcher,
                          const WordRelations& relations) {
  const NumberedPair pair(hypothesis, reference);
  StagedMatcher match(matcher, relations);
  WordMatcher& matched = match(pair.hypothesis, pair.reference, pair.words);
  const auto pairs = matched.pairs();
  nb::list found;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    found.append(nb::make_tuple(pairs[k].hypothesis, pairs[k].reference, matched.stages()[k]));
  }
  return found;
}

}  // namespace

void add_matching(nb::module_& module) {
  nb::enum_<Matcher>(module, "Matcher", "Which of several possible pairs of words are taken.")
      .value("MINIMAL", Matcher::minimal)
      .value("FROM_END", Matcher::from_end);
  nb::class_<WordRelations>(module, "WordRelations", "Words with their stems and synonyms, as numbers of words.")
      .def(
          "__init__",
          [](WordRelations* self, const Segments& words, const Starts& stems, const Starts& synonym_starts,
             const Starts& synonyms) {
            new (self) WordRelations(make_relations(words, stems, synonym_starts, synonyms));
          },
          "words"_a, "stems"_a, "synonym_starts"_a, "synonyms"_a,
          nb::sig("def __init__(self, words: Segments, stems: numpy.typing.NDArray[numpy.int64], "
                  "synonym_starts: numpy.typing.NDArray[numpy.int64], "
                  "synonyms: numpy.typing.NDArray[numpy.int64]) -> None"));
  module.def("run_rows", &bind_runs, "hypotheses"_a, "references"_a, "starts"_a, "tokenization"_a, "exponent"_a,
             "joined"_a, "threads"_a,
             nb::sig("def run_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, exponent: float, "
                     "joined: bool, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "Words and size of common runs, and lengths; a row for each reference, or each segment where joined.");
  module.def("place_rows", &bind_places, "hypotheses"_a, "references"_a, "starts"_a, "tokenization"_a, "threads"_a,
             nb::sig("def place_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, threads: int) "
                     "-> numpy.typing.NDArray[numpy.float64]"),
             "Words in ascending order and words with a place, and lengths, a row for each reference.");
  module.def("match_rows", &bind_matches, "hypotheses"_a, "references"_a, "starts"_a, "tokenization"_a, "matcher"_a,
             "relations"_a, "threads"_a,
             nb::sig("def match_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, matcher: Matcher, "
                     "relations: WordRelations, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "Matched words and chunks, and lengths, a row for each reference.");
  module.def("distinct_words", &bind_distinct_words, "texts"_a, "tokenization"_a,
             nb::sig("def distinct_words(texts: Segments, tokenization: Tokenization) -> list[str]"),
             "The different words of texts, in the order of their first occurrence.");
  module.def("longest_runs", &bind_longest_runs, "hypothesis"_a, "reference"_a,
             nb::sig("def longest_runs(hypothesis: Segments, reference: Segments) -> list[tuple[int, int, int]]"),
             "The runs (start, start, length) of two lists of words in the order in which they are taken.");
  module.def("context_places", &bind_context_places, "hypothesis"_a, "reference"_a,
             nb::sig("def context_places(hypothesis: Segments, reference: Segments) -> list[tuple[int, int]]"),
             "Positions of hypothesis words and their places in the reference.");
  module.def("match_words", &bind_match_words, "hypothesis"_a, "reference"_a, "matcher"_a, "relations"_a,
             nb::sig("def match_words(hypothesis: Segments, reference: Segments, matcher: Matcher, "
                     "relations: WordRelations) -> list[tuple[int, int, int]]"),
             "Positions of words that go together, and the stage that found them, counted from 1.");
}

}  // namespace mtassay
