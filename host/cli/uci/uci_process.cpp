#include "cli/uci/uci_process.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>

#include "app/report/board_text.h"
#include "app/report/divide_rows.h"
#include "app/work/count_setup.h"
#include "base/memory.h"
#include "movegen/legal.h"
#include "notation/notation.h"
#include "notation/text.h"

namespace plyforge {
namespace {

std::string_view first_word(std::string_view line) { return take_word(line); }

DivideReport count_divide(const Position& position, int depth, const CountOptions& options) {
  if (depth > 0) return divide(position, depth, options);
  return {.count = perft(position, depth, options), .lines = {}};
}

}  // namespace

UciProcess::UciProcess(const UciSettings& settings, Session& session)
    : session_(session),
      settings_(settings),
      reader_("-", session.stop),
      printer_(make_printer({.style = Style::stockfish, .leaf = {}}, session.out)),
      record_(parse_fen(kStartFen, settings.rules)) {}

UciProcess::~UciProcess() { stop_.request_stop(); }

void UciProcess::run() {
  constexpr std::size_t kMostWaiting = 1000;
  constexpr int kGlanceMs = 50;
  LineReader::Line line;
  while (!quit_) {
    if (counting()) {
      if (!input_ended_ && waiting_.size() < kMostWaiting && reader_.ready()) {
        input_ended_ = !reader_.next(line);
        if (!input_ended_) obey_while_counting(line);
      } else if (count_ends_within(kGlanceMs)) {
        report_count();
      }
    } else if (!waiting_.empty()) {
      line = std::move(waiting_.front());
      waiting_.pop_front();
      obey(line);
    } else if (!input_ended_ && reader_.next(line)) {
      obey(line);
    } else {
      return;
    }
  }
}

bool UciProcess::count_ends_within(int milliseconds) const {
  return count_.wait_for(std::chrono::milliseconds(milliseconds)) == std::future_status::ready;
}

void UciProcess::report_count() {
  const std::string name = "perft " + std::to_string(depth_);
  try {
    const DivideReport report = count_.get();
    printer_->divide({.record = *record_, .text = {}, .file = {}}, depth_, report.count,
                     divide_rows(*record_, report.lines));
    say("");  // Stockfish ends its list so
  } catch (const Interrupted&) {
    if (session_.stop.stop_requested()) throw;
    info(name + " stopped before its end: no count");
  } catch (const std::bad_alloc&) {
    info(name + ": out of memory; give a smaller Hash or fewer Threads");
  } catch (const OutputError&) {
    throw;
  } catch (const std::exception& error) {  // ResourceError, a count past its bits
    info(name + ": " + error.what());
  }
}

void UciProcess::obey_while_counting(LineReader::Line line) {
  const bool stopping = stop_.stop_requested();
  const bool came_later = reader_.bytes_taken() > begun_at_;  // than the count began
  const std::string_view command = first_word(line.text);
  if (command == "isready" && !stopping) {
    say("readyok");
  } else if (command == "quit" && !stopping && came_later && !ends_soon()) {
    stop_.request_stop();
    report_count();
    quit_ = true;
  } else {
    if (command == "stop" && !stopping && came_later && !ends_soon()) stop_.request_stop();
    waiting_.push_back(std::move(line));  // a `stop` is obeyed in its turn, too, for a `go infinite` before it
  }
}

bool UciProcess::ends_soon() const {
  // A script that sends line by line may have said `stop` or `quit` in the same breath, and a moment too late.
  constexpr auto kGrace = std::chrono::milliseconds(300);
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(began_ + kGrace - Clock::now());
  return count_ends_within(std::max(0, static_cast<int>(left.count())));
}

void UciProcess::obey(const LineReader::Line& line) {
  std::string_view operands = line.text;
  const std::string_view command = take_word(operands);
  try {
    if (command == "position") {
      record_.reset();  // whatever is wrong with the new one: the old must not answer for it
    }
    if (line.too_long) {
      throw InputError("the line is longer than " + std::to_string(LineReader::kMaxLine) + " characters; ignored");
    }
    if (command == "uci") {
      greet();
    } else if (command == "isready") {
      say("readyok");
    } else if (command == "setoption") {
      set_uci_option(operands, settings_);
    } else if (command == "position") {
      position(operands);
    } else if (command == "go") {
      go(operands);
    } else if (command == "d") {
      show_board();
    } else if (command == "stop" || command == "ponderhit") {
      answer_owed();
    } else if (command == "quit") {
      quit_ = true;
    } else if (!command.empty() && command[0] != '#' && command != "ucinewgame" && command != "debug") {
      throw InputError("unknown command " + quoted(command) +
                       "; expected one of: uci, isready, setoption, ucinewgame, position, go perft N, d, stop, quit");
    }
  } catch (const InputError& error) {
    info(error.what());
  }
}

void UciProcess::greet() {
  UciSettings defaults = settings_;
  if (defaults.resources.memory == 0) defaults.resources.memory = default_memory_bytes();
  say("id name plyforge " PLYFORGE_VERSION "\nid author the Plyforge developers\n" + uci_option_lines(defaults) +
      "uciok");
}

void UciProcess::position(std::string_view operands) {
  std::vector<std::string> warnings;
  record_ = read_uci_position(operands, settings_.rules, warnings);
  for (const std::string& warning : warnings) info("warning: " + warning);
}

void UciProcess::go(std::string_view operands) {
  answer_owed();  // a `go` that comes before the `stop` of the last one ends that
  std::string_view rest = operands;
  const std::string_view how = take_word(rest);
  if (how == "perft") {
    go_perft(rest);
    return;
  }
  // A GUI waits for a move, so it gets one; but after `infinite` and `ponder` none may come before `stop`.
  info("plyforge counts and does not search: bestmove is any legal move; to count, use go perft N");
  owed_ = "bestmove " + any_move();
  if (how == "infinite" || how == "ponder") return;
  answer_owed();
}

void UciProcess::answer_owed() {
  if (!owed_.empty()) say(owed_);
  owed_.clear();
}

void UciProcess::go_perft(std::string_view operands) {
  depth_ = read_perft_depth(operands);
  CountOptions options;
  options.memory_bytes = settings_.resources.memory;
  options.threads = useful_threads(depth_, settings_.resources);
  stop_ = std::stop_source();
  on_signal_.emplace(session_.stop, [count = stop_] { count.request_stop(); });
  options.stop = stop_.get_token();
  begun_at_ = reader_.bytes_there();
  began_ = Clock::now();
  count_ = std::async(std::launch::async, count_divide, record().position, depth_, options);
}

void UciProcess::show_board() {
  session_.out.print("\n" + board_text(record()) + "\nFen: " + to_fen(record()) +
                     "\nCheckers: " + checkers_text(record()) + "\n");
}

const FenRecord& UciProcess::record() const {
  if (!record_) throw InputError("no position: the last position command was rejected");
  return *record_;
}

std::string UciProcess::any_move() const {
  std::string first;
  if (!record_) return "0000";
  for (const Move move : legal_moves(record_->position)) {
    const std::string text = to_uci(*record_, move);
    if (first.empty() || text < first) first = text;
  }
  return first.empty() ? "0000" : first;
}

}  // namespace plyforge
