#pragma once

#include <string>
#include <vector>

#include "diagnosis/illegal_move.h"
#include "engines/difference.h"
#include "engines/setup.h"

namespace plyforge {

/// A move of an engine that is not legal, or a legal one that it does not know.
struct MoveFault {
  std::string uci{};
  std::string san{};
  Fault fault{};
};

/// What is wrong with a move that an engine lists in a position where it is not legal.
Fault fault_of_illegal(const Setup& setup, const std::string& text);

/// What is special about a legal move that an engine does not list.
Fault fault_of_missing(const Setup& setup, Move move);

/// The move as SAN would write it if it were legal; "-" where no man is there to move.
std::string san_of_illegal(const FenRecord& record, const std::string& text);

/// The faults of a whole list of moves: those listed and not legal, those missing, those listed twice.
struct MoveListFaults {
  std::vector<MoveFault> missing{};
  std::vector<MoveFault> illegal{};
  std::vector<MoveFault> repeated{};

  /// The fault of the first of them, illegal moves first: they tell more.
  const Fault& first() const;
};

MoveListFaults faults_of(const Setup& setup, const Difference& difference);

/// What made the position wrong in the engine, when it is right about it as a FEN and wrong after the moves of the
/// line.
Fault fault_of_making(const Line& line, const MoveListFaults& faults);

}  // namespace plyforge
