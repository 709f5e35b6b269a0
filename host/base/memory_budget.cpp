#include "base/memory_budget.h"

#include <sys/mman.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <vector>

namespace plyforge {

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{2} << 20;

/// Maps so many bytes, a multiple of pages; null where the system does not have them.
std::byte* map(std::size_t bytes) {
  void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return mapped == MAP_FAILED ? nullptr : static_cast<std::byte*>(mapped);
}

/// Small blocks that nobody uses, by their pages. Safe to use from many threads.
class SpareBlocks {
 public:
  static constexpr std::size_t kMostPages = 16;  ///< of a block

  /// A block of so many pages, zeroed, or null where none is left.
  std::byte* take(std::size_t pages) {
    std::byte* block = nullptr;
    {
      const std::lock_guard lock(mutex_);
      std::vector<std::byte*>& blocks = by_pages_[pages - 1];
      if (blocks.empty()) return nullptr;
      block = blocks.back();
      blocks.pop_back();
      kept_pages_ -= pages;
    }
    std::memset(block, 0, pages * kPage);
    return block;
  }

  /// Keeps a block; false where enough are kept already.
  bool keep(std::byte* block, std::size_t pages) {
    const std::lock_guard lock(mutex_);
    if (kept_pages_ + pages > kMostKeptPages) return false;
    by_pages_[pages - 1].push_back(block);
    kept_pages_ += pages;
    return true;
  }

 private:
  static constexpr std::size_t kMostKeptPages = (std::size_t{4} << 20) / kPage;

  std::mutex mutex_;
  std::array<std::vector<std::byte*>, kMostPages> by_pages_;
  std::size_t kept_pages_ = 0;
};

/// Never destroyed: blocks may be released while the program ends.
SpareBlocks& spare_blocks() {
  static SpareBlocks* const blocks = new SpareBlocks;
  return *blocks;
}

bool is_small(std::size_t bytes) { return bytes / kPage <= SpareBlocks::kMostPages; }

}  // namespace

bool MemoryBudget::take(std::size_t bytes) {
  std::size_t used = used_.load(std::memory_order_relaxed);
  do {
    if (bytes > limit_ - used) return false;
  } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
  if (whole_ == nullptr || whole_->take(bytes)) return true;
  used_.fetch_sub(bytes, std::memory_order_relaxed);
  return false;
}

void MemoryBudget::give_back(std::size_t bytes) {
  used_.fetch_sub(bytes, std::memory_order_relaxed);
  if (whole_ != nullptr) whole_->give_back(bytes);
}

std::size_t Block::rounded_down(std::size_t bytes) {
  const std::size_t page = bytes >= kHugePage ? kHugePage : kPage;
  return bytes / page * page;
}

std::size_t Block::rounded_up(std::size_t bytes) {
  const std::size_t page = bytes >= kHugePage ? kHugePage : kPage;
  return (bytes + page - 1) / page * page;
}

Block Block::allocate(MemoryBudget& budget, std::size_t bytes) {
  Block block;
  bytes = rounded_up(bytes);
  if (!budget.take(bytes)) return block;
  // Tables are probed at random: with small pages most probes would miss the TLB too. Huge pages want their own
  // alignment.
  const bool huge = bytes % kHugePage == 0;
  std::byte* data = is_small(bytes) ? spare_blocks().take(bytes / kPage) : nullptr;
  if (data == nullptr) data = map(huge ? bytes + kHugePage : bytes);
  if (data == nullptr) {
    budget.give_back(bytes);
    return block;
  }
  if (huge) {
    const std::size_t before = (kHugePage - reinterpret_cast<std::uintptr_t>(data) % kHugePage) % kHugePage;
    if (before != 0) munmap(data, before);
    data += before;
    munmap(data + bytes, kHugePage - before);
    madvise(data, bytes, MADV_HUGEPAGE);  // advice only: it may fail
  }
  block.budget_ = &budget;
  block.data_ = data;
  block.bytes_ = bytes;
  return block;
}

Block::~Block() {
  if (data_ == nullptr) return;
  if (!is_small(bytes_) || !spare_blocks().keep(data_, bytes_ / kPage)) munmap(data_, bytes_);
  budget_->give_back(bytes_);
}

}  // namespace plyforge
