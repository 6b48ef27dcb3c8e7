#include "error_classes.hpp"

#include <string>

#include "check.hpp"

using namespace mtassay;

namespace {

/// Classes of both texts as letters. The base form of a word is its first letter in lower case, and words that differ
/// in case alone have the same fold.
std::string classes(const std::string& hypothesis, const std::vector<std::string>& references, bool has_case = true) {
  WordIndex words(Splitting::space), folds(Splitting::space);
  const std::string_view lines[] = {hypothesis};
  const std::vector<std::string_view> others(references.begin(), references.end());
  const NumberedTexts left = words.add({nullptr, lines}), right = words.add({nullptr, others});
  std::vector<std::int32_t> base_numbers, fold_numbers;
  for (const std::string_view word : words.words()) {
    std::string lower(word);
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    base_numbers.push_back(lower[0]);
    const std::string_view fold[] = {lower};
    if (has_case) fold_numbers.push_back(folds.add({nullptr, fold}).numbers[0]);
  }
  const std::vector<std::int64_t> starts = {0, static_cast<std::int64_t>(references.size())};
  const ErrorClasses found = error_classes({left.numbers, left.starts}, {right.numbers, right.starts}, starts,
                                           {base_numbers, fold_numbers}, 1);
  std::string text = std::to_string(found.chosen[0]) + " " + std::to_string(found.edits[0]) + " ";
  for (const std::uint8_t number : found.hypotheses) text += ".ciomel"[number];
  text += " ";
  for (const std::uint8_t number : found.references) text += ".ciomel"[number];
  return text;
}

}  // namespace

int main() {
  CHECK(classes("a b c", {"a b c"}) == "0 0 ... ...");
  CHECK(classes("a x c", {"a b c"}) == "0 1 .l. .l.");
  CHECK(classes("a c", {"a b c"}) == "0 1 .. .m.");
  CHECK(classes("a b c", {"a c"}) == "0 1 .e. ..");
  CHECK(classes("going home", {"goes home"}) == "0 1 i. i.");
  CHECK(classes("b a", {"a b"}) == "0 2 oo oo");
  CHECK(classes("x y", {"X y"}) == "0 1 c. c.");
  CHECK(classes("x y", {"X y"}, false) == "0 1 i. i.");
  // a word in another case is used up before base forms are looked at
  CHECK(classes("xa xb", {"XB q"}) == "0 2 lc cl");
  CHECK(classes("xa xb", {"XB q"}, false) == "0 2 il il");
  // the bag gives its word to the first, the alignment to the second: by neither alone is anything wrong
  CHECK(classes("a a", {"a"}) == "0 1 .. ." && classes("a", {"a a"}) == "0 1 . ..");
  // two substitutions are preferred to an insertion and a deletion, between which "a" would be right
  CHECK(classes("x a", {"a y"}) == "0 2 lo ol");
  CHECK(classes("", {"a b"}) == "0 2  mm");
  CHECK(classes("a", {""}) == "0 1 e ");
  CHECK(classes("", {""}) == "0 0  ");
  // the smallest rate, not the fewest edits; the first of equals; an empty reference is infinitely far
  CHECK(classes("a b", {"a", "a b c d", "a c"}) == "1 2 .. ..mm");
  CHECK(classes("a b", {"", "x y", "x z"}) == "1 2 ll ll");
  CHECK(classes("", {"x", ""}) == "1 0  ");

  // rows of pairs that are longer than one number of steps
  const auto repeated = [](const char* word, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += word;
    return text;
  };
  CHECK(classes(repeated("a ", 70) + "b", {"b " + repeated("a ", 70)}) ==
        "0 2 o" + std::string(69, '.') + "o o" + std::string(69, '.') + "o");
}
