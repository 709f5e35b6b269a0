#include "app/report/rated_moves.h"

#include <algorithm>

#include "app/report/move_lines.h"
#include "app/session/session.h"
#include "board/moved_piece.h"
#include "endgame/index.h"
#include "endgame/tables/table_file.h"
#include "movegen/legal.h"
#include "notation/notation.h"

namespace plyforge {
namespace {

/// Whether one value is worth more than another, by DTM.
bool is_better(const EndgameValue& a, const EndgameValue& b) {
  if (a.sign != b.sign) return a.sign > b.sign;
  return a.sign > 0 ? a.dtm < b.dtm : a.dtm > b.dtm;
}

[[noreturn]] void fail_without_table(const Prober& prober, const FenRecord& record) {
  const std::string fen = to_fen(record);
  if (record.position.castling_rooks() != 0) {
    throw InputError(fen + ": tables have no positions with castling rights");
  }
  const std::string syzygy = prober.syzygy() == nullptr ? "" : ", nor a Syzygy table in " + prober.syzygy()->folders();
  const std::optional<PositionMaterial> material = material_of(record.position);
  if (!material) {
    throw InputError(fen + ": tables have positions of up to " + std::to_string(kMaxEndgameMen) +
                     " men, kings included" + (syzygy.empty() ? "" : ", and there is none" + syzygy.substr(5)));
  }
  const std::string name = material->material.name();
  const std::string& folder = prober.tables().folder();
  throw InputError(fen + ": no table for " + name + " in " + folder + syzygy +
                   "; create it with: plyforge endgame solve " + name + " --dir " + folder);
}

}  // namespace

KnownValue known_value_of(const Prober& prober, const FenRecord& record) {
  const std::optional<KnownValue> value = prober.probe(record.position);
  if (!value) fail_without_table(prober, record);
  return *value;
}

EndgameValue value_of(EndgameTables& tables, const FenRecord& record) { return known_value_of(tables, record).value; }

std::vector<RatedMove> valued_moves(const Prober& prober, const FenRecord& record) {
  std::vector<RatedMove> moves;
  for (const Move move : legal_moves(record.position)) {
    const KnownValue after = known_value_of(prober, play(record, move));
    moves.push_back({move, before_move(after.value, is_zeroing(record.position, move)), after.knowledge});
  }
  return moves;
}

std::vector<RatedMove> rated_moves(EndgameTables& tables, const FenRecord& record) {
  std::vector<RatedMove> moves = valued_moves(tables, record);
  std::stable_sort(moves.begin(), moves.end(),
                   [](const RatedMove& a, const RatedMove& b) { return is_better(a.value, b.value); });
  return moves;
}

std::vector<Move> mating_moves(const Prober& prober, FenRecord record, EndgameValue value) {
  std::vector<Move> line;
  while (value.sign != 0 && value.dtm != 0) {
    std::optional<EndgameValue> next;
    for (const Move move : legal_moves(record.position)) {
      const FenRecord reply = play(record, move);
      const EndgameValue after = known_value_of(prober, reply).value;
      if (after.sign != -value.sign || after.dtm != value.dtm - 1) continue;
      line.push_back(move);
      record = reply;
      next = after;
      break;
    }
    if (!next) {
      throw TableError("no move from " + to_fen(record) +
                       " has the DTM of its table; find the damage with: plyforge endgame verify " +
                       material_of(record.position)->material.name() + " --dir " + prober.tables().folder());
    }
    value = *next;
  }
  return line;
}

std::string mate_line(EndgameTables& tables, const FenRecord& record) {
  return numbered_line(record, mating_moves(tables, record, value_of(tables, record)), 1);
}

}  // namespace plyforge
