#include "terp_rows.hpp"

#include <algorithm>
#include <cmath>

#include "unicode.hpp"

namespace mtassay {
namespace {

std::vector<std::string_view> split_words(std::string_view phrase) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < phrase.size();) {
    const std::size_t end = std::min(phrase.find(' ', at), phrase.size());
    if (end > at) words.push_back(phrase.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

}  // namespace

WeightedPhrases::WeightedPhrases(Segments references, Segments hypotheses, std::vector<double> probabilities)
    : references_(std::move(references)), hypotheses_(std::move(hypotheses)) {
  for (std::size_t i = 0; i < references_.size(); ++i) {
    Entry entry{split_words(hypotheses_[i]), probabilities[i]};
    const std::size_t words = split_words(references_[i]).size();
    if (words == 0 || entry.hypothesis.empty()) continue;
    longest_ = std::max(longest_, words);
    by_reference_[references_[i]].push_back(std::move(entry));
  }
}

std::span<const WeightedPhrases::Entry> WeightedPhrases::find(std::string_view reference) const {
  const auto found = by_reference_.find(reference);
  return found == by_reference_.end() ? std::span<const Entry>() : std::span<const Entry>(found->second);
}

TerpMeasure::TerpMeasure(const TerpKnowledge& knowledge)
    : knowledge_(knowledge), aligner_(knowledge.costs), phrase_aligner_(knowledge.costs) {}

double TerpMeasure::operator()(std::string_view hypothesis, std::string_view reference) {
  number(hypothesis, reference);
  find_alike();
  phrases_.clear();
  if (!knowledge_.phrases.empty()) find_phrases();
  return aligner_({hypothesis_, reference_, alike_, hypothesis_stops_, reference_stops_, phrases_});
}

void TerpMeasure::number(std::string_view hypothesis, std::string_view reference) {
  tokenizer_.clear();
  tokens_.clear();
  tokenizer_(without_trailing_space(hypothesis), tokens_);
  const std::size_t end = tokens_.size();
  tokenizer_(without_trailing_space(reference), tokens_);
  numbers_.clear(tokens_.size());
  words_.clear();
  hypothesis_.clear();
  reference_.clear();
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (i == end) hypothesis_symbols_ = words_.size();
    const Symbol symbol = numbers_(tokens_[i]);
    if (symbol > words_.size()) words_.push_back(tokens_[i]);
    (i < end ? hypothesis_ : reference_).push_back(symbol);
  }
  if (end == tokens_.size()) hypothesis_symbols_ = words_.size();
}

/// How a word may be edited into another one at the least cost.
Likeness TerpMeasure::likeness(Symbol hypothesis, Symbol reference) const {
  if (hypothesis == reference) return Likeness::same;
  const WordRelations& relations = knowledge_.relations;
  const std::int64_t ours = known_[hypothesis - 1], theirs = known_[reference - 1];
  if (ours < 0 || theirs < 0) return Likeness::other;
  Likeness best = Likeness::other;
  double least = knowledge_.costs.substitution;
  if (relations.has_stems() && knowledge_.costs.stem < least && relations.stem(ours) == relations.stem(theirs)) {
    best = Likeness::stem;
    least = knowledge_.costs.stem;
  }
  if (relations.has_synonyms() && knowledge_.costs.synonym < least &&
      std::ranges::find(relations.synonyms(ours), theirs) != relations.synonyms(ours).end()) {
    best = Likeness::synonym;
  }
  return best;
}

void TerpMeasure::find_alike() {
  const std::size_t symbols = words_.size();
  const bool knows = knowledge_.relations.has_stems() || knowledge_.relations.has_synonyms();
  known_.assign(symbols, -1);
  stops_.assign(symbols, 0);
  for (std::size_t s = 0; s < symbols; ++s) {
    if (knows) known_[s] = knowledge_.relations.find(words_[s]);
    if (!knowledge_.stops.empty()) stops_[s] = knowledge_.stops.contains(words_[s]);
  }
  likeness_.resize(hypothesis_symbols_ * symbols);
  for (std::size_t h = 0; h < hypothesis_symbols_; ++h) {
    for (std::size_t r = 0; r < symbols; ++r) {
      likeness_[h * symbols + r] = likeness(static_cast<Symbol>(h + 1), static_cast<Symbol>(r + 1));
    }
  }
  alike_.clear();
  hypothesis_stops_.clear();
  reference_stops_.clear();
  for (const Symbol ours : hypothesis_) {
    const Likeness* const row = &likeness_[(ours - 1) * symbols];
    for (const Symbol theirs : reference_) alike_.push_back(row[theirs - 1]);
    hypothesis_stops_.push_back(stops_[ours - 1]);
  }
  for (const Symbol theirs : reference_) reference_stops_.push_back(stops_[theirs - 1]);
}

/// The phrases of the reference for which there are words enough in the hypothesis, at the least cost of each.
void TerpMeasure::find_phrases() {
  const std::size_t end = tokens_.size(), first = end - reference_.size();
  const auto symbol_of = [&](std::string_view word) {
    const auto words = std::span(words_).first(hypothesis_symbols_);
    return static_cast<Symbol>(std::ranges::find(words, word) - words.begin() + 1);
  };
  for (std::size_t start = first; start < end; ++start) {
    for (std::size_t length = 1; length <= knowledge_.phrases.longest() && start + length <= end; ++length) {
      const std::string_view& last = tokens_[start + length - 1];
      const char* const begin = tokens_[start].data();
      const std::string_view text(begin, static_cast<std::size_t>(last.data() + last.size() - begin));
      const std::size_t before = phrases_.size();
      for (const WeightedPhrases::Entry& entry : knowledge_.phrases.find(text)) {
        WeightedPair phrase{start - first, length, {}, 0};
        for (const std::string_view word : entry.hypothesis) {
          phrase.hypothesis.push_back(symbol_of(word));
          if (phrase.hypothesis.back() > hypothesis_symbols_) break;
        }
        if (phrase.hypothesis.back() > hypothesis_symbols_) continue;
        phrase.cost = phrase_cost(phrase, entry.probability);
        const auto same = std::ranges::find_if(phrases_.begin() + static_cast<std::ptrdiff_t>(before), phrases_.end(),
                                               [&](const WeightedPair& other) { return other.hypothesis == phrase.hypothesis; });
        if (same == phrases_.end()) {
          phrases_.push_back(std::move(phrase));
        } else {
          same->cost = std::min(same->cost, phrase.cost);
        }
      }
    }
  }
}

/// Grows with the cost of editing one phrase into the other, and depends on how probably they stand for each other.
double TerpMeasure::phrase_cost(const WeightedPair& phrase, double probability) {
  static const double of_ten = std::log(10.0);
  const std::size_t symbols = words_.size();
  std::vector<Likeness> alike;
  std::vector<std::uint8_t> stops, reference_stops;
  const auto reference = std::span(reference_).subspan(phrase.start, phrase.length);
  for (const Symbol ours : phrase.hypothesis) {
    for (const Symbol theirs : reference) alike.push_back(likeness_[(ours - 1) * symbols + theirs - 1]);
    stops.push_back(stops_[ours - 1]);
  }
  for (const Symbol theirs : reference) reference_stops.push_back(stops_[theirs - 1]);
  const double edits = phrase_aligner_({phrase.hypothesis, reference, alike, stops, reference_stops, {}});
  // terms and their order as in the program
  const auto& weights = knowledge_.costs.phrase;
  const double cost = weights[0] + weights[1] * (std::log(probability) / of_ten) * edits +
                      weights[2] * probability * edits + weights[3] * edits;
  return std::max(0.0, cost);
}

void terp_rows(const Segments& hypotheses, const References& references, const TerpKnowledge& knowledge,
               unsigned threads, std::span<double> rows) {
  for_each_index(
      hypotheses.size(), threads,
      [&] {
        return [&, measure = TerpMeasure(knowledge)](std::size_t segment) mutable {
          const auto end = static_cast<std::size_t>(references.starts[segment + 1]);
          for (auto i = static_cast<std::size_t>(references.starts[segment]); i < end; ++i) {
            double* const row = &rows[i * terp_row_width];
            std::fill_n(row, terp_row_width, 0.0);
            row[0] = measure(hypotheses[segment], references.texts[i]);
            row[1] = static_cast<double>(measure.reference_words());
            for (const TerpStep& step : measure.aligner().steps()) {
              if (step.edit != TerpEdit::match) row[1 + static_cast<std::size_t>(step.edit)] += 1;
            }
            row[terp_row_width - 1] = static_cast<double>(measure.aligner().shifts().size());
          }
        };
      },
      8);
}

}  // namespace mtassay
