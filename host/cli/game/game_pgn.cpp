#include <algorithm>

#include "app/report/pgn_text.h"
#include "cli/game/game_output.h"
#include "games/pgn_tags.h"
#include "notation/epd.h"

namespace plyforge {
namespace {

/// Whether the export format writes a tag at a place of its own.
bool is_written_apart(std::string_view name) {
  const auto same = [name](std::string_view other) { return same_ignoring_case(name, other); };
  return same("Result") || same("FEN") || same("SetUp") ||
         std::ranges::any_of(kPgnRoster, [&](const auto& tag) { return same(tag.first); });
}

/// Whether the FEN of the first position is read as it was only where a tag Variant says Chess960, and none does.
bool needs_variant(const Game& game, const FenRecord& start) {
  return start.chess960 && !start.rights_by_file && is_chess960_variant(game.tag("Variant").value_or("")) != true;
}

std::string moves_text(const Game& game, Notation notation) {
  PgnParagraph paragraph;
  for (int ply = 0; ply < game.play.plies(); ++ply) {
    const FenRecord record = game.play.record(ply);
    const auto index = static_cast<std::size_t>(ply);
    if (record.mover == Colour::white) {
      paragraph.add(std::to_string(record.fullmove_number) + ".");
    } else if (ply == 0) {
      paragraph.add(std::to_string(record.fullmove_number) + "...");
    }
    paragraph.add(to_text(record, game.moves[index], notation));
    if (game.nags[index] != 0) paragraph.add("$" + std::to_string(game.nags[index]));
  }
  if (game.fault) paragraph.add("{ the rest could not be read }");
  paragraph.add(result_text(game.stated));
  return paragraph.text() + "\n";
}

}  // namespace

std::vector<int> PlyChoice::of(const Game& game) const {
  std::vector<int> chosen;
  if (!game.has_positions()) return chosen;
  const int plies = game.play.plies();
  const int last = std::min(plies, up_to.value_or(plies));
  if (every || (at.empty() && up_to)) {
    for (int ply = 0; ply <= last; ++ply) chosen.push_back(ply);
    return chosen;
  }
  if (at.empty()) return {plies};
  for (const int ply : at) {
    const int from_start = ply < 0 ? plies + 1 + ply : ply;
    if (from_start >= 0 && from_start <= last) chosen.push_back(from_start);
  }
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

std::string game_pgn(const Game& game, Notation notation) {
  if (!game.has_positions()) return {};
  std::string text;
  for (const auto& [name, unknown] : kPgnRoster) text += pgn_tag(name, game.tag(name).value_or(unknown));
  text += pgn_tag("Result", result_text(game.stated));
  const FenRecord start = game.play.record(0);
  const bool add_variant = needs_variant(game, start);
  if (!game.from_start_array) text += pgn_tag("SetUp", "1") + pgn_tag("FEN", to_fen(start));
  if (add_variant) text += pgn_tag("Variant", "Chess960");
  for (const GameTag& tag : game.tags) {
    const bool replaced = add_variant && same_ignoring_case(tag.name, "Variant");
    if (!replaced && !is_written_apart(tag.name)) text += pgn_tag(tag.name, tag.value);
  }
  return text + "\n" + moves_text(game, notation) + "\n";
}

std::string game_fens(const Game& game, const PlyChoice& plies) {
  std::string text;
  for (const int ply : plies.of(game)) text += to_fen(game.play.record(ply)) + "\n";
  return text;
}

std::string game_epds(const Game& game, const PlyChoice& plies) {
  std::string text;
  for (const int ply : plies.of(game)) {
    EpdRecord line{.fen = game.play.record(ply), .operations = {}};
    line.operations.push_back({"hmvc", {std::to_string(line.fen.halfmove_clock)}});
    line.operations.push_back({"fmvn", {std::to_string(line.fen.fullmove_number)}});
    line.operations.push_back({"id", {"game " + std::to_string(game.number) + " ply " + std::to_string(ply)}});
    text += to_epd(line) + "\n";
  }
  return text;
}

}  // namespace plyforge
