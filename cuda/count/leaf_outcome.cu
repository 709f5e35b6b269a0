#include "count/leaf_kernels.h"
#include "count/leaf_sum.h"
#include "leaf/leaf_outcome.h"

namespace plyforge {
namespace {

struct Outcomes {
  static constexpr int kColumns = 6;
  PLYFORGE_HD static void add(const Position& position, LeafSums<std::uint64_t>& leaves) {
    add_outcomes(unpack(position), CalledSliders{}, leaves);
  }
};

}  // namespace
}  // namespace plyforge

PLYFORGE_LEAF_KERNEL(outcome, Outcomes)
