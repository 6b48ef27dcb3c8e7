#include "subsequences.hpp"

#include <algorithm>
#include <bit>

namespace mtassay {

void SubsequenceFinder::set_reference(std::span<const Symbol> reference, std::size_t symbols) {
  reference_ = reference;
  ends_.assign(symbols + 2, 0);
  places_.resize(reference.size());
  for (const Symbol word : reference) ++ends_[word + 1];
  for (std::size_t word = 1; word < ends_.size(); ++word) ends_[word] += ends_[word - 1];
  // so far each is a begin; filling the places moves it to the end
  for (std::size_t i = 0; i < reference.size(); ++i) places_[ends_[reference[i]]++] = static_cast<std::uint32_t>(i);
}

/// Calls `keep(open)` after each word of the hypothesis.
template <class Keep>
void SubsequenceFinder::run(std::span<const Symbol> hypothesis, Keep keep) {
  const std::size_t blocks = (reference_.size() + 63) / 64;
  open_.assign(blocks, ~std::uint64_t{0});
  matching_.assign(blocks, 0);
  for (const Symbol word : hypothesis) {
    const std::uint32_t begin = ends_[word - 1], end = ends_[word];
    if (begin < end) {
      for (std::uint32_t i = begin; i < end; ++i) matching_[places_[i] / 64] |= std::uint64_t{1} << places_[i] % 64;
      std::uint64_t carry = 0;
      for (std::size_t block = 0; block < blocks; ++block) {
        const std::uint64_t open = open_[block], hit = open & matching_[block];
        const std::uint64_t partial = open + hit, sum = partial + carry;
        carry = (partial < open) | (sum < partial);
        open_[block] = sum | (open & ~hit);
        matching_[block] = 0;
      }
    }
    keep(open_);
  }
}

std::size_t SubsequenceFinder::length(std::span<const Symbol> hypothesis) {
  run(hypothesis, [](const std::vector<std::uint64_t>&) {});
  std::size_t length = 0;
  for (std::size_t block = 0; block < open_.size(); ++block) {
    const std::size_t used = std::min<std::size_t>(64, reference_.size() - 64 * block);
    const std::uint64_t mask = used == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << used) - 1;
    length += static_cast<std::size_t>(std::popcount(~open_[block] & mask));
  }
  return length;
}

void SubsequenceFinder::mark(std::span<const Symbol> hypothesis, std::span<std::uint8_t> found) {
  kept_.clear();
  run(hypothesis,
      [this](const std::vector<std::uint64_t>& open) { kept_.insert(kept_.end(), open.begin(), open.end()); });
  const std::size_t blocks = (reference_.size() + 63) / 64;
  std::size_t i = reference_.size(), j = hypothesis.size();
  while (i > 0 && j > 0) {
    if (reference_[i - 1] == hypothesis[j - 1]) {
      found[i - 1] = 1;
      --i;
      --j;
    } else if ((kept_[(j - 1) * blocks + (i - 1) / 64] >> (i - 1) % 64 & 1) == 0) {
      // without this word of the reference the subsequence would be shorter
      --j;
    } else {
      --i;
    }
  }
}

std::size_t UnionFinder::operator()(std::span<const std::span<const Symbol>> hypothesis,
                                    std::span<const std::span<const Symbol>> reference, std::size_t symbols) {
  if (hypothesis.size() == 1 && reference.size() == 1) {
    finder_.set_reference(reference[0], symbols);
    return finder_.length(hypothesis[0]);
  }
  in_hypothesis_.assign(symbols + 1, 0);
  for (const auto& sentence : hypothesis) {
    for (const Symbol word : sentence) ++in_hypothesis_[word];
  }
  std::size_t hits = 0;
  for (const auto& sentence : reference) {
    found_.assign(sentence.size(), 0);
    finder_.set_reference(sentence, symbols);
    for (const auto& other : hypothesis) finder_.mark(other, found_);
    for (std::size_t i = 0; i < sentence.size(); ++i) {
      // no word of the reference is marked twice, so only those of the hypothesis can run out
      if (found_[i] != 0 && in_hypothesis_[sentence[i]] > 0) {
        --in_hypothesis_[sentence[i]];
        ++hits;
      }
    }
  }
  return hits;
}

}  // namespace mtassay
