#include "pairwise_rows.hpp"

#include <algorithm>
#include <thread>
#include <vector>

#include "ngrams.hpp"
#include "symbols.hpp"
#include "unicode.hpp"

namespace mtassay {
namespace {

/// Texts as numbers that hold for all of them.
struct NumberedTexts {
  std::vector<std::vector<Symbol>> hypotheses, references;
  std::size_t symbols = 0;
};

/// `split(text, tokens)` appends the words of a text, which hold as long as the text.
template <class Split>
NumberedTexts number_words(const Segments& hypotheses, const Segments& references, Split split) {
  std::vector<std::string_view> tokens;
  std::vector<std::size_t> ends;
  for (const Segments* side : {&hypotheses, &references}) {
    for (const std::string_view text : side->texts) {
      split(text, tokens);
      ends.push_back(tokens.size());
    }
  }
  WordNumbers numbers;
  numbers.clear(tokens.size());
  NumberedTexts result;
  std::size_t begin = 0;
  for (std::size_t text = 0; text < ends.size(); ++text) {
    std::vector<Symbol>& numbered =
        (text < hypotheses.size() ? result.hypotheses : result.references).emplace_back(ends[text] - begin);
    for (std::size_t i = begin; i < ends[text]; ++i) numbered[i - begin] = numbers(tokens[i]);
    begin = ends[text];
  }
  result.symbols = numbers.size();
  return result;
}

NumberedTexts number_characters(const Segments& hypotheses, const Segments& references, bool keep_space) {
  CharacterNumbers numbers;
  NumberedTexts result;
  for (const Segments* side : {&hypotheses, &references}) {
    for (const std::string_view text : side->texts) {
      std::vector<Symbol>& numbered = (side == &hypotheses ? result.hypotheses : result.references).emplace_back();
      for (std::size_t at = 0; at < text.size();) {
        const Decoded character = decode(text.data() + at);
        at += character.length;
        if (keep_space || !is_space(character.code_point)) numbered.push_back(numbers(character.code_point));
      }
    }
  }
  result.symbols = numbers.size();
  return result;
}

/// Calls `write(i, j, matches)` with the matches of order 1..max_order for every pair. Each thread takes some of the
/// hypotheses and sorts them together with all references.
template <class Write>
void for_each_pair(const NumberedTexts& texts, std::size_t max_order, unsigned threads, Write write) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  const std::vector<Symbols> hypotheses(texts.hypotheses.begin(), texts.hypotheses.end());
  const std::vector<Symbols> references(texts.references.begin(), texts.references.end());
  const std::size_t parts = threads == 1 ? 1 : std::min<std::size_t>(4 * threads, hypotheses.size());
  for_each_index(
      parts, threads,
      [&] {
        return [&, matcher = PairwiseMatcher(), matches = std::vector<std::int32_t>()](std::size_t part) mutable {
          const std::size_t begin = hypotheses.size() * part / parts, end = hypotheses.size() * (part + 1) / parts;
          if (begin == end) return;
          matches.resize((end - begin) * references.size() * max_order);
          matcher(std::span(hypotheses).subspan(begin, end - begin), references, texts.symbols, max_order, matches);
          const std::int32_t* at = matches.data();
          for (std::size_t i = begin; i < end; ++i) {
            for (std::size_t j = 0; j < references.size(); ++j, at += max_order) write(i, j, at);
          }
        };
      },
      1);
}

/// Writes the columns of character_overlap_rows from `first` on.
void write_overlaps(const NumberedTexts& texts, std::size_t max_order, std::size_t first, std::size_t width,
                    unsigned threads, std::span<double> rows) {
  for_each_pair(texts, max_order, threads, [&](std::size_t i, std::size_t j, const std::int32_t* matches) {
    double* row = &rows[(i * texts.references.size() + j) * width + first];
    for (std::size_t order = 1; order <= max_order; ++order) {
      const std::int64_t in_reference = ngram_total(texts.references[j].size(), order);
      *row++ = in_reference > 0 ? static_cast<double>(ngram_total(texts.hypotheses[i].size(), order)) : 0.0;
      *row++ = static_cast<double>(in_reference);
      *row++ = matches[order - 1];
    }
  });
}

}  // namespace

void pairwise_word_rows(const Segments& hypotheses, const Segments& references, Tokenization tokenization,
                        std::size_t max_order, unsigned threads, std::span<double> rows) {
  Tokenizer tokenizer(tokenization);
  const NumberedTexts texts = number_words(hypotheses, references, [&](std::string_view text, auto& tokens) {
    tokenizer(without_trailing_space(text), tokens);
  });
  for_each_pair(texts, max_order, threads, [&](std::size_t i, std::size_t j, const std::int32_t* matches) {
    const std::size_t length = texts.hypotheses[i].size();
    double* row = &rows[(i * references.size() + j) * (2 + 2 * max_order)];
    *row++ = static_cast<double>(length);
    *row++ = static_cast<double>(texts.references[j].size());
    for (std::size_t order = 1; order <= max_order; ++order) *row++ = matches[order - 1];
    for (std::size_t order = 1; order <= max_order; ++order) *row++ = static_cast<double>(ngram_total(length, order));
  });
}

void pairwise_character_rows(const Segments& hypotheses, const Segments& references, std::size_t character_order,
                             std::size_t word_order, bool keep_space, unsigned threads, std::span<double> rows) {
  const std::size_t width = 3 * (character_order + word_order);
  if (character_order > 0) {
    write_overlaps(number_characters(hypotheses, references, keep_space), character_order, 0, width, threads, rows);
  }
  if (word_order > 0) {
    write_overlaps(number_words(hypotheses, references, split_chrf_words), word_order, 3 * character_order, width,
                   threads, rows);
  }
}

void pairwise_edit_rows(const Segments& hypotheses, const Segments& references, Tokenization tokenization,
                        EditMeasure measure, unsigned threads, std::span<double> rows) {
  Tokenizer tokenizer(tokenization);
  const NumberedTexts texts = number_words(hypotheses, references, [&](std::string_view text, auto& tokens) {
    tokenizer(without_trailing_space(text), tokens);
  });
  const std::size_t width = edit_row_width(measure);
  for_each_index(
      hypotheses.size(), threads,
      [&] {
        return [&, measure_pair = PairMeasure(measure)](std::size_t i) mutable {
          for (std::size_t j = 0; j < references.size(); ++j) {
            double* const row = &rows[(i * references.size() + j) * width];
            measure_pair(texts.hypotheses[i], texts.references[j], texts.symbols, row);
          }
        };
      },
      1);
}

}  // namespace mtassay
