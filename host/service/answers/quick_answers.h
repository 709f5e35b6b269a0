#pragma once

#include <stop_token>

#include "service/answers/answer_cache.h"
#include "service/http/arguments.h"
#include "service/http/limits.h"
#include "service/http/slots.h"

namespace plyforge {

/// Questions that are answered at once. All throw Problem.
class QuickAnswers {
 public:
  /// `stop`: the server ends.
  QuickAnswers(const ServiceLimits& limits, Metrics& metrics, std::stop_token stop);

  /// A count that costs little.
  Json perft(Arguments arguments);
  /// The legal moves.
  Json moves(Arguments arguments) const;
  /// Whether a text is a FEN, and what of.
  Json fen(Arguments arguments) const;

 private:
  const ServiceLimits& limits_;
  Metrics& metrics_;
  std::stop_token stop_;
  AnswerCache cache_;
  Slots cores_;  ///< each count takes one
};

/// How a position stands.
struct Standing {
  bool check = false;
  bool checkmate = false;
  bool stalemate = false;
  bool insufficient_material = false;
};
Standing standing_of(const Position& position);

}  // namespace plyforge
