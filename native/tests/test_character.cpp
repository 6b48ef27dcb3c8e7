#include "character.hpp"

#include <algorithm>
#include <random>
#include <string>

#include "check.hpp"

using namespace mtassay;

namespace {

using Text = std::vector<Symbol>;

/// The search with every candidate tried, over the words themselves.
std::vector<std::string> obvious(std::vector<std::string> words, const std::vector<std::string>& reference) {
  EditDistance edits;
  const auto distance = [&](const std::vector<std::string>& texts) {
    WordNumbers numbers;
    numbers.clear(texts.size() + reference.size());
    Text left, right;
    for (const std::string& word : texts) left.push_back(numbers(word));
    for (const std::string& word : reference) right.push_back(numbers(word));
    return static_cast<double>(edits(left, right, numbers.size())) / static_cast<double>(reference.size());
  };
  if (reference.empty()) return words;
  double rate = distance(words);
  while (rate > 0) {
    std::pair<double, std::vector<std::string>> best(0, {});
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (std::size_t j = 0; j < reference.size(); ++j) {
        std::size_t length = 0;
        while (i + length < words.size() && j + length < reference.size() && words[i + length] == reference[j + length]) ++length;
        if (i == j || length == 0) continue;
        std::vector<std::string> moved = words;
        const auto at = moved.begin() + static_cast<std::ptrdiff_t>(i);
        const std::vector<std::string> phrase(at, at + static_cast<std::ptrdiff_t>(length));
        moved.erase(at, at + static_cast<std::ptrdiff_t>(length));
        const auto target = static_cast<std::ptrdiff_t>(std::min(j, moved.size()));
        moved.insert(moved.begin() + target, phrase.begin(), phrase.end());
        best = std::max(best, {rate - distance(moved), moved});
      }
    }
    if (best.first <= 0) break;
    rate -= best.first;
    words = best.second;
  }
  return words;
}

}  // namespace

int main() {
  const std::vector<std::string_view> hypotheses = {"", "b  c a ", "\u00e9\u00e9 x"}, references = {"a", "", "a b c", "x \u00e9\u00e9"};
  const std::vector<std::int64_t> starts = {0, 2, 3, 4};
  std::vector<double> rows(4 * character_row_width);
  character_rows({nullptr, hypotheses}, {{nullptr, references}, starts}, Tokenization::none, 1, rows);
  // the phrase "b c" is what now stands further right, two words of one character
  CHECK((rows == std::vector<double>{1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 5, 5, 0, 2, 4, 4}));

  std::mt19937 random(3);
  PhraseShifter shifter;
  for (int round = 0; round < 1500; ++round) {
    const std::size_t kinds = 1 + random() % (round % 2 == 0 ? 4 : 25);
    // from 65 words on a column has several blocks
    const std::size_t longest = round % 300 == 0 ? 75 : 12;
    std::vector<std::string> hypothesis(random() % longest), reference(random() % longest);
    if (random() % 2 == 0) reference.resize(hypothesis.size());
    for (auto* text : {&hypothesis, &reference}) {
      for (std::string& word : *text) word = std::string(1, static_cast<char>('a' + random() % kinds));
    }
    if (random() % 3 == 0) hypothesis = reference, std::shuffle(hypothesis.begin(), hypothesis.end(), random);
    WordNumbers numbers;
    numbers.clear(hypothesis.size() + reference.size());
    Text left, right;
    for (const std::string& word : hypothesis) left.push_back(numbers(word));
    for (const std::string& word : reference) right.push_back(numbers(word));
    const std::vector<std::string_view> words(hypothesis.begin(), hypothesis.end());
    std::vector<std::string> shifted;
    for (const std::size_t place : shifter(words, left, right, numbers.size())) shifted.push_back(hypothesis[place]);
    CHECK(shifted == obvious(hypothesis, reference));
  }
}
