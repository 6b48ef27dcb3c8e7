/// Distances between texts of one group, as Python sees them.
#include <algorithm>

#include "bindings.hpp"
#include "distances.hpp"

using namespace nanobind::literals;

namespace mtassay {
namespace {

/// Groups may be empty, other than the references of a segment.
References make_groups(const Segments& texts, const Starts& starts) {
  const References groups{texts, {starts.data(), starts.size()}};
  if (starts.size() == 0 || groups.starts.front() != 0 ||
      static_cast<std::size_t>(groups.starts.back()) != texts.size() ||
      !std::is_sorted(groups.starts.begin(), groups.starts.end())) {
    throw nb::value_error("starts must rise from 0 to the number of texts");
  }
  return groups;
}

DistanceSettings make_distance_settings(Closeness closeness, Tokenization tokenization, std::size_t max_order) {
  check_positive_order(max_order);
  return {closeness, tokenization, max_order};
}

Values bind_grouped_distances(const Segments& left, const Starts& groups, const Segments& right, const Starts& starts,
                              Closeness closeness, Tokenization tokenization, std::size_t max_order,
                              unsigned threads) {
  const References others = make_groups(right, starts);
  const DistanceSettings settings = make_distance_settings(closeness, tokenization, max_order);
  const std::span<const std::int64_t> of_left(groups.data(), groups.size());
  if (of_left.size() != left.size()) throw nb::value_error("each text on the left needs a group");
  std::size_t count = 0;
  for (const std::int64_t group : of_left) {
    if (group < 0 || static_cast<std::size_t>(group) >= others.segments()) throw nb::value_error("there are fewer groups");
    count += static_cast<std::size_t>(others.starts[group + 1] - others.starts[group]);
  }
  return make_array<Values, double>(count, {count}, [&](std::span<double> distances) {
    grouped_distances(left, of_left, others, settings, threads, distances);
  });
}

Values bind_inner_distances(const Segments& texts, const Starts& starts, Closeness closeness,
                            Tokenization tokenization, std::size_t max_order, unsigned threads) {
  const References groups = make_groups(texts, starts);
  const DistanceSettings settings = make_distance_settings(closeness, tokenization, max_order);
  std::size_t count = 0;
  for (std::size_t group = 0; group < groups.segments(); ++group) {
    const auto size = static_cast<std::size_t>(groups.starts[group + 1] - groups.starts[group]);
    count += size * size;
  }
  return make_array<Values, double>(count, {count}, [&](std::span<double> distances) {
    inner_distances(groups, settings, threads, distances);
  });
}

Counts bind_token_counts(const Segments& texts, Tokenization tokenization, unsigned threads) {
  return make_array<Counts, std::int64_t>(texts.size(), {texts.size()}, [&](std::span<std::int64_t> counts) {
    count_tokens(texts, tokenization, threads, counts);
  });
}

}  // namespace

void add_distances(nb::module_& module) {
  nb::enum_<Closeness>(module, "Closeness", "What makes a text close to another.")
      .value("EDITS", Closeness::edits)
      .value("MOVES", Closeness::moves)
      .value("NGRAMS", Closeness::ngrams);
  module.def("grouped_distances", &bind_grouped_distances, "left"_a, "groups"_a, "right"_a, "starts"_a, "closeness"_a,
             "tokenization"_a, "max_order"_a, "threads"_a,
             nb::sig("def grouped_distances(left: Segments, groups: numpy.typing.NDArray[numpy.int64], "
                     "right: Segments, starts: numpy.typing.NDArray[numpy.int64], closeness: Closeness, "
                     "tokenization: Tokenization, max_order: int, threads: int) "
                     "-> numpy.typing.NDArray[numpy.float64]"),
             "From each text on the left to every text of its group on the right, those of the first text first.");
  module.def("inner_distances", &bind_inner_distances, "texts"_a, "starts"_a, "closeness"_a, "tokenization"_a,
             "max_order"_a, "threads"_a,
             nb::sig("def inner_distances(texts: Segments, starts: numpy.typing.NDArray[numpy.int64], "
                     "closeness: Closeness, tokenization: Tokenization, max_order: int, threads: int) "
                     "-> numpy.typing.NDArray[numpy.float64]"),
             "From each text to every text of its group, itself included: a square for each group.");
  module.def("token_counts", &bind_token_counts, "texts"_a, "tokenization"_a, "threads"_a,
             nb::sig("def token_counts(texts: Segments, tokenization: Tokenization, threads: int) "
                     "-> numpy.typing.NDArray[numpy.int64]"),
             "How many tokens each text has.");
}

}  // namespace mtassay
