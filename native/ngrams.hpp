/// Clipped n-gram matches of all orders at once, by sorting.
///
/// Each position of the hypothesis and of the references starts one string of up to N symbols. With
/// these strings sorted, equal n-grams of every order stand next to each other, so one walk along
/// the sorted list, looking at how long a prefix each string shares with the one before, counts the
/// n-grams of all orders together. Strings are packed into 64-bit keys and radix-sorted in time
/// linear in the text; where N symbols do not fit into 64 bits (more than 1023 different characters
/// at N = 6) they are sorted by comparison instead. Keys hold the symbols themselves: no hashing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symbols.hpp"

namespace mtassay {

constexpr std::size_t max_order_limit = 32;

using Symbols = std::span<const Symbol>;

/// One string of a sorted list: how many symbols it shares with the string before, how many it has
/// (fewer than N near the end of its text), and whose it is.
struct SortedString {
  std::uint8_t shared, length;
  std::uint32_t side;
};

/// Sorts the strings of several texts. Keeps memory between calls, so each thread has its own.
class StringSorter {
 public:
  /// Of every position of every text (its side is its index) the string of up to `max_order` symbols
  /// from there on, in order. Symbols are 1..`symbols`. Valid until the next call.
  std::span<const SortedString> operator()(std::span<const Symbols> texts, std::size_t symbols,
                                           std::size_t max_order);

 private:
  void sort_packed(std::span<const Symbols> texts, unsigned bits, std::size_t max_order);
  void sort_keys(std::span<const Symbols> texts, unsigned low, unsigned bits, std::size_t max_order);
  void sort_compared(std::span<const Symbols> texts, std::size_t max_order);

  std::vector<std::uint64_t> keys_, spare_;
  std::vector<std::uint32_t> counts_, positions_;
  std::vector<SortedString> strings_;
};

/// Counts the matches of one hypothesis. Keeps memory between calls, so each thread has its own.
class NgramMatcher {
 public:
  /// For n = 1..max_order: how many n-grams of `hypothesis` are also in a reference, each counted at
  /// most as often as in the reference that has it most often. Symbols are 1..`symbols`. The
  /// result is valid until the next call.
  std::span<const std::int64_t> operator()(Symbols hypothesis, std::span<const Symbols> references,
                                           std::size_t symbols, std::size_t max_order);

 private:
  template <class Count, std::size_t lanes>
  void count(std::span<const SortedString> strings, std::size_t references, std::size_t max_order);

  StringSorter sorter_;
  std::vector<Symbols> sides_;
  std::vector<std::int64_t> matches_;
};

/// The matches of every hypothesis with every reference by itself. Each n-gram is found once for all
/// texts, and its counts are added to all pairs that share it: the cost is that of the matches, not that of
/// looking at each pair of texts.
class PairwiseMatcher {
 public:
  /// Writes matches of order n of hypothesis i and reference j to out[(i * references + j) * max_order + n - 1].
  void operator()(std::span<const Symbols> hypotheses, std::span<const Symbols> references, std::size_t symbols,
                  std::size_t max_order, std::span<std::int32_t> out);

 private:
  StringSorter sorter_;
  std::vector<Symbols> texts_;
};

/// How many n-grams a text of `length` symbols has.
inline std::int64_t ngram_total(std::size_t length, std::size_t order) {
  return length >= order ? static_cast<std::int64_t>(length - order + 1) : 0;
}

}  // namespace mtassay
