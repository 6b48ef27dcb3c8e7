#include "nist.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <tuple>

#include "ngrams.hpp"
#include "unicode.hpp"

namespace mtassay {
namespace {

std::uint64_t key_of(Symbol first, Symbol second) { return static_cast<std::uint64_t>(first) << 32 | second; }

/// The high bits of a product depend on all bits of the key; Fibonacci hashing.
std::size_t place_of(std::uint64_t key, std::size_t mask) {
  return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 32) & mask;
}

}  // namespace

void PairNumbers::clear(std::size_t expected) {
  const std::size_t capacity = std::bit_ceil(2 * expected + 2);
  slots_.assign(capacity, Slot{0, 0});
  mask_ = capacity - 1;
  size_ = 0;
}

PairNumbers::Slot& PairNumbers::slot_of(std::uint64_t key) {
  std::size_t place = place_of(key, mask_);
  while (slots_[place].number != 0 && slots_[place].key != key) place = (place + 1) & mask_;
  return slots_[place];
}

void PairNumbers::grow() {
  std::vector<Slot> old(2 * slots_.size(), Slot{0, 0});
  old.swap(slots_);
  mask_ = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.number != 0) slot_of(slot.key) = slot;
  }
}

Symbol PairNumbers::operator()(Symbol first, Symbol second) {
  if (2 * (size_ + 1) > slots_.size()) grow();
  const std::uint64_t key = key_of(first, second);
  Slot& slot = slot_of(key);
  if (slot.number == 0) slot = {key, static_cast<Symbol>(++size_)};
  return slot.number;
}

Symbol PairNumbers::find(Symbol first, Symbol second) const {
  const std::uint64_t key = key_of(first, second);
  std::size_t place = place_of(key, mask_);
  while (slots_[place].number != 0 && slots_[place].key != key) place = (place + 1) & mask_;
  return slots_[place].number;
}

NgramInformation::NgramInformation(const Segments& references, Tokenization tokenization, std::size_t max_order)
    : max_order_(max_order), tokenization_(tokenization) {
  assert(max_order >= 1 && max_order <= max_order_limit);
  std::vector<Symbol> words;  // of all texts, one after the other
  std::vector<std::size_t> ends;
  Tokenizer tokenizer(tokenization);
  std::vector<std::string_view> tokens;
  for (const std::string_view text : references.texts) {
    tokenizer.clear();
    tokens.clear();
    tokenizer(without_trailing_space(text), tokens);
    for (const std::string_view token : tokens) {
      auto known = words_.find(token);
      if (known == words_.end()) known = words_.emplace(token, static_cast<Symbol>(words_.size() + 1)).first;
      words.push_back(known->second);
    }
    ends.push_back(words.size());
  }

  const auto vocabulary = static_cast<Symbol>(words_.size());
  std::vector<std::uint32_t> counts(vocabulary + 1, 0);  // by number
  for (const Symbol word : words) ++counts[word];
  bits_.assign(vocabulary + 1, 0.0);
  const auto bits = [](std::size_t shorter, std::uint32_t count) {
    return std::log(static_cast<double>(shorter) / static_cast<double>(count)) / std::log(2.0);
  };
  for (Symbol word = 1; word <= vocabulary; ++word) bits_[word] = bits(words.size(), counts[word]);

  pairs_.clear(vocabulary);
  std::vector<Symbol> ngrams = words;  // that start at each place, of the order seen last; 0 where none is kept
  std::vector<Symbol> shorter;         // the n-gram without its last word, of the numbers given in this order
  for (std::size_t order = 2; order <= max_order; ++order) {
    const std::size_t first = counts.size();
    shorter.clear();
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
      for (std::size_t i = begin; i < end; ++i) {
        const Symbol known = ngrams[i];
        if (known == 0) continue;
        ngrams[i] = 0;
        if (i + order > end || counts[known] < 2) continue;
        const Symbol number = vocabulary + pairs_(known, words[i + order - 1]);
        if (number == counts.size()) {
          counts.push_back(0);
          shorter.push_back(known);
        }
        ++counts[number];
        ngrams[i] = number;
      }
      begin = end;
    }
    for (std::size_t number = first; number < counts.size(); ++number) {
      bits_.push_back(bits(counts[shorter[number - first]], counts[number]));
    }
  }
}

Symbol NgramInformation::word(std::string_view text) const {
  const auto known = words_.find(text);
  return known == words_.end() ? 0 : known->second;
}

Symbol NgramInformation::longer(Symbol ngram, Symbol word) const {
  if (ngram == 0 || word == 0) return 0;
  const Symbol number = pairs_.find(ngram, word);
  return number == 0 ? 0 : static_cast<Symbol>(words_.size()) + number;
}

namespace {

/// The n-grams of one segment after the other, order by order. Each thread has its own.
class InformationMatcher {
 public:
  InformationMatcher(const NgramInformation& information, NistStyle style)
      : information_(information), style_(style), tokenizer_(information.tokenization()) {}

  void operator()(std::string_view hypothesis, std::span<const std::string_view> references, double* row) {
    read(hypothesis, references);
    const std::size_t max_order = information_.max_order(), length = texts_[0].size();
    double lengths = 0;
    for (std::size_t order = 1; order <= max_order; ++order) {
      number(order, references.size());
      const auto [bits, reference_length] =
          style_ == NistStyle::mteval ? clipped(references.size()) : of_best(order, references.size());
      row[2 + order - 1] = bits;
      row[2 + max_order + order - 1] = static_cast<double>(ngram_total(length, order));
      lengths += reference_length;
    }
    row[0] = static_cast<double>(length);
    row[1] = lengths / static_cast<double>(max_order);
    if (style_ == NistStyle::mteval) row[1] = mean_length(references.size());
  }

 private:
  using Text = std::vector<Symbol>;

  void read(std::string_view hypothesis, std::span<const std::string_view> references) {
    const std::size_t count = references.size() + 1;
    if (texts_.size() < count) {
      texts_.resize(count);
      ngrams_.resize(count);
    }
    tokenizer_.clear();
    tokens_.clear();
    ends_.clear();
    tokenizer_(without_trailing_space(hypothesis), tokens_);
    ends_.push_back(tokens_.size());
    for (const std::string_view reference : references) {
      tokenizer_(without_trailing_space(reference), tokens_);
      ends_.push_back(tokens_.size());
    }
    words_.clear(tokens_.size());
    std::size_t begin = 0;
    for (std::size_t text = 0; text < count; ++text) {
      texts_[text].clear();
      for (std::size_t i = begin; i < ends_[text]; ++i) texts_[text].push_back(words_(tokens_[i]));
      begin = ends_[text];
      // the hypothesis comes first, so its words are those with the lowest numbers
      if (text == 0) vocabulary_ = static_cast<Symbol>(words_.size());
    }
    global_words_.assign(vocabulary_ + 1, 0);
    for (std::size_t i = 0; i < texts_[0].size(); ++i) global_words_[texts_[0][i]] = information_.word(tokens_[i]);
  }

  /// Numbers the n-grams of this order; in references only those that the hypothesis has too, all others are 0.
  void number(std::size_t order, std::size_t references) {
    const Text& hypothesis = texts_[0];
    if (order == 1) {
      for (std::size_t text = 0; text <= references; ++text) ngrams_[text] = texts_[text];
      for (std::size_t text = 1; text <= references; ++text) {
        for (Symbol& word : ngrams_[text]) word = word <= vocabulary_ ? word : 0;
      }
      global_ = global_words_;
    } else {
      pairs_.clear(hypothesis.size());
      longer_.assign(1, 0);
      const std::size_t total = static_cast<std::size_t>(ngram_total(hypothesis.size(), order));
      for (std::size_t i = 0; i < total; ++i) {
        const Symbol known = ngrams_[0][i], last = hypothesis[i + order - 1];
        ngrams_[0][i] = pairs_(known, last);
        if (ngrams_[0][i] == longer_.size()) longer_.push_back(information_.longer(global_[known], global_words_[last]));
      }
      ngrams_[0].resize(total);
      for (std::size_t text = 1; text <= references; ++text) {
        const std::size_t here = static_cast<std::size_t>(ngram_total(texts_[text].size(), order));
        for (std::size_t i = 0; i < here; ++i) {
          Symbol& ngram = ngrams_[text][i];
          if (ngram != 0) ngram = pairs_.find(ngram, texts_[text][i + order - 1]);
        }
        ngrams_[text].resize(here);
      }
      global_.swap(longer_);
    }
    in_hypothesis_.assign(global_.size(), 0);
    for (const Symbol ngram : ngrams_[0]) ++in_hypothesis_[ngram];
  }

  void count(const Text& ngrams, std::vector<std::uint32_t>& counts) const {
    counts.assign(global_.size(), 0);
    for (const Symbol ngram : ngrams) ++counts[ngram];  // counts[0] is that of all others
  }

  /// In the order in which the n-grams first appear in the hypothesis: sums are the same wherever they are made.
  double information_of(const std::vector<std::uint32_t>& in_reference) const {
    double sum = 0;
    for (std::size_t ngram = 1; ngram < global_.size(); ++ngram) {
      const std::uint32_t matches = std::min(in_hypothesis_[ngram], in_reference[ngram]);
      if (matches > 0 && global_[ngram] != 0) sum += information_.bits(global_[ngram]) * matches;
    }
    return sum;
  }

  std::pair<double, double> clipped(std::size_t references) {
    most_.assign(global_.size(), 0);
    for (std::size_t text = 1; text <= references; ++text) {
      count(ngrams_[text], counts_);
      for (std::size_t i = 0; i < most_.size(); ++i) most_[i] = std::max(most_[i], counts_[i]);
    }
    return {information_of(most_), 0.0};
  }

  std::pair<double, double> of_best(std::size_t order, std::size_t references) {
    const auto total = static_cast<double>(ngram_total(texts_[0].size(), order));
    std::tuple<double, double, double> best{-1.0, 0.0, 0.0};
    for (std::size_t text = 1; text <= references; ++text) {
      count(ngrams_[text], counts_);
      const double bits = information_of(counts_);
      // of equals the longest reference, as NLTK does
      best = std::max(best, {total > 0 ? bits / total : 0.0, bits, static_cast<double>(texts_[text].size())});
    }
    return {std::get<1>(best), std::get<2>(best)};
  }

  double mean_length(std::size_t references) const {
    std::size_t sum = 0;
    for (std::size_t text = 1; text <= references; ++text) sum += texts_[text].size();
    return static_cast<double>(sum) / static_cast<double>(references);
  }

  const NgramInformation& information_;
  NistStyle style_;
  Tokenizer tokenizer_;
  std::vector<std::string_view> tokens_;
  std::vector<std::size_t> ends_;
  WordNumbers words_;
  PairNumbers pairs_;
  Symbol vocabulary_ = 0;             ///< words of the hypothesis
  std::vector<Text> texts_, ngrams_;  ///< the hypothesis and its references as words, and as n-grams of this order
  std::vector<Symbol> global_words_;  ///< the number that the information has for a word
  std::vector<Symbol> global_, longer_;  ///< the same for n-grams of this order
  std::vector<std::uint32_t> in_hypothesis_, counts_, most_;
};

}  // namespace

void nist_rows(const Segments& hypotheses, const References& references, const NgramInformation& information,
               NistStyle style, unsigned threads, std::span<double> rows) {
  const std::size_t width = 2 + 2 * information.max_order();
  for_each_index(hypotheses.size(), threads, [&] {
    return [&, matcher = InformationMatcher(information, style)](std::size_t segment) mutable {
      const auto first = static_cast<std::size_t>(references.starts[segment]);
      const std::size_t count = static_cast<std::size_t>(references.starts[segment + 1]) - first;
      matcher(hypotheses[segment], references.texts.texts.subspan(first, count), &rows[segment * width]);
    };
  });
}

}  // namespace mtassay
