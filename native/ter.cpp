#include "ter.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <tuple>

namespace mtassay {
namespace {

constexpr std::size_t beam_width = 25;
constexpr std::size_t max_shift_length = 10;
constexpr std::size_t max_shift_distance = 50;
constexpr std::size_t max_candidates = 1000;
constexpr std::int32_t unreached = 1 << 29;  // room to add to it without overflow

/// The words after a shift, where only those from `first` up to `last` differ from before.
struct Moved {
  std::size_t first, last;
};

/// Writes the moved part of `words` to the same place of `moved`, which is as long.
template <class Word>
Moved apply(const Shift& shift, const std::vector<Word>& words, std::vector<Word>& moved) {
  const auto at = [](auto& texts, std::size_t i) { return texts.begin() + static_cast<std::ptrdiff_t>(i); };
  const std::size_t end = shift.start + shift.length;
  if (shift.target < shift.start) {
    const auto rest = std::copy(at(words, shift.start), at(words, end), at(moved, shift.target));
    std::copy(at(words, shift.target), at(words, shift.start), rest);
    return {shift.target, end};
  }
  // a target inside the block moves it right by that many places, as in tercom
  const std::size_t last =
      std::min(words.size(), shift.target > end ? shift.target : shift.target + shift.length);
  const auto rest = std::copy(at(words, end), at(words, last), at(moved, shift.start));
  std::copy(at(words, shift.start), at(words, end), rest);
  return {shift.start, last};
}

}  // namespace

/// Row i covers the columns around floor(i * reference / hypothesis), the last row all up to its end.
void TerAligner::lay_out_beam() {
  const std::size_t columns = reference_.size() + 1;
  // in double, as sacreBLEU: another rounding would be another beam
  const double ratio = words_.empty() ? 1.0 : static_cast<double>(reference_.size()) / static_cast<double>(words_.size());
  const std::size_t width =
      beam_width < ratio / 2 ? static_cast<std::size_t>(std::ceil(ratio / 2 + beam_width)) : beam_width;
  rows_.clear();
  std::size_t offset = 0;
  for (std::size_t i = 0; i <= words_.size(); ++i) {
    const auto diagonal = static_cast<std::size_t>(std::floor(static_cast<double>(i) * ratio));
    Row row{diagonal > width ? diagonal - width : 0, std::min(columns, diagonal + width), offset};
    if (i == 0) row.begin = 0;
    if (i == 0 || i == words_.size()) row.end = columns;
    rows_.push_back(row);
    offset += row.end - row.begin;
  }
  forward_.resize(offset);
  backward_.resize(offset);
}

/// One row of edit distances from the row above it; each starts with the first column of its beam.
void TerAligner::fill_row(std::size_t row, const Cost* above, Symbol word, Cost* costs) const {
  const Row& here = rows_[row];
  const Row& there = rows_[row - 1];
  std::size_t column = here.begin;
  Cost left = unreached;
  Cost diagonal = unreached;
  if (column == 0) {
    diagonal = above[0];
    left = costs[0] = diagonal + 1;
    ++column;
  } else if (column > there.begin && column <= there.end) {
    diagonal = above[column - 1 - there.begin];
  }
  for (const std::size_t end = std::min(here.end, there.end); column < end; ++column) {
    const Cost straight = above[column - there.begin];
    const Cost best = std::min(diagonal + (reference_[column - 1] != word), straight + 1);
    left = std::min(best, left + 1);
    costs[column - here.begin] = left;
    diagonal = straight;
  }
  // beyond the row above, only its last cell can be come from, and then the cell to the left
  for (; column < here.end; ++column) {
    left = std::min(diagonal + (reference_[column - 1] != word), left + 1);
    costs[column - here.begin] = left;
    diagonal = unreached;
  }
}

/// The cost of reaching each cell; rows up to `known` are right already.
void TerAligner::fill_forward(std::size_t known) {
  for (std::size_t i = known + 1; i < rows_.size(); ++i) {
    fill_row(i, &forward_[rows_[i - 1].offset], words_[i - 1], &forward_[rows_[i].offset]);
  }
}

/// The cost from each cell to the end, over cells that the beam reaches; rows from `known` on are right already.
void TerAligner::fill_backward(std::size_t known) {
  for (std::size_t i = known; i-- > 0;) {
    const Row& here = rows_[i];
    const Row& below = rows_[i + 1];
    const auto value_below = [&](std::size_t column) {
      return column >= below.begin && column < below.end ? backward_[below.offset + column - below.begin] : unreached;
    };
    Cost right = unreached;
    Cost diagonal = value_below(here.end);
    for (std::size_t column = here.end; column-- > here.begin;) {
      const Cost straight = value_below(column);
      const Cost match = column == reference_.size() ? unreached : diagonal + (reference_[column] != words_[i]);
      right = std::min({match, straight + 1, right + 1});
      backward_[here.offset + column - here.begin] = right;
      diagonal = straight;
    }
  }
}

/// Alignment and errors of the forward matrix. Of several cheapest paths the one that prefers, from
/// the end on, a match or substitution, then a word of the hypothesis alone, then one of the reference.
void TerAligner::trace() {
  const auto cost = [this](std::size_t i, std::size_t column) {
    const Row& row = rows_[i];
    return column >= row.begin && column < row.end ? forward_[row.offset + column - row.begin] : unreached;
  };
  const std::size_t hypothesis = words_.size(), reference = reference_.size();
  aligned_.assign(reference, 0);
  hypothesis_errors_.assign(hypothesis + 1, 0);
  reference_errors_.assign(reference + 1, 0);
  std::size_t i = hypothesis, j = reference;
  while (i > 0 || j > 0) {
    const Cost here = cost(i, j);
    const bool wrong = i > 0 && j > 0 && words_[i - 1] != reference_[j - 1];
    if (i > 0 && j > 0 && here == cost(i - 1, j - 1) + wrong) {
      --i, --j;
      aligned_[j] = static_cast<std::int64_t>(i);
      hypothesis_errors_[i + 1] = reference_errors_[j + 1] = wrong;
    } else if (i > 0 && here == cost(i - 1, j) + 1) {
      --i;
      hypothesis_errors_[i + 1] = 1;
    } else {
      assert(j > 0);
      --j;
      aligned_[j] = static_cast<std::int64_t>(i) - 1;
      reference_errors_[j + 1] = 1;
    }
  }
  for (std::size_t k = 1; k <= hypothesis; ++k) hypothesis_errors_[k] += hypothesis_errors_[k - 1];
  for (std::size_t k = 1; k <= reference; ++k) reference_errors_[k] += reference_errors_[k - 1];
}

TerAligner::Cost TerAligner::distance_after(const Shift& shift) {
  const Moved changed = apply(shift, words_, moved_);
  const Cost* above = &forward_[rows_[changed.first].offset];
  for (std::size_t i = changed.first + 1; i <= changed.last; ++i) {
    below_.resize(rows_[i].end - rows_[i].begin);
    fill_row(i, above, moved_[i - 1], below_.data());
    above_.swap(below_);
    above = above_.data();
  }
  const Row& row = rows_[changed.last];
  Cost best = unreached;
  for (std::size_t k = 0; k < row.end - row.begin; ++k) best = std::min(best, above[k] + backward_[row.offset + k]);
  std::copy(words_.begin() + static_cast<std::ptrdiff_t>(changed.first),
            words_.begin() + static_cast<std::ptrdiff_t>(changed.last),
            moved_.begin() + static_cast<std::ptrdiff_t>(changed.first));
  return best;
}

/// The shift that gains most; of equals the longest, then the first in the hypothesis, then the one to
/// the first target. False where none may be applied, also because too many were tried.
bool TerAligner::find_best_shift(Shift& best) {
  const Cost before = total();
  bool found = false;
  std::tuple<Cost, std::size_t, std::size_t, std::size_t> best_rank;
  for (std::size_t start = 0; start < words_.size(); ++start) {
    const std::size_t first = start > max_shift_distance ? start - max_shift_distance : 0;
    const std::size_t last = std::min(reference_.size(), start + max_shift_distance + 1);
    for (std::size_t from = first; from < last; ++from) {
      for (std::size_t length = 1; length <= max_shift_length; ++length) {
        if (start + length > words_.size() || from + length > reference_.size() ||
            words_[start + length - 1] != reference_[from + length - 1]) {
          break;
        }
        const std::int64_t here = aligned_[from];
        if (hypothesis_errors_[start + length] == hypothesis_errors_[start] ||
            reference_errors_[from + length] == reference_errors_[from] ||
            (here >= static_cast<std::int64_t>(start) && here < static_cast<std::int64_t>(start + length))) {
          continue;
        }
        std::int64_t previous = -1;
        for (std::size_t offset = 0; offset <= length; ++offset) {
          // one place before the block, then behind each of its words but the last
          const std::int64_t target = from + offset == 0 ? 0 : aligned_[from + offset - 1] + 1;
          if (target == previous) continue;
          previous = target;
          const Shift shift{start, length, static_cast<std::size_t>(target)};
          const std::tuple rank{before - distance_after(shift), length, words_.size() - start,
                                words_.size() - shift.target};
          ++tried_;
          if (!found || rank > best_rank) {
            found = true;
            best = shift;
            best_rank = rank;
          }
        }
        if (tried_ >= max_candidates) return false;
      }
    }
  }
  return found && std::get<0>(best_rank) > 0;
}

std::vector<std::size_t> TerAligner::order() const {
  std::vector<std::size_t> order(words_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::size_t> moved = order;
  for (const Shift& shift : shifts_) {
    apply(shift, order, moved);
    order = moved;
  }
  return order;
}

std::int64_t TerAligner::operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference) {
  reference_ = reference;
  words_.assign(hypothesis.begin(), hypothesis.end());
  shifts_.clear();
  if (reference.empty()) return static_cast<std::int64_t>(hypothesis.size());
  moved_ = words_;
  tried_ = 0;
  lay_out_beam();
  const std::size_t last = words_.size();
  for (std::size_t column = 0; column <= reference.size(); ++column) forward_[column] = static_cast<Cost>(column);
  for (std::size_t column = rows_[last].begin; column <= reference.size(); ++column) {
    backward_[rows_[last].offset + column - rows_[last].begin] = static_cast<Cost>(reference.size() - column);
  }
  fill_forward(0);
  std::size_t known = last;  // from this row on the backward costs are right
  while (total() > 0) {
    fill_backward(known);
    trace();
    Shift shift{};
    if (!find_best_shift(shift)) break;
    const Moved changed = apply(shift, words_, moved_);
    words_ = moved_;
    shifts_.push_back(shift);
    fill_forward(changed.first);
    known = changed.last;
  }
  return static_cast<std::int64_t>(shifts_.size()) + total();
}

}  // namespace mtassay
