/// Which words and phrases of a hypothesis and a reference go together in METEOR 1.5 (Denkowski and Lavie 2014).
///
/// All pairs that may go together are given, each with the stage that found it. Pairs that alone cover their words are
/// settled. The rest is a search from left to right over the reference, which keeps the best 40 beginnings: those
///   1. that cover the most words in both texts, where a pair that is not exact counts half its words, rounded down;
///   2. of those the ones with the fewest chunks;
///   3. of those the ones with the smallest distance, the sum of how far the words of pairs lie apart in the two texts;
///   4. of those the first to be found.
/// The rounding is METEOR's, and so is what counts as distance: that of a pair is not added to the beginning which takes
/// it, but to those that are tried after it from the same one. Scores agree with METEOR's only so.
///
/// Time: the number of pairs, times 40.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mtassay {

/// Stretches of both texts that may go together.
struct PhrasePair {
  std::uint32_t reference, reference_length, hypothesis, hypothesis_length;
  std::uint8_t stage;  ///< 0 is exact
};

/// Keeps memory between calls, so each thread has its own.
class MeteorAligner {
 public:
  static constexpr std::size_t beam = 40;

  /// Forgets all pairs; the next texts have so many words.
  void clear(std::size_t hypothesis_length, std::size_t reference_length);
  void add(const PhrasePair& pair);
  /// The pairs that are chosen, from left to right in the reference.
  std::span<const PhrasePair> operator()();

 private:
  /// The beginning of an alignment.
  struct Path {
    std::uint32_t covered, chunks;
    std::int64_t distance;
    std::uint32_t next;      ///< the first reference word after its last pair
    std::int32_t last_end;   ///< the first hypothesis word after its last pair, -1 where the chunk has ended
    std::int32_t step;       ///< the last of its steps, -1 for none
    std::uint32_t parent;    ///< the path that it continues, whose words are in use
    std::int32_t pair;       ///< the pair by which it does, -1 for none
  };
  struct Rank {
    std::uint64_t first, second;
    bool operator<(const Rank& other) const {
      return first != other.first ? first < other.first : second < other.second;
    }
  };
  struct Step {
    std::int32_t before;
    std::uint32_t pair;
  };

  void sort_pairs();
  bool is_settled(const PhrasePair& pair) const;
  void expand(std::size_t place);
  void branch(std::size_t place, std::size_t begin, std::size_t end);
  void advance(std::size_t place, const PhrasePair* settled);
  void keep_best();
  Rank rank(const Path& path, std::size_t order) const;
  bool is_used(std::size_t path, const PhrasePair& pair) const;

  std::vector<PhrasePair> added_, pairs_, chosen_;
  std::vector<std::uint32_t> starts_;  ///< of each reference word, where its pairs start in pairs_
  std::vector<std::uint32_t> hypothesis_cover_, reference_cover_;
  std::vector<Path> paths_, children_;
  std::vector<std::uint64_t> used_, children_used_;  ///< hypothesis words of each path, as bits
  std::size_t words_ = 1;                            ///< of 64 bits, for each path
  std::vector<Rank> ranks_;
  std::vector<Step> steps_;  ///< by pairs that are not settled
};

}  // namespace mtassay
