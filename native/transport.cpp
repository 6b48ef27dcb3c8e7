#include "transport.hpp"

#include <algorithm>
#include <limits>

namespace mtassay {
namespace {

constexpr double nothing = 1e-12;  // what is left of an amount by rounding alone
constexpr double unreached = -std::numeric_limits<double>::infinity();

}  // namespace

/// The best path to each node, forth on any way and back on those that carry something; false where no sink is reached.
bool Transport::find_paths(std::span<const Way> ways) {
  for (std::size_t i = 0; i < left_.size(); ++i) to_source_[i] = left_[i] > nothing ? 0.0 : unreached;
  std::ranges::fill(to_sink_, unreached);
  std::ranges::fill(before_source_, -1);
  std::ranges::fill(before_sink_, -1);
  // without a circle that gains, no path is longer than there are nodes
  for (std::size_t round = 0; round < left_.size() + wanted_.size(); ++round) {
    bool changed = false;
    for (std::size_t k = 0; k < ways.size(); ++k) {
      const Way& way = ways[k];
      if (to_source_[way.source] + way.gain > to_sink_[way.sink] + nothing) {
        to_sink_[way.sink] = to_source_[way.source] + way.gain;
        before_sink_[way.sink] = static_cast<std::int64_t>(k);
        changed = true;
      }
      if (carried_[k] > nothing && to_sink_[way.sink] - way.gain > to_source_[way.source] + nothing) {
        to_source_[way.source] = to_sink_[way.sink] - way.gain;
        before_source_[way.source] = static_cast<std::int64_t>(k);
        changed = true;
      }
    }
    if (!changed) break;
  }
  return std::ranges::any_of(to_sink_, [](double gain) { return gain > 0; });
}

double Transport::operator()(std::span<const double> supplies, std::span<const double> demands,
                             std::span<const Way> ways) {
  left_.assign(supplies.begin(), supplies.end());
  wanted_.assign(demands.begin(), demands.end());
  carried_.assign(ways.size(), 0.0);
  to_source_.resize(left_.size());
  to_sink_.resize(wanted_.size());
  before_source_.resize(left_.size());
  before_sink_.resize(wanted_.size());
  double gained = 0;
  while (find_paths(ways)) {
    std::size_t sink = wanted_.size();
    for (std::size_t j = 0; j < wanted_.size(); ++j) {
      if (wanted_[j] <= nothing || !(to_sink_[j] > nothing)) continue;
      if (sink == wanted_.size() || to_sink_[j] > to_sink_[sink]) sink = j;
    }
    if (sink == wanted_.size()) break;
    const auto along = [&](auto step) {
      std::size_t node = sink;
      while (true) {
        const auto forth = static_cast<std::size_t>(before_sink_[node]);
        step(forth, true);
        const std::size_t source = ways[forth].source;
        if (before_source_[source] < 0) return source;
        const auto back = static_cast<std::size_t>(before_source_[source]);
        step(back, false);
        node = ways[back].sink;
      }
    };
    double amount = wanted_[sink];
    const std::size_t source = along([&](std::size_t way, bool forth) {
      if (!forth) amount = std::min(amount, carried_[way]);
    });
    amount = std::min(amount, left_[source]);
    along([&](std::size_t way, bool forth) { carried_[way] += forth ? amount : -amount; });
    left_[source] -= amount;
    wanted_[sink] -= amount;
    gained += amount * to_sink_[sink];
  }
  return gained;
}

}  // namespace mtassay
