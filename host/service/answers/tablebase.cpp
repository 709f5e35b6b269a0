#include "service/answers/tablebase.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "board/moved_piece.h"
#include "movegen/legal.h"
#include "notation/notation.h"
#include "service/answers/quick_answers.h"
#include "service/http/problem.h"
#include "service/questions/position_argument.h"

namespace plyforge {
namespace {

/// In the order of preference for who has moved: what is lost for the side to move comes first. (There are also
/// maybe-win and maybe-loss, for tables with rounded distances; ours are exact.)
enum class Category { loss, unknown, blessed_loss, draw, cursed_win, win };
constexpr std::array<const char*, 6> kCategoryNames = {"loss", "unknown", "blessed-loss", "draw", "cursed-win", "win"};

/// A position and what is known of it.
struct Known {
  FenRecord record;
  Standing standing;
  std::optional<EndgameValue> value{};

  int dtz() const { return value ? value->syzygy_dtz() : 0; }
  int dtm() const { return value ? value->sign * value->dtm : 0; }
};

Known look_up(EndgameTables& tables, const FenRecord& record) {
  return {record, standing_of(record.position), tables.probe(record.position)};
}

/// `clock_before`: the halfmove clock of the position before the last move. From 100 on a draw has been claimed.
Category category_of(const Known& known, int clock_before) {
  if (known.standing.stalemate || known.standing.insufficient_material || (known.value && known.value->sign == 0))
    return Category::draw;
  const bool in_time = clock_before < kFiftyMovePlies;
  if (known.standing.checkmate) return in_time ? Category::loss : Category::blessed_loss;
  if (!known.value) return Category::unknown;
  const bool counts = in_time && std::abs(known.dtz()) + known.record.halfmove_clock <= kFiftyMovePlies;
  if (known.value->sign > 0) return counts ? Category::win : Category::cursed_win;
  return counts ? Category::loss : Category::blessed_loss;
}

Category negated(Category category) {
  switch (category) {
    case Category::loss:
      return Category::win;
    case Category::blessed_loss:
      return Category::cursed_win;
    case Category::cursed_win:
      return Category::blessed_loss;
    case Category::win:
      return Category::loss;
    case Category::unknown:
    case Category::draw:
      break;
  }
  return category;
}

void add_known(Json& object, const Known& known, Category category) {
  const auto plies = [&](int value) { return known.value ? Json(value) : Json(nullptr); };
  object["checkmate"] = known.standing.checkmate;
  object["stalemate"] = known.standing.stalemate;
  object["variant_win"] = false;
  object["variant_loss"] = false;
  object["insufficient_material"] = known.standing.insufficient_material;
  object["dtz"] = plies(known.dtz());
  object["precise_dtz"] = plies(known.dtz());
  object["dtm"] = plies(known.dtm());
  object["category"] = kCategoryNames[static_cast<std::size_t>(category)];
}

struct KnownMove {
  Move move;
  bool zeroing = false;
  bool capture = false;
  Known after;
  Category category = Category::unknown;

  /// The best comes first. Among moves that win, captures and pawn moves do, and the nearest mate; among those that
  /// lose the farthest.
  auto order() const {
    const int sign = after.value ? after.value->sign : 0;
    const bool lost = sign > 0;
    return std::tuple(category, !after.standing.checkmate, !after.standing.stalemate,
                      !after.standing.insufficient_material, sign < 0 ? -after.dtm() : 0, lost ? -after.dtm() : 0,
                      zeroing == lost ? 0 : 1, capture == lost ? 0 : 1, -after.dtz(),
                      -static_cast<int>(move.promotion()));
  }
};

std::vector<KnownMove> known_moves(EndgameTables& tables, const FenRecord& record) {
  std::vector<KnownMove> moves;
  for (const Move move : legal_moves(record.position)) {
    KnownMove known{.move = move,
                    .zeroing = is_zeroing(record.position, move),
                    .capture = is_capture(record.position, move),
                    .after = look_up(tables, play(record, move))};
    known.category = category_of(known.after, record.halfmove_clock);
    moves.push_back(std::move(known));
  }
  std::ranges::stable_sort(moves, {}, &KnownMove::order);
  return moves;
}

Json answer(EndgameTables& tables, const FenRecord& record) {
  const Known known = look_up(tables, record);
  const std::vector<KnownMove> moves = known_moves(tables, record);
  const Category own = category_of(known, std::max(record.halfmove_clock - 1, 0));
  Json object;
  add_known(object, known, moves.empty() ? own : negated(moves.front().category));
  object["moves"] = Json::array();
  for (const KnownMove& move : moves) {
    Json entry = {{"uci", to_uci(record, move.move)}, {"san", to_san(record, move.move)}, {"zeroing", move.zeroing}};
    add_known(entry, move.after, move.category);
    object["moves"].push_back(std::move(entry));
  }
  return object;
}

/// The move that keeps the result and comes soonest (for the winner) or latest to a capture, pawn move or mate; null
/// where something is not known.
const KnownMove* best_by_dtz(const std::vector<KnownMove>& moves) {
  const auto worth = [](const KnownMove& move) {
    const EndgameValue value = before_move(*move.after.value, move.zeroing);
    return std::tuple(-value.sign, value.sign * value.dtz50, !move.after.standing.checkmate,
                      -std::abs(move.after.dtz()));
  };
  const KnownMove* best = nullptr;
  for (const KnownMove& move : moves) {
    if (!move.after.value) return nullptr;
    if (best == nullptr || worth(move) < worth(*best)) best = &move;
  }
  return best;
}

}  // namespace

Tablebase::Tablebase(const std::optional<std::string>& folder, const ServiceLimits& limits, Metrics& metrics)
    : folder_(folder), limits_(limits), metrics_(metrics) {
  refresh();
}

std::shared_ptr<EndgameTables> Tablebase::tables() const {
  const std::lock_guard lock(mutex_);
  return tables_;
}

void Tablebase::refresh() {
  const std::lock_guard lock(mutex_);
  if (folder_) tables_ = std::make_shared<EndgameTables>(*folder_);
}

EndgameTables& Tablebase::need_tables(const std::shared_ptr<EndgameTables>& tables) const {
  if (!tables) throw Problem(ProblemKind::no_table, "this server has no endgame tables (plyforge serve --tables DIR)");
  return *tables;
}

FenRecord Tablebase::take_fen(Arguments& arguments) const {
  return read_fen(arguments.required_text("fen", limits_.fen_characters), {});
}

Json Tablebase::probe(Arguments arguments) const {
  const auto held = tables();
  EndgameTables& tables = need_tables(held);
  metrics_.add(Counter::probes);
  return answer(tables, take_fen(arguments));
}

Json Tablebase::probe_each(Arguments arguments) const {
  const auto held = tables();
  EndgameTables& tables = need_tables(held);
  const std::vector<std::string> fens =
      arguments.texts("fens", static_cast<std::size_t>(limits_.batch_positions), limits_.fen_characters);
  arguments.finish();
  metrics_.add(Counter::probes, static_cast<double>(fens.size()));
  Json positions = Json::array();
  for (const std::string& fen : fens) {
    Json entry = {{"fen", fen}};
    try {
      entry["answer"] = answer(tables, read_fen(fen, {}));
    } catch (const Problem& problem) {
      entry["problem"] = problem.json();
    }
    positions.push_back(std::move(entry));
  }
  return {{"positions", std::move(positions)}};
}

Json Tablebase::mainline(Arguments arguments) const {
  const auto held = tables();
  EndgameTables& tables = need_tables(held);
  metrics_.add(Counter::probes);
  Known known = look_up(tables, take_fen(arguments));
  if (!known.value) {
    throw Problem(ProblemKind::no_table, "there is no table for this position: " + to_fen(known.record), "fen");
  }
  const int dtz = known.dtz();
  Json line = Json::array();
  while (dtz != 0 && known.record.halfmove_clock < kFiftyMovePlies) {
    const std::vector<KnownMove> moves = known_moves(tables, known.record);
    const KnownMove* const best = best_by_dtz(moves);
    if (best == nullptr) break;
    line.push_back({{"uci", to_uci(known.record, best->move)},
                    {"san", to_san(known.record, best->move)},
                    {"dtz", best->after.dtz()},
                    {"precise_dtz", best->after.dtz()}});
    known = best->after;
  }
  const char* const winner = known.record.mover == Colour::white ? "b" : "w";
  return {{"mainline", std::move(line)},
          {"winner", known.standing.checkmate ? Json(winner) : Json(nullptr)},
          {"dtz", dtz},
          {"precise_dtz", dtz}};
}

}  // namespace plyforge
