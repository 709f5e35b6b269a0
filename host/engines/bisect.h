#pragma once

#include <optional>
#include <vector>

#include "engines/engine.h"
#include "engines/fault.h"
#include "engines/setup.h"

namespace plyforge {

/// A difference between an engine and our counts, narrowed down as far as possible.
struct Finding {
  enum class Kind {
    moves,    ///< the moves of a position are not the legal ones
    counts,   ///< counts of moves are wrong in a divide, and right when asked for one by one
    total,    ///< every move is right, but not the stated total
    failure,  ///< no answer: the engine crashed, hung, or printed nothing readable
  };

  Kind kind = Kind::moves;
  Fault fault;              ///< shown by the smallest part
  Line path;                ///< from the position in question to the faulty one
  int depth = 1;            ///< at which the fault shows
  MoveListFaults list{};    ///< Kind::moves: by move
  Difference difference{};  ///< Kind::counts and total
  std::optional<EngineFailure> failure{};
  /// The last moves of the path that are needed to show the fault; empty if the last position alone shows it.
  Line needed;
};

/// Compares an engine with our counts.
class Bisector {
 public:
  /// All must outlive it.
  Bisector(Engine& engine, const EngineRequest& request, const CountOptions& options)
      : engine_(engine), fen_style_(request.fen_style), options_(options) {}

  /// Looks for a difference from depth 1 to `depth` and follows the first one down; nothing if the engine agrees
  /// everywhere. Throws Interrupted, ResourceError.
  std::optional<Finding> find(const Setup& setup, int depth);

  /// The finding for a position with fewer men and rights that shows the same kind of fault, found by removing one
  /// after another; nothing if none is smaller. Hangs and floods are not reduced: each try would take the full time
  /// limit.
  std::optional<Finding> minimised(const Finding& finding);

 private:
  /// An engine's answer compared with ours.
  struct Answer {
    std::vector<DivideLine> ours{};
    std::optional<EngineFailure> failure{};
    Difference difference{};

    bool agrees() const { return !failure && difference.none(); }
  };

  Answer ask(const Line& line, int depth);
  EngineAnswer divide_of(const Line& line, int depth, const std::vector<DivideLine>& ours);
  Finding descend(Line line, int depth, Answer answer);
  std::optional<Move> move_at_fault(const Line& line, int depth, const Answer& answer, Answer& below);
  Finding finding_of(const Line& line, int depth, const Answer& answer);
  void find_moves_needed(Finding& finding);
  void find_least_depth(Finding& finding);
  std::optional<Finding> same_fault(const Line& line, const Finding& finding);

  Engine& engine_;
  FenStyle fen_style_;
  const CountOptions& options_;
};

}  // namespace plyforge
