/// Words that are like one another by degrees, as Python sees them.
#include "bindings.hpp"
#include "soft_ngrams.hpp"

#include <algorithm>

using namespace nanobind::literals;

namespace mtassay {
namespace {

using GivenNumbers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using GivenWeights = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using GivenVectors = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

NumberedView make_numbered(const GivenNumbers& numbers, const Starts& starts, std::size_t words) {
  const std::span<const std::int64_t> places(starts.data(), starts.size());
  const std::span<const std::int32_t> view(numbers.data(), numbers.size());
  if (places.empty() || places.front() != 0 || places.back() != static_cast<std::int64_t>(view.size()) ||
      !std::is_sorted(places.begin(), places.end())) {
    throw nb::value_error("starts must rise from 0 to the number of words");
  }
  for (const std::int32_t number : view) {
    if (number < 0 || static_cast<std::size_t>(number) >= words) throw nb::value_error("a number is out of range");
  }
  return {view, places};
}

SoftWords make_words(const Segments& texts, const GivenWeights& weights, const GivenVectors& vectors,
                     const GivenNumbers& folds, bool characters) {
  const std::size_t dimensions = vectors.shape(1);
  if (weights.size() != texts.size()) throw nb::value_error("each word needs a weight");
  if (dimensions > 0 && (vectors.shape(0) != texts.size() || folds.size() != texts.size())) {
    throw nb::value_error("each word needs a vector and a fold");
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!(weights.data()[i] > 0)) throw nb::value_error("weights must be above 0");
  }
  return {texts.texts,
          {weights.data(), weights.size()},
          {vectors.data(), vectors.size()},
          {folds.data(), folds.size()},
          dimensions,
          characters};
}

Rows bind_soft_ngrams(const GivenNumbers& left, const Starts& left_starts, const GivenNumbers& right,
                      const Starts& right_starts, const Starts& groups, const Segments& texts,
                      const GivenWeights& weights, const GivenVectors& vectors, const GivenNumbers& folds,
                      bool characters, std::size_t order, unsigned threads) {
  check_positive_order(order);
  const SoftWords words = make_words(texts, weights, vectors, folds, characters);
  const NumberedView ours = make_numbered(left, left_starts, texts.size());
  const NumberedView theirs = make_numbered(right, right_starts, texts.size());
  const std::span<const std::int64_t> places(groups.data(), groups.size());
  if (places.size() != ours.starts.size() || places.front() != 0 ||
      places.back() != static_cast<std::int64_t>(theirs.size()) || !std::is_sorted(places.begin(), places.end())) {
    throw nb::value_error("groups must rise from 0 to the number of texts on the right");
  }
  return make_rows(theirs.size(), 2, [&](std::span<double> rows) {
    soft_ngram_rows(ours, theirs, places, words, order, threads, rows);
  });
}

}  // namespace

void add_similarity(nb::module_& module) {
  module.def("soft_ngram_rows", &bind_soft_ngrams, "left"_a, "left_starts"_a, "right"_a, "right_starts"_a, "groups"_a,
             "words"_a, "weights"_a, "vectors"_a, "folds"_a, "characters"_a, "order"_a, "threads"_a,
             nb::sig("def soft_ngram_rows(left: numpy.typing.NDArray[numpy.int32], "
                     "left_starts: numpy.typing.NDArray[numpy.int64], right: numpy.typing.NDArray[numpy.int32], "
                     "right_starts: numpy.typing.NDArray[numpy.int64], groups: numpy.typing.NDArray[numpy.int64], "
                     "words: Segments, weights: numpy.typing.NDArray[numpy.float64], "
                     "vectors: numpy.typing.NDArray[numpy.float32], folds: numpy.typing.NDArray[numpy.int32], "
                     "characters: bool, order: int, threads: int) -> numpy.typing.NDArray[numpy.float64]"),
             "How much of the text on the left, and of that on the right, is like something in the other: a row for each "
             "text on the right.");
}

}  // namespace mtassay
