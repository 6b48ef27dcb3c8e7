/// Words and characters as small numbers: equal numbers exactly where the texts are equal.
///
/// Numbers start at 1 and are dense, so that an n-gram packs into few bits. They hold for one
/// segment and its references; `clear` forgets them.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "utf8.hpp"

namespace mtassay {

using Symbol = std::uint32_t;

/// Numbers words. Open addressing; a hash only chooses where to look, the bytes decide.
class WordNumbers {
 public:
  /// Forgets all words and makes room for `expected` of them; no more may be added before the next call.
  void clear(std::size_t expected);
  /// Makes room for so many words more, and keeps those that there are.
  void make_room(std::size_t more);
  Symbol operator()(std::string_view word);
  /// Reads a word from another place from now on, for who keeps words longer than the text in which they were found.
  void hold(Symbol number, std::string_view copy) { words_[number - 1].text = copy; }
  std::size_t size() const { return words_.size(); }

 private:
  /// A word's first and last eight bytes, or fewer: with its length they are the whole word up to 16 bytes.
  struct Word {
    std::uint64_t head, tail;
    std::string_view text;
  };
  static std::uint64_t hash(const Word& word);

  std::vector<Symbol> slots_;  ///< 0 where free
  std::vector<Word> words_;    ///< the word with number n is words_[n - 1]
  std::size_t mask_ = 0;
};

/// Numbers code points by direct look-up, in pages that appear when first used.
class CharacterNumbers {
 public:
  CharacterNumbers() : pages_(0x110000 / page_size) {}
  void clear() {
    for (const char32_t c : seen_) (*pages_[c / page_size])[c % page_size] = 0;
    seen_.clear();
  }
  Symbol operator()(char32_t c) {
    auto& page = pages_[c / page_size];
    if (!page) page = std::make_unique<Page>();
    Symbol& number = (*page)[c % page_size];
    if (number == 0) {
      seen_.push_back(c);
      number = static_cast<Symbol>(seen_.size());
    }
    return number;
  }
  /// Appends the numbers of the characters of a text.
  void number(std::string_view text, std::vector<Symbol>& symbols) {
    for (std::size_t at = 0; at < text.size();) {
      const Decoded character = decode(text.data() + at);
      symbols.push_back((*this)(character.code_point));
      at += character.length;
    }
  }
  std::size_t size() const { return seen_.size(); }

 private:
  static constexpr std::size_t page_size = 256;
  struct Page {
    Symbol numbers[page_size] = {};
    Symbol& operator[](std::size_t i) { return numbers[i]; }
  };
  std::vector<std::unique_ptr<Page>> pages_;
  std::vector<char32_t> seen_;
};

}  // namespace mtassay
