#include "problems/search_portable.h"

#include "movegen/attacks.h"
#include "problems/search_impl.h"

namespace plyforge {

MateSearch portable_mate_search() {
  return {[](SearchState& state, const Stipulation& stipulation, const Position& position, int plies) {
            return detail::Search(state, stipulation, LineSliders{}).reaches(position, plies);
          },
          [](SearchState& state, const Stipulation& stipulation, const Position& position, int plies) {
            return detail::Search(state, stipulation, LineSliders{}).is_forced(position, plies);
          }};
}

}  // namespace plyforge
