/// Extended edit distance, EED (Stanchev, Wang and Ney 2019): edits of characters, where the path may jump to
/// another place of the hypothesis after each reference word, and every place that is visited more than once, or never,
/// is counted.
///
/// One row of costs for each reference character, O(h · r) time. A row is a chain: each cell may follow from the one
/// before it. Several rows, up to the next jump, are therefore computed side by side, each a column behind the one above.
///
/// Arithmetic is that of the definition, double by double and in its order. Costs in whole tenths, or a running minimum
/// in place of the chain, would be faster and exact, and wrong: the cell where a row is cheapest counts as visited, 0.2
/// is not a binary fraction, and which of two cells of equal cost is the cheaper one is decided by how the sums were
/// rounded. With exact costs one segment in three gets another score than from the authors' program, by up to 0.01.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "segments.hpp"
#include "symbols.hpp"

namespace mtassay {

/// What a step costs besides substitution, which costs 1. All are 0 or more, and finite.
struct EedCosts {
  double jump, deletion, insertion;
};

struct EedCounts {
  double cost;          ///< of the cheapest path
  std::int64_t visits;  ///< one for each place of the hypothesis never visited, and for each visit but the first
};

/// Keeps memory between calls, so each thread has its own.
class ExtendedEditDistance {
 public:
  explicit ExtendedEditDistance(EedCosts costs) : costs_(costs) {}
  /// The texts with what stands around them; after the symbol `space` of the reference the path may jump.
  EedCounts operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference, Symbol space);

 private:
  const double* differences(std::span<const Symbol> hypothesis, Symbol symbol);

  EedCosts costs_;
  std::size_t width_ = 0;              ///< cells of a row, with what stands around it
  std::vector<double> cells_;          ///< a few rows of costs
  std::vector<double> differences_;    ///< for some symbols a row: 0 where the hypothesis has it, else 1
  std::vector<Symbol> different_from_; ///< the symbol of each of these rows, or 0
  std::vector<std::uint8_t> visited_;
};

constexpr std::size_t eed_row_width = 4;

/// A row for each reference: cost, visits, characters of the hypothesis and of the reference. For the distance a space is
/// put before and after each text; the numbers of characters are without them.
void eed_rows(const Segments& hypotheses, const References& references, EedCosts costs, unsigned threads,
              std::span<double> rows);

}  // namespace mtassay
