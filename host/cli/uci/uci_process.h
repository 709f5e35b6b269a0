#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/input/line_reader.h"
#include "app/report/printer.h"
#include "app/session/session.h"
#include "base/clock.h"
#include "cli/uci/uci_input.h"
#include "count/counting.h"

namespace plyforge {

/// Speaks the Universal Chess Interface on standard input and output: an engine that counts and does not search.
///
/// A count runs on a thread of its own, so that `stop`, `quit` and `isready` are answered while it lasts; all other
/// commands wait for its end. `stop` and `quit` end a count that is running when they come. They do not touch counts
/// that still wait, nor one that began when they were in the input already, nor one that ends within 0.3 seconds: a
/// script that is piped in whole gets all its counts, as from Stockfish, which reads no input during `go perft`.
class UciProcess {
 public:
  UciProcess(const UciSettings& settings, Session& session);
  ~UciProcess();
  UciProcess(const UciProcess&) = delete;
  UciProcess& operator=(const UciProcess&) = delete;

  /// Obeys until `quit` or the end of the input. Throws Interrupted on a signal, OutputError.
  void run();

 private:
  bool counting() const { return count_.valid(); }
  /// Whether the count ends within that time.
  bool count_ends_within(int milliseconds) const;
  void report_count();

  void obey(const LineReader::Line& line);
  void obey_while_counting(LineReader::Line line);
  /// Whether the count ends within the first moments of its time.
  bool ends_soon() const;
  void greet();
  void position(std::string_view operands);
  void go(std::string_view operands);
  void go_perft(std::string_view operands);
  /// Gives the answer that a `go` waits for, if one does.
  void answer_owed();
  void show_board();

  /// The position, which a refused `position` command takes away. Throws InputError.
  const FenRecord& record() const;
  /// "e2e4", the first legal move in alphabetical order, or "0000" where there is none.
  std::string any_move() const;

  void say(const std::string& line) { session_.out.print(line + "\n"); }
  void info(const std::string& text) { say("info string " + text); }

  Session& session_;
  UciSettings settings_;
  LineReader reader_;
  std::unique_ptr<Printer> printer_;
  std::optional<FenRecord> record_;
  std::string owed_;  ///< the answer to `go infinite`, given when it is stopped
  bool quit_ = false;

  std::deque<LineReader::Line> waiting_;  ///< for the end of the count
  bool input_ended_ = false;
  std::size_t begun_at_ = 0;  ///< how far the input reached when the count began, in bytes
  Clock::time_point began_;   ///< when the count did
  int depth_ = 0;             ///< of the count
  std::stop_source stop_;     ///< of the count
  std::optional<std::stop_callback<std::function<void()>>> on_signal_;
  std::future<DivideReport> count_;  // last, so that it ends before what it uses
};

}  // namespace plyforge
