#include "ngrams.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <limits>
#include <numeric>

namespace mtassay {
namespace {

/// steps[w][b] = b / w, rounded up: how many symbols of w bits it takes to hold b bits.
constexpr auto steps = [] {
  std::array<std::array<std::uint8_t, 65>, 65> table{};
  for (std::size_t width = 1; width <= 64; ++width) {
    for (std::size_t b = 0; b <= 64; ++b) table[width][b] = static_cast<std::uint8_t>((b + width - 1) / width);
  }
  return table;
}();

/// A vector of counts; GCC and Clang turn its operators into single instructions where the machine has them.
template <class Count, std::size_t lanes>
struct Lanes {
  typedef Count Vector __attribute__((vector_size(lanes * sizeof(Count))));
  Vector vector{};
};

/// [k] has all bits set in its first k lanes, which is -1 as a number.
template <class Count, std::size_t lanes>
std::array<Lanes<Count, lanes>, lanes + 1> first_lanes() {
  std::array<Lanes<Count, lanes>, lanes + 1> masks{};
  for (std::size_t k = 0; k <= lanes; ++k) {
    for (std::size_t lane = 0; lane < k; ++lane) masks[k].vector[lane] = -1;
  }
  return masks;
}

}  // namespace

void StringSorter::sort_packed(std::span<const Symbols> sides, unsigned bits, std::size_t max_order) {
  const unsigned side_bits = static_cast<unsigned>(std::bit_width(sides.size() - 1));
  const unsigned key_bits = bits * static_cast<unsigned>(max_order);
  const unsigned top = side_bits + key_bits - bits;
  const std::uint64_t side_mask = (std::uint64_t{1} << side_bits) - 1;

  std::size_t total = 0;
  for (const auto side : sides) total += side.size();
  keys_.resize(total);
  spare_.resize(total);
  std::size_t at = 0;
  for (std::size_t side = 0; side < sides.size(); ++side) {
    // from the end: a string is its first symbol and then the string behind it, cut by one symbol
    std::uint64_t key = 0;
    for (std::size_t i = sides[side].size(); i-- > 0;) {
      key = std::uint64_t{sides[side][i]} << top | (key >> bits & ~side_mask);
      keys_[at++] = key | side;
    }
  }
  sort_keys(sides, side_bits, bits, max_order);

  strings_.resize(total);
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < total; ++i) {
    const std::uint64_t symbols = keys_[i] >> side_bits;
    const unsigned differing = static_cast<unsigned>(std::bit_width(symbols ^ before));
    // symbols are not 0, so a string that is shorter than N leaves exactly its missing symbols 0
    const unsigned missing = steps[bits][std::countr_zero(symbols) + 1] - 1u;
    strings_[i] = {static_cast<std::uint8_t>(max_order - steps[bits][differing]),
                   static_cast<std::uint8_t>(max_order - missing), static_cast<std::uint32_t>(keys_[i] & side_mask)};
    before = symbols;
  }
}

/// LSD radix sort with a symbol as the digit. How often each symbol stands at one place of the
/// strings is how often it stands in the texts, but for their first few symbols: so it is counted
/// once, and corrected from pass to pass.
void StringSorter::sort_keys(std::span<const Symbols> sides, unsigned low, unsigned bits, std::size_t max_order) {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  counts_.assign(mask + 1, 0);
  for (const auto side : sides) {
    counts_[0] += static_cast<std::uint32_t>(std::min(max_order, side.size()));
    for (std::size_t i = max_order; i < side.size(); ++i) ++counts_[side[i]];
  }
  positions_.resize(counts_.size());
  unsigned shift = low;
  for (std::size_t place = max_order; place-- > 0; shift += bits) {
    for (const auto side : sides) {
      if (place < side.size()) {
        --counts_[0];
        ++counts_[side[place]];
      }
    }
    std::exclusive_scan(counts_.begin(), counts_.end(), positions_.begin(), std::uint32_t{0});
    for (const std::uint64_t key : keys_) spare_[positions_[key >> shift & mask]++] = key;
    keys_.swap(spare_);
  }
}

void StringSorter::sort_compared(std::span<const Symbols> sides, std::size_t max_order) {
  struct String {
    std::span<const Symbol> symbols;
    std::uint32_t side;
  };
  std::vector<String> strings;
  for (std::size_t side = 0; side < sides.size(); ++side) {
    for (std::size_t i = 0; i < sides[side].size(); ++i) {
      const std::size_t length = std::min(max_order, sides[side].size() - i);
      strings.push_back({sides[side].subspan(i, length), static_cast<std::uint32_t>(side)});
    }
  }
  std::sort(strings.begin(), strings.end(), [](const String& a, const String& b) {
    return std::lexicographical_compare(a.symbols.begin(), a.symbols.end(), b.symbols.begin(), b.symbols.end());
  });
  strings_.clear();
  std::span<const Symbol> before;
  for (const String& string : strings) {
    const auto [differs, unused] =
        std::mismatch(string.symbols.begin(), string.symbols.end(), before.begin(), before.end());
    strings_.push_back({static_cast<std::uint8_t>(differs - string.symbols.begin()),
                        static_cast<std::uint8_t>(string.symbols.size()), string.side});
    before = string.symbols;
  }
}

/// The walk. Each lane of a vector is one order, and holds the counts of that order's n-gram that
/// the strings seen last start with; all lanes go through the same steps under a mask.
template <class Count, std::size_t lanes>
void NgramMatcher::count(std::span<const SortedString> strings, std::size_t references, std::size_t max_order) {
  using Counts = Lanes<Count, lanes>;
  using Vector = typename Counts::Vector;
  static const std::array<Counts, lanes + 1> first = first_lanes<Count, lanes>();

  Vector matches{}, in_hypothesis{}, most{};
  const auto take = [&](const Vector& kept) { matches += (in_hypothesis < most ? in_hypothesis : most) & ~kept; };
  if (references == 1) {
    for (const SortedString& entry : strings) {
      const Vector kept = first[entry.shared].vector;
      take(kept);
      const Vector one = first[entry.length].vector;
      const Vector of_reference = first[entry.side == 0 ? 0 : lanes].vector;
      in_hypothesis = (in_hypothesis & kept) - (one & ~of_reference);
      most = (most & kept) - (one & of_reference);
    }
  } else {
    std::vector<Counts> in_reference(references + 1);
    std::vector<std::uint32_t> counting;  // the references whose counts are not all 0
    for (const SortedString& entry : strings) {
      const Vector kept = first[entry.shared].vector;
      take(kept);
      in_hypothesis &= kept;
      most &= kept;
      for (const std::uint32_t side : counting) in_reference[side].vector &= kept;
      if (entry.shared == 0) counting.clear();
      const Vector one = first[entry.length].vector;
      if (entry.side == 0) {
        in_hypothesis -= one;
      } else {
        Vector& counts = in_reference[entry.side].vector;
        if (counts[0] == 0) counting.push_back(entry.side);  // any string has at least one symbol
        counts -= one;
        most = most > counts ? most : counts;
      }
    }
  }
  take(Vector{});
  matches_.resize(max_order);
  for (std::size_t lane = 0; lane < max_order; ++lane) matches_[lane] = matches[lane];
}

std::span<const SortedString> StringSorter::operator()(std::span<const Symbols> texts, std::size_t symbols,
                                                      std::size_t max_order) {
  assert(max_order >= 1 && max_order <= max_order_limit && !texts.empty());
  const unsigned bits = std::max(1u, static_cast<unsigned>(std::bit_width(symbols)));
  if (bits * max_order + static_cast<unsigned>(std::bit_width(texts.size() - 1)) <= 64) {
    sort_packed(texts, bits, max_order);
  } else {
    sort_compared(texts, max_order);
  }
  return strings_;
}

std::span<const std::int64_t> NgramMatcher::operator()(Symbols hypothesis, std::span<const Symbols> references,
                                                       std::size_t symbols, std::size_t max_order) {
  assert(!references.empty());
  sides_.assign(1, hypothesis);
  sides_.insert(sides_.end(), references.begin(), references.end());
  const std::span<const SortedString> strings = sorter_(sides_, symbols, max_order);

  const bool small = strings.size() <= std::numeric_limits<std::int16_t>::max();
  if (max_order <= 8) {
    small ? count<std::int16_t, 8>(strings, references.size(), max_order)
          : count<std::int32_t, 8>(strings, references.size(), max_order);
  } else {
    count<std::int32_t, max_order_limit>(strings, references.size(), max_order);
  }
  return matches_;
}

void PairwiseMatcher::operator()(std::span<const Symbols> hypotheses, std::span<const Symbols> references,
                                 std::size_t symbols, std::size_t max_order, std::span<std::int32_t> out) {
  texts_.assign(hypotheses.begin(), hypotheses.end());
  texts_.insert(texts_.end(), references.begin(), references.end());
  const std::size_t first = hypotheses.size(), columns = references.size();
  const std::span<const SortedString> strings = sorter_(texts_, symbols, max_order);

  // one order after the other: matches of one order lie together and stay in the cache
  std::vector<std::int32_t> matches(first * columns);
  std::vector<std::int32_t> counts(texts_.size(), 0);  // of the n-gram that the strings seen last start with
  std::vector<std::uint32_t> having;                   // the texts that have it
  for (std::size_t order = 1; order <= max_order; ++order) {
    std::fill(matches.begin(), matches.end(), 0);
    const auto close = [&] {
      const auto middle =
          std::partition(having.begin(), having.end(), [first](std::uint32_t side) { return side < first; });
      const auto in_references = static_cast<std::size_t>(having.end() - middle);
      for (auto hypothesis = having.begin(); hypothesis != middle; ++hypothesis) {
        const std::int32_t count = counts[*hypothesis];
        std::int32_t* const row = &matches[*hypothesis * columns];
        if (in_references > columns / 8) {
          // most references have it: all of them at once, in vectors
          const std::int32_t* const other = &counts[first];
          for (std::size_t j = 0; j < columns; ++j) row[j] += std::min(count, other[j]);
        } else {
          for (auto side = middle; side != having.end(); ++side) row[*side - first] += std::min(count, counts[*side]);
        }
      }
      for (const std::uint32_t side : having) counts[side] = 0;
      having.clear();
    };
    for (const SortedString& string : strings) {
      if (string.shared < order) close();
      if (string.length < order) continue;
      if (counts[string.side]++ == 0) having.push_back(string.side);
    }
    close();
    for (std::size_t pair = 0; pair < matches.size(); ++pair) out[pair * max_order + order - 1] = matches[pair];
  }
}

}  // namespace mtassay
