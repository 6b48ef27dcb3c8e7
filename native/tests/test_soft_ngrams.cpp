#include "soft_ngrams.hpp"

#include <cmath>

#include "check.hpp"

using namespace mtassay;

namespace {

bool near(double value, double expected) { return std::abs(value - expected) < 1e-12; }

}  // namespace

int main() {
  const std::vector<std::string_view> texts = {"abcd", "xbcy", "é", "è", "ABCD", "q"};
  const std::vector<double> weights = {1, 2, 1, 1, 1, 3};
  SoftWords words{texts, weights, {}, {}, 0, false};
  WordSimilarity by_bytes(words);
  CHECK(near(by_bytes(0, 0), 1) && near(by_bytes(0, 1), 2.0 * 2 / 8) && near(by_bytes(0, 5), 0));
  CHECK(near(by_bytes(2, 3), 2.0 * 1 / 4));  // the first of two bytes
  words.characters = true;
  CHECK(near(WordSimilarity(words)(2, 3), 0) && near(WordSimilarity(words)(1, 0), 0.5));

  const std::vector<float> vectors = {1, 0, 0.6F, 0.8F, -1, 0, 0, 0, 0, 1, 0, 0};
  const std::vector<std::int32_t> folds = {0, 1, 2, 3, 0, 5};
  const SoftWords meant{texts, weights, vectors, folds, 2, false};
  WordSimilarity by_vectors(meant);
  CHECK(std::abs(by_vectors(0, 1) - 0.6) < 1e-6 && by_vectors(0, 2) == 0 && by_vectors(0, 3) == 0);
  CHECK(by_vectors(0, 4) == 1 && by_vectors(3, 5) == 0);

  // left: abcd q; right: xbcy / nothing; a text without words / abcd
  const std::vector<std::int32_t> left = {0, 5, 0}, right = {1, 0};
  const std::vector<std::int64_t> left_starts = {0, 2, 3}, right_starts = {0, 1, 1, 2}, groups = {0, 2, 3};
  const auto rows = [&](std::size_t order, unsigned threads) {
    std::vector<double> made(6);
    soft_ngram_rows({left, left_starts}, {right, right_starts}, groups, SoftWords{texts, weights, {}, {}, 0, false}, order,
                    threads, made);
    return made;
  };
  const std::vector<double> made = rows(1, 1);
  CHECK(near(made[0], 0.5 * 1 / 4) && near(made[1], 0.5));
  CHECK(made[2] == 0 && made[3] == 0 && near(made[4], 1) && near(made[5], 1));
  CHECK(rows(3, 1) == made && rows(3, 2) == made);  // the shorter text has one word
}
