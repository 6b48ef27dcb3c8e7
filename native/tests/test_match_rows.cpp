#include "match_rows.hpp"

#include "check.hpp"

using namespace mtassay;

int main() {
  const std::vector<std::string_view> hypotheses = {"a b  c ", ""}, references = {"b c x a", "a b", "a"};
  const std::vector<std::int64_t> starts = {0, 2, 3};
  const Segments outputs{nullptr, hypotheses};
  const References grouped{{nullptr, references}, starts};
  using Row = std::vector<double>;

  Row rows(3 * run_row_width);
  run_rows(outputs, grouped, Tokenization::none, 1, false, 1, rows);
  CHECK((rows == Row{3, 2, 3, 3, 4, 2, 1, 2, 3, 2, 0, 0, 0, 0, 1}));
  rows.resize(2 * run_row_width);
  run_rows(outputs, grouped, Tokenization::none, 1, true, 1, rows);
  CHECK((rows == Row{3, 2, 3, 3, 3, 0, 0, 0, 0, 1}));

  rows.resize(3 * place_row_width);
  place_rows(outputs, grouped, Tokenization::none, 1, rows);
  CHECK((rows == Row{1, 3, 3, 4, 1, 2, 3, 2, 0, 0, 0, 1}));

  rows.resize(3 * match_row_width);
  match_rows(outputs, grouped, Tokenization::none, Matcher::minimal, WordRelations(), 1, rows);
  CHECK((rows == Row{3, 2, 3, 4, 2, 1, 3, 2, 0, 0, 0, 1}));

  // "c" has the stem of "x", and "b" goes with "x", but only as long as "x" is left
  const std::vector<std::string_view> words = {"a", "b", "c", "x"};
  const WordRelations relations({nullptr, words}, {0, 1, 2, 2}, {0, 1, 3, 4, 4}, {0, 1, 3, 2});
  const std::vector<std::string_view> some = {"c b"}, other = {"x x x"};
  const std::vector<std::int64_t> one = {0, 1};
  rows.resize(match_row_width);
  for (const Matcher matcher : {Matcher::minimal, Matcher::from_end}) {
    match_rows({nullptr, some}, {{nullptr, other}, one}, Tokenization::none, matcher, relations, 1, rows);
    CHECK(rows[0] == 2);
    CHECK(rows[1] == (matcher == Matcher::minimal ? 1 : 2));
  }

  CHECK((distinct_words(outputs, Tokenization::none) == std::vector<std::string>{"a", "b", "c"}));
}
