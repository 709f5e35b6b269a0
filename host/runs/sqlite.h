#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace plyforge {

/// An SQLite file. Errors are thrown as InputError (not such a file, damaged) or ResourceError (disk full, read-only,
/// locked for too long), with a message that names the file.
class Database {
 public:
  enum class Open { existing, or_create };

  Database(const std::string& path, Open how);

  const std::string& path() const { return path_; }
  /// Whether the file is read-only.
  bool read_only() const { return sqlite3_db_readonly(handle_.get(), "main") == 1; }

  /// Runs statements that return no rows.
  void execute(const char* sql);
  /// The number returned by a statement such as `PRAGMA user_version`.
  std::int64_t number(const char* sql);

  sqlite3* handle() const { return handle_.get(); }
  [[noreturn]] void fail(int code) const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };

  std::string path_;
  std::unique_ptr<sqlite3, Close> handle_;
};

/// A prepared statement. Use it as
///     statement.start(7, "text");  while (statement.step()) statement.integer(0);
class Statement {
 public:
  Statement(Database& database, const char* sql);

  /// Restarts the statement with these values for its parameters ?1, ?2, ...
  template <class... Values>
  Statement& start(const Values&... values) {
    sqlite3_reset(handle_.get());
    int index = 0;
    (check(bind(++index, values)), ...);
    return *this;
  }

  /// Moves to the next row; false if there is none.
  bool step();
  /// Runs a statement that returns no rows.
  void run();

  std::int64_t integer(int column) const { return sqlite3_column_int64(handle_.get(), column); }
  double real(int column) const { return sqlite3_column_double(handle_.get(), column); }
  std::string text(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
  };

  int bind(int index, std::int64_t value) { return sqlite3_bind_int64(handle_.get(), index, value); }
  int bind(int index, int value) { return sqlite3_bind_int(handle_.get(), index, value); }
  int bind(int index, double value) { return sqlite3_bind_double(handle_.get(), index, value); }
  int bind(int index, std::string_view text);
  void check(int code) const;

  Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

/// A transaction: all changes until commit(), or none. Waits for other writers.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace plyforge
