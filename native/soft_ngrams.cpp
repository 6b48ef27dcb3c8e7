#include "soft_ngrams.hpp"

#include <algorithm>

#include "utf8.hpp"

namespace mtassay {
namespace {

/// The different numbers of a text, and which of them stands at each place.
struct Distinct {
  std::vector<std::int32_t> numbers, sorted;
  std::vector<std::uint32_t> places;

  void take(std::span<const std::int32_t> text) {
    sorted.assign(text.begin(), text.end());
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    numbers = sorted;
    places.clear();
    for (const std::int32_t number : text) {
      places.push_back(static_cast<std::uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), number) - sorted.begin()));
    }
  }
};

/// Two texts, compared n-gram by n-gram. Keeps memory between calls, so each thread has its own.
class SoftMatcher {
 public:
  explicit SoftMatcher(const SoftWords& words) : words_(words), similarity_(words) {}

  void operator()(std::span<const std::int32_t> left, std::span<const std::int32_t> right, std::size_t order,
                  double* row) {
    row[0] = row[1] = 0.0;
    const std::size_t n = std::min({order, left.size(), right.size()});
    if (n == 0) return;
    left_.take(left);
    right_.take(right);
    const std::size_t columns = right_.numbers.size();
    table_.resize(left_.numbers.size() * columns);
    for (std::size_t i = 0; i < left_.numbers.size(); ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        table_[i * columns + j] = similarity_(left_.numbers[i], right_.numbers[j]);
      }
    }
    best_.assign(right.size() + 1 - n, 0.0);
    double matched = 0.0, whole = 0.0;
    for (std::size_t i = 0; i + n <= left.size(); ++i) {
      double best = 0.0;
      const double weight = sum_of(left.subspan(i, n));
      for (std::size_t j = 0; j + n <= right.size(); ++j) {
        double ours = 0.0, theirs = 0.0;
        for (std::size_t k = 0; k < n; ++k) {
          const double similarity = table_[left_.places[i + k] * columns + right_.places[j + k]];
          ours += weight_of(left[i + k]) * similarity;
          theirs += weight_of(right[j + k]) * similarity;
        }
        best = std::max(best, ours);
        best_[j] = std::max(best_[j], theirs);
      }
      matched += best;
      whole += weight;
    }
    row[0] = matched / whole;
    matched = whole = 0.0;
    for (std::size_t j = 0; j + n <= right.size(); ++j) {
      matched += best_[j];
      whole += sum_of(right.subspan(j, n));
    }
    row[1] = matched / whole;
  }

 private:
  double weight_of(std::int32_t number) const { return words_.weights[static_cast<std::size_t>(number)]; }
  double sum_of(std::span<const std::int32_t> ngram) const {
    double sum = 0.0;
    for (const std::int32_t number : ngram) sum += weight_of(number);
    return sum;
  }

  const SoftWords& words_;
  WordSimilarity similarity_;
  Distinct left_, right_;
  std::vector<double> table_, best_;
};

}  // namespace

void WordSimilarity::spell(std::string_view text, std::vector<std::uint32_t>& letters) const {
  letters.clear();
  if (!words_.characters) {
    for (const char byte : text) letters.push_back(static_cast<unsigned char>(byte));
    return;
  }
  for (std::size_t at = 0; at < text.size();) {
    const Decoded character = decode(text.data() + at);
    letters.push_back(static_cast<std::uint32_t>(character.code_point));
    at += character.length;
  }
}

double WordSimilarity::operator()(std::int32_t first, std::int32_t second) {
  if (first == second) return 1.0;
  const auto left = static_cast<std::size_t>(first), right = static_cast<std::size_t>(second);
  if (words_.dimensions > 0) {
    if (words_.folds[left] == words_.folds[right]) return 1.0;
    const auto ours = words_.vectors.subspan(left * words_.dimensions, words_.dimensions);
    const auto theirs = words_.vectors.subspan(right * words_.dimensions, words_.dimensions);
    double cosine = 0.0;
    for (std::size_t k = 0; k < ours.size(); ++k) {
      cosine += static_cast<double>(ours[k]) * static_cast<double>(theirs[k]);
    }
    return std::clamp(cosine, 0.0, 1.0);
  }
  spell(words_.texts[left], first_);
  spell(words_.texts[right], second_);
  lengths_.assign(second_.size() + 1, 0);
  std::uint32_t longest = 0;
  for (const std::uint32_t letter : first_) {
    for (std::size_t j = second_.size(); j-- > 0;) {
      lengths_[j + 1] = letter == second_[j] ? lengths_[j] + 1 : 0;
      longest = std::max(longest, lengths_[j + 1]);
    }
  }
  return 2.0 * longest / static_cast<double>(first_.size() + second_.size());
}

void soft_ngram_rows(const NumberedView& left, const NumberedView& right, std::span<const std::int64_t> groups,
                     const SoftWords& words, std::size_t order, unsigned threads, std::span<double> rows) {
  for_each_index(left.size(), threads, [&] {
    return [&, matcher = SoftMatcher(words)](std::size_t i) mutable {
      const auto last = static_cast<std::size_t>(groups[i + 1]);
      for (auto j = static_cast<std::size_t>(groups[i]); j < last; ++j) matcher(left[i], right[j], order, &rows[2 * j]);
    };
  });
}

}  // namespace mtassay
