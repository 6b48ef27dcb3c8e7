/// N-grams that match by degrees, as YiSi compares phrases (Lo 2019, "YiSi - a Unified Semantic MT Quality Evaluation
/// and Estimation Metric").
///
/// Words are numbers with a weight each. Two n-grams are compared place by place: the weighted mean of the similarities
/// of their words. Each n-gram of a text counts as its most similar one in the other text, weighted by its words; n is
/// smaller where a text is shorter. Each pair of different words of a segment is compared once.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "segments.hpp"
#include "words.hpp"

namespace mtassay {

/// What words are like one another by.
struct SoftWords {
  std::span<const std::string_view> texts;  ///< of each number
  std::span<const double> weights;          ///< of each number
  /// Of each number, unless there are no vectors: of length 1, or of zeros where a word has none.
  std::span<const float> vectors;
  std::span<const std::int32_t> folds;  ///< of each number; words of one fold are the same where there are vectors
  std::size_t dimensions = 0;           ///< 0 where spelling decides: 2 · longest common stretch / both lengths
  bool characters = false;              ///< spelling in characters, not bytes
};

/// A row for each text on the right: precision, which is that of its text on the left, and recall.
/// `groups[i]` to `groups[i + 1]` are the texts on the right that belong to text i on the left.
void soft_ngram_rows(const NumberedView& left, const NumberedView& right, std::span<const std::int64_t> groups,
                     const SoftWords& words, std::size_t order, unsigned threads, std::span<double> rows);

/// The similarity of two words, for who shows it.
class WordSimilarity {
 public:
  explicit WordSimilarity(const SoftWords& words) : words_(words) {}
  double operator()(std::int32_t first, std::int32_t second);

 private:
  void spell(std::string_view text, std::vector<std::uint32_t>& letters) const;

  const SoftWords& words_;
  std::vector<std::uint32_t> first_, second_, lengths_;
};

}  // namespace mtassay
