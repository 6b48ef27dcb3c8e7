#include "tesla_rows.hpp"

#include <algorithm>
#include <vector>

#include "tokenizers.hpp"
#include "transport.hpp"
#include "unicode.hpp"

namespace mtassay {
namespace {

constexpr double function_weight = 0.1;

struct Word {
  std::string_view text, tag;
  std::int64_t known;
  double weight;
};

/// Compares a text with a reference. Keeps memory between calls, so each thread has its own.
class TeslaMeasure {
 public:
  explicit TeslaMeasure(const TeslaKnowledge& knowledge) : knowledge_(knowledge) {}

  void operator()(std::string_view hypothesis, std::string_view hypothesis_tags, std::string_view reference,
                  std::string_view reference_tags, double* row) {
    tokenizer_.clear();
    read(hypothesis, hypothesis_tags, hypothesis_);
    read(reference, reference_tags, reference_);
    similarities_.clear();
    for (const Word& ours : hypothesis_) {
      for (const Word& theirs : reference_) similarities_.push_back(similarity(ours, theirs));
    }
    for (std::size_t order = 1; order <= tesla_orders; ++order) compare(order, row + 3 * (order - 1));
  }

 private:
  void read(std::string_view text, std::string_view tags, std::vector<Word>& words) {
    tokens_.clear();
    tags_.clear();
    tokenizer_(without_trailing_space(text), tokens_);
    tokenizer_(without_trailing_space(tags), tags_);
    words.clear();
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const bool is_function = knowledge_.function_words.contains(tokens_[i]);
      words.push_back({tokens_[i], i < tags_.size() ? tags_[i] : std::string_view(),
                       knowledge_.relations.find(tokens_[i]), is_function ? function_weight : 1.0});
    }
  }

  double similarity(const Word& ours, const Word& theirs) const {
    if (ours.text == theirs.text) return 1;
    const WordRelations& relations = knowledge_.relations;
    const bool known = ours.known >= 0 && theirs.known >= 0;
    if (known && relations.has_stems() && relations.stem(ours.known) == relations.stem(theirs.known)) return 1;
    double similar = !ours.tag.empty() && ours.tag == theirs.tag ? 0.5 : 0.0;
    if (known && relations.has_synonyms()) {
      const auto synonyms = relations.synonyms(ours.known);
      if (std::ranges::find(synonyms, theirs.known) != synonyms.end()) similar += 0.5;
    }
    return similar;
  }

  static void weigh(std::span<const Word> words, std::size_t order, std::vector<double>& weights) {
    weights.clear();
    for (std::size_t i = 0; i + order <= words.size(); ++i) {
      double weight = 1;
      for (const Word& word : words.subspan(i, order)) weight *= word.weight;
      weights.push_back(weight);
    }
  }

  void compare(std::size_t order, double* row) {
    weigh(hypothesis_, order, ours_);
    weigh(reference_, order, theirs_);
    ways_.clear();
    for (std::size_t i = 0; i < ours_.size(); ++i) {
      for (std::size_t j = 0; j < theirs_.size(); ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < order; ++k) {
          const double similar = similarities_[(i + k) * reference_.size() + j + k];
          if (similar == 0) {
            sum = 0;
            break;
          }
          sum += similar;
        }
        if (sum > 0) {
          ways_.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), sum / static_cast<double>(order)});
        }
      }
    }
    row[0] = transport_(ours_, theirs_, ways_);
    row[1] = row[2] = 0;
    for (const double weight : ours_) row[1] += weight;
    for (const double weight : theirs_) row[2] += weight;
  }

  const TeslaKnowledge& knowledge_;
  Tokenizer tokenizer_{Tokenization::none};
  Transport transport_;
  std::vector<std::string_view> tokens_, tags_;
  std::vector<Word> hypothesis_, reference_;
  std::vector<double> similarities_, ours_, theirs_;
  std::vector<Way> ways_;
};

}  // namespace

void tesla_rows(const Segments& hypotheses, const References& references, const TeslaKnowledge& knowledge,
                unsigned threads, std::span<double> rows) {
  const auto tags_of = [](const Segments& tags, std::size_t i) { return i < tags.size() ? tags[i] : std::string_view(); };
  for_each_index(
      hypotheses.size(), threads,
      [&] {
        return [&, measure = TeslaMeasure(knowledge)](std::size_t segment) mutable {
          const auto end = static_cast<std::size_t>(references.starts[segment + 1]);
          for (auto i = static_cast<std::size_t>(references.starts[segment]); i < end; ++i) {
            measure(hypotheses[segment], tags_of(knowledge.hypothesis_tags, segment), references.texts[i],
                    tags_of(knowledge.reference_tags, i), &rows[i * tesla_row_width]);
          }
        };
      },
      8);
}

}  // namespace mtassay
