#include "runs.hpp"

#include <algorithm>
#include <cmath>

namespace mtassay {
namespace {

/// Whether `a` is taken after `b`; the heap has the run to take next on top.
bool comes_later(const Run& a, const Run& b) {
  if (a.length != b.length) return a.length < b.length;
  if (a.hypothesis != b.hypothesis) return a.hypothesis > b.hypothesis;
  return a.reference > b.reference;
}

}  // namespace

void LongestRuns::take(const Run& run) {
  runs_.push_back(run);
  for (std::uint32_t k = 0; k < run.length; ++k) {
    hypothesis_taken_[run.hypothesis + k] = 1;
    reference_taken_[run.reference + k] = 1;
  }
}

std::span<const Run> LongestRuns::operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference,
                                             std::size_t symbols) {
  positions_(reference, symbols);
  hypothesis_taken_.assign(hypothesis.size(), 0);
  reference_taken_.assign(reference.size(), 0);
  heap_.clear();
  runs_.clear();

  for (std::uint32_t i = 0; i < hypothesis.size(); ++i) {
    for (const std::uint32_t j : positions_[hypothesis[i]]) {
      if (i > 0 && j > 0 && hypothesis[i - 1] == reference[j - 1]) continue;  // the middle of a run
      std::uint32_t length = 1;
      while (i + length < hypothesis.size() && j + length < reference.size() &&
             hypothesis[i + length] == reference[j + length]) {
        ++length;
      }
      if (length > 1) heap_.push_back({i, j, length});
    }
  }

  std::make_heap(heap_.begin(), heap_.end(), comes_later);
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), comes_later);
    const Run run = heap_.back();
    heap_.pop_back();
    // what of the run is free is at most as long as the run, so a run that is whole is the one to take
    for (std::uint32_t k = 0, start = 0; k <= run.length; ++k) {
      if (k < run.length && !hypothesis_taken_[run.hypothesis + k] && !reference_taken_[run.reference + k]) continue;
      if (k == run.length && start == 0) {
        take(run);
      } else if (k - start > 1) {
        heap_.push_back({run.hypothesis + start, run.reference + start, k - start});
        std::push_heap(heap_.begin(), heap_.end(), comes_later);
      }
      start = k + 1;
    }
  }

  next_.assign(symbols + 1, 0);
  for (std::uint32_t i = 0; i < hypothesis.size(); ++i) {
    if (hypothesis_taken_[i]) continue;
    const auto places = positions_[hypothesis[i]];
    std::uint32_t& next = next_[hypothesis[i]];
    while (next < places.size() && reference_taken_[places[next]]) ++next;
    if (next < places.size()) take({i, places[next], 1});
  }
  return runs_;
}

double matching_size(std::span<const Run> runs, double exponent) {
  if (runs.empty()) return 0;
  double size = 0;
  if (exponent == 1) {
    for (const Run& run : runs) size += run.length;
    return size;
  }
  const double longest = runs.front().length;
  for (const Run& run : runs) size += std::pow(run.length / longest, exponent);
  return longest * std::pow(size, 1 / exponent);
}

}  // namespace mtassay
