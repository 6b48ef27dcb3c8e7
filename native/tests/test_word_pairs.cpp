#include "word_pairs.hpp"

#include <vector>

#include "check.hpp"

using namespace mtassay;

int main() {
  const auto chunks = [](const std::vector<WordPair>& pairs) { return count_chunks(pairs); };
  CHECK(chunks({}) == 0);
  CHECK(chunks({{3, 7}}) == 1);
  CHECK(chunks({{0, 0}, {1, 1}, {2, 2}}) == 1);
  CHECK(chunks({{0, 0}, {2, 1}}) == 2);          // a gap in the hypothesis
  CHECK(chunks({{0, 0}, {1, 2}}) == 2);          // a gap in the reference
  CHECK(chunks({{0, 1}, {1, 0}, {2, 1}}) == 2);  // backwards
}
