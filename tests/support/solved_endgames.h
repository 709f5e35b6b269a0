#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/worker_pool.h"
#include "endgame/solve/conversions.h"
#include "endgame/tables/endgame_table.h"

namespace plyforge::testing {

/// Endgames solved in memory, each with all it depends on.
class SolvedEndgames {
 public:
  explicit SolvedEndgames(const std::vector<std::string>& endgames);

  FindTable finder() const;
  const std::map<Material, EndgameTable>& tables() const { return tables_; }
  const EndgameTable& table(const std::string& name) const;
  const WorkerPool& pool() const { return pool_; }

  /// The value of a position, its en passant square included.
  EndgameValue value(const std::string& fen) const;

 private:
  WorkerPool pool_{2, {}};
  std::map<Material, EndgameTable> tables_;
};

}  // namespace plyforge::testing
