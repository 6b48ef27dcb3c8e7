/// Which word of a hypothesis goes with which word of a reference.
#pragma once

#include <cstdint>
#include <span>

namespace mtassay {

struct WordPair {
  std::uint32_t hypothesis = 0, reference = 0;
  bool operator==(const WordPair&) const = default;
};

/// How many chunks the pairs form: runs of pairs that are adjacent, and in the same order, on both sides.
/// The pairs are sorted by hypothesis position, which no two of them share.
inline std::int64_t count_chunks(std::span<const WordPair> pairs) {
  std::int64_t chunks = pairs.empty() ? 0 : 1;
  for (std::size_t k = 1; k < pairs.size(); ++k) {
    chunks += pairs[k].hypothesis != pairs[k - 1].hypothesis + 1 || pairs[k].reference != pairs[k - 1].reference + 1;
  }
  return chunks;
}

}  // namespace mtassay
