#include "symbols.hpp"

#include <bit>
#include <cassert>
#include <cstring>

namespace mtassay {
namespace {

template <class Integer>
std::uint64_t load(const char* from) {
  Integer value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Multiply and fold, as wyhash does: the high half of a product depends on all bits of both factors.
std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

constexpr std::uint64_t seed_a = 0x9E3779B97F4A7C15u, seed_b = 0xA0761D6478BD642Fu;

}  // namespace

void WordNumbers::clear(std::size_t expected) {
  const std::size_t capacity = std::bit_ceil(2 * expected + 1);
  slots_.assign(capacity, 0);
  mask_ = capacity - 1;
  words_.clear();
}

void WordNumbers::make_room(std::size_t more) {
  const std::size_t capacity = std::bit_ceil(2 * (words_.size() + more) + 1);
  if (capacity <= slots_.size()) return;
  slots_.assign(capacity, 0);
  mask_ = capacity - 1;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    std::size_t slot = hash(words_[i]) & mask_;
    while (slots_[slot] != 0) slot = (slot + 1) & mask_;
    slots_[slot] = static_cast<Symbol>(i + 1);
  }
}

std::uint64_t WordNumbers::hash(const Word& word) {
  const char* const text = word.text.data();
  const std::size_t length = word.text.size();
  std::uint64_t hash = mix(word.head ^ seed_a, word.tail ^ seed_b ^ length);
  for (std::size_t at = 8; at + 8 < length; at += 8) hash = mix(hash ^ load<std::uint64_t>(text + at), seed_a);
  return hash;
}

Symbol WordNumbers::operator()(std::string_view word) {
  const char* const text = word.data();
  const std::size_t length = word.size();
  assert(words_.size() <= mask_);
  std::uint64_t head = 0, tail = 0;  // of an empty word
  if (length >= 8) {
    head = load<std::uint64_t>(text);
    tail = load<std::uint64_t>(text + length - 8);
  } else if (length >= 4) {
    head = load<std::uint32_t>(text);
    tail = load<std::uint32_t>(text + length - 4);
  } else if (length > 0) {
    head = load<std::uint8_t>(text) | load<std::uint8_t>(text + length / 2) << 8;
    tail = load<std::uint8_t>(text + length - 1);
  }
  for (std::size_t slot = hash({head, tail, word}) & mask_;; slot = (slot + 1) & mask_) {
    const Symbol number = slots_[slot];
    if (number == 0) {
      words_.push_back({head, tail, word});
      slots_[slot] = static_cast<Symbol>(words_.size());
      return slots_[slot];
    }
    const Word& known = words_[number - 1];
    if (known.head == head && known.tail == tail && known.text.size() == length &&
        (length <= 16 || std::memcmp(known.text.data() + 8, text + 8, length - 16) == 0)) {
      return number;
    }
  }
}

}  // namespace mtassay
