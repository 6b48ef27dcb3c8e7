/// Common runs of words, the longest first: how GTM (Melamed, Green and Turian 2003) and the METEOR of the DISA
/// report choose which words go together.
///
/// A run is a stretch of words that both texts have. The longest run is taken, then the longest one among the words
/// that are left, and so on down to single words; of runs of one length that with the smallest hypothesis start, then
/// the smallest reference start. Which matching has the largest Σ length^e for e > 1 is hard to say; this is a greedy
/// answer, and for e = 1 it is exact, because no word that both texts still have is left over.
///
/// All maximal runs of two words or more go into a heap. One that comes up with some of its words taken is cut into
/// what is left of it and put back. Single words are dealt out last, without the heap. Time and memory grow with the
/// number of pairs of equal words, times the logarithm of the number of runs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symbol_positions.hpp"
#include "symbols.hpp"

namespace mtassay {

struct Run {
  std::uint32_t hypothesis, reference, length;
  bool operator==(const Run&) const = default;
};

/// Keeps memory between calls, so each thread has its own.
class LongestRuns {
 public:
  /// The runs in the order in which they were taken. Symbols are 1..`symbols`; a 0 in the reference goes with
  /// nothing, so no run crosses it.
  std::span<const Run> operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference,
                                  std::size_t symbols);

 private:
  void take(const Run& run);

  SymbolPositions positions_;
  std::vector<Run> heap_, runs_;
  std::vector<std::uint8_t> hypothesis_taken_, reference_taken_;
  std::vector<std::uint32_t> next_;  ///< of each symbol, how many of its reference positions were looked at
};

/// (Σ length^exponent)^(1/exponent), for an exponent of 1 or more; never overflows.
double matching_size(std::span<const Run> runs, double exponent);

}  // namespace mtassay
