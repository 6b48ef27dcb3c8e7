/// How far texts are from other texts of their group: the translations of one source, for example. Each text of a
/// group is cut and numbered once, not once for each pair; groups are shared out among threads.
#pragma once

#include <cstdint>
#include <span>

#include "segments.hpp"
#include "tokenizers.hpp"

namespace mtassay {

/// Each of them is symmetric, and 0 for equal texts.
enum class Closeness : std::uint8_t {
  edits,  ///< tokens inserted, deleted or replaced
  /// The larger one of the cover distances of both directions. One direction alone lets a text that holds all of the
  /// other and much else pass as close, since what is not needed is skipped at a single cost; neither exceeds `edits`.
  moves,
  /// 1 - F1 of character n-grams without white space, precision and recall being means over the orders that both
  /// texts have, as in chrF with beta 1. Texts without characters are 0 from each other and 1 from all others.
  ngrams,
};

struct DistanceSettings {
  Closeness closeness = Closeness::edits;
  Tokenization tokenization = Tokenization::none;  ///< what edits and moves count
  std::size_t max_order = 6;                       ///< of n-grams
};

/// From each text on the left to every text of its group on the right, `groups[i]` being the group of text i. Those of
/// the first text come first; `distances` has exactly the room that they need.
void grouped_distances(const Segments& left, std::span<const std::int64_t> groups, const References& right,
                       const DistanceSettings& settings, unsigned threads, std::span<double> distances);

/// From each text to every text of its own group, itself included: grouped_distances with both sides the same, at half
/// the cost for edits and moves.
void inner_distances(const References& texts, const DistanceSettings& settings, unsigned threads,
                     std::span<double> distances);

/// How many tokens each text has.
void count_tokens(const Segments& texts, Tokenization tokenization, unsigned threads, std::span<std::int64_t> counts);

}  // namespace mtassay
