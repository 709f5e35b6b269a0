#include "runs/store.h"

#include <sys/stat.h>

#include <algorithm>

#include "base/errors.h"
#include "count/counting.h"

namespace plyforge {
namespace {

constexpr std::int64_t kApplicationId = 0x506C7966;  // "Plyf"
constexpr std::int64_t kFormat = 1;                  // of the tables below; raise it with every change

// `made_by` is the same in every format, so that any version of the program can name the version that made a store.
// Counts are text because they exceed 64 bits.
constexpr const char* kSchema = R"(
PRAGMA application_id = 0x506C7966;
PRAGMA user_version = 1;
CREATE TABLE made_by (program TEXT NOT NULL, version TEXT NOT NULL, created TEXT NOT NULL) STRICT;
CREATE TABLE run (fen TEXT NOT NULL, chess960 INTEGER NOT NULL, depth INTEGER NOT NULL, split INTEGER NOT NULL,
                  leaf TEXT NOT NULL, units INTEGER NOT NULL, paths TEXT NOT NULL) STRICT;
CREATE TABLE unit (id INTEGER PRIMARY KEY, fen TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE path (unit INTEGER NOT NULL REFERENCES unit, first_move TEXT NOT NULL, multiplicity TEXT NOT NULL,
                   PRIMARY KEY (unit, first_move)) STRICT, WITHOUT ROWID;
CREATE TABLE claim (unit INTEGER PRIMARY KEY REFERENCES unit, worker TEXT NOT NULL) STRICT;
CREATE TABLE count (unit INTEGER NOT NULL REFERENCES unit, number INTEGER NOT NULL, totals TEXT NOT NULL,
                    backend TEXT NOT NULL, merged INTEGER NOT NULL, version TEXT NOT NULL, worker TEXT NOT NULL,
                    seconds REAL NOT NULL, finished TEXT NOT NULL,
                    PRIMARY KEY (unit, number)) STRICT, WITHOUT ROWID;
)";

/// Reads the counts of units; parameters: first and last unit.
constexpr const char* kSelectCounts =
    "SELECT unit, totals, backend, merged, version, worker, seconds, finished FROM count "
    "WHERE unit BETWEEN ?1 AND ?2 ORDER BY unit, number";

// How the castling rights of the root are read: column `chess960` of table `run`.
constexpr std::int64_t kStandard = 0;
constexpr std::int64_t kChess960 = 1;        ///< X-FEN
constexpr std::int64_t kChess960ByFile = 2;  ///< Chess960 rights by file, read without --chess960

std::int64_t castling_rules(const FenRecord& root) {
  if (!root.chess960) return kStandard;
  return root.rights_by_file ? kChess960ByFile : kChess960;
}

bool is_empty(Database& database) { return database.number("SELECT count(*) FROM sqlite_master") == 0; }

}  // namespace

bool Store::exists(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return false;
  Database database(path, Database::Open::existing);
  return !is_empty(database);
}

Store Store::create(const std::string& path, const RunQuestion& question, const std::vector<Unit>& units) {
  {
    Database database(path, Database::Open::or_create);
    if (database.read_only()) throw ResourceError("cannot write " + path + ": it is read-only");
    Transaction transaction(database);
    if (!is_empty(database)) {
      throw InputError(path + " already has other content; give a new file name");
    }
    database.execute(kSchema);
    Statement(database, "INSERT INTO made_by VALUES ('plyforge', ?1, ?2)").start(PLYFORGE_VERSION, utc_now()).run();
    Statement add_unit(database, "INSERT INTO unit VALUES (?1, ?2)");
    Statement add_path(database, "INSERT INTO path VALUES (?1, ?2, ?3)");
    Wide paths = 0;
    for (const Unit& unit : units) {
      add_unit.start(unit.id, unit.fen).run();
      for (const UnitPaths& path_to : unit.paths) {
        add_path.start(unit.id, path_to.first_move, std::to_string(path_to.multiplicity)).run();
      }
      paths = add_exactly(paths, multiplicity(unit));
    }
    Statement(database, "INSERT INTO run VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
        .start(to_fen(question.root), castling_rules(question.root), question.depth, question.split,
               leaf_name(question.leaf), static_cast<std::int64_t>(units.size()), to_string(paths))
        .run();
    transaction.commit();
  }
  return Store(path);
}

Store::Store(const std::string& path) : Store(path, Database::Open::existing) {
  if (database_.number("PRAGMA application_id") != kApplicationId) {
    throw InputError(path + " is not a plyforge store");
  }
  const std::int64_t format = database_.number("PRAGMA user_version");
  Statement made_by(database_, "SELECT version FROM made_by");
  if (!made_by.step()) damaged("its origin is missing");
  version_ = made_by.text(0);
  if (format != kFormat) {
    throw InputError(path + " was created by plyforge " + version_ + ", whose stores have format " +
                     std::to_string(format) + "; this program reads format " + std::to_string(kFormat) +
                     ". Resume with that version, or start again in another file");
  }
  check_size();
  Statement check(database_, "PRAGMA quick_check(1)");
  if (!check.step() || check.text(0) != "ok") damaged("its pages are inconsistent");
  read_question();
}

/// Compares the file's size with its page count, because SQLite reads a truncated last page as zeros.
void Store::check_size() {
  database_.execute("BEGIN");  // so that nobody changes the file between the two reads
  const std::int64_t bytes = database_.number("PRAGMA page_count") * database_.number("PRAGMA page_size");
  struct stat status {};
  const bool whole = ::stat(path().c_str(), &status) == 0 && status.st_size >= bytes;
  database_.execute("COMMIT");
  if (!whole) damaged("its end is missing");
}

void Store::read_question() {
  Statement run(database_, "SELECT fen, chess960, depth, split, leaf, units, paths FROM run");
  if (!run.step()) damaged("its question is missing");
  try {
    const std::int64_t rules = run.integer(1);
    question_.root = parse_fen(run.text(0), {.chess960 = rules != kStandard, .any_material = true});
    question_.root.rights_by_file = rules != kChess960;
  } catch (const FenError& error) {
    damaged(error.what());
  }
  const std::optional<Leaf> leaf = leaf_from_name(run.text(4));
  const std::optional<Wide> paths = parse_wide(run.text(6));
  const std::int64_t depth = run.integer(2);
  const std::int64_t split = run.integer(3);
  if (!leaf || !paths || depth < 1 || depth > kMaxDepth || split < 0 || split >= depth) {
    damaged("its question is missing");
  }
  question_.depth = static_cast<int>(depth);
  question_.split = static_cast<int>(split);
  question_.leaf = *leaf;
  units_ = run.integer(5);
  paths_ = *paths;
}

void Store::damaged(const std::string& what) const {
  throw InputError(path() + " is damaged: " + what + "; restore a copy, or start again in another file");
}

void Store::require_writable() const {
  if (database_.read_only()) throw ResourceError("cannot write " + path() + ": it is read-only");
}

std::vector<Unit> Store::claim(std::size_t most, const std::string& worker) {
  const auto limit = static_cast<std::int64_t>(most);
  std::vector<Unit> units;
  Transaction transaction(database_);
  const auto take = [&](Statement& found) {
    while (found.step()) units.push_back({.id = found.integer(0), .fen = found.text(1)});
  };
  Statement free(database_,
                 "SELECT id, fen FROM unit WHERE id > ?1 AND id NOT IN (SELECT unit FROM claim) "
                 "AND NOT EXISTS (SELECT 1 FROM count WHERE unit = id) ORDER BY id LIMIT ?2");
  take(free.start(claimed_up_to_, limit));
  if (!units.empty()) {
    claimed_up_to_ = units.back().id;
  } else {
    Statement others(database_,
                     "SELECT id, fen FROM unit WHERE NOT EXISTS (SELECT 1 FROM count WHERE unit = id) "
                     "ORDER BY random() LIMIT ?1");
    take(others.start(limit));
  }
  Statement mark(database_, "INSERT OR REPLACE INTO claim VALUES (?1, ?2)");
  for (const Unit& unit : units) mark.start(unit.id, worker).run();
  transaction.commit();
  return units;
}

std::size_t Store::record(const std::vector<Named>& counts, Keep keep, const std::string& worker) {
  std::size_t kept = 0;
  Transaction transaction(database_);
  Statement add(database_, "INSERT INTO count VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
  Statement counted(database_, "DELETE FROM claim WHERE unit = ?1");
  for (const Named& item : counts) {
    const std::int64_t unit = item.unit;
    const UnitCount& count = item.count;
    const std::vector<UnitCount> known = counts_of(unit);
    const auto agrees = [&](const UnitCount& other) { return other.totals == count.totals; };
    if (keep == Keep::news && std::ranges::any_of(known, agrees)) continue;
    // The primary key is (unit, number): if another process stored the same number meanwhile, this fails.
    add.start(unit, static_cast<std::int64_t>(known.size()) + 1, totals_text(count.totals, question_.leaf),
              count.backend, static_cast<int>(count.merged), count.version, count.worker, count.seconds, count.finished)
        .run();
    counted.start(unit).run();
    ++kept;
  }
  Statement(database_, "DELETE FROM claim WHERE worker = ?1").start(worker).run();
  transaction.commit();
  return kept;
}

Totals Store::stored_totals(const std::string& text, std::int64_t unit) const {
  const std::optional<Totals> totals = parse_totals(text, question_.leaf);
  if (!totals) damaged("unit " + std::to_string(unit) + " has an invalid count");
  return *totals;
}

std::vector<UnitCount> Store::counts_of(std::int64_t unit) {
  std::vector<UnitCount> counts;
  Statement found(database_, kSelectCounts);
  for (found.start(unit, unit); found.step();) {
    counts.push_back({.totals = stored_totals(found.text(1), unit),
                      .backend = found.text(2),
                      .merged = found.integer(3) != 0,
                      .version = found.text(4),
                      .worker = found.text(5),
                      .seconds = found.real(6),
                      .finished = found.text(7)});
  }
  return counts;
}

std::vector<CountedUnit> Store::page_after(std::int64_t id) {
  constexpr std::int64_t kPage = 1000;  // small, so that readers never block writers for long
  std::vector<CountedUnit> page;
  Statement units(database_, "SELECT id, fen FROM unit WHERE id > ?1 ORDER BY id LIMIT ?2");
  for (units.start(id, kPage); units.step();) {
    page.push_back({.unit = {.id = units.integer(0), .fen = units.text(1)}});
  }
  Statement paths(database_, "SELECT first_move, multiplicity FROM path WHERE unit = ?1");
  for (CountedUnit& item : page) {
    for (paths.start(item.unit.id); paths.step();) {
      const std::optional<Wide> multiplicity = parse_wide(paths.text(1));
      if (!multiplicity || *multiplicity > ~std::uint64_t{0}) {
        damaged("unit " + std::to_string(item.unit.id) + " has an invalid multiplicity");
      }
      item.unit.paths.push_back({paths.text(0), static_cast<std::uint64_t>(*multiplicity)});
    }
    item.counts = counts_of(item.unit.id);
  }
  return page;
}

void Store::for_each_unit(const std::function<void(const CountedUnit&)>& use) {
  std::int64_t units = 0;
  Wide paths = 0;
  std::int64_t id = 0;
  for (std::vector<CountedUnit> page; !(page = page_after(id)).empty(); id = page.back().unit.id) {
    for (const CountedUnit& item : page) {
      ++units;
      paths = add_exactly(paths, multiplicity(item.unit));
      use(item);
    }
  }
  if (units != units_ || paths != paths_) damaged("units or their multiplicities are missing");
}

CountedUnit Store::unit_of_row(const Statement& row) {
  const std::int64_t id = row.integer(0);
  return {.unit = {.id = id, .fen = row.text(1)}, .counts = counts_of(id)};
}

CountedUnit Store::unit(std::int64_t id) {
  Statement found(database_, "SELECT id, fen FROM unit WHERE id = ?1");
  return found.start(id).step() ? unit_of_row(found) : CountedUnit{};
}

CountedUnit Store::unit(const std::string& fen) {
  Statement found(database_, "SELECT id, fen FROM unit WHERE fen = ?1");
  return found.start(fen).step() ? unit_of_row(found) : CountedUnit{};
}

std::int64_t Store::counted() { return database_.number("SELECT count(DISTINCT unit) FROM count"); }

}  // namespace plyforge
