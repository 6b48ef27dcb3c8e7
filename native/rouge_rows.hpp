/// Batches to rows of ROUGE (Lin 2004, "ROUGE: A Package for Automatic Evaluation of Summaries").
/// Words are runs of a-z and 0-9, everything else is between words; text is in lower case before.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "segments.hpp"

namespace mtassay {

enum class RougeUnit : std::uint8_t {
  ngram,        ///< n-grams of one order
  subsequence,  ///< the longest common subsequence of whole texts
  sentences,    ///< the union of those of sentences, which lines are
};

/// Appends the runs of a-z and 0-9.
void split_alphanumeric(std::string_view text, std::vector<std::string_view>& words);

/// A row for each reference: what both share, what the hypothesis has, what the reference has. `order`
/// counts for n-grams only.
void rouge_rows(const Segments& hypotheses, const References& references, RougeUnit unit, std::size_t order,
                unsigned threads, std::span<double> rows);

}  // namespace mtassay
