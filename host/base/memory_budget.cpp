#include "base/memory_budget.h"

#include <sys/mman.h>

#include <cstdint>

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
  const std::size_t mapped_bytes = huge ? bytes + kHugePage : bytes;
  void* const mapped = mmap(nullptr, mapped_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) {
    budget.give_back(bytes);
    return block;
  }
  auto* data = static_cast<std::byte*>(mapped);
  if (huge) {
    const std::size_t before = (kHugePage - reinterpret_cast<std::uintptr_t>(mapped) % kHugePage) % kHugePage;
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
  munmap(data_, bytes_);
  budget_->give_back(bytes_);
}

}  // namespace plyforge
