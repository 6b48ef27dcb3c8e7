/// What kind of character a code point is: white space as Python splits on it, and the general
/// categories L, M, N, P and S as the `regex` package knows them.
#pragma once

#include <cstdint>
#include <string_view>

#include "utf8.hpp"

namespace mtassay {

enum class Category : std::uint8_t {
  other = 0,
  number = 1,
  punctuation = 2,
  symbol = 3,
  letter = 4,
  mark = 5,
  lone_letter = 6,  ///< a letter of a script without spaces between words
};

/// One table look-up; the tables are in unicode_tables.cpp, written by generate_unicode_tables.py.
Category category(char32_t code_point);

/// The Unicode version of those tables, for example "17.0".
extern const char* const unicode_version;

/// The white space of Python's str.split() and str.strip(). It has not changed since Unicode 6.3.
constexpr bool is_space(char32_t c) {
  if (c < 0x80) return c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
         c == 0x202F || c == 0x205F || c == 0x3000;
}

/// `text` without white space at its end (str.rstrip).
inline std::string_view without_trailing_space(std::string_view text) {
  const char* const begin = text.data();
  const char* end = begin + text.size();
  while (end > begin) {
    const Decoded last = decode_before(begin, end);
    if (!is_space(last.code_point)) break;
    end -= last.length;
  }
  return {begin, static_cast<std::size_t>(end - begin)};
}

/// `text` without white space at its start (str.lstrip).
inline std::string_view without_leading_space(std::string_view text) {
  while (!text.empty()) {
    const Decoded first = decode(text.data());
    if (!is_space(first.code_point)) break;
    text.remove_prefix(first.length);
  }
  return text;
}

}  // namespace mtassay
