#include "phrase_table.hpp"

#include <random>
#include <stdexcept>

#include "check.hpp"

using namespace mtassay;

namespace {

using Index = std::vector<std::uint8_t>;

Index build(std::string_view text, std::size_t piece = 1000) {
  PhraseTableBuilder builder;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) builder.add(text.substr(0, piece));
  return builder.finish({'d'});
}

PhraseTable open(const Index& index) {
  return PhraseTable({reinterpret_cast<const char*>(index.data()), index.size()});
}

/// The phrases in a text, where each starts and how long it is, and the numbers of what it may be replaced by.
std::string look_up(const PhraseTable& table, const std::vector<std::string>& text) {
  std::vector<std::int32_t> numbers;
  for (const std::string& word : text) numbers.push_back(table.word(word));
  std::vector<std::uint64_t> hashes(3);  // of an earlier text
  std::string shown;
  table.occurrences(numbers, hashes, [&](std::size_t start, std::size_t length, std::uint32_t phrase) {
    shown += std::to_string(start) + "+" + std::to_string(length) + ":";
    for (const std::uint32_t other : table.replacements(phrase)) shown += " " + std::to_string(other);
    shown += "; ";
  });
  return shown;
}

template <class Call>
std::string message(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

int main() {
  // phrases by number: big 0, very large 1, great 2, very 3; "very" comes between two groups of "big"
  const std::string text = "0.5\nbig\nvery large\n0.1\nbig\ngreat\n1\nvery\nbig\n1\nbig\n very\tlarge \r\n";
  for (const std::size_t piece : {1, 2, 7, 1000}) {
    const Index index = build(text, piece);
    const PhraseTable table = open(index);
    CHECK(table.phrases() == 4);
    CHECK(table.entries() == 4);
    CHECK(table.longest() == 2);
    CHECK(table.digest()[0] == 'd');
    CHECK(table.word("large") >= 0);
    CHECK(table.word("larg") == -1);
    CHECK(table.word("") == -1);
    CHECK(look_up(table, {"big", "very"}) == "0+1: 1 2 1; 1+1: 0; ");
    CHECK(look_up(table, {"very", "large", "big"}) == "0+1: 0; 0+2:; 2+1: 1 2 1; ");
    CHECK(look_up(table, {"huge", "large"}).empty());
  }
  CHECK(build(text.substr(0, text.size() - 2)) == build(text));  // without an end of the last line

  CHECK(message([] { build(""); }) == "0 lines, and each entry has 3");
  CHECK(message([] { build("1\na\nb\n1\nc\n"); }) == "5 lines, and each entry has 3");
  CHECK(message([] { build("1\na\n \n"); }) == "line 3: a phrase of 0 words");
  std::string long_phrase;
  for (int i = 0; i < 33; ++i) long_phrase += "a ";
  CHECK(message([&] { build("1\n" + long_phrase + "\nb\n"); }) == "line 2: a phrase of 33 words");

  // more words than 16 bits can number, and a hash table that grew
  std::string large;
  for (int i = 0; i < 70000; ++i) large += "1\nw" + std::to_string(i) + "\nw" + std::to_string(i + 1) + "\n";
  const Index wide = build(large);
  CHECK(look_up(open(wide), {"w69999"}) == "0+1: 70000; ");

  // cut short or changed, an index is refused or gives other phrases, but reads nothing outside of it
  const Index whole = build(text);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CHECK(message([&] { open(Index(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length))); }) !=
          "no error");
  }
  Index longer = whole;
  longer.resize(whole.size() + 8);
  CHECK(message([&] { open(longer); }) == "it is damaged");
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    Index changed = whole;
    for (int i = 0; i < 3; ++i) changed[random() % changed.size()] = static_cast<std::uint8_t>(random());
    message([&] {
      const PhraseTable table = open(changed);
      for (const char* word : {"big", "very", "large"}) look_up(table, {word, "large", "big"});
    });
  }
}
