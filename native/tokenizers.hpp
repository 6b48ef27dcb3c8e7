/// The tokenizers of sacreBLEU that need no outside resource, each in one pass over the bytes.
///
/// The originals are chains of regular-expression substitutions; each is restated here as a rule on
/// one character and its two neighbours. tokenizers.cpp says why the restatement is exact.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace mtassay {

enum class Tokenization : std::uint8_t {
  none,           ///< split at white space
  western,        ///< 13a, the default of mteval and sacreBLEU
  international,  ///< intl, of mteval-v14
  chinese,        ///< zh
  character,      ///< char, one token for each code point that is not white space
};

/// Cuts lines into tokens. Keeps memory between lines, so each thread has its own.
class Tokenizer {
 public:
  explicit Tokenizer(Tokenization tokenization) : tokenization_(tokenization) {}

  /// Appends the tokens of `text`. They may lie in the text or in this object: they hold while the text lives and
  /// until `clear`, so the texts of a segment can be compared.
  void operator()(std::string_view text, std::vector<std::string_view>& tokens);
  void clear() { used_ = 0; }

 private:
  std::string_view rewrite(std::string_view text);

  Tokenization tokenization_;
  std::deque<std::string> rewritten_;  ///< a deque: its strings stay where they are when it grows
  std::size_t used_ = 0;
};

/// The words of chrF++: split at white space, then one ASCII punctuation mark is cut off the end of
/// a word, or else off its start, unless the word is that mark alone. Appends to `words`.
void split_chrf_words(std::string_view text, std::vector<std::string_view>& words);

}  // namespace mtassay
