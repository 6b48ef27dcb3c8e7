/// A batch of strings, and a loop over it that may use several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace mtassay {

/// Strings that belong together, as views into memory that `owner` keeps alive. No text is copied:
/// a batch costs 16 bytes a string. A slice shares everything with the batch it was cut from.
struct Segments {
  std::shared_ptr<const void> owner;
  std::span<const std::string_view> texts;

  std::size_t size() const { return texts.size(); }
  std::string_view operator[](std::size_t i) const { return texts[i]; }
  Segments slice(std::size_t begin, std::size_t end) const { return {owner, texts.subspan(begin, end - begin)}; }
};

/// The references of a batch: those of segment i are texts[starts[i]] up to texts[starts[i + 1]].
struct References {
  Segments texts;
  std::span<const std::int64_t> starts;

  std::size_t segments() const { return starts.size() - 1; }
};

/// Calls `make_worker()` once for each thread, and the worker it gives with every index below
/// `count`. Threads claim blocks of indices, so uneven segments do not leave one of them idle.
/// A worker that writes only to what belongs to its index gives the same result for any `threads`;
/// 0 means one per core. `block` indices should take a worker at least 50 microseconds.
template <class MakeWorker>
void for_each_index(std::size_t count, unsigned threads, MakeWorker make_worker, std::size_t block = 64) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t blocks = (count + block - 1) / block;
  // a thread costs about as much as a few blocks: a short batch is done before it has started
  const std::size_t workers = std::min<std::size_t>(threads, blocks / 4 + 1);

  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto run = [&] {
    try {
      auto worker = make_worker();
      for (std::size_t claimed = next++; claimed < blocks; claimed = next++) {
        const std::size_t end = std::min(count, (claimed + 1) * block);
        for (std::size_t i = claimed * block; i < end; ++i) worker(i);
      }
    } catch (...) {
      next = blocks;
      const std::lock_guard lock(failure_mutex);
      failure = std::current_exception();
    }
  };

  std::vector<std::thread> others;
  for (std::size_t i = 1; i < workers; ++i) {
    try {
      others.emplace_back(run);
    } catch (const std::system_error&) {
      break;  // the system gives no more threads; those that run do all the work
    }
  }
  run();
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace mtassay
