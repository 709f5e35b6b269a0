#include "endgame/tables/block_cache.h"

#include <utility>

namespace plyforge {

BlockCache::~BlockCache() {
  for (const auto& bytes : owned_) room_->give_back(bytes.size());
}

const std::uint8_t* BlockCache::keep(std::size_t block, std::vector<std::uint8_t>& bytes) {
  const std::lock_guard lock(mutex_);
  owned_.push_back(std::exchange(bytes, {}));
  const std::uint8_t* const data = owned_.back().data();
  kept_[block].store(data, std::memory_order_release);
  return data;
}

}  // namespace plyforge
