#include "character.hpp"

#include <algorithm>
#include <numeric>

#include "unicode.hpp"

namespace mtassay {
namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// Where the word stood that a candidate brings to a place.
template <class Candidate>
std::size_t source(const Candidate& moved, std::size_t place) {
  if (place >= moved.target && place < moved.target + moved.length) return place - moved.target + moved.start;
  if (place >= moved.start && place < moved.target) return place + moved.length;
  if (place >= moved.target && place < moved.start + moved.length) return place - moved.length;
  return place;
}

}  // namespace

void PhraseShifter::number_positions(Columns& columns, std::size_t symbols, bool backwards) {
  columns.positions.assign((symbols + 1) * blocks_, 0);
  for (std::size_t j = 0; j < reference_.size(); ++j) {
    const Symbol symbol = reference_[backwards ? reference_.size() - 1 - j : j];
    columns.positions[symbol * blocks_ + j / 64] |= std::uint64_t{1} << j % 64;
  }
}

/// Goes on to the next column in place; returns by how much the cost at its end changes.
std::int64_t PhraseShifter::advance(const Columns& columns, CostSteps* column, Symbol symbol) const {
  const std::uint64_t* const equal = &columns.positions[symbol * blocks_];
  int step = 1;  // before the reference the cost rises with every hypothesis word
  for (std::size_t block = 0; block + 1 < blocks_; ++block) {
    step = column[block].advance(equal[block], step, std::uint64_t{1} << 63);
  }
  const std::size_t bottom = (reference_.size() - 1) % 64;
  return column[blocks_ - 1].advance(equal[blocks_ - 1], step, std::uint64_t{1} << bottom);
}

void PhraseShifter::compute_columns(Columns& columns, bool backwards) {
  const std::size_t count = hypothesis_.size();
  columns.steps.resize((count + 1) * blocks_);
  columns.last.resize(count + 1);
  std::fill_n(columns.steps.begin(), blocks_, CostSteps());
  columns.last[0] = static_cast<std::int64_t>(reference_.size());
  for (std::size_t i = 0; i < count; ++i) {
    CostSteps* const column = &columns.steps[(i + 1) * blocks_];
    std::copy_n(column - blocks_, blocks_, column);
    columns.last[i + 1] = columns.last[i] + advance(columns, column, hypothesis_[backwards ? count - 1 - i : i]);
  }
}

/// The distance of a text: `column` is that of its first `words_before` words, and the last `words_after` words of the
/// hypothesis follow.
std::int64_t PhraseShifter::join(const CostSteps* column, std::size_t words_before, std::size_t words_after) const {
  const CostSteps* const rest = &backward_.steps[words_after * blocks_];
  const std::size_t length = reference_.size();
  // what the words before cost with the first j reference words, plus what those after cost with the others
  std::int64_t cost = static_cast<std::int64_t>(words_before) + backward_.last[words_after];
  std::int64_t least = cost;
  for (std::size_t j = 0; j < length; ++j) {
    const std::size_t k = length - 1 - j;
    const CostSteps &here = column[j / 64], &there = rest[k / 64];
    cost += static_cast<std::int64_t>(here.positive >> j % 64 & 1) - static_cast<std::int64_t>(here.negative >> j % 64 & 1);
    cost -= static_cast<std::int64_t>(there.positive >> k % 64 & 1) - static_cast<std::int64_t>(there.negative >> k % 64 & 1);
    least = std::min(least, cost);
  }
  return least;
}

std::int64_t PhraseShifter::distance_of(const Candidate& candidate) {
  const std::size_t begin = std::min(candidate.start, candidate.target);
  const std::size_t end = std::max(candidate.start, candidate.target) + candidate.length;
  column_.assign(&forward_.steps[begin * blocks_], &forward_.steps[begin * blocks_] + blocks_);
  for (std::size_t place = begin; place < end; ++place) {
    advance(forward_, column_.data(), hypothesis_[source(candidate, place)]);
  }
  return join(column_.data(), end, hypothesis_.size() - end);
}

/// The distance where the `length` reference words from `place` on are put in before the word `target`.
std::int64_t PhraseShifter::distance_with(std::size_t place, std::size_t length, std::size_t target) {
  column_.assign(&forward_.steps[target * blocks_], &forward_.steps[target * blocks_] + blocks_);
  for (std::size_t i = 0; i < length; ++i) advance(forward_, column_.data(), reference_[place + i]);
  return join(column_.data(), target + length, hypothesis_.size() - target);
}

/// All candidates after which the distance may be `limit` or less, the most promising first.
void PhraseShifter::find_candidates(std::int64_t limit) {
  candidates_.clear();
  const std::size_t count = hypothesis_.size();
  for (auto& known : with_) known.assign(reference_.size(), {0, 0});
  for (std::size_t start = 0; start < count; ++start) {
    without_.assign(std::min(count - start, reference_.size()) + 1, -1);
    for (std::size_t place = first_place_[hypothesis_[start]]; place != nowhere; place = next_place_[place]) {
      if (place == start) continue;
      std::size_t length = 1;
      while (start + length < count && place + length < reference_.size() &&
             hypothesis_[start + length] == reference_[place + length]) {
        ++length;
      }
      std::int64_t& without = without_[length];
      if (without < 0) without = join(&forward_.steps[start * blocks_], start, count - start - length);
      const auto change = static_cast<std::int64_t>(length);
      if (without - change > limit) continue;
      // a place behind the end of what is left is the end
      const std::size_t target = std::min(place, count - length);
      const bool to_the_right = target > start;
      Insertion& with = with_[to_the_right][place];
      if (with.length != length) with = {length, distance_with(place, length, to_the_right ? target + length : target)};
      const std::int64_t bound = std::max(without, with.distance) - change;
      if (bound <= limit) candidates_.push_back({bound, start, target, length});
    }
  }
  std::sort(candidates_.begin(), candidates_.end(),
            [](const Candidate& a, const Candidate& b) { return a.bound < b.bound; });
}

/// Whether what the candidate makes of the hypothesis comes later in the order of words, as lists are compared.
bool PhraseShifter::comes_after(const Candidate& candidate, const Candidate& other) const {
  for (std::size_t place = 0; place < hypothesis_.size(); ++place) {
    const std::size_t ours = source(candidate, place), theirs = source(other, place);
    // bytes of UTF-8 are in the order of code points
    if (hypothesis_[ours] != hypothesis_[theirs]) return words_[order_[ours]] > words_[order_[theirs]];
  }
  return false;
}

void PhraseShifter::apply(const Candidate& candidate) {
  const auto move = [&](auto& items) {
    const auto at = [&](std::size_t place) { return items.begin() + static_cast<std::ptrdiff_t>(place); };
    const std::size_t end = candidate.start + candidate.length;
    if (candidate.target < candidate.start) {
      std::rotate(at(candidate.target), at(candidate.start), at(end));
    } else {
      std::rotate(at(candidate.start), at(end), at(candidate.target + candidate.length));
    }
  };
  move(hypothesis_);
  move(order_);
}

const std::vector<std::size_t>& PhraseShifter::operator()(std::span<const std::string_view> words,
                                                          std::span<const Symbol> hypothesis,
                                                          std::span<const Symbol> reference, std::size_t symbols) {
  words_ = words;
  reference_ = reference;
  hypothesis_.assign(hypothesis.begin(), hypothesis.end());
  order_.resize(hypothesis.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  if (hypothesis.empty() || reference.empty()) return order_;

  // in any order of the words the distance is at least this
  const auto least = static_cast<std::int64_t>(std::max(hypothesis.size(), reference.size())) -
                     common_(hypothesis, reference, symbols);
  blocks_ = (reference.size() + 63) / 64;
  first_place_.assign(symbols + 1, nowhere);
  next_place_.resize(reference.size());
  for (std::size_t j = reference.size(); j-- > 0;) {
    next_place_[j] = first_place_[reference[j]];
    first_place_[reference[j]] = j;
  }
  number_positions(forward_, symbols, false);
  number_positions(backward_, symbols, true);
  compute_columns(forward_, false);

  // `cer` subtracts rates and not edits. Where a shift more than halves the rate, the difference is rounded, and the rate
  // that it goes on with can be a last bit too high; then a shift that gains nothing still counts as one that does.
  const auto length = static_cast<double>(reference.size());
  double rate = static_cast<double>(forward_.last.back()) / length;
  while (true) {
    const std::int64_t distance = forward_.last.back();
    const bool takes_equal = rate - static_cast<double>(distance) / length > 0;
    std::int64_t limit = takes_equal ? distance : distance - 1;
    if (limit < least) break;
    compute_columns(backward_, true);
    find_candidates(limit);
    const Candidate* best = nullptr;
    for (const Candidate& candidate : candidates_) {
      if (candidate.bound > limit) break;
      const std::int64_t found = distance_of(candidate);
      if (found > limit) continue;
      if (best == nullptr || found < limit || comes_after(candidate, *best)) best = &candidate;
      limit = found;
    }
    if (best == nullptr) break;
    rate -= rate - static_cast<double>(limit) / length;
    apply(*best);
    compute_columns(forward_, false);
  }
  return order_;
}

namespace {

/// What the shifts cost: for each phrase that now stands further right, the mean length of its words.
double shift_cost(std::span<const Symbol> original, std::span<const std::size_t> order,
                  std::span<const std::size_t> lengths) {
  double cost = 0;
  const auto shifted = [&](std::size_t place) { return original[order[place]]; };
  const std::size_t count = original.size();
  for (std::size_t start = 0; start < count;) {
    std::size_t place = start;
    while (place < count && shifted(place) != original[start]) ++place;
    std::size_t length = 1;
    if (place != start && place < count) {
      while (place + length < count && original[start + length] == shifted(place + length)) ++length;
      const std::size_t characters = std::accumulate(&lengths[start], &lengths[start] + length, std::size_t{0});
      cost += static_cast<double>(characters) / static_cast<double>(length);
    }
    start += length;
  }
  return cost;
}

std::size_t count_characters(std::string_view word) {
  return word.size() - static_cast<std::size_t>(std::count_if(word.begin(), word.end(), is_continuation));
}

/// Compares pairs of texts. Keeps memory between calls, so each thread has its own.
class PairComparison {
 public:
  explicit PairComparison(Tokenization tokenization) : tokenizer_(tokenization) {}

  void operator()(std::string_view hypothesis_line, std::string_view reference_line, double* row) {
    tokenizer_.clear();
    tokens_.clear();
    tokenizer_(without_trailing_space(hypothesis_line), tokens_);
    const std::size_t end = tokens_.size();
    tokenizer_(without_trailing_space(reference_line), tokens_);
    words_.clear(tokens_.size());
    numbers_.clear();
    lengths_.clear();
    for (const std::string_view token : tokens_) numbers_.push_back(words_(token));
    const std::span<const std::string_view> tokens = tokens_;
    const std::span<const Symbol> numbers = numbers_;
    const auto hypothesis = numbers.first(end), reference = numbers.subspan(end);

    const std::vector<std::size_t>& order = shifter_(tokens.first(end), hypothesis, reference, words_.size());
    for (const std::string_view token : tokens.first(end)) lengths_.push_back(count_characters(token));

    characters_.clear();
    spell(end, [&](std::size_t place) { return tokens[order[place]]; }, hypothesis_);
    spell(tokens.size() - end, [&](std::size_t place) { return tokens[end + place]; }, reference_);
    row[0] = static_cast<double>(distance_(hypothesis_, reference_, characters_.size()));
    row[1] = shift_cost(hypothesis, order, lengths_);
    row[2] = static_cast<double>(hypothesis_.size());
    row[3] = static_cast<double>(reference_.size());
  }

 private:
  /// The characters of `count` words with single spaces between them.
  template <class WordAt>
  void spell(std::size_t count, WordAt word_at, std::vector<Symbol>& text) {
    text.clear();
    for (std::size_t place = 0; place < count; ++place) {
      if (place > 0) text.push_back(characters_(U' '));
      characters_.number(word_at(place), text);
    }
  }

  Tokenizer tokenizer_;
  WordNumbers words_;
  CharacterNumbers characters_;
  PhraseShifter shifter_;
  EditDistance distance_;
  std::vector<std::string_view> tokens_;
  std::vector<Symbol> numbers_, hypothesis_, reference_;
  std::vector<std::size_t> lengths_;
};

}  // namespace

void character_rows(const Segments& hypotheses, const References& references, Tokenization tokenization,
                    unsigned threads, std::span<double> rows) {
  for_each_index(hypotheses.size(), threads, [&] {
    return [&, compare = PairComparison(tokenization)](std::size_t segment) mutable {
      const auto end = static_cast<std::size_t>(references.starts[segment + 1]);
      for (auto i = static_cast<std::size_t>(references.starts[segment]); i < end; ++i) {
        compare(hypotheses[segment], references.texts[i], &rows[i * character_row_width]);
      }
    };
  });
}

}  // namespace mtassay
