#include "edits.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace mtassay {
namespace {

using Text = std::span<const Symbol>;

/// Cuts off what both texts start with and end in; returns how many symbols that was in front.
std::size_t cut_common_ends(Text& hypothesis, Text& reference) {
  const std::size_t shorter = std::min(hypothesis.size(), reference.size());
  std::size_t front = 0;
  while (front < shorter && hypothesis[front] == reference[front]) ++front;
  hypothesis = hypothesis.subspan(front);
  reference = reference.subspan(front);
  while (!hypothesis.empty() && !reference.empty() && hypothesis.back() == reference.back()) {
    hypothesis = hypothesis.first(hypothesis.size() - 1);
    reference = reference.first(reference.size() - 1);
  }
  return front;
}

/// Which step leads to a cell, given the costs of its three neighbours and whether its symbols are equal.
EditOperation choose(std::int32_t diagonal, std::int32_t above, std::int32_t left, bool equal) {
  // `left` lacks one reference symbol, `above` one hypothesis symbol
  const std::int32_t cost = std::min({diagonal + !equal, above + 1, left + 1});
  if (left + 1 == cost) return EditOperation::remove;
  if (above < diagonal) return EditOperation::insert;
  return equal ? EditOperation::match : EditOperation::substitute;
}

}  // namespace

std::int64_t EditDistance::operator()(Text hypothesis, Text reference, std::size_t symbols) {
  cut_common_ends(hypothesis, reference);
  if (hypothesis.empty() || reference.empty()) return static_cast<std::int64_t>(hypothesis.size() + reference.size());

  // a block of 64 reference symbols at a time, along the whole hypothesis: memory is linear in the texts
  if (positions_.size() < symbols + 1) positions_.resize(symbols + 1, 0);
  steps_.assign(hypothesis.size(), 1);  // above the first block the cost rises with every hypothesis symbol
  auto distance = static_cast<std::int64_t>(reference.size());
  for (std::size_t start = 0; start < reference.size(); start += 64) {
    const Text block = reference.subspan(start, std::min<std::size_t>(64, reference.size() - start));
    for (std::size_t i = 0; i < block.size(); ++i) positions_[block[i]] |= std::uint64_t{1} << i;
    const bool is_last = start + 64 >= reference.size();
    const std::uint64_t bottom = std::uint64_t{1} << (block.size() - 1);
    CostSteps cells;
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
      const int step = cells.advance(positions_[hypothesis[i]], steps_[i], bottom);
      if (is_last) distance += step;
      steps_[i] = static_cast<std::int8_t>(step);
    }
    for (const Symbol symbol : block) positions_[symbol] = 0;
  }
  return distance;
}

template <std::size_t lanes>
void EditDistance::along(std::size_t length, std::span<const Text> others, std::int64_t* distances) const {
  const std::uint64_t bottom = std::uint64_t{1} << (length - 1);
  std::array<CostSteps, lanes> cells{};
  std::array<std::int64_t, lanes> costs;
  costs.fill(static_cast<std::int64_t>(length));
  std::size_t shortest = others[0].size();
  for (std::size_t lane = 1; lane < lanes; ++lane) shortest = std::min(shortest, others[lane].size());
  for (std::size_t i = 0; i < shortest; ++i) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      costs[lane] += cells[lane].advance(positions_[others[lane][i]], 1, bottom);
    }
  }
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    for (const Symbol symbol : others[lane].subspan(shortest)) {
      costs[lane] += cells[lane].advance(positions_[symbol], 1, bottom);
    }
    distances[lane] = costs[lane];
  }
}

void EditDistance::to_all(Text text, std::span<const Text> others, std::size_t symbols,
                          std::span<std::int64_t> distances) {
  if (text.empty() || text.size() > 64) {
    for (std::size_t i = 0; i < others.size(); ++i) distances[i] = (*this)(text, others[i], symbols);
    return;
  }
  if (positions_.size() < symbols + 1) positions_.resize(symbols + 1, 0);
  for (std::size_t i = 0; i < text.size(); ++i) positions_[text[i]] |= std::uint64_t{1} << i;
  constexpr std::size_t lanes = 4;
  std::size_t i = 0;
  for (; i + lanes <= others.size(); i += lanes) along<lanes>(text.size(), others.subspan(i, lanes), &distances[i]);
  for (; i < others.size(); ++i) along<1>(text.size(), others.subspan(i, 1), &distances[i]);
  for (const Symbol symbol : text) positions_[symbol] = 0;
}

EditCounts edit_counts(Text hypothesis, Text reference) {
  const std::size_t uncut = reference.size();
  cut_common_ends(hypothesis, reference);
  const auto cut = static_cast<std::int64_t>(uncut - reference.size());

  // costs and hits of the best way to each column of one row; a row is a hypothesis symbol
  const std::size_t columns = reference.size() + 1;
  std::vector<std::int32_t> costs(columns);
  std::vector<std::int32_t> hits(columns, 0);
  std::iota(costs.begin(), costs.end(), 0);
  for (std::size_t i = 0; i < hypothesis.size(); ++i) {
    std::int32_t diagonal = costs[0], diagonal_hits = hits[0];
    costs[0] = static_cast<std::int32_t>(i + 1);
    for (std::size_t j = 1; j < columns; ++j) {
      const std::int32_t above = costs[j], above_hits = hits[j];
      switch (choose(diagonal, above, costs[j - 1], hypothesis[i] == reference[j - 1])) {
        case EditOperation::remove:
          costs[j] = costs[j - 1] + 1;
          hits[j] = hits[j - 1];
          break;
        case EditOperation::insert:
          costs[j] = above + 1;
          break;
        case EditOperation::match:
          costs[j] = diagonal;
          hits[j] = diagonal_hits + 1;
          break;
        case EditOperation::substitute:
          costs[j] = diagonal + 1;
          hits[j] = diagonal_hits;
          break;
      }
      diagonal = above;
      diagonal_hits = above_hits;
    }
  }
  // hits + substitutions + deletions = r, hits + substitutions + insertions = h, and the last three are the cost
  const std::int64_t h = static_cast<std::int64_t>(hypothesis.size()), r = static_cast<std::int64_t>(reference.size());
  const std::int64_t matched = hits.back(), cost = costs.back();
  const std::int64_t substitutions = h + r - 2 * matched - cost;
  return {matched + cut, substitutions, r - matched - substitutions, h - matched - substitutions};
}

std::vector<EditOperation> edit_operations(Text hypothesis, Text reference) {
  const std::size_t uncut = reference.size();
  const std::size_t front = cut_common_ends(hypothesis, reference);
  const std::size_t back = uncut - front - reference.size();

  const std::size_t columns = reference.size() + 1;
  std::vector<std::int32_t> costs((hypothesis.size() + 1) * columns);
  const auto cost = [&](std::size_t i, std::size_t j) -> std::int32_t& { return costs[i * columns + j]; };
  for (std::size_t j = 0; j < columns; ++j) cost(0, j) = static_cast<std::int32_t>(j);
  for (std::size_t i = 1; i <= hypothesis.size(); ++i) {
    cost(i, 0) = static_cast<std::int32_t>(i);
    for (std::size_t j = 1; j < columns; ++j) {
      cost(i, j) = std::min({cost(i - 1, j - 1) + (hypothesis[i - 1] != reference[j - 1]), cost(i - 1, j) + 1,
                             cost(i, j - 1) + 1});
    }
  }

  std::vector<EditOperation> operations(back, EditOperation::match);  // from right to left
  std::size_t i = hypothesis.size(), j = reference.size();
  while (i > 0 || j > 0) {
    const EditOperation operation =
        i == 0   ? EditOperation::remove
        : j == 0 ? EditOperation::insert
                 : choose(cost(i - 1, j - 1), cost(i - 1, j), cost(i, j - 1), hypothesis[i - 1] == reference[j - 1]);
    i -= operation != EditOperation::remove;
    j -= operation != EditOperation::insert;
    operations.push_back(operation);
  }
  operations.insert(operations.end(), front, EditOperation::match);
  std::reverse(operations.begin(), operations.end());
  return operations;
}

std::int64_t CoverDistance::operator()(Text hypothesis, Text reference, std::size_t symbols) {
  if (reference.empty()) return static_cast<std::int64_t>(hypothesis.size());

  // Place i is behind i symbols of the hypothesis. All places cost `cost` or 1 more. With the next reference symbol a
  // place keeps `cost` only if its own symbol matches and the place before had it. Where that is true of some place,
  // all others are a jump away; else `cost` rises, and is had by every place with a match behind it, or an edit away
  // from one that was cheapest.
  std::int64_t cost = 0;
  const std::size_t last = hypothesis.size();
  if (last < 64) {
    if (places_.size() < symbols + 1) places_.resize(symbols + 1, 0);
    for (std::size_t i = 0; i < last; ++i) places_[hypothesis[i]] |= std::uint64_t{2} << i;
    std::uint64_t cheapest = 1;
    for (const Symbol symbol : reference) {
      const std::uint64_t equal = places_[symbol], matched = cheapest << 1 & equal;
      cost += matched == 0;
      cheapest = matched != 0 ? matched : cheapest | cheapest << 1 | equal;
    }
    for (const Symbol symbol : hypothesis) places_[symbol] = 0;
    return cost + !(cheapest >> last & 1);
  }

  positions_(hypothesis, symbols);
  const std::size_t blocks = last / 64 + 1;
  cheapest_.assign(blocks, 0);
  reached_.resize(blocks);
  equal_.assign(blocks, 0);
  cheapest_[0] = 1;
  for (const Symbol symbol : reference) {
    for (const std::uint32_t i : positions_[symbol]) equal_[(i + 1) / 64] |= std::uint64_t{1} << (i + 1) % 64;
    std::uint64_t carried = 0, any = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
      reached_[block] = cheapest_[block] << 1 | carried;
      carried = cheapest_[block] >> 63;
      any |= reached_[block] & equal_[block];
    }
    cost += any == 0;
    for (std::size_t block = 0; block < blocks; ++block) {
      cheapest_[block] =
          any != 0 ? reached_[block] & equal_[block] : cheapest_[block] | reached_[block] | equal_[block];
    }
    for (const std::uint32_t i : positions_[symbol]) equal_[(i + 1) / 64] = 0;
  }
  return cost + !(cheapest_[last / 64] >> last % 64 & 1);
}

std::int64_t CommonSymbols::operator()(Text hypothesis, Text reference, std::size_t symbols) {
  if (left_.size() < symbols + 1) left_.resize(symbols + 1, 0);
  for (const Symbol symbol : reference) ++left_[symbol];
  std::int64_t common = 0;
  for (const Symbol symbol : hypothesis) common += left_[symbol]-- > 0;
  for (const Text text : {hypothesis, reference}) {
    for (const Symbol symbol : text) left_[symbol] = 0;
  }
  return common;
}

}  // namespace mtassay
