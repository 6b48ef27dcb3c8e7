/// Edits and shifts, as Python sees them.
#include "bindings.hpp"
#include "character.hpp"
#include "edit_rows.hpp"
#include "edits.hpp"
#include "eed.hpp"
#include "pairwise_rows.hpp"
#include "ter.hpp"

using namespace nanobind::literals;

namespace mtassay {
namespace {

Rows bind_edits(const Segments& hypotheses, const Segments& references, const Starts& starts, Tokenization tokenization,
                Unit unit, EditMeasure measure, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), edit_row_width(measure), [&](std::span<double> rows) {
    edit_rows(hypotheses, checked, tokenization, unit, measure, threads, rows);
  });
}

Rows bind_eed(const Segments& hypotheses, const Segments& references, const Starts& starts, double jump, double deletion,
              double insertion, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), eed_row_width, [&](std::span<double> rows) {
    eed_rows(hypotheses, checked, {jump, deletion, insertion}, threads, rows);
  });
}

Rows bind_character(const Segments& hypotheses, const Segments& references, const Starts& starts,
                    Tokenization tokenization, unsigned threads) {
  const References checked = make_references(hypotheses, references, starts);
  return make_rows(references.size(), character_row_width, [&](std::span<double> rows) {
    character_rows(hypotheses, checked, tokenization, threads, rows);
  });
}

Rows bind_pairwise_edits(const Segments& hypotheses, const Segments& references, Tokenization tokenization,
                         EditMeasure measure, unsigned threads) {
  return make_rows(hypotheses.size() * references.size(), edit_row_width(measure), [&](std::span<double> rows) {
    if (!rows.empty()) pairwise_edit_rows(hypotheses, references, tokenization, measure, threads, rows);
  });
}

nb::list bind_operations(const Segments& hypothesis, const Segments& reference) {
  const NumberedPair pair(hypothesis, reference);
  nb::list operations;
  for (const EditOperation operation : edit_operations(pair.hypothesis, pair.reference)) operations.append(operation);
  return operations;
}

nb::tuple bind_shifts(const Segments& hypothesis, const Segments& reference) {
  const NumberedPair pair(hypothesis, reference);
  TerAligner aligner;
  const std::int64_t edits = aligner(pair.hypothesis, pair.reference);
  nb::list shifts, order;
  for (const Shift& shift : aligner.shifts()) shifts.append(nb::make_tuple(shift.start, shift.length, shift.target));
  for (const std::size_t position : aligner.order()) order.append(position);
  return nb::make_tuple(edits, shifts, order);
}

}  // namespace

void add_edits(nb::module_& module) {
  nb::enum_<EditMeasure>(module, "EditMeasure", "What is measured between a hypothesis and a reference.")
      .value("DISTANCE", EditMeasure::distance)
      .value("ALIGNMENT", EditMeasure::alignment)
      .value("BAG", EditMeasure::bag)
      .value("COVER", EditMeasure::cover)
      .value("TER", EditMeasure::ter);
  nb::enum_<Unit>(module, "Unit", "What is edited.").value("WORD", Unit::word).value("CHARACTER", Unit::character);
  module.def("edit_rows", &bind_edits, "hypotheses"_a, "references"_a, "starts"_a, "tokenization"_a, "unit"_a,
             "measure"_a, "threads"_a,
             nb::sig("def edit_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, unit: Unit, "
                     "measure: EditMeasure, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "What the measure gives, a row for each reference.");
  module.def("eed_rows", &bind_eed, "hypotheses"_a, "references"_a, "starts"_a, "jump"_a, "deletion"_a, "insertion"_a,
             "threads"_a,
             nb::sig("def eed_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], jump: float, deletion: float, insertion: float, "
                     "threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "Cost, visits and both numbers of characters by EED, a row for each reference.");
  module.def("character_rows", &bind_character, "hypotheses"_a, "references"_a, "starts"_a, "tokenization"_a,
             "threads"_a,
             nb::sig("def character_rows(hypotheses: Segments, references: Segments, "
                     "starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, threads: int) "
                     "-> numpy.typing.NDArray[numpy.float64]"),
             "Edits, cost of shifts and both numbers of characters by CharacTER, a row for each reference.");
  module.def("pairwise_edit_rows", &bind_pairwise_edits, "hypotheses"_a, "references"_a, "tokenization"_a,
             "measure"_a, "threads"_a,
             nb::sig("def pairwise_edit_rows(hypotheses: Segments, references: Segments, tokenization: Tokenization, "
                     "measure: EditMeasure, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "The rows of edit_rows for every hypothesis with every reference by itself.");
  nb::enum_<EditOperation>(module, "EditOperation", "One step of an alignment, seen from the reference.")
      .value("MATCH", EditOperation::match)
      .value("SUBSTITUTE", EditOperation::substitute)
      .value("DELETE", EditOperation::remove)
      .value("INSERT", EditOperation::insert);
  module.def("edit_operations", &bind_operations, "hypothesis"_a, "reference"_a,
             nb::sig("def edit_operations(hypothesis: Segments, reference: Segments) -> list[EditOperation]"),
             "The steps of one cheapest alignment of two lists of words, from left to right.");
  module.def("ter_shifts", &bind_shifts, "hypothesis"_a, "reference"_a,
             nb::sig("def ter_shifts(hypothesis: Segments, reference: Segments) "
                     "-> tuple[int, list[tuple[int, int, int]], list[int]]"),
             "All edits, the shifts (start, length, target), and the words' old places in their new order.");
}

}  // namespace mtassay
