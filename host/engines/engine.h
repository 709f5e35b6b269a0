#pragma once

#include <memory>
#include <optional>
#include <regex>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "diagnosis/fault_kind.h"
#include "leaf/wide.h"

namespace plyforge {

// Other people's programs, asked for the count of each move ("divide").

/// How to communicate with a program.
enum class Protocol {
  uci,          ///< one process, `position ...` and `go perft N`
  script,       ///< run for each count as CMD DEPTH FEN [MOVES]: perftree's convention (github.com/agausmann/perftree)
  command_line  ///< run for each count with {depth}, {fen} and {moves} replaced in CMD
};

/// How castling rights are written for Chess960 positions.
enum class FenStyle {
  x_fen,    ///< KQkq, or a file if the rook is not the outermost
  shredder  ///< always the files of the rooks: HAha
};

/// Which program, and how to communicate with it.
struct EngineRequest {
  std::string command;  ///< a command line of /bin/sh
  Protocol protocol = Protocol::uci;
  std::string ask = "go perft {depth}";  ///< UCI only: the line that asks for a count
  FenStyle fen_style = FenStyle::x_fen;
  double seconds = 60;                      ///< time limit for one answer
  std::optional<std::regex> move_pattern;   ///< two groups: move and count; nothing: see answer_lines.h
  std::optional<std::regex> total_pattern;  ///< one group: the count
};

/// A position as sent to an engine.
struct Query {
  std::string fen;
  std::vector<std::string> moves{};  ///< played from there, as UCI writes them
  int depth = 1;                     ///< plies, at least 1
  bool chess960 = false;
};

/// An engine's count for one move.
struct EngineMove {
  std::string move;  ///< as the engine wrote it
  Wide nodes = 0;
};

/// A divide by an engine.
struct EngineDivide {
  std::vector<EngineMove> moves{};  ///< in the engine's order
  std::optional<Wide> stated{};     ///< the total that it prints

  /// The stated total, or else the sum of the moves.
  Wide total() const;
};

/// Why an engine gave no answer.
struct EngineFailure {
  FaultKind kind = FaultKind::crash;      ///< crash, hang, flood or nonsense
  std::string message;                    ///< "was killed by signal 11 (Segmentation fault)"
  std::vector<std::string> last_lines{};  ///< of its output
  bool at_start = false;                  ///< before the first question, so independent of any position
};

using EngineAnswer = std::variant<EngineDivide, EngineFailure>;

/// A program that counts. Use it from one thread at a time.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Asks for a divide. A failure of the program is returned as an answer; the next question restarts it. Throws
  /// Interrupted when stopped, ResourceError if the command cannot be run.
  virtual EngineAnswer divide(const Query& query, const std::stop_token& stop) = 0;

  /// Whether it takes moves played from a position, or only a position.
  virtual bool takes_moves() const = 0;
};

/// The engine of a request; started by the first question.
std::unique_ptr<Engine> make_engine(const EngineRequest& request);

// One a file:
std::unique_ptr<Engine> make_uci_engine(const EngineRequest& request);
std::unique_ptr<Engine> make_script_engine(const EngineRequest& request);

/// A text with every {name} replaced by a value.
std::string replaced(std::string text, const std::string& name, const std::string& value);

}  // namespace plyforge
