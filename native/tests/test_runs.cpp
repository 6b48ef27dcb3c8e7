#include "runs.hpp"

#include <cmath>

#include "check.hpp"

using namespace mtassay;

namespace {

std::vector<Run> runs_of(const std::vector<Symbol>& hypothesis, const std::vector<Symbol>& reference) {
  LongestRuns find;
  const auto found = find(hypothesis, reference, 9);
  return {found.begin(), found.end()};
}

}  // namespace

int main() {
  CHECK(runs_of({}, {1}).empty());
  CHECK(runs_of({1}, {}).empty());
  CHECK(runs_of({1}, {2}).empty());
  CHECK((runs_of({1, 2, 3}, {1, 2, 3}) == std::vector<Run>{{0, 0, 3}}));
  // the longest first, and what is left of a run that it cuts
  CHECK((runs_of({1, 2, 3, 4}, {2, 3, 4, 1, 2}) == std::vector<Run>{{1, 0, 3}, {0, 3, 1}}));
  // of equals the first in the hypothesis, then in the reference
  CHECK((runs_of({1, 2, 3, 1, 2}, {1, 2, 4, 1, 2}) == std::vector<Run>{{0, 0, 2}, {3, 3, 2}}));
  CHECK((runs_of({1, 1}, {1, 5, 1}) == std::vector<Run>{{0, 0, 1}, {1, 2, 1}}));
  // a barrier is not crossed
  CHECK((runs_of({1, 2}, {1, 0, 2}) == std::vector<Run>{{0, 0, 1}, {1, 2, 1}}));
  // a cut run can be cut again
  CHECK((runs_of({1, 2, 3, 4, 5, 6}, {3, 4, 5, 9, 1, 2, 3, 4, 5, 6}) == std::vector<Run>{{0, 4, 6}}));

  // one word again and again, which has as many runs as words
  const std::vector<Symbol> same(3000, 1);
  CHECK((runs_of(same, std::vector<Symbol>(2000, 1)) == std::vector<Run>{{0, 0, 2000}}));

  const std::vector<Run> some = {{0, 0, 3}, {4, 4, 1}};
  CHECK(matching_size({}, 2) == 0);
  CHECK(matching_size(some, 1) == 4);
  CHECK(std::abs(matching_size(some, 2) - std::sqrt(10.0)) < 1e-12);
  CHECK(matching_size(std::vector<Run>{{0, 0, 1000000}, {0, 0, 1}}, 100) == 1000000);
}
