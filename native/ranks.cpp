#include "ranks.hpp"

#include <algorithm>

namespace mtassay {

/// Rows are hypothesis positions; cell (i, p) is 1 more than its neighbour (i-1, p-1), or (i+1, p+1) where contexts
/// grow to the right. One row replaces the other in place, so cells are visited from the side that is not read again.
template <bool forwards>
ContextPlaces::Place ContextPlaces::look(std::size_t i, Symbol word) {
  const auto row = static_cast<std::uint32_t>(i + 1);
  const std::uint32_t row_before = forwards ? row - 1 : row + 1;
  const auto share = [&](std::vector<Shared>& cells, std::uint32_t p) {
    // cells are shifted by one, with an empty one at each end
    const Shared& neighbour = cells[forwards ? p : p + 2];
    const std::uint32_t length = neighbour.row == row_before ? neighbour.length + 1 : 1;
    cells[p + 1] = {row, length};
    return length;
  };
  const auto each = [&](std::span<const std::uint32_t> places, const auto& visit) {
    if constexpr (forwards) {
      for (std::size_t k = places.size(); k-- > 0;) visit(places[k]);
    } else {
      for (const std::uint32_t place : places) visit(place);
    }
  };

  std::uint32_t ambiguous = 0, nearest = 0, place = 0;
  each(in_hypothesis_[word], [&](std::uint32_t p) {
    const std::uint32_t length = share(hypothesis_shared_, p);
    if (p != i) ambiguous = std::max(ambiguous, length);
  });
  each(in_reference_[word], [&](std::uint32_t p) {
    const std::uint32_t length = share(reference_shared_, p);
    if (length > nearest) {
      ambiguous = std::max(ambiguous, nearest);
      nearest = length;
      place = p;
    } else {
      ambiguous = std::max(ambiguous, length);
    }
  });
  if (nearest <= ambiguous) return {};
  return {ambiguous + 1, place};
}

std::span<const WordPair> ContextPlaces::operator()(std::span<const Symbol> hypothesis,
                                                    std::span<const Symbol> reference, std::size_t symbols) {
  in_hypothesis_(hypothesis, symbols);
  in_reference_(reference, symbols);
  pairs_.clear();
  before_.assign(hypothesis.size(), {});
  const auto clear = [&] {
    hypothesis_shared_.assign(hypothesis.size() + 2, {});
    reference_shared_.assign(reference.size() + 2, {});
  };
  // A word that the reference lacks needs no row: no context that contains it occurs there.
  bool all_unique = true;
  clear();
  for (std::size_t i = 0; i < hypothesis.size(); ++i) {
    if (in_reference_[hypothesis[i]].empty()) continue;
    before_[i] = look<true>(i, hypothesis[i]);
    all_unique = all_unique && before_[i].length == 1;
  }
  if (!all_unique) clear();
  for (std::size_t i = hypothesis.size(); i-- > 0;) {
    if (in_reference_[hypothesis[i]].empty()) continue;
    Place found = before_[i];
    if (!all_unique) {
      const Place after = look<false>(i, hypothesis[i]);
      if (found.length == 0 || (after.length != 0 && after.length < found.length)) found = after;
    }
    if (found.length != 0) pairs_.push_back({static_cast<std::uint32_t>(i), found.reference});
  }
  std::reverse(pairs_.begin(), pairs_.end());
  return pairs_;
}

std::int64_t AscendingPairs::operator()(std::span<const WordPair> pairs, std::size_t reference_length) {
  tree_.assign(reference_length + 1, 0);
  std::int64_t ascending = 0;
  for (const WordPair& pair : pairs) {
    for (std::size_t at = pair.reference; at > 0; at &= at - 1) ascending += tree_[at];
    for (std::size_t at = pair.reference + 1; at <= reference_length; at += at & (~at + 1)) ++tree_[at];
  }
  return ascending;
}

}  // namespace mtassay
