#include "meteor_aligner.hpp"

#include <algorithm>
#include <utility>

namespace mtassay {
namespace {

/// How many words a pair covers in the eyes of the search.
constexpr std::uint32_t covers(const PhrasePair& pair) {
  return pair.stage == 0 ? pair.hypothesis_length + pair.reference_length
                         : pair.hypothesis_length / 2 + pair.reference_length / 2;
}

constexpr std::uint32_t distance(const PhrasePair& pair) {
  return pair.reference < pair.hypothesis ? pair.hypothesis - pair.reference : pair.reference - pair.hypothesis;
}

constexpr unsigned order_bits = 22;

}  // namespace

void MeteorAligner::clear(std::size_t hypothesis_length, std::size_t reference_length) {
  added_.clear();
  hypothesis_cover_.assign(hypothesis_length, 0);
  reference_cover_.assign(reference_length, 0);
}

void MeteorAligner::add(const PhrasePair& pair) {
  added_.push_back(pair);
  for (std::uint32_t i = 0; i < pair.hypothesis_length; ++i) ++hypothesis_cover_[pair.hypothesis + i];
  for (std::uint32_t i = 0; i < pair.reference_length; ++i) ++reference_cover_[pair.reference + i];
}

/// By the reference word where they begin; those of one word stay in the order in which they were added.
void MeteorAligner::sort_pairs() {
  const std::size_t length = reference_cover_.size();
  starts_.assign(length + 1, 0);
  for (const PhrasePair& pair : added_) ++starts_[pair.reference];
  std::uint32_t sum = 0;
  for (std::uint32_t& start : starts_) sum += std::exchange(start, sum);
  pairs_.resize(added_.size());
  for (const PhrasePair& pair : added_) pairs_[starts_[pair.reference]++] = pair;
  for (std::size_t i = length; i > 0; --i) starts_[i] = starts_[i - 1];
  starts_[0] = 0;
}

bool MeteorAligner::is_settled(const PhrasePair& pair) const {
  const auto covered_once = [](const std::vector<std::uint32_t>& cover, std::uint32_t start, std::uint32_t length) {
    return std::all_of(cover.begin() + start, cover.begin() + start + length, [](auto count) { return count == 1; });
  };
  return covered_once(reference_cover_, pair.reference, pair.reference_length) &&
         covered_once(hypothesis_cover_, pair.hypothesis, pair.hypothesis_length);
}

std::span<const PhrasePair> MeteorAligner::operator()() {
  sort_pairs();
  words_ = hypothesis_cover_.size() / 64 + 1;
  steps_.clear();
  chosen_.clear();
  paths_.assign(1, Path{0, 0, 0, 0, -1, -1, 0, -1});
  used_.assign(words_, 0);
  for (std::size_t place = 0; place < reference_cover_.size(); ++place) expand(place);

  for (Path& path : paths_) path.chunks += path.last_end != -1;
  std::size_t best = 0;
  for (std::size_t i = 1; i < paths_.size(); ++i) {
    if (rank(paths_[i], i) < rank(paths_[best], best)) best = i;
  }
  for (std::int32_t step = paths_[best].step; step >= 0; step = steps_[static_cast<std::size_t>(step)].before) {
    chosen_.push_back(pairs_[steps_[static_cast<std::size_t>(step)].pair]);
  }
  std::ranges::sort(chosen_, {}, &PhrasePair::reference);
  return chosen_;
}

/// Continues every path over one word of the reference.
void MeteorAligner::expand(std::size_t place) {
  const std::size_t begin = starts_[place], end = starts_[place + 1];
  if (begin == end) {
    advance(place, nullptr);
  } else if (end == begin + 1 && is_settled(pairs_[begin])) {
    chosen_.push_back(pairs_[begin]);
    advance(place, &pairs_[begin]);
  } else {
    branch(place, begin, end);
  }
}

/// Where there is nothing to choose, paths change in place; their order changes seldom.
void MeteorAligner::advance(std::size_t place, const PhrasePair* settled) {
  bool sorted = true;
  Rank last{0, 0};
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    Path& path = paths_[i];
    if (place >= path.next) {
      if (settled) {
        path.covered += covers(*settled);
        path.chunks += path.last_end != -1 && path.last_end != static_cast<std::int32_t>(settled->hypothesis);
        path.distance += distance(*settled);
        path.next = settled->reference + settled->reference_length;
        path.last_end = static_cast<std::int32_t>(settled->hypothesis + settled->hypothesis_length);
      } else {
        path.chunks += path.last_end != -1;
        path.last_end = -1;
        ++path.next;
      }
    }
    const Rank here = rank(path, i);
    sorted &= last < here;
    last = here;
  }
  if (sorted) return;
  children_ = paths_;
  for (std::size_t i = 0; i < children_.size(); ++i) {
    children_[i].parent = static_cast<std::uint32_t>(i);
    children_[i].pair = -1;
  }
  keep_best();
}

void MeteorAligner::branch(std::size_t place, std::size_t begin, std::size_t end) {
  children_.clear();
  for (std::size_t parent = 0; parent < paths_.size(); ++parent) {
    Path path = paths_[parent];
    path.parent = static_cast<std::uint32_t>(parent);
    path.pair = -1;
    if (place < path.next) {  // within a pair
      children_.push_back(path);
      continue;
    }
    for (std::size_t i = begin; i < end; ++i) {
      const PhrasePair& pair = pairs_[i];
      if (is_used(parent, pair)) continue;
      Path& child = children_.emplace_back(path);
      child.pair = static_cast<std::int32_t>(i);
      child.covered += covers(pair);
      child.chunks += path.last_end != -1 && path.last_end != static_cast<std::int32_t>(pair.hypothesis);
      child.next = pair.reference + pair.reference_length;
      child.last_end = static_cast<std::int32_t>(pair.hypothesis + pair.hypothesis_length);
      path.distance += distance(pair);
    }
    path.chunks += path.last_end != -1;
    path.last_end = -1;
    ++path.next;
    children_.push_back(path);
  }
  keep_best();
}

bool MeteorAligner::is_used(std::size_t path, const PhrasePair& pair) const {
  const std::uint64_t* const used = &used_[path * words_];
  for (std::uint32_t i = pair.hypothesis; i < pair.hypothesis + pair.hypothesis_length; ++i) {
    if (used[i / 64] >> i % 64 & 1) return true;
  }
  return false;
}

/// What is smaller is better; `order` decides between equals.
MeteorAligner::Rank MeteorAligner::rank(const Path& path, std::size_t order) const {
  return {std::uint64_t{~path.covered} << 32 | path.chunks,
          static_cast<std::uint64_t>(path.distance) << order_bits | order};
}

void MeteorAligner::keep_best() {
  ranks_.resize(children_.size());
  for (std::size_t i = 0; i < children_.size(); ++i) ranks_[i] = rank(children_[i], i);
  const std::size_t kept = std::min(beam, ranks_.size());
  if (ranks_.size() > beam) {
    std::nth_element(ranks_.begin(), ranks_.begin() + beam - 1, ranks_.end());
  }
  std::sort(ranks_.begin(), ranks_.begin() + static_cast<std::ptrdiff_t>(kept));
  paths_.resize(kept);
  children_used_.resize(kept * words_);
  for (std::size_t i = 0; i < kept; ++i) {
    Path& path = paths_[i];
    path = children_[ranks_[i].second & ((std::uint64_t{1} << order_bits) - 1)];
    std::copy_n(&used_[path.parent * words_], words_, &children_used_[i * words_]);
    if (path.pair < 0) continue;
    const PhrasePair& pair = pairs_[static_cast<std::size_t>(path.pair)];
    for (std::uint32_t j = pair.hypothesis; j < pair.hypothesis + pair.hypothesis_length; ++j) {
      children_used_[i * words_ + j / 64] |= std::uint64_t{1} << j % 64;
    }
    steps_.push_back({path.step, static_cast<std::uint32_t>(path.pair)});
    path.step = static_cast<std::int32_t>(steps_.size()) - 1;
  }
  std::swap(used_, children_used_);
}

}  // namespace mtassay
