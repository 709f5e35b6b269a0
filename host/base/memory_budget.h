#pragma once

#include <atomic>
#include <cstddef>
#include <utility>

namespace plyforge {

/// A limit in bytes that everything large is charged to; it may be part of a larger one. Safe to use from many threads.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t limit, MemoryBudget* whole = nullptr) : limit_(limit), whole_(whole) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  /// Takes bytes off the budget; false, with nothing taken, where they are not left.
  bool take(std::size_t bytes);
  void give_back(std::size_t bytes);

  std::size_t limit() const { return limit_; }
  std::size_t left() const { return limit_ - used_.load(std::memory_order_relaxed); }

 private:
  const std::size_t limit_;
  MemoryBudget* const whole_;
  std::atomic<std::size_t> used_ = 0;
};

/// Zeroed memory straight from the system, charged to a budget. A large block goes back to the system when it is
/// released; a few megabytes of small ones are kept for those that come next, because counts of milliseconds, one after
/// another, would otherwise spend half their time on asking for memory.
class Block {
 public:
  Block() = default;
  /// The bytes that a block of at least `bytes` really has: whole pages, huge ones where it is large.
  static std::size_t rounded_up(std::size_t bytes);
  /// The largest block of at most `bytes`.
  static std::size_t rounded_down(std::size_t bytes);
  /// Empty when the budget, or the system, does not have the bytes.
  static Block allocate(MemoryBudget& budget, std::size_t bytes);
  ~Block();
  Block(Block&& other) noexcept { swap(other); }
  Block& operator=(Block&& other) noexcept {
    Block(std::move(other)).swap(*this);
    return *this;
  }

  explicit operator bool() const { return data_ != nullptr; }
  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void swap(Block& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
  }

  MemoryBudget* budget_ = nullptr;
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace plyforge
