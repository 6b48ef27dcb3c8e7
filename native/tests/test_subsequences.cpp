#include "subsequences.hpp"

#include <algorithm>
#include <random>

#include "check.hpp"

using namespace mtassay;

namespace {

using Text = std::vector<Symbol>;
using Table = std::vector<std::vector<std::size_t>>;

/// Of each pair of beginnings how long their longest common subsequence is.
Table table(const Text& reference, const Text& hypothesis) {
  Table longest(reference.size() + 1, std::vector<std::size_t>(hypothesis.size() + 1, 0));
  for (std::size_t i = 1; i <= reference.size(); ++i) {
    for (std::size_t j = 1; j <= hypothesis.size(); ++j) {
      longest[i][j] = reference[i - 1] == hypothesis[j - 1] ? longest[i - 1][j - 1] + 1
                                                            : std::max(longest[i - 1][j], longest[i][j - 1]);
    }
  }
  return longest;
}

std::vector<std::uint8_t> marks(const Text& reference, const Text& hypothesis) {
  const Table longest = table(reference, hypothesis);
  std::vector<std::uint8_t> found(reference.size(), 0);
  for (std::size_t i = reference.size(), j = hypothesis.size(); i > 0 && j > 0;) {
    if (reference[i - 1] == hypothesis[j - 1]) {
      found[--i] = 1;
      --j;
    } else if (longest[i][j - 1] > longest[i - 1][j]) {
      --j;
    } else {
      --i;
    }
  }
  return found;
}

}  // namespace

int main() {
  std::mt19937 random(3);
  SubsequenceFinder finder;
  // one block of bits, its end, two blocks, many
  for (const std::size_t length : {0u, 1u, 5u, 63u, 64u, 65u, 128u, 200u}) {
    for (const Symbol symbols : {1u, 2u, 20u, 500u}) {
      const auto draw = [&](std::size_t size) {
        Text text(size);
        for (Symbol& symbol : text) symbol = 1 + static_cast<Symbol>(random() % symbols);
        return text;
      };
      const Text reference = draw(length);
      finder.set_reference(reference, symbols);
      for (const Text& hypothesis : {draw(length), draw(length / 2), draw(2 * length), reference}) {
        CHECK(finder.length(hypothesis) == table(reference, hypothesis).back().back());
        std::vector<std::uint8_t> found(reference.size(), 0);
        finder.mark(hypothesis, found);
        CHECK(found == marks(reference, hypothesis));
      }
    }
  }

  // Lin (2004): w1..w5 against w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5; the union is w1 w2 w3 w5
  const Text reference = {1, 2, 3, 4, 5}, one = {1, 2, 6, 7, 8}, two = {1, 3, 8, 9, 5};
  const std::vector<std::span<const Symbol>> hypothesis = {one, two}, single = {reference};
  UnionFinder in_common;
  CHECK(in_common(hypothesis, single, 9) == 4);
  CHECK(in_common(single, single, 9) == 5);
  const Text word = {1}, twice = {1, 1};
  const std::vector<std::span<const Symbol>> once = {word}, again = {twice, word};
  CHECK(in_common(once, again, 1) == 1);  // the hypothesis has it once
}
