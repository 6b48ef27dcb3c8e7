/// Longest common subsequences of two texts: how long, and which words of the reference.
///
/// Bit-parallel (Hyyrö 2004, "Bit-parallel LCS-length computation revisited"): a bit for each word of
/// the reference, all of them moved on by one addition for each word of the hypothesis. Cost: words
/// of one times words of the other / 64. Where the words are asked for, the bits after each word of
/// the hypothesis are kept, an eighth of a byte for each pair of words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symbols.hpp"

namespace mtassay {

/// Keeps memory between calls, so each thread has its own.
class SubsequenceFinder {
 public:
  /// The reference that the calls after this one are about; it must live as long. Symbols are 1..`symbols`.
  void set_reference(std::span<const Symbol> reference, std::size_t symbols);

  /// The length of the longest common subsequence.
  std::size_t length(std::span<const Symbol> hypothesis);

  /// Sets found[i] for each word i of the reference that is in one longest common subsequence: of several
  /// the one that is found from the ends of both texts, where a word of the reference is left out before
  /// a word of the hypothesis, as rouge-score and ROUGE 1.5.5 do.
  void mark(std::span<const Symbol> hypothesis, std::span<std::uint8_t> found);

 private:
  template <class Keep>
  void run(std::span<const Symbol> hypothesis, Keep keep);

  std::span<const Symbol> reference_;
  std::vector<std::uint32_t> ends_, places_;  ///< those of word w in the reference end at ends_[w], where those of w + 1 begin
  std::vector<std::uint64_t> open_;             ///< bit i is 0 where word i lengthens the subsequence
  std::vector<std::uint64_t> matching_, kept_;
};

/// The words that the sentences of a reference share with those of a hypothesis: for each sentence the
/// union of its longest common subsequences with all sentences, each word counted at most as often as
/// both texts have it (Lin 2004, "ROUGE: A Package for Automatic Evaluation of Summaries", 3.2).
class UnionFinder {
 public:
  std::size_t operator()(std::span<const std::span<const Symbol>> hypothesis,
                         std::span<const std::span<const Symbol>> reference, std::size_t symbols);

 private:
  SubsequenceFinder finder_;
  std::vector<std::uint8_t> found_;
  std::vector<std::uint32_t> in_hypothesis_;
};

}  // namespace mtassay
