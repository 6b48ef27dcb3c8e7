/// TESLA, as Python sees it.
#include "bindings.hpp"
#include "tesla_rows.hpp"

using namespace nanobind::literals;

namespace mtassay {
namespace {

Rows bind_tesla(const Segments& hypotheses, const Segments& references, const Starts& starts,
                const WordRelations& relations, const Segments& function_words, const Segments& hypothesis_tags,
                const Segments& reference_tags, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  const auto fits = [](const Segments& tags, const Segments& texts) { return tags.size() == 0 || tags.size() == texts.size(); };
  if (!fits(hypothesis_tags, hypotheses) || !fits(reference_tags, references)) {
    throw nb::value_error("each text needs tags, or none");
  }
  const TeslaKnowledge knowledge{
      relations, {function_words.texts.begin(), function_words.texts.end()}, hypothesis_tags, reference_tags};
  return make_rows(references.size(), tesla_row_width, [&](std::span<double> rows) {
    tesla_rows(hypotheses, checked, knowledge, threads, rows);
  });
}

}  // namespace

void add_tesla(nb::module_& module) {
  module.def("tesla_rows", &bind_tesla, "hypotheses"_a, "references"_a, "starts"_a, "relations"_a, "function_words"_a,
             "hypothesis_tags"_a, "reference_tags"_a, "threads"_a,
             nb::sig("def tesla_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], relations: WordRelations, function_words: Segments, "
                     "hypothesis_tags: Segments, reference_tags: Segments, threads: int) "
                     "-> numpy.typing.NDArray[numpy.float64]"),
             "What n-grams gain and weigh on both sides, by their order: a row for each reference.");
}

}  // namespace mtassay
