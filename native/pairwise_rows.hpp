/// Every hypothesis against every reference by itself: rows in the order of hypotheses, then references.
/// Each text is cut and numbered once, not once for each pair.
#pragma once

#include <cstdint>
#include <span>

#include "edit_rows.hpp"
#include "segments.hpp"
#include "tokenizers.hpp"

namespace mtassay {

/// The rows of word_overlap_rows.
void pairwise_word_rows(const Segments& hypotheses, const Segments& references, Tokenization tokenization,
                        std::size_t max_order, unsigned threads, std::span<double> rows);

/// The rows of character_overlap_rows.
void pairwise_character_rows(const Segments& hypotheses, const Segments& references, std::size_t character_order,
                             std::size_t word_order, bool keep_space, unsigned threads, std::span<double> rows);

/// The rows of edit_rows, for words.
void pairwise_edit_rows(const Segments& hypotheses, const Segments& references, Tokenization tokenization,
                        EditMeasure measure, unsigned threads, std::span<double> rows);

}  // namespace mtassay
