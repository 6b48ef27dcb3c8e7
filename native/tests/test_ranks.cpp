#include "ranks.hpp"

#include "check.hpp"

using namespace mtassay;

namespace {

std::vector<WordPair> places_of(const std::vector<Symbol>& hypothesis, const std::vector<Symbol>& reference) {
  ContextPlaces find;
  const auto found = find(hypothesis, reference, 9);
  return {found.begin(), found.end()};
}

}  // namespace

int main() {
  CHECK(places_of({}, {1}).empty());
  CHECK(places_of({1}, {}).empty());
  CHECK((places_of({1, 2, 5}, {2, 1, 4}) == std::vector<WordPair>{{0, 1}, {1, 0}}));
  // 1 stands twice in the reference, and "1 2" once in both
  CHECK((places_of({1, 2}, {1, 3, 1, 2}) == std::vector<WordPair>{{0, 2}, {1, 3}}));
  // nothing tells the words apart
  CHECK(places_of({1, 1}, {1, 1, 1}).empty());
  // two words with one place: "3 1" and "1 4" both have the 1 in the middle
  CHECK((places_of({3, 1, 5, 1, 4}, {3, 1, 4}) == std::vector<WordPair>{{0, 0}, {1, 1}, {3, 1}, {4, 2}}));
  // of equally short contexts the one on the left
  CHECK((places_of({3, 1, 4}, {3, 1, 5, 1, 4}) == std::vector<WordPair>{{0, 0}, {1, 1}, {2, 4}}));

  AscendingPairs ascending;
  CHECK(ascending({}, 0) == 0);
  CHECK(ascending(std::vector<WordPair>{{0, 2}, {1, 1}, {2, 0}}, 3) == 0);
  CHECK(ascending(std::vector<WordPair>{{0, 0}, {1, 1}, {2, 2}}, 3) == 3);
  CHECK(ascending(std::vector<WordPair>{{0, 1}, {1, 1}, {2, 2}}, 3) == 2);  // equals are not ascending
}
