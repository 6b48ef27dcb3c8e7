#include "skip_ngrams.hpp"

#include "unicode.hpp"

namespace mtassay {

double SkipNgramCounter::operator()(std::span<const Symbol> first, std::span<const Symbol> second, std::size_t order,
                                    double decay) {
  // reached_[n][j] sums what common skip n-grams of n + 1 words count that end before row i and up to column j, each
  // taken times the decay for the words after its end; row by row, from the longest to the shortest
  const std::size_t columns = second.size() + 1, levels = order - 1;
  reached_.assign(levels * columns, 0.0);
  double total = 0.0;
  for (const Symbol word : first) {
    for (std::size_t level = order; level-- > 0;) {
      const double* const shorter = level == 0 ? nullptr : &reached_[(level - 1) * columns];
      double* const own = level == levels ? nullptr : &reached_[level * columns];
      double along = 0.0;  // of this row, up to this column
      for (std::size_t j = 0; j < second.size(); ++j) {
        double here = 0.0;
        if (word == second[j]) here = shorter == nullptr ? 1.0 : shorter[j];
        if (own == nullptr) {
          total += here;
        } else {
          along = along * decay + here;
          own[j + 1] = own[j + 1] * decay + along;
        }
      }
    }
  }
  return total;
}

void skip_ngram_rows(const Segments& hypotheses, const References& references, Tokenization tokenization,
                     std::size_t order, double decay, unsigned threads, std::span<double> rows) {
  for_each_index(hypotheses.size(), threads, [&] {
    return [&, tokenizer = Tokenizer(tokenization), numbers = WordNumbers(), count = SkipNgramCounter(),
            tokens = std::vector<std::string_view>(), ends = std::vector<std::size_t>(),
            symbols = std::vector<Symbol>()](std::size_t segment) mutable {
      const auto first = static_cast<std::size_t>(references.starts[segment]);
      const auto last = static_cast<std::size_t>(references.starts[segment + 1]);
      tokenizer.clear();
      tokens.clear();
      ends.clear();
      tokenizer(without_trailing_space(hypotheses[segment]), tokens);
      ends.push_back(tokens.size());
      for (std::size_t i = first; i < last; ++i) {
        tokenizer(without_trailing_space(references.texts[i]), tokens);
        ends.push_back(tokens.size());
      }
      numbers.clear(tokens.size());
      symbols.resize(tokens.size());
      for (std::size_t i = 0; i < tokens.size(); ++i) symbols[i] = numbers(tokens[i]);
      const std::span<const Symbol> all = symbols;
      const std::span<const Symbol> hypothesis = all.first(ends[0]);
      const double own = count(hypothesis, hypothesis, order, decay);
      for (std::size_t i = first; i < last; ++i) {
        const std::size_t begin = ends[i - first];
        const std::span<const Symbol> reference = all.subspan(begin, ends[i - first + 1] - begin);
        rows[3 * i] = count(hypothesis, reference, order, decay);
        rows[3 * i + 1] = own;
        rows[3 * i + 2] = count(reference, reference, order, decay);
      }
    };
  });
}

}  // namespace mtassay
