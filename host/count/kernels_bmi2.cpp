#include "count/kernels_bmi2.h"

// Compiled for AVX2 and BMI2 (see cmake/CompileOptions.cmake); nothing here may run before has_fast_pext() says so.
#if defined(__x86_64__) && defined(__BMI2__)

#include "count/bmi2_tables.h"
#include "count/kernels_impl.h"
#include "movegen/table_sliders.h"

namespace plyforge {

Kernels bmi2_kernels() {
  return {
      "pext",
      [](const Position& position, Position* out) {
        return detail::write_children(position, PextSliders{&attack_tables()}, out);
      },
      [](const Position& position, int depth, Leaf leaf, const std::stop_token& stop, LeafSums<std::uint64_t>& sums) {
        detail::add_leaves(position, depth, leaf, PextSliders{&attack_tables()}, stop, sums);
      }};
}

}  // namespace plyforge

#else

namespace plyforge {

Kernels bmi2_kernels() { return {}; }

}  // namespace plyforge

#endif
