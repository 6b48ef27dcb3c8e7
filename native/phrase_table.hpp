/// Phrases and what each may be replaced by, as an index in a file that is mapped into memory and read in place.
///
/// Words have numbers, in the order in which the text of the table has them; a phrase is a row of such numbers, and has a
/// number too. A hash table finds phrases; of equal ones there is one. All numbers are little-endian. What a file claims
/// of itself is checked once; whatever else it holds can give wrong pairs but no read outside of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "symbols.hpp"

namespace mtassay {

inline constexpr std::size_t phrase_digest_size = 32;
using PhraseDigest = std::array<char, phrase_digest_size>;

/// A view of an index; the bytes must outlive it.
class PhraseTable {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  PhraseTable() = default;
  /// Throws std::invalid_argument where the bytes are no index, of another version, or cut short.
  explicit PhraseTable(std::span<const char> bytes);

  bool empty() const { return phrases_ == 0; }
  std::size_t phrases() const { return phrases_; }
  std::size_t entries() const { return targets_.size(); }
  std::size_t longest() const { return longest_; }
  /// What the text that it was made of hashes to, as its builder was told.
  const PhraseDigest& digest() const { return digest_; }
  /// The number of a word, -1 where no phrase has it.
  std::int32_t word(std::string_view text) const;
  /// Calls `found(start, length, phrase)` for all phrases in a text, from left to right, shorter ones first; `hashes` is
  /// memory that calls may share.
  template <class Found>
  void occurrences(std::span<const std::int32_t> words, std::vector<std::uint64_t>& hashes, Found found) const {
    hashes.clear();
    // all places are named to the memory before the first is looked at: they lie far apart, and most are not there
    each_stretch(words, [&](std::size_t start, std::size_t length) {
      const auto word = static_cast<std::uint32_t>(words[start + length - 1]);
      hashes.push_back(extend(length == 1 ? 0 : hashes.back(), word));
      __builtin_prefetch(&marks_[static_cast<std::size_t>(hashes.back()) & (marks_.size() - 1)]);
    });
    auto hash = hashes.begin();
    each_stretch(words, [&](std::size_t start, std::size_t length) {
      const std::uint32_t phrase = find(*hash++, words.subspan(start, length));
      if (phrase != none) found(start, length, phrase);
    });
  }
  /// What a phrase may be replaced by, in the order of the text of the table.
  std::span<const std::uint32_t> replacements(std::uint32_t phrase) const {
    return targets_.subspan(target_starts_[phrase], target_starts_[phrase + 1] - target_starts_[phrase]);
  }

  static std::uint64_t extend(std::uint64_t hash, std::uint32_t word) {
    hash = (hash ^ (word + 1)) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
  }
  static std::uint8_t mark(std::uint64_t hash) { return static_cast<std::uint8_t>(hash >> 56 | 1); }

 private:
  /// Calls `use(start, length)` for all stretches of words that may be phrases.
  template <class Use>
  void each_stretch(std::span<const std::int32_t> words, Use use) const {
    for (std::size_t start = 0; start < words.size(); ++start) {
      for (std::size_t length = 1; length <= std::min(longest_, words.size() - start); ++length) {
        if (words[start + length - 1] < 0) break;
        use(start, length);
      }
    }
  }
  std::uint32_t find(std::uint64_t hash, std::span<const std::int32_t> words) const;

  std::size_t phrases_ = 0, longest_ = 0;
  PhraseDigest digest_{};
  std::span<const std::uint32_t> word_starts_, word_numbers_, phrase_starts_, slots_, target_starts_, targets_;
  std::string_view word_text_;
  std::span<const std::uint8_t> marks_;    ///< of each slot some bits of its phrase's hash, 0 where it is free
  std::span<const std::uint16_t> narrow_;  ///< the words of phrases; one of these two is empty
  std::span<const std::uint32_t> wide_;
};

/// Reads the text of a table in pieces of any size: lines of a probability, a phrase, and what it may be replaced by.
/// Throws std::invalid_argument, which names the line, where the text is no table.
class PhraseTableBuilder {
 public:
  static constexpr std::size_t most_words = 32;  ///< of a phrase

  PhraseTableBuilder() { words_.clear(0); }
  PhraseTableBuilder(const PhraseTableBuilder&) = delete;

  void add(std::string_view text);
  std::size_t lines() const { return lines_; }
  /// The index. Nothing may be added after it.
  std::vector<std::uint8_t> finish(const PhraseDigest& digest);

 private:
  void line(std::string_view text);
  std::uint32_t phrase(std::string_view text);
  void grow();

  std::size_t lines_ = 0;
  std::string rest_;         ///< of a line whose end has not come yet
  std::string last_source_;  ///< many entries in a row have the same
  WordNumbers words_;
  std::vector<std::string_view> word_texts_;
  std::deque<std::string> blocks_;  ///< of texts of words; none grows beyond what was reserved, so that no word moves
  std::vector<std::uint32_t> phrase_starts_{0}, phrase_words_, slots_ = std::vector<std::uint32_t>(1024);
  std::vector<std::uint8_t> marks_ = std::vector<std::uint8_t>(1024);
  /// Entries in a row with the same source.
  struct Run {
    std::uint32_t source, count;
  };
  std::vector<Run> runs_;
  std::vector<std::uint32_t> targets_;
  std::vector<std::uint32_t> numbers_;
  std::size_t longest_ = 0;
};

}  // namespace mtassay
