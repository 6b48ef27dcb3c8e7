#include "edits.hpp"

#include <algorithm>
#include <random>

#include "check.hpp"

using namespace mtassay;

namespace {

using Text = std::vector<Symbol>;

/// The definition: the full table.
std::int64_t obvious_distance(const Text& a, const Text& b) {
  std::vector<std::vector<std::int64_t>> cost(a.size() + 1, std::vector<std::int64_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = static_cast<std::int64_t>(i + j);
      } else {
        cost[i][j] = std::min({cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]), cost[i - 1][j] + 1, cost[i][j - 1] + 1});
      }
    }
  }
  return cost.back().back();
}

/// The recursion of CDER: a row for each reference symbol.
std::int64_t obvious_cover(const Text& hypothesis, const Text& reference) {
  if (reference.empty()) return static_cast<std::int64_t>(hypothesis.size());
  std::vector<std::int64_t> costs(hypothesis.size() + 1, 1);
  costs[0] = 0;
  for (const Symbol symbol : reference) {
    std::vector<std::int64_t> next(costs.size());
    for (std::size_t i = 0; i < costs.size(); ++i) {
      next[i] = costs[i] + 1;
      if (i > 0) next[i] = std::min({next[i], next[i - 1] + 1, costs[i - 1] + (hypothesis[i - 1] != symbol)});
    }
    const std::int64_t cheapest = *std::min_element(next.begin(), next.end());
    for (std::size_t i = 0; i < costs.size(); ++i) costs[i] = std::min(next[i], cheapest + 1);
  }
  return costs.back();
}

}  // namespace

int main() {
  std::mt19937 random(3);
  EditDistance distance;
  CoverDistance cover;
  CommonSymbols common_symbols;
  const auto draw = [&random](std::size_t length, Symbol symbols) {
    Text text(length);
    for (Symbol& symbol : text) symbol = 1 + static_cast<Symbol>(random() % symbols);
    return text;
  };
  // lengths on both sides of one and two blocks of 64
  for (const std::size_t longest : {3u, 20u, 63u, 64u, 65u, 127u, 128u, 129u, 200u}) {
    for (const Symbol symbols : {1u, 2u, 5u, 100u}) {
      for (int round = 0; round < 8; ++round) {
        const Text hypothesis = draw(round == 0 ? longest : random() % (longest + 1), symbols);
        const Text reference = draw(round < 2 ? longest : random() % (longest + 1), symbols);
        const std::int64_t expected = obvious_distance(hypothesis, reference);
        CHECK(distance(hypothesis, reference, symbols) == expected);
        // to several at once, some of them empty and of other lengths
        std::vector<Text> others = {reference, {}, hypothesis, draw(random() % (longest + 1), symbols), reference, {1}};
        others.resize(1 + static_cast<std::size_t>(round) % others.size());
        const std::vector<std::span<const Symbol>> views(others.begin(), others.end());
        std::vector<std::int64_t> found(others.size());
        distance.to_all(hypothesis, views, symbols, found);
        for (std::size_t k = 0; k < others.size(); ++k) CHECK(found[k] == obvious_distance(hypothesis, others[k]));

        const EditCounts counts = edit_counts(hypothesis, reference);
        CHECK(counts.substitutions + counts.deletions + counts.insertions == expected);
        CHECK(counts.hits + counts.substitutions + counts.deletions == static_cast<std::int64_t>(reference.size()));
        CHECK(counts.hits + counts.substitutions + counts.insertions == static_cast<std::int64_t>(hypothesis.size()));

        std::size_t i = 0, j = 0;
        EditCounts walked;
        for (const EditOperation operation : edit_operations(hypothesis, reference)) {
          switch (operation) {
            case EditOperation::match:
              CHECK(hypothesis[i++] == reference[j++]);
              ++walked.hits;
              break;
            case EditOperation::substitute:
              CHECK(hypothesis[i++] != reference[j++]);
              ++walked.substitutions;
              break;
            case EditOperation::remove:
              ++j, ++walked.deletions;
              break;
            case EditOperation::insert:
              ++i, ++walked.insertions;
              break;
          }
        }
        CHECK(i == hypothesis.size() && j == reference.size());
        CHECK(walked.hits == counts.hits && walked.substitutions == counts.substitutions);

        CHECK(cover(hypothesis, reference, symbols) == obvious_cover(hypothesis, reference));
        CHECK(cover(hypothesis, reference, symbols) <= expected);
        std::int64_t common = 0;
        for (Symbol symbol = 1; symbol <= symbols; ++symbol) {
          common += std::min(std::count(hypothesis.begin(), hypothesis.end(), symbol),
                             std::count(reference.begin(), reference.end(), symbol));
        }
        CHECK(common_symbols(hypothesis, reference, symbols) == common);
      }
    }
  }
  CHECK(cover(Text{}, Text{1, 2, 3}, 6) == 3);
  CHECK(cover(Text{4, 5}, Text{}, 6) == 2);
  // two blocks in the other order: one jump to the second, one to the first, one to the end
  CHECK(cover(Text{4, 5, 6, 1, 2, 3}, Text{1, 2, 3, 4, 5, 6}, 6) == 3);
}
