/// N-grams of two texts that are carried onto each other, each as far as it is like others (Liu, Dahlmeier and Ng 2010).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_set>

#include "relations.hpp"
#include "segments.hpp"

namespace mtassay {

/// What is known of words. Either both kinds of texts have tags or none; a tag stands for each word.
struct TeslaKnowledge {
  const WordRelations& relations;
  std::unordered_set<std::string_view> function_words;
  Segments hypothesis_tags, reference_tags;
};

inline constexpr std::size_t tesla_orders = 3;
/// What is gained, and what the n-grams of the hypothesis and of the reference weigh, for each order; a row for each
/// reference. White space at the end of a text is dropped first.
inline constexpr std::size_t tesla_row_width = 3 * tesla_orders;
void tesla_rows(const Segments& hypotheses, const References& references, const TeslaKnowledge& knowledge,
                unsigned threads, std::span<double> rows);

}  // namespace mtassay
