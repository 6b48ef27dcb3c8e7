/// NIST: how much information the n-grams carry that a hypothesis shares with its references.
///
/// The information of an n-gram is log2(N(its first n-1 words) / N(all of it)), N counted over all
/// references of a test set; for one word the numerator is the number of all words (Doddington 2002,
/// "Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence Statistics").
///
/// N-grams are numbered by what they are made of: the number of the n-gram one word shorter, and the
/// number of the last word. The pair is a 64-bit key, so no two n-grams are ever confused. What
/// follows an n-gram seen only once carries no information, and neither does anything longer: such
/// n-grams are not kept, which is most of them. Cost: linear in the text, times the orders.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "segments.hpp"
#include "symbols.hpp"
#include "tokenizers.hpp"

namespace mtassay {

/// Numbers pairs of numbers, from 1 on, in the order in which they appear.
class PairNumbers {
 public:
  /// Forgets all pairs and makes room for some; more may come.
  void clear(std::size_t expected);
  /// The number of a pair, a new one if it was not there.
  Symbol operator()(Symbol first, Symbol second);
  /// The number of a pair, or 0 if it is not there.
  Symbol find(Symbol first, Symbol second) const;
  std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::uint64_t key;
    Symbol number;  ///< 0 where free
  };
  Slot& slot_of(std::uint64_t key);
  void grow();

  std::vector<Slot> slots_;
  std::size_t mask_ = 0, size_ = 0;
};

/// The information of the n-grams of a test set's references. Read by many threads once it is made.
class NgramInformation {
 public:
  NgramInformation(const Segments& references, Tokenization tokenization, std::size_t max_order);

  std::size_t max_order() const { return max_order_; }
  Tokenization tokenization() const { return tokenization_; }
  /// The number of a word, which is also that of the 1-gram; 0 for one that no reference has.
  Symbol word(std::string_view text) const;
  /// The number of the n-gram one word longer; 0 if it carries no information or no reference has it.
  Symbol longer(Symbol ngram, Symbol word) const;
  /// In bits, of a number that is not 0.
  double bits(Symbol ngram) const { return bits_[ngram]; }

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };

  std::size_t max_order_;
  Tokenization tokenization_;
  std::unordered_map<std::string, Symbol, TextHash, std::equal_to<>> words_;
  PairNumbers pairs_;         ///< (n-gram, word) to the number of the longer one less the number of words
  std::vector<double> bits_;  ///< by number
};

/// What decides which matches count where a segment has several references.
enum class NistStyle : std::uint8_t {
  /// an n-gram counts as often as in the reference that has it most often; the mean length counts
  mteval,
  /// for each order that reference counts which gives the most information for each n-gram, with its length
  nltk,
};

/// A row is: hypothesis length, reference length, information of the matches of order 1..N, number of
/// n-grams of the hypothesis of order 1..N. The references must be among those of `information`.
void nist_rows(const Segments& hypotheses, const References& references, const NgramInformation& information,
               NistStyle style, unsigned threads, std::span<double> rows);

}  // namespace mtassay
