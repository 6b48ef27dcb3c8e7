/// TERp: the cheapest edits and shifts that turn a hypothesis into a reference, where edits have costs of their own and
/// stems, synonyms and phrases count as edits (Snover, Madnani, Dorr and Schwartz 2009).
///
/// Every limit, order and tie of the TERp program is kept, down to the order of additions, so that costs and edits are
/// equal. The program computes the whole table of costs for each candidate shift. Here the columns before the words that
/// it moves are those from before, and the costs from each cell to the end, known from one backward pass, tell most
/// candidates that cannot be the best behind the last word that moves.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "symbols.hpp"

namespace mtassay {

/// A set of costs as the program comes with; `beam` is how much a cell may cost above the best of its column.
struct TerpCosts {
  double deletion, insertion, substitution, shift, stem, synonym, beam;
  std::array<double, 4> phrase;
};

/// How a word of the hypothesis is like one of the reference.
enum class Likeness : std::uint8_t { other, same, stem, synonym };

/// Words of a reference that may stand for words of a hypothesis, at a cost.
struct WeightedPair {
  std::size_t start, length;      ///< in the reference
  std::vector<Symbol> hypothesis;  ///< words, wherever they stand
  double cost;
};

/// What is compared. `alike` has a row for each word of the hypothesis; stop words cannot be shifted by themselves.
struct TerpPair {
  std::span<const Symbol> hypothesis, reference;
  std::span<const Likeness> alike;
  std::span<const std::uint8_t> hypothesis_stops, reference_stops;
  std::span<const WeightedPair> phrases;
};

enum class TerpEdit : std::uint8_t { match, substitution, stem, synonym, phrase, deletion, insertion };
inline constexpr std::size_t terp_edits = 7;

/// One edit: how many words of the hypothesis and of the reference it covers, and what it costs.
struct TerpStep {
  TerpEdit edit;
  std::size_t hypothesis, reference;
  double cost;
};

/// Words from `start` up to `end` that are moved behind what stood at `place`, counted from 1; 0 is the front.
struct TerpShift {
  std::size_t start, end, place;
  auto operator<=>(const TerpShift&) const = default;
};

/// Keeps memory between calls, so each thread has its own.
class TerpAligner {
 public:
  explicit TerpAligner(const TerpCosts& costs) : costs_(costs) {}

  /// The cost of shifts and edits.
  double operator()(const TerpPair& pair);

  /// Of the last call, in the order in which they were applied.
  const std::vector<TerpShift>& shifts() const { return shifts_; }
  /// Edits of the last call from left to right, after its shifts.
  const std::vector<TerpStep>& steps() const { return steps_; }
  /// Where the words of the last call's hypothesis stood at first, in their order after the shifts.
  const std::vector<std::size_t>& order() const { return order_; }

 private:
  static constexpr std::size_t max_shift_size = 10;

  void prepare();
  void prepare_phrases();
  void fill(std::size_t known, std::size_t end, const std::vector<std::size_t>& order);
  void fill_column(std::size_t column, const std::vector<std::size_t>& order);
  void fill_column_with_phrases(std::size_t column, const std::vector<std::size_t>& order);
  void fill_backward();
  double arc_cost(const WeightedPair& phrase, std::size_t column, std::size_t row,
                  const std::vector<std::size_t>& order) const;
  bool stands_at(const WeightedPair& phrase, std::size_t place, const std::vector<std::size_t>& order) const;
  void trace();
  TerpStep step_into(std::size_t row, std::size_t column) const;
  void find_errors();
  void gather_shifts();
  void gather_shifts_from(std::size_t start, std::size_t from);
  void add_shifts(std::size_t start, std::size_t end, std::size_t from, std::size_t to);
  bool find_best_shift(TerpShift& best);
  double cost_after(const TerpShift& shift, double bar);
  double cell(std::size_t row, std::size_t column) const { return columns_[column][row]; }
  double total() const { return cell(rows_ - 1, words_); }

  TerpCosts costs_;
  TerpPair pair_;
  std::size_t words_ = 0;  ///< of the hypothesis
  std::size_t rows_ = 0;   ///< of the table: words of the reference and one more
  std::vector<double> pair_costs_;
  std::vector<std::size_t> order_, tried_order_;
  std::vector<double> table_, tried_table_, backward_;  ///< column by column; a cell that is not gone on from is infinite
  std::vector<double*> columns_;
  std::vector<std::size_t> first_reached_, after_reached_;  ///< of each column; equal where no cell is gone on from
  std::vector<std::size_t> first_before_, after_before_;    ///< the same before any shift was tried
  std::vector<std::vector<std::uint32_t>> ending_, starting_;  ///< phrases by their place in the reference
  std::size_t longest_phrase_ = 0;                           ///< in words of the hypothesis
  std::vector<double> arcs_;
  std::vector<TerpStep> steps_;
  std::vector<TerpShift> shifts_;
  std::vector<std::int64_t> to_hypothesis_, to_reference_;  ///< of each word, the word at which or behind which it is
  std::vector<std::size_t> hypothesis_errors_, reference_errors_, hypothesis_content_, reference_content_;  ///< added up
  std::array<std::vector<TerpShift>, max_shift_size + 1> found_;  ///< by the longer of both spans, less 1
  std::vector<std::pair<std::size_t, std::size_t>> reached_;
};

}  // namespace mtassay
