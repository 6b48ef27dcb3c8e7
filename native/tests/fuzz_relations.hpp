/// Laws of TERp and TESLA, which know stems and synonyms, for any text.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "terp_rows.hpp"
#include "tesla_rows.hpp"

namespace mtassay {

/// TERp with random stems, synonyms, stop words and phrases: costs are those of the edits, and texts cost nothing beside
/// themselves.
inline void fuzz_terp(const Segments& outputs, const References& grouped, const WordRelations& relations,
               std::span<const std::string_view> words) {
  constexpr TerpCosts costs{1.4, 0.25, 1.5, 0.5, 0.0, 0.1, 35.0, {0.1, -0.5, 0.2, 0.3}};
  std::vector<std::string_view> ours, theirs, stops;
  for (std::size_t i = 0; i + 1 < words.size() && i < 40; i += 2) {
    ours.push_back(words[i]);
    theirs.push_back(words[i + 1]);
    if (i % 6 == 0) stops.push_back(words[i]);
  }
  const WeightedPhrases phrases({nullptr, ours}, {nullptr, theirs}, std::vector<double>(ours.size(), 0.3));
  const TerpKnowledge knowledge{relations, phrases, {stops.begin(), stops.end()}, costs};
  std::vector<double> rows(grouped.texts.size() * terp_row_width), again(rows.size());
  terp_rows(outputs, grouped, knowledge, 1, rows);
  terp_rows(outputs, grouped, knowledge, 3, again);
  CHECK(rows == again);
  TerpMeasure measure(knowledge);
  for (const std::string_view text : outputs.texts) CHECK(measure(text, text) == 0);
  for (std::size_t i = 0; i < rows.size(); i += terp_row_width) {
    const auto edits = std::span(rows).subspan(i + 2, terp_row_width - 2);
    const double most = edits[0] * 1.5 + edits[2] * 0.1 + edits[4] * 1.4 + edits[5] * 0.25 + edits[6] * 0.5;
    CHECK(rows[i] >= most - 1e-9 && (edits[3] > 0 || rows[i] <= most + 1e-9));
  }
}

/// TESLA never gains more than either text weighs, and a text gains all beside itself.
inline void fuzz_tesla(const Segments& outputs, const References& grouped, const WordRelations& relations,
                       std::span<const std::string_view> words) {
  const TeslaKnowledge knowledge{relations, {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(words.size() / 3)}, {}, {}};
  std::vector<double> rows(grouped.texts.size() * tesla_row_width), again(rows.size());
  tesla_rows(outputs, grouped, knowledge, 1, rows);
  tesla_rows(outputs, grouped, knowledge, 3, again);
  CHECK(rows == again);
  for (std::size_t i = 0; i < rows.size(); i += 3) {
    CHECK(rows[i] >= 0 && rows[i] <= rows[i + 1] + 1e-9 && rows[i] <= rows[i + 2] + 1e-9);
  }
  std::vector<std::int64_t> starts;
  for (std::size_t i = 0; i <= outputs.size(); ++i) starts.push_back(static_cast<std::int64_t>(i));
  rows.assign(outputs.size() * tesla_row_width, 0.0);
  tesla_rows(outputs, {outputs, starts}, knowledge, 2, rows);
  for (std::size_t i = 0; i < rows.size(); i += 3) CHECK(rows[i] > rows[i + 1] - 1e-9 && rows[i + 1] == rows[i + 2]);
}

inline void fuzz_relations(const Segments& outputs, const References& grouped, const WordRelations& relations,
                           std::span<const std::string_view> words) {
  fuzz_terp(outputs, grouped, relations, words);
  fuzz_tesla(outputs, grouped, relations, words);
}

}  // namespace mtassay
