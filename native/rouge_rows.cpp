#include "rouge_rows.hpp"

#include "ngrams.hpp"
#include "subsequences.hpp"
#include "symbols.hpp"

namespace mtassay {
namespace {

/// Appends the words, and after each line how many there are by then.
void split_lines(std::string_view text, std::vector<std::string_view>& words, std::vector<std::size_t>& line_ends) {
  for (;;) {
    const std::size_t end = text.find('\n');
    split_alphanumeric(text.substr(0, end), words);
    line_ends.push_back(words.size());
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

void split_alphanumeric(std::string_view text, std::vector<std::string_view>& words) {
  const auto inside = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  for (std::size_t at = 0; at < text.size();) {
    if (!inside(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && inside(text[at])) ++at;
    words.push_back(text.substr(begin, at - begin));
  }
}

void rouge_rows(const Segments& hypotheses, const References& references, RougeUnit unit, std::size_t order,
                unsigned threads, std::span<double> rows) {
  for_each_index(hypotheses.size(), threads, [&] {
    return [&, numbers = WordNumbers(), matcher = NgramMatcher(), finder = SubsequenceFinder(),
            union_finder = UnionFinder(), words = std::vector<std::string_view>(),
            line_ends = std::vector<std::size_t>(), text_lines = std::vector<std::size_t>(),
            symbols = std::vector<Symbol>(), lines = std::vector<Symbols>()](std::size_t segment) mutable {
      const auto first = static_cast<std::size_t>(references.starts[segment]);
      const auto last = static_cast<std::size_t>(references.starts[segment + 1]);
      words.clear();
      line_ends.clear();
      text_lines.assign(1, 0);  // how many lines there are after each text
      split_lines(hypotheses[segment], words, line_ends);
      text_lines.push_back(line_ends.size());
      for (std::size_t i = first; i < last; ++i) {
        split_lines(references.texts[i], words, line_ends);
        text_lines.push_back(line_ends.size());
      }
      numbers.clear(words.size());
      symbols.resize(words.size());
      for (std::size_t i = 0; i < words.size(); ++i) symbols[i] = numbers(words[i]);
      const Symbols all = symbols;
      lines.clear();
      std::size_t begin = 0;
      for (const std::size_t end : line_ends) {
        lines.push_back(all.subspan(begin, end - begin));
        begin = end;
      }
      const std::span<const Symbols> sentences = lines;
      const auto text = [&](std::size_t index) {
        const std::size_t from = text_lines[index] == 0 ? 0 : line_ends[text_lines[index] - 1];
        return all.subspan(from, line_ends[text_lines[index + 1] - 1] - from);
      };
      const auto lines_of = [&](std::size_t index) {
        return sentences.subspan(text_lines[index], text_lines[index + 1] - text_lines[index]);
      };

      const Symbols hypothesis = text(0);
      for (std::size_t i = first; i < last; ++i) {
        const Symbols reference[] = {text(i - first + 1)};
        double* const row = &rows[3 * i];
        const std::size_t length = unit == RougeUnit::ngram ? order : 1;
        row[1] = static_cast<double>(ngram_total(hypothesis.size(), length));
        row[2] = static_cast<double>(ngram_total(reference[0].size(), length));
        if (unit == RougeUnit::ngram) {
          row[0] = static_cast<double>(matcher(hypothesis, reference, numbers.size(), order)[order - 1]);
        } else if (unit == RougeUnit::subsequence) {
          finder.set_reference(reference[0], numbers.size());
          row[0] = static_cast<double>(finder.length(hypothesis));
        } else {
          row[0] = static_cast<double>(union_finder(lines_of(0), lines_of(i - first + 1), numbers.size()));
        }
      }
    };
  });
}

}  // namespace mtassay
