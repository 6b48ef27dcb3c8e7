/// Edit distances between two sequences of symbols, and what they are made of.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symbol_positions.hpp"
#include "symbols.hpp"

namespace mtassay {

/// An alignment in numbers. A deletion is a reference symbol that the hypothesis lacks, an insertion
/// a hypothesis symbol that the reference lacks.
struct EditCounts {
  std::int64_t hits = 0, substitutions = 0, deletions = 0, insertions = 0;
};

enum class EditOperation : std::uint8_t { match, substitute, remove, insert };

/// 64 cells of one column of the table of edit costs, as steps from each reference symbol to the next.
struct CostSteps {
  std::uint64_t positive = ~std::uint64_t{0};  ///< where the cost rises by 1; at first it rises everywhere
  std::uint64_t negative = 0;                  ///< where it falls by 1

  /// Goes on to the column of the next hypothesis symbol, which equals the reference symbols `equal`. `step` is how the
  /// cost above the cells changes (-1, 0 or 1); returns how it changes at the cell of the bit `bottom`.
  int advance(std::uint64_t equal, int step, std::uint64_t bottom) {
    const std::uint64_t rises = step > 0, falls = step < 0;
    equal |= falls;
    const std::uint64_t zero = (((equal & positive) + positive) ^ positive) | equal | negative;
    std::uint64_t up = negative | ~(zero | positive);
    std::uint64_t down = positive & zero;
    const int below = ((up & bottom) != 0) - ((down & bottom) != 0);
    up = up << 1 | rises;
    down = down << 1 | falls;
    positive = down | ~(zero | up);
    negative = up & zero;
    return below;
  }
};

/// Levenshtein distance, 64 cells at a time (Myers 1999, in blocks as Hyyrö 2003): O(⌈r/64⌉ · h) time, linear memory.
/// Keeps memory between calls, so each thread has its own.
class EditDistance {
 public:
  /// Symbols are 1..`symbols`.
  std::int64_t operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference, std::size_t symbols);

  /// The distances from one text to others, as many as `distances` has room for. A text of up to 64 symbols is laid out
  /// once, and the others go along it several at a time: each step of one waits for its step before, not for the others.
  void to_all(std::span<const Symbol> text, std::span<const std::span<const Symbol>> others, std::size_t symbols,
              std::span<std::int64_t> distances);

 private:
  template <std::size_t lanes>
  void along(std::size_t length, std::span<const std::span<const Symbol>> others, std::int64_t* distances) const;

  std::vector<std::uint64_t> positions_;  ///< bit i of a symbol: it stands at i of the block; all 0 between calls
  std::vector<std::int8_t> steps_;        ///< what leaves a block at each hypothesis symbol and enters the next
};

/// The counts of one cheapest alignment: O(h · r) time, O(r) memory. Of several cheapest ones it is
/// the one that jiwer takes: after common ends are cut off, from the end on a deletion is preferred
/// to an insertion, and an insertion that costs no more than a match to a match or substitution.
EditCounts edit_counts(std::span<const Symbol> hypothesis, std::span<const Symbol> reference);

/// The operations of that alignment from left to right: O(h · r) time and memory.
std::vector<EditOperation> edit_operations(std::span<const Symbol> hypothesis, std::span<const Symbol> reference);

/// Edits with long jumps: the reference is covered once and in order, blocks of the hypothesis may be
/// used in any order, again or not at all, each jump costs 1 (CDER, Leusch et al. 2006). As one jump reaches any place,
/// the costs after a reference symbol differ by at most 1: a bit for each place of the hypothesis holds them all.
/// O(⌈h/64⌉ · r) time, linear memory. Keeps memory between calls, so each thread has its own.
class CoverDistance {
 public:
  /// Symbols are 1..`symbols`.
  std::int64_t operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference, std::size_t symbols);

 private:
  std::vector<std::uint64_t> places_;  ///< bit i + 1 of a symbol: it stands at i; all 0 between calls
  SymbolPositions positions_;          ///< the same for hypotheses that do not fit into 64 bits
  std::vector<std::uint64_t> cheapest_, reached_, equal_;
};

/// How many symbols both have, each counted as often as in the one that has it less often. Keeps
/// memory between calls, so each thread has its own.
class CommonSymbols {
 public:
  /// Symbols are 1..`symbols`.
  std::int64_t operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference, std::size_t symbols);

 private:
  std::vector<std::int64_t> left_;  ///< all 0 between calls
};

}  // namespace mtassay
