#include "app/work/study_result.h"

#include <algorithm>

#include "app/report/rated_moves.h"

namespace plyforge {
namespace {

/// Without distances the 50-move counter decides nothing.
Wdl wdl_of(const EndgameValue& value, Knowledge knowledge, int clock) {
  return value.wdl(knowledge == Knowledge::wdl ? 0 : clock);
}

void study_moves(const Prober& prober, StudyResult& result) {
  const int clock = result.epd.fen.halfmove_clock;
  const std::vector<RatedMove> moves = valued_moves(prober, result.epd.fen);
  result.legal_moves = moves.size();
  bool by_dtm = true;  // for all moves or for none: DTM and DTZ50 do not compare
  for (const RatedMove& rated : moves) by_dtm = by_dtm && rated.knowledge == Knowledge::all;

  std::size_t keepers = 0;
  int least = 0;  // the distance of the best so far, where the shortest is best
  for (const RatedMove& rated : moves) {
    const Wdl wdl = wdl_of(rated.value, rated.knowledge, clock);
    if (wdl == Wdl::win) ++result.winning_moves;
    if (wdl != result.wdl) continue;
    ++keepers;
    const int plies = (by_dtm ? rated.value.dtm : rated.value.dtz50) * rated.value.sign;
    if (result.best.empty() || plies < least) {
      result.best.clear();
      least = plies;
    }
    if (plies == least) result.best.push_back(rated.move);
  }
  result.only_move = keepers == 1;
}

}  // namespace

StudyResult study(const Prober& prober, EpdRecord record, StudyParts parts) {
  StudyResult result;
  result.epd = std::move(record);
  const FenRecord& fen = result.epd.fen;
  result.known = known_value_of(prober, fen);
  const EndgameValue& value = result.known.value;
  result.wdl = wdl_of(value, result.known.knowledge, fen.halfmove_clock);
  if (parts.moves) study_moves(prober, result);
  if (parts.line && result.known.knowledge == Knowledge::all) result.line = mating_moves(prober, fen, value);
  return result;
}

}  // namespace plyforge
