#pragma once

#include <string>
#include <vector>

#include "diagnosis/illegal_move.h"
#include "engines/difference.h"
#include "engines/setup.h"

namespace plyforge {

/// An illegal move that an engine lists, or a legal one that it does not list.
struct MoveFault {
  std::string uci{};
  std::string san{};
  Fault fault{};
};

/// Why a move that an engine lists is not legal.
Fault fault_of_illegal(const Setup& setup, const std::string& text);

/// What is special about a legal move that an engine omits.
Fault fault_of_missing(const Setup& setup, Move move);

/// The move in SAN, as if it were legal; "-" if there is no man to move.
std::string san_of_illegal(const FenRecord& record, const std::string& text);

/// The faults of a list of moves: illegal, missing and repeated moves.
struct MoveListFaults {
  std::vector<MoveFault> missing{};
  std::vector<MoveFault> illegal{};
  std::vector<MoveFault> repeated{};

  /// The fault of the first one; illegal moves come first, as they tell more.
  const Fault& first() const;
};

MoveListFaults faults_of(const Setup& setup, const Difference& difference);

/// Which part of making moves an engine gets wrong, if it is right about a position given as FEN and wrong after the
/// moves of the line.
Fault fault_of_making(const Line& line, const MoveListFaults& faults);

}  // namespace plyforge
