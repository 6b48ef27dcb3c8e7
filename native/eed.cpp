#include "eed.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace mtassay {
namespace {

using Text = std::vector<Symbol>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t most_rows = 6;  // computed side by side; with more the registers do not suffice
// Cells before and after each row, so that rows which are not yet in the table, or no longer, need no test.
constexpr std::size_t margin = 8;
// Rows of differences that are kept. A symbol has its place; where two want the same one, the later gets it.
constexpr std::size_t slots = 64;

/// Two numbers that one instruction adds or compares: a vector of GCC and Clang, as every machine has it.
typedef double Pair __attribute__((vector_size(16)));

Pair lower(Pair a, Pair b) { return a < b ? a : b; }

/// Rows that follow each other: `above` is the one before them. Writes the lowest cost of each to `lowest`.
struct RowBlock {
  const double* above;
  std::array<const double*, most_rows> differences;
  std::array<double*, most_rows> rows;
  std::array<double, most_rows> lowest;
};

/// Computes 2 · `pairs` rows of `columns` cells. In step t row k stands at column t - k: what it needs of the row above
/// was computed in the two steps before, and no row waits for another. What is computed left of a row is infinite, what
/// is computed right of it is never below its last cell, so neither can be the lowest of the row.
template <std::size_t pairs>
void compute_rows(RowBlock& block, std::size_t columns, const EedCosts& costs) {
  constexpr std::size_t count = 2 * pairs;
  const Pair deletion{costs.deletion, costs.deletion}, insertion{costs.insertion, costs.insertion};
  Pair here[pairs], above[pairs], lowest[pairs];  // `above` is at the same column as `here`
  for (std::size_t p = 0; p < pairs; ++p) here[p] = above[p] = lowest[p] = Pair{infinity, infinity};

  const auto step = [&](std::size_t t) {
    Pair next_above[pairs];
    for (std::size_t p = 0; p < pairs; ++p) {
      next_above[p] = Pair{p == 0 ? block.above[t] : here[p - 1][1], here[p][0]};
    }
    for (std::size_t p = 0; p < pairs; ++p) {
      const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(t) - static_cast<std::ptrdiff_t>(2 * p);
      const Pair difference{block.differences[2 * p][column], block.differences[2 * p + 1][column - 1]};
      here[p] = lower(lower(above[p] + difference, next_above[p] + insertion), here[p] + deletion);
      above[p] = next_above[p];
      lowest[p] = lower(here[p], lowest[p]);
      block.rows[2 * p][column] = here[p][0];
      block.rows[2 * p + 1][column - 1] = here[p][1];
    }
  };

  double first = block.above[0];
  for (std::size_t t = 0; t < count; ++t) {
    step(t);
    first += 1.0;  // what is before the hypothesis is left out at 1 a character, whatever an insertion costs
    here[t / 2][t % 2] = lowest[t / 2][t % 2] = block.rows[t][0] = first;
  }
  for (std::size_t t = count; t < columns + count - 1; ++t) step(t);
  for (std::size_t k = 0; k < count; ++k) block.lowest[k] = lowest[k / 2][k % 2];
}

/// The first cell that has this value; there is one.
std::size_t find(const double* row, double value) {
  const Pair wanted{value, value};
  std::size_t column = 0;
  for (;; column += 8) {
    const auto is_at = [&](std::size_t i) { return Pair{row[column + i], row[column + i + 1]} == wanted; };
    const auto found = is_at(0) | is_at(2) | is_at(4) | is_at(6);
    if ((found[0] | found[1]) != 0) break;
  }
  while (row[column] != value) ++column;
  return column;
}

}  // namespace

const double* ExtendedEditDistance::differences(std::span<const Symbol> hypothesis, Symbol symbol) {
  const std::size_t slot = symbol % slots;
  double* const row = &differences_[slot * width_];
  if (different_from_[slot] != symbol) {
    different_from_[slot] = symbol;
    std::fill(row, row + width_, infinity);
    for (std::size_t i = 0; i < hypothesis.size(); ++i) row[margin + 1 + i] = hypothesis[i] == symbol ? 0.0 : 1.0;
  }
  return row + margin;
}

EedCounts ExtendedEditDistance::operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference,
                                           Symbol space) {
  const std::size_t columns = hypothesis.size() + 1;
  width_ = columns + 2 * margin;
  cells_.assign((most_rows + 1) * width_, infinity);
  differences_.resize(std::max(differences_.size(), slots * width_));
  different_from_.assign(slots, 0);
  visited_.assign(columns, 0);

  RowBlock block;
  for (std::size_t k = 0; k < most_rows; ++k) block.rows[k] = &cells_[k * width_ + margin];
  double* above = &cells_[most_rows * width_ + margin];
  std::fill(above, above + columns, 1.0);
  above[0] = 0.0;

  std::int64_t places = 0;
  for (std::size_t done = 0; done < reference.size();) {
    // as many rows as come before the next jump; two symbols that share a slot cannot be in one block
    std::size_t count = 0;
    bool jumps = false;
    while (count < most_rows && done + count < reference.size() && !jumps) {
      const Symbol symbol = reference[done + count];
      const auto shares = [&](Symbol other) { return other != symbol && other % slots == symbol % slots; };
      const auto before = reference.subspan(done, count);
      if (std::any_of(before.begin(), before.end(), shares)) break;
      block.differences[count++] = differences(hypothesis, symbol);
      jumps = symbol == space;
    }
    // rows are computed in pairs; one too many does no harm
    if (count % 2 == 1) block.differences[count] = block.differences[count - 1];
    block.above = above;
    if (count <= 2) {
      compute_rows<1>(block, columns, costs_);
    } else if (count <= 4) {
      compute_rows<2>(block, columns, costs_);
    } else {
      compute_rows<3>(block, columns, costs_);
    }
    for (std::size_t k = 0; k < count; ++k) {
      std::uint8_t& visited = visited_[find(block.rows[k], block.lowest[k])];
      places += visited == 0;
      visited = 1;
    }
    std::swap(above, block.rows[count - 1]);
    std::fill(above + columns, above + columns + margin, infinity);
    if (jumps) {
      const double jump = costs_.jump + block.lowest[count - 1];
      for (std::size_t i = 0; i < columns; ++i) above[i] = std::min(above[i], jump);
    }
    done += count;
  }
  const auto never = static_cast<std::int64_t>(columns) - places;
  const auto again = static_cast<std::int64_t>(reference.size()) - places;
  return {above[columns - 1], never + again};
}

void eed_rows(const Segments& hypotheses, const References& references, EedCosts costs, unsigned threads,
              std::span<double> rows) {
  for_each_index(hypotheses.size(), threads, [&] {
    return [&, numbers = CharacterNumbers(), distance = ExtendedEditDistance(costs), hypothesis = Text(),
            reference = Text()](std::size_t segment) mutable {
      numbers.clear();
      const Symbol space = numbers(U' ');
      const auto number = [&](std::string_view line, Text& text) {
        text.assign(1, space);
        numbers.number(line, text);
        text.push_back(space);
      };
      number(hypotheses[segment], hypothesis);
      const auto end = static_cast<std::size_t>(references.starts[segment + 1]);
      for (auto i = static_cast<std::size_t>(references.starts[segment]); i < end; ++i) {
        number(references.texts[i], reference);
        const EedCounts counts = distance(hypothesis, reference, space);
        double* const row = &rows[i * eed_row_width];
        row[0] = counts.cost;
        row[1] = static_cast<double>(counts.visits);
        row[2] = static_cast<double>(hypothesis.size() - 2);
        row[3] = static_cast<double>(reference.size() - 2);
      }
    };
  });
}

}  // namespace mtassay
