#include "endgame/value.h"

namespace plyforge {

std::string_view wdl_name(Wdl wdl) {
  switch (wdl) {
    case Wdl::win:
      return "win";
    case Wdl::cursed_win:
      return "cursed win";
    case Wdl::blessed_loss:
      return "blessed loss";
    case Wdl::loss:
      return "loss";
    default:
      return "draw";
  }
}

}  // namespace plyforge
