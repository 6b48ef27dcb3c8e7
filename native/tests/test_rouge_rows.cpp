#include "rouge_rows.hpp"

#include "check.hpp"

using namespace mtassay;

int main() {
  std::vector<std::string_view> words;
  split_alphanumeric("it's 2-3 größe, 中文\tend", words);
  CHECK((words == std::vector<std::string_view>{"it", "s", "2", "3", "gr", "e", "end"}));

  const std::vector<std::string_view> hypotheses = {"a b\nc d\n", "é"}, references = {"c d\na b", "a b c", "x"};
  const std::vector<std::int64_t> starts = {0, 2, 3};
  const auto rows = [&](RougeUnit unit, std::size_t order, unsigned threads) {
    std::vector<double> made(9);
    rouge_rows({nullptr, hypotheses}, {{nullptr, references}, starts}, unit, order, threads, made);
    return made;
  };
  CHECK((rows(RougeUnit::ngram, 2, 1) == std::vector<double>{2, 3, 3, 2, 3, 2, 0, 0, 0}));
  CHECK((rows(RougeUnit::subsequence, 1, 1) == std::vector<double>{2, 4, 4, 3, 4, 3, 0, 0, 1}));
  CHECK((rows(RougeUnit::sentences, 1, 1) == std::vector<double>{4, 4, 4, 3, 4, 3, 0, 0, 1}));
  CHECK(rows(RougeUnit::sentences, 1, 3) == rows(RougeUnit::sentences, 1, 1));
}
