#include "cli/run_store.h"

#include <gtest/gtest.h>

#include "cli/run_binary.h"
#include "runs/sqlite.h"

namespace plyforge::testing {

std::int64_t number(const std::string& store, const char* query) {
  return Database(store, Database::Open::existing).number(query);
}

void change(const std::string& store, const char* statements) {
  Database(store, Database::Open::existing).execute(statements);
}

nlohmann::json status(const std::string& store) {
  const auto lines = json_lines(run({"run", "status", store, "--json"}).out);
  return lines.size() == 1 ? lines[0] : nlohmann::json();
}

void expect_done(const std::string& store, const std::string& nodes, std::int64_t units) {
  const nlohmann::json now = status(store);
  EXPECT_EQ(now["state"], "done") << now;
  EXPECT_EQ(now["nodes"], nodes);
  EXPECT_EQ(now["units"], units);
  EXPECT_EQ(now["done"], units);
  EXPECT_EQ(now["disputed"], 0);
  EXPECT_EQ(number(store, "SELECT count(DISTINCT unit) FROM count"), units);
  EXPECT_EQ(number(store, "SELECT count(*) FROM count"), units);
}

}  // namespace plyforge::testing
