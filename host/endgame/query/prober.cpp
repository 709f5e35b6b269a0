#include "endgame/query/prober.h"

#include <algorithm>
#include <cstdlib>

#include "movegen/legal.h"

namespace plyforge {

std::optional<KnownValue> Prober::probe(const Position& position) const {
  if (const std::optional<EndgameValue> value = tables_->probe(position)) return KnownValue{*value};
  return syzygy_ == nullptr ? std::nullopt : probe_syzygy(position);
}

std::optional<KnownValue> Prober::probe_syzygy(const Position& position) const {
  const std::optional<Wdl> wdl = syzygy_->wdl(position);
  if (!wdl) return std::nullopt;
  if (has_no_move(position)) return KnownValue{checkers(position) != 0 ? kMated : EndgameValue{}, Knowledge::dtz50};
  if (*wdl == Wdl::draw) return KnownValue{{}, Knowledge::dtz50};
  EndgameValue value;
  value.sign = *wdl > Wdl::draw ? 1 : -1;
  const bool cursed = *wdl == Wdl::cursed_win || *wdl == Wdl::blessed_loss;
  const std::optional<int> dtz = syzygy_->dtz(position);
  const int plies = dtz ? std::abs(*dtz) : cursed ? kCursedPlies : 1;
  // The result is exact and the distance rounded, so the result decides.
  value.dtz50 = static_cast<std::int16_t>(cursed ? std::max(plies, kCursedPlies) : std::min(plies, kFiftyMovePlies));
  return KnownValue{value, dtz ? Knowledge::dtz50 : Knowledge::wdl};
}

}  // namespace plyforge
