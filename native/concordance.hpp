/// How far two lists of numbers order the same things alike: what every Kendall correlation is made of.
///
/// Short lists are compared pair by pair. Long ones are sorted by the first number, and the pairs that the second orders
/// the other way are counted while a merge sort brings them into its order (Knight 1966): O(n log n).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace mtassay {

/// Counts over all pairs of things that have both numbers; a thing with a NaN is left out.
struct Concordance {
  std::int64_t things = 0;
  std::int64_t concordant = 0, discordant = 0;
  std::int64_t first_ties = 0, second_ties = 0;  ///< pairs that only the first, or only the second numbers tie
  std::int64_t both_ties = 0;
  std::int64_t first_values = 0, second_values = 0;  ///< how many different numbers there are

  static constexpr std::size_t columns = 8;
};

/// Keeps memory between calls, so each thread has its own.
class ConcordanceCounter {
 public:
  /// Both lists are equally long.
  Concordance operator()(std::span<const double> first, std::span<const double> second);

 private:
  void count_pairs(Concordance& counts) const;
  void count_sorted(Concordance& counts);

  std::vector<std::pair<double, double>> pairs_;
  std::vector<double> firsts_, seconds_, merged_;
};

/// One row of counts, in the order of the fields, for each row of two tables `(rows, width)`.
void concordance_rows(std::span<const double> first, std::span<const double> second, std::size_t width,
                      std::span<double> rows, unsigned threads);

}  // namespace mtassay
