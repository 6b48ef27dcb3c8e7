#include "transport.hpp"

#include <cmath>
#include <functional>
#include <random>

#include "check.hpp"

using namespace mtassay;

int main() {
  Transport transport;
  CHECK(transport({}, {}, {}) == 0);
  const std::vector<double> one{1.0}, tenth{0.1};
  CHECK(std::abs(transport(one, tenth, std::vector<Way>{{0, 0, 0.5}}) - 0.05) < 1e-12);
  // the first source gives way, so that the second gains too
  const std::vector<double> two{1.0, 1.0};
  CHECK(std::abs(transport(two, two, std::vector<Way>{{0, 0, 1.0}, {0, 1, 0.9}, {1, 0, 0.8}}) - 1.7) < 1e-12);
  CHECK(transport.carried()[0] < 1e-12);

  // amounts in tenths, against all ways to carry them unit by unit
  std::mt19937 random(3);
  for (int round = 0; round < 400; ++round) {
    std::vector<int> have(1 + random() % 3), want(1 + random() % 3);
    for (int& amount : have) amount = 1 + static_cast<int>(random() % 3);
    for (int& amount : want) amount = 1 + static_cast<int>(random() % 3);
    std::vector<Way> ways;
    for (std::uint32_t i = 0; i < have.size(); ++i) {
      for (std::uint32_t j = 0; j < want.size(); ++j) {
        if (random() % 3 != 0) ways.push_back({i, j, static_cast<double>(1 + random() % 6) / 6});
      }
    }
    const std::function<double(std::size_t)> best = [&](std::size_t k) -> double {
      if (k == ways.size()) return 0;
      double most = 0;
      for (int amount = 0; amount <= std::min(have[ways[k].source], want[ways[k].sink]); ++amount) {
        have[ways[k].source] -= amount, want[ways[k].sink] -= amount;
        most = std::max(most, amount * ways[k].gain / 10 + best(k + 1));
        have[ways[k].source] += amount, want[ways[k].sink] += amount;
      }
      return most;
    };
    std::vector<double> supplies(have.begin(), have.end()), demands(want.begin(), want.end());
    for (double& amount : supplies) amount /= 10;
    for (double& amount : demands) amount /= 10;
    CHECK(std::abs(transport(supplies, demands, ways) - best(0)) < 1e-9);
  }
}
