#include "meteor_normalizer.hpp"

#include "check.hpp"

using namespace mtassay;

namespace {

std::string normalize(std::string_view text, MeteorRules rules) {
  std::string normalized = "of an earlier text";
  MeteorNormalizer{rules}(text, normalized);
  return normalized;
}

std::string english(std::string_view text) {
  return normalize(text, {Apostrophes::right, true, {"Mr", "e.g"}, {"No"}});
}

}  // namespace

int main() {
  CHECK(english("") == "");
  CHECK(english("Hello, world!") == "Hello , world !");
  CHECK(english("1,000 but a,1 and 1,a") == "1,000 but a , 1 and 1 , a");
  CHECK(english("a,b,c") == "a , b,c");  // the b is used up
  CHECK(english("50% (of\tit)") == "50 % ( of it )");
  CHECK(english("«Ääh» — 你好") == "« Ääh » — 你 好");

  CHECK(english("It's John's, the dogs' `90's") == "It 's John 's , the dogs ' ' 90 's");
  CHECK(english("‘so’ “he” ''said''") == "' so ' \" he \" \" said \"");
  CHECK(normalize("l'eau d'1 'a", {Apostrophes::left, true, {}, {}}) == "l' eau d ' 1 ' a");
  CHECK(normalize("geht's", {Apostrophes::alone, true, {}, {}}) == "geht ' s");

  CHECK(english("well-known pre--war 1–2 - x -y") == "well known pre war 1 - 2 - x -y");
  CHECK(english("Wait... what.. . so") == "Wait ... what .. . so");
  CHECK(english("Mr. Smith saw No. 5 and No. Six.") == "Mr. Smith saw No. 5 and No . Six .");
  CHECK(english("the U.S. army at 3.5. so 1.2.") == "the US army at 3.5. so 1.2 .");
  CHECK(english("e.g. this") == "eg this");
  CHECK(english("a\u00a0\u3000b") == "a b");
  CHECK(normalize("It's 5%, no?", {Apostrophes::right, false, {}, {}}) == "It s 5 no");
  // a million stops take no longer than a million letters
  CHECK(english(std::string(1000000, '.')).size() == 1000000);
}
