#include "concordance.hpp"

#include <algorithm>
#include <cmath>

#include "segments.hpp"

namespace mtassay {
namespace {

/// Up to so many things, all pairs are compared sooner than the things are sorted.
constexpr std::size_t few = 32;

std::int64_t pairs_of(std::int64_t count) { return count * (count - 1) / 2; }

/// For each run of equal neighbours its length.
template <class Iterator, class Visit>
void each_run(Iterator begin, Iterator end, const Visit& visit) {
  while (begin != end) {
    const auto next = std::find_if(begin, end, [&](const auto& value) { return value != *begin; });
    visit(static_cast<std::int64_t>(next - begin));
    begin = next;
  }
}

/// Sorts, and counts the pairs that stood in falling order.
std::int64_t sort_counting(std::span<double> values, std::span<double> room) {
  if (values.size() < 2) return 0;
  const std::size_t half = values.size() / 2;
  const auto left = values.first(half), right = values.subspan(half);
  std::int64_t falling = sort_counting(left, room.first(half)) + sort_counting(right, room.subspan(half));
  std::size_t i = 0, j = 0;
  for (double& value : room) {
    if (j == right.size() || (i < left.size() && left[i] <= right[j])) {
      value = left[i++];
    } else {
      value = right[j++];
      falling += static_cast<std::int64_t>(left.size() - i);
    }
  }
  std::copy(room.begin(), room.end(), values.begin());
  return falling;
}

std::int64_t count_values(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  std::int64_t count = 0;
  each_run(values.begin(), values.end(), [&](std::int64_t) { ++count; });
  return count;
}

}  // namespace

void ConcordanceCounter::count_pairs(Concordance& counts) const {
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const int by_first = (pairs_[i].first > pairs_[j].first) - (pairs_[i].first < pairs_[j].first);
      const int by_second = (pairs_[i].second > pairs_[j].second) - (pairs_[i].second < pairs_[j].second);
      const int product = by_first * by_second;
      counts.concordant += product > 0;
      counts.discordant += product < 0;
      counts.first_ties += by_first == 0 && by_second != 0;
      counts.second_ties += by_first != 0 && by_second == 0;
      counts.both_ties += by_first == 0 && by_second == 0;
    }
  }
}

void ConcordanceCounter::count_sorted(Concordance& counts) {
  std::sort(pairs_.begin(), pairs_.end());
  std::int64_t first_tied = 0, second_tied = 0;
  each_run(pairs_.begin(), pairs_.end(), [&](std::int64_t length) { counts.both_ties += pairs_of(length); });
  each_run(firsts_.begin(), firsts_.end(), [&](std::int64_t length) { first_tied += pairs_of(length); });
  each_run(seconds_.begin(), seconds_.end(), [&](std::int64_t length) { second_tied += pairs_of(length); });
  // equal first numbers stand in rising order of the second, so none of their pairs falls
  for (std::size_t i = 0; i < pairs_.size(); ++i) seconds_[i] = pairs_[i].second;
  merged_.resize(pairs_.size());
  counts.discordant = sort_counting(seconds_, merged_);
  counts.first_ties = first_tied - counts.both_ties;
  counts.second_ties = second_tied - counts.both_ties;
  counts.concordant =
      pairs_of(counts.things) - counts.discordant - counts.first_ties - counts.second_ties - counts.both_ties;
}

Concordance ConcordanceCounter::operator()(std::span<const double> first, std::span<const double> second) {
  pairs_.clear();
  firsts_.clear();
  seconds_.clear();
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (std::isnan(first[i]) || std::isnan(second[i])) continue;
    pairs_.emplace_back(first[i], second[i]);
    firsts_.push_back(first[i]);
    seconds_.push_back(second[i]);
  }
  Concordance counts;
  counts.things = static_cast<std::int64_t>(pairs_.size());
  counts.first_values = count_values(firsts_);
  counts.second_values = count_values(seconds_);
  if (pairs_.size() <= few) {
    count_pairs(counts);
  } else {
    count_sorted(counts);
  }
  return counts;
}

void concordance_rows(std::span<const double> first, std::span<const double> second, std::size_t width,
                      std::span<double> rows, unsigned threads) {
  for_each_index(rows.size() / Concordance::columns, threads, [&] {
    return [&, counter = ConcordanceCounter()](std::size_t row) mutable {
      const Concordance counts = counter(first.subspan(row * width, width), second.subspan(row * width, width));
      const std::int64_t values[] = {counts.things,      counts.concordant,  counts.discordant,   counts.first_ties,
                                     counts.second_ties, counts.both_ties,   counts.first_values, counts.second_values};
      std::copy(std::begin(values), std::end(values),
                rows.begin() + static_cast<std::ptrdiff_t>(row * Concordance::columns));
    };
  });
}

}  // namespace mtassay
