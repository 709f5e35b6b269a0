#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "endgame/tables/tables.h"
#include "notation/fen.h"
#include "service/http/arguments.h"
#include "service/http/limits.h"
#include "service/http/metrics.h"

namespace plyforge {

/// Endgame tables as the tablebase server of Lichess answers (github.com/lichess-org/lila-tablebase: routes, fields,
/// signs, and the order of moves), and many positions at once. Safe to use from many threads. All throw Problem.
class Tablebase {
 public:
  /// `folder`: nothing where no tables are served.
  Tablebase(const std::optional<std::string>& folder, const ServiceLimits& limits, Metrics& metrics);

  const std::optional<std::string>& folder() const { return folder_; }

  /// The tables that are there now; null where none are served.
  std::shared_ptr<EndgameTables> tables() const;
  /// Looks at the folder anew: tables have come.
  void refresh();

  /// `GET /standard`, `POST /standard`, `GET /standard/mainline`.
  Json probe(Arguments arguments) const;
  Json probe_each(Arguments arguments) const;
  Json mainline(Arguments arguments) const;

 private:
  FenRecord take_fen(Arguments& arguments) const;
  EndgameTables& need_tables(const std::shared_ptr<EndgameTables>& tables) const;

  std::optional<std::string> folder_;
  const ServiceLimits& limits_;
  Metrics& metrics_;
  mutable std::mutex mutex_;
  std::shared_ptr<EndgameTables> tables_;
};

}  // namespace plyforge
