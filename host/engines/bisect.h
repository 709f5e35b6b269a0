#pragma once

#include <optional>
#include <vector>

#include "engines/engine.h"
#include "engines/fault.h"
#include "engines/setup.h"

namespace plyforge {

/// Where an engine and we differ, taken as far down as it goes.
struct Finding {
  enum class Kind {
    moves,    ///< the moves of one position are not the legal ones
    counts,   ///< counts of moves are wrong within a divide, and right when asked one by one
    total,    ///< every move is right, but not the total it states
    failure,  ///< no answer: the engine crashed, hung, or said nothing that could be read
  };

  Kind kind = Kind::moves;
  Fault fault;              ///< of the smallest part that shows it
  Line path;                ///< from the position asked for to the one at fault
  int depth = 1;            ///< at which the fault shows there
  MoveListFaults list{};    ///< Kind::moves: by move
  Difference difference{};  ///< Kind::counts and total
  std::optional<EngineFailure> failure{};
  /// The last moves of the path from which on the fault shows; no moves where the last position alone is enough.
  Line needed;
};

/// Compares an engine with our counts.
class Bisector {
 public:
  /// All must outlive it.
  Bisector(Engine& engine, const EngineRequest& request, const CountOptions& options)
      : engine_(engine), fen_style_(request.fen_style), options_(options) {}

  /// Looks for a difference from depth 1 to `depth` and follows the first one down; nothing where the engine agrees in
  /// all. Throws Interrupted, ResourceError.
  std::optional<Finding> find(const Setup& setup, int depth);

  /// The finding of a position with fewer men and rights that shows the same kind of fault, found by taking off one
  /// after another; nothing where none is smaller. A program that hangs or floods is not tried: each try would take its
  /// full time.
  std::optional<Finding> minimised(const Finding& finding);

 private:
  /// An engine's answer against ours.
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
