#include "symbol_positions.hpp"

#include "check.hpp"

using namespace mtassay;

int main() {
  SymbolPositions positions;
  const auto list = [&](Symbol symbol) {
    const auto found = positions[symbol];
    return std::vector<std::uint32_t>(found.begin(), found.end());
  };
  positions(std::vector<Symbol>{2, 0, 1, 2, 2}, 3);
  CHECK((list(1) == std::vector<std::uint32_t>{2}));
  CHECK((list(2) == std::vector<std::uint32_t>{0, 3, 4}));
  CHECK(list(3).empty());

  positions(std::vector<Symbol>{}, 0);
  positions(std::vector<Symbol>{0, 0}, 1);
  CHECK(list(1).empty());
}
