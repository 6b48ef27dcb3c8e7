#include "words.hpp"

#include <string>

#include "check.hpp"

using namespace mtassay;

namespace {

/// The words with strokes between them.
std::string split(std::string_view text, Splitting splitting = Splitting::unicode) {
  std::vector<std::string_view> words;
  split_words(text, splitting, words);
  std::string joined;
  for (const std::string_view word : words) {
    if (!joined.empty()) joined += '|';
    joined += word;
  }
  return joined;
}

}  // namespace

int main() {
  CHECK(split("I don't, do you?") == "I|don't|,|do|you|?");
  CHECK(split("U.S. 3,000.50, 1.") == "U.S|.|3,000.50|,|1|.");
  CHECK(split("a.5 5.a a,b a:b 1:2 1;2") == "a|.|5|5|.|a|a|,|b|a:b|1|:|2|1;2");
  CHECK(split("col\u00b7lecci\u00f3 a\u2019b") == "col\u00b7lecci\u00f3|a\u2019b");
  CHECK(split("e\u0301'e -\u0301a '\u0301a") == "e\u0301'e|-\u0301|a|'\u0301|a");
  CHECK(split("\u0301'a") == "\u0301|'|a");
  CHECK(split("a\u200db\u200c1\u00ad\u200d\u0301") == "a\u200db\u200c1\u00ad\u200d\u0301");
  CHECK(split("a\u00ad \u200d\u0301a") == "a|\u00ad|\u200d\u0301|a");
  CHECK(split("a\u4e2d\u6587b\u4e2d\u03015") == "a|\u4e2d|\u6587|b|\u4e2d\u0301|5");
  CHECK(split("\u1780\u200c\u17b7\u200c") == "\u1780\u200c\u17b7|\u200c");
  CHECK(split("a\u200bb\u200b\u0301 \u200b") == "a|b|\u0301");  // a mark on nothing is a word
  CHECK(split("\uff21\uff11\uff76\uff01") == "\uff21\uff11|\uff76|\uff01");
  CHECK(split(std::string_view("a\0b", 3)) == std::string_view("a|\0|b", 5));
  CHECK(split("") == "" && split(" \u3000\x1f") == "");
  CHECK(split(" don't\u00a0 stop,\u200b ", Splitting::space) == "don't|stop,\u200b");
  CHECK(split(" don't\u00a0 stop,\t\fx", Splitting::blank) == "don't\u00a0|stop,|x");

  const std::string_view lines[] = {"\u00e9, a", "", " \U00020000b"};
  const WordSpans spans = word_spans({nullptr, lines}, Splitting::unicode);
  CHECK((spans.starts == std::vector<std::int64_t>{0, 3, 3, 5}));
  CHECK((spans.places == std::vector<std::int64_t>{0, 1, 1, 2, 3, 4, 1, 2, 2, 3}));

  WordIndex index(Splitting::space);
  for (int round = 0; round < 2; ++round) {
    // longer than a block, and read after the batch is gone
    std::string text = "a b a " + std::string(100000, 'x') + " c";
    const std::string_view texts[] = {text, "c d"};
    const NumberedTexts numbered = index.add({nullptr, texts});
    CHECK((numbered.numbers == std::vector<std::int32_t>{0, 1, 0, 2, 3, 3, 4}));
    CHECK((numbered.starts == std::vector<std::int64_t>{0, 5, 7}));
  }
  const std::vector<std::string_view> words = index.words();
  CHECK(index.size() == 5 && words[0] == "a" && words[2] == std::string(100000, 'x') && words[4] == "d");
}
