/// TERp, as Python sees it.
#include <algorithm>

#include "bindings.hpp"
#include "terp_rows.hpp"

using namespace nanobind::literals;

namespace mtassay {
namespace {

using GivenNumbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Deletion, insertion, substitution, shift, stem, synonym and beam, then the four weights of phrases.
TerpCosts make_costs(const GivenNumbers& numbers) {
  if (numbers.size() != 11) throw nb::value_error("there are 11 costs");
  const double* const cost = numbers.data();
  for (std::size_t i = 0; i < 7; ++i) {
    if (!(cost[i] >= 0)) throw nb::value_error("costs must not be below 0");
  }
  if (!(cost[3] > 0)) throw nb::value_error("shifts must cost something");
  return {cost[0], cost[1], cost[2], cost[3], cost[4], cost[5], cost[6], {cost[7], cost[8], cost[9], cost[10]}};
}

TerpKnowledge make_knowledge(const WordRelations& relations, const WeightedPhrases& phrases, const Segments& stops,
                             const GivenNumbers& costs) {
  return {relations, phrases, {stops.texts.begin(), stops.texts.end()}, make_costs(costs)};
}

WeightedPhrases make_phrases(const Segments& references, const Segments& hypotheses, const GivenNumbers& probabilities) {
  if (hypotheses.size() != references.size() || probabilities.size() != references.size()) {
    throw nb::value_error("phrases and probabilities must be as many");
  }
  const std::vector<double> numbers(probabilities.data(), probabilities.data() + probabilities.size());
  if (!std::ranges::all_of(numbers, [](double number) { return number > 0; })) {
    throw nb::value_error("probabilities must be above 0");
  }
  return {references, hypotheses, numbers};
}

Rows bind_terp(const Segments& hypotheses, const Segments& references, const Starts& starts,
               const WordRelations& relations, const WeightedPhrases& phrases, const Segments& stops,
               const GivenNumbers& costs, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  const TerpKnowledge knowledge = make_knowledge(relations, phrases, stops, costs);
  return make_rows(references.size(), terp_row_width, [&](std::span<double> rows) {
    terp_rows(hypotheses, checked, knowledge, threads, rows);
  });
}

nb::tuple bind_terp_edits(const Segments& hypothesis, const Segments& reference, const WordRelations& relations,
                          const WeightedPhrases& phrases, const Segments& stops, const GivenNumbers& costs) {
  if (hypothesis.size() != 1 || reference.size() != 1) throw nb::value_error("one text is compared with one");
  const TerpKnowledge knowledge = make_knowledge(relations, phrases, stops, costs);
  TerpMeasure measure(knowledge);
  const double cost = measure(hypothesis[0], reference[0]);
  nb::list shifts, steps, order;
  for (const TerpShift& shift : measure.aligner().shifts()) {
    shifts.append(nb::make_tuple(shift.start, shift.end, shift.place));
  }
  for (const TerpStep& step : measure.aligner().steps()) {
    steps.append(nb::make_tuple(static_cast<int>(step.edit), step.hypothesis, step.reference, step.cost));
  }
  for (const std::size_t place : measure.aligner().order()) order.append(place);
  return nb::make_tuple(cost, shifts, steps, order);
}

}  // namespace

void add_terp(nb::module_& module) {
  nb::class_<WeightedPhrases>(module, "WeightedPhrases", "Phrases that may stand for phrases of references, and how probably.")
      .def(
          "__init__",
          [](WeightedPhrases* self, const Segments& references, const Segments& hypotheses,
             const GivenNumbers& probabilities) {
            new (self) WeightedPhrases(make_phrases(references, hypotheses, probabilities));
          },
          "references"_a, "hypotheses"_a, "probabilities"_a,
          nb::sig("def __init__(self, references: Segments, hypotheses: Segments, "
                  "probabilities: numpy.typing.NDArray[numpy.float64]) -> None"));
  module.def("terp_rows", &bind_terp, "hypotheses"_a, "references"_a, "starts"_a, "relations"_a, "phrases"_a, "stops"_a,
             "costs"_a, "threads"_a,
             nb::sig("def terp_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], relations: WordRelations, phrases: WeightedPhrases, "
                     "stops: Segments, costs: numpy.typing.NDArray[numpy.float64], threads: int) "
                     "-> numpy.typing.NDArray[numpy.float64]"),
             "Cost, words of the reference, edits by kind and shifts, a row for each reference.");
  module.def("terp_edits", &bind_terp_edits, "hypothesis"_a, "reference"_a, "relations"_a, "phrases"_a, "stops"_a,
             "costs"_a,
             nb::sig("def terp_edits(hypothesis: Segments, reference: Segments, relations: WordRelations, "
                     "phrases: WeightedPhrases, stops: Segments, costs: numpy.typing.NDArray[numpy.float64]) "
                     "-> tuple[float, list[tuple[int, int, int]], list[tuple[int, int, int, float]], list[int]]"),
             "The cost, shifts (start, end, place), edits (kind, words of each text, cost), and the words' old places in their "
             "new order.");
}

}  // namespace mtassay
