#pragma once

#include <cstddef>
#include <vector>

#include "board/move.h"
#include "endgame/query/prober.h"
#include "notation/epd.h"

namespace plyforge {

/// What `study` should find besides the value.
struct StudyParts {
  bool moves = true;  ///< best moves, only moves, winning moves: the values of all positions that moves lead to
  bool line = true;   ///< the mating line; it is the same from each of its positions on
};

/// What was found about one position.
struct StudyResult {
  EpdRecord epd;
  KnownValue known;
  Wdl wdl = Wdl::draw;  ///< the result under the 50-move rule with the record's counter; where no distance is known,
                        ///< with the counter at zero
  std::size_t legal_moves = 0;
  std::size_t winning_moves = 0;  ///< whose result under the 50-move rule is a win
  bool only_move = false;         ///< exactly one legal move keeps the result
  std::vector<Move> best;         ///< of the moves that keep the result, those with the best DTM (or DTZ50)
  std::vector<Move> line;         ///< to mate, by DTM; empty where DTM is not known

  /// Whether Syzygy's rounding leaves open if the 50-move rule applies with the record's counter.
  bool is_close_call() const {
    return known.knowledge == Knowledge::dtz50 && epd.fen.halfmove_clock != 0 &&
           known.value.dtz50 + epd.fen.halfmove_clock == kFiftyMovePlies;
  }
};

/// Studies a position. Throws InputError where a table is missing, TableError where one is damaged.
StudyResult study(const Prober& prober, EpdRecord record, StudyParts parts);

}  // namespace plyforge
