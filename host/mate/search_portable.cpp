#include "mate/search_portable.h"

#include "attacks.h"
#include "mate/search_impl.h"

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
