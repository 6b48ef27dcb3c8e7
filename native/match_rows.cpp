#include "match_rows.hpp"

#include <algorithm>
#include <unordered_set>

#include "ranks.hpp"
#include "runs.hpp"
#include "unicode.hpp"

namespace mtassay {
namespace {

using Text = std::span<const Symbol>;

/// A hypothesis and its references as numbers; equal numbers mean equal words.
class SegmentNumbers {
 public:
  explicit SegmentNumbers(Tokenization tokenization) : tokenizer_(tokenization) {}

  void operator()(std::string_view hypothesis, std::span<const std::string_view> references) {
    tokenizer_.clear();
    tokens_.clear();
    ends_.clear();
    cut(hypothesis);
    for (const std::string_view reference : references) cut(reference);
    numbers_.clear(tokens_.size());
    symbols_.clear();
    words_.clear();
    for (const std::string_view token : tokens_) {
      symbols_.push_back(numbers_(token));
      if (symbols_.back() > words_.size()) words_.push_back(token);
    }
  }

  Text hypothesis() const { return text(0); }
  Text reference(std::size_t i) const { return text(i + 1); }
  /// The word of each symbol; that of symbol s is words()[s - 1].
  std::span<const std::string_view> words() const { return words_; }

 private:
  void cut(std::string_view line) {
    tokenizer_(without_trailing_space(line), tokens_);
    ends_.push_back(tokens_.size());
  }
  Text text(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return Text(symbols_).subspan(begin, ends_[i] - begin);
  }

  Tokenizer tokenizer_;
  WordNumbers numbers_;
  std::vector<std::string_view> tokens_, words_;
  std::vector<std::size_t> ends_;
  std::vector<Symbol> symbols_;
};

/// Calls `measure(numbers, first, count)` of a worker for each segment, whose references are rows `first` and following.
template <class MakeMeasure>
void for_each_segment(const Segments& hypotheses, const References& references, Tokenization tokenization,
                      unsigned threads, MakeMeasure make_measure) {
  for_each_index(hypotheses.size(), threads, [&] {
    return [&, numbers = SegmentNumbers(tokenization), measure = make_measure()](std::size_t segment) mutable {
      const auto first = static_cast<std::size_t>(references.starts[segment]);
      const std::size_t count = static_cast<std::size_t>(references.starts[segment + 1]) - first;
      numbers(hypotheses[segment], references.texts.texts.subspan(first, count));
      measure(numbers, segment, first, count);
    };
  });
}

void write_runs(std::span<const Run> runs, double exponent, double hypothesis_length, double reference_length,
                double* row) {
  double words = 0;
  for (const Run& run : runs) words += run.length;
  row[0] = words;
  row[1] = static_cast<double>(runs.size());
  row[2] = matching_size(runs, exponent);
  row[3] = hypothesis_length;
  row[4] = reference_length;
}

}  // namespace

void run_rows(const Segments& hypotheses, const References& references, Tokenization tokenization, double exponent,
              bool joined, unsigned threads, std::span<double> rows) {
  for_each_segment(hypotheses, references, tokenization, threads, [&] {
    return [&, find_runs = LongestRuns(), all = std::vector<Symbol>()](
               const SegmentNumbers& numbers, std::size_t segment, std::size_t first, std::size_t count) mutable {
      const Text hypothesis = numbers.hypothesis();
      const std::size_t symbols = numbers.words().size();
      const auto length = static_cast<double>(hypothesis.size());
      if (!joined) {
        for (std::size_t i = 0; i < count; ++i) {
          const Text reference = numbers.reference(i);
          write_runs(find_runs(hypothesis, reference, symbols), exponent, length,
                     static_cast<double>(reference.size()), &rows[(first + i) * run_row_width]);
        }
        return;
      }
      all.clear();
      for (std::size_t i = 0; i < count; ++i) {
        const Text reference = numbers.reference(i);
        all.insert(all.end(), reference.begin(), reference.end());
        all.push_back(0);
      }
      const double mean = static_cast<double>(all.size() - count) / static_cast<double>(count);
      write_runs(find_runs(hypothesis, all, symbols), exponent, length, mean, &rows[segment * run_row_width]);
    };
  });
}

void place_rows(const Segments& hypotheses, const References& references, Tokenization tokenization, unsigned threads,
                std::span<double> rows) {
  for_each_segment(hypotheses, references, tokenization, threads, [&] {
    return [&, find_places = ContextPlaces(), count_ascending = AscendingPairs()](
               const SegmentNumbers& numbers, std::size_t, std::size_t first, std::size_t count) mutable {
      for (std::size_t i = 0; i < count; ++i) {
        const Text hypothesis = numbers.hypothesis(), reference = numbers.reference(i);
        const auto pairs = find_places(hypothesis, reference, numbers.words().size());
        double* const row = &rows[(first + i) * place_row_width];
        row[0] = static_cast<double>(count_ascending(pairs, reference.size()));
        row[1] = static_cast<double>(pairs.size());
        row[2] = static_cast<double>(hypothesis.size());
        row[3] = static_cast<double>(reference.size());
      }
    };
  });
}

void match_rows(const Segments& hypotheses, const References& references, Tokenization tokenization, Matcher matcher,
                const WordRelations& relations, unsigned threads, std::span<double> rows) {
  for_each_segment(hypotheses, references, tokenization, threads, [&] {
    return [&, match = StagedMatcher(matcher, relations)](const SegmentNumbers& numbers, std::size_t,
                                                          std::size_t first, std::size_t count) mutable {
      for (std::size_t i = 0; i < count; ++i) {
        const Text hypothesis = numbers.hypothesis(), reference = numbers.reference(i);
        const auto pairs = match(hypothesis, reference, numbers.words()).pairs();
        double* const row = &rows[(first + i) * match_row_width];
        row[0] = static_cast<double>(pairs.size());
        row[1] = static_cast<double>(count_chunks(pairs));
        row[2] = static_cast<double>(hypothesis.size());
        row[3] = static_cast<double>(reference.size());
      }
    };
  });
}

StagedMatcher::StagedMatcher(Matcher matcher, const WordRelations& relations)
    : relations_(relations),
      matcher_(matcher),
      by_stem_(relations.has_stems() ? relations.size() : 0, 0),
      by_word_(relations.has_synonyms() ? relations.size() : 0, 0) {}

WordMatcher& StagedMatcher::operator()(Text hypothesis, Text reference, std::span<const std::string_view> words) {
  matcher_.clear(hypothesis.size(), reference.size());
  matcher_.match_equal(hypothesis, reference, words.size());
  if (!relations_.has_stems() && !relations_.has_synonyms()) return matcher_;
  known_.assign(words.size() + 1, -1);
  for (std::size_t s = 1; s <= words.size(); ++s) known_[s] = relations_.find(words[s - 1]);
  if (relations_.has_stems()) match_stems(hypothesis, reference);
  if (relations_.has_synonyms()) match_synonyms(hypothesis, reference);
  return matcher_;
}

void StagedMatcher::match_stems(Text hypothesis, Text reference) {
  // stems are numbered below the number of words, and anew in each segment
  Symbol stems = 0;
  stem_symbols_.assign(known_.size(), 0);
  for (std::size_t s = 1; s < known_.size(); ++s) {
    if (known_[s] < 0) continue;
    Symbol& symbol = by_stem_[static_cast<std::size_t>(relations_.stem(known_[s]))];
    if (symbol == 0) symbol = ++stems;
    stem_symbols_[s] = symbol;
  }
  for (const std::int64_t word : known_) {
    if (word >= 0) by_stem_[static_cast<std::size_t>(relations_.stem(word))] = 0;
  }
  stemmed_hypothesis_.clear();
  stemmed_reference_.clear();
  for (const Symbol symbol : hypothesis) stemmed_hypothesis_.push_back(stem_symbols_[symbol]);
  for (const Symbol symbol : reference) stemmed_reference_.push_back(stem_symbols_[symbol]);
  matcher_.match_equal(stemmed_hypothesis_, stemmed_reference_, stems);
}

void StagedMatcher::match_synonyms(Text hypothesis, Text reference) {
  for (std::size_t s = 1; s < known_.size(); ++s) {
    if (known_[s] >= 0) by_word_[static_cast<std::size_t>(known_[s])] = static_cast<Symbol>(s);
  }
  related_.clear();
  related_starts_.assign(2, 0);  // of the symbol 0, which is none
  for (std::size_t s = 1; s < known_.size(); ++s) {
    if (known_[s] >= 0) {
      for (const std::int64_t word : relations_.synonyms(known_[s])) {
        const Symbol symbol = by_word_[static_cast<std::size_t>(word)];
        if (symbol != 0) related_.push_back(symbol);
      }
    }
    related_starts_.push_back(static_cast<std::uint32_t>(related_.size()));
  }
  for (const std::int64_t word : known_) {
    if (word >= 0) by_word_[static_cast<std::size_t>(word)] = 0;
  }
  matcher_.match_related(hypothesis, reference, known_.size() - 1, {related_starts_, related_});
}

std::vector<std::string> distinct_words(const Segments& texts, Tokenization tokenization) {
  Tokenizer tokenizer(tokenization);
  std::vector<std::string_view> tokens;
  std::vector<std::string> words;
  std::unordered_set<std::string> seen;
  for (const std::string_view text : texts.texts) {
    tokenizer.clear();
    tokens.clear();
    tokenizer(without_trailing_space(text), tokens);
    for (const std::string_view token : tokens) {
      const auto [word, is_new] = seen.emplace(token);
      if (is_new) words.push_back(*word);
    }
  }
  return words;
}

}  // namespace mtassay
