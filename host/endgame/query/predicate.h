#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/errors.h"
#include "board/position.h"
#include "endgame/index.h"
#include "endgame/tables/tables.h"

namespace plyforge {

/// A position to test, with what is already known about it.
struct Specimen {
  const Material* material = nullptr;
  EndgamePlacement placement;
  Position position;
  bool in_check = false;
  int moves = 0;
};

/// A condition of `--where`. Texts that are not a predicate throw PredicateError.
class Predicate {
 public:
  /// "check", "!check", "moves>=12", "Q@d4", "wdl=win", ... (predicate_help()). `tables` is probed by predicates on
  /// solved positions and must outlive this; such predicates throw PredicateError for positions without a table.
  Predicate(std::string_view text, EndgameTables& tables);

  bool holds(const Specimen& specimen) const { return test_(specimen) != negated_; }

 private:
  std::function<bool(const Specimen&)> test_;
  bool negated_ = false;
};

/// The predicates, one per line.
std::string_view predicate_help();

}  // namespace plyforge
