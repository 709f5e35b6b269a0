#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runs/sqlite.h"
#include "runs/unit.h"

namespace plyforge {

/// A run on disk: its question, its units, and every count of a unit, in one SQLite file.
///
/// The tables are created in one transaction, counts are added in transactions of their own, and only claims are ever
/// changed or deleted. There are no stored totals: progress and results are computed from the counts.
class Store {
 public:
  /// Whether the file exists and has content; a start that was killed before its transaction leaves none.
  static bool exists(const std::string& path);

  /// Creates a store of these units. Throws InputError if the file already has content.
  static Store create(const std::string& path, const RunQuestion& question, const std::vector<Unit>& units);

  /// Opens a store. Throws InputError if there is none, if it is damaged, or if it was made by a version with another
  /// format.
  explicit Store(const std::string& path);

  const std::string& path() const { return database_.path(); }
  const RunQuestion& question() const { return question_; }
  std::int64_t units() const { return units_; }
  Wide paths() const { return paths_; }                    ///< sum of the multiplicities of all units
  const std::string& version() const { return version_; }  ///< of the program that made the store

  /// Throws ResourceError if the file is read-only.
  void require_writable() const;

  /// Claims at most `most` uncounted units for this worker: first those that no other worker has claimed, then those of
  /// others, who may have died. So nobody waits for a claim; at worst a unit is counted twice (and stored once). Empty
  /// when every unit has been counted.
  std::vector<Unit> claim(std::size_t most, const std::string& worker);

  /// Which counts are stored.
  enum class Keep {
    news,  ///< the first count of a unit, and counts that differ from the stored ones
    all,   ///< recounts, even if they agree
  };

  struct Named {
    std::int64_t unit = 0;
    UnitCount count;
  };

  /// Stores counts and drops all claims of `worker`, in one transaction. Returns the number of counts stored.
  std::size_t record(const std::vector<Named>& counts, Keep keep, const std::string& worker);

  /// Calls `use` with every unit, its paths and its counts, by number. Throws InputError if the store is damaged.
  void for_each_unit(const std::function<void(const CountedUnit&)>& use);

  /// One unit with its counts, without its paths; its id is 0 if there is no unit of this number or FEN.
  CountedUnit unit(std::int64_t id);
  CountedUnit unit(const std::string& fen);

  /// The number of units that have been counted at least once.
  std::int64_t counted();

 private:
  Store(const std::string& path, Database::Open how) : database_(path, how) {}

  void check_size();
  void read_question();
  CountedUnit unit_of_row(const Statement& row);
  std::vector<UnitCount> counts_of(std::int64_t unit);
  std::vector<CountedUnit> page_after(std::int64_t id);
  Totals stored_totals(const std::string& text, std::int64_t unit) const;
  [[noreturn]] void damaged(const std::string& what) const;

  Database database_;
  RunQuestion question_;
  std::int64_t units_ = 0;
  Wide paths_ = 0;
  std::string version_;
  std::int64_t claimed_up_to_ = 0;  ///< units up to this one are claimed or counted
};

}  // namespace plyforge
