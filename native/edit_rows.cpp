#include "edit_rows.hpp"

#include <vector>

#include "symbols.hpp"
#include "unicode.hpp"

namespace mtassay {
namespace {

using Text = std::vector<Symbol>;

/// Numbers the units of two texts, so that equal numbers mean equal units.
class PairNumbers {
 public:
  PairNumbers(Tokenization tokenization, Unit unit) : tokenizer_(tokenization), unit_(unit) {}

  void operator()(std::string_view hypothesis_line, std::string_view reference_line, Text& hypothesis,
                  Text& reference) {
    tokenizer_.clear();
    tokens_.clear();
    tokenizer_(without_trailing_space(hypothesis_line), tokens_);
    const std::size_t end = tokens_.size();
    tokenizer_(without_trailing_space(reference_line), tokens_);
    words_.clear(unit_ == Unit::word ? tokens_.size() : 0);
    characters_.clear();
    const std::span<const std::string_view> all = tokens_;
    number(all.first(end), hypothesis);
    number(all.subspan(end), reference);
  }

  /// How many different units there were.
  std::size_t size() const { return unit_ == Unit::word ? words_.size() : characters_.size(); }

 private:
  void number(std::span<const std::string_view> tokens, Text& text) {
    text.clear();
    for (const std::string_view token : tokens) {
      if (unit_ == Unit::word) {
        text.push_back(words_(token));
        continue;
      }
      if (!text.empty()) text.push_back(characters_(U' '));
      characters_.number(token, text);
    }
  }

  Tokenizer tokenizer_;
  Unit unit_;
  WordNumbers words_;
  CharacterNumbers characters_;
  std::vector<std::string_view> tokens_;
};

}  // namespace

std::size_t edit_row_width(EditMeasure measure) { return measure == EditMeasure::alignment ? 4 : 3; }

void PairMeasure::operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference,
                             std::size_t symbols, double* row) {
  std::int64_t measured = 0;
  switch (measure_) {
    case EditMeasure::alignment: {
      const EditCounts counts = edit_counts(hypothesis, reference);
      row[0] = static_cast<double>(counts.hits);
      row[1] = static_cast<double>(counts.substitutions);
      row[2] = static_cast<double>(counts.deletions);
      row[3] = static_cast<double>(counts.insertions);
      return;
    }
    case EditMeasure::distance:
      measured = distance_(hypothesis, reference, symbols);
      break;
    case EditMeasure::bag:
      measured = common_(hypothesis, reference, symbols);
      break;
    case EditMeasure::cover:
      measured = cover_(hypothesis, reference, symbols);
      break;
    case EditMeasure::ter:
      measured = ter_(hypothesis, reference);
      break;
  }
  row[0] = static_cast<double>(measured);
  row[1] = static_cast<double>(hypothesis.size());
  row[2] = static_cast<double>(reference.size());
}

void edit_rows(const Segments& hypotheses, const References& references, Tokenization tokenization, Unit unit,
               EditMeasure measure, unsigned threads, std::span<double> rows) {
  const std::size_t width = edit_row_width(measure);
  for_each_index(hypotheses.size(), threads, [&] {
    return [&, numbers = PairNumbers(tokenization, unit), measure_pair = PairMeasure(measure), hypothesis = Text(),
            reference = Text()](std::size_t segment) mutable {
      const auto end = static_cast<std::size_t>(references.starts[segment + 1]);
      for (auto i = static_cast<std::size_t>(references.starts[segment]); i < end; ++i) {
        numbers(hypotheses[segment], references.texts[i], hypothesis, reference);
        measure_pair(hypothesis, reference, numbers.size(), &rows[i * width]);
      }
    };
  });
}

}  // namespace mtassay
