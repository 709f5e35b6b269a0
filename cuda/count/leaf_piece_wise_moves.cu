#include "count/leaf_kernels.h"
#include "count/leaf_sum.h"
#include "movegen/movegen.h"

namespace plyforge {
namespace {

struct PieceWiseMoves {
  static constexpr int kColumns = 1;
  PLYFORGE_HD static void add(const Position& position, LeafSums<std::uint64_t>& leaves) {
    leaves.nodes += count_moves(unpack(position), LineSliders{});
  }
};

}  // namespace
}  // namespace plyforge

PLYFORGE_LEAF_KERNEL(piece_wise_moves, PieceWiseMoves)
