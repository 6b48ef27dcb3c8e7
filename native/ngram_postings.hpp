/// Which n-grams of words stand in which segments, and how often in the output and the reference of each system.
///
/// An n-gram is the number of the n-gram before its last word, and that word: a pair that fits into 64 bits, so that
/// equal numbers are equal n-grams. Orders are counted one after the other, because what stands in few segments is part
/// of nothing that stands in many. Cost: one look-up a word and order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "words.hpp"

namespace mtassay {

/// N-grams by order, and of one order by first occurrence. The postings of n-gram i are starts[i] up to starts[i + 1],
/// one for each segment that it stands in, in their order.
struct NgramPostings {
  std::vector<std::uint8_t> orders;
  std::vector<std::int32_t> words;  ///< for each n-gram as many numbers as the highest order has words, at its end -1
  std::vector<std::int64_t> starts;
  std::vector<std::int32_t> segments;
  std::vector<std::int32_t> counts;  ///< for each posting one of each text
};

/// The n-grams of orders 1..`max_order` that stand in `least` segments or more, in whatever text. All `texts` have the
/// same segments; one that is given twice is looked at once.
NgramPostings ngram_postings(std::span<const NumberedView> texts, std::size_t max_order, std::size_t least,
                             unsigned threads);

}  // namespace mtassay
