#include "ngram_rows.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "ngrams.hpp"
#include "symbols.hpp"
#include "unicode.hpp"

namespace mtassay {
namespace {

using Text = std::vector<Symbol>;

double effective_length(std::size_t hypothesis, const std::vector<Text>& references, std::size_t count,
                        ReferenceLength mode) {
  std::size_t shortest = references[0].size(), longest = shortest, closest = shortest, sum = 0;
  const auto distance = [hypothesis](std::size_t length) {
    return length > hypothesis ? length - hypothesis : hypothesis - length;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t length = references[i].size();
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
    sum += length;
    // of two lengths equally close the shorter one counts, as in mteval and sacreBLEU
    if (distance(length) < distance(closest) || (distance(length) == distance(closest) && length < closest)) {
      closest = length;
    }
  }
  switch (mode) {
    case ReferenceLength::shortest:
      return static_cast<double>(shortest);
    case ReferenceLength::average:
      return static_cast<double>(sum) / static_cast<double>(count);
    case ReferenceLength::longest:
      return static_cast<double>(longest);
    case ReferenceLength::closest:
      break;
  }
  return static_cast<double>(closest);
}

void number_words(std::span<const std::string_view> words, WordNumbers& numbers, Text& text) {
  text.resize(words.size());
  std::transform(words.begin(), words.end(), text.begin(), std::ref(numbers));
}

void number_characters(std::string_view characters, bool keep_space, CharacterNumbers& numbers, Text& text) {
  text.resize(characters.size());
  std::size_t length = 0;
  const char* const end = characters.data() + characters.size();
  for (const char* at = characters.data(); at != end;) {
    const Decoded character = decode(at);
    at += character.length;
    if (keep_space || !is_space(character.code_point)) text[length++] = numbers(character.code_point);
  }
  text.resize(length);
}

/// Writes (hypothesis total, reference total, matches) for each order of one pair of texts.
double* write_pair(const Text& hypothesis, const Text& reference, std::size_t symbols, std::size_t max_order,
                   NgramMatcher& matcher, double* row) {
  const std::span<const Symbol> references[] = {reference};
  const auto matches = matcher(hypothesis, references, symbols, max_order);
  for (std::size_t order = 1; order <= max_order; ++order) {
    const std::int64_t in_reference = ngram_total(reference.size(), order);
    *row++ = in_reference > 0 ? static_cast<double>(ngram_total(hypothesis.size(), order)) : 0.0;
    *row++ = static_cast<double>(in_reference);
    *row++ = static_cast<double>(matches[order - 1]);
  }
  return row;
}

}  // namespace

void word_overlap_rows(const Segments& hypotheses, const References& references, Tokenization tokenization,
                       std::size_t max_order, ReferenceLength reference_length, unsigned threads,
                       std::span<double> rows) {
  for_each_index(hypotheses.size(), threads, [&] {
    return [&, tokenizer = Tokenizer(tokenization), numbers = WordNumbers(), matcher = NgramMatcher(),
            tokens = std::vector<std::string_view>(), ends = std::vector<std::size_t>(), hypothesis = Text(),
            texts = std::vector<Text>(), spans = std::vector<std::span<const Symbol>>()](std::size_t segment) mutable {
      const auto first = static_cast<std::size_t>(references.starts[segment]);
      const std::size_t count = static_cast<std::size_t>(references.starts[segment + 1]) - first;
      if (texts.size() < count) texts.resize(count);

      // the tokens of all texts first: how many there are bounds the number of different words
      tokenizer.clear();
      tokens.clear();
      ends.clear();
      tokenizer(without_trailing_space(hypotheses[segment]), tokens);
      ends.push_back(tokens.size());
      for (std::size_t i = 0; i < count; ++i) {
        tokenizer(without_trailing_space(references.texts[first + i]), tokens);
        ends.push_back(tokens.size());
      }
      numbers.clear(tokens.size());
      const std::span<const std::string_view> all = tokens;
      number_words(all.first(ends[0]), numbers, hypothesis);
      spans.clear();
      for (std::size_t i = 0; i < count; ++i) {
        number_words(all.subspan(ends[i], ends[i + 1] - ends[i]), numbers, texts[i]);
        spans.emplace_back(texts[i]);
      }

      double* row = &rows[segment * (2 + 2 * max_order)];
      *row++ = static_cast<double>(hypothesis.size());
      *row++ = effective_length(hypothesis.size(), texts, count, reference_length);
      for (const std::int64_t matches : matcher(hypothesis, spans, numbers.size(), max_order)) {
        *row++ = static_cast<double>(matches);
      }
      for (std::size_t order = 1; order <= max_order; ++order) {
        *row++ = static_cast<double>(ngram_total(hypothesis.size(), order));
      }
    };
  });
}

void character_overlap_rows(const Segments& hypotheses, const References& references, std::size_t character_order,
                            std::size_t word_order, bool keep_space, unsigned threads, std::span<double> rows) {
  const std::size_t width = 3 * (character_order + word_order);
  for_each_index(hypotheses.size(), threads, [&] {
    return [&, character_numbers = CharacterNumbers(), word_numbers = WordNumbers(), matcher = NgramMatcher(),
            words = std::vector<std::string_view>(), hypothesis = Text(),
            reference = Text()](std::size_t segment) mutable {
      const std::string_view hypothesis_text = hypotheses[segment];
      const auto end = static_cast<std::size_t>(references.starts[segment + 1]);
      for (auto i = static_cast<std::size_t>(references.starts[segment]); i < end; ++i) {
        const std::string_view reference_text = references.texts[i];
        double* row = &rows[i * width];
        if (character_order > 0) {
          character_numbers.clear();
          number_characters(hypothesis_text, keep_space, character_numbers, hypothesis);
          number_characters(reference_text, keep_space, character_numbers, reference);
          row = write_pair(hypothesis, reference, character_numbers.size(), character_order, matcher, row);
        }
        if (word_order > 0) {
          words.clear();
          split_chrf_words(hypothesis_text, words);
          const std::size_t end_of_hypothesis = words.size();
          split_chrf_words(reference_text, words);
          word_numbers.clear(words.size());
          const std::span<const std::string_view> all = words;
          number_words(all.first(end_of_hypothesis), word_numbers, hypothesis);
          number_words(all.subspan(end_of_hypothesis), word_numbers, reference);
          write_pair(hypothesis, reference, word_numbers.size(), word_order, matcher, row);
        }
      }
    };
  });
}

}  // namespace mtassay
