/// Concordance of numbers, as Python sees it.
#include "bindings.hpp"
#include "concordance.hpp"

using namespace nanobind::literals;

namespace mtassay {
namespace {

using GivenTable = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Rows bind_concordance_rows(const GivenTable& first, const GivenTable& second, unsigned threads) {
  if (first.shape(0) != second.shape(0) || first.shape(1) != second.shape(1)) {
    throw nb::value_error("both tables must have the same shape");
  }
  return make_rows(first.shape(0), Concordance::columns, [&](std::span<double> rows) {
    concordance_rows({first.data(), first.size()}, {second.data(), second.size()}, first.shape(1), rows, threads);
  });
}

}  // namespace

void add_concordance(nb::module_& module) {
  module.def("concordance_rows", &bind_concordance_rows, "first"_a, "second"_a, "threads"_a,
             nb::sig("def concordance_rows(first: numpy.typing.NDArray[numpy.float64], "
                     "second: numpy.typing.NDArray[numpy.float64], threads: int) "
                     "-> numpy.typing.NDArray[numpy.float64]"),
             "For each row of two tables: things without a NaN, then pairs of them that are concordant, discordant, "
             "tied by the first only, by the second only, by both, then how many values each has.");
}

}  // namespace mtassay
