/// What is wrong with each word of a hypothesis, and with each word of its reference, after Popović and Ney 2011,
/// "Towards Automatic Error Analysis of Machine Translation Output", as Hjerson has it.
///
/// Two views are joined. Words aligned by the fewest edits say where an error is. Words as bags say what it is: a word
/// that the other text has elsewhere is out of order, one whose base form it has is inflected wrongly, one that nothing
/// is left for is of the wrong lexeme, or extra, or missing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "words.hpp"

namespace mtassay {

enum class ErrorClass : std::uint8_t { right, letter_case, inflection, order, missing, extra, lexical };

/// Of a hypothesis and a reference no more pairs of words than this are aligned; they take 100 MB.
constexpr std::size_t most_word_pairs = 400'000'000;

/// What is known of words, by their numbers. Without folds a word in another case is of another form.
struct WordForms {
  std::span<const std::int32_t> bases;  ///< the number of the base form
  std::span<const std::int32_t> folds;  ///< the number of the word in lower case; may be empty
};

struct ErrorClasses {
  std::vector<std::int64_t> chosen;  ///< which of its references each segment is compared to, counted within it
  std::vector<std::int64_t> edits;   ///< of words, to that reference
  std::vector<std::uint8_t> hypotheses, references;  ///< a class a word; of the references of those chosen alone
};

/// The references of segment i are texts segment_starts[i] up to segment_starts[i + 1], one at least. The one with the
/// smallest word error rate is chosen, the first of equals; any edit of an empty reference is infinitely many.
ErrorClasses error_classes(const NumberedView& hypotheses, const NumberedView& references,
                           std::span<const std::int64_t> segment_starts, const WordForms& forms, unsigned threads);

}  // namespace mtassay
