#include "segments.hpp"

#include <numeric>
#include <stdexcept>

#include "check.hpp"

using namespace mtassay;

int main() {
  const std::vector<std::string_view> texts = {"a", "b", "c", "d"};
  const Segments all{nullptr, texts};
  CHECK(all.size() == 4 && all[2] == "c");
  CHECK(all.slice(1, 3).size() == 2 && all.slice(1, 3)[0] == "b");
  CHECK(all.slice(2, 2).size() == 0);

  for (const unsigned threads : {0u, 1u, 2u, 7u}) {
    for (const std::size_t count : {0u, 1u, 63u, 64u, 65u, 1000u, 5000u}) {
      std::vector<int> visits(count);
      for_each_index(count, threads, [&] { return [&](std::size_t i) { ++visits[i]; }; });
      CHECK(std::accumulate(visits.begin(), visits.end(), 0) == static_cast<int>(count));
      CHECK(std::count(visits.begin(), visits.end(), 1) == static_cast<std::ptrdiff_t>(count));
    }
  }

  bool caught = false;
  try {
    for_each_index(5000, 4, [] {
      return [](std::size_t i) {
        if (i == 4321) throw std::runtime_error("from a worker");
      };
    });
  } catch (const std::runtime_error&) {
    caught = true;
  }
  CHECK(caught);
}
