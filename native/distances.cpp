#include "distances.hpp"

#include <algorithm>
#include <cassert>
#include <vector>

#include "edits.hpp"
#include "ngrams.hpp"
#include "symbols.hpp"
#include "unicode.hpp"

namespace mtassay {
namespace {

/// So many pairs are matched at once by n-grams: their counts should stay in the cache.
constexpr std::size_t pairs_at_once = 1 << 15;

/// The texts of a group as numbers, one after the other in one piece of memory.
class NumberedGroup {
 public:
  explicit NumberedGroup(const DistanceSettings& settings) : settings_(settings), tokenizer_(settings.tokenization) {}

  void clear() {
    lines_.clear();
    texts_.clear();
  }
  void add(std::string_view text) { lines_.push_back(text); }

  /// Cuts and numbers what was added.
  void number() {
    symbols_.clear();
    ends_.clear();
    settings_.closeness == Closeness::ngrams ? number_characters() : number_tokens();
    texts_.clear();
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      texts_.emplace_back(symbols_.data() + begin, end - begin);
      begin = end;
    }
  }

  std::span<const Symbols> texts() const { return texts_; }
  /// How many different symbols there are.
  std::size_t size() const { return settings_.closeness == Closeness::ngrams ? characters_.size() : words_.size(); }

 private:
  void number_tokens() {
    tokenizer_.clear();
    tokens_.clear();
    for (const std::string_view line : lines_) {
      tokenizer_(without_trailing_space(line), tokens_);
      ends_.push_back(tokens_.size());
    }
    words_.clear(tokens_.size());
    for (const std::string_view token : tokens_) symbols_.push_back(words_(token));
  }

  void number_characters() {
    characters_.clear();
    for (const std::string_view line : lines_) {
      for (std::size_t at = 0; at < line.size();) {
        const Decoded character = decode(line.data() + at);
        at += character.length;
        if (!is_space(character.code_point)) symbols_.push_back(characters_(character.code_point));
      }
      ends_.push_back(symbols_.size());
    }
  }

  DistanceSettings settings_;
  Tokenizer tokenizer_;
  WordNumbers words_;
  CharacterNumbers characters_;
  std::vector<std::string_view> lines_, tokens_;
  std::vector<Symbol> symbols_;
  std::vector<std::size_t> ends_;
  std::vector<Symbols> texts_;
};

/// `matches` are those of order 1, 2 and so on.
double ngram_distance(std::size_t left, std::size_t right, std::span<const std::int32_t> matches) {
  if (left == 0 || right == 0) return left == right ? 0 : 1;
  const std::size_t orders = std::min({left, right, matches.size()});
  double precision = 0, recall = 0;
  for (std::size_t order = 1; order <= orders; ++order) {
    precision += matches[order - 1] / static_cast<double>(ngram_total(left, order));
    recall += matches[order - 1] / static_cast<double>(ngram_total(right, order));
  }
  precision /= static_cast<double>(orders);
  recall /= static_cast<double>(orders);
  if (precision + recall == 0) return 1;
  return std::max(0.0, 1 - 2 * precision * recall / (precision + recall));
}

/// Distances between numbered texts. Keeps memory between calls, so each thread has its own.
class TextDistances {
 public:
  explicit TextDistances(const DistanceSettings& settings) : settings_(settings) {}

  /// From one text to others, by edits or moves. Valid until the next call.
  std::span<const std::int64_t> from(Symbols text, std::span<const Symbols> others, std::size_t symbols) {
    row_.resize(others.size());
    if (settings_.closeness == Closeness::edits) {
      edits_.to_all(text, others, symbols, row_);
    } else {
      for (std::size_t j = 0; j < others.size(); ++j) {
        row_[j] = std::max(cover_(text, others[j], symbols), cover_(others[j], text, symbols));
      }
    }
    return row_;
  }

  /// Of every pair; `write(i, j, distance)` takes them.
  template <class Write>
  void all(std::span<const Symbols> left, std::span<const Symbols> right, std::size_t symbols, Write write) {
    if (right.empty()) return;
    if (settings_.closeness != Closeness::ngrams) {
      for (std::size_t i = 0; i < left.size(); ++i) {
        const std::span<const std::int64_t> row = from(left[i], right, symbols);
        for (std::size_t j = 0; j < right.size(); ++j) write(i, j, static_cast<double>(row[j]));
      }
      return;
    }
    const std::size_t order = settings_.max_order;
    const std::size_t step = std::max<std::size_t>(1, pairs_at_once / right.size());
    for (std::size_t begin = 0; begin < left.size(); begin += step) {
      const std::size_t end = std::min(left.size(), begin + step);
      matches_.resize((end - begin) * right.size() * order);
      matcher_(left.subspan(begin, end - begin), right, symbols, order, matches_);
      const std::int32_t* at = matches_.data();
      for (std::size_t i = begin; i < end; ++i) {
        for (std::size_t j = 0; j < right.size(); ++j, at += order) {
          write(i, j, ngram_distance(left[i].size(), right[j].size(), {at, order}));
        }
      }
    }
  }

 private:
  DistanceSettings settings_;
  EditDistance edits_;
  CoverDistance cover_;
  PairwiseMatcher matcher_;
  std::vector<std::int32_t> matches_;
  std::vector<std::int64_t> row_;
};

std::size_t group_size(const References& texts, std::size_t group) {
  return static_cast<std::size_t>(texts.starts[group + 1] - texts.starts[group]);
}

}  // namespace

void grouped_distances(const Segments& left, std::span<const std::int64_t> groups, const References& right,
                       const DistanceSettings& settings, unsigned threads, std::span<double> distances) {
  assert(groups.size() == left.size());
  // the texts on the left in the order of their groups, and where the distances of each one go
  std::vector<std::size_t> begins(right.segments() + 1, 0), order(left.size()), rows(left.size() + 1, 0);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const auto group = static_cast<std::size_t>(groups[i]);
    ++begins[group + 1];
    rows[i + 1] = rows[i] + group_size(right, group);
  }
  assert(rows.back() == distances.size());
  for (std::size_t group = 0; group < right.segments(); ++group) begins[group + 1] += begins[group];
  std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
  for (std::size_t i = 0; i < left.size(); ++i) order[next[static_cast<std::size_t>(groups[i])]++] = i;

  for_each_index(
      right.segments(), threads,
      [&] {
        return [&, numbered = NumberedGroup(settings), measure = TextDistances(settings)](std::size_t group) mutable {
          const std::span<const std::size_t> members(order.data() + begins[group], begins[group + 1] - begins[group]);
          if (members.empty()) return;
          numbered.clear();
          for (const std::size_t member : members) numbered.add(left[member]);
          const auto first = static_cast<std::size_t>(right.starts[group]);
          for (std::size_t j = 0; j < group_size(right, group); ++j) numbered.add(right.texts[first + j]);
          numbered.number();
          const std::span<const Symbols> texts = numbered.texts();
          measure.all(texts.first(members.size()), texts.subspan(members.size()), numbered.size(),
                      [&](std::size_t i, std::size_t j, double distance) { distances[rows[members[i]] + j] = distance; });
        };
      },
      1);
}

void inner_distances(const References& texts, const DistanceSettings& settings, unsigned threads,
                     std::span<double> distances) {
  std::vector<std::size_t> squares(texts.segments() + 1, 0);
  for (std::size_t group = 0; group < texts.segments(); ++group) {
    squares[group + 1] = squares[group] + group_size(texts, group) * group_size(texts, group);
  }
  assert(squares.back() == distances.size());
  for_each_index(
      texts.segments(), threads,
      [&] {
        return [&, numbered = NumberedGroup(settings), measure = TextDistances(settings)](std::size_t group) mutable {
          const std::size_t size = group_size(texts, group);
          numbered.clear();
          for (std::size_t i = 0; i < size; ++i) {
            numbered.add(texts.texts[static_cast<std::size_t>(texts.starts[group]) + i]);
          }
          numbered.number();
          const std::span<const Symbols> symbols = numbered.texts();
          double* const square = distances.data() + squares[group];
          if (settings.closeness == Closeness::ngrams) {
            // an n-gram's counts are added to all pairs that share it at once: halves would cost as much
            measure.all(symbols, symbols, numbered.size(),
                        [=](std::size_t i, std::size_t j, double distance) { square[i * size + j] = distance; });
            return;
          }
          for (std::size_t i = 0; i < size; ++i) {
            square[i * size + i] = 0;
            const std::span<const std::int64_t> row = measure.from(symbols[i], symbols.subspan(i + 1), numbered.size());
            for (std::size_t j = i + 1; j < size; ++j) {
              square[i * size + j] = square[j * size + i] = static_cast<double>(row[j - i - 1]);
            }
          }
        };
      },
      1);
}

void count_tokens(const Segments& texts, Tokenization tokenization, unsigned threads, std::span<std::int64_t> counts) {
  for_each_index(texts.size(), threads, [&] {
    return [&, tokenizer = Tokenizer(tokenization), tokens = std::vector<std::string_view>()](std::size_t i) mutable {
      tokenizer.clear();
      tokens.clear();
      tokenizer(without_trailing_space(texts[i]), tokens);
      counts[i] = static_cast<std::int64_t>(tokens.size());
    };
  });
}

}  // namespace mtassay
