#include "shared_words.hpp"

#include <algorithm>

#include "ngrams.hpp"
#include "unicode.hpp"

namespace mtassay {
namespace {

constexpr std::size_t short_length = 4;

std::size_t characters_of(std::string_view word) {
  return static_cast<std::size_t>(std::count_if(word.begin(), word.end(), [](char byte) { return !is_continuation(byte); }));
}

/// The first `count` characters, or all.
std::string_view head_of(std::string_view word, std::size_t count) {
  std::size_t end = 0;
  for (; end < word.size(); ++end) {
    if (!is_continuation(word[end]) && count-- == 0) break;
  }
  return word.substr(0, end);
}

/// The last `count` characters, or all.
std::string_view tail_of(std::string_view word, std::size_t count) {
  std::size_t begin = word.size();
  while (begin > 0 && count > 0) {
    if (!is_continuation(word[--begin])) --count;
  }
  return word.substr(begin);
}

struct Sizes {
  std::size_t characters = 0, short_words = 0;

  explicit Sizes(std::span<const std::string_view> words) {
    for (const std::string_view word : words) {
      const std::size_t length = characters_of(word);
      characters += length;
      short_words += length < short_length;
    }
  }
};

}  // namespace

void WordShaper::operator()(std::vector<std::string_view>& words, std::vector<std::size_t>& ends) {
  if (form_ == WordForm::whole) return;
  shaped_.clear();
  shaped_ends_.clear();
  made_.clear();
  if (form_ == WordForm::first_four_last_two) {
    // a made word has at most six characters of four bytes; with room for all of them none moves
    made_.reserve(24 * words.size());
  }
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    for (std::size_t i = begin; i < end; ++i) {
      std::string_view word = words[i];
      switch (form_) {
        case WordForm::first_four:
          shaped_.push_back(head_of(word, 4));
          break;
        case WordForm::last_four:
          shaped_.push_back(tail_of(word, 4));
          break;
        case WordForm::first_four_last_two: {
          const std::string_view head = head_of(word, 4);
          if (head.size() < word.size()) {
            const std::size_t start = made_.size();
            made_ += head;
            made_ += tail_of(word, 2);
            word = std::string_view(made_).substr(start);
          }
          shaped_.push_back(word);
          break;
        }
        case WordForm::pieces_of_four:
          while (!word.empty()) {
            shaped_.push_back(head_of(word, 4));
            word.remove_prefix(shaped_.back().size());
          }
          break;
        case WordForm::long_only:
          if (characters_of(word) >= short_length) shaped_.push_back(word);
          break;
        case WordForm::whole:
          break;
      }
    }
    begin = end;
    shaped_ends_.push_back(shaped_.size());
  }
  words.swap(shaped_);
  ends.swap(shaped_ends_);
}

SharedOrder OrderMatcher::operator()(std::span<const Symbol> hypothesis, std::span<const Symbol> reference,
                                     std::size_t symbols) {
  const auto none = static_cast<std::uint32_t>(reference.size());
  // for each word a chain of its places in the reference, from left to right
  first_.assign(symbols + 1, none);
  next_.resize(reference.size());
  for (std::size_t i = reference.size(); i-- > 0;) {
    next_[i] = first_[reference[i]];
    first_[reference[i]] = static_cast<std::uint32_t>(i);
  }
  positions_.clear();
  ranks_.assign(reference.size() + 1, 0);
  for (const Symbol word : hypothesis) {
    const std::uint32_t position = first_[word];
    if (position == none) continue;
    first_[word] = next_[position];
    positions_.push_back(position);
    ranks_[position] = 1;
  }
  std::uint32_t rank = 0;
  for (std::uint32_t& place : ranks_) {
    rank += place;
    place = rank;  // from 1 on, where a shared word stands
  }

  SharedOrder order;
  const std::size_t shared = positions_.size();
  tree_.assign(shared + 1, 0);
  for (std::size_t i = 0; i < shared; ++i) {
    const std::uint32_t in_reference = ranks_[positions_[i]];
    const std::int64_t difference = static_cast<std::int64_t>(i + 1) - in_reference;
    order.squared += difference * difference;
    for (std::uint32_t at = in_reference; at > 0; at &= at - 1) order.increasing += tree_[at];
    for (std::uint32_t at = in_reference; at <= shared; at += at & (~at + 1)) ++tree_[at];
  }
  return order;
}

void shared_word_rows(const Segments& hypotheses, const References& references, Tokenization tokenization,
                      WordForm form, std::size_t max_order, unsigned threads, std::span<double> rows) {
  const std::size_t width = shared_word_columns + max_order;
  for_each_index(hypotheses.size(), threads, [&] {
    return [&, tokenizer = Tokenizer(tokenization), shaper = WordShaper(form), numbers = WordNumbers(),
            matcher = NgramMatcher(), orders = OrderMatcher(), tokens = std::vector<std::string_view>(),
            ends = std::vector<std::size_t>(), symbols = std::vector<Symbol>()](std::size_t segment) mutable {
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
      shaper(tokens, ends);
      numbers.clear(tokens.size());
      symbols.resize(tokens.size());
      for (std::size_t i = 0; i < tokens.size(); ++i) symbols[i] = numbers(tokens[i]);

      const std::span<const std::string_view> words = tokens;
      const Symbols all = symbols;
      const Symbols hypothesis = all.first(ends[0]);
      const Sizes of_hypothesis(words.first(ends[0]));
      for (std::size_t i = first; i < last; ++i) {
        const std::size_t begin = ends[i - first], count = ends[i - first + 1] - begin;
        const Symbols reference[] = {all.subspan(begin, count)};
        const Sizes of_reference(words.subspan(begin, count));
        const SharedOrder order = orders(hypothesis, reference[0], numbers.size());
        double* row = &rows[i * width];
        for (const std::size_t size : {hypothesis.size(), count, of_hypothesis.characters, of_reference.characters,
                                       of_hypothesis.short_words, of_reference.short_words}) {
          *row++ = static_cast<double>(size);
        }
        *row++ = static_cast<double>(order.squared);
        *row++ = static_cast<double>(order.increasing);
        for (const std::int64_t matches : matcher(hypothesis, reference, numbers.size(), max_order)) {
          *row++ = static_cast<double>(matches);
        }
      }
    };
  });
}

}  // namespace mtassay
