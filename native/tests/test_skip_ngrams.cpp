#include "skip_ngrams.hpp"

#include "check.hpp"

using namespace mtassay;

int main() {
  SkipNgramCounter count;
  const std::vector<Symbol> text = {1, 2, 3}, other = {1, 4, 3}, twice = {1, 1}, none = {};
  CHECK(count(text, text, 1, 1) == 3 && count(text, other, 1, 0) == 2);
  CHECK(count(text, text, 2, 1) == 3 && count(text, text, 2, 0) == 2);
  CHECK(count(text, other, 2, 1) == 1 && count(text, other, 2, 0) == 0);
  CHECK(count(text, other, 2, 0.5) == 0.25);  // a word is skipped in each
  CHECK(count(twice, twice, 1, 1) == 4 && count(twice, twice, 2, 1) == 1);
  CHECK(count(text, text, 3, 0.5) == 1 && count(text, text, 4, 1) == 0);
  CHECK(count(none, text, 2, 1) == 0 && count(text, none, 1, 1) == 0);

  const std::vector<std::string_view> hypotheses = {"a b c", ""}, references = {"a x c", "a b c", "b"};
  const std::vector<std::int64_t> starts = {0, 2, 3};
  const auto rows = [&](std::size_t order, double decay, unsigned threads) {
    std::vector<double> made(9);
    skip_ngram_rows({nullptr, hypotheses}, {{nullptr, references}, starts}, Tokenization::none, order, decay, threads,
                    made);
    return made;
  };
  CHECK((rows(1, 1, 1) == std::vector<double>{2, 3, 3, 3, 3, 3, 0, 0, 1}));
  CHECK((rows(2, 1, 1) == std::vector<double>{1, 3, 3, 3, 3, 3, 0, 0, 0}));
  CHECK((rows(2, 0, 1) == std::vector<double>{0, 2, 2, 2, 2, 2, 0, 0, 0}));
  CHECK(rows(2, 0.3, 3) == rows(2, 0.3, 1));
}
