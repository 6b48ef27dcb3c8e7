/// The most that can be gained by carrying what some have to where others want it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mtassay {

/// A way from a source to a sink, and what each unit gains that goes there; gains are above 0.
struct Way {
  std::uint32_t source, sink;
  double gain;
};

/// Successive best paths, so the result is exact for real amounts. Keeps memory between calls, so each thread has its own.
class Transport {
 public:
  double operator()(std::span<const double> supplies, std::span<const double> demands, std::span<const Way> ways);
  /// How much the last call carries on each way.
  std::span<const double> carried() const { return carried_; }

 private:
  bool find_paths(std::span<const Way> ways);

  std::vector<double> left_, wanted_, carried_;
  std::vector<double> to_source_, to_sink_;                 ///< the most that is gained on the way to each
  std::vector<std::int64_t> before_source_, before_sink_;  ///< the way by which each is reached; -1 is none
};

}  // namespace mtassay
