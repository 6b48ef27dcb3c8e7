#include "ngram_postings.hpp"

#include "check.hpp"

using namespace mtassay;

namespace {

using Numbers = std::vector<std::int32_t>;
using Places = std::vector<std::int64_t>;

}  // namespace

int main() {
  // three segments: 5 6 5 | 6 5 | nothing, and 5 6 | nothing | 5
  const Numbers output = {5, 6, 5, 6, 5}, reference = {5, 6, 5};
  const Places output_starts = {0, 3, 5, 5}, reference_starts = {0, 2, 2, 3};
  const NumberedView left{output, output_starts}, right{reference, reference_starts};

  const std::vector<NumberedView> pair = {left, right};
  const NgramPostings all = ngram_postings(pair, 3, 1, 1);
  CHECK((all.orders == std::vector<std::uint8_t>{1, 1, 2, 2, 3}));
  CHECK((all.words == Numbers{5, -1, -1, 6, -1, -1, 5, 6, -1, 6, 5, -1, 5, 6, 5}));
  CHECK((all.starts == Places{0, 3, 5, 6, 8, 9}));
  CHECK((all.segments == Numbers{0, 1, 2, 0, 1, 0, 0, 1, 0}));
  CHECK((all.counts == Numbers{2, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0}));

  // those that stand in two segments; a word less than that makes no longer n-gram
  const NgramPostings some = ngram_postings(pair, 3, 2, 2);
  CHECK((some.orders == std::vector<std::uint8_t>{1, 1, 2}));
  CHECK((some.words == Numbers{5, -1, -1, 6, -1, -1, 6, 5, -1}));
  CHECK((some.starts == Places{0, 3, 5, 7}));
  CHECK((some.segments == Numbers{0, 1, 2, 0, 1, 0, 1}));
  const NgramPostings few = ngram_postings(pair, 32, 4, 1);
  CHECK(few.orders.empty() && few.words.empty() && few.segments.empty() && (few.starts == Places{0}));

  // a text that is there twice is counted once and shown twice
  const std::vector<NumberedView> shared = {left, right, right, right};
  const NgramPostings twice = ngram_postings(shared, 1, 3, 1);
  CHECK((twice.words == Numbers{5}) && (twice.segments == Numbers{0, 1, 2}));
  CHECK((twice.counts == Numbers{2, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1}));

  const Places nothing = {0};
  const std::vector<NumberedView> empty = {{{}, nothing}, {{}, nothing}};
  CHECK(ngram_postings(empty, 4, 1, 1).orders.empty());
}
