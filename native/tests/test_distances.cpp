#include "distances.hpp"

#include <cmath>
#include <string>

#include "check.hpp"

using namespace mtassay;

int main() {
  const std::vector<std::string_view> left = {"x", "b  c a ", "a b c", ""};
  const std::vector<std::int64_t> groups = {2, 0, 0, 2};
  const std::vector<std::string_view> right = {"a b c", "a b c d e f", "y", "x", ""};
  const std::vector<std::int64_t> starts = {0, 2, 2, 5};  // the second group is empty
  const References others{{nullptr, right}, starts};

  const auto measure = [&](Closeness closeness, unsigned threads) {
    std::vector<double> distances(10, -1);
    grouped_distances({nullptr, left}, groups, others, {closeness, Tokenization::none, 6}, threads, distances);
    return distances;
  };
  CHECK((measure(Closeness::edits, 1) == std::vector<double>{1, 0, 1, 2, 4, 0, 3, 1, 1, 0}));
  // "b c a" covers "a b c" at 2 and the other way round; three words cover six of which they are half at 3
  const std::vector<double> moves = measure(Closeness::moves, 1);
  CHECK(moves[3] == 2 && moves[5] == 0 && moves[6] == 3 && moves[0] == 1 && moves[9] == 0);
  const std::vector<double> ngrams = measure(Closeness::ngrams, 1);
  // "bca" and "abc": all of order 1, one of two of order 2, none of order 3
  CHECK(std::abs(ngrams[3] - (1 - (1 + 0.5 + 0) / 3)) < 1e-15);
  CHECK(ngrams[5] == 0 && ngrams[0] == 1 && ngrams[1] == 0 && ngrams[2] == 1 && ngrams[9] == 0);

  for (const Closeness closeness : {Closeness::edits, Closeness::moves, Closeness::ngrams}) {
    CHECK(measure(closeness, 1) == measure(closeness, 3));
    const DistanceSettings settings{closeness, Tokenization::character, 3};
    const std::vector<std::int64_t> own = {0, 0, 2, 2, 2};
    std::vector<double> inner(2 * 2 + 3 * 3, -1), both(inner.size(), -1);
    inner_distances(others, settings, 2, inner);
    grouped_distances({nullptr, right}, own, others, settings, 2, both);
    CHECK(inner == both);
  }

  // more pairs than are matched by n-grams at once
  std::vector<std::string> many;
  for (int i = 0; i < 400; ++i) many.push_back("text number " + std::to_string(i));
  const std::vector<std::string_view> views(many.begin(), many.end());
  const std::vector<std::int64_t> whole = {0, 400};
  std::vector<double> square(400 * 400, -1);
  inner_distances({{nullptr, views}, whole}, {Closeness::ngrams, Tokenization::none, 6}, 1, square);
  for (std::size_t i = 0; i < 400; ++i) {
    CHECK(square[401 * i] == 0);
    for (std::size_t j = 0; j < i; ++j) {
      CHECK(square[400 * i + j] == square[400 * j + i] && square[400 * i + j] > 0 && square[400 * i + j] < 1);
    }
  }

  std::vector<std::int64_t> counts(right.size());
  count_tokens({nullptr, right}, Tokenization::none, 1, counts);
  CHECK((counts == std::vector<std::int64_t>{3, 6, 1, 1, 0}));
  grouped_distances({}, {}, {{}, std::span(starts).first(1)}, {}, 1, {});
}
