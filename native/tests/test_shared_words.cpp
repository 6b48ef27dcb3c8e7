#include "shared_words.hpp"

#include "check.hpp"

using namespace mtassay;

namespace {

std::vector<std::string_view> shape(WordShaper& shaper) {
  std::vector<std::string_view> words = {"a", "naïve", "中文中文", "straße", "internationalization", "four"};
  std::vector<std::size_t> ends = {2, words.size()};
  shaper(words, ends);
  CHECK(ends.size() == 2 && ends[1] == words.size());
  return words;
}

}  // namespace

int main() {
  using Words = std::vector<std::string_view>;
  WordShaper first(WordForm::first_four), last(WordForm::last_four), both(WordForm::first_four_last_two),
      pieces(WordForm::pieces_of_four), long_only(WordForm::long_only), whole(WordForm::whole);
  CHECK((shape(whole) == Words{"a", "naïve", "中文中文", "straße", "internationalization", "four"}));
  CHECK((shape(first) == Words{"a", "naïv", "中文中文", "stra", "inte", "four"}));
  CHECK((shape(last) == Words{"a", "aïve", "中文中文", "raße", "tion", "four"}));
  CHECK((shape(both) == Words{"a", "naïvve", "中文中文", "straße", "inteon", "four"}));
  CHECK((shape(pieces) == Words{"a", "naïv", "e", "中文中文", "stra", "ße", "inte", "rnat", "iona", "liza", "tion", "four"}));
  CHECK((shape(long_only) == Words{"naïve", "中文中文", "straße", "internationalization", "four"}));
  CHECK(shape(both)[3] == "straße");  // used twice

  OrderMatcher order;
  const std::vector<Symbol> ascending = {1, 2, 3, 4}, mixed = {1, 3, 4, 2}, repeated = {1, 1, 5, 1}, none = {};
  // the example of Isozaki et al. (2010): four of six pairs in order
  CHECK(order(mixed, ascending, 5).increasing == 4 && order(mixed, ascending, 5).squared == 6);
  CHECK(order(ascending, ascending, 5).increasing == 6 && order(ascending, ascending, 5).squared == 0);
  CHECK(order(repeated, repeated, 5).increasing == 6);  // each occurrence with its own
  CHECK(order(repeated, ascending, 5).increasing == 0 && order(none, ascending, 5).squared == 0);
  CHECK(order(ascending, none, 5).squared == 0);

  const std::vector<std::string_view> hypotheses = {"the black cat"}, references = {"the cats cat black ", ""};
  const std::vector<std::int64_t> starts = {0, 2};
  std::vector<double> rows(2 * 10), again(2 * 10);
  shared_word_rows({nullptr, hypotheses}, {{nullptr, references}, starts}, Tokenization::none, WordForm::whole, 2, 1, rows);
  shared_word_rows({nullptr, hypotheses}, {{nullptr, references}, starts}, Tokenization::none, WordForm::whole, 2, 2, again);
  CHECK(rows == again);
  CHECK((rows == std::vector<double>{3, 4, 11, 15, 2, 2, 2, 2, 3, 0, 3, 0, 11, 0, 2, 0, 0, 0, 0, 0}));
}
