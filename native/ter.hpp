/// Translation edit rate: shifts of blocks of words, then edits (Snover et al. 2006), in sacreBLEU's
/// reading of tercom: every limit, tie and corner of that reading is kept, so counts are equal.
///
/// A greedy search applies the shift that lowers the edit distance most, until none does. sacreBLEU
/// computes the distance of every candidate shift from its first changed word to the end of the
/// line. Here the costs from each cell to the end are known from a backward pass, so only the rows
/// of the words that the shift moves are computed: the cost of a candidate does not grow with the
/// length of the line. At most 1000 candidates are tried, each within a beam of about 50 columns,
/// so the whole is linear in the length of the line, times a constant.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symbols.hpp"

namespace mtassay {

/// A block of hypothesis words moved from `start` to before what stood at `target`.
struct Shift {
  std::size_t start, length, target;
};

/// Computes edits. Keeps memory between calls, so each thread has its own.
class TerAligner {
 public:
  /// Shifts and edits that turn `hypothesis` into `reference`.
  std::int64_t operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference);

  /// The shifts of the last call, in the order in which they were applied.
  const std::vector<Shift>& shifts() const { return shifts_; }
  /// Where the words of the last call's hypothesis stood before those shifts, in their order after them.
  std::vector<std::size_t> order() const;

 private:
  using Cost = std::int32_t;

  /// The columns of row i that the beam reaches, and where they are stored in `forward_` and `backward_`.
  struct Row {
    std::size_t begin, end, offset;
  };

  void lay_out_beam();
  void fill_row(std::size_t row, const Cost* above, Symbol word, Cost* costs) const;
  void fill_forward(std::size_t known);
  void fill_backward(std::size_t known);
  void trace();
  Cost distance_after(const Shift& shift);
  bool find_best_shift(Shift& best);
  Cost total() const { return forward_[rows_.back().offset + reference_.size() - rows_.back().begin]; }

  std::span<const Symbol> reference_;
  std::vector<Symbol> words_, moved_;
  std::vector<Row> rows_;
  std::vector<Cost> forward_, backward_, above_, below_;
  std::vector<std::int64_t> aligned_;                 ///< for each reference word the hypothesis word before or at it
  std::vector<std::int64_t> hypothesis_errors_, reference_errors_;  ///< errors before each position, added up
  std::vector<Shift> shifts_;
  std::size_t tried_ = 0;
};

}  // namespace mtassay
