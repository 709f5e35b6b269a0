#include "runs/cut.h"

#include <map>
#include <stdexcept>

#include "base/errors.h"
#include "movegen/legal.h"
#include "notation/notation.h"

namespace plyforge {
namespace {

/// The text of a position under the root, from which the same position is read again, with rights written as the
/// root's.
std::string unit_fen(const Position& position, Colour mover, const FenRecord& root) {
  std::string fen = to_fen({.position = position, .mover = mover, .rights_by_file = root.rights_by_file});
  if (unit_position(fen).position != position) throw std::logic_error("a FEN is read as another position: " + fen);
  return fen;
}

/// One side for even, the other for odd plies.
Colour mover_after(const FenRecord& root, int plies) { return plies % 2 == 0 ? root.mover : other(root.mover); }

[[noreturn]] void too_many(int split) {
  throw InputError("there are more than " + std::to_string(kMostUnits) + " positions after " + std::to_string(split) +
                   " plies; give a smaller --split");
}

}  // namespace

std::vector<Unit> cut_into_units(const RunQuestion& question, const CountOptions& options) {
  const Position& root = question.root.position;
  if (question.split == 0)
    return {{.id = 1, .fen = unit_fen(root, question.root.mover, question.root), .paths = {{"", 1}}}};

  std::map<std::string, std::vector<UnitPaths>> paths_to;
  const Colour mover = mover_after(question.root, question.split);
  const UciCastling castling = uci_castling(question.root);
  for (const Move move : legal_moves(root)) {
    const std::string first_move = to_uci(move, question.root.mover, castling);
    try {
      for (const FrontierPosition& found : frontier(after(root, move), question.split - 1, kMostUnits, options)) {
        paths_to[unit_fen(found.position, mover, question.root)].push_back({first_move, found.multiplicity});
      }
    } catch (const std::length_error&) {
      too_many(question.split);
    }
    if (paths_to.size() > kMostUnits) too_many(question.split);
  }
  std::vector<Unit> units;
  units.reserve(paths_to.size());
  for (auto& [fen, paths] : paths_to) {
    units.push_back({.id = static_cast<std::int64_t>(units.size()) + 1, .fen = fen, .paths = std::move(paths)});
  }
  return units;
}

}  // namespace plyforge
