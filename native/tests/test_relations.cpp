#include "relations.hpp"

#include "check.hpp"

using namespace mtassay;

int main() {
  const WordRelations none;
  CHECK(none.size() == 0 && !none.has_stems() && !none.has_synonyms() && none.find("a") == -1);

  const std::vector<std::string_view> words = {"cats", "cat", "pet"};
  const WordRelations relations({nullptr, words}, {0, 0, 1}, {0, 0, 1, 2}, {2, 1});
  CHECK(relations.size() == 3 && relations.has_stems() && relations.has_synonyms());
  CHECK(relations.find("cat") == 1 && relations.find("dog") == -1);
  CHECK(relations.stem(0) == relations.stem(1) && relations.stem(1) != relations.stem(2));
  CHECK(relations.synonyms(0).empty());
  CHECK(relations.synonyms(1).size() == 1 && relations.synonyms(1)[0] == 2);
}
