#include "cli/game/game_output.h"
#include "notation/text.h"

namespace plyforge {
namespace {

/// An event of the game: after how many plies, and with which move.
Json event_json(const Game& game, const std::optional<int>& ply, Notation notation) {
  if (!ply) return nullptr;
  Json event = {{"ply", *ply}};
  event["move"] = *ply == 0 ? Json(nullptr) : Json(move_label(game, *ply - 1, notation));
  return event;
}

std::string_view json_name(AutomaticEnd how) {
  switch (how) {
    case AutomaticEnd::checkmate:
      return "checkmate";
    case AutomaticEnd::stalemate:
      return "stalemate";
    case AutomaticEnd::dead:
      return "dead_position";
    case AutomaticEnd::fivefold:
      return "fivefold_repetition";
    case AutomaticEnd::seventy_five_moves:
      break;
  }
  return "seventy_five_moves";
}

Json moves_json(const Game& game, Notation notation) {
  Json moves = Json::array();
  for (int ply = 0; ply < game.play.plies(); ++ply) {
    const FenRecord record = game.play.record(ply);
    const auto index = static_cast<std::size_t>(ply);
    Json move = {{"ply", ply + 1},
                 {"number", record.fullmove_number},
                 {"mover", colour_adjective(record.mover)},
                 {"text", to_text(record, game.moves[index], notation)},
                 {"move", to_text(record, game.moves[index], Notation::uci)},
                 {"check", game.play.in_check(ply + 1)},
                 {"repetitions", game.play.repetitions(ply + 1)},
                 {"halfmove_clock", game.play.record(ply + 1).halfmove_clock}};
    if (game.nags[index] != 0) move["nag"] = game.nags[index];
    moves.push_back(std::move(move));
  }
  return moves;
}

Json fault_json(const Game& game, Notation notation) {
  if (!game.fault) return nullptr;
  const GameFault& fault = *game.fault;
  Json object = {{"line", fault.line}};
  if (fault.ply) {
    object["ply"] = *fault.ply + 1;
    object["number"] = game.play.move_number(*fault.ply);
    object["mover"] = colour_adjective(game.play.mover_at(*fault.ply));
    object["text"] = fault.text;
  }
  object["reason"] = fault.reason;
  Json closest = Json::array();
  for (const Move move : fault.closest) closest.push_back(to_text(game.play.record(), move, notation));
  object["closest"] = std::move(closest);
  return object;
}

}  // namespace

Json game_json(const std::string& file, const Game& game, Notation notation, const PlyChoice& plies) {
  const GameEnds& ends = game.play.ends();
  const PositionState& state = game.play.state();
  const GameVerdict verdict = verdict_of(game);
  Json object = {{"file", file}, {"line", game.line}, {"game", game.number}};
  Json tags = Json::object();
  for (const GameTag& tag : game.tags) tags[tag.name] = tag.value;
  object["tags"] = std::move(tags);
  const auto fen = [&](int ply) { return game.has_positions() ? Json(to_fen(game.play.record(ply))) : Json(nullptr); };
  object["start"] = fen(0);
  object["plies"] = game.play.plies();
  object["moves"] = moves_json(game, notation);
  object["final"] = fen(game.play.plies());
  object["outcome"] = state.checkmate()   ? "checkmate"
                      : state.stalemate() ? "stalemate"
                      : ends.dead         ? "dead"
                      : state.check       ? "check"
                                          : "other";
  object["claimable"] = {{"threefold_repetition", event_json(game, ends.threefold, notation)},
                         {"fifty_moves", event_json(game, ends.fifty_moves, notation)}};
  Json perpetual = event_json(game, ends.perpetual_check, notation);
  if (!perpetual.is_null()) perpetual["by"] = colour_adjective(ends.perpetual_by);
  object["perpetual_check"] = std::move(perpetual);
  Json dead = event_json(game, ends.dead, notation);
  if (!dead.is_null()) dead["reason"] = dead_reason_name(ends.dead_by);
  object["automatic"] = {{"checkmate", event_json(game, ends.checkmate, notation)},
                         {"stalemate", event_json(game, ends.stalemate, notation)},
                         {"dead_position", std::move(dead)},
                         {"fivefold_repetition", event_json(game, ends.fivefold, notation)},
                         {"seventy_five_moves", event_json(game, ends.seventy_five_moves, notation)}};
  object["dead_position_undecided"] = event_json(game, ends.maybe_dead, notation);
  object["over"] = verdict.over ? Json(json_name(verdict.over->how)) : Json(nullptr);
  object["moves_after_end"] = verdict.moves_after_end;
  object["stated"] = result_text(game.stated);
  object["by_rules"] = verdict.over ? Json(result_text(verdict.by_rules)) : Json(nullptr);
  object["agrees"] = verdict.agrees ? Json(*verdict.agrees) : Json(nullptr);
  if (plies.every || plies.up_to || !plies.at.empty()) {
    Json positions = Json::array();
    for (const int ply : plies.of(game)) {
      positions.push_back({{"ply", ply}, {"fen", to_fen(game.play.record(ply))}});
    }
    object["positions"] = std::move(positions);
  }
  object["error"] = fault_json(game, notation);
  Json warnings = Json::array();
  for (const GameWarning& warning : game.warnings) {
    warnings.push_back({{"line", warning.line}, {"message", warning.message}});
  }
  object["warnings"] = std::move(warnings);
  return object;
}

}  // namespace plyforge
