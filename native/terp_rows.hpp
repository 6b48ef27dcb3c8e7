/// Batches to rows of TERp: what words and phrases are to one another, pair by pair. White space at the end of a text is
/// dropped first.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "relations.hpp"
#include "segments.hpp"
#include "symbols.hpp"
#include "terp.hpp"
#include "tokenizers.hpp"

namespace mtassay {

/// Phrases, words with single spaces between them, and how probably each stands for the other. Never changes, so threads
/// share it.
class WeightedPhrases {
 public:
  WeightedPhrases() = default;
  WeightedPhrases(Segments references, Segments hypotheses, std::vector<double> probabilities);

  struct Entry {
    std::vector<std::string_view> hypothesis;
    double probability;
  };
  bool empty() const { return by_reference_.empty(); }
  /// The most words of a phrase of references.
  std::size_t longest() const { return longest_; }
  /// What may stand for a phrase of a reference.
  std::span<const Entry> find(std::string_view reference) const;

 private:
  Segments references_, hypotheses_;  // the texts that the entries lie in
  std::unordered_map<std::string_view, std::vector<Entry>> by_reference_;
  std::size_t longest_ = 0;
};

/// All that is known of words, and what edits cost.
struct TerpKnowledge {
  const WordRelations& relations;
  const WeightedPhrases& phrases;
  std::unordered_set<std::string_view> stops;
  TerpCosts costs;
};

/// Compares a text with a reference. Keeps memory between calls, so each thread has its own.
class TerpMeasure {
 public:
  explicit TerpMeasure(const TerpKnowledge& knowledge);
  /// The cost; what it comes from, the aligner tells until the next call.
  double operator()(std::string_view hypothesis, std::string_view reference);
  const TerpAligner& aligner() const { return aligner_; }
  std::size_t reference_words() const { return reference_.size(); }

 private:
  void number(std::string_view hypothesis, std::string_view reference);
  void find_alike();
  void find_phrases();
  double phrase_cost(const WeightedPair& phrase, double probability);
  Likeness likeness(Symbol hypothesis, Symbol reference) const;

  const TerpKnowledge& knowledge_;
  TerpAligner aligner_, phrase_aligner_;
  Tokenizer tokenizer_{Tokenization::none};
  WordNumbers numbers_;
  std::vector<std::string_view> tokens_, words_;  ///< `words_` by their symbols, less 1
  std::vector<Symbol> hypothesis_, reference_;
  std::size_t hypothesis_symbols_ = 0;
  std::vector<std::int64_t> known_;        ///< of each symbol, its number among the words that are known
  std::vector<std::uint8_t> stops_;        ///< by symbols
  std::vector<Likeness> alike_, likeness_;  ///< by places; by symbols of the hypothesis and the reference
  std::vector<std::uint8_t> hypothesis_stops_, reference_stops_;
  std::vector<WeightedPair> phrases_;
};

/// Cost, words of the reference, then how many edits there are of each kind of TerpEdit but matches, then shifts; a row for
/// each reference.
inline constexpr std::size_t terp_row_width = 2 + terp_edits - 1 + 1;
void terp_rows(const Segments& hypotheses, const References& references, const TerpKnowledge& knowledge,
               unsigned threads, std::span<double> rows);

}  // namespace mtassay
