#include "meteor_rows.hpp"

#include <algorithm>

#include "segments.hpp"

namespace mtassay {
namespace {

using Text = std::span<const std::int32_t>;

bool share_one(std::span<const std::int32_t> left, std::span<const std::int32_t> right) {
  auto a = left.begin(), b = right.begin();
  while (a != left.end() && b != right.end()) {
    if (*a == *b) return true;
    if (*a < *b) {
      ++a;
    } else {
      ++b;
    }
  }
  return false;
}

std::size_t at(std::int32_t word) { return static_cast<std::size_t>(word); }

class RowWriter {
 public:
  explicit RowWriter(const MeteorWords& words) : words_(words) {}

  void operator()(Text hypothesis, Text reference, std::span<const PhrasePair> pairs, double* row) const {
    std::fill_n(row, meteor_row_width, 0.0);
    double chunks = 0;
    std::uint32_t hypothesis_end = 0, reference_end = 0;
    double* const rest = row + 4 * meteor_stages;
    for (const PhrasePair& pair : pairs) {
      double* const stage = row + 4 * pair.stage;
      count(hypothesis.subspan(pair.hypothesis, pair.hypothesis_length), stage);
      count(reference.subspan(pair.reference, pair.reference_length), stage + 2);
      chunks += chunks == 0 || pair.hypothesis != hypothesis_end || pair.reference != reference_end;
      hypothesis_end = pair.hypothesis + pair.hypothesis_length;
      reference_end = pair.reference + pair.reference_length;
      rest[5] += pair.hypothesis_length;
      rest[6] += pair.reference_length;
    }
    count(hypothesis, rest);
    count(reference, rest + 2);
    // as METEOR adds them up over segments: what is matched as a whole in one chunk is not in pieces
    const bool whole = chunks == 1 && rest[5] == static_cast<double>(hypothesis.size()) &&
                       rest[6] == static_cast<double>(reference.size());
    rest[4] = whole ? 0 : chunks;
  }

 private:
  void count(Text text, double* sums) const {
    for (const std::int32_t word : text) sums[words_.functions[at(word)]] += words_.sizes[at(word)];
  }

  const MeteorWords& words_;
};

}  // namespace

std::span<const PhrasePair> MeteorMatcher::operator()(Text hypothesis, Text reference) {
  aligner_.clear(hypothesis.size(), reference.size());
  add_words(hypothesis, reference, MeteorStage::exact, [](std::int32_t a, std::int32_t b) { return a == b; });
  // METEOR's way with equal texts: whatever else would match could only lead the search astray
  if (!std::ranges::equal(hypothesis, reference)) {
    if (!words_.stems.empty()) {
      add_words(hypothesis, reference, MeteorStage::stem, [this](std::int32_t a, std::int32_t b) {
        return a != b && words_.stems[at(a)] == words_.stems[at(b)];
      });
    }
    if (!words_.synset_starts.empty()) add_synonyms(hypothesis, reference);
  }
  return aligner_();
}

template <class Goes>
void MeteorMatcher::add_words(Text hypothesis, Text reference, MeteorStage stage, Goes goes) {
  for (std::uint32_t j = 0; j < reference.size(); ++j) {
    for (std::uint32_t i = 0; i < hypothesis.size(); ++i) {
      if (goes(hypothesis[i], reference[j])) aligner_.add({j, 1, i, 1, static_cast<std::uint8_t>(stage)});
    }
  }
}

void MeteorMatcher::add_synonyms(Text hypothesis, Text reference) {
  const auto synsets = [this](std::int32_t word) {
    const auto start = static_cast<std::size_t>(words_.synset_starts[at(word)]);
    return words_.synsets.subspan(start, static_cast<std::size_t>(words_.synset_starts[at(word) + 1]) - start);
  };
  for (std::uint32_t j = 0; j < reference.size(); ++j) {
    const auto theirs = synsets(reference[j]);
    if (theirs.empty()) continue;
    for (std::uint32_t i = 0; i < hypothesis.size(); ++i) {
      if (hypothesis[i] != reference[j] && share_one(synsets(hypothesis[i]), theirs)) {
        aligner_.add({j, 1, i, 1, static_cast<std::uint8_t>(MeteorStage::synonym)});
      }
    }
  }
}

void meteor_rows(const NumberedView& hypotheses, const NumberedView& references, std::span<const std::int64_t> groups,
                 const MeteorWords& words, unsigned threads, std::span<double> rows) {
  for_each_index(
      hypotheses.size(), threads,
      [&] {
        return [&, match = MeteorMatcher(words), write = RowWriter(words)](std::size_t segment) mutable {
          for (std::int64_t i = groups[segment]; i < groups[segment + 1]; ++i) {
            const auto reference = static_cast<std::size_t>(i);
            write(hypotheses[segment], references[reference], match(hypotheses[segment], references[reference]),
                  &rows[reference * meteor_row_width]);
          }
        };
      },
      8);
}

}  // namespace mtassay
