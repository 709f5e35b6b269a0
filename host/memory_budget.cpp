#include "memory_budget.h"

#include <sys/mman.h>

namespace plyforge {

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{2} << 20;

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

Block Block::allocate(MemoryBudget& budget, std::size_t bytes) {
  Block block;
  bytes = (bytes + kPage - 1) / kPage * kPage;
  if (!budget.take(bytes)) return block;
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) {
    budget.give_back(bytes);
    return block;
  }
  // Tables are probed at random: with small pages most probes would miss the TLB too. Advice only.
  if (bytes >= 4 * kHugePage) madvise(data, bytes, MADV_HUGEPAGE);
  block.budget_ = &budget;
  block.data_ = data;
  block.bytes_ = bytes;
  return block;
}

Block::~Block() {
  if (data_ == nullptr) return;
  munmap(data_, bytes_);
  budget_->give_back(bytes_);
}

}  // namespace plyforge
