#include "edit_rows.hpp"

#include "check.hpp"

using namespace mtassay;

int main() {
  const std::vector<std::string_view> hypotheses = {"b  c a "}, references = {"a b c", "x"};
  const std::vector<std::int64_t> starts = {0, 2};
  const auto measure = [&](EditMeasure what, Unit unit) {
    std::vector<double> rows(2 * edit_row_width(what));
    edit_rows({nullptr, hypotheses}, {{nullptr, references}, starts}, Tokenization::none, unit, what, 1, rows);
    return rows;
  };
  CHECK((measure(EditMeasure::distance, Unit::word) == std::vector<double>{2, 3, 3, 3, 3, 1}));
  CHECK((measure(EditMeasure::alignment, Unit::word) == std::vector<double>{2, 0, 1, 1, 0, 1, 0, 2}));
  CHECK((measure(EditMeasure::bag, Unit::word) == std::vector<double>{3, 3, 3, 0, 3, 1}));
  CHECK((measure(EditMeasure::ter, Unit::word) == std::vector<double>{1, 3, 3, 3, 3, 1}));
  CHECK((measure(EditMeasure::cover, Unit::word) == std::vector<double>{2, 3, 3, 2, 3, 1}));
  // "b c a" and "a b c": single spaces count as characters
  CHECK((measure(EditMeasure::distance, Unit::character) == std::vector<double>{3, 5, 5, 5, 5, 1}));
}
