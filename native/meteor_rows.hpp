/// Batches of numbered words to rows of METEOR 1.5's statistics.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "meteor_aligner.hpp"
#include "phrase_table.hpp"
#include "words.hpp"

namespace mtassay {

/// What is known of each word by its number; what is left empty nothing is known of.
struct MeteorWords {
  std::span<const std::int32_t> stems;          ///< equal numbers mean equal stems
  std::span<const std::int64_t> synset_starts;  ///< the synsets of word n are synsets[synset_starts[n]] and following,
  std::span<const std::int32_t> synsets;        ///< in ascending order
  std::span<const std::uint8_t> functions;      ///< 1 for words that say little by themselves
  std::span<const std::int32_t> sizes;          ///< what a word counts: 1, or its letters
  std::span<const std::int32_t> phrase_words;   ///< its number in `phrases`, or -1
  const PhraseTable* phrases = nullptr;
};

enum class MeteorStage : std::uint8_t { exact, stem, synonym, paraphrase };
inline constexpr std::size_t meteor_stages = 4;

/// For each stage the matched words of the hypothesis that are no function words, those that are, and the same of the
/// reference; then all words of the hypothesis and of the reference, in the same way; then chunks, of which texts that are
/// matched as a whole in one chunk have none, and matched words of hypothesis and reference, which count 1 each.
inline constexpr std::size_t meteor_row_width = 4 * meteor_stages + 4 + 3;

/// Finds all pairs of two texts, and chooses among them. Keeps memory between calls, so each thread has its own.
class MeteorMatcher {
 public:
  explicit MeteorMatcher(const MeteorWords& words) : words_(words) {}

  /// The pairs that go together, from left to right in the reference.
  std::span<const PhrasePair> operator()(std::span<const std::int32_t> hypothesis,
                                         std::span<const std::int32_t> reference);

 private:
  template <class Goes>
  void add_words(std::span<const std::int32_t> hypothesis, std::span<const std::int32_t> reference, MeteorStage stage,
                 Goes goes);
  void add_synonyms(std::span<const std::int32_t> hypothesis, std::span<const std::int32_t> reference);

  void add_paraphrases(std::span<const std::int32_t> hypothesis, std::span<const std::int32_t> reference);

  /// The phrases of a text that a table knows, from left to right and shorter ones first, and where each stands.
  class Phrases {
   public:
    struct Place {
      std::uint32_t phrase, start, length;
    };
    void find(std::span<const std::int32_t> text, const MeteorWords& words);
    std::span<const Place> places() const { return places_; }
    /// Calls `use(place)` for all places of a phrase, from left to right.
    template <class Use>
    void each(std::uint32_t phrase, Use use) const {
      for (std::uint32_t i = first_[phrase & mask_]; i != 0; i = next_[i - 1]) {
        if (places_[i - 1].phrase == phrase) use(places_[i - 1]);
      }
    }

   private:
    std::vector<std::int32_t> numbers_;
    std::vector<std::uint64_t> hashes_;
    std::vector<Place> places_;
    std::vector<std::uint32_t> first_, next_;  ///< chains of places, counted from 1, by the last bits of the phrase
    std::uint32_t mask_ = 0;
  };

  const MeteorWords& words_;
  MeteorAligner aligner_;
  Phrases hypothesis_phrases_, reference_phrases_;
  /// Which hypothesis words are in a synset: chains of them, counted from 1, by the last bits of the synset.
  struct Member {
    std::int32_t synset;
    std::uint32_t word, next;
  };
  std::vector<std::uint32_t> first_member_, last_seen_;
  std::vector<Member> members_;
};

/// A row for each reference; those of hypothesis i are groups[i] up to groups[i + 1].
void meteor_rows(const NumberedView& hypotheses, const NumberedView& references, std::span<const std::int64_t> groups,
                 const MeteorWords& words, unsigned threads, std::span<double> rows);

}  // namespace mtassay
