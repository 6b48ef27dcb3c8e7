#include "tokenizers.hpp"

#include "check.hpp"

using namespace mtassay;

namespace {

std::string joined(const std::vector<std::string_view>& tokens) {
  std::string line;
  for (const std::string_view token : tokens) {
    if (!line.empty()) line += ' ';
    line += token;
  }
  return line;
}

std::string cut(Tokenization tokenization, std::string_view text) {
  Tokenizer tokenizer(tokenization);
  std::vector<std::string_view> tokens;
  tokenizer(text, tokens);
  return joined(tokens);
}

std::string chrf_words(std::string_view text) {
  std::vector<std::string_view> words;
  split_chrf_words(text, words);
  return joined(words);
}

}  // namespace

int main() {
  using enum Tokenization;
  CHECK(cut(western, "") == "");
  CHECK(cut(western, "Hello, world. 1,000.5 vs. 3-4") == "Hello , world . 1,000.5 vs . 3 - 4");
  CHECK(cut(western, "5. .5 ..5 5.. 0.5") == "5 . . 5 . .5 5 . . 0.5");
  CHECK(cut(western, "a&amp;lt;b &quot;c&quot;") == "a < b \" c \"");
  CHECK(cut(western, "x<skipped>y-\nz\nw") == "xyz w");
  CHECK(cut(western, "&quot;&quot;a&amp;quot;&gt;&lt;") == "\" \" a & quot ; > <");
  {
    // tokens of earlier lines hold until `clear`, also where a line had to be rewritten
    Tokenizer tokenizer(western);
    std::vector<std::string_view> tokens;
    for (int i = 0; i < 100; ++i) tokenizer("a_long_word_of_its_own &amp; <", tokens);
    CHECK(tokens.size() == 1300 && tokens[0] == "a" && tokens[11] == "&" && tokens[1299] == "<");
    tokenizer.clear();
  }
  CHECK(cut(western, "it's don\u2019t a\u00a0b\u2028c") == "it's don\u2019t a b c");

  CHECK(cut(international, "2020.") == "2020.");
  CHECK(cut(international, "a. 1.5 \u20ac3 \u300cx\u300d") == "a . 1.5 \u20ac 3 \u300c x \u300d");
  CHECK(cut(international, ".") == ".");

  CHECK(cut(chinese, " \u4e2d\u6587abc\u3002 3.5") == "\u4e2d \u6587 abc \u3002 3.5");
  CHECK(cut(chinese, "\U00020000\U00020001") == "\U00020000\U00020001");
  CHECK(cut(chinese, "5.") == "5.");

  CHECK(cut(character, "a \u00e9\u4e2d") == "a \u00e9 \u4e2d");
  CHECK(cut(none, " a\tb\u3000c. ") == "a b c.");

  CHECK(chrf_words("(hi) 'tis a. . \u00e9, \u00e9 ...") == "(hi ) ' tis a . . \u00e9 , \u00e9 .. .");
}
