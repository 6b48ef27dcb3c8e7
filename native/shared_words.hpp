/// What a hypothesis shares with one reference: n-grams, how much text each has, and the order of the
/// words that both have. It is what AMBER is made of (Chen and Kuhn 2011, "AMBER: A Modified BLEU,
/// Enhanced Ranking Metric"), and more than BLEU and GLEU of one reference need.
///
/// N-grams are matched by sorting (ngrams.hpp). The k-th occurrence of a word in the hypothesis goes
/// with its k-th occurrence in the reference, as long as both have one; how far two orders agree is
/// counted with a Fenwick tree. Cost: n log n in the words of a segment.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "segments.hpp"
#include "symbols.hpp"
#include "tokenizers.hpp"

namespace mtassay {

/// What is made of the words of a text before they are compared.
enum class WordForm : std::uint8_t {
  whole,
  first_four,           ///< the first four characters
  last_four,            ///< the last four characters
  first_four_last_two,  ///< of words longer than four characters these six
  pieces_of_four,       ///< each word cut into pieces of four characters from the left; the last may be shorter
  long_only,            ///< words of at least four characters
};

/// Puts words into a form. Keeps memory between segments, so each thread has its own.
class WordShaper {
 public:
  explicit WordShaper(WordForm form) : form_(form) {}
  /// Replaces `words`. The new ones lie in the old ones' text or in this object, until the next call.
  void operator()(std::vector<std::string_view>& words, std::vector<std::size_t>& ends);

 private:
  WordForm form_;
  std::string made_;
  std::vector<std::string_view> shaped_;
  std::vector<std::size_t> shaped_ends_;
};

/// How far the order of the words that two texts share agrees.
struct SharedOrder {
  std::int64_t squared = 0;     ///< sum of the squared differences between the two ranks of each shared word
  std::int64_t increasing = 0;  ///< pairs of shared words in the same order in both
};

/// Keeps memory between calls, so each thread has its own.
class OrderMatcher {
 public:
  /// Symbols are 1..`symbols`.
  SharedOrder operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference, std::size_t symbols);

 private:
  std::vector<std::uint32_t> first_, next_, positions_, ranks_, tree_;
};

constexpr std::size_t shared_word_columns = 8;

/// A row for each reference: words of hypothesis and reference, their characters, their words of fewer
/// than four characters, what SharedOrder has, matches of order 1..max_order.
void shared_word_rows(const Segments& hypotheses, const References& references, Tokenization tokenization,
                      WordForm form, std::size_t max_order, unsigned threads, std::span<double> rows);

}  // namespace mtassay
