#include "meteor_rows.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "segments.hpp"

namespace mtassay {
namespace {

using Text = std::span<const std::int32_t>;

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
    if (words_.phrases) add_paraphrases(hypothesis, reference);
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
  members_.clear();
  for (std::uint32_t i = 0; i < hypothesis.size(); ++i) {
    for (const std::int32_t synset : synsets(hypothesis[i])) members_.push_back({synset, i, 0});
  }
  const auto mask = static_cast<std::uint32_t>(std::bit_ceil(4 * members_.size() + 1)) - 1;
  first_member_.assign(mask + 1, 0);
  for (std::uint32_t n = 0; n < members_.size(); ++n) {
    members_[n].next = std::exchange(first_member_[static_cast<std::uint32_t>(members_[n].synset) & mask], n + 1);
  }
  last_seen_.assign(hypothesis.size(), 0);  // the last reference word, counted from 1, that shares a synset
  for (std::uint32_t j = 0; j < reference.size(); ++j) {
    std::uint32_t low = static_cast<std::uint32_t>(hypothesis.size()), high = 0;
    for (const std::int32_t synset : synsets(reference[j])) {
      for (std::uint32_t n = first_member_[static_cast<std::uint32_t>(synset) & mask]; n != 0; n = members_[n - 1].next) {
        const Member& member = members_[n - 1];
        if (member.synset != synset) continue;
        last_seen_[member.word] = j + 1;
        low = std::min(low, member.word);
        high = std::max(high, member.word + 1);
      }
    }
    for (std::uint32_t i = low; i < high; ++i) {
      if (last_seen_[i] == j + 1 && hypothesis[i] != reference[j]) {
        aligner_.add({j, 1, i, 1, static_cast<std::uint8_t>(MeteorStage::synonym)});
      }
    }
  }
}

void MeteorMatcher::Phrases::find(Text text, const MeteorWords& words) {
  numbers_.clear();
  for (const std::int32_t word : text) numbers_.push_back(words.phrase_words[at(word)]);
  places_.clear();
  words.phrases->occurrences(numbers_, hashes_, [&](std::size_t start, std::size_t length, std::uint32_t phrase) {
    places_.push_back({phrase, static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(length)});
  });
  // four times as many chains as places, so that most of what is looked for in vain finds an empty one
  mask_ = static_cast<std::uint32_t>(std::bit_ceil(4 * places_.size() + 1)) - 1;
  first_.assign(mask_ + 1, 0);
  next_.resize(places_.size());
  for (std::size_t i = places_.size(); i > 0; --i) {
    next_[i - 1] = std::exchange(first_[places_[i - 1].phrase & mask_], static_cast<std::uint32_t>(i));
  }
}

/// A pair that the table has in both directions is found twice, as METEOR finds it; so it is never settled beforehand.
void MeteorMatcher::add_paraphrases(Text hypothesis, Text reference) {
  hypothesis_phrases_.find(hypothesis, words_);
  reference_phrases_.find(reference, words_);
  constexpr auto stage = static_cast<std::uint8_t>(MeteorStage::paraphrase);
  for (const auto& theirs : reference_phrases_.places()) {
    for (const std::uint32_t replacement : words_.phrases->replacements(theirs.phrase)) {
      hypothesis_phrases_.each(replacement, [&](const Phrases::Place& ours) {
        aligner_.add({theirs.start, theirs.length, ours.start, ours.length, stage});
      });
    }
  }
  for (const auto& ours : hypothesis_phrases_.places()) {
    for (const std::uint32_t replacement : words_.phrases->replacements(ours.phrase)) {
      reference_phrases_.each(replacement, [&](const Phrases::Place& theirs) {
        aligner_.add({theirs.start, theirs.length, ours.start, ours.length, stage});
      });
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
