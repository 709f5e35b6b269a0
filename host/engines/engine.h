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

/// How a program is talked to.
enum class Protocol {
  uci,          ///< one process, `position ...` and `go perft N`
  script,       ///< run for each count as CMD DEPTH FEN [MOVES]: perftree's convention (github.com/agausmann/perftree)
  command_line  ///< run for each count with {depth}, {fen} and {moves} replaced in CMD
};

/// How castling rights are written for Chess960 positions.
enum class FenStyle {
  x_fen,    ///< KQkq, a file where the rook is not the outermost
  shredder  ///< always the files of the rooks: HAha
};

/// Which program, and how to talk to it.
struct EngineRequest {
  std::string command;  ///< a command line of /bin/sh
  Protocol protocol = Protocol::uci;
  std::string ask = "go perft {depth}";  ///< UCI only: the line that asks for a count
  FenStyle fen_style = FenStyle::x_fen;
  double seconds = 60;                      ///< longest time for one answer
  std::optional<std::regex> move_pattern;   ///< two groups: move and count; nothing: see answer_lines.h
  std::optional<std::regex> total_pattern;  ///< one group: the count
};

/// A position as an engine is told of it.
struct Query {
  std::string fen;
  std::vector<std::string> moves{};  ///< played from there, as UCI writes them
  int depth = 1;                     ///< plies, 1 at least
  bool chess960 = false;
};

/// What an engine says of one move.
struct EngineMove {
  std::string move;  ///< as the engine wrote it
  Wide nodes = 0;
};

/// A divide by an engine.
struct EngineDivide {
  std::vector<EngineMove> moves{};  ///< in the engine's order
  std::optional<Wide> stated{};     ///< the total that it prints

  /// The total, or where it prints none the sum of its moves.
  Wide total() const;
};

/// Why there is no answer.
struct EngineFailure {
  FaultKind kind = FaultKind::crash;      ///< crash, hang, flood or nonsense
  std::string message;                    ///< "was killed by signal 11 (Segmentation fault)"
  std::vector<std::string> last_lines{};  ///< of its output
  bool at_start = false;                  ///< before it was asked anything, so no position is to blame
};

using EngineAnswer = std::variant<EngineDivide, EngineFailure>;

/// A program that counts. Not for two threads at once.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Asks for a divide. What goes wrong on the other side is an answer, too; the next question starts afresh. Throws
  /// Interrupted when stopped, ResourceError where the command cannot be run.
  virtual EngineAnswer divide(const Query& query, const std::stop_token& stop) = 0;

  /// Whether moves played from a position can be told, or only the position.
  virtual bool takes_moves() const = 0;
};

/// The engine of a request; nothing is started before the first question.
std::unique_ptr<Engine> make_engine(const EngineRequest& request);

// One a file:
std::unique_ptr<Engine> make_uci_engine(const EngineRequest& request);
std::unique_ptr<Engine> make_script_engine(const EngineRequest& request);

/// A text with {name} replaced by a value, wherever it stands.
std::string replaced(std::string text, const std::string& name, const std::string& value);

}  // namespace plyforge
