#include "words.hpp"

#include <algorithm>
#include <array>

#include "tokenizers.hpp"
#include "unicode.hpp"

namespace mtassay {
namespace {

/// What a character is to the rule `unicode`.
enum class Kind : std::uint8_t { space, letter, number, mark, lone_letter, joiner, other };

Kind kind_beyond_ascii(char32_t c) {
  switch (category(c)) {
    case Category::letter:
      return Kind::letter;
    case Category::number:
      return Kind::number;
    case Category::mark:
      return Kind::mark;
    case Category::lone_letter:
      return Kind::lone_letter;
    default:
      if (c == 0x200D || c == 0x200C || c == 0xAD) return Kind::joiner;
      // zero-width space: Khmer and others write it where words end
      return is_space(c) || c == 0x200B ? Kind::space : Kind::other;
  }
}

constexpr std::array<Kind, 128> ascii_kinds = [] {
  std::array<Kind, 128> kinds{};
  for (std::size_t c = 0; c < 128; ++c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    kinds[c] = is_letter                                ? Kind::letter
               : c >= '0' && c <= '9'                   ? Kind::number
               : is_space(static_cast<char32_t>(c))     ? Kind::space
                                                        : Kind::other;
  }
  return kinds;
}();

struct Character {
  char32_t code_point;
  Kind kind;
  const char* next;  ///< where the character after it starts
};

Character read(const char* at) {
  const auto byte = static_cast<unsigned char>(*at);
  if (byte < 0x80) return {byte, ascii_kinds[byte], at + 1};
  const Decoded decoded = decode(at);
  return {decoded.code_point, kind_beyond_ascii(decoded.code_point), at + decoded.length};
}

bool is_of_run(Kind kind) { return kind == Kind::letter || kind == Kind::number || kind == Kind::mark; }

/// Whether a character stays inside a word between two others of the same kind.
bool connects(char32_t c, Kind kind) {
  if (c == U'\'' || c == U'\u2019' || c == U'.') return kind == Kind::letter || kind == Kind::number;
  if (c == U':' || c == U'\u00B7') return kind == Kind::letter;
  return (c == U',' || c == U';') && kind == Kind::number;
}

/// What comes after joiners; `at` is the first of them. With nothing behind them it is a space.
Character after_joiners(const char* at, const char* end) {
  while (at != end) {
    const Character character = read(at);
    if (character.kind != Kind::joiner) return character;
    at = character.next;
  }
  return {U' ', Kind::space, end};
}

/// Where the run ends whose first character is `first`.
const char* end_of_run(const Character& first, const char* end) {
  Kind base = first.kind;  // the letter or number that marks stand on
  const char* at = first.next;
  while (at != end) {
    Character character = read(at);
    if (character.kind == Kind::joiner) {
      character = after_joiners(character.next, end);
    } else if (character.kind == Kind::other) {
      if (character.next == end || !connects(character.code_point, base)) return at;
      character = read(character.next);
      if (character.kind != base) return at;
    }
    if (!is_of_run(character.kind)) return at;
    if (character.kind != Kind::mark) base = character.kind;
    at = character.next;
  }
  return at;
}

/// Where the marks end that start at `at`, with the joiners before them.
const char* end_of_marks(const char* at, const char* end) {
  while (at != end) {
    Character character = read(at);
    if (character.kind == Kind::joiner) character = after_joiners(character.next, end);
    if (character.kind != Kind::mark) break;
    at = character.next;
  }
  return at;
}

void split_by_unicode(std::string_view text, std::vector<std::string_view>& words) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const char* const begin = at;
    const Character first = read(at);
    at = first.next;
    if (first.kind == Kind::space) continue;
    at = is_of_run(first.kind) ? end_of_run(first, end) : end_of_marks(at, end);
    words.emplace_back(begin, static_cast<std::size_t>(at - begin));
  }
}

void split_at_blanks(std::string_view text, std::vector<std::string_view>& words) {
  constexpr std::string_view blanks = " \t\n\r\f";
  for (std::size_t begin = text.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(blanks, end);
  }
}

std::int64_t code_points(const char* begin, const char* end) {
  return std::count_if(begin, end, [](char byte) { return !is_continuation(byte); });
}

}  // namespace

void split_words(std::string_view text, Splitting splitting, std::vector<std::string_view>& words) {
  if (splitting == Splitting::space) {
    Tokenizer(Tokenization::none)(text, words);
  } else if (splitting == Splitting::blank) {
    split_at_blanks(text, words);
  } else {
    split_by_unicode(text, words);
  }
}

WordSpans word_spans(const Segments& texts, Splitting splitting) {
  WordSpans spans{{0}, {}};
  spans.starts.reserve(texts.size() + 1);
  std::vector<std::string_view> words;
  for (const std::string_view text : texts.texts) {
    words.clear();
    split_words(text, splitting, words);
    const char* at = text.data();
    std::int64_t place = 0;
    for (const std::string_view word : words) {
      place += code_points(at, word.data());
      spans.places.push_back(place);
      at = word.data() + word.size();
      place += code_points(word.data(), at);
      spans.places.push_back(place);
    }
    spans.starts.push_back(static_cast<std::int64_t>(spans.places.size() / 2));
  }
  return spans;
}

NumberedTexts WordIndex::add(const Segments& texts) {
  const std::lock_guard lock(mutex_);
  NumberedTexts numbered{{}, {0}};
  numbered.starts.reserve(texts.size() + 1);
  for (const std::string_view text : texts.texts) {
    split_.clear();
    split_words(text, splitting_, split_);
    known_.make_room(split_.size());
    for (const std::string_view word : split_) {
      const Symbol number = known_(word);
      if (number > words_.size()) {
        words_.push_back(copy(word));
        known_.hold(number, words_.back());
      }
      numbered.numbers.push_back(static_cast<std::int32_t>(number - 1));
    }
    numbered.starts.push_back(static_cast<std::int64_t>(numbered.numbers.size()));
  }
  return numbered;
}

std::vector<std::string_view> WordIndex::words() const {
  const std::lock_guard lock(mutex_);
  return words_;
}

std::size_t WordIndex::size() const {
  const std::lock_guard lock(mutex_);
  return words_.size();
}

std::string_view WordIndex::copy(std::string_view word) {
  constexpr std::size_t block_size = 1 << 16;
  if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < word.size()) {
    blocks_.emplace_back().reserve(std::max(block_size, word.size()));
  }
  std::string& block = blocks_.back();
  const std::size_t start = block.size();
  block += word;
  return std::string_view(block).substr(start);
}

}  // namespace mtassay
