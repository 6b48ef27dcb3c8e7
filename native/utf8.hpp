/// UTF-8 bytes to code points. Input is valid UTF-8: Python made it.
#pragma once

#include <cassert>
#include <cstddef>
#include <string_view>

namespace mtassay {

struct Decoded {
  char32_t code_point;
  std::size_t length;  ///< bytes it took
};

/// The code point that starts at `at`.
inline Decoded decode(const char* at) {
  const auto byte = [at](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(at[i])); };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  assert(lead >= 0xC2 && lead <= 0xF4);
  if (lead < 0xE0) return {(lead & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  if (lead < 0xF0) return {(lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3};
  return {(lead & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F), 4};
}

/// True for the second and later bytes of a code point.
inline bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

/// The code point that ends just before `end`; `begin < end`.
inline Decoded decode_before(const char* begin, const char* end) {
  const char* at = end - 1;
  while (at > begin && is_continuation(*at)) --at;
  return decode(at);
}

}  // namespace mtassay
