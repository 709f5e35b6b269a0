#include "problems/search_bmi2.h"

// Compiled for AVX2 and BMI2 (see cmake/CompileOptions.cmake); call nothing here unless has_fast_pext().
#if defined(__x86_64__) && defined(__BMI2__)

#include "count/bmi2_tables.h"
#include "movegen/table_sliders.h"
#include "problems/search_impl.h"

namespace plyforge {

MateSearch bmi2_mate_search() {
  return {[](SearchState& state, const Stipulation& stipulation, const Position& position, int plies) {
            return detail::Search(state, stipulation, PextSliders{&attack_tables()}).reaches(position, plies);
          },
          [](SearchState& state, const Stipulation& stipulation, const Position& position, int plies) {
            return detail::Search(state, stipulation, PextSliders{&attack_tables()}).is_forced(position, plies);
          }};
}

}  // namespace plyforge

#else

namespace plyforge {

MateSearch bmi2_mate_search() { return {}; }

}  // namespace plyforge

#endif
