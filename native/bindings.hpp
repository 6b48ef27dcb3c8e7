/// What the bindings share: arrays for Python, and checks of what it sends.
///
/// Only bindings*.cpp and this file know Python; none of them holds an algorithm.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "segments.hpp"
#include "symbols.hpp"

namespace mtassay {

namespace nb = nanobind;

using Rows = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using Values = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using Counts = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>;
using Numbers = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;
using Starts = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Checks that each hypothesis has a reference, and that `starts` fit the texts.
References make_references(const Segments& hypotheses, const Segments& texts, const Starts& starts);

void check_order(std::size_t order);
/// The same where an order of 0 has no meaning.
void check_positive_order(std::size_t order);

/// Fills a new array of so many numbers while other Python threads run; it is the array's to free them.
template <class Array, class Number, class Fill>
Array make_array(std::size_t count, std::initializer_list<std::size_t> shape, Fill fill) {
  auto* values = new Number[count];
  nb::capsule owner(values, [](void* pointer) noexcept { delete[] static_cast<Number*>(pointer); });
  {
    const nb::gil_scoped_release released;
    fill(std::span<Number>(values, count));
  }
  return Array(values, shape, owner);
}

/// An array of numbers that are there already, without a copy.
template <class Array, class Number>
Array give_array(std::vector<Number>&& numbers, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<Number>(std::move(numbers));
  nb::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<std::vector<Number>*>(pointer); });
  return Array(kept->data(), shape, owner);
}

/// What `compute` gives while other Python threads run.
template <class Compute>
auto without_python(Compute compute) {
  const nb::gil_scoped_release released;
  return compute();
}

template <class Fill>
Rows make_rows(std::size_t rows, std::size_t columns, Fill fill) {
  return make_array<Rows, double>(rows * columns, {rows, columns}, fill);
}

/// The numbers of two lists of words, which need not outlive the call.
struct NumberedPair {
  std::vector<Symbol> hypothesis, reference;
  std::vector<std::string_view> words;

  NumberedPair(const Segments& hypothesis_words, const Segments& reference_words) {
    WordNumbers numbers;
    numbers.clear(hypothesis_words.size() + reference_words.size());
    const auto number = [&](std::string_view word) {
      const Symbol symbol = numbers(word);
      if (symbol > words.size()) words.push_back(word);
      return symbol;
    };
    for (const std::string_view word : hypothesis_words.texts) hypothesis.push_back(number(word));
    for (const std::string_view word : reference_words.texts) reference.push_back(number(word));
  }
};

void add_ngrams(nb::module_& module);
void add_edits(nb::module_& module);
void add_distances(nb::module_& module);
void add_matching(nb::module_& module);
void add_words(nb::module_& module);
void add_analyses(nb::module_& module);
void add_concordance(nb::module_& module);
void add_similarity(nb::module_& module);
void add_terp(nb::module_& module);
void add_meteor(nb::module_& module);
void add_tesla(nb::module_& module);

}  // namespace mtassay
