#include "count/leaf_kernels.h"
#include "count/leaf_sum.h"
#include "leaf/two_plies.h"

namespace plyforge {
namespace {

struct TwoPlies {
  static constexpr int kColumns = 1;
  PLYFORGE_HD static void add(const Position& position, LeafSums<std::uint64_t>& leaves) {
    leaves.nodes += count_two_plies(position, CalledSliders{});
  }
};

}  // namespace
}  // namespace plyforge

PLYFORGE_LEAF_KERNEL(two_plies, TwoPlies)
