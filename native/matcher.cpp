#include "matcher.hpp"

#include <algorithm>
#include <numeric>

namespace mtassay {
namespace {

using Positions = std::span<const std::uint32_t>;

}  // namespace

void WordMatcher::clear(std::size_t hypothesis_length, std::size_t reference_length) {
  stage_ = 0;
  partner_.assign(hypothesis_length, -1);
  stage_of_.assign(hypothesis_length, 0);
  reference_partner_.assign(reference_length, -1);
}

void WordMatcher::pair_up(std::uint32_t hypothesis, std::uint32_t reference) {
  partner_[hypothesis] = static_cast<std::int32_t>(reference);
  reference_partner_[reference] = static_cast<std::int32_t>(hypothesis);
  stage_of_[hypothesis] = stage_;
}

std::span<const WordPair> WordMatcher::pairs() {
  pairs_.clear();
  stages_.clear();
  for (std::uint32_t i = 0; i < partner_.size(); ++i) {
    if (partner_[i] < 0) continue;
    pairs_.push_back({i, static_cast<std::uint32_t>(partner_[i])});
    stages_.push_back(stage_of_[i]);
  }
  return pairs_;
}

void WordMatcher::free_words(std::span<const Symbol> hypothesis, std::span<const Symbol> reference) {
  ++stage_;
  free_hypothesis_.assign(hypothesis.begin(), hypothesis.end());
  free_reference_.assign(reference.begin(), reference.end());
  if (stage_ == 1) return;
  for (std::size_t i = 0; i < partner_.size(); ++i) {
    if (partner_[i] >= 0) free_hypothesis_[i] = 0;
  }
  for (std::size_t j = 0; j < reference_partner_.size(); ++j) {
    if (reference_partner_[j] >= 0) free_reference_[j] = 0;
  }
}

void WordMatcher::match_equal(std::span<const Symbol> hypothesis, std::span<const Symbol> reference,
                              std::size_t symbols) {
  free_words(hypothesis, reference);
  in_reference_(free_reference_, symbols);
  if (matcher_ == Matcher::minimal) {
    in_hypothesis_(free_hypothesis_, symbols);
    match_equal_minimal(symbols);
    return;
  }
  left_.resize(symbols + 1);
  for (Symbol s = 1; s <= symbols; ++s) left_[s] = static_cast<std::uint32_t>(in_reference_[s].size());
  for (std::size_t i = hypothesis.size(); i-- > 0;) {
    const Symbol symbol = free_hypothesis_[i];
    if (symbol != 0 && left_[symbol] > 0) pair_up(static_cast<std::uint32_t>(i), in_reference_[symbol][--left_[symbol]]);
  }
}

void WordMatcher::match_related(std::span<const Symbol> hypothesis, std::span<const Symbol> reference,
                                std::size_t symbols, const RelatedSymbols& related) {
  free_words(hypothesis, reference);
  in_reference_(free_reference_, symbols);
  if (matcher_ == Matcher::minimal) {
    match_related_minimal(related);
    return;
  }
  left_.resize(symbols + 1);
  for (Symbol s = 1; s <= symbols; ++s) left_[s] = static_cast<std::uint32_t>(in_reference_[s].size());
  for (std::size_t i = hypothesis.size(); i-- > 0;) {
    if (free_hypothesis_[i] == 0) continue;
    Symbol best = 0;
    for (const Symbol symbol : related[free_hypothesis_[i]]) {
      if (left_[symbol] == 0) continue;
      if (best == 0 || in_reference_[symbol][left_[symbol] - 1] > in_reference_[best][left_[best] - 1]) best = symbol;
    }
    if (best != 0) pair_up(static_cast<std::uint32_t>(i), in_reference_[best][--left_[best]]);
  }
}

void WordMatcher::add_group(Positions hypothesis, Positions reference, bool complete) {
  groups_.push_back({static_cast<std::uint32_t>(hypothesis_words_.size()),
                     static_cast<std::uint32_t>(hypothesis.size()),
                     static_cast<std::uint32_t>(reference_words_.size()), static_cast<std::uint32_t>(reference.size()),
                     static_cast<std::uint32_t>(masks_.size()), complete, 0});
  hypothesis_words_.insert(hypothesis_words_.end(), hypothesis.begin(), hypothesis.end());
  reference_words_.insert(reference_words_.end(), reference.begin(), reference.end());
}

void WordMatcher::match_equal_minimal(std::size_t symbols) {
  groups_.clear();
  hypothesis_words_.clear();
  reference_words_.clear();
  for (Symbol s = 1; s <= symbols; ++s) {
    const Positions left = in_hypothesis_[s], right = in_reference_[s];
    if (left.empty() || right.empty()) continue;
    if (left.size() == right.size()) {
      for (std::size_t k = 0; k < left.size(); ++k) pair_up(left[k], right[k]);
    } else {
      add_group(left, right, true);
    }
  }
  search();
}

void WordMatcher::match_related_minimal(const RelatedSymbols& related) {
  groups_.clear();
  hypothesis_words_.clear();
  reference_words_.clear();
  masks_.clear();
  best_.clear();

  // who may go with whom, and by union-find which words hang together; references are numbered after hypotheses
  const auto length = static_cast<std::uint32_t>(partner_.size());
  parent_.resize(length + reference_partner_.size());
  std::iota(parent_.begin(), parent_.end(), 0u);
  const auto find = [this](std::uint32_t node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  };
  edge_starts_.assign(1, 0);
  edges_.clear();
  for (std::uint32_t i = 0; i < length; ++i) {
    if (free_hypothesis_[i] != 0) {
      for (const Symbol symbol : related[free_hypothesis_[i]]) {
        for (const std::uint32_t j : in_reference_[symbol]) edges_.push_back(j);
      }
      std::sort(edges_.begin() + edge_starts_[i], edges_.end());
      edges_.erase(std::unique(edges_.begin() + edge_starts_[i], edges_.end()), edges_.end());
      for (std::size_t e = edge_starts_[i]; e < edges_.size(); ++e) {
        const std::uint32_t a = find(i), b = find(length + edges_[e]);
        parent_[std::max(a, b)] = std::min(a, b);
      }
    }
    edge_starts_.push_back(static_cast<std::uint32_t>(edges_.size()));
  }
  if (edges_.empty()) return;

  // roots are the smallest members, so hypothesis words; one pass over the nodes of each component, in order of roots
  order_.resize(parent_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  for (const std::uint32_t node : order_) parent_[node] = find(node);
  std::stable_sort(order_.begin(), order_.end(),
                   [this](std::uint32_t a, std::uint32_t b) { return parent_[a] < parent_[b]; });
  for (std::size_t begin = 0, end = 0; begin < order_.size(); begin = end) {
    component_hypothesis_.clear();
    component_reference_.clear();
    for (end = begin; end < order_.size() && parent_[order_[end]] == parent_[order_[begin]]; ++end) {
      const std::uint32_t node = order_[end];
      if (node < length) {
        component_hypothesis_.push_back(node);
      } else {
        component_reference_.push_back(node - length);
      }
    }
    if (!component_hypothesis_.empty() && !component_reference_.empty()) {
      add_component(component_hypothesis_, component_reference_);
    }
  }
  search();
}

void WordMatcher::add_component(Positions hypothesis, Positions reference) {
  std::size_t edges = 0;
  for (const std::uint32_t i : hypothesis) edges += edge_starts_[i + 1] - edge_starts_[i];
  if (edges == hypothesis.size() * reference.size()) {
    if (hypothesis.size() != reference.size()) return add_group(hypothesis, reference, true);
    for (std::size_t k = 0; k < hypothesis.size(); ++k) pair_up(hypothesis[k], reference[k]);
    return;
  }
  if (hypothesis.size() > most_related || reference.size() > most_related) return augment(hypothesis);

  add_group(hypothesis, reference, false);
  const std::size_t masks = groups_.back().masks;
  for (const std::uint32_t i : hypothesis) {
    unsigned mask = 0;
    for (std::uint32_t e = edge_starts_[i]; e < edge_starts_[i + 1]; ++e) {
      mask |= 1u << (std::lower_bound(reference.begin(), reference.end(), edges_[e]) - reference.begin());
    }
    masks_.push_back(static_cast<std::uint16_t>(mask));
  }
  masks_.push_back(0);  // one more, so that masks_ and best_ go in step

  // best[member][used]: the most pairs that this member and those after it can still form
  constexpr std::size_t sets = std::size_t{1} << most_related;
  const std::size_t count = hypothesis.size();
  best_.resize(masks_.size() * sets);
  std::uint8_t* const best = &best_[masks * sets];
  std::fill_n(best + count * sets, sets, std::uint8_t{0});
  for (std::size_t member = count; member-- > 0;) {
    for (unsigned used = 0; used < 1u << reference.size(); ++used) {
      std::uint8_t most = best[(member + 1) * sets + used];
      for (unsigned open = masks_[masks + member] & ~used; open != 0; open &= open - 1) {
        const unsigned with = used | (open & (~open + 1));
        most = std::max<std::uint8_t>(most, static_cast<std::uint8_t>(best[(member + 1) * sets + with] + 1));
      }
      best[member * sets + used] = most;
    }
  }
}

void WordMatcher::augment(Positions hypothesis) {
  reached_from_.assign(reference_partner_.size(), -1);
  for (const std::uint32_t root : hypothesis) {
    // breadth first along edges to reference words, and back along pairs
    std::vector<std::uint32_t> queue = {root}, reached;
    std::int32_t end = -1;
    for (std::size_t head = 0; head < queue.size() && end < 0; ++head) {
      for (std::uint32_t e = edge_starts_[queue[head]]; e < edge_starts_[queue[head] + 1]; ++e) {
        const std::uint32_t j = edges_[e];
        if (reached_from_[j] >= 0) continue;
        reached_from_[j] = static_cast<std::int32_t>(queue[head]);
        reached.push_back(j);
        if (reference_partner_[j] < 0) {
          end = static_cast<std::int32_t>(j);
          break;
        }
        queue.push_back(static_cast<std::uint32_t>(reference_partner_[j]));
      }
    }
    while (end >= 0) {
      const auto i = static_cast<std::uint32_t>(reached_from_[end]);
      const std::int32_t before = partner_[i];
      pair_up(i, static_cast<std::uint32_t>(end));
      end = i == root ? -1 : before;
    }
    for (const std::uint32_t j : reached) reached_from_[j] = -1;
  }
}

}  // namespace mtassay
