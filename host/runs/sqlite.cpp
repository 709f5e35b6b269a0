#include "runs/sqlite.h"

#include <cstring>
#include <new>

#include "base/errors.h"
#include "count/counting.h"

namespace plyforge {
namespace {

constexpr int kPatienceMs = 30'000;  // for others who write: a commit takes milliseconds, on a slow disk a second

}  // namespace

Database::Database(const std::string& path, Open how) : path_(path) {
  sqlite3* handle = nullptr;
  const int create = how == Open::or_create ? SQLITE_OPEN_CREATE : 0;
  // SQLite takes these names for a store that is gone when the program ends.
  if (path.empty() || path == ":memory:") throw InputError("'" + path + "' is no name for a store; give a file name");
  // A file that can only be read is opened for reading.
  const int code = sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE | create, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) fail(code);
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, kPatienceMs);
  // A rollback journal, not a write-ahead log: then a store at rest is one file, which can be copied and moved, and it
  // works on file systems that share no memory. EXTRA: what is committed outlasts a loss of power. Both cost a few
  // milliseconds a commit, and there are few commits a second.
  execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON;");
}

void Database::fail(int code) const {
  const int system_error = handle_ ? sqlite3_system_errno(handle_.get()) : 0;
  const std::string reason = system_error != 0 ? std::strerror(system_error)
                             : handle_         ? sqlite3_errmsg(handle_.get())
                                               : sqlite3_errstr(code);
  switch (code & 0xFF) {
    case SQLITE_NOTADB:
      throw InputError(path_ + " is not a plyforge store");
    case SQLITE_CORRUPT:
      throw InputError(path_ +
                       " is damaged: it was truncated or overwritten; restore a copy, or start again in "
                       "another file");
    case SQLITE_CANTOPEN:
      throw InputError("cannot open " + path_ + " or its journal beside it: " + reason);
    case SQLITE_ERROR:  // a table is not there, or not as it should be
      throw InputError(path_ + " is not a readable store: " + reason);
    case SQLITE_FULL:
      throw ResourceError("cannot write " + path_ + ": no space left on the disk");
    case SQLITE_IOERR:
      // SQLite keeps no errno of these when it rolls back.
      if (code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_TRUNCATE) {
        throw ResourceError("cannot write " + path_ +
                            ": the disk is full or failing, or a file size limit was reached");
      }
      throw ResourceError("cannot read or write " + path_ + ": " + reason);
    case SQLITE_READONLY:
      if (code == SQLITE_READONLY_DIRECTORY) {
        throw ResourceError("cannot write " + path_ + ": its directory is read-only, and the journal is written there");
      }
      throw ResourceError("cannot write " + path_ + ": it is read-only");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw ResourceError(path_ + " has been locked by another program for " + std::to_string(kPatienceMs / 1000) +
                          " seconds");
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    default:
      throw std::runtime_error(path_ + ": " + reason);
  }
}

void Database::execute(const char* sql) {
  const int code = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t Database::number(const char* sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.integer(0) : 0;
}

Statement::Statement(Database& database, const char* sql) : database_(&database) {
  sqlite3_stmt* handle = nullptr;
  const int code = sqlite3_prepare_v2(database.handle(), sql, -1, &handle, nullptr);
  handle_.reset(handle);
  check(code);
}

bool Statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  sqlite3_reset(handle_.get());  // gives back its lock
  if (code != SQLITE_DONE) database_->fail(code);
  return false;
}

void Statement::run() {
  while (step()) {
  }
}

std::string Statement::text(int column) const {
  const auto* const bytes = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
  return bytes == nullptr ? std::string()
                          : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column)));
}

int Statement::bind(int index, std::string_view text) {
  return sqlite3_bind_text64(handle_.get(), index, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_->fail(code);
}

Transaction::Transaction(Database& database) : database_(database) { database.execute("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  // Fails where SQLite has rolled back itself, as it does when the disk is full.
  if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace plyforge
