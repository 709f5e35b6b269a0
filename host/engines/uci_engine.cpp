#include <algorithm>
#include <optional>

#include "engines/answer_lines.h"
#include "engines/conversation.h"
#include "notation/fen.h"

namespace plyforge {
namespace {

/// One UCI process, started by the first question and restarted after a failure.
///
/// `go perft` is not part of UCI, so nothing defines where its answer ends. Most engines print a total at the end, and
/// some, such as Stockfish, answer while they accept further commands. For the others, the end is known by their answer
/// to an `isready` sent after the question. A first question tells which kind an engine is.
class UciEngine : public Engine {
 public:
  explicit UciEngine(const EngineRequest& request) : request_(request) {}

  bool takes_moves() const override { return true; }

  EngineAnswer divide(const Query& query, const std::stop_token& stop) override {
    if (!child_) {
      if (std::optional<EngineFailure> failure = start(stop)) {
        failure->at_start = true;
        return *failure;
      }
    }
    std::string commands;
    if (query.chess960 != chess960_) {
      commands = std::string("setoption name UCI_Chess960 value ") + (query.chess960 ? "true" : "false") + "\n";
      chess960_ = query.chess960;
    }
    commands += "position fen " + query.fen;
    if (!query.moves.empty()) commands += " moves";
    for (const std::string& move : query.moves) commands += " " + move;
    return ask(commands + "\n", query.depth, stop);
  }

 private:
  /// Initialises the program, and finds out how its answers end.
  std::optional<EngineFailure> start(const std::stop_token& stop) {
    child_.emplace(request_.command);
    chess960_ = false;
    prints_total_.reset();
    child_->send("uci\n");
    const Clock::time_point deadline = deadline_after(request_.seconds);
    for (std::string line; line != "uciok";) {
      const ChildProcess::Read read = child_->read_line(line, deadline, stop);
      if (read != ChildProcess::Read::line) {
        EngineFailure failure = failed(read);
        if (failure.kind == FaultKind::hang) failure.message = "did not answer `uci`";
        return failure;
      }
    }
    const EngineAnswer answer = ask("position fen " + std::string(kStartFen) + "\n", 1, stop);
    if (const auto* failure = std::get_if<EngineFailure>(&answer)) return *failure;
    return std::nullopt;
  }

  EngineAnswer ask(const std::string& position, int depth, const std::stop_token& stop) {
    constexpr std::chrono::milliseconds kSilence{500};  // after which an answer may be complete
    const Clock::time_point deadline = deadline_after(request_.seconds);
    bool asked_ready = prints_total_ == false;
    child_->send(position + replaced(request_.ask, "depth", std::to_string(depth)) + "\n" +
                 (asked_ready ? "isready\n" : ""));
    AnswerLines answer(request_);
    std::string line;
    bool heard = false;
    while (true) {
      const bool may_be_over = !prints_total_ && !asked_ready && !answer.empty();
      const Clock::time_point until = may_be_over ? std::min(deadline, Clock::now() + kSilence) : deadline;
      const ChildProcess::Read read = child_->read_line(line, until, stop);
      if (read == ChildProcess::Read::quiet && until < deadline) {
        child_->send("isready\n");
        asked_ready = true;
        continue;
      }
      if (read != ChildProcess::Read::line) {
        EngineFailure failure = failed(read);
        if (heard && failure.kind == FaultKind::hang) failure = nonsense(std::move(failure));
        return failure;
      }
      heard = true;
      if (asked_ready && line == "readyok") {
        prints_total_ = false;
        return answer.divide();
      }
      if (line.starts_with("bestmove")) return searches();
      answer.take(line);
      if (prints_total_ != false && answer.divide().stated) {
        prints_total_ = true;
        return answer.divide();
      }
    }
  }

  EngineFailure failed(ChildProcess::Read read) {
    EngineFailure failure = failure_of(*child_, read, request_.seconds);
    child_.reset();
    return failure;
  }

  EngineFailure searches() {
    EngineFailure failure{FaultKind::nonsense, "searched for a move instead of counting", child_->last_lines()};
    child_.reset();
    return failure;
  }

  static EngineFailure nonsense(EngineFailure failure) {
    failure.kind = FaultKind::nonsense;
    failure.message = "printed no complete answer in time";
    return failure;
  }

  EngineRequest request_;
  std::optional<ChildProcess> child_;
  bool chess960_ = false;
  std::optional<bool> prints_total_;  ///< nothing: unknown
};

}  // namespace

std::unique_ptr<Engine> make_uci_engine(const EngineRequest& request) { return std::make_unique<UciEngine>(request); }

}  // namespace plyforge
