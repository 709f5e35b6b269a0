#pragma once

#include <mutex>
#include <stop_token>
#include <string>

#include "service/answers/answer_cache.h"
#include "service/answers/tablebase.h"

namespace plyforge {

/// What there is to say of whole endgames. Safe to use from many threads. Throws Problem.
class EndgameStatistics {
 public:
  /// `stop`: the server ends.
  EndgameStatistics(const Tablebase& tablebase, Metrics& metrics, std::stop_token stop);

  /// The endgames whose tables are there.
  Json list() const;
  /// Results, distances and zugzwangs of one; counted once, then remembered.
  Json endgame(const std::string& name);

 private:
  const Tablebase& tablebase_;
  std::stop_token stop_;
  AnswerCache cache_;
  std::timed_mutex counting_;  ///< one at a time: it takes all cores
};

}  // namespace plyforge
