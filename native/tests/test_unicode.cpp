#include "unicode.hpp"

#include "check.hpp"

using namespace mtassay;

int main() {
  CHECK(category(U'a') == Category::letter);
  CHECK(category(U'Ａ') == Category::letter);  // wide, in a block of scripts without spaces
  CHECK(category(U'가') == Category::letter);
  CHECK(category(U'中') == Category::lone_letter && category(U'ก') == Category::lone_letter);
  CHECK(category(U'ｶ') == Category::lone_letter && category(0x20000) == Category::lone_letter);
  CHECK(category(0x0301) == Category::mark && category(0x0E34) == Category::mark && category(0xFE0F) == Category::mark);
  CHECK(category(0x200D) == Category::other && category(U' ') == Category::other);
  CHECK(category(U'๓') == Category::number);
  CHECK(category(U'7') == Category::number);
  CHECK(category(U'½') == Category::number);
  CHECK(category(U'.') == Category::punctuation);
  CHECK(category(U'。') == Category::punctuation);
  CHECK(category(U'€') == Category::symbol);
  CHECK(category(0x10FFFF) == Category::other);

  CHECK(is_space(U' ') && is_space(U'\t') && is_space(0x1C) && is_space(0x85) && is_space(0xA0) && is_space(0x3000));
  CHECK(!is_space(U'a') && !is_space(0x200B) && !is_space(0x180E));

  CHECK(without_trailing_space("a b \u00a0\n") == "a b");
  CHECK(without_trailing_space(" \u3000 ") == "");
  CHECK(without_trailing_space("") == "");
  CHECK(without_leading_space("\u2028 a ") == "a ");
}
