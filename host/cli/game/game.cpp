#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <memory>

#include "app/session/diagnostics.h"
#include "app/session/progress_line.h"
#include "app/session/text_format.h"
#include "base/byte_reader.h"
#include "base/clock.h"
#include "base/memory.h"
#include "cli/game/game_format.h"
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
    R"(Reads PGN, or moves without tags, in any notation: SAN, long algebraic (Ng1-f3), UCI (g1f3), and those of Chinese
books (马f3, 马g1-f3, with full-width signs). Plays the main lines; comments and variations are skipped.
A move that cannot be played is reported with its game, its number, the reason and the closest legal moves; the rest
of that game is skipped. Wrong check and mate signs and unusual notation are warnings.
Endings follow the FIDE Laws: checkmate, stalemate, a dead position, fivefold repetition and 75 moves end a game
automatically; threefold repetition and 50 moves can be claimed, from the move shown (or with it, by the player who
makes it). Dead positions are found by material, by where the men can get among blocked pawns, and by a search for a
helpmate; the report says where that decides nothing.
Exit code: 2 if a game could not be read to its end, 1 if a stated result contradicts the rules, else 0.
--out: report (default), summary (totals only), pgn (main lines in export format), epd and fen (positions; the last
of each game unless --every, --at or --up-to selects others), json (one object per game).)";

constexpr std::uint64_t kMostPlies = GameReader::kLongestGame;

struct GameRequest {
  std::vector<std::string> files;
  const GameFormat* out = nullptr;  ///< null: as suits the other options
  Notation notation = Notation::san;
  PlyChoice plies;
  bool distinct = false;
  std::size_t top = std::numeric_limits<std::size_t>::max();
  std::uint64_t memory = 0;  ///< bytes; 0: half of what is free
  FenOptions rules;

  const GameFormat& format() const { return out != nullptr ? *out : game_format(distinct ? "epd" : "report"); }
};

/// Reads the games of all files, and prints them in the format requested.
class GameCommand {
 public:
  GameCommand(const GameRequest& request, Session& session)
      : request_(request), session_(session), diagnostics_([this] { progress_.erase(); }), format_(request.format()) {
    if (request.distinct) counts_.emplace(request.memory != 0 ? request.memory : default_memory_bytes());
  }

  void run() {
    try {
      for (const std::string& file : request_.files) read(file);
    } catch (const Interrupted&) {
      flush();
      if (format_.summary == GameFormat::Summary::always) session_.out.print(summary_.text());
      throw;
    }
    if (summary_.games == 0) throw InputError("the input contains no games");
    if (counts_) print_counts();
    if (has_summary()) text_ += summary_.text();
    flush();
    session_.exit_code = summary_.faults != 0     ? ExitCode::bad_input
                         : summary_.disagree != 0 ? ExitCode::mismatch
                                                  : ExitCode::ok;
  }

 private:
  bool has_summary() const {
    return format_.summary == GameFormat::Summary::always ||
           (format_.summary == GameFormat::Summary::of_several_games && summary_.games > 1);
  }

  void read(const std::string& file) {
    ByteReader bytes(file, session_.stop);
    GameReader reader(
        [&](char* to, std::size_t room) {
          if (!bytes.ready()) flush();  // results are shown before waiting for more input
          const std::size_t got = bytes.read(to, room);
          progress_.show({.done = static_cast<double>(bytes.bytes_read()),
                          .total = static_cast<double>(std::max(bytes.bytes_total(), bytes.bytes_read())),
                          .nodes = summary_.plies});
          return got;
        },
        request_.rules);
    progress_.start(bytes.name());
    while (reader.next(game_)) {
      summary_.add(game_);
      complain(bytes.name());
      if (counts_) {
        for (const int ply : request_.plies.of(game_)) {
          counts_->add(game_.play.position(ply), game_.play.mover_at(ply));
        }
      } else if (format_.of_game != nullptr) {
        text_ += format_.of_game({bytes.name(), game_, request_.notation, request_.plies});
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

  void print_counts() {
    for (const PositionCounts::Entry& entry : counts_->most_frequent(request_.top)) {
      // Castling rights beyond standard chess are written as the rook's file, which is read without --chess960.
      const FenRecord record{.position = entry.position, .mover = entry.mover, .rights_by_file = true};
      text_ += format_.of_position(record, entry.count);
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
  const GameFormat& format_;
  std::optional<PositionCounts> counts_;
  GameSummary summary_;
  Game game_;
  std::string text_;  ///< results that are still to be printed
};

/// The names of the formats that a test holds for, with a separator between each two.
template <class Test>
std::string format_names(std::string_view separator, Test test) {
  std::vector<std::string_view> names;
  for (const GameFormat& format : kGameFormats) {
    if (test(format)) names.push_back(format.name);
  }
  return joined(names, separator);
}

/// What is wrong with a combination of options, or nothing.
std::string check_request(const GameRequest& request) {
  const auto counts = [](const GameFormat& format) { return format.of_position != nullptr; };
  const auto has_positions = [](const GameFormat& format) { return format.has_positions; };
  if (request.distinct && !counts(request.format())) {
    return "--distinct prints positions: use it with --out " + format_names(" or ", counts);
  }
  const bool chosen = request.plies.every || !request.plies.at.empty() || request.plies.up_to;
  if (chosen && !request.distinct && !has_positions(request.format())) {
    return "--every, --at and --up-to select positions: give --out " + format_names(" or ", has_positions) +
           ", or --distinct";
  }
  return "";
}

/// A check for plies that may count from the end.
CLI::Validator signed_ply() {
  return CLI::Validator(
      [](std::string& text) {
        std::string digits = text.starts_with('-') ? text.substr(1) : text;
        if (whole_number(text.starts_with('-') ? 1 : 0, kMostPlies)(digits).empty()) return std::string();
        return "'" + text +
               "' is not a number of plies; expected 0 for the first position, 1 for the next, -1 for the last";
      },
      "");
}

}  // namespace

void add_game(CLI::App& app, Session& session) {
  const auto request = std::make_shared<GameRequest>();
  CLI::App* const verb = app.add_subcommand("game", "Read games, judge them by the rules, extract their positions");
  verb->add_option("FILE", request->files, "Files of games; none or - is standard input")->option_text(" ");
  const auto all = [](const GameFormat&) { return true; };
  const auto choose = [request](const std::string& name) { request->out = &game_format(name); };
  std::vector<std::string> names;
  for (const GameFormat& format : kGameFormats) names.emplace_back(format.name);
  verb->add_option_function<std::string>("--out", choose, "What to print, see below (default: report)")
      ->check(CLI::IsMember(names))
      ->option_text(format_names("|", all));
  verb->add_flag_callback(
          "--json", [choose] { choose("json"); }, "One JSON object per line: --out json")
      ->excludes("--out");
  verb->add_option_function<std::string>(
          "--notation", [request](const std::string& name) { request->notation = *notation_from_name(name); },
          "Notation of printed moves (default: san); all of them are read")
      ->check(CLI::IsMember({"san", "lan", "uci", "zh", "zh-long"}))
      ->option_text("san|lan|uci|zh|zh-long");
  verb->add_flag("--every", request->plies.every, "Every position of a game, including the first");
  verb->add_option("--at", request->plies.at, "Positions after these plies, 0 for the first, -1 for the last: 0,20,-1")
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
                 "Print each of these positions once, with how often it occurred (seen), most frequent first");
  verb->add_option("--top", request->top, "Only the N most frequent positions")
      ->option_text("N")
      ->transform(whole_number(1, std::numeric_limits<std::uint32_t>::max()))
      ->needs("--distinct");
  add_memory(*verb, request->memory);
  verb->get_option("--memory")->needs("--distinct");
  add_rules(*verb, request->rules);
  verb->footer(help_footer(kGameHelp, "  echo '1. e4 e5 2. 后h5 马c6 3. 象c4 马f6 4. 后×f7≠' | plyforge game"));
  verb->callback([request, &session] {
    if (const std::string wrong = check_request(*request); !wrong.empty()) throw CLI::ValidationError(wrong);
    if (request->files.empty()) request->files.emplace_back("-");
    GameCommand(*request, session).run();
  });
}

}  // namespace plyforge
