#include "meteor_aligner.hpp"

#include <algorithm>
#include <random>

#include "check.hpp"

using namespace mtassay;

namespace {

std::string align(std::size_t hypothesis, std::size_t reference, const std::vector<PhrasePair>& pairs) {
  static MeteorAligner aligner;  // which must forget what was before
  aligner.clear(hypothesis, reference);
  for (const PhrasePair& pair : pairs) aligner.add(pair);
  std::string shown;
  for (const PhrasePair& pair : aligner()) {
    shown += std::to_string(pair.reference) + "-" + std::to_string(pair.hypothesis) + "/" +
             std::to_string(pair.stage) + " ";
  }
  return shown;
}

}  // namespace

int main() {
  CHECK(align(0, 0, {}).empty());
  CHECK(align(3, 0, {}).empty());
  CHECK(align(2, 2, {{0, 1, 1, 1, 0}}) == "0-1/0 ");
  // fewer chunks: "b a b" and "a b", where the first b would do as well
  CHECK(align(3, 2, {{0, 1, 1, 1, 0}, {1, 1, 0, 1, 0}, {1, 1, 2, 1, 0}}) == "0-1/0 1-2/0 ");
  // one exact pair covers more than one phrase of two words, which counts half
  CHECK(align(2, 2, {{0, 2, 0, 2, 3}, {1, 1, 1, 1, 0}}) == "0-0/3 ");
  CHECK(align(2, 2, {{0, 2, 0, 2, 3}, {0, 1, 0, 1, 0}, {1, 1, 1, 1, 0}}) == "0-0/0 1-1/0 ");
  // a stem of one word covers nothing, so it is taken for its own sake only where it saves a chunk or is the only one
  CHECK(align(1, 1, {{0, 1, 0, 1, 1}}) == "0-0/1 ");
  CHECK(align(1, 1, {{0, 1, 0, 1, 2}, {0, 1, 0, 1, 3}}).empty());
  CHECK(align(3, 3, {{0, 1, 0, 1, 0}, {1, 1, 1, 1, 2}, {1, 1, 1, 1, 3}, {2, 1, 2, 1, 0}}) == "0-0/0 1-1/2 2-2/0 ");

  // no word is used twice, and no choice of pairs covers more, as long as the beam holds all
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const std::size_t hypothesis = random() % 5, reference = random() % 5;
    std::vector<std::uint32_t> ours(hypothesis), theirs(reference);
    for (auto& word : ours) word = random() % 2;
    for (auto& word : theirs) word = random() % 2;
    MeteorAligner aligner;
    aligner.clear(hypothesis, reference);
    for (std::uint32_t j = 0; j < reference; ++j) {
      for (std::uint32_t i = 0; i < hypothesis; ++i) {
        if (ours[i] == theirs[j]) aligner.add({j, 1, i, 1, 0});
      }
    }
    std::vector<bool> used(hypothesis);
    std::size_t count = 0;
    for (const PhrasePair& pair : aligner()) {
      CHECK(ours[pair.hypothesis] == theirs[pair.reference]);
      CHECK(!used[pair.hypothesis]);
      used[pair.hypothesis] = true;
      ++count;
    }
    std::size_t most = 0;
    for (const std::uint32_t word : {0u, 1u}) {
      most += static_cast<std::size_t>(std::min(std::ranges::count(ours, word), std::ranges::count(theirs, word)));
    }
    CHECK(count == most);
  }
}
