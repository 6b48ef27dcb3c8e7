/// Batches to rows of statistics of matched words. White space at the end of a text is dropped first.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "matcher.hpp"
#include "relations.hpp"
#include "segments.hpp"
#include "symbols.hpp"
#include "tokenizers.hpp"

namespace mtassay {

/// Matched words, runs, (Σ length^exponent)^(1/exponent), hypothesis length, reference length, with the runs of
/// LongestRuns. A row for each reference, or, where references are `joined`, one for each segment: then runs may lie
/// in any of its references, each word of which is used once, and the length is their mean.
inline constexpr std::size_t run_row_width = 5;
void run_rows(const Segments& hypotheses, const References& references, Tokenization tokenization, double exponent,
              bool joined, unsigned threads, std::span<double> rows);

/// Pairs of words in ascending order, words that have a place, hypothesis length, reference length, with the places of
/// ContextPlaces; a row for each reference.
inline constexpr std::size_t place_row_width = 4;
void place_rows(const Segments& hypotheses, const References& references, Tokenization tokenization, unsigned threads,
                std::span<double> rows);

/// Matched words, chunks, hypothesis length, reference length, with the pairs of WordMatcher in the stages exact, stem
/// and synonym, as far as `relations` knows stems and synonyms; a row for each reference.
inline constexpr std::size_t match_row_width = 4;
void match_rows(const Segments& hypotheses, const References& references, Tokenization tokenization, Matcher matcher,
                const WordRelations& relations, unsigned threads, std::span<double> rows);

/// The different words of texts, in the order of their first occurrence.
std::vector<std::string> distinct_words(const Segments& texts, Tokenization tokenization);

/// Runs the stages of METEOR over two texts. Keeps memory between calls, so each thread has its own.
class StagedMatcher {
 public:
  StagedMatcher(Matcher matcher, const WordRelations& relations);
  /// Symbols are 1..`words.size()`, and `words` the word of each.
  WordMatcher& operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference,
                          std::span<const std::string_view> words);

 private:
  void match_stems(std::span<const Symbol> hypothesis, std::span<const Symbol> reference);
  void match_synonyms(std::span<const Symbol> hypothesis, std::span<const Symbol> reference);

  const WordRelations& relations_;
  WordMatcher matcher_;
  std::vector<std::int64_t> known_;        ///< of each symbol, its number among the words of the batch
  std::vector<Symbol> stem_symbols_;       ///< of each symbol, that of its stem
  std::vector<Symbol> stemmed_hypothesis_, stemmed_reference_;
  std::vector<Symbol> by_stem_, by_word_;  ///< symbols in this segment of stems and words; all 0 between calls
  std::vector<std::uint32_t> related_starts_;
  std::vector<Symbol> related_;
};

}  // namespace mtassay
