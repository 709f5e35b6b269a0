#include "count/leaf_kernels.h"
#include "count/leaf_sum.h"
#include "count/set_wise_moves.h"

namespace plyforge {
namespace {

struct SetWiseMoves {
  static constexpr int kColumns = 1;
  PLYFORGE_HD static void add(const Position& position, LeafSums<std::uint64_t>& leaves) {
    leaves.nodes += count_moves_set_wise(unpack(position));
  }
};

}  // namespace
}  // namespace plyforge

PLYFORGE_LEAF_KERNEL(set_wise_moves, SetWiseMoves)
