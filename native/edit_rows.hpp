/// Batches to rows of edit statistics: one row for each pair of a segment and one of its references.
#pragma once

#include <cstdint>
#include <span>

#include "edits.hpp"
#include "segments.hpp"
#include "ter.hpp"
#include "tokenizers.hpp"

namespace mtassay {

/// What is measured between a hypothesis and a reference, and what its row is.
enum class EditMeasure : std::uint8_t {
  distance,   ///< edits, hypothesis length, reference length
  alignment,  ///< hits, substitutions, deletions, insertions
  bag,        ///< common symbols, hypothesis length, reference length
  cover,      ///< edits with long jumps, hypothesis length, reference length
  ter,        ///< edits and shifts, hypothesis length, reference length
};

enum class Unit : std::uint8_t {
  word,
  character,  ///< characters of the tokens with single spaces between them
};

std::size_t edit_row_width(EditMeasure measure);

/// Measures one pair of texts. Keeps memory between calls, so each thread has its own.
class PairMeasure {
 public:
  explicit PairMeasure(EditMeasure measure) : measure_(measure) {}
  /// Symbols are 1..`symbols`; writes edit_row_width(measure) numbers.
  void operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference, std::size_t symbols,
                  double* row);

 private:
  EditMeasure measure_;
  EditDistance distance_;
  CoverDistance cover_;
  CommonSymbols common_;
  TerAligner ter_;
};

/// White space at the end of a text is dropped first.
void edit_rows(const Segments& hypotheses, const References& references, Tokenization tokenization, Unit unit,
               EditMeasure measure, unsigned threads, std::span<double> rows);

}  // namespace mtassay
