#include "eed.hpp"

#include <algorithm>
#include <random>

#include "check.hpp"

using namespace mtassay;

namespace {

using Text = std::vector<Symbol>;

/// The definition, a cell at a time.
EedCounts obvious(const Text& hypothesis, const Text& reference, Symbol space, EedCosts costs) {
  std::vector<double> row(hypothesis.size() + 1, 1.0);
  row[0] = 0.0;
  std::vector<std::int64_t> visits(row.size(), -1);
  for (const Symbol symbol : reference) {
    std::vector<double> next = {row[0] + 1.0};
    for (std::size_t i = 1; i < row.size(); ++i) {
      next.push_back(std::min({next[i - 1] + costs.deletion, row[i - 1] + (hypothesis[i - 1] == symbol ? 0.0 : 1.0),
                               row[i] + costs.insertion}));
    }
    const auto cheapest = std::min_element(next.begin(), next.end());
    ++visits[static_cast<std::size_t>(cheapest - next.begin())];
    const double jump = costs.jump + *cheapest;
    if (symbol == space) std::transform(next.begin(), next.end(), next.begin(), [&](double c) { return std::min(c, jump); });
    row = next;
  }
  EedCounts counts{row.back(), 0};
  for (const std::int64_t count : visits) counts.visits += count >= 0 ? count : 1;
  return counts;
}

}  // namespace

int main() {
  const std::vector<std::string_view> hypotheses = {"", "ab"}, references = {"", "", "ab"};
  const std::vector<std::int64_t> starts = {0, 1, 3};
  std::vector<double> rows(3 * eed_row_width);
  eed_rows({nullptr, hypotheses}, {{nullptr, references}, starts}, {2.0, 0.2, 1.0}, 1, rows);
  CHECK((std::vector<double>(rows.begin(), rows.begin() + 4) == std::vector<double>{0, 1, 0, 0}));
  CHECK((std::vector<double>(rows.begin() + 8, rows.end()) == std::vector<double>{0, 1, 2, 2}));

  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    // more than 64 symbols: some share a place; few: ties everywhere
    const Symbol symbols = 1 + static_cast<Symbol>(random() % (round % 3 == 0 ? 200 : 6));
    const EedCosts costs = round % 4 == 0 ? EedCosts{static_cast<double>(random() % 30) / 7, static_cast<double>(random() % 9) / 7,
                                                     static_cast<double>(random() % 20) / 7}
                                          : EedCosts{2.0, 0.2, 1.0};
    ExtendedEditDistance distance(costs);
    Text hypothesis(2 + random() % 60), reference(2 + random() % 60);
    for (Text* text : {&hypothesis, &reference}) {
      for (Symbol& symbol : *text) symbol = 1 + static_cast<Symbol>(random() % symbols);
    }
    const EedCounts expected = obvious(hypothesis, reference, 1, costs), found = distance(hypothesis, reference, 1);
    CHECK(found.cost == expected.cost);
    CHECK(found.visits == expected.visits);
    // memory that a longer text has used is clean
    const Text shorter(hypothesis.begin(), hypothesis.begin() + 2);
    CHECK(distance(shorter, reference, 1).visits == obvious(shorter, reference, 1, costs).visits);
  }
}
