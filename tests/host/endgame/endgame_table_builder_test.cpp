#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>

#include "endgame/solve/table_builder.h"
#include "endgame/tables/table_file.h"

namespace plyforge {
namespace {

class EndgameTableBuilder : public ::testing::Test {
 protected:
  EndgameTableBuilder()
      : root_(std::filesystem::temp_directory_path() / ("plyforge-builder-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(root_);
  }
  ~EndgameTableBuilder() override { std::filesystem::remove_all(root_); }

  BuildOptions options(const std::string& folder, std::size_t memory_bytes = 0) const {
    BuildOptions options;
    options.folder = (root_ / folder).string();
    options.memory_bytes = memory_bytes;
    return options;
  }
  void build(const BuildOptions& options, const char* endgame = "KRvKP") const {
    build_tables(parse_materials(endgame), options, pool_);
  }

  /// The files of a folder by name.
  std::map<std::string, std::string> files(const std::string& folder) const {
    std::map<std::string, std::string> contents;
    for (const auto& entry : std::filesystem::directory_iterator(root_ / folder)) {
      std::ifstream file(entry.path(), std::ios::binary);
      contents[entry.path().filename()] = {std::istreambuf_iterator<char>(file), {}};
    }
    return contents;
  }
  /// The least budget that is not refused, in bytes, as the refusal of a smaller one says.
  std::size_t least_memory() const {
    try {
      build(options("refused", 1));
    } catch (const ResourceError& error) {
      const std::string text = error.what();
      std::smatch needed;
      if (std::regex_search(text, needed, std::regex("--memory ([0-9]+)M"))) return std::stoull(needed[1]) << 20;
    }
    return 0;
  }

  WorkerPool pool_{2, {}};
  std::filesystem::path root_;
};

TEST_F(EndgameTableBuilder, TheBudgetItAsksForIsEnough) {
  const std::size_t least = least_memory();
  ASSERT_GT(least, 0u);
  build(options("ample"));
  build(options("little", least));
  EXPECT_EQ(files("ample").size(), 10u);  // five of three men, four that the pawn promotes to
  EXPECT_TRUE(files("little") == files("ample"));
}

// Tables that later endgames need are forgotten where there is no room, those needed last first.
TEST_F(EndgameTableBuilder, TablesForLaterStayAsFarAsThereIsRoom) {
  build(options("tables"), "KPvK");
  const auto material = [](const char* name) { return parse_materials(name).front(); };
  LoadedTables tables((root_ / "tables").string(), pool_);
  const std::size_t room = tables.get(material("KQvK")).bytes();
  for (const char* name : {"KRvK", "KBvK", "KPvK"}) tables.get(material(name));
  tables.keep_successors_of({material("KBvKB")}, {material("KQvKN"), material("KRvKN")}, room);
  std::filesystem::remove_all(root_ / "tables");  // what is forgotten cannot be read again
  EXPECT_NO_THROW(tables.get(material("KBvK")));
  EXPECT_NO_THROW(tables.get(material("KQvK")));
  EXPECT_THROW(tables.get(material("KRvK")), TableError);
  EXPECT_THROW(tables.get(material("KPvK")), TableError);
}

TEST_F(EndgameTableBuilder, AnotherSolverTakesOver) {
  BuildOptions failing = options("failing");
  int calls = 0;
  failing.solver.solve = [&](const Material& material, const FindTable& find, const WorkerPool& pool,
                             const auto& progress) -> EndgameTable {
    if (++calls == 3) throw DeviceError("failed by a test");
    return solve_endgame(material, find, pool, progress);
  };
  EXPECT_THROW(build(failing, "KPvK"), DeviceError);
  failing.folder = (root_ / "replaced").string();
  calls = 0;
  std::string reason;
  failing.replacement = [&](const DeviceError& error) {
    reason = error.what();
    return cpu_solver();
  };
  build(failing, "KPvK");
  EXPECT_EQ(reason, "failed by a test");
  build(options("cpu"), "KPvK");
  EXPECT_TRUE(files("replaced") == files("cpu"));
}

// What took over may need more memory than there is.
TEST_F(EndgameTableBuilder, TheSolverThatTakesOverIsHeldToTheBudget) {
  BuildOptions failing = options("failing", least_memory() - (std::size_t{1} << 20));
  failing.solver.bytes = [](const Material&) { return SolvingBytes{}; };
  failing.solver.solve = [](const auto&...) -> EndgameTable { throw DeviceError("failed by a test"); };
  failing.replacement = [](const DeviceError&) { return cpu_solver(); };
  try {
    build(failing);
    FAIL() << "solved";
  } catch (const ResourceError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("solving KRvKP takes up to ")) << error.what();
  }
}

}  // namespace
}  // namespace plyforge
