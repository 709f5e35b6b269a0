#include "app/work/study_result.h"

#include <algorithm>

#include "app/report/rated_moves.h"

namespace plyforge {
namespace {

/// Without distances the 50-move counter says nothing.
Wdl result(const EndgameValue& value, Knowledge knowledge, int clock) {
  return value.wdl(knowledge == Knowledge::wdl ? 0 : clock);
}

void study_moves(const Prober& prober, StudyResult& studied) {
  const int clock = studied.epd.fen.halfmove_clock;
  const std::vector<RatedMove> moves = valued_moves(prober, studied.epd.fen);
  studied.legal_moves = moves.size();
  bool by_dtm = true;  // of all moves, or of none: the distances do not compare
  for (const RatedMove& rated : moves) by_dtm = by_dtm && rated.knowledge == Knowledge::all;

  std::size_t keepers = 0;
  int least = 0;  // what the best of them take, where the shortest is best
  for (const RatedMove& rated : moves) {
    const Wdl wdl = result(rated.value, rated.knowledge, clock);
    if (wdl == Wdl::win) ++studied.winning_moves;
    if (wdl != studied.wdl) continue;
    ++keepers;
    const int plies = (by_dtm ? rated.value.dtm : rated.value.dtz50) * rated.value.sign;
    if (studied.best.empty() || plies < least) {
      studied.best.clear();
      least = plies;
    }
    if (plies == least) studied.best.push_back(rated.move);
  }
  studied.only_move = keepers == 1;
}

}  // namespace

StudyResult study(const Prober& prober, EpdRecord record, StudyParts parts) {
  StudyResult studied;
  studied.epd = std::move(record);
  const FenRecord& fen = studied.epd.fen;
  studied.known = known_value_of(prober, fen);
  const EndgameValue& value = studied.known.value;
  studied.wdl = result(value, studied.known.knowledge, fen.halfmove_clock);
  if (parts.moves) study_moves(prober, studied);
  if (parts.line && studied.known.knowledge == Knowledge::all) studied.line = mating_moves(prober, fen, value);
  return studied;
}

}  // namespace plyforge
