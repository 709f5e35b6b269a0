#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engines/engine.h"

namespace plyforge {

/// Reads the lines of an engine's answer. Without user patterns it accepts:
///   - a move with its count: "e2e4: 20", "e2e4 20", "1. e2e4 - 20", "e1g1 = 1,234", "O-O 7"
///   - the total: "Nodes searched: 400", "Total: 400", "nodes 400", or a number alone
/// Everything else is skipped.
class AnswerLines {
 public:
  explicit AnswerLines(const EngineRequest& request) : request_(request) {}

  /// Reads a line; returns whether it was part of the answer.
  bool take(const std::string& line);

  const EngineDivide& divide() const { return divide_; }
  bool empty() const { return divide_.moves.empty() && !divide_.stated; }

 private:
  const EngineRequest& request_;
  EngineDivide divide_;
};

}  // namespace plyforge
