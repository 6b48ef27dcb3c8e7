/// Analyses of numbered words, as Python sees them.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "error_classes.hpp"
#include "ngram_postings.hpp"

using namespace nanobind::literals;

namespace mtassay {
namespace {

using Classes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>;
using Table = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<2>>;
using GivenNumbers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

constexpr std::size_t most_numbers = std::size_t{1} << 31;

template <class Array>
auto view(const Array& array) {
  return std::span(array.data(), array.size());
}

void check_starts(const Starts& starts, std::size_t end) {
  const auto numbers = view(starts);
  if (numbers.empty() || numbers.front() != 0 || numbers.back() != static_cast<std::int64_t>(end) ||
      !std::is_sorted(numbers.begin(), numbers.end())) {
    throw nb::value_error("starts must rise from 0 to the number of what they divide");
  }
}

NumberedView make_numbered(const GivenNumbers& numbers, const Starts& starts) {
  check_starts(starts, numbers.size());
  return {view(numbers), view(starts)};
}

/// Checks that numbers are not negative, and below the limit.
void check_numbers(std::span<const std::int32_t> numbers, std::size_t limit) {
  for (const std::int32_t number : numbers) {
    if (number < 0 || static_cast<std::size_t>(number) >= limit) throw nb::value_error("a number is out of range");
  }
}

nb::tuple bind_error_classes(const GivenNumbers& hypotheses, const Starts& hypothesis_starts,
                             const GivenNumbers& references, const Starts& reference_starts,
                             const Starts& segment_starts, const GivenNumbers& bases, const GivenNumbers& folds,
                             unsigned threads) {
  const NumberedView outputs = make_numbered(hypotheses, hypothesis_starts);
  const NumberedView texts = make_numbered(references, reference_starts);
  check_starts(segment_starts, texts.size());
  if (segment_starts.size() != outputs.starts.size()) {
    throw nb::value_error("segment_starts must have one entry more than hypotheses");
  }
  const WordForms forms{view(bases), view(folds)};
  if (!forms.folds.empty() && forms.folds.size() != forms.bases.size()) throw nb::value_error("a word has no fold");
  for (const auto& numbers : {outputs.numbers, texts.numbers}) check_numbers(numbers, bases.size());
  for (const auto& numbers : {forms.bases, forms.folds}) check_numbers(numbers, most_numbers);
  const auto segments = view(segment_starts);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (segments[i] == segments[i + 1]) throw nb::value_error("a segment has no reference");
    for (std::int64_t text = segments[i]; text < segments[i + 1]; ++text) {
      if (outputs[i].size() * texts[static_cast<std::size_t>(text)].size() > most_word_pairs) {
        throw nb::value_error(("segment " + std::to_string(i) + " is too long to align").c_str());
      }
    }
  }
  ErrorClasses classes = without_python([&] { return error_classes(outputs, texts, segments, forms, threads); });
  const std::size_t count = outputs.size(), left = classes.hypotheses.size(), right = classes.references.size();
  return nb::make_tuple(give_array<Counts>(std::move(classes.chosen), {count}),
                        give_array<Counts>(std::move(classes.edits), {count}),
                        give_array<Classes>(std::move(classes.hypotheses), {left}),
                        give_array<Classes>(std::move(classes.references), {right}));
}

using GivenTexts = std::vector<std::pair<GivenNumbers, Starts>>;

nb::tuple bind_ngram_postings(const GivenTexts& systems, const GivenTexts& references, std::size_t max_order,
                              std::size_t least, unsigned threads) {
  check_positive_order(max_order);
  if (systems.empty()) throw nb::value_error("there is no system");
  if (systems.size() != references.size()) throw nb::value_error("each system needs references of its own");
  std::vector<NumberedView> texts;
  for (std::size_t i = 0; i < systems.size(); ++i) {
    for (const auto& [numbers, starts] : {systems[i], references[i]}) texts.push_back(make_numbered(numbers, starts));
  }
  std::size_t words = 0;
  for (const NumberedView& text : texts) {
    if (text.size() != texts[0].size()) throw nb::value_error("all texts must have the same segments");
    check_numbers(text.numbers, most_numbers);
    words += text.numbers.size();
  }
  if (std::max(words, texts[0].size()) >= most_numbers) throw nb::value_error("there are too many words");
  NgramPostings found = without_python([&] { return ngram_postings(texts, max_order, least, threads); });
  const std::size_t count = found.orders.size(), postings = found.segments.size();
  return nb::make_tuple(give_array<Classes>(std::move(found.orders), {count}),
                        give_array<Table>(std::move(found.words), {count, max_order}),
                        give_array<Counts>(std::move(found.starts), {count + 1}),
                        give_array<Numbers>(std::move(found.segments), {postings}),
                        give_array<Table>(std::move(found.counts), {postings, texts.size()}));
}

}  // namespace

void add_analyses(nb::module_& module) {
  module.def("error_classes", &bind_error_classes, "hypotheses"_a, "hypothesis_starts"_a, "references"_a,
             "reference_starts"_a, "segment_starts"_a, "bases"_a, "folds"_a, "threads"_a,
             nb::sig("def error_classes(hypotheses: numpy.typing.NDArray[numpy.int32], "
                     "hypothesis_starts: numpy.typing.NDArray[numpy.int64], "
                     "references: numpy.typing.NDArray[numpy.int32], "
                     "reference_starts: numpy.typing.NDArray[numpy.int64], "
                     "segment_starts: numpy.typing.NDArray[numpy.int64], bases: numpy.typing.NDArray[numpy.int32], "
                     "folds: numpy.typing.NDArray[numpy.int32], threads: int) "
                     "-> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], "
                     "numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8]]"),
             "The chosen reference of each segment, its word edits, and a class for each word of both: 0 right, "
             "1 case, 2 inflection, 3 order, 4 missing, 5 extra, 6 lexical.");
  module.def("ngram_postings", &bind_ngram_postings, "systems"_a, "references"_a, "max_order"_a, "least"_a, "threads"_a,
             nb::sig("def ngram_postings("
                     "systems: collections.abc.Sequence[tuple[numpy.typing.NDArray[numpy.int32], "
                     "numpy.typing.NDArray[numpy.int64]]], "
                     "references: collections.abc.Sequence[tuple[numpy.typing.NDArray[numpy.int32], "
                     "numpy.typing.NDArray[numpy.int64]]], max_order: int, least: int, threads: int) "
                     "-> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.int32], "
                     "numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int32], "
                     "numpy.typing.NDArray[numpy.int32]]"),
             "Orders and words of n-grams, where the postings of each start, their segments, and their counts: for "
             "each system in its output and in its reference.");
}

}  // namespace mtassay
