/// Where each symbol of a text stands, in ascending order: a counting sort, linear in text and symbols.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symbols.hpp"

namespace mtassay {

/// Keeps memory between calls, so each thread has its own.
class SymbolPositions {
 public:
  /// Symbols are 0..`symbols`; those of number 0 are left out.
  void operator()(std::span<const Symbol> text, std::size_t symbols) {
    starts_.assign(symbols + 2, 0);
    for (const Symbol symbol : text) ++starts_[symbol + 1];
    starts_[1] = 0;
    for (std::size_t s = 1; s < starts_.size(); ++s) starts_[s] += starts_[s - 1];
    positions_.resize(starts_.back());
    next_.assign(starts_.begin(), starts_.end() - 1);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != 0) positions_[next_[text[i]]++] = static_cast<std::uint32_t>(i);
    }
  }
  std::span<const std::uint32_t> operator[](Symbol symbol) const {
    return std::span(positions_).subspan(starts_[symbol], starts_[symbol + 1] - starts_[symbol]);
  }

 private:
  std::vector<std::uint32_t> starts_, next_, positions_;
};

}  // namespace mtassay
