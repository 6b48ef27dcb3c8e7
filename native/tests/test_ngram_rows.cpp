#include "ngram_rows.hpp"

#include "check.hpp"

using namespace mtassay;

int main() {
  const std::vector<std::string_view> hypotheses = {"the cat the cat on the mat", ""};
  const std::vector<std::string_view> references = {"the cat is on the mat", "there is a cat on the mat", "x"};
  const std::vector<std::int64_t> starts = {0, 2, 3};
  const Segments outputs{nullptr, hypotheses};
  const References grouped{{nullptr, references}, starts};

  std::vector<double> rows(2 * 10);
  word_overlap_rows(outputs, grouped, Tokenization::western, 4, ReferenceLength::closest, 1, rows);
  CHECK((rows == std::vector<double>{7, 7, 5, 4, 2, 1, 7, 6, 5, 4, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}));
  word_overlap_rows(outputs, grouped, Tokenization::western, 4, ReferenceLength::average, 2, rows);
  CHECK(rows[1] == 6.5);
  word_overlap_rows(outputs, grouped, Tokenization::western, 4, ReferenceLength::shortest, 2, rows);
  CHECK(rows[1] == 6);
  word_overlap_rows(outputs, grouped, Tokenization::western, 4, ReferenceLength::longest, 2, rows);
  CHECK(rows[1] == 7);

  // words of more than 16 bytes in lines that 13a has to rewrite
  const std::vector<std::string_view> entity = {"internationalization &amp; aaaaaaaa1111bbbbbbbb"};
  const std::vector<std::string_view> entity_reference = {"Q & A: internationalization & aaaaaaaa2222bbbbbbbb"};
  const std::vector<std::int64_t> one_each = {0, 1};
  std::vector<double> entity_row(4);
  word_overlap_rows({nullptr, entity}, {{nullptr, entity_reference}, one_each}, Tokenization::western, 1,
                    ReferenceLength::closest, 1, entity_row);
  CHECK((entity_row == std::vector<double>{3, 7, 2, 3}));

  // "abc" against "abd": hypothesis, reference and matches of the orders 1, 2 and of the word
  const std::vector<std::string_view> one = {"a bc"}, other = {"abd"};
  const std::vector<std::int64_t> single = {0, 1};
  std::vector<double> row(9);
  character_overlap_rows({nullptr, one}, {{nullptr, other}, single}, 2, 1, false, 1, row);
  CHECK((row == std::vector<double>{3, 3, 2, 2, 2, 1, 2, 1, 0}));
  character_overlap_rows({nullptr, one}, {{nullptr, other}, single}, 2, 1, true, 1, row);
  CHECK((row == std::vector<double>{4, 3, 2, 3, 2, 0, 2, 1, 0}));
}
