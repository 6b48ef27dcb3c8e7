#include "concordance.hpp"

#include <limits>
#include <random>

#include "check.hpp"

using namespace mtassay;

namespace {

bool are_equal(const Concordance& a, const Concordance& b) {
  return a.things == b.things && a.concordant == b.concordant && a.discordant == b.discordant &&
         a.first_ties == b.first_ties && a.second_ties == b.second_ties && a.both_ties == b.both_ties &&
         a.first_values == b.first_values && a.second_values == b.second_values;
}

}  // namespace

int main() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  ConcordanceCounter count;
  CHECK(are_equal(count({}, {}), {}));
  const std::vector<double> first = {1, 2, 2, 3, nan, 3}, second = {1, 3, 2, 2, 5, 2};
  // things 1/1, 2/3, 2/2, 3/2, 3/2
  CHECK(are_equal(count(first, second), {5, 4 + 0, 2, 1, 2, 1, 3, 3}));

  // long lists are sorted: as many copies of few values as make every kind of tie, against all pairs one by one
  std::mt19937_64 random(1);
  for (const std::size_t length : {31u, 32u, 33u, 200u}) {
    std::vector<double> left(length), right(length);
    for (std::size_t i = 0; i < length; ++i) {
      left[i] = static_cast<double>(random() % 9);
      right[i] = random() % 10 == 0 ? nan : static_cast<double>(random() % 7) - 0.0;
    }
    Concordance obvious;
    for (std::size_t i = 0; i < length; ++i) {
      if (right[i] != right[i]) continue;
      ++obvious.things;
      bool is_new_left = true, is_new_right = true;
      for (std::size_t j = 0; j < i; ++j) {
        if (right[j] != right[j]) continue;
        is_new_left = is_new_left && left[i] != left[j];
        is_new_right = is_new_right && right[i] != right[j];
        const double product = (left[i] - left[j]) * (right[i] - right[j]);
        obvious.concordant += product > 0;
        obvious.discordant += product < 0;
        obvious.first_ties += left[i] == left[j] && right[i] != right[j];
        obvious.second_ties += left[i] != left[j] && right[i] == right[j];
        obvious.both_ties += left[i] == left[j] && right[i] == right[j];
      }
      obvious.first_values += is_new_left;
      obvious.second_values += is_new_right;
    }
    CHECK(are_equal(count(left, right), obvious));
  }

  std::vector<double> rows(2 * Concordance::columns);
  concordance_rows(std::vector<double>{1, 2, 3, 1, 2, 3}, std::vector<double>{1, 2, 3, 3, 2, 1}, 3, rows, 2);
  CHECK(rows[1] == 3 && rows[2] == 0 && rows[9] == 0 && rows[10] == 3);
  concordance_rows({}, {}, 0, std::span(rows).first(Concordance::columns), 1);
  CHECK(rows[0] == 0);
}
