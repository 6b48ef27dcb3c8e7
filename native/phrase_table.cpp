#include "phrase_table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <stdexcept>

namespace mtassay {
namespace {

static_assert(std::endian::native == std::endian::little, "the index would have to be turned round");

constexpr std::string_view magic = "MTPHRAS1";  // another version of the layout gets another name
constexpr std::string_view blanks = " \t\r\f";

struct Header {
  char magic[8];
  std::uint64_t words, text_bytes, phrases, phrase_words, slots, entries;
  std::uint32_t longest, wide;
  PhraseDigest digest;
};
static_assert(sizeof(Header) == 8 + 6 * 8 + 8 + 32);

constexpr std::size_t padded(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

/// Cuts sections off a file one after the other.
class Sections {
 public:
  explicit Sections(std::span<const char> bytes) : left_(bytes) {}

  template <class Number>
  std::span<const Number> take(std::uint64_t count) {
    if (count > left_.size() / sizeof(Number) || padded(count * sizeof(Number)) > left_.size()) {
      throw std::invalid_argument("it is cut short");
    }
    const auto* const begin = reinterpret_cast<const Number*>(left_.data());
    left_ = left_.subspan(padded(count * sizeof(Number)));
    return {begin, static_cast<std::size_t>(count)};
  }
  bool empty() const { return left_.empty(); }

 private:
  std::span<const char> left_;
};

void check_starts(std::span<const std::uint32_t> starts, std::size_t count) {
  if (starts.front() != 0 || starts.back() != count || !std::is_sorted(starts.begin(), starts.end())) {
    throw std::invalid_argument("it is damaged");
  }
}

}  // namespace

PhraseTable::PhraseTable(std::span<const char> bytes) {
  Header header;
  if (bytes.size() < sizeof header) throw std::invalid_argument("it is cut short");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::string_view(header.magic, sizeof header.magic) != magic) {
    throw std::invalid_argument("it is no index of phrases, or of another version");
  }
  Sections sections(bytes.subspan(sizeof header));
  word_starts_ = sections.take<std::uint32_t>(header.words + 1);
  word_numbers_ = sections.take<std::uint32_t>(header.words);
  const std::span<const char> text = sections.take<char>(header.text_bytes);
  word_text_ = {text.data(), text.size()};
  phrase_starts_ = sections.take<std::uint32_t>(header.phrases + 1);
  if (header.wide) {
    wide_ = sections.take<std::uint32_t>(header.phrase_words);
  } else {
    narrow_ = sections.take<std::uint16_t>(header.phrase_words);
  }
  marks_ = sections.take<std::uint8_t>(header.slots);
  slots_ = sections.take<std::uint32_t>(header.slots);
  target_starts_ = sections.take<std::uint32_t>(header.phrases + 1);
  targets_ = sections.take<std::uint32_t>(header.entries);
  if (!sections.empty() || !std::has_single_bit(header.slots) || header.slots <= header.phrases ||
      header.longest > PhraseTableBuilder::most_words) {
    throw std::invalid_argument("it is damaged");
  }
  check_starts(word_starts_, header.text_bytes);
  check_starts(phrase_starts_, header.phrase_words);
  check_starts(target_starts_, header.entries);
  phrases_ = static_cast<std::size_t>(header.phrases);
  longest_ = header.longest;
  digest_ = header.digest;
}

std::int32_t PhraseTable::word(std::string_view text) const {
  std::size_t low = 0, high = word_numbers_.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const std::string_view here =
        word_text_.substr(word_starts_[middle], word_starts_[middle + 1] - word_starts_[middle]);
    const int order = here.compare(text);
    if (order == 0) return static_cast<std::int32_t>(word_numbers_[middle] & 0x7FFFFFFF);
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return -1;
}

std::uint32_t PhraseTable::find(std::uint64_t hash, std::span<const std::int32_t> words) const {
  const std::size_t mask = slots_.size() - 1;
  const std::uint8_t mark = PhraseTable::mark(hash);
  std::size_t slot = static_cast<std::size_t>(hash) & mask;
  // most phrases are not there, and marks lie close together: this says so with one look at memory. A damaged table may
  // have no free slot
  for (std::size_t tried = 0; tried <= mask && marks_[slot] != 0; ++tried, slot = (slot + 1) & mask) {
    if (marks_[slot] != mark) continue;
    const std::uint32_t phrase = slots_[slot] - 1;
    if (phrase >= phrases_) return none;
    const std::size_t start = phrase_starts_[phrase];
    if (phrase_starts_[phrase + 1] - start != words.size()) continue;
    const auto same = [&](const auto& all) {
      return std::equal(words.begin(), words.end(), all.begin() + static_cast<std::ptrdiff_t>(start),
                        [](std::int32_t a, auto b) { return static_cast<std::uint32_t>(a) == b; });
    };
    if (narrow_.empty() ? same(wide_) : same(narrow_)) return phrase;
  }
  return none;
}

void PhraseTableBuilder::add(std::string_view text) {
  for (;;) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) break;
    if (rest_.empty()) {
      line(text.substr(0, end));
    } else {
      rest_ += text.substr(0, end);
      line(rest_);
      rest_.clear();
    }
    text.remove_prefix(end + 1);
  }
  rest_ += text;
}

void PhraseTableBuilder::line(std::string_view text) {
  ++lines_;
  switch (lines_ % 3) {
    case 1:
      break;  // a probability, which METEOR does not look at
    case 2:
      if (text != last_source_ || runs_.empty()) {
        runs_.push_back({phrase(text), 0});
        last_source_ = text;
      }
      break;
    default:
      targets_.push_back(phrase(text));
      ++runs_.back().count;
  }
}

std::uint32_t PhraseTableBuilder::phrase(std::string_view text) {
  numbers_.clear();
  std::uint64_t hash = 0;
  for (std::size_t begin = text.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    words_.make_room(1);
    const Symbol number = words_(word);
    if (number > word_texts_.size()) {
      constexpr std::size_t block_size = 1 << 16;
      if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < word.size()) {
        blocks_.emplace_back().reserve(std::max(block_size, word.size()));
      }
      std::string& block = blocks_.back();
      const std::size_t start = block.size();
      block += word;
      word_texts_.push_back(std::string_view(block).substr(start));
      words_.hold(number, word_texts_.back());
    }
    numbers_.push_back(number - 1);
    hash = PhraseTable::extend(hash, number - 1);
    begin = text.find_first_not_of(blanks, end);
  }
  if (numbers_.empty() || numbers_.size() > most_words) {
    throw std::invalid_argument("line " + std::to_string(lines_) + ": a phrase of " +
                                std::to_string(numbers_.size()) + " words");
  }
  longest_ = std::max(longest_, numbers_.size());
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(hash) & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    if (marks_[slot] != PhraseTable::mark(hash)) continue;
    const std::uint32_t known = slots_[slot] - 1;
    const std::uint32_t start = phrase_starts_[known], end = phrase_starts_[known + 1];
    if (std::equal(numbers_.begin(), numbers_.end(), phrase_words_.begin() + start, phrase_words_.begin() + end)) {
      return known;
    }
  }
  phrase_words_.insert(phrase_words_.end(), numbers_.begin(), numbers_.end());
  phrase_starts_.push_back(static_cast<std::uint32_t>(phrase_words_.size()));
  const auto added = static_cast<std::uint32_t>(phrase_starts_.size() - 2);
  slots_[slot] = added + 1;
  marks_[slot] = PhraseTable::mark(hash);
  if (phrase_starts_.size() * 3 / 2 > slots_.size()) grow();
  return added;
}

void PhraseTableBuilder::grow() {
  slots_.assign(slots_.size() * 2, 0);
  marks_.assign(slots_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t phrase = 0; phrase + 1 < phrase_starts_.size(); ++phrase) {
    std::uint64_t hash = 0;
    for (std::uint32_t i = phrase_starts_[phrase]; i < phrase_starts_[phrase + 1]; ++i) {
      hash = PhraseTable::extend(hash, phrase_words_[i]);
    }
    std::size_t slot = static_cast<std::size_t>(hash) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = phrase + 1;
    marks_[slot] = PhraseTable::mark(hash);
  }
}

std::vector<std::uint8_t> PhraseTableBuilder::finish(const PhraseDigest& digest) {
  if (!rest_.empty()) {
    line(rest_);
    rest_.clear();
  }
  if (lines_ % 3 != 0 || lines_ == 0) {
    throw std::invalid_argument(std::to_string(lines_) + " lines, and each entry has 3");
  }
  const std::size_t phrases = phrase_starts_.size() - 1;
  std::vector<std::uint32_t> target_starts(phrases + 1), targets(targets_.size());
  for (const Run& run : runs_) target_starts[run.source] += run.count;
  std::exclusive_scan(target_starts.begin(), target_starts.end(), target_starts.begin(), 0u);
  auto next = targets_.begin();
  for (const Run& run : runs_) {
    std::copy_n(next, run.count, targets.begin() + target_starts[run.source]);
    target_starts[run.source] += run.count;
    next += run.count;
  }
  std::shift_right(target_starts.begin(), target_starts.end(), 1);
  target_starts[0] = 0;
  runs_ = {};
  targets_ = {};

  std::vector<std::uint32_t> order(word_texts_.size()), word_starts{0};
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return word_texts_[a] < word_texts_[b]; });
  std::string text;
  for (const std::uint32_t word : order) {
    text += word_texts_[word];
    word_starts.push_back(static_cast<std::uint32_t>(text.size()));
  }
  const bool wide = word_texts_.size() > 0x10000;
  Header header{{},
                word_texts_.size(),
                text.size(),
                phrases,
                phrase_words_.size(),
                slots_.size(),
                targets.size(),
                static_cast<std::uint32_t>(longest_),
                wide,
                digest};
  magic.copy(header.magic, magic.size());

  std::vector<std::uint8_t> index;
  const std::size_t width = wide ? 4 : 2;
  index.reserve(sizeof header + 8 * 8 + 4 * (2 * order.size() + 1) + text.size() + 8 * (phrases + 1) +
                width * phrase_words_.size() + 5 * slots_.size() + 4 * targets.size());
  const auto put = [&](auto&& items) {  // and lets go of it
    const auto* const begin = reinterpret_cast<const std::uint8_t*>(std::data(items));
    index.insert(index.end(), begin, begin + std::size(items) * sizeof(*std::data(items)));
    index.resize(padded(index.size()));
    items = {};
  };
  put(std::vector<Header>{header});
  put(word_starts);
  put(order);
  put(text);
  put(phrase_starts_);
  if (wide) {
    put(phrase_words_);
  } else {
    put(std::vector<std::uint16_t>(phrase_words_.begin(), phrase_words_.end()));
    phrase_words_ = {};
  }
  put(marks_);
  put(slots_);
  put(target_starts);
  put(targets);
  return index;
}

}  // namespace mtassay
