/// Places of hypothesis words in the reference, as RIBES finds them (Isozaki et al. 2010).
///
/// A word that occurs once in each text has its place there. Any other word is looked at in context: the shortest
/// stretch of the hypothesis that begins or ends with it and occurs exactly once in each text gives the place; of two
/// equally short ones, that which ends with the word. A word without such a stretch has no place.
///
/// RIBES tries stretches one after the other. Here the longest common contexts of a word with all its other
/// occurrences say at once how long the stretch must be: longer than what it shares with any other hypothesis
/// position and with the second-nearest reference position, and no longer than what it shares with the nearest.
/// Time grows with the number of pairs of equal words, memory with the texts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symbol_positions.hpp"
#include "symbols.hpp"
#include "word_pairs.hpp"

namespace mtassay {

/// Keeps memory between calls, so each thread has its own.
class ContextPlaces {
 public:
  /// The words that have a place, from left to right. Two of them may have the same place. Symbols are 1..`symbols`.
  std::span<const WordPair> operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference,
                                       std::size_t symbols);

 private:
  /// The shortest stretch that tells a word apart, and where it stands; length 0 where there is none.
  struct Place {
    std::uint32_t length = 0, reference = 0;
  };
  /// How long the text around a word agrees with that around each place, for the row that was looked at last.
  struct Shared {
    std::uint32_t row = 0, length = 0;
  };

  template <bool forwards>
  Place look(std::size_t i, Symbol word);

  SymbolPositions in_hypothesis_, in_reference_;
  std::vector<Shared> hypothesis_shared_, reference_shared_;
  std::vector<Place> before_;
  std::vector<WordPair> pairs_;
};

/// Of all pairs of pairs, how many have their reference positions in ascending order: O(n log n).
class AscendingPairs {
 public:
  std::int64_t operator()(std::span<const WordPair> pairs, std::size_t reference_length);

 private:
  std::vector<std::int64_t> tree_;  ///< a Fenwick tree over reference positions
};

}  // namespace mtassay
