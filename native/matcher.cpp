#include "matcher.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace mtassay {
namespace {

using Positions = std::span<const std::uint32_t>;

/// Spreads a small number over 64 bits (the finalizer of splitmix64).
std::uint64_t spread(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

/// How many bits are set below `position`; `rank` has their number before each 64 bits.
std::uint32_t count_below(std::span<const std::uint64_t> bits, std::span<const std::uint32_t> rank,
                          std::uint32_t position) {
  const std::uint64_t below = (std::uint64_t{1} << position % 64) - 1;
  return rank[position / 64] + static_cast<std::uint32_t>(std::popcount(bits[position / 64] & below));
}

void fill_ranks(std::span<const std::uint64_t> bits, std::span<std::uint32_t> rank) {
  std::uint32_t sum = 0;
  for (std::size_t w = 0; w < bits.size(); ++w) {
    rank[w] = sum;
    sum += static_cast<std::uint32_t>(std::popcount(bits[w]));
  }
}

void set_bit(std::vector<std::uint64_t>& bits, std::size_t position) {
  bits[position / 64] |= std::uint64_t{1} << position % 64;
}

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

void WordMatcher::list_choices() {
  bit_.resize(reference_partner_.size());
  order_.assign(reference_words_.begin(), reference_words_.end());
  std::sort(order_.begin(), order_.end());
  for (std::uint32_t k = 0; k < order_.size(); ++k) bit_[order_[k]] = k;
  words_ = std::max<std::size_t>(1, (order_.size() + 63) / 64);

  choices_.clear();
  for (std::uint32_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    for (std::uint32_t m = 0; m < group.hypothesis_count; ++m) {
      std::uint32_t low = 0, high = group.reference_count - 1;
      if (group.complete && group.hypothesis_count < group.reference_count) {
        low = m;
        high = m + group.reference_count - group.hypothesis_count;
      } else if (group.complete) {
        const std::uint32_t spare = group.hypothesis_count - group.reference_count;
        low = m > spare ? m - spare : 0;
        high = std::min(m, group.reference_count - 1);
      }
      choices_.push_back({hypothesis_words_[group.hypothesis + m], g, m, 0, low, high});
    }
  }
  std::sort(choices_.begin(), choices_.end(), [](const Choice& a, const Choice& b) { return a.word < b.word; });
}

void WordMatcher::weigh_options() {
  const std::size_t blocks = reference_partner_.size() / 64 + 1;
  settled_.assign(blocks, 0);
  settled_before_.assign(blocks, 0);
  rank_.resize(blocks);
  rank_before_.resize(blocks);
  for (std::size_t j = 0; j < reference_partner_.size(); ++j) {
    if (reference_partner_[j] >= 0) set_bit(settled_, j);
  }
  fill_ranks(settled_, rank_);
  for (Group& group : groups_) group.least_crossings = UINT32_MAX;

  options_.clear();
  std::uint32_t word = 0, before = 0;
  for (Choice& choice : choices_) {
    for (; word < choice.word; ++word) {
      if (partner_[word] < 0) continue;
      set_bit(settled_before_, static_cast<std::size_t>(partner_[word]));
      ++before;
    }
    fill_ranks(settled_before_, rank_before_);
    choice.options = static_cast<std::uint32_t>(options_.size());
    Group& group = groups_[choice.group];
    const auto i = static_cast<std::int64_t>(choice.word);
    for (std::uint32_t t = choice.low; t <= choice.high; ++t) {
      const std::uint32_t j = reference_words_[group.reference + t];
      // pairs that start before this one and end after it, and those that start after it and end before it
      const std::uint32_t both_before = count_below(settled_before_, rank_before_, j);
      const std::uint32_t crossings = before - both_before + count_below(settled_, rank_, j) - both_before;
      const bool continues = i > 0 && j > 0 && partner_[i - 1] == static_cast<std::int64_t>(j) - 1;
      const bool continued = i + 1 < static_cast<std::int64_t>(partner_.size()) &&
                             partner_[i + 1] == static_cast<std::int64_t>(j) + 1;
      options_.push_back({crossings, static_cast<std::uint8_t>(continues + continued), true});
      group.least_crossings = std::min(group.least_crossings, crossings);
    }
    const std::size_t count = choice.high - choice.low + 1;
    if (count <= most_options) continue;
    by_crossings_.resize(count);
    std::iota(by_crossings_.begin(), by_crossings_.end(), choice.options);
    std::nth_element(by_crossings_.begin(), by_crossings_.begin() + most_options, by_crossings_.end(),
                     [this](std::uint32_t a, std::uint32_t b) {
                       return std::pair(options_[a].crossings, a) < std::pair(options_[b].crossings, b);
                     });
    for (std::size_t k = most_options; k < count; ++k) options_[by_crossings_[k]].kept = false;
  }
}

void WordMatcher::add_child(const Choice& choice, std::size_t state, std::uint32_t option) {
  const State& from = states_[state];
  const Group& group = groups_[choice.group];
  const Option& weighed = options_[choice.options + option - choice.low];
  const std::uint32_t reference = reference_words_[group.reference + option], bit = bit_[reference];
  const std::size_t start = children_used_.size();
  children_used_.resize(start + words_);
  const std::uint64_t* const used = &used_[state * words_];
  std::copy_n(used, words_, &children_used_[start]);
  // pairs that were chosen earlier and lie further right
  std::int64_t crossings = std::popcount(used[bit / 64] >> bit % 64);
  for (std::size_t w = bit / 64 + 1; w < words_; ++w) crossings += std::popcount(used[w]);
  children_used_[start + bit / 64] |= std::uint64_t{1} << bit % 64;

  const bool continues = from.last_word + 1 == static_cast<std::int64_t>(choice.word) &&
                         from.last_reference + 1 == static_cast<std::int64_t>(reference);
  // what every choice of a group costs at least is left out: partial choices differ in how many words they have matched
  const std::uint32_t least = group.complete ? group.least_crossings : 0;
  steps_.push_back({from.step, {choice.word, reference}});
  children_.push_back({from.crossings + crossings + weighed.crossings - least, from.links + weighed.links + continues,
                       static_cast<std::int32_t>(steps_.size() - 1), static_cast<std::int32_t>(choice.word),
                       static_cast<std::int32_t>(reference), from.hash ^ spread(bit)});
}

void WordMatcher::add_skip(std::size_t state) {
  children_.push_back(states_[state]);
  const std::size_t start = children_used_.size();
  children_used_.resize(start + words_);
  std::copy_n(&used_[state * words_], words_, &children_used_[start]);
}

void WordMatcher::expand(const Choice& choice, std::size_t state) {
  const Group& group = groups_[choice.group];
  const auto used = [&](std::uint32_t t) { return is_used(state, bit_[reference_words_[group.reference + t]]); };
  if (!group.complete) {
    constexpr std::size_t sets = std::size_t{1} << most_related;
    unsigned in_use = 0;
    for (std::uint32_t t = 0; t < group.reference_count; ++t) in_use |= static_cast<unsigned>(used(t)) << t;
    const std::uint8_t* const best = &best_[(group.masks + choice.member) * sets];
    for (unsigned open = masks_[group.masks + choice.member] & ~in_use; open != 0; open &= open - 1) {
      const auto t = static_cast<std::uint32_t>(std::countr_zero(open));
      if (best[sets + (in_use | 1u << t)] + 1 == best[in_use]) add_child(choice, state, t);
    }
    if (best[sets + in_use] == best[in_use]) add_skip(state);
    return;
  }
  if (group.hypothesis_count < group.reference_count) {
    // every hypothesis word is matched: after the reference word that the one before it took
    std::uint32_t first = choice.low;
    if (choice.member > 0) {
      first = choice.high;
      while (first > choice.low && !used(first - 1)) --first;
    }
    add_child(choice, state, first);
    for (std::uint32_t t = first + 1; t <= choice.high; ++t) {
      if (options_[choice.options + t - choice.low].kept) add_child(choice, state, t);
    }
    return;
  }
  // every reference word is matched, in order: this one takes the next, or waits if there are enough after it
  std::uint32_t next = choice.low;
  while (next < group.reference_count && used(next)) ++next;
  if (next < group.reference_count) add_child(choice, state, next);
  if (group.hypothesis_count - choice.member - 1 >= group.reference_count - next) add_skip(state);
}

void WordMatcher::prune(std::size_t next_word) {
  order_.resize(children_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  const auto better = [this](std::uint32_t a, std::uint32_t b) {
    const State &one = children_[a], &other = children_[b];
    if (one.crossings != other.crossings) return one.crossings < other.crossings;
    if (one.links != other.links) return one.links > other.links;
    return a < b;
  };
  if (children_.size() > beam) {
    // what uses the same words, and can be continued by the same pair, has the same future: the better one stays
    const auto end_of = [&](const State& state) {
      return static_cast<std::size_t>(state.last_word) + 1 == next_word ? state.last_reference : -2;
    };
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      const State &one = children_[a], &other = children_[b];
      if (one.hash != other.hash) return one.hash < other.hash;
      if (end_of(one) != end_of(other)) return end_of(one) < end_of(other);
      return better(a, b);
    });
    const auto same = [&](std::uint32_t a, std::uint32_t b) {
      const auto first = children_used_.begin();
      return children_[a].hash == children_[b].hash && end_of(children_[a]) == end_of(children_[b]) &&
             std::equal(first + static_cast<std::ptrdiff_t>(a * words_),
                        first + static_cast<std::ptrdiff_t>((a + 1) * words_),
                        first + static_cast<std::ptrdiff_t>(b * words_));
    };
    order_.erase(std::unique(order_.begin(), order_.end(), same), order_.end());
    if (order_.size() > beam) {
      std::nth_element(order_.begin(), order_.begin() + beam, order_.end(), better);
      order_.resize(beam);
    }
    std::sort(order_.begin(), order_.end());
  }
  states_.clear();
  used_.clear();
  for (const std::uint32_t child : order_) {
    states_.push_back(children_[child]);
    const auto first = children_used_.begin() + static_cast<std::ptrdiff_t>(child * words_);
    used_.insert(used_.end(), first, first + static_cast<std::ptrdiff_t>(words_));
  }
}

void WordMatcher::search() {
  if (groups_.empty()) return;
  list_choices();
  weigh_options();
  steps_.clear();
  states_.assign(1, {0, 0, -1, -2, -2, 0});
  used_.assign(words_, 0);
  for (std::size_t k = 0; k < choices_.size(); ++k) {
    children_.clear();
    children_used_.clear();
    for (std::size_t state = 0; state < states_.size(); ++state) expand(choices_[k], state);
    prune(k + 1 < choices_.size() ? choices_[k + 1].word : 0);
  }
  const auto best = std::min_element(states_.begin(), states_.end(), [](const State& a, const State& b) {
    return a.crossings != b.crossings ? a.crossings < b.crossings : a.links > b.links;
  });
  for (std::int32_t step = best->step; step >= 0; step = steps_[step].before) {
    pair_up(steps_[step].pair.hypothesis, steps_[step].pair.reference);
  }
}

}  // namespace mtassay
