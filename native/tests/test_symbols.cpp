#include "symbols.hpp"

#include <map>
#include <random>
#include <string>

#include "check.hpp"

using namespace mtassay;

int main() {
  std::mt19937 random(7);
  WordNumbers words;
  for (int round = 0; round < 200; ++round) {
    // few letters and all lengths around 4, 8 and 16 bytes: many words that differ in one place
    std::vector<std::string> texts;
    for (int i = 0; i < 300; ++i) {
      std::string text(1 + random() % 24, 'a');
      for (char& c : text) c = static_cast<char>('a' + (random() % 8 == 0));
      texts.push_back(text);
    }
    words.clear(texts.size());
    std::map<std::string, Symbol> expected;
    for (const std::string& text : texts) {
      const Symbol number = words(text);
      const auto [known, is_new] = expected.emplace(text, number);
      CHECK(known->second == number);
      CHECK(!is_new || number == expected.size());
    }
    CHECK(words.size() == expected.size());
  }

  // room that is made later keeps the numbers, wherever a word is read from now on
  words.clear(0);
  std::vector<std::string> kept(300);
  for (Symbol number = 1; number <= kept.size(); ++number) {
    words.make_room(1);
    const std::string passing = "a word that is longer than sixteen bytes " + std::to_string(number * 7919);
    CHECK(words(passing) == number);
    kept[number - 1] = passing;
    words.hold(number, kept[number - 1]);
  }
  for (Symbol number = 1; number <= kept.size(); ++number) CHECK(words(kept[number - 1]) == number);

  words.clear(2);
  CHECK(words("") == 1 && words("a") == 2 && words("") == 1);

  CharacterNumbers characters;
  CHECK(characters(U'x') == 1 && characters(0x10FFFF) == 2 && characters(0) == 3 && characters(U'x') == 1);
  CHECK(characters.size() == 3);
  characters.clear();
  CHECK(characters.size() == 0 && characters(0) == 1 && characters(U'x') == 2);
}
