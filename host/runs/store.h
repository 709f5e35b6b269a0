#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runs/sqlite.h"
#include "runs/unit.h"

namespace plyforge {

/// A run on disk: its question, its units, and every count of a unit, in one SQLite file.
///
/// The tables are made in one transaction, counts come in by transactions of their own, and nothing is ever changed or
/// taken out but claims. There is no counter: what is done and what it adds up to is worked out from the counts.
class Store {
 public:
  /// Whether there is a file with something in it. What a start that was killed has left is nothing.
  static bool exists(const std::string& path);

  /// Makes a new store of these units. Throws InputError when the file holds something already.
  static Store create(const std::string& path, const RunQuestion& question, const std::vector<Unit>& units);

  /// Opens a store. Throws InputError where there is none, where it is damaged, or where a version of the program made
  /// it whose stores this one cannot read.
  explicit Store(const std::string& path);

  const std::string& path() const { return database_.path(); }
  const RunQuestion& question() const { return question_; }
  std::int64_t units() const { return units_; }
  Wide paths() const { return paths_; }                    ///< sum of the multiplicities of all units
  const std::string& version() const { return version_; }  ///< of the program that made the store

  /// Throws ResourceError when the file can only be read.
  void require_writable() const;

  /// Units that nobody has counted yet, `most` at most, for this worker: first those that no other worker has claimed.
  /// When none of these is left, those of others, who may have died; so a claim costs no waiting, and at worst a unit
  /// is counted twice (and stored once). Empty when every unit has been counted.
  std::vector<Unit> claim(std::size_t most, const std::string& worker);

  /// How counts come in.
  enum class Keep {
    news,  ///< the first count of a unit, and any that differs from those there are
    all,   ///< a recount, which is kept also where it agrees
  };

  struct Named {
    std::int64_t unit = 0;
    UnitCount count;
  };

  /// Stores counts, and drops all claims of `worker`, in one transaction. Returns how many were kept.
  std::size_t record(const std::vector<Named>& counts, Keep keep, const std::string& worker);

  /// Every unit with its paths and counts, by number. Throws InputError when the store turns out to be damaged.
  void for_each_unit(const std::function<void(const CountedUnit&)>& use);

  /// One unit with its counts, without its paths; its id is 0 where there is none of this number or FEN.
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
