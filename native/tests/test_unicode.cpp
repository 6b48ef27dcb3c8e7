#include "unicode.hpp"

#include "check.hpp"

using namespace mtassay;

int main() {
  CHECK(category(U'a') == Category::other);
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
