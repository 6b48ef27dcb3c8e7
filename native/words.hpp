/// The words of a text: one splitter for all that shows or counts words and is no tokenizer of a metric.
///
/// By the rule `unicode` a word is a run of letters, marks and numbers. One of ' ’ . : · stays in it between two
/// letters, and one of ' ’ . , ; between two numbers: don't, U.S, 3,000. Joiners and soft hyphens, which nobody sees,
/// stay in it too. A zero-width space ends it, as white space does. A letter of a script without spaces is a word by itself, and so is every other character that is not
/// white space. Marks belong to what they stand on.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "segments.hpp"
#include "symbols.hpp"

namespace mtassay {

enum class Splitting : std::uint8_t {
  unicode,
  space,  ///< what stands between white space
  blank,  ///< what stands between blanks, tabs and ends of lines: a no-break space stays in a word
};

/// Appends the words of `text`, which lie in it.
void split_words(std::string_view text, Splitting splitting, std::vector<std::string_view>& words);

/// Begin and end of every word, counted in code points. Those of text i are pairs starts[i] up to starts[i + 1].
struct WordSpans {
  std::vector<std::int64_t> starts, places;  ///< `places` holds begin, end, begin, end and so on
};
WordSpans word_spans(const Segments& texts, Splitting splitting);

/// Words as numbers, dense from 0 in the order in which they first occur. The words of text i of a batch are
/// numbers[starts[i]] up to numbers[starts[i + 1]].
struct NumberedTexts {
  std::vector<std::int32_t> numbers;
  std::vector<std::int64_t> starts;
};

/// Such texts, wherever they lie.
struct NumberedView {
  std::span<const std::int32_t> numbers;
  std::span<const std::int64_t> starts;

  std::size_t size() const { return starts.size() - 1; }
  std::span<const std::int32_t> operator[](std::size_t i) const {
    return numbers.subspan(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(starts[i + 1] - starts[i]));
  }
};

/// Numbers the words of many batches. It copies what it keeps, so that a batch need not outlive the call. Several
/// threads may use it; which of them is first decides on the numbers.
class WordIndex {
 public:
  explicit WordIndex(Splitting splitting) : splitting_(splitting) { known_.clear(0); }

  NumberedTexts add(const Segments& texts);
  /// All words by number; they hold as long as the index does.
  std::vector<std::string_view> words() const;
  std::size_t size() const;

 private:
  std::string_view copy(std::string_view word);

  Splitting splitting_;
  mutable std::mutex mutex_;
  WordNumbers known_;
  std::vector<std::string_view> words_;
  std::deque<std::string> blocks_;  ///< none grows beyond what was reserved, so that no word moves
  std::vector<std::string_view> split_;
};

}  // namespace mtassay
