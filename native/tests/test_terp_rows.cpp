#include "terp_rows.hpp"

#include <cmath>

#include "check.hpp"

using namespace mtassay;

namespace {

Segments segments(const std::vector<std::string_view>& texts) { return {nullptr, texts}; }
bool near(double left, double right) { return std::abs(left - right) < 1e-9; }

}  // namespace

int main() {
  constexpr TerpCosts costs{1.4, 0.25, 1.5, 0.5, 0.0, 0.1, 35.0, {0.1, -0.5, 0.2, 0.3}};
  const std::vector<std::string_view> words{"cat", "cats", "dog", "hound", "many"};
  const WordRelations relations(segments(words), {0, 0, 2, 3, 4}, {0, 0, 0, 1, 2, 2}, {3, 2});
  const std::vector<std::string_view> ours{"many"}, theirs{"a lot of"};
  const WeightedPhrases phrases(segments(ours), segments(theirs), {0.1});
  const TerpKnowledge knowledge{relations, phrases, {"a", "of"}, costs};
  CHECK(phrases.longest() == 1 && phrases.find("many").size() == 1 && phrases.find("few").empty());

  TerpMeasure measure(knowledge);
  CHECK(measure("a cat ", "a cats") == 0);  // a stem costs nothing
  CHECK(near(measure("a dog", "a hound"), 0.1));
  CHECK(near(measure("a dog", "a cat"), 1.5));
  CHECK(near(measure("dogs", "dog"), 1.5));  // not among the words of which something is known
  CHECK(measure.reference_words() == 1);
  // "a lot of" for "many" takes two insertions and a substitution
  const double edits = 2 * 0.25 + 1.5;
  CHECK(near(measure("a lot of cats", "many cats"), 0.1 + edits * (-0.5 * std::log10(0.1) + 0.2 * 0.1 + 0.3)));
  CHECK(near(measure("a lot cats", "many cats"), 0.25 + 1.5));

  const std::vector<std::string_view> hypotheses{"cat dog", "", "many"}, references{"cats hound", "dog cat", "cat", "many"};
  const std::vector<std::int64_t> starts{0, 2, 3, 4};
  for (const unsigned threads : {1u, 3u}) {
    std::vector<double> rows(4 * terp_row_width, -1);
    terp_rows(segments(hypotheses), {segments(references), starts}, knowledge, threads, rows);
    const auto row = [&](std::size_t i) { return std::span(rows).subspan(i * terp_row_width, terp_row_width); };
    // cost, words, substitutions, stems, synonyms, phrases, deletions, insertions, shifts
    CHECK(near(row(0)[0], 0.1) && row(0)[1] == 2 && row(0)[3] == 1 && row(0)[4] == 1);
    CHECK(near(row(1)[0], 0.5) && row(1)[8] == 1);
    CHECK(near(row(2)[0], 1.4) && row(2)[6] == 1);
    CHECK(row(3)[0] == 0 && row(3)[1] == 1);
  }
}
