/// Skip n-grams that two texts have in common (Lita, Rogati and Lavie 2005, "BLANC: Learning Evaluation Metrics for MT").
///
/// A skip n-gram is n words in their order, whatever stands between them. Every pair of places where two texts have the
/// same one counts, and each word that is skipped, in either text, takes it times the decay: 1 counts all alike, 0 those
/// without gaps alone. Nothing is clipped. Cost: order · words · words.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "segments.hpp"
#include "symbols.hpp"
#include "tokenizers.hpp"

namespace mtassay {

/// Keeps memory between calls, so each thread has its own.
class SkipNgramCounter {
 public:
  double operator()(std::span<const Symbol> first, std::span<const Symbol> second, std::size_t order, double decay);

 private:
  std::vector<double> reached_;
};

/// A row for each reference: what both have in common, the hypothesis with itself, the reference with itself.
void skip_ngram_rows(const Segments& hypotheses, const References& references, Tokenization tokenization,
                     std::size_t order, double decay, unsigned threads, std::span<double> rows);

}  // namespace mtassay
