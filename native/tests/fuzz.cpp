/// Random text and random options through every row function, for as long as told, under the sanitizers.
///
///     fuzz SECONDS [SEED]
///
/// Any crash, any report of a sanitizer, and any broken law below ends the run with the seed of the
/// round, which repeats it: fuzz 0 SEED.
#include <array>
#include <chrono>
#include <random>
#include <string>

#include "character.hpp"
#include "check.hpp"
#include "distances.hpp"
#include "edit_rows.hpp"
#include "edits.hpp"
#include "error_classes.hpp"
#include "fuzz_relations.hpp"
#include "match_rows.hpp"
#include "eed.hpp"
#include "ngram_postings.hpp"
#include "ngram_rows.hpp"
#include "ngrams.hpp"
#include "nist.hpp"
#include "pairwise_rows.hpp"
#include "rouge_rows.hpp"
#include "shared_words.hpp"
#include "skip_ngrams.hpp"
#include "unicode.hpp"
#include "utf8.hpp"
#include "words.hpp"

using namespace mtassay;

namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t limit) { return random() % limit; }

void append_code_point(std::string& text, char32_t c) {
  const auto push = [&text](char32_t byte) { text += static_cast<char>(byte); };
  if (c < 0x80) {
    push(c);
  } else if (c < 0x800) {
    push(0xC0 | c >> 6), push(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    push(0xE0 | c >> 12), push(0x80 | (c >> 6 & 0x3F)), push(0x80 | (c & 0x3F));
  } else {
    push(0xF0 | c >> 18), push(0x80 | (c >> 12 & 0x3F)), push(0x80 | (c >> 6 & 0x3F)), push(0x80 | (c & 0x3F));
  }
}

/// Valid UTF-8 that looks for trouble: random bytes read as code points, pieces that tokenizers know, runs, copies.
std::string make_text(Random& random, const std::string& other) {
  static const char* const pieces[] = {" ", " ", " ", "\t", "\n", "\u00a0", "\u3000", "\u2028", "&amp;", "&lt;", "&quot;",
                                       "<skipped>", "-\n", ".", ",", "-", "5", "1.5", "the", "cat", "a", "\u4e2d", "\u3002",
                                       "\u00e9", "\U00020000", "internationalization", "aaaaaaaa1111bbbbbbbb",
                                       "aaaaaaaa2222bbbbbbbb", "'s", "(", ")", "&", "<", "\u2019", "\u00b7", ":",
                                       ";", "\u0301", "\u0e01\u0e34", "\u200d", "\u00ad", "\ufe0f", "7"};
  std::string text;
  const std::size_t length = below(random, 40) == 0 ? below(random, 1000) : below(random, 40);
  const std::size_t kind = below(random, 4);
  for (std::size_t i = 0; i < length; ++i) {
    if (kind == 0) {
      char32_t c = static_cast<char32_t>(below(random, below(random, 2) == 0 ? 0x300 : 0x110000));
      if (c >= 0xD800 && c < 0xE000) c = U' ';
      append_code_point(text, c);
    } else if (kind == 1 && !other.empty() && below(random, 4) == 0) {
      // a piece of the other text, cut at code points
      std::size_t begin = below(random, other.size()), end = std::min(other.size(), begin + below(random, 60));
      while (begin > 0 && is_continuation(other[begin])) --begin;
      while (end < other.size() && is_continuation(other[end])) ++end;
      text.append(other, begin, end - begin);
    } else if (kind == 2 && below(random, 3) == 0) {
      text.append(below(random, 20), "ab "[below(random, 3)]);
    } else {
      text += pieces[below(random, std::size(pieces))];
    }
  }
  return text;
}

/// Matched words: never more than either text has, in no more chunks than words, whatever is related to what.
void fuzz_matches(Random& random, const Segments& outputs, const References& grouped, Tokenization tokenization) {
  const std::size_t count = grouped.texts.size();
  const double exponent = 1 + static_cast<double>(below(random, 5)) / 2;
  const bool joined = below(random, 2) == 0;
  std::vector<double> runs((joined ? outputs.size() : count) * run_row_width), runs_again(runs.size());
  run_rows(outputs, grouped, tokenization, exponent, joined, 1, runs);
  run_rows(outputs, grouped, tokenization, exponent, joined, 3, runs_again);
  CHECK(runs == runs_again);
  for (std::size_t i = 0; i < runs.size(); i += run_row_width) {
    CHECK(runs[i] <= runs[i + 3] && runs[i + 1] <= runs[i] && runs[i + 2] <= runs[i] * (1 + 1e-12));
  }

  std::vector<double> places(count * place_row_width);
  place_rows(outputs, grouped, tokenization, 2, places);
  for (std::size_t i = 0; i < places.size(); i += place_row_width) {
    CHECK(places[i] <= places[i + 1] * (places[i + 1] - 1) / 2 && places[i + 1] <= places[i + 2]);
  }

  std::vector<std::string> words = distinct_words(outputs, tokenization);
  for (const std::string& word : distinct_words(grouped.texts, tokenization)) {
    if (below(random, 8) != 0) words.push_back(word);  // some twice, some not at all
  }
  const std::vector<std::string_view> views(words.begin(), words.end());
  std::vector<std::int64_t> stems, starts, synonyms;
  if (!words.empty() && below(random, 2) == 0) {
    for (std::size_t n = 0; n < words.size(); ++n) stems.push_back(static_cast<std::int64_t>(below(random, words.size())));
  }
  if (below(random, 2) == 0) {
    starts.push_back(0);
    for (std::size_t n = 0; n < words.size(); ++n) {
      for (std::size_t k = below(random, 4); k > 0; --k) {
        synonyms.push_back(static_cast<std::int64_t>(below(random, words.size())));
      }
      starts.push_back(static_cast<std::int64_t>(synonyms.size()));
    }
  }
  const WordRelations relations({nullptr, views}, stems, starts, synonyms);
  std::vector<double> exact(count * match_row_width);
  match_rows(outputs, grouped, tokenization, Matcher::from_end, WordRelations(), 1, exact);
  for (const Matcher matcher : {Matcher::minimal, Matcher::from_end}) {
    std::vector<double> rows(count * match_row_width), again(rows.size());
    match_rows(outputs, grouped, tokenization, matcher, relations, 1, rows);
    match_rows(outputs, grouped, tokenization, matcher, relations, 3, again);
    CHECK(rows == again);
    for (std::size_t i = 0; i < rows.size(); i += match_row_width) {
      CHECK(rows[i] >= exact[i] && rows[i] <= rows[i + 2] && rows[i] <= rows[i + 3]);
      CHECK(rows[i + 1] <= rows[i] && (rows[i + 1] > 0) == (rows[i] > 0));
    }
  }
  fuzz_relations(outputs, grouped, relations, views);
}

/// Distances within groups: symmetric, 0 from a text to itself, the same from left to right as within, moves never dearer
/// than edits.
void fuzz_distances(const References& grouped, Tokenization tokenization, std::size_t order) {
  std::vector<std::int64_t> groups;
  std::size_t cells = 0;
  for (std::size_t group = 0; group < grouped.segments(); ++group) {
    const auto size = static_cast<std::size_t>(grouped.starts[group + 1] - grouped.starts[group]);
    groups.insert(groups.end(), size, static_cast<std::int64_t>(group));
    cells += size * size;
  }
  if (cells > 1000) return;
  std::vector<double> edits;
  for (const Closeness closeness : {Closeness::edits, Closeness::moves, Closeness::ngrams}) {
    const DistanceSettings settings{closeness, tokenization, order};
    std::vector<double> inner(cells, -1), both(cells, -1);
    inner_distances(grouped, settings, 1, inner);
    grouped_distances(grouped.texts, groups, grouped, settings, 3, both);
    CHECK(inner == both);
    for (std::size_t group = 0, square = 0; group < grouped.segments(); ++group) {
      const auto size = static_cast<std::size_t>(grouped.starts[group + 1] - grouped.starts[group]);
      for (std::size_t i = 0; i < size; ++i) {
        CHECK(inner[square + i * size + i] == 0);
        for (std::size_t j = 0; j < size; ++j) {
          CHECK(inner[square + i * size + j] >= 0 && inner[square + i * size + j] == inner[square + j * size + i]);
        }
      }
      square += size * size;
    }
    if (closeness == Closeness::edits) edits = inner;
    for (std::size_t i = 0; i < cells; ++i) CHECK(inner[i] <= (closeness == Closeness::ngrams ? 1 : edits[i]));
  }
}

/// Words: what is not white space, in order, each whole by itself; numbers are the same however texts are batched.
void fuzz_words(Random& random, const Segments& texts) {
  const auto splitting = static_cast<Splitting>(below(random, 2));
  const WordSpans spans = word_spans(texts, splitting);
  std::vector<std::string_view> words, all, again;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    words.clear();
    split_words(texts[i], splitting, words);
    CHECK(spans.starts[i + 1] - spans.starts[i] == static_cast<std::int64_t>(words.size()));
    std::string_view rest = texts[i];
    for (const std::string_view word : words) {
      rest = without_leading_space(rest);
      CHECK(!word.empty() && word.data() == rest.data());
      rest.remove_prefix(word.size());
      again.clear();
      split_words(word, splitting, again);
      CHECK(again.size() == 1 && again[0] == word);
      all.push_back(word);
    }
    CHECK(without_leading_space(rest).empty());
  }
  for (std::size_t i = 1; i < spans.places.size(); i += 2) {
    const std::int64_t length = spans.places[i] - spans.places[i - 1];
    CHECK(length > 0 && length <= static_cast<std::int64_t>(all[i / 2].size()));
  }

  WordIndex whole(splitting), parts(splitting);
  const NumberedTexts numbered = whole.add(texts);
  const std::size_t cut = below(random, texts.size() + 1);
  std::vector<std::int32_t> numbers = parts.add(texts.slice(0, cut)).numbers;
  const NumberedTexts rest = parts.add(texts.slice(cut, texts.size()));
  numbers.insert(numbers.end(), rest.numbers.begin(), rest.numbers.end());
  CHECK(numbers == numbered.numbers && whole.words() == parts.words() && numbered.starts == spans.starts);
  const std::vector<std::string_view> known = whole.words();
  CHECK(numbers.size() == all.size());
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(known[static_cast<std::size_t>(numbers[i])] == all[i]);
}

/// Classes of errors: the same for any number of threads, none of one side on the other, as many errors of order on
/// both; where every word is its own base form none is inflected, and where it is its own fold none differs in case.
void fuzz_errors(Random& random, const Segments& outputs, const References& grouped) {
  WordIndex index(static_cast<Splitting>(below(random, 2)));
  const NumberedTexts left = index.add(outputs), right = index.add(grouped.texts);
  std::vector<std::int32_t> bases(index.size()), folds(below(random, 2) * index.size());
  const std::size_t limit = 1 + below(random, index.size() + 1);
  const bool is_base = limit > index.size();
  for (std::size_t i = 0; i < bases.size(); ++i) {
    bases[i] = static_cast<std::int32_t>(is_base ? i : below(random, limit));
    if (!folds.empty()) folds[i] = static_cast<std::int32_t>(is_base ? i : below(random, limit));
  }
  const NumberedView hypotheses{left.numbers, left.starts}, references{right.numbers, right.starts};
  const ErrorClasses classes = error_classes(hypotheses, references, grouped.starts, {bases, folds}, 1);
  const ErrorClasses again = error_classes(hypotheses, references, grouped.starts, {bases, folds}, 3);
  CHECK(classes.chosen == again.chosen && classes.edits == again.edits);
  CHECK(classes.hypotheses == again.hypotheses && classes.references == again.references);

  EditDistance distance;
  std::size_t start = 0;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    const auto chosen = references[static_cast<std::size_t>(grouped.starts[i] + classes.chosen[i])];
    const std::vector<Symbol> words(hypotheses[i].begin(), hypotheses[i].end()), others(chosen.begin(), chosen.end());
    CHECK(classes.edits[i] == distance(words, others, index.size()));
    std::array<std::int64_t, 7> ours{}, theirs{};
    for (std::size_t k = 0; k < words.size(); ++k) {
      ++ours[classes.hypotheses[static_cast<std::size_t>(left.starts[i]) + k]];
    }
    for (std::size_t k = 0; k < others.size(); ++k) ++theirs[classes.references[start + k]];
    start += others.size();
    CHECK(ours[3] == theirs[3] && ours[4] == 0 && theirs[5] == 0);
    CHECK(!folds.empty() || ours[1] + theirs[1] == 0);
    CHECK(!is_base || ours[1] + ours[2] + theirs[1] + theirs[2] == 0);
    CHECK(static_cast<std::int64_t>(words.size()) - ours[0] <= classes.edits[i] || !is_base);
  }
  CHECK(start == classes.references.size());
}

/// Postings of n-grams: the same for any number of threads; counts add up to all n-grams that there are; those in
/// several segments are what the whole says of them.
void fuzz_postings(Random& random, const Segments& outputs, const References& grouped, std::size_t order) {
  WordIndex index(static_cast<Splitting>(below(random, 2)));
  const std::size_t count = outputs.size();
  const NumberedTexts left = index.add(outputs), right = index.add(grouped.texts.slice(0, count));
  const NumberedView output{left.numbers, left.starts}, reference{right.numbers, right.starts};
  const std::vector<NumberedView> texts = {output, reference, reference, output, reference, reference};
  const NgramPostings all = ngram_postings(texts, order, 1, 1);
  const std::size_t columns = texts.size();
  std::vector<std::size_t> totals(columns);
  for (std::size_t i = 0; i < all.counts.size(); ++i) totals[i % columns] += static_cast<std::size_t>(all.counts[i]);
  for (std::size_t column = 0; column < columns; ++column) {
    std::size_t expected = 0;
    for (std::size_t segment = 0; segment < count; ++segment) {
      const std::size_t length = texts[column][segment].size();
      for (std::size_t n = 1; n <= std::min(order, length); ++n) expected += length + 1 - n;
    }
    CHECK(totals[column] == expected);
  }

  const std::size_t least = 1 + below(random, 4);
  const NgramPostings some = ngram_postings(texts, order, least, 3);
  std::size_t place = 0;
  for (std::size_t i = 0; i < all.orders.size(); ++i) {
    const auto first = static_cast<std::size_t>(all.starts[i]), last = static_cast<std::size_t>(all.starts[i + 1]);
    if (last - first < least) continue;
    CHECK(place < some.orders.size() && some.orders[place] == all.orders[i]);
    CHECK(std::equal(&all.words[i * order], &all.words[i * order] + order, &some.words[place * order]));
    const auto start = static_cast<std::size_t>(some.starts[place]);
    CHECK(static_cast<std::size_t>(some.starts[++place]) == start + last - first);
    for (std::size_t k = 0; k < last - first; ++k) {
      CHECK(some.segments[start + k] == all.segments[first + k]);
      CHECK(k == 0 || all.segments[first + k - 1] < all.segments[first + k]);
    }
    const std::int32_t* const counts = &all.counts[first * columns];
    CHECK(std::equal(counts, counts + (last - first) * columns, &some.counts[start * columns]));
  }
  CHECK(place == some.orders.size());
}

void round_of(std::uint64_t seed) {
  Random random(seed);
  std::vector<std::string> hypotheses(1 + below(random, 5)), references;
  std::vector<std::int64_t> starts = {0};
  for (std::string& hypothesis : hypotheses) {
    hypothesis = make_text(random, references.empty() ? std::string() : references.back());
    const std::size_t count = 1 + below(random, below(random, 50) == 0 ? 300 : 3);
    for (std::size_t i = 0; i < count; ++i) references.push_back(make_text(random, hypothesis));
    starts.push_back(static_cast<std::int64_t>(references.size()));
  }
  const std::vector<std::string_view> left(hypotheses.begin(), hypotheses.end());
  const std::vector<std::string_view> right(references.begin(), references.end());
  const Segments outputs{nullptr, left}, texts{nullptr, right};
  const References grouped{texts, starts};
  const auto tokenization = static_cast<Tokenization>(below(random, 5));
  const auto length = static_cast<ReferenceLength>(below(random, 4));
  const std::size_t order = 1 + below(random, below(random, 4) == 0 ? 32 : 6), words = below(random, 4);
  const bool keep_space = below(random, 2) == 0;

  std::vector<double> rows(left.size() * (2 + 2 * order)), again(rows.size());
  word_overlap_rows(outputs, grouped, tokenization, order, length, 1, rows);
  word_overlap_rows(outputs, grouped, tokenization, order, length, 3, again);
  CHECK(rows == again);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const double* const row = &rows[i * (2 + 2 * order)];
    for (std::size_t n = 0; n < order; ++n) CHECK(row[2 + n] >= 0 && row[2 + n] <= row[2 + order + n]);
  }

  const std::size_t width = 3 * (order + words);
  std::vector<double> characters(right.size() * width);
  character_overlap_rows(outputs, grouped, order, words, keep_space, 1, characters);
  for (std::size_t i = 0; i < characters.size(); i += 3) {
    CHECK(characters[i + 2] >= 0 && characters[i + 2] <= characters[i] && characters[i + 2] <= characters[i + 1]);
  }

  const NgramInformation information(texts, tokenization, order);
  for (const NistStyle style : {NistStyle::mteval, NistStyle::nltk}) {
    std::vector<double> informed(rows.size()), same(rows.size());
    nist_rows(outputs, grouped, information, style, 1, informed);
    nist_rows(outputs, grouped, information, style, 3, same);
    CHECK(informed == same);
    for (std::size_t i = 0; i < left.size(); ++i) {
      const double *const row = &informed[i * (2 + 2 * order)], *const counts = &rows[i * (2 + 2 * order)];
      for (std::size_t n = 0; n < order; ++n) {
        CHECK(row[2 + n] >= 0 && row[2 + order + n] == counts[2 + order + n]);
        CHECK(counts[2 + n] > 0 || row[2 + n] == 0);  // no information without a match
      }
    }
  }

  const auto form = static_cast<WordForm>(below(random, 6));
  const std::size_t columns = shared_word_columns + order;
  std::vector<double> shared(right.size() * columns), shared_again(shared.size());
  shared_word_rows(outputs, grouped, tokenization, form, order, 1, shared);
  shared_word_rows(outputs, grouped, tokenization, form, order, 2, shared_again);
  CHECK(shared == shared_again);
  for (std::size_t i = 0; i < right.size(); ++i) {
    const double* const row = &shared[i * columns];
    const double matched = row[shared_word_columns];
    CHECK(matched <= row[0] && matched <= row[1] && row[4] <= row[0] && row[5] <= row[1] && row[0] <= row[2]);
    CHECK(row[7] >= 0 && 2 * row[7] <= matched * (matched - 1));
    CHECK(row[6] >= 0 && 3 * row[6] <= matched * (matched * matched - 1));
  }

  std::vector<double> sequences(3 * right.size()), sentences(3 * right.size()), single_words(3 * right.size());
  rouge_rows(outputs, grouped, RougeUnit::subsequence, 1, 1, sequences);
  rouge_rows(outputs, grouped, RougeUnit::sentences, 1, 2, sentences);
  rouge_rows(outputs, grouped, RougeUnit::ngram, 1, 1, single_words);
  for (std::size_t i = 0; i < sequences.size(); i += 3) {
    CHECK(sequences[i] <= single_words[i] && sentences[i] <= single_words[i]);
    CHECK((sequences[i] > 0) == (single_words[i] > 0) && (sentences[i] > 0) == (single_words[i] > 0));
    CHECK(sequences[i + 1] == single_words[i + 1] && sentences[i + 2] == single_words[i + 2]);
  }

  const auto unit = static_cast<Unit>(below(random, 2));
  const auto measure = static_cast<EditMeasure>(below(random, 5));
  const bool quadratic = measure == EditMeasure::cover || measure == EditMeasure::alignment;
  std::size_t longest = 0;
  for (const std::string_view text : right) longest = std::max(longest, text.size());
  const bool affordable = !quadratic || longest < 3000;
  std::vector<double> edits(right.size() * edit_row_width(measure));
  if (affordable) {
    edit_rows(outputs, grouped, tokenization, unit, measure, 1, edits);
    for (const double value : edits) CHECK(value >= 0);
  }

  fuzz_words(random, texts);
  fuzz_errors(random, outputs, grouped);
  fuzz_postings(random, outputs, grouped, order);
  fuzz_matches(random, outputs, grouped, tokenization);
  if (longest < 3000) fuzz_distances(grouped, tokenization, order);
  const auto fraction = [&random](std::size_t limit) { return static_cast<double>(below(random, limit)) / 10; };
  // what two texts have in common is at most what their own say, as a product of vectors is
  if (longest < 3000 && right.size() < 30) {
    std::vector<double> skipping(3 * right.size()), skipping_again(skipping.size());
    const double decay = fraction(11);
    skip_ngram_rows(outputs, grouped, tokenization, 1 + order % 4, decay, 1, skipping);
    skip_ngram_rows(outputs, grouped, tokenization, 1 + order % 4, decay, 2, skipping_again);
    CHECK(skipping == skipping_again);
    for (std::size_t i = 0; i < skipping.size(); i += 3) {
      CHECK(skipping[i] >= 0 && skipping[i] * skipping[i] <= skipping[i + 1] * skipping[i + 2] * (1 + 1e-9));
    }
  }
  const EedCosts costs{fraction(50), fraction(20), fraction(30)};
  std::vector<double> extended(right.size() * eed_row_width), extended_again(extended.size());
  if (longest < 3000) {
    eed_rows(outputs, grouped, costs, 1, extended);
    eed_rows(outputs, grouped, costs, 2, extended_again);
    CHECK(extended == extended_again);
    for (const double value : extended) CHECK(value >= 0 && value < 1e9);
  }

  std::vector<double> shifted(right.size() * character_row_width), shifted_again(shifted.size());
  if (longest < 300 && right.size() < 30) {  // shifts are tried without limit
    character_rows(outputs, grouped, tokenization, 1, shifted);
    character_rows(outputs, grouped, tokenization, 2, shifted_again);
    CHECK(shifted == shifted_again);
    for (const double value : shifted) CHECK(value >= 0 && value < 1e9);
  }

  // all pairs at once give what each pair gives by itself
  const std::size_t some = std::min<std::size_t>(right.size(), 4);
  const Segments few = texts.slice(0, some);
  std::vector<double> pairs(left.size() * some * width), edit_pairs(left.size() * some * edit_row_width(measure));
  pairwise_character_rows(outputs, few, order, words, keep_space, 1, pairs);
  if (affordable) pairwise_edit_rows(outputs, few, tokenization, measure, 1, edit_pairs);
  std::vector<double> word_pairs(left.size() * some * (2 + 2 * order));
  pairwise_word_rows(outputs, few, tokenization, order, 2, word_pairs);
  const std::vector<std::int64_t> one = {0, 1};
  for (std::size_t i = 0; i < left.size(); ++i) {
    for (std::size_t j = 0; j < some; ++j) {
      const References single{texts.slice(j, j + 1), one};
      std::vector<double> row(width), word_row(2 + 2 * order);
      character_overlap_rows(outputs.slice(i, i + 1), single, order, words, keep_space, 1, row);
      CHECK(std::equal(row.begin(), row.end(), pairs.begin() + static_cast<std::ptrdiff_t>((i * some + j) * width)));
      word_overlap_rows(outputs.slice(i, i + 1), single, tokenization, order, length, 1, word_row);
      const auto at = static_cast<std::ptrdiff_t>((i * some + j) * word_row.size());
      CHECK(std::equal(word_row.begin(), word_row.end(), word_pairs.begin() + at));
      if (!affordable) continue;
      std::vector<double> edit_row(edit_row_width(measure));
      edit_rows(outputs.slice(i, i + 1), single, tokenization, Unit::word, measure, 1, edit_row);
      const auto edit_at = static_cast<std::ptrdiff_t>((i * some + j) * edit_row.size());
      CHECK(std::equal(edit_row.begin(), edit_row.end(), edit_pairs.begin() + edit_at));
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  const double seconds = count > 1 ? std::stod(arguments[1]) : 1;
  const std::uint64_t first = count > 2 ? std::stoull(arguments[2]) : std::random_device()();
  const auto started = std::chrono::steady_clock::now();
  const auto elapsed = [started] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  };
  std::uint64_t rounds = 0;
  do {
    std::cerr << "\rround of seed " << first + rounds << std::flush;  // the last one printed is the one that failed
    round_of(first + rounds++);
  } while (elapsed() < seconds);
  std::cerr << "\r";
  std::cout << rounds << " rounds from seed " << first << " in " << elapsed() << " s, all clean\n";
}
