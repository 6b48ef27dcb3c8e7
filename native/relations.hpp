/// What is known of the words of a batch besides their letters: their stems, and which are synonyms.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "segments.hpp"

namespace mtassay {

/// Words with numbers from 0. Equal `stems` mean equal stems; the words that word n may go with in a reference are
/// synonyms[synonym_starts[n]] up to synonyms[synonym_starts[n + 1]]. Either may be left empty. Never changes, so threads
/// share it.
class WordRelations {
 public:
  WordRelations() = default;
  WordRelations(Segments words, std::vector<std::int64_t> stems, std::vector<std::int64_t> synonym_starts,
                std::vector<std::int64_t> synonyms)
      : words_(std::move(words)),
        stems_(std::move(stems)),
        synonym_starts_(std::move(synonym_starts)),
        synonyms_(std::move(synonyms)) {
    numbers_.reserve(words_.size());
    for (std::size_t n = 0; n < words_.size(); ++n) numbers_.emplace(words_[n], static_cast<std::int64_t>(n));
  }

  std::size_t size() const { return words_.size(); }
  bool has_stems() const { return !stems_.empty(); }
  bool has_synonyms() const { return !synonym_starts_.empty(); }
  /// The number of a word, or -1.
  std::int64_t find(std::string_view word) const {
    const auto found = numbers_.find(word);
    return found == numbers_.end() ? -1 : found->second;
  }
  std::int64_t stem(std::int64_t word) const { return stems_[static_cast<std::size_t>(word)]; }
  std::span<const std::int64_t> synonyms(std::int64_t word) const {
    const auto n = static_cast<std::size_t>(word);
    const auto start = static_cast<std::size_t>(synonym_starts_[n]), end = static_cast<std::size_t>(synonym_starts_[n + 1]);
    return std::span(synonyms_).subspan(start, end - start);
  }

 private:
  Segments words_;
  std::vector<std::int64_t> stems_, synonym_starts_, synonyms_;
  std::unordered_map<std::string_view, std::int64_t> numbers_;
};

}  // namespace mtassay
