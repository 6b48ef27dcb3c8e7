#include "meteor_normalizer.hpp"

#include "utf8.hpp"

namespace mtassay {
namespace {

/// A full stop in a row of several, which stays as it is. No text has this code point.
constexpr char32_t stop_in_row = 0x110000;

constexpr bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }

constexpr bool is_letter(char32_t c) {
  if (c < 0x80) return (c >= U'A' && c <= U'Z') || (c >= U'a' && c <= U'z');
  return (c >= 0xC0 && c <= 0x17E && c != 0xD7 && c != 0xF7) || (c >= 0x400 && c <= 0x527) ||
         (c >= 0xA640 && c <= 0xA66E) || (c >= 0xA67E && c <= 0xA697) || (c >= 0x1D00 && c <= 0x1D7F);
}

constexpr bool is_word(char32_t c) { return is_letter(c) || is_digit(c); }
constexpr bool is_no_letter(char32_t c) { return !is_letter(c); }
constexpr bool is_no_digit(char32_t c) { return !is_digit(c); }
constexpr bool is_no_word(char32_t c) { return !is_word(c); }

/// White space of ASCII, between which words stand; a vertical tab is none of them.
constexpr bool is_blank(char32_t c) { return c == U' ' || c == U'\t' || c == U'\n' || c == U'\r' || c == U'\f'; }

/// Blanks of any width, which come out as one.
constexpr bool is_wide_blank(char32_t c) {
  return c == U' ' || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}

constexpr bool stays_attached(char32_t c) {
  return is_word(c) || is_blank(c) || c == U'\v' || c == U'.' || c == U'\'' || c == U'`' || c == U',' || c == U'-' ||
         c == 0x2018 || c == 0x2019;
}

void append(std::string& text, char32_t c) {
  const auto put = [&](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6);
    put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12);
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | c >> 18);
    put(0x80 | (c >> 12 & 0x3F));
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  }
}

}  // namespace

void MeteorNormalizer::operator()(std::string_view text, std::string& normalized) {
  separate(text);
  cut_commas();
  unify_quotes_and_dashes();
  cut_apostrophes();
  cut_full_stops();
  write(normalized);
}

/// Replaces `middle` by `put` wherever it stands between characters of two kinds.
template <class Left, class Right>
void MeteorNormalizer::replace_between(Left left, char32_t middle, Right right, std::u32string_view put) {
  std::size_t found = text_.find(middle, 1);
  if (found == std::u32string::npos) return;
  other_.clear();
  std::size_t done = 0;  // what lies before is copied, and matched by nothing more
  for (; found != std::u32string::npos && found + 1 < text_.size(); found = text_.find(middle, found + 1)) {
    if (found < done + 1 || !left(text_[found - 1]) || !right(text_[found + 1])) continue;
    other_.append(text_, done, found - done).append(put).push_back(text_[found + 1]);
    done = found + 2;
  }
  other_.append(text_, done);
  std::swap(text_, other_);
}

/// Everything but letters, digits and what may stay within a word is a word; so are full stops in a row.
void MeteorNormalizer::separate(std::string_view text) {
  text_.assign(1, U' ');
  for (std::size_t at = 0; at < text.size();) {
    const Decoded character = decode(text.data() + at);
    at += character.length;
    const char32_t c = character.code_point;
    if (c == U'.' && at < text.size() && text[at] == '.') {
      text_ += U' ';
      for (--at; at < text.size() && text[at] == '.'; ++at) text_ += stop_in_row;
      text_ += U' ';
    } else if (stays_attached(c)) {
      text_ += c;
    } else {
      text_ += U' ';
      text_ += c;
      text_ += U' ';
    }
  }
  text_ += U' ';
}

void MeteorNormalizer::cut_commas() {
  replace_between(is_no_digit, U',', is_no_digit, U" , ");
  replace_between(is_digit, U',', is_no_digit, U" , ");
  replace_between(is_no_digit, U',', is_digit, U" , ");
}

void MeteorNormalizer::unify_quotes_and_dashes() {
  other_.clear();
  for (std::size_t at = 0; at < text_.size(); ++at) {
    const char32_t c = text_[at];
    const auto is_single = [](char32_t quote) {
      return quote == U'\'' || quote == U'`' || quote == 0x2018 || quote == 0x2019;
    };
    const auto is_dash = [](char32_t dash) { return dash == U'-' || dash == 0x2013; };
    if (is_single(c)) {
      const bool doubled = at + 1 < text_.size() && is_single(text_[at + 1]);
      if (doubled) {
        other_ += U" \" ";
        ++at;
      } else {
        other_ += U'\'';
      }
    } else if (c == 0x201C || c == 0x201D) {
      other_ += U" \" ";
    } else if (is_dash(c)) {
      if (at + 1 < text_.size() && is_dash(text_[at + 1])) ++at;
      other_ += U'-';
    } else {
      other_ += c;
    }
  }
  std::swap(text_, other_);
  replace_between([](char32_t c) { return is_word(c) || c == U'.'; }, U'-', is_word, U" ");
}

void MeteorNormalizer::cut_apostrophes() {
  switch (rules_.apostrophes) {
    case Apostrophes::right:
      replace_between(is_no_letter, U'\'', is_no_letter, U" ' ");
      replace_between(is_no_word, U'\'', is_letter, U" ' ");
      replace_between(is_letter, U'\'', is_no_letter, U" ' ");
      replace_between(is_letter, U'\'', is_letter, U" '");
      replace_between(is_digit, U'\'', [](char32_t c) { return c == U's'; }, U" '");
      break;
    case Apostrophes::left:
      replace_between(is_no_letter, U'\'', is_no_letter, U" ' ");
      replace_between(is_no_letter, U'\'', is_letter, U" ' ");
      replace_between(is_letter, U'\'', is_no_letter, U" ' ");
      replace_between(is_letter, U'\'', is_letter, U"' ");
      break;
    case Apostrophes::alone:
      other_.clear();
      for (const char32_t c : text_) {
        if (c == U'\'') {
          other_ += U" ' ";
        } else {
          other_ += c;
        }
      }
      std::swap(text_, other_);
  }
}

/// Cuts a full stop off a word unless it belongs to an abbreviation or a lower-case letter follows.
void MeteorNormalizer::cut_full_stops() {
  other_.clear();
  std::string stem;
  std::size_t at = 0;
  const auto skip = [&] {
    while (at < text_.size() && is_blank(text_[at])) ++at;
  };
  for (skip(); at < text_.size();) {
    const std::size_t begin = at;
    while (at < text_.size() && !is_blank(text_[at])) ++at;
    const std::size_t length = at - begin;
    skip();
    const char32_t next = at < text_.size() ? text_[at] : 0;  // the first letter of the next word
    const std::u32string_view word = std::u32string_view(text_).substr(begin, length);
    if (length > 1 && word.back() == U'.') {
      bool has_stop = false, has_letter = false;
      stem.clear();
      for (const char32_t c : word.substr(0, length - 1)) {
        has_stop |= c == U'.';
        has_letter |= is_letter(c);
        append(stem, c == stop_in_row ? U'.' : c);
      }
      if (has_stop && has_letter) {
        for (const char32_t c : word) {
          if (c != U'.') other_ += c;
        }
      } else if (rules_.prefixes.contains(stem) || (next >= U'a' && next <= U'z') ||
                 (rules_.number_prefixes.contains(stem) && is_digit(next))) {
        other_ += word;
      } else {
        other_.append(word.substr(0, length - 1)).append(U" .");
      }
    } else {
      other_ += word;
    }
    other_ += U' ';
  }
  std::swap(text_, other_);
}

void MeteorNormalizer::write(std::string& normalized) {
  normalized.clear();
  bool blank = true;  // none at the beginning
  for (const char32_t c : text_) {
    if (is_wide_blank(c) || (!rules_.keep_punctuation && !is_word(c))) {
      if (!blank) normalized += ' ';
      blank = true;
    } else {
      append(normalized, c == stop_in_row ? U'.' : c);
      blank = false;
    }
  }
  if (!normalized.empty() && normalized.back() == ' ') normalized.pop_back();
}

}  // namespace mtassay
