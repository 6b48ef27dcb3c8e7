#include "tesla_rows.hpp"

#include <cmath>

#include "check.hpp"

using namespace mtassay;

namespace {

Segments segments(const std::vector<std::string_view>& texts) { return {nullptr, texts}; }
bool near(double left, double right) { return std::abs(left - right) < 1e-12; }

}  // namespace

int main() {
  const std::vector<std::string_view> words{"cat", "cats", "dog", "hound"};
  const WordRelations relations(segments(words), {0, 0, 2, 3}, {0, 0, 0, 1, 2}, {3, 2});
  const std::vector<std::string_view> hypotheses{"the cats", "dog", ""}, references{"the cat", "hound", "a the", "x"};
  const std::vector<std::int64_t> starts{0, 1, 3, 4};
  for (const bool has_tags : {false, true}) {
    const std::vector<std::string_view> ours{"D N", "N", ""}, theirs{"D N", "N", "X N", "N"};
    const TeslaKnowledge knowledge{
        relations, {"the"}, has_tags ? segments(ours) : Segments(), has_tags ? segments(theirs) : Segments()};
    for (const unsigned threads : {1u, 3u}) {
      std::vector<double> rows(4 * tesla_row_width, -1);
      tesla_rows(segments(hypotheses), {segments(references), starts}, knowledge, threads, rows);
      const auto row = [&](std::size_t i) { return std::span(rows).subspan(i * tesla_row_width, tesla_row_width); };
      // words of one stem are alike, and function words count a tenth
      CHECK(near(row(0)[0], 1.1) && near(row(0)[1], 1.1) && near(row(0)[2], 1.1));
      CHECK(near(row(0)[3], 0.1) && near(row(0)[4], 0.1) && row(0)[6] == 0 && row(0)[8] == 0);
      // half for a shared synset, half for a tag
      CHECK(near(row(1)[0], has_tags ? 1.0 : 0.5));
      CHECK(near(row(2)[0], has_tags ? 0.05 : 0.0) && near(row(2)[2], 1.1) && near(row(2)[5], 0.1));
      CHECK(row(3)[0] == 0 && row(3)[1] == 0 && row(3)[2] == 1);
    }
  }
}
