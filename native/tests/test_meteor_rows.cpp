#include "meteor_rows.hpp"

#include "check.hpp"

using namespace mtassay;

int main() {
  // words: the 0, cat 1, cats 2, dog 3, puppy 4
  const std::vector<std::int32_t> stems = {0, 1, 1, 3, 4}, synsets = {7, 9, 7, 8}, sizes = {1, 1, 1, 1, 1};
  const std::vector<std::int64_t> synset_starts = {0, 0, 0, 0, 2, 4};
  const std::vector<std::uint8_t> functions = {1, 0, 0, 0, 0};
  const MeteorWords plain{{}, {}, {}, functions, sizes}, all{stems, synset_starts, synsets, functions, sizes};

  // the cats dog; the cat puppy, and the cats dog
  const std::vector<std::int32_t> ours = {0, 2, 3}, theirs = {0, 1, 4, 0, 2, 3};
  const std::vector<std::int64_t> our_starts = {0, 3}, their_starts = {0, 3, 6}, groups = {0, 2};
  const NumberedView hypotheses{ours, our_starts}, references{theirs, their_starts};
  using Row = std::vector<double>;

  Row rows(2 * meteor_row_width);
  meteor_rows(hypotheses, references, groups, plain, 1, rows);
  const Row alone = {0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 1, 1, 1};
  const Row equal = {2, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 0, 3, 3};
  CHECK(std::ranges::equal(std::span(rows).first(meteor_row_width), alone));
  CHECK(std::ranges::equal(std::span(rows).last(meteor_row_width), equal));

  meteor_rows(hypotheses, references, groups, all, 1, rows);
  const Row stages = {0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 2, 1, 2, 1, 0, 3, 3};
  CHECK(std::ranges::equal(std::span(rows).first(meteor_row_width), stages));
  CHECK(std::ranges::equal(std::span(rows).last(meteor_row_width), equal));
}
