/// CharacTER (Wang, Peter, Rosendahl and Ney 2016): phrases are shifted as long as that lowers the edit distance of
/// words, then edits of characters are counted; shifts, limits (none) and ties as in the program `cer`.
///
/// A candidate takes a phrase that hypothesis and reference share in different places, as long as it can be, out of the
/// hypothesis and puts it in at its place in the reference. There are O(h · r) of them in each round, and `cer` computes
/// an edit distance for each. Here the columns of the table of edit costs from the start and from the end are kept as bits
/// (Myers 1999), so that
/// - one walk over two columns, O(r), tells what the distance is without a phrase of L words, or with it at its new place
///   too. Putting it in, or taking it out, can lower that by L at most, which rules out nearly all candidates: those whose
///   phrase stands well where it is, and those whose new place is taken;
/// - of a candidate only the columns of the words between its two places are computed, O(r / 64) each.
/// Memory is O(h · r / 32) bytes. The number of rounds is not limited.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "edits.hpp"
#include "segments.hpp"
#include "symbols.hpp"
#include "tokenizers.hpp"

namespace mtassay {

/// Finds the shifts of phrases. Keeps memory between calls, so each thread has its own.
class PhraseShifter {
 public:
  /// Where each word of the shifted hypothesis stood; `words` are those of the hypothesis, `symbols` their number.
  /// Symbols of both texts are 1..`symbols`, equal where the words are.
  const std::vector<std::size_t>& operator()(std::span<const std::string_view> words,
                                             std::span<const Symbol> hypothesis, std::span<const Symbol> reference,
                                             std::size_t symbols);

 private:
  /// The columns of the table of edit costs of a text, one for each prefix of the hypothesis.
  struct Columns {
    std::vector<std::uint64_t> positions;  ///< bits of each symbol: where the reference has it; a few words each
    std::vector<CostSteps> steps;          ///< of column i the blocks from i · blocks on
    std::vector<std::int64_t> last;        ///< the cost at the end of each column
  };
  /// A phrase of `length` words that is moved from `start` to `target`, and the least that the distance can be then.
  struct Candidate {
    std::int64_t bound;
    std::size_t start, target, length;
  };

  struct Insertion {
    std::size_t length;  ///< 0 where not known
    std::int64_t distance;
  };

  void number_positions(Columns& columns, std::size_t symbols, bool backwards);
  void compute_columns(Columns& columns, bool backwards);
  std::int64_t advance(const Columns& columns, CostSteps* column, Symbol symbol) const;
  std::int64_t join(const CostSteps* column, std::size_t words_before, std::size_t words_after) const;
  std::int64_t distance_with(std::size_t place, std::size_t length, std::size_t target);
  std::int64_t distance_of(const Candidate& candidate);
  void find_candidates(std::int64_t limit);
  bool comes_after(const Candidate& candidate, const Candidate& other) const;
  void apply(const Candidate& candidate);

  std::span<const std::string_view> words_;
  std::span<const Symbol> reference_;
  std::size_t blocks_ = 0;
  std::vector<Symbol> hypothesis_;   ///< as shifted so far
  std::vector<std::size_t> order_;   ///< where each of its words stood
  Columns forward_, backward_;
  std::vector<CostSteps> column_;
  std::vector<Candidate> candidates_;
  std::vector<std::size_t> first_place_, next_place_;  ///< of a symbol in the reference, and of the same symbol after it
  std::vector<std::int64_t> without_;                  ///< distance without a phrase of so many words, or -1
  std::vector<Insertion> with_[2];                     ///< distance with the phrase at a place, moved to left or right
  CommonSymbols common_;
};

constexpr std::size_t character_row_width = 4;

/// A row for each reference: edits of characters after the shifts, cost of the shifts, characters of the hypothesis and
/// of the reference. Characters are those of the tokens with single spaces between them.
void character_rows(const Segments& hypotheses, const References& references, Tokenization tokenization,
                    unsigned threads, std::span<double> rows);

}  // namespace mtassay
