/// Batches to rows of n-gram statistics: one row of doubles for each segment, or for each pair of a
/// segment and one of its references. Cost: linear in the text. All counts are exact.
#pragma once

#include <cstdint>
#include <span>

#include "segments.hpp"
#include "tokenizers.hpp"

namespace mtassay {

/// Which length the references of one segment count as.
enum class ReferenceLength : std::uint8_t { closest, shortest, average, longest };

/// A row is: hypothesis length, reference length, clipped matches of order 1..max_order, totals of
/// order 1..max_order (Papineni et al. 2002). White space at the end of a text is dropped first.
void word_overlap_rows(const Segments& hypotheses, const References& references, Tokenization tokenization,
                       std::size_t max_order, ReferenceLength reference_length, unsigned threads,
                       std::span<double> rows);

/// One row for each reference: for each character order and then each word order, the n-grams of
/// the hypothesis (0 where the reference has none of that order), of the reference, and the matches
/// (Popović 2015). `keep_space` counts white space as characters.
void character_overlap_rows(const Segments& hypotheses, const References& references, std::size_t character_order,
                            std::size_t word_order, bool keep_space, unsigned threads, std::span<double> rows);

}  // namespace mtassay
