#include "utf8.hpp"

#include <string>

#include "check.hpp"

using namespace mtassay;

namespace {

std::string encode(char32_t c) {
  const auto byte = [](char32_t value) { return static_cast<char>(value); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F))};
  if (c < 0x10000) return {byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F))};
  return {byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 0x3F)), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F))};
}

}  // namespace

int main() {
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    const std::string text = encode(c);
    CHECK(decode(text.data()).code_point == c);
    CHECK(decode(text.data()).length == text.size());
    const std::string behind = "x" + text;
    const Decoded last = decode_before(behind.data(), behind.data() + behind.size());
    CHECK(last.code_point == c && last.length == text.size());
  }
}
