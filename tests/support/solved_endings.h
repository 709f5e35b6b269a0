#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/worker_pool.h"
#include "endgame/solve/conversions.h"
#include "endgame/tables/endgame_table.h"

namespace plyforge::testing {

/// Endings solved in memory, each with all it depends on.
class SolvedEndings {
 public:
  explicit SolvedEndings(const std::vector<std::string>& endings);

  FindTable finder() const;
  const std::map<Material, EndgameTable>& tables() const { return tables_; }
  const EndgameTable& table(const std::string& name) const;
  const Crew& crew() const { return crew_; }

  /// The value of a position, its en passant square included.
  EndgameValue value(const std::string& fen) const;

 private:
  Crew crew_{2, {}};
  std::map<Material, EndgameTable> tables_;
};

}  // namespace plyforge::testing
