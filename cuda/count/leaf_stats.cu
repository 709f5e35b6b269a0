#include "count/leaf_kernels.h"
#include "count/leaf_sum.h"
#include "leaf/leaf_stats.h"

namespace plyforge {
namespace {

struct MoveStatistics {
  static constexpr int kColumns = 11;
  PLYFORGE_HD static void add(const Position& position, LeafSums<std::uint64_t>& leaves) {
    add_move_stats(unpack(position), CalledSliders{}, leaves);
  }
};

}  // namespace
}  // namespace plyforge

PLYFORGE_LEAF_KERNEL(stats, MoveStatistics)
