#include "count/kernels_portable.h"

#include "count/kernels_impl.h"
#include "movegen/attacks.h"

namespace plyforge {

Kernels portable_kernels() {
  return {"lines",
          [](const Position& position, Position* out) { return detail::write_children(position, LineSliders{}, out); },
          [](const Position& position, int depth, Leaf leaf, const std::stop_token& stop,
             LeafSums<std::uint64_t>& sums) { detail::add_leaves(position, depth, leaf, LineSliders{}, stop, sums); }};
}

}  // namespace plyforge
