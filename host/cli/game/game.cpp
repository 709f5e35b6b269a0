#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <memory>

#include "app/session/diagnostics.h"
#include "app/session/progress_line.h"
#include "base/byte_reader.h"
#include "base/clock.h"
#include "base/memory.h"
#include "cli/game/game_output.h"
#include "cli/game/game_summary.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "cli/whole_number.h"
#include "count/counting.h"
#include "games/game_reader.h"
#include "games/position_counts.h"

namespace plyforge {
namespace {

constexpr const char* kGameHelp =
    "Reads PGN, or moves alone, in any of the notations: SAN, long algebraic (Ng1-f3), UCI (g1f3), and those of "
    "Chinese\n"
    "books (马f3, 马g1-f3, with full-width signs). Comments and variations are passed over, main lines are played.\n"
    "A move that cannot be played is reported with its game, its number, the reason and the closest legal moves; the\n"
    "rest of that game is left out. Wrong check and mate signs are warnings.\n"
    "Ends by the FIDE Laws: checkmate, stalemate, dead position, fivefold repetition and 75 moves end a game with the\n"
    "move that brings them about; threefold repetition and 50 moves are to be claimed, from the move named on (or "
    "with\n"
    "it, by who makes it). Dead positions are found by their men, by pawns that block each other for good, and where\n"
    "all lines of a few plies end so; of others that is not decided.\n"
    "Exit code: 2 when a game could not be read to its end, 1 when a stated result is not that of the rules, else 0.\n"
    "--out: report (default), summary (totals alone), pgn (main lines in export format), epd and fen (positions, the\n"
    "last of each game unless --every, --at or --up-to chooses others), json (one object a game).";

constexpr std::uint64_t kMostPlies = GameReader::kLongestGame;

enum class GameOut { report, summary, pgn, epd, fen, json };

struct GameRequest {
  std::vector<std::string> files;
  std::optional<GameOut> out;
  Notation notation = Notation::san;
  PlyChoice plies;
  bool distinct = false;
  std::size_t top = std::numeric_limits<std::size_t>::max();
  std::uint64_t memory = 0;  ///< bytes; 0: half of what is free
  bool any_material = false;
};

/// Reads the games of all files, and prints what was asked for.
class GameCommand {
 public:
  GameCommand(const GameRequest& request, Session& session)
      : request_(request),
        session_(session),
        diagnostics_([this] { progress_.erase(); }),
        out_(request.out.value_or(request.distinct ? GameOut::epd : GameOut::report)) {
    if (request.distinct) counts_.emplace(request.memory != 0 ? request.memory : default_memory_bytes());
  }

  void run() {
    try {
      for (const std::string& file : request_.files) read(file);
    } catch (const Interrupted&) {
      flush();
      if (out_ == GameOut::summary) session_.out.print(summary_.text());
      throw;
    }
    if (summary_.games == 0) throw InputError("there is no game in the input");
    if (counts_) print_counts();
    if (out_ == GameOut::summary || (out_ == GameOut::report && summary_.games > 1)) text_ += summary_.text();
    flush();
    session_.exit_code = summary_.faults != 0     ? ExitCode::bad_input
                         : summary_.disagree != 0 ? ExitCode::mismatch
                                                  : ExitCode::ok;
  }

 private:
  void read(const std::string& file) {
    ByteReader bytes(file, session_.stop);
    GameReader reader(
        [&](char* to, std::size_t room) {
          if (!bytes.ready()) flush();  // who waits for more sees what there is
          const std::size_t got = bytes.read(to, room);
          progress_.show({.done = static_cast<double>(bytes.bytes_read()),
                          .total = static_cast<double>(std::max(bytes.bytes_total(), bytes.bytes_read())),
                          .nodes = summary_.plies});
          return got;
        },
        request_.any_material);
    progress_.start(bytes.name());
    while (reader.next(game_)) {
      summary_.add(game_);
      complain(bytes.name());
      if (counts_) {
        for (const int ply : request_.plies.of(game_)) {
          counts_->add(game_.play.position(ply), game_.play.mover_at(ply));
        }
      } else {
        text_ += output(bytes.name());
        constexpr std::size_t kEnough = std::size_t{1} << 16;
        if (text_.size() > kEnough) flush();
      }
      bytes.check_stop();
    }
    summary_.bytes += bytes.bytes_read();
    progress_.erase();
  }

  void complain(const std::string& file) {
    if (game_.fault) {
      diagnostics_.error(game_place(file, game_, game_.fault->line) + ", " + fault_text(game_, request_.notation));
    }
    for (const GameWarning& warning : game_.warnings) {
      diagnostics_.warn(game_place(file, game_, warning.line), {warning.message});
    }
  }

  std::string output(const std::string& file) const {
    switch (out_) {
      case GameOut::report:
        return game_report(game_, request_.notation);
      case GameOut::pgn:
        return game_pgn(game_, request_.notation);
      case GameOut::epd:
        return game_epds(game_, request_.plies);
      case GameOut::fen:
        return game_fens(game_, request_.plies);
      case GameOut::json:
        return json_line(game_json(file, game_, request_.notation, request_.plies));
      case GameOut::summary:
        break;
    }
    return "";
  }

  void print_counts() {
    for (const PositionCounts::Entry& entry : counts_->most_frequent(request_.top)) {
      // Rights beyond those of standard chess by the rook's file: so they are read without --chess960.
      const FenRecord record{.position = entry.position, .mover = entry.mover, .rights_by_file = true};
      text_ += counted_position(record, entry.count, out_ == GameOut::json, out_ == GameOut::fen);
    }
  }

  void flush() {
    if (text_.empty()) return;
    progress_.erase();
    session_.out.print(text_);
    text_.clear();
  }

  const GameRequest& request_;
  Session& session_;
  ProgressLine progress_;
  Diagnostics diagnostics_;
  GameOut out_;
  std::optional<PositionCounts> counts_;
  GameSummary summary_;
  Game game_;
  std::string text_;  ///< results that are still to be printed
};

std::string check_request(const GameRequest& request) {
  if (request.distinct && (request.out == GameOut::report || request.out == GameOut::pgn)) {
    return "--distinct prints positions: with --out epd, fen, json or summary";
  }
  const bool positions =
      request.distinct || request.out == GameOut::epd || request.out == GameOut::fen || request.out == GameOut::json;
  const bool chosen = request.plies.every || !request.plies.at.empty() || request.plies.up_to;
  if (chosen && !positions)
    return "--every, --at and --up-to choose positions: give --out epd, fen or json, or --distinct";
  return "";
}

/// A check for plies that may count from the end.
CLI::Validator signed_ply() {
  return CLI::Validator(
      [](std::string& text) {
        std::string digits = text.starts_with('-') ? text.substr(1) : text;
        if (whole_number(text.starts_with('-') ? 1 : 0, kMostPlies)(digits).empty()) return std::string();
        return "'" + text + "' is not a number of plies; give 0 for the first position, -1 for the last";
      },
      "");
}

}  // namespace

void add_game(CLI::App& app, Session& session) {
  const auto request = std::make_shared<GameRequest>();
  CLI::App* const verb = app.add_subcommand("game", "Read games, judge them by the rules, hand their positions on");
  verb->add_option("FILE", request->files, "Files of games; none or - is standard input")->option_text(" ");
  verb->add_option_function<std::string>(
          "--out",
          [request](const std::string& name) {
            request->out = name == "report"    ? GameOut::report
                           : name == "summary" ? GameOut::summary
                           : name == "pgn"     ? GameOut::pgn
                           : name == "epd"     ? GameOut::epd
                           : name == "fen"     ? GameOut::fen
                                               : GameOut::json;
          },
          "What is printed, see below (default: report)")
      ->check(CLI::IsMember({"report", "summary", "pgn", "epd", "fen", "json"}))
      ->option_text("report|summary|pgn|epd|fen|json");
  verb->add_flag_callback(
          "--json", [request] { request->out = GameOut::json; }, "One JSON object a line: --out json")
      ->excludes("--out");
  verb->add_option_function<std::string>(
          "--notation", [request](const std::string& name) { request->notation = *notation_from_name(name); },
          "How moves are written (default: san); each is read as it comes")
      ->check(CLI::IsMember({"san", "lan", "uci", "zh", "zh-long"}))
      ->option_text("san|lan|uci|zh|zh-long");
  verb->add_flag("--every", request->plies.every, "Every position of a game, the first one too");
  verb->add_option("--at", request->plies.at, "Positions after these plies: 0 is the first, -1 the last: 0,20,-1")
      ->option_text("PLY,...")
      ->delimiter(',')
      ->allow_extra_args(false)  // what follows is a file
      ->check(signed_ply())
      ->excludes("--every");
  verb->add_option_function<int>(
          "--up-to", [request](const int& ply) { request->plies.up_to = ply; }, "Every position up to this ply")
      ->option_text("PLY")
      ->transform(whole_number(0, kMostPlies));
  verb->add_flag("--distinct", request->distinct,
                 "Print each of these positions once, with how often it came (seen), the most frequent first");
  verb->add_option("--top", request->top, "The most frequent positions alone")
      ->option_text("N")
      ->transform(whole_number(1, std::numeric_limits<std::uint32_t>::max()))
      ->needs("--distinct");
  add_memory(*verb, request->memory);
  verb->get_option("--memory")->needs("--distinct");
  verb->add_flag("--any-material", request->any_material, "Admit first positions with men that no promotions explain");
  verb->footer(help_footer(kGameHelp, "  echo '1. e4 e5 2. 后h5 马c6 3. 象c4 马f6 4. 后×f7≠' | plyforge game"));
  verb->callback([request, &session] {
    if (const std::string wrong = check_request(*request); !wrong.empty()) throw CLI::ValidationError(wrong);
    if (request->files.empty()) request->files.emplace_back("-");
    GameCommand(*request, session).run();
  });
}

}  // namespace plyforge
