#include "nist.hpp"

#include <cmath>

#include "check.hpp"

using namespace mtassay;

int main() {
  PairNumbers numbers;
  numbers.clear(0);
  for (Symbol i = 0; i < 1000; ++i) CHECK(numbers(i, 7 * i) == i + 1);  // grows many times over
  CHECK(numbers.find(500, 3500) == 501 && numbers.find(3500, 500) == 0 && numbers(1, 7) == 2 && numbers.size() == 1000);

  const std::vector<std::string_view> references = {"the cat sat", "the dog sat ", "the cat ran", ""};
  const std::vector<std::int64_t> starts = {0, 2, 4};
  const NgramInformation information({nullptr, references}, Tokenization::none, 3);
  const Symbol the = information.word("the"), cat = information.word("cat"), ran = information.word("ran");
  CHECK(information.word("cow") == 0 && information.longer(0, the) == 0 && information.longer(the, 0) == 0);
  const auto near = [](double a, double b) { return std::abs(a - b) < 1e-12; };
  CHECK(near(information.bits(the), std::log2(9.0 / 3)) && near(information.bits(ran), std::log2(9.0)));
  const Symbol the_cat = information.longer(the, cat);
  CHECK(near(information.bits(the_cat), std::log2(3.0 / 2)));
  CHECK(near(information.bits(information.longer(the_cat, ran)), 1));
  CHECK(information.longer(ran, the) == 0);
  // "dog" was seen once: what follows it is no news
  CHECK(information.longer(information.word("dog"), information.word("sat")) == 0);

  const std::vector<std::string_view> hypotheses = {"the cat the dog", ""};
  std::vector<double> rows(2 * 8), again(2 * 8);
  nist_rows({nullptr, hypotheses}, {{nullptr, references}, starts}, information, NistStyle::mteval, 1, rows);
  nist_rows({nullptr, hypotheses}, {{nullptr, references}, starts}, information, NistStyle::mteval, 3, again);
  CHECK(rows == again);
  CHECK(rows[0] == 4 && rows[1] == 3 && rows[5] == 4 && rows[6] == 3 && rows[7] == 2);
  // "the" once, as each reference has it once; "cat" from one and "dog" from the other
  CHECK(near(rows[2], std::log2(3.0) + std::log2(9.0 / 2) + std::log2(9.0)));
  CHECK(near(rows[3], std::log2(1.5) + std::log2(3.0)) && rows[4] == 0);
  CHECK(rows[8] == 0 && rows[9] == 1.5 && rows[10] == 0);

  nist_rows({nullptr, hypotheses}, {{nullptr, references}, starts}, information, NistStyle::nltk, 1, rows);
  CHECK(near(rows[2], std::log2(3.0) + std::log2(9.0)));  // the reference with the dog alone
  CHECK(near(rows[3], std::log2(3.0)) && rows[1] == 3 && rows[9] == 3);
}
