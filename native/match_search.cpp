/// The search of WordMatcher among words that leave a choice: from left to right, with the best partial choices.
#include <algorithm>
#include <bit>
#include <numeric>

#include "matcher.hpp"

namespace mtassay {
namespace {

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
