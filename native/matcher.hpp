/// Which words of a hypothesis and a reference go together in METEOR: each with at most one, in stages.
///
/// A stage looks only at words that no earlier stage has matched. `from_end` is what NLTK does: from the last hypothesis
/// word to the first, each takes the last reference word that is left for it. `minimal` is the rule of the paper
/// (Banerjee and Lavie 2005): of all ways to match as many words as possible in this stage, the one
///   1. with the fewest crossings, among all pairs so far (two pairs cross where one comes first in the hypothesis and
///      the other in the reference);
///   2. of those the one with the fewest chunks;
///   3. of those the first: from the left each hypothesis word is matched rather than not, and with the leftmost word.
///
/// A word that both texts have equally often is matched in order: any other way has more crossings. Only words that one
/// text has more often leave a choice; those are searched from left to right, and the words in between cost nothing. All
/// partial choices are kept, and equal ones merged, as long as there are no more than `beam`; then the best `beam` of
/// them. A word that can go to more than `most_options` places goes to those that cross the fewest settled pairs. So the
/// result is exact unless a segment has many words that one text repeats more often. Time grows with the text, times
/// beam · most_options for each word with a choice, times the number of such words / 64.
///
/// Words that are related but not equal may form groups in which not every word goes with every other. Those of up to
/// `most_related` words on either side are searched in the same way; larger ones are matched by augmenting paths from the left:
/// as many as possible, but not with the fewest crossings.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symbol_positions.hpp"
#include "symbols.hpp"
#include "word_pairs.hpp"

namespace mtassay {

enum class Matcher : std::uint8_t { minimal, from_end };

/// Of each symbol of a hypothesis, the symbols of the reference that it may go with: those of symbol s are
/// symbols[starts[s]] up to symbols[starts[s + 1]].
struct RelatedSymbols {
  std::span<const std::uint32_t> starts;
  std::span<const Symbol> symbols;

  std::span<const Symbol> operator[](Symbol symbol) const {
    return symbols.subspan(starts[symbol], starts[symbol + 1] - starts[symbol]);
  }
};

/// Keeps memory between calls, so each thread has its own.
class WordMatcher {
 public:
  static constexpr std::size_t beam = 64, most_options = 16, most_related = 8;

  explicit WordMatcher(Matcher matcher) : matcher_(matcher) {}

  /// Forgets all pairs; the next texts have so many words.
  void clear(std::size_t hypothesis_length, std::size_t reference_length);
  /// A stage: words with equal symbols, which are 1..`symbols`. A 0 goes with nothing.
  void match_equal(std::span<const Symbol> hypothesis, std::span<const Symbol> reference, std::size_t symbols);
  /// A stage: words with related symbols.
  void match_related(std::span<const Symbol> hypothesis, std::span<const Symbol> reference, std::size_t symbols,
                     const RelatedSymbols& related);

  /// All pairs, sorted by hypothesis position.
  std::span<const WordPair> pairs();
  /// The stage of each of those pairs, counted from 1.
  std::span<const std::uint8_t> stages() const { return stages_; }

 private:
  /// Words of which one side has more than the other can take, or which do not all go with one another.
  struct Group {
    std::uint32_t hypothesis, hypothesis_count;  ///< its part of hypothesis_words_
    std::uint32_t reference, reference_count;    ///< its part of reference_words_
    std::uint32_t masks;                         ///< its part of masks_ and best_, where it is not complete
    bool complete;                               ///< every word goes with every other
    std::uint32_t least_crossings;
  };
  /// A hypothesis word with a choice: number `member` of its group.
  struct Choice {
    std::uint32_t word, group, member;
    std::uint32_t options, low, high;  ///< its part of options_: reference words low..high of the group
  };
  struct Option {
    std::uint32_t crossings;  ///< with settled pairs
    std::uint8_t links;       ///< settled pairs that it would continue
    bool kept;
  };
  struct State {
    std::int64_t crossings;
    std::int32_t links;
    std::int32_t step;                       ///< the last of its steps, -1 for none
    std::int32_t last_word, last_reference;  ///< the last pair
    std::uint64_t hash;                      ///< of the reference words in use
  };
  struct Step {
    std::int32_t before;
    WordPair pair;
  };

  void free_words(std::span<const Symbol> hypothesis, std::span<const Symbol> reference);
  void pair_up(std::uint32_t hypothesis, std::uint32_t reference);
  void add_group(std::span<const std::uint32_t> hypothesis, std::span<const std::uint32_t> reference, bool complete);
  void match_equal_minimal(std::size_t symbols);
  void match_related_minimal(const RelatedSymbols& related);
  void add_component(std::span<const std::uint32_t> hypothesis, std::span<const std::uint32_t> reference);
  void augment(std::span<const std::uint32_t> hypothesis);
  void search();
  void list_choices();
  void weigh_options();
  void expand(const Choice& choice, std::size_t state);
  void add_child(const Choice& choice, std::size_t state, std::uint32_t option);
  void add_skip(std::size_t state);
  void prune(std::size_t next_word);
  bool is_used(std::size_t state, std::uint32_t bit) const {
    return used_[state * words_ + bit / 64] >> bit % 64 & 1;
  }

  Matcher matcher_;
  std::uint8_t stage_ = 0;
  std::vector<std::int32_t> partner_, reference_partner_;  ///< -1 where none
  std::vector<std::uint8_t> stage_of_;                     ///< of each hypothesis word
  std::vector<WordPair> pairs_;
  std::vector<std::uint8_t> stages_;

  std::vector<Symbol> free_hypothesis_, free_reference_;  ///< 0 where matched
  SymbolPositions in_hypothesis_, in_reference_;
  std::vector<std::uint32_t> left_;  ///< of each symbol, how many reference positions are left

  std::vector<Group> groups_;
  std::vector<std::uint32_t> hypothesis_words_, reference_words_;
  std::vector<std::uint32_t> bit_;  ///< of each reference position with a choice, its number among those
  std::vector<std::uint16_t> masks_;
  std::vector<std::uint8_t> best_;  ///< of a group that is not complete: pairs from a word on, given what is in use
  std::vector<Choice> choices_;
  std::vector<Option> options_;
  std::vector<std::uint64_t> settled_, settled_before_;  ///< reference words of settled pairs, as bits
  std::vector<std::uint32_t> rank_, rank_before_;        ///< how many of them lie before each 64 bits
  std::vector<std::uint32_t> by_crossings_;

  std::size_t words_ = 1;  ///< of 64 bits, that hold the reference words with a choice
  std::vector<State> states_, children_;
  std::vector<std::uint64_t> used_, children_used_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> order_;

  std::vector<std::uint32_t> edge_starts_, edges_, parent_, component_hypothesis_, component_reference_;
  std::vector<std::int32_t> reached_from_;
};

}  // namespace mtassay
