#include "cli/game/game_format.h"

#include <algorithm>

#include "notation/epd.h"

namespace plyforge {
namespace {

std::string report(const GameToPrint& of) { return game_report(of.game, of.notation); }
std::string pgn(const GameToPrint& of) { return game_pgn(of.game, of.notation); }
std::string epd(const GameToPrint& of) { return game_epds(of.game, of.plies); }
std::string fen(const GameToPrint& of) { return game_fens(of.game, of.plies); }
std::string json(const GameToPrint& of) { return json_line(game_json(of.file, of.game, of.notation, of.plies)); }

std::string counted_epd(const FenRecord& record, std::uint64_t count) {
  return to_epd({.fen = record, .operations = {{"seen", {std::to_string(count)}}}}) + "\n";
}

std::string counted_fen(const FenRecord& record, std::uint64_t /*count*/) { return to_fen(record) + "\n"; }

std::string counted_json(const FenRecord& record, std::uint64_t count) {
  return json_line({{"fen", to_fen(record)}, {"seen", std::to_string(count)}});
}

using Summary = GameFormat::Summary;

}  // namespace

const std::array<GameFormat, 6> kGameFormats = {{
    {"report", false, Summary::of_several_games, report, nullptr},
    {"summary", false, Summary::always, nullptr, counted_epd},
    {"pgn", false, Summary::never, pgn, nullptr},
    {"epd", true, Summary::never, epd, counted_epd},
    {"fen", true, Summary::never, fen, counted_fen},
    {"json", true, Summary::never, json, counted_json},
}};

const GameFormat& game_format(std::string_view name) {
  return *std::ranges::find(kGameFormats, name, &GameFormat::name);
}

}  // namespace plyforge
