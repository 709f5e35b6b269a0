#include "rated_moves.h"

#include <algorithm>

#include "endgame_index.h"
#include "legal.h"
#include "notation.h"
#include "session.h"

namespace plyforge {
namespace {

/// Whether one value is worth more than another, by DTM.
bool is_better(const EndgameValue& a, const EndgameValue& b) {
  if (a.sign != b.sign) return a.sign > b.sign;
  return a.sign > 0 ? a.dtm < b.dtm : a.dtm > b.dtm;
}

}  // namespace

EndgameValue value_of(EndgameTables& tables, const FenRecord& record) {
  const std::optional<EndgameValue> value = tables.probe(record.position);
  if (value) return *value;
  if (record.position.castling_rooks() != 0) {
    throw InputError(to_fen(record) + ": tables hold no positions with castling rights");
  }
  const std::optional<PositionMaterial> material = material_of(record.position);
  if (!material) {
    throw InputError(to_fen(record) + ": tables hold positions of up to " + std::to_string(kMaxEndgameMen) +
                     " men, kings included");
  }
  const std::string name = material->material.name();
  throw InputError(to_fen(record) + ": there is no table of " + name + " in " + tables.folder() +
                   "; make it with: plyforge endgame solve " + name + " --dir " + tables.folder());
}

std::vector<RatedMove> rated_moves(EndgameTables& tables, const FenRecord& record) {
  std::vector<RatedMove> moves;
  for (const Move move : legal_moves(record.position)) {
    const bool pawn = (record.position.pawns() & bit(move.from)) != 0;
    const bool zeroing = pawn || (record.position.theirs() & bit(move.to)) != 0;
    moves.push_back({move, before_move(value_of(tables, play(record, move)), zeroing)});
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const RatedMove& a, const RatedMove& b) { return is_better(a.value, b.value); });
  return moves;
}

std::string mate_line(EndgameTables& tables, FenRecord record) {
  std::string line;
  if (value_of(tables, record).sign == 0) return line;
  record.fullmove_number = 1;
  for (;;) {
    const std::vector<RatedMove> moves = rated_moves(tables, record);
    if (moves.empty()) return line;
    if (!line.empty()) line += ' ';
    if (record.mover == Colour::white) {
      line += std::to_string(record.fullmove_number) + ". ";
    } else if (line.empty()) {
      line += std::to_string(record.fullmove_number) + "... ";
    }
    line += to_san(record, moves.front().move);
    record = play(record, moves.front().move);
  }
}

}  // namespace plyforge
