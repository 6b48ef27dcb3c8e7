#include "ter.hpp"

#include <algorithm>
#include <random>

#include "check.hpp"
#include "edits.hpp"

using namespace mtassay;

int main() {
  using Text = std::vector<Symbol>;
  TerAligner ter;
  CHECK(ter(Text{}, Text{}) == 0);
  CHECK(ter(Text{1, 2}, Text{}) == 2);
  CHECK(ter(Text{}, Text{1, 2, 3}) == 3);
  CHECK(ter(Text{1, 2, 3}, Text{1, 2, 3}) == 0 && ter.shifts().empty());
  // one block to the front
  CHECK(ter(Text{4, 5, 1, 2, 3}, Text{1, 2, 3, 4, 5}) == 1);
  CHECK(ter.shifts().size() == 1);
  Text shifted;
  for (const std::size_t position : ter.order()) shifted.push_back(Text{4, 5, 1, 2, 3}[position]);
  CHECK((shifted == Text{1, 2, 3, 4, 5}));

  std::mt19937 random(5);
  EditDistance distance;
  for (int round = 0; round < 400; ++round) {
    const Symbol symbols = 1 + static_cast<Symbol>(random() % 30);
    Text hypothesis(random() % 60), reference(random() % 60);
    for (Symbol& symbol : hypothesis) symbol = 1 + static_cast<Symbol>(random() % symbols);
    for (Symbol& symbol : reference) symbol = 1 + static_cast<Symbol>(random() % symbols);
    const std::int64_t edits = ter(hypothesis, reference);
    std::vector<std::size_t> order = ter.order();
    Text words;
    for (const std::size_t position : order) words.push_back(hypothesis[position]);
    // the beam can miss a cheaper way, but never invents one
    CHECK(edits >= static_cast<std::int64_t>(ter.shifts().size()) + distance(words, reference, symbols));
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i) CHECK(order[i] == i);
  }
  // lines that differ much in length: a wide beam, and rows that hardly overlap
  CHECK(ter(Text{1}, Text(500, 2)) == 500);
  CHECK(ter(Text(500, 2), Text{1}) == 500);
  Text many(3000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = 1 + static_cast<Symbol>(i % 50);
  CHECK(ter(many, Text(many.begin() + 10, many.end())) >= 10);
}
