#include "terp.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace mtassay {
namespace {

constexpr std::int64_t max_shift_distance = 50;
constexpr double unreached = std::numeric_limits<double>::infinity();
constexpr double rounding = 1e-9;  // far above what additions in another order can change, far below any cost

/// The words that a shift moves, and where they stood: from `first` up to `last`.
struct Moved {
  std::size_t first, last;
};

/// Rotates the block to its place.
Moved move_words(const TerpShift& shift, std::vector<std::size_t>& order) {
  const auto at = [&](std::size_t i) { return order.begin() + static_cast<std::ptrdiff_t>(i); };
  if (shift.place <= shift.start) {
    std::rotate(at(shift.place), at(shift.start), at(shift.end));
    return {shift.place, shift.end};
  }
  // a place inside the block moves it right by so many words less one, as in the program
  const std::size_t last =
      shift.place > shift.end ? shift.place : std::min(order.size(), shift.end + shift.place - 1 - shift.start);
  std::rotate(at(shift.start), at(shift.end), at(last));
  return {shift.start, last};
}

}  // namespace

double TerpAligner::operator()(const TerpPair& pair) {
  pair_ = pair;
  words_ = pair.hypothesis.size();
  rows_ = pair.reference.size() + 1;
  order_.resize(words_);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  shifts_.clear();
  steps_.clear();
  if (words_ == 0 || rows_ == 1) {
    double cost = 0;
    for (std::size_t i = 0; i < words_; ++i) {
      steps_.push_back({TerpEdit::insertion, 1, 0, costs_.insertion});
      cost += costs_.insertion;
    }
    for (std::size_t i = 1; i < rows_; ++i) {
      steps_.push_back({TerpEdit::deletion, 0, 1, costs_.deletion});
      cost += costs_.deletion;
    }
    return cost;
  }
  prepare();
  fill(0, words_, order_);
  double cost_of_shifts = 0;
  while (true) {
    trace();
    TerpShift shift{};
    if (!find_best_shift(shift)) break;
    const Moved moved = move_words(shift, order_);
    for (std::size_t column = 0; column <= words_; ++column) columns_[column] = &table_[column * rows_];
    fill(moved.first, words_, order_);
    shifts_.push_back(shift);
    cost_of_shifts += costs_.shift;
  }
  return total() + cost_of_shifts;
}

void TerpAligner::trace() {
  steps_.clear();
  for (std::size_t row = rows_ - 1, column = words_; row > 0 || column > 0;) {
    const TerpStep step = step_into(row, column);
    row -= step.reference;
    column -= step.hypothesis;
    steps_.push_back(step);
  }
  std::ranges::reverse(steps_);
}

/// Which words are wrong, and with which of the other text they go, by the edits.
void TerpAligner::find_errors() {
  const std::size_t reference = rows_ - 1;
  to_hypothesis_.assign(reference, 0);
  to_reference_.assign(words_, 0);
  hypothesis_errors_.assign(words_ + 1, 0);
  reference_errors_.assign(rows_, 0);
  hypothesis_content_.assign(words_ + 1, 0);
  reference_content_.assign(rows_, 0);
  std::size_t word = 0, row = 0;
  for (const TerpStep& step : steps_) {
    // a word without another goes with the one before
    const auto here = static_cast<std::int64_t>(word) - (step.hypothesis == 0);
    const auto there = static_cast<std::int64_t>(row) - (step.reference == 0);
    const bool wrong = step.edit != TerpEdit::match;
    for (std::size_t k = 0; k < step.hypothesis; ++k, ++word) {
      to_reference_[word] = there;
      hypothesis_errors_[word + 1] = hypothesis_errors_[word] + wrong;
      hypothesis_content_[word + 1] = hypothesis_content_[word] + !pair_.hypothesis_stops[order_[word]];
    }
    for (std::size_t k = 0; k < step.reference; ++k, ++row) {
      to_hypothesis_[row] = here;
      reference_errors_[row + 1] = reference_errors_[row] + wrong;
      reference_content_[row + 1] = reference_content_[row] + !pair_.reference_stops[row];
    }
  }
}

void TerpAligner::gather_shifts() {
  for (auto& shifts : found_) shifts.clear();
  for (std::size_t from = 0; from + 1 < rows_; ++from) {
    for (std::size_t start = 0; start < words_; ++start) gather_shifts_from(start, from);
  }
  for (auto& shifts : found_) {
    std::ranges::sort(shifts);
    const auto repeated = std::ranges::unique(shifts);
    shifts.erase(repeated.begin(), repeated.end());
  }
}

/// The spans from two words on that are alike, word by word or by phrases, as far as they go; those that end in words.
void TerpAligner::gather_shifts_from(std::size_t start, std::size_t from) {
  const auto is_alike = [&](std::size_t word, std::size_t row) {
    return pair_.alike[order_[word] * (rows_ - 1) + row] != Likeness::other;
  };
  if (pair_.phrases.empty()) {
    for (std::size_t k = 0; k < max_shift_size && start + k < words_ && from + k + 1 < rows_; ++k) {
      if (!is_alike(start + k, from + k)) return;
      add_shifts(start, start + k + 1, from, from + k + 1);
    }
    return;
  }
  const std::size_t distance = static_cast<std::size_t>(max_shift_distance);
  reached_.assign(1, {0, 0});
  for (std::size_t next = 0; next < reached_.size(); ++next) {
    const auto [words, rows] = reached_[next];
    const std::size_t word = start + words, row = from + rows;
    if (words >= max_shift_size || word >= words_ || row + 1 >= rows_) continue;
    const auto reach = [&](std::size_t w, std::size_t r) {
      if (std::ranges::find(reached_, std::pair(w, r)) == reached_.end()) reached_.emplace_back(w, r);
    };
    // phrases count between the words that go with those 50 before and behind, however far these are
    const std::int64_t first = to_reference_[word > distance ? word - distance : 0];
    const std::int64_t last = to_reference_[std::min(words_ - 1, word + distance)];
    if (static_cast<std::int64_t>(row) >= first && static_cast<std::int64_t>(row) <= last) {
      for (const std::uint32_t number : starting_[row]) {
        const WeightedPair& phrase = pair_.phrases[number];
        if (stands_at(phrase, word, order_)) reach(words + phrase.hypothesis.size(), rows + phrase.length);
      }
    }
    if (is_alike(word, row)) {
      add_shifts(start, word + 1, from, row + 1);
      reach(words + 1, rows + 1);
    }
  }
}

/// Where the words from `start` up to `end` may go, to stand where those of the reference are.
void TerpAligner::add_shifts(std::size_t start, std::size_t end, std::size_t from, std::size_t to) {
  if (hypothesis_errors_[start] == hypothesis_errors_[end] || reference_errors_[from] == reference_errors_[to] ||
      hypothesis_content_[start] == hypothesis_content_[end] || reference_content_[from] == reference_content_[to]) {
    return;
  }
  const auto first = static_cast<std::int64_t>(start);
  const std::int64_t here = to_hypothesis_[from];
  if ((here >= first && here < static_cast<std::int64_t>(end)) || here - first > max_shift_distance ||
      first - here > max_shift_distance) {
    return;
  }
  auto& shifts = found_[std::min(std::max(end - start, to - from), found_.size()) - 1];
  if (from == 0) shifts.push_back({start, end, 0});
  // one word before, then with each word of the block
  for (std::size_t k = from == 0 ? 1 : 0; k <= end - start && from + k < rows_; ++k) {
    const std::int64_t place = to_hypothesis_[from + k - 1];
    if (place != first && (k == 1 || place != here)) {
      shifts.push_back({start, end, static_cast<std::size_t>(place + 1)});
    }
  }
}

/// What the edits cost after a shift, or infinity where they and the shift are certain to cost more than `bar`.
double TerpAligner::cost_after(const TerpShift& shift, double bar) {
  tried_order_ = order_;
  const Moved moved = move_words(shift, tried_order_);
  const auto set_columns = [&](std::vector<double>& table) {
    for (std::size_t column = moved.first + 1; column <= words_; ++column) columns_[column] = &table[column * rows_];
  };
  set_columns(tried_table_);
  // every path goes through a cell of these columns, as no phrase leaps over all of them
  const std::size_t end = std::min(words_, moved.last + std::max<std::size_t>(longest_phrase_, 1) - 1);
  fill(moved.first, end, tried_order_);
  double least = unreached;
  for (std::size_t column = moved.last; column <= end; ++column) {
    const double* const before = columns_[column];
    const double* const after = &backward_[column * rows_];
    for (std::size_t row = 0; row < rows_; ++row) {
      const double cost = before[row] + after[row];
      least = cost < least ? cost : least;
    }
  }
  double cost = unreached;
  if (least + costs_.shift <= bar + rounding) {
    fill(end, words_, tried_order_);
    cost = total();
  }
  set_columns(table_);
  if (!pair_.phrases.empty()) {
    first_reached_ = first_before_;
    after_reached_ = after_before_;
  }
  return cost;
}

/// The shift that gains most, longest spans first; one that gains nothing is taken while there is no other. A length is
/// passed over where the gain is more than twice it.
bool TerpAligner::find_best_shift(TerpShift& best) {
  const double before = total();
  if (before == 0) return false;
  find_errors();
  gather_shifts();
  fill_backward();
  first_before_ = first_reached_;
  after_before_ = after_reached_;
  double least = before, cost_of_best = 0;
  bool found = false;
  for (std::size_t length = found_.size(); length-- > 0;) {
    const double most = 2.0 * static_cast<double>(length + 1);
    for (const TerpShift& shift : found_[length]) {
      const double gained = before - (cost_of_best + least);
      if (gained > most || (cost_of_best != 0 && gained == most)) break;
      const double cost = cost_after(shift, least + cost_of_best);
      const double gain = (least + cost_of_best) - (cost + costs_.shift);
      if (gain > 0 || (cost_of_best == 0 && gain == 0)) {
        found = true;
        best = shift;
        least = cost;
        cost_of_best = costs_.shift;
      }
    }
    const double gained = before - (cost_of_best + least);
    if (length > 0 && (gained > most - 2 || (cost_of_best != 0 && gained == most - 2))) break;
  }
  return found;
}

}  // namespace mtassay
