#include "ngram_postings.hpp"

#include <algorithm>

#include "segments.hpp"

namespace mtassay {
namespace {

constexpr std::int32_t none = -1;

/// Numbers pairs from 0 on, in the order in which they first occur. Open addressing; the whole pair is compared.
class PairNumbers {
 public:
  PairNumbers() : slots_(1 << 12) {}

  std::int32_t operator()(std::int32_t left, std::int32_t right) {
    if (2 * pairs_.size() >= slots_.size()) grow();
    const std::uint64_t pair = static_cast<std::uint64_t>(left) << 32 | static_cast<std::uint32_t>(right);
    Slot& slot = slot_of(pair);
    if (slot.number == none) {
      slot = {pair, static_cast<std::int32_t>(pairs_.size())};
      pairs_.push_back(pair);
    }
    return slot.number;
  }
  std::size_t size() const { return pairs_.size(); }
  std::int32_t left(std::size_t number) const { return static_cast<std::int32_t>(pairs_[number] >> 32); }
  std::int32_t right(std::size_t number) const { return static_cast<std::int32_t>(pairs_[number]); }

 private:
  struct Slot {
    std::uint64_t pair = 0;
    std::int32_t number = none;
  };

  Slot& slot_of(std::uint64_t pair) {
    const std::size_t mask = slots_.size() - 1;
    // the high bits of a product depend on all bits of the pair
    std::uint64_t hash = (pair ^ pair >> 32) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      if (slots_[at].number == none || slots_[at].pair == pair) return slots_[at];
    }
  }

  void grow() {
    slots_.assign(2 * slots_.size(), Slot());
    for (std::size_t number = 0; number < pairs_.size(); ++number) {
      slot_of(pairs_[number]) = {pairs_[number], static_cast<std::int32_t>(number)};
    }
  }

  std::vector<Slot> slots_;
  std::vector<std::uint64_t> pairs_;
};

/// Different texts, segment by segment: what stands in one segment lies together.
struct JoinedTexts {
  std::vector<std::vector<std::size_t>> columns;  ///< by text, where its counts go
  std::vector<std::int32_t> words;
  std::vector<std::size_t> ends;  ///< of the words of each segment and text; text after text within a segment
  std::size_t segments;

  explicit JoinedTexts(std::span<const NumberedView> texts) : segments(texts[0].size()) {
    std::vector<const NumberedView*> different;
    for (std::size_t column = 0; column < texts.size(); ++column) {
      const auto same = std::find_if(different.begin(), different.end(), [&](const NumberedView* other) {
        return other->numbers.data() == texts[column].numbers.data() &&
               other->starts.data() == texts[column].starts.data();
      });
      if (same == different.end()) {
        different.push_back(&texts[column]);
        columns.push_back({column});
      } else {
        columns[static_cast<std::size_t>(same - different.begin())].push_back(column);
      }
    }
    std::size_t total = 0;
    for (const NumberedView* text : different) total += text->numbers.size();
    words.reserve(total);
    ends.reserve(segments * different.size());
    for (std::size_t segment = 0; segment < segments; ++segment) {
      for (const NumberedView* text : different) {
        const auto part = (*text)[segment];
        words.insert(words.end(), part.begin(), part.end());
        ends.push_back(words.size());
      }
    }
  }

  /// Calls `visit(text, begin, end)` with the words of each text.
  template <class Visit>
  void for_each_text(std::size_t segment, Visit visit) const {
    const std::size_t first = segment * columns.size();
    std::size_t begin = first == 0 ? 0 : ends[first - 1];
    for (std::size_t text = 0; text < columns.size(); ++text) {
      visit(text, begin, ends[first + text]);
      begin = ends[first + text];
    }
  }
};

/// The n-grams of one order that stand in enough segments.
struct Level {
  std::size_t order, first;           ///< `first` is the first of them in the result
  std::vector<std::int32_t> numbers;  ///< by place, the n-gram that starts there, counted from `first`; or none
};

/// In how many segments an n-gram stands so far, and in which last.
struct Spread {
  std::int32_t segments = 0, last = none;
};

/// Numbers the n-grams with a word more than those of `shorter`, where both of these that are in it were kept.
std::vector<Spread> number_ngrams(const JoinedTexts& texts, const Level* shorter, Level& level, PairNumbers& pairs) {
  std::vector<Spread> spreads;
  level.numbers.assign(texts.words.size(), none);
  for (std::size_t segment = 0; segment < texts.segments; ++segment) {
    texts.for_each_text(segment, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t at = begin, last = at + level.order - 1; last < end; ++at, ++last) {
        const std::int32_t start = shorter == nullptr ? 0 : shorter->numbers[at];
        if (start == none || (shorter != nullptr && shorter->numbers[at + 1] == none)) continue;
        const std::int32_t number = level.numbers[at] = pairs(start, texts.words[last]);
        if (static_cast<std::size_t>(number) == spreads.size()) spreads.emplace_back();
        Spread& spread = spreads[static_cast<std::size_t>(number)];
        spread.segments += spread.last != static_cast<std::int32_t>(segment);
        spread.last = static_cast<std::int32_t>(segment);
      }
    });
  }
  return spreads;
}

/// Appends the n-grams that stand in enough segments to the result; returns their new numbers by the old ones.
std::vector<std::int32_t> keep_frequent(const PairNumbers& pairs, const std::vector<Spread>& spreads, std::size_t least,
                                        std::size_t max_order, const Level* shorter, const Level& level,
                                        NgramPostings& result) {
  std::vector<std::int32_t> kept(spreads.size(), none);
  for (std::size_t number = 0; number < spreads.size(); ++number) {
    if (static_cast<std::size_t>(spreads[number].segments) < least) continue;
    const std::size_t index = result.orders.size();
    kept[number] = static_cast<std::int32_t>(index - level.first);
    result.orders.push_back(static_cast<std::uint8_t>(level.order));
    result.words.resize((index + 1) * max_order, none);
    const std::span<std::int32_t> all = result.words, words = all.last(max_order);
    if (shorter != nullptr) {
      const std::size_t start = shorter->first + static_cast<std::size_t>(pairs.left(number));
      std::ranges::copy(all.subspan(start * max_order, level.order - 1), words.begin());
    }
    words[level.order - 1] = pairs.right(number);
    result.starts.push_back(result.starts.back() + spreads[number].segments);
  }
  return kept;
}

Level next_level(const JoinedTexts& texts, const Level* shorter, std::size_t least, std::size_t max_order,
                 NgramPostings& result) {
  Level level{shorter == nullptr ? 1 : shorter->order + 1, result.orders.size(), {}};
  PairNumbers pairs;
  const std::vector<Spread> spreads = number_ngrams(texts, shorter, level, pairs);
  const std::vector<std::int32_t> kept = keep_frequent(pairs, spreads, least, max_order, shorter, level, result);
  for (std::int32_t& number : level.numbers) {
    if (number != none) number = kept[static_cast<std::size_t>(number)];
  }
  return level;
}

void fill_postings(const JoinedTexts& texts, const Level& level, std::size_t width, NgramPostings& result) {
  const std::span<const std::int64_t> starts = std::span(result.starts).subspan(level.first);
  std::vector<std::int64_t> nexts(starts.begin(), starts.end());  // by n-gram, its next posting
  for (std::size_t segment = 0; segment < texts.segments; ++segment) {
    const auto here = static_cast<std::int32_t>(segment);
    texts.for_each_text(segment, [&](std::size_t text, std::size_t begin, std::size_t end) {
      for (std::size_t at = begin; at < end; ++at) {
        if (level.numbers[at] == none) continue;
        const auto number = static_cast<std::size_t>(level.numbers[at]);
        const bool is_new = nexts[number] == starts[number] ||
                            result.segments[static_cast<std::size_t>(nexts[number] - 1)] != here;
        const auto posting = static_cast<std::size_t>(is_new ? nexts[number]++ : nexts[number] - 1);
        result.segments[posting] = here;
        for (const std::size_t column : texts.columns[text]) ++result.counts[posting * width + column];
      }
    });
  }
}

}  // namespace

NgramPostings ngram_postings(std::span<const NumberedView> texts, std::size_t max_order, std::size_t least,
                             unsigned threads) {
  const JoinedTexts joined(texts);
  NgramPostings result;
  result.starts.push_back(0);
  std::vector<Level> levels;
  do {
    levels.push_back(next_level(joined, levels.empty() ? nullptr : &levels.back(), least, max_order, result));
  } while (levels.size() < max_order && levels.back().first < result.orders.size());

  // not before all sizes are known: the counts are most of the memory
  const auto postings = static_cast<std::size_t>(result.starts.back());
  result.segments.resize(postings);
  result.counts.resize(postings * texts.size());
  for_each_index(
      levels.size(), threads,
      [&] { return [&](std::size_t i) { fill_postings(joined, levels[i], texts.size(), result); }; }, 1);
  return result;
}

}  // namespace mtassay
