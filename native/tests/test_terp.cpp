#include "terp.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "check.hpp"

using namespace mtassay;

namespace {

using Text = std::vector<Symbol>;
constexpr TerpCosts adequacy{1.4, 0.25, 1.5, 0.5, 0.0, 0.1, 35.0, {-0.2, -0.1, -0.1, 0.2}};
constexpr TerpCosts even{1, 1, 1, 1, 999, 999, 20, {}};

/// Symbols of the same tens are of one stem; what adds up to 100 are synonyms.
std::vector<Likeness> alike(const Text& hypothesis, const Text& reference, bool relates) {
  std::vector<Likeness> found;
  for (const Symbol ours : hypothesis) {
    for (const Symbol theirs : reference) {
      Likeness likeness = Likeness::other;
      if (relates && ours + theirs == 100) likeness = Likeness::synonym;
      if (relates && ours / 10 == theirs / 10) likeness = Likeness::stem;
      found.push_back(ours == theirs ? Likeness::same : likeness);
    }
  }
  return found;
}

struct Case {
  Text hypothesis, reference;
  std::vector<WeightedPair> phrases = {};
  bool relates = true;
  std::uint8_t stops = 0;  ///< whether all words are

  double operator()(TerpAligner& terp) const {
    const auto matrix = alike(hypothesis, reference, relates);
    const std::vector<std::uint8_t> ours(hypothesis.size(), stops), theirs(reference.size(), stops);
    return terp({hypothesis, reference, matrix, ours, theirs, phrases});
  }
};

double cost_of(const std::vector<TerpStep>& steps) {
  double cost = 0;
  for (const TerpStep& step : steps) cost += step.cost;
  return cost;
}

bool near(double left, double right) { return std::abs(left - right) < 1e-9; }

std::size_t count(const TerpAligner& terp, TerpEdit edit) {
  return static_cast<std::size_t>(std::ranges::count(terp.steps(), edit, &TerpStep::edit));
}

/// The least cost without shifts, cell by cell.
double least(const Case& pair, const TerpCosts& costs) {
  const auto matrix = alike(pair.hypothesis, pair.reference, pair.relates);
  const std::size_t words = pair.hypothesis.size(), rows = pair.reference.size();
  const std::array<double, 4> cost{costs.substitution, 0, costs.stem, costs.synonym};
  std::map<std::pair<std::size_t, std::size_t>, double> table;
  for (std::size_t i = 0; i <= words; ++i) {
    for (std::size_t j = 0; j <= rows; ++j) {
      double best = i + j == 0 ? 0 : 1e9;
      if (i > 0) best = std::min(best, table[{i - 1, j}] + costs.insertion);
      if (j > 0) best = std::min(best, table[{i, j - 1}] + costs.deletion);
      if (i > 0 && j > 0) {
        const auto likeness = static_cast<std::size_t>(matrix[(i - 1) * rows + j - 1]);
        best = std::min(best, table[{i - 1, j - 1}] + cost[likeness]);
      }
      for (const WeightedPair& phrase : pair.phrases) {
        const std::size_t length = phrase.hypothesis.size();
        if (length > i || phrase.start + phrase.length != j) continue;
        if (!std::equal(phrase.hypothesis.begin(), phrase.hypothesis.end(), pair.hypothesis.begin() + (i - length))) continue;
        best = std::min(best, table[{i - length, j - phrase.length}] + phrase.cost);
      }
      table[{i, j}] = best;
    }
  }
  return table[{words, rows}];
}

}  // namespace

int main() {
  TerpAligner terp(adequacy), ter(even);
  CHECK(Case({}, {})(terp) == 0);
  CHECK(near(Case({1, 2}, {})(terp), 0.5) && count(terp, TerpEdit::insertion) == 2);
  CHECK(near(Case({}, {1, 2})(terp), 2.8) && count(terp, TerpEdit::deletion) == 2);
  CHECK(Case({11, 22, 33}, {11, 22, 33})(terp) == 0 && terp.shifts().empty());
  // a stem costs nothing, and is an edit all the same; a synonym has its cost
  CHECK(Case({11, 22}, {12, 22})(terp) == 0 && count(terp, TerpEdit::stem) == 1);
  CHECK(near(Case({11, 22}, {89, 22})(terp), 0.1) && count(terp, TerpEdit::synonym) == 1);
  CHECK(near(Case{.hypothesis = {11, 22}, .reference = {12, 22}, .relates = false}(terp), 1.5));
  // one block to the front, unless none of its words may move by itself
  const Case block{.hypothesis = {40, 50, 10, 20, 30}, .reference = {10, 20, 30, 40, 50}};
  CHECK(near(block(terp), 0.5) && terp.shifts().size() == 1);
  CHECK((terp.order() == std::vector<std::size_t>{2, 3, 4, 0, 1}));
  Case still = block;
  still.stops = 1;
  CHECK(still(terp) > 0.5 && terp.shifts().empty());
  // a phrase stands for another one where it is cheaper, also where its words had to be moved together
  const std::vector<WeightedPair> phrases{{1, 2, {70, 80, 71}, 0.3}};
  CHECK(near(Case{.hypothesis = {10, 70, 80, 71}, .reference = {10, 20, 30}, .phrases = phrases}(terp), 0.3));
  CHECK(count(terp, TerpEdit::phrase) == 1);

  std::mt19937 random(7);
  for (int round = 0; round < 600; ++round) {
    const Symbol symbols = 3 + static_cast<Symbol>(random() % 90);
    const std::size_t longest = round % 40 == 0 ? 60 : 12;
    Case pair{Text(random() % longest), Text(random() % longest)};
    for (Symbol& symbol : pair.hypothesis) symbol = 1 + static_cast<Symbol>(random() % symbols);
    for (Symbol& symbol : pair.reference) symbol = 1 + static_cast<Symbol>(random() % symbols);
    for (std::size_t k = 0; k < random() % 6 && !pair.hypothesis.empty() && !pair.reference.empty(); ++k) {
      const std::size_t start = random() % pair.reference.size(), from = random() % pair.hypothesis.size();
      const std::size_t length = 1 + random() % std::min<std::size_t>(3, pair.reference.size() - start);
      const std::size_t words = 1 + random() % std::min<std::size_t>(3, pair.hypothesis.size() - from);
      const auto first = pair.hypothesis.begin() + static_cast<std::ptrdiff_t>(from);
      const Text words_of(first, first + static_cast<std::ptrdiff_t>(words));
      const bool is_new = std::ranges::none_of(pair.phrases, [&](const WeightedPair& other) {
        return other.start == start && other.length == length && other.hypothesis == words_of;
      });
      if (is_new) pair.phrases.push_back({start, length, words_of, static_cast<double>(random() % 20) / 10});
    }
    for (TerpAligner* aligner : {&terp, &ter}) {
      const TerpCosts& costs = aligner == &terp ? adequacy : even;
      pair.relates = aligner == &terp;
      const double cost = pair(*aligner);
      CHECK(near(cost, cost_of(aligner->steps()) + costs.shift * static_cast<double>(aligner->shifts().size())));
      // edits cover both texts, and those of the moved words are the cheapest that there are
      Case moved = pair;
      for (std::size_t k = 0; k < moved.hypothesis.size() && !moved.reference.empty(); ++k) {
        moved.hypothesis[k] = pair.hypothesis[aligner->order()[k]];
      }
      std::size_t words = 0, rows = 0;
      for (const TerpStep& step : aligner->steps()) words += step.hypothesis, rows += step.reference;
      CHECK(words == pair.hypothesis.size() && rows == pair.reference.size());
      if (longest == 12) CHECK(near(cost_of(aligner->steps()), least(moved, costs)));
      CHECK(cost_of(aligner->steps()) >= least(moved, costs) - 1e-9);
    }
  }
  // lines so unequal in length that the beam cuts
  CHECK(near(Case(Text(500, 2), Text{50, 2})(terp), 1.5 + 498 * 0.25));
  CHECK(near(Case(Text{2}, Text(400, 99))(terp), 1.5 + 399 * 1.4));
}
