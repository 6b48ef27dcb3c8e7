#include "matcher.hpp"

#include "check.hpp"

using namespace mtassay;

namespace {

using Pairs = std::vector<WordPair>;

Pairs match(Matcher how, const std::vector<Symbol>& hypothesis, const std::vector<Symbol>& reference) {
  WordMatcher matcher(how);
  matcher.clear(hypothesis.size(), reference.size());
  matcher.match_equal(hypothesis, reference, 9);
  const auto found = matcher.pairs();
  return {found.begin(), found.end()};
}

Pairs relate(Matcher how, const std::vector<Symbol>& hypothesis, const std::vector<Symbol>& reference,
             const std::vector<std::vector<Symbol>>& related) {
  std::vector<std::uint32_t> starts = {0};
  std::vector<Symbol> symbols;
  for (const auto& several : related) {
    symbols.insert(symbols.end(), several.begin(), several.end());
    starts.push_back(static_cast<std::uint32_t>(symbols.size()));
  }
  WordMatcher matcher(how);
  matcher.clear(hypothesis.size(), reference.size());
  matcher.match_related(hypothesis, reference, related.size() - 1, {starts, symbols});
  const auto found = matcher.pairs();
  return {found.begin(), found.end()};
}

}  // namespace

int main() {
  for (const Matcher how : {Matcher::minimal, Matcher::from_end}) {
    CHECK(match(how, {}, {1}).empty());
    CHECK(match(how, {1}, {}).empty());
    CHECK(match(how, {1}, {2}).empty());
    CHECK((match(how, {1, 2, 1}, {1, 1, 2}) == Pairs{{0, 0}, {1, 2}, {2, 1}}));
  }
  // which of two equal words: the one without a crossing, or the last
  CHECK((match(Matcher::minimal, {1, 2}, {1, 2, 1}) == Pairs{{0, 0}, {1, 1}}));
  CHECK((match(Matcher::from_end, {1, 2}, {1, 2, 1}) == Pairs{{0, 2}, {1, 1}}));
  CHECK((match(Matcher::minimal, {1, 2, 1}, {2, 1}) == Pairs{{1, 0}, {2, 1}}));
  // no crossing either way: the one with fewer chunks; still equal: the first
  CHECK((match(Matcher::minimal, {1, 2}, {1, 1, 2}) == Pairs{{0, 1}, {1, 2}}));
  CHECK((match(Matcher::minimal, {1}, {1, 1}) == Pairs{{0, 0}}));
  CHECK((match(Matcher::minimal, {1, 1}, {1}) == Pairs{{0, 0}}));
  CHECK((match(Matcher::minimal, {1, 1, 2}, {1, 2}) == Pairs{{1, 0}, {2, 1}}));

  // A later stage leaves earlier pairs alone, and minds their crossings.
  WordMatcher matcher(Matcher::minimal);
  matcher.clear(3, 4);
  matcher.match_equal(std::vector<Symbol>{1, 2, 3}, std::vector<Symbol>{4, 2, 5, 5}, 5);
  matcher.match_equal(std::vector<Symbol>{1, 2, 1}, std::vector<Symbol>{1, 2, 1, 1}, 2);
  const auto staged = matcher.pairs();
  CHECK((Pairs(staged.begin(), staged.end()) == Pairs{{0, 0}, {1, 1}, {2, 2}}));
  CHECK((std::vector<std::uint8_t>(matcher.stages().begin(), matcher.stages().end()) ==
         std::vector<std::uint8_t>{2, 1, 2}));

  // 1 goes with 3 and 4, 2 with 3 alone: to match both, 1 must leave 3 to it
  const std::vector<std::vector<Symbol>> chain = {{}, {3, 4}, {3}, {}, {}};
  CHECK((relate(Matcher::minimal, {1, 2}, {3, 4}, chain) == Pairs{{0, 1}, {1, 0}}));
  CHECK((relate(Matcher::minimal, {2, 1}, {3, 4}, chain) == Pairs{{0, 0}, {1, 1}}));
  CHECK((relate(Matcher::from_end, {2, 1}, {4, 3}, chain) == Pairs{{1, 1}}));
  // all with all, one side has more
  CHECK((relate(Matcher::minimal, {1, 1}, {3, 4, 3}, chain) == Pairs{{0, 0}, {1, 1}}));
  // the same beyond the size that is searched: as many as possible
  std::vector<Symbol> left(20, 1), right(20, 4);
  std::fill(left.begin(), left.begin() + 10, 2);
  std::fill(right.begin(), right.begin() + 10, 3);
  CHECK(relate(Matcher::minimal, left, right, chain).size() == 20);
  std::swap(left.front(), left.back());
  CHECK(relate(Matcher::minimal, left, right, chain).size() == 20);

  // long texts in which one side has more of everything: beyond the beam, still as many as possible
  std::vector<Symbol> few, many;
  for (Symbol k = 0; k < 400; ++k) few.push_back(1 + k * k % 9);
  for (Symbol k = 0; k < 1500; ++k) many.push_back(1 + k * 7 % 9);
  CHECK(match(Matcher::minimal, few, many).size() == 400);
  CHECK(match(Matcher::minimal, many, few).size() == 400);
}
