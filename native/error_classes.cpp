#include "error_classes.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "edits.hpp"
#include "segments.hpp"

namespace mtassay {
namespace {

using Text = std::span<const std::int32_t>;

std::size_t place(std::int32_t number) { return static_cast<std::size_t>(number); }

std::size_t above_all(Text numbers) {
  return numbers.empty() ? 0 : place(*std::max_element(numbers.begin(), numbers.end())) + 1;
}

/// What the alignment makes of a word.
enum class Edit : std::uint8_t { match, substitute, alone };

/// Aligns by the fewest edits. Of equal ways the last step is a match or substitution, or else a deletion: other ties
/// than those of `edit_operations`, and so other classes. Keeps memory between calls, so each thread has its own.
class TiedAligner {
 public:
  /// Returns the edits; `left` and `right` say for each word what becomes of it, until the next call.
  std::int64_t operator()(Text hypothesis, Text reference);
  std::vector<Edit> left, right;

 private:
  enum Step : std::uint64_t { diagonal = 0, deletion = 1, insertion = 2 };
  static constexpr std::size_t steps_in_word = 32;

  std::vector<std::int32_t> costs_;
  std::vector<std::uint64_t> steps_;  ///< two bits a pair of words, each row of pairs begins a number
};

std::int64_t TiedAligner::operator()(Text hypothesis, Text reference) {
  left.assign(hypothesis.size(), Edit::match);
  right.assign(reference.size(), Edit::match);
  // a match at the end is never worse, and it is preferred; at the start another tie may be taken
  while (!hypothesis.empty() && !reference.empty() && hypothesis.back() == reference.back()) {
    hypothesis = hypothesis.first(hypothesis.size() - 1);
    reference = reference.first(reference.size() - 1);
  }
  const std::size_t columns = reference.size(), width = (columns + steps_in_word - 1) / steps_in_word;
  costs_.resize(columns + 1);
  std::iota(costs_.begin(), costs_.end(), 0);
  steps_.assign(hypothesis.size() * width, 0);
  for (std::size_t i = 0; i < hypothesis.size(); ++i) {
    std::int32_t corner = costs_[0], before = corner + 1;
    costs_[0] = before;
    std::uint64_t* const row = steps_.data() + i * width;
    for (std::size_t j = 0; j < columns; ++j) {
      const std::int32_t above = costs_[j + 1];
      std::int32_t cost = corner + (hypothesis[i] != reference[j]);
      std::uint64_t step = diagonal;
      step = before + 1 < cost ? deletion : step;
      cost = std::min(cost, before + 1);
      step = above + 1 < cost ? insertion : step;
      cost = std::min(cost, above + 1);
      row[j / steps_in_word] |= step << 2 * (j % steps_in_word);
      costs_[j + 1] = before = cost;
      corner = above;
    }
  }

  std::size_t i = hypothesis.size(), j = columns;
  while (i > 0 || j > 0) {
    const std::uint64_t step =
        i == 0   ? deletion
        : j == 0 ? insertion
                 : steps_[(i - 1) * width + (j - 1) / steps_in_word] >> 2 * ((j - 1) % steps_in_word) & 3;
    i -= step != deletion;
    j -= step != insertion;
    if (step == insertion) {
      left[i] = Edit::alone;
    } else if (step == deletion) {
      right[j] = Edit::alone;
    } else if (hypothesis[i] != reference[j]) {
      left[i] = right[j] = Edit::substitute;
    }
  }
  return costs_[columns];
}

/// Says what is wrong with the words of one text, seen from another. Keeps memory between calls, so each thread has its
/// own.
class Classifier {
 public:
  explicit Classifier(const WordForms& forms)
      : forms_(forms),
        left_(forms.bases.size(), 0),
        bases_left_(above_all(forms.bases), 0),
        first_of_fold_(above_all(forms.folds), none) {}

  /// `edits` and `other_edits` are those of the alignment; words without a counterpart are of the class `alone`.
  void operator()(Text words, Text others, std::span<const Edit> edits, std::span<const Edit> other_edits,
                  ErrorClass alone, std::span<std::uint8_t> classes);

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  void match_case(Text words, Text others);
  void find_order_errors(Text words, Text others, std::span<const Edit> edits, std::span<const Edit> other_edits,
                         std::span<std::uint8_t> classes);

  std::int32_t base(std::int32_t word) const { return forms_.bases[place(word)]; }
  std::int32_t fold(std::int32_t word) const { return forms_.folds[place(word)]; }

  WordForms forms_;
  // by number of word, base form and folded word; all are 0 or `none` between calls
  std::vector<std::int32_t> left_, bases_left_;
  std::vector<std::uint32_t> first_of_fold_;
  std::vector<std::uint32_t> next_;      ///< of words of the other text that are left, the next with the same fold
  std::vector<ErrorClass> bag_classes_;  ///< what the bags say; lexical where nothing is left for a word
};

void Classifier::operator()(Text words, Text others, std::span<const Edit> edits, std::span<const Edit> other_edits,
                            ErrorClass alone, std::span<std::uint8_t> classes) {
  for (const std::int32_t other : others) {
    ++left_[place(other)];
    ++bases_left_[place(base(other))];
  }
  bag_classes_.assign(words.size(), ErrorClass::lexical);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (left_[place(words[i])] == 0) continue;
    --left_[place(words[i])];
    --bases_left_[place(base(words[i]))];
    bag_classes_[i] = ErrorClass::right;
  }
  if (!forms_.folds.empty()) match_case(words, others);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (bag_classes_[i] != ErrorClass::lexical || bases_left_[place(base(words[i]))] == 0) continue;
    --bases_left_[place(base(words[i]))];
    bag_classes_[i] = ErrorClass::inflection;
  }
  for (const std::int32_t other : others) {
    left_[place(other)] = 0;
    bases_left_[place(base(other))] = 0;
  }

  for (std::size_t i = 0; i < words.size(); ++i) {
    ErrorClass found = bag_classes_[i];
    if (found == ErrorClass::lexical && edits[i] != Edit::substitute) {
      found = edits[i] == Edit::alone ? alone : ErrorClass::right;
    }
    classes[i] = static_cast<std::uint8_t>(found);
  }
  find_order_errors(words, others, edits, other_edits, classes);
}

/// A word for which nothing is left takes the first other word that is left and differs in case alone.
void Classifier::match_case(Text words, Text others) {
  // of equal words the first ones are used up, so that the last ones are left
  next_.resize(others.size());
  for (std::size_t i = others.size(); i-- > 0;) {
    if (left_[place(others[i])] == 0) continue;
    --left_[place(others[i])];
    std::uint32_t& first = first_of_fold_[place(fold(others[i]))];
    next_[i] = first;
    first = static_cast<std::uint32_t>(i);
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (bag_classes_[i] != ErrorClass::lexical) continue;
    std::uint32_t& first = first_of_fold_[place(fold(words[i]))];
    if (first == none) continue;
    --bases_left_[place(base(others[first]))];
    first = next_[first];
    bag_classes_[i] = ErrorClass::letter_case;
  }
  for (const std::int32_t other : others) first_of_fold_[place(fold(other))] = none;
}

/// A word in the wrong place that the other text has in the wrong place too is there, but out of order.
void Classifier::find_order_errors(Text words, Text others, std::span<const Edit> edits,
                                   std::span<const Edit> other_edits, std::span<std::uint8_t> classes) {
  for (std::size_t i = 0; i < others.size(); ++i) left_[place(others[i])] += other_edits[i] != Edit::match;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (edits[i] == Edit::match || left_[place(words[i])] == 0) continue;
    --left_[place(words[i])];
    classes[i] = static_cast<std::uint8_t>(ErrorClass::order);
  }
  for (const std::int32_t other : others) left_[place(other)] = 0;
}

/// The reference with the smallest word error rate, counted within the segment.
class ReferenceChooser {
 public:
  explicit ReferenceChooser(std::size_t words) : words_(words) {}

  std::size_t operator()(Text hypothesis, const NumberedView& references, std::size_t first, std::size_t last) {
    if (last - first == 1) return 0;
    left_.assign(hypothesis.begin(), hypothesis.end());
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = first; i < last; ++i) {
      right_.assign(references[i].begin(), references[i].end());
      const std::int64_t edits = distance_(left_, right_, words_);
      // with an empty reference: 0 or infinity
      const double rate = edits == 0 ? 0 : static_cast<double>(edits) / static_cast<double>(right_.size());
      if (rate < least) {
        least = rate;
        best = i - first;
      }
    }
    return best;
  }

 private:
  std::size_t words_;
  EditDistance distance_;
  std::vector<Symbol> left_, right_;
};

}  // namespace

ErrorClasses error_classes(const NumberedView& hypotheses, const NumberedView& references,
                           std::span<const std::int64_t> segment_starts, const WordForms& forms, unsigned threads) {
  const std::size_t count = hypotheses.size();
  ErrorClasses result;
  result.chosen.resize(count);
  result.edits.resize(count);
  for_each_index(count, threads, [&] {
    return [&, choose = ReferenceChooser(forms.bases.size())](std::size_t segment) mutable {
      result.chosen[segment] = static_cast<std::int64_t>(
          choose(hypotheses[segment], references, static_cast<std::size_t>(segment_starts[segment]),
                 static_cast<std::size_t>(segment_starts[segment + 1])));
    };
  });

  const auto chosen = [&](std::size_t segment) {
    return references[static_cast<std::size_t>(segment_starts[segment] + result.chosen[segment])];
  };
  std::vector<std::size_t> starts(count + 1, 0);
  for (std::size_t i = 0; i < count; ++i) starts[i + 1] = starts[i] + chosen(i).size();
  result.hypotheses.resize(hypotheses.numbers.size());
  result.references.resize(starts.back());
  for_each_index(count, threads, [&] {
    return [&, align = TiedAligner(), classify = Classifier(forms)](std::size_t segment) mutable {
      const Text hypothesis = hypotheses[segment], reference = chosen(segment);
      result.edits[segment] = align(hypothesis, reference);
      if (result.edits[segment] == 0) return;  // all is right
      const auto start = static_cast<std::size_t>(hypotheses.starts[segment]);
      classify(hypothesis, reference, align.left, align.right, ErrorClass::extra,
               std::span(result.hypotheses).subspan(start, hypothesis.size()));
      classify(reference, hypothesis, align.right, align.left, ErrorClass::missing,
               std::span(result.references).subspan(starts[segment], reference.size()));
    };
  });
  return result;
}

}  // namespace mtassay
