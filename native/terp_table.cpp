#include "terp.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace mtassay {
namespace {

constexpr double unreached = std::numeric_limits<double>::infinity();

}  // namespace

void TerpAligner::prepare() {
  const std::size_t reference = rows_ - 1;
  const std::array<double, 4> cost_of{costs_.substitution, 0.0, costs_.stem, costs_.synonym};
  pair_costs_.resize(words_ * reference);
  for (std::size_t k = 0; k < pair_costs_.size(); ++k) {
    pair_costs_[k] = cost_of[static_cast<std::size_t>(pair_.alike[k])];
  }
  table_.resize((words_ + 1) * rows_);
  tried_table_.resize(table_.size());
  backward_.resize(table_.size());
  columns_.resize(words_ + 1);
  for (std::size_t column = 0; column <= words_; ++column) columns_[column] = &table_[column * rows_];
  first_reached_.assign(words_ + 1, 0);
  after_reached_.assign(words_ + 1, rows_);
  table_[0] = 0;
  for (std::size_t row = 1; row < rows_; ++row) table_[row] = table_[row - 1] + costs_.deletion;
  prepare_phrases();
}

void TerpAligner::prepare_phrases() {
  longest_phrase_ = 0;
  if (pair_.phrases.empty()) return;
  ending_.assign(rows_, {});
  starting_.assign(rows_, {});
  for (std::uint32_t k = 0; k < pair_.phrases.size(); ++k) {
    const WeightedPair& phrase = pair_.phrases[k];
    ending_[phrase.start + phrase.length].push_back(k);
    starting_[phrase.start].push_back(k);
    longest_phrase_ = std::max(longest_phrase_, phrase.hypothesis.size());
  }
  // in the order in which the program comes to them; of equal costs the first is taken
  for (auto& numbers : ending_) {
    std::ranges::sort(numbers, [&](std::uint32_t left, std::uint32_t right) {
      const WeightedPair &a = pair_.phrases[left], &b = pair_.phrases[right];
      return std::pair(a.hypothesis.size(), a.length) > std::pair(b.hypothesis.size(), b.length);
    });
  }
}

/// The columns behind `known`, which is right already, up to `end`.
void TerpAligner::fill(std::size_t known, std::size_t end, const std::vector<std::size_t>& order) {
  for (std::size_t column = known + 1; column <= end; ++column) {
    if (pair_.phrases.empty()) {
      fill_column(column, order);
    } else {
      fill_column_with_phrases(column, order);
    }
  }
}

/// Without phrases a cell is reached from its neighbours alone, and the beam cuts no path off but by its cost.
void TerpAligner::fill_column(std::size_t column, const std::vector<std::size_t>& order) {
  const double* const pair_costs = &pair_costs_[order[column - 1] * (rows_ - 1)];
  const double* const left = columns_[column - 1];
  double* const here = columns_[column];
  const double insertion = costs_.insertion, deletion = costs_.deletion;
  double best = unreached;
  here[0] = left[0] + insertion;
  for (std::size_t row = 1; row < rows_; ++row) {
    const double diagonal = left[row - 1] + pair_costs[row - 1];
    const double straight = left[row] + insertion;
    best = diagonal < best ? diagonal : best;
    here[row] = straight < diagonal ? straight : diagonal;
  }
  const double limit = column < words_ ? best + costs_.beam : unreached;
  double above = here[0];
  double highest = above;
  for (std::size_t row = 1; row < rows_; ++row) {
    const double down = above + deletion;
    above = down < here[row] ? down : here[row];
    here[row] = above;
    highest = above > highest ? above : highest;
  }
  if (!(highest > limit)) return;
  above = unreached;
  for (std::size_t row = 0; row < rows_; ++row) {
    double cost = left[row] + insertion;
    if (row > 0) cost = std::min({cost, left[row - 1] + pair_costs[row - 1], above + deletion});
    above = here[row] = cost > limit ? unreached : cost;
  }
}

bool TerpAligner::stands_at(const WeightedPair& phrase, std::size_t place, const std::vector<std::size_t>& order) const {
  const std::size_t length = phrase.hypothesis.size();
  if (place + length > words_) return false;
  for (std::size_t k = 0; k < length; ++k) {
    if (pair_.hypothesis[order[place + k]] != phrase.hypothesis[k]) return false;
  }
  return true;
}

/// What a cell costs that is reached by a phrase; infinite if the phrase does not end there.
double TerpAligner::arc_cost(const WeightedPair& phrase, std::size_t column, std::size_t row,
                             const std::vector<std::size_t>& order) const {
  const std::size_t length = phrase.hypothesis.size();
  if (length > column || !stands_at(phrase, column - length, order)) return unreached;
  return cell(row - phrase.length, column - length) + phrase.cost;
}

/// With phrases, cells behind those that deletions lead to can be reached, which the program leaves out.
void TerpAligner::fill_column_with_phrases(std::size_t column, const std::vector<std::size_t>& order) {
  const double* const pair_costs = &pair_costs_[order[column - 1] * (rows_ - 1)];
  const Likeness* const alike = &pair_.alike[order[column - 1] * (rows_ - 1)];
  const double* const left = columns_[column - 1];
  double* const here = columns_[column];
  const bool is_last = column == words_;
  double best = unreached;
  arcs_.assign(rows_, unreached);
  here[0] = left[0] + costs_.insertion;
  for (std::size_t row = 1; row < rows_; ++row) {
    double arc = unreached, single = unreached;
    for (const std::uint32_t number : ending_[row]) {
      const WeightedPair& phrase = pair_.phrases[number];
      double& least = phrase.length == 1 && phrase.hypothesis.size() == 1 ? single : arc;
      least = std::min(least, arc_cost(phrase, column, row, order));
    }
    const double diagonal = left[row - 1] + pair_costs[row - 1];
    if (alike[row - 1] == Likeness::same || diagonal < arc) best = std::min(best, diagonal);
    here[row] = std::min({arc, diagonal, single, left[row] + costs_.insertion});
  }
  const double limit = is_last ? unreached : best + costs_.beam;
  const std::size_t first = first_reached_[column - 1];
  // behind this row none is gone on from, unless deletions lead there
  std::size_t last = after_reached_[column - 1];
  first_reached_[column] = after_reached_[column] = 0;
  bool is_first = true, is_over = first >= last;
  double above = unreached;
  for (std::size_t row = 0; row < rows_; ++row) {
    const double down = above + costs_.deletion;
    if (down < here[row]) {
      here[row] = down;
      if (row > last) last = row;
    }
    is_over = is_over || (row >= first && row > last);
    const bool is_reached =
        row >= first && here[row] < unreached && (is_last || (!is_over && !(here[row] > limit)));
    if (is_reached) {
      if (is_first) first_reached_[column] = row;
      is_first = false;
      after_reached_[column] = row + 1;
    } else if (!(is_last && row + 1 == rows_)) {
      here[row] = unreached;
    }
    above = is_reached ? here[row] : unreached;
  }
}

/// The least that it costs from each cell to the end, whatever the beam leaves out.
void TerpAligner::fill_backward() {
  const std::size_t reference = rows_ - 1;
  double* const end = &backward_[words_ * rows_];
  end[reference] = 0;
  for (std::size_t row = reference; row-- > 0;) end[row] = end[row + 1] + costs_.deletion;
  for (std::size_t column = words_; column-- > 0;) {
    const double* const pair_costs = &pair_costs_[order_[column] * reference];
    const double* const right = &backward_[(column + 1) * rows_];
    double* const here = &backward_[column * rows_];
    here[reference] = right[reference] + costs_.insertion;
    for (std::size_t row = reference; row-- > 0;) {
      here[row] = std::min(right[row + 1] + pair_costs[row], right[row] + costs_.insertion);
    }
    if (!pair_.phrases.empty()) {
      for (std::size_t row = 0; row < reference; ++row) {
        for (const std::uint32_t number : starting_[row]) {
          const WeightedPair& phrase = pair_.phrases[number];
          if (!stands_at(phrase, column, order_)) continue;
          const double after = backward_[(column + phrase.hypothesis.size()) * rows_ + row + phrase.length];
          here[row] = std::min(here[row], after + phrase.cost);
        }
      }
    }
    for (std::size_t row = reference; row-- > 0;) here[row] = std::min(here[row], here[row + 1] + costs_.deletion);
  }
}

/// By which edit a cell of the table was reached; of several the one that the program takes.
TerpStep TerpAligner::step_into(std::size_t row, std::size_t column) const {
  const double cost = cell(row, column);
  if (row > 0 && column > 0) {
    const WeightedPair* single = nullptr;
    if (!pair_.phrases.empty()) {
      for (const std::uint32_t number : ending_[row]) {
        const WeightedPair& phrase = pair_.phrases[number];
        if (arc_cost(phrase, column, row, order_) != cost) continue;
        if (phrase.length > 1 || phrase.hypothesis.size() > 1) {
          return {TerpEdit::phrase, phrase.hypothesis.size(), phrase.length, phrase.cost};
        }
        single = &phrase;
      }
    }
    const std::size_t pair = order_[column - 1] * (rows_ - 1) + row - 1;
    if (cell(row - 1, column - 1) + pair_costs_[pair] == cost) {
      constexpr std::array edits{TerpEdit::substitution, TerpEdit::match, TerpEdit::stem, TerpEdit::synonym};
      return {edits[static_cast<std::size_t>(pair_.alike[pair])], 1, 1, pair_costs_[pair]};
    }
    if (single != nullptr) return {TerpEdit::phrase, 1, 1, single->cost};
  }
  if (column > 0 && cell(row, column - 1) + costs_.insertion == cost) {
    return {TerpEdit::insertion, 1, 0, costs_.insertion};
  }
  assert(row > 0);
  return {TerpEdit::deletion, 0, 1, costs_.deletion};
}

}  // namespace mtassay
