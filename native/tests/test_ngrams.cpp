#include "ngrams.hpp"

#include <algorithm>
#include <map>
#include <random>

#include "check.hpp"

using namespace mtassay;

namespace {

using Text = std::vector<Symbol>;
using Counts = std::map<Text, std::int64_t>;

Counts counts(const Text& text, std::size_t order) {
  Counts result;
  for (std::size_t i = 0; i + order <= text.size(); ++i) {
    ++result[Text(text.begin() + static_cast<std::ptrdiff_t>(i), text.begin() + static_cast<std::ptrdiff_t>(i + order))];
  }
  return result;
}

/// The definition, word for word.
std::int64_t obvious(const Text& hypothesis, const std::vector<Text>& references, std::size_t order) {
  Counts most;
  for (const Text& reference : references) {
    for (const auto& [ngram, count] : counts(reference, order)) most[ngram] = std::max(most[ngram], count);
  }
  std::int64_t matches = 0;
  for (const auto& [ngram, count] : counts(hypothesis, order)) matches += std::min(count, most[ngram]);
  return matches;
}

}  // namespace

int main() {
  std::mt19937 random(11);
  NgramMatcher matcher;
  const auto draw = [&random](std::size_t length, Symbol symbols) {
    Text text(length);
    for (Symbol& symbol : text) symbol = 1 + static_cast<Symbol>(random() % symbols);
    return text;
  };
  // alphabets and orders on both sides of every switch: packed or compared keys, 8 or 32 lanes, one or more references
  for (const Symbol symbols : {1u, 2u, 3u, 7u, 40u, 1023u, 1024u, 70000u}) {
    for (const std::size_t order : {1u, 2u, 4u, 6u, 8u, 9u, 16u, 32u}) {
      for (int round = 0; round < 12; ++round) {
        const Text hypothesis = draw(random() % 60, symbols);
        std::vector<Text> references(1 + random() % 3);
        for (Text& reference : references) reference = random() % 4 == 0 ? hypothesis : draw(random() % 60, symbols);
        const std::vector<std::span<const Symbol>> spans(references.begin(), references.end());
        const auto found = matcher(hypothesis, spans, symbols, order);
        CHECK(found.size() == order);
        for (std::size_t n = 1; n <= order; ++n) CHECK(found[n - 1] == obvious(hypothesis, references, n));
      }
    }
  }
  // all pairs at once
  PairwiseMatcher pairwise;
  for (const Symbol symbols : {2u, 40u, 70000u}) {
    for (const std::size_t order : {1u, 4u, 6u, 9u}) {
      std::vector<Text> hypotheses(1 + random() % 12), references(1 + random() % 20);
      const Text base = draw(30, symbols);
      for (Text& text : hypotheses) text = random() % 2 == 0 ? base : draw(random() % 40, symbols);
      for (Text& text : references) text = random() % 3 == 0 ? base : draw(random() % 40, symbols);
      const std::vector<Symbols> left(hypotheses.begin(), hypotheses.end()), right(references.begin(), references.end());
      std::vector<std::int32_t> out(left.size() * right.size() * order);
      pairwise(left, right, symbols, order, out);
      for (std::size_t i = 0; i < left.size(); ++i) {
        for (std::size_t j = 0; j < right.size(); ++j) {
          for (std::size_t n = 1; n <= order; ++n) {
            CHECK(out[(i * right.size() + j) * order + n - 1] == obvious(hypotheses[i], {references[j]}, n));
          }
        }
      }
    }
  }
  // counts beyond 16 bits
  const Text long_text(40000, 1);
  const std::vector<std::span<const Symbol>> one = {long_text};
  CHECK(matcher(long_text, one, 1, 6)[5] == 39995);
  CHECK(ngram_total(3, 4) == 0 && ngram_total(4, 4) == 1);
}
