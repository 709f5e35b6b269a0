#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "endgame/solve/table_builder.h"
#include "endgame/tables/table_file.h"
#include "endgame/tables/tables.h"
#include "notation/fen.h"

namespace plyforge {
namespace {

using ::testing::HasSubstr;

class EndgameTableFile : public ::testing::Test {
 protected:
  EndgameTableFile() : folder_(std::filesystem::temp_directory_path() / ("plyforge-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
    BuildOptions options;
    options.folder = folder_.string();
    build_tables(parse_materials("KPvK"), options, pool_);
  }
  ~EndgameTableFile() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / (name + ".pft")).string(); }
  std::string content(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void replace(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary | std::ios::trunc) << text;
  }
  EndgameTable load(const std::string& name) const {
    return TableFile(path(name), parse_materials(name).front()).load(pool_);
  }
  /// What reading the whole file complains of, or nothing.
  std::string message(const std::string& name) const {
    try {
      load(name);
    } catch (const TableError& error) {
      return error.what();
    }
    return "";
  }

  WorkerPool pool_{2, {}};
  std::filesystem::path folder_;
};

TEST_F(EndgameTableFile, HoldsWhatWasSolved) {
  EndgameTables tables(folder_.string());
  const auto probe = [&](const char* fen) { return tables.probe(parse_fen(fen).position); };
  // The longest mate with a pawn takes 28 moves; python-chess, test.py for KQvK.
  EXPECT_EQ(probe("6K1/8/8/8/4Q3/8/6k1/8 b - - 0 1")->dtm, 14);
  EXPECT_EQ(probe("8/3K4/8/8/8/4r3/4k3/8 b - - 0 1")->dtm, 21);
  EXPECT_EQ(probe("4k3/8/8/8/8/8/8/4K3 w - - 0 1")->sign, 0);
  EXPECT_FALSE(probe("4k3/8/8/8/8/8/8/R3K2R w - - 0 1"));  // no table
  EXPECT_FALSE(probe("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"));   // castling right
  EXPECT_FALSE(probe("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
}

TEST_F(EndgameTableFile, LeavesNoOtherFiles) {
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++files;
  EXPECT_EQ(files, 5u);
}

TEST_F(EndgameTableFile, RefusesDamage) {
  const std::string whole = content("KQvK");
  EXPECT_EQ(message("KQvK"), "");
  const EndgameTable right = load("KQvK");
  int harmless = 0;
  for (std::size_t at = 0; at < whole.size(); at += 1 + at / 50) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    replace("KQvK", damaged);
    const std::string complained = message("KQvK");
    if (complained.empty()) {  // zstd's streams have some bits that mean nothing
      ++harmless;
      const EndgameTable read = load("KQvK");
      for (std::size_t i = 0; i < right.sections().size(); ++i) {
        EXPECT_EQ(read.sections()[i].bytes, right.sections()[i].bytes) << "byte " << at;
      }
    } else {
      EXPECT_THAT(complained, HasSubstr("KQvK.pft")) << "byte " << at;
    }
  }
  EXPECT_LT(harmless, 10);
  for (const std::size_t length : {std::size_t{0}, std::size_t{7}, std::size_t{19}, std::size_t{20}, std::size_t{100},
                                   whole.size() / 2, whole.size() - 1}) {
    replace("KQvK", whole.substr(0, length));
    EXPECT_THAT(message("KQvK"), HasSubstr("KQvK.pft")) << length << " bytes";
  }
  replace("KQvK", whole + "x");
  EXPECT_THAT(message("KQvK"), HasSubstr("KQvK.pft"));
  replace("KQvK", content("KRvK"));
  EXPECT_THAT(message("KQvK"), HasSubstr("the table is for KRvK"));
}

TEST_F(EndgameTableFile, IsRefusedOnceItIsCutWhileInUse) {
  const std::string whole = content("KPvK");
  const TableFile table(path("KPvK"), parse_materials("KPvK").front());
  std::filesystem::resize_file(path("KPvK"), 100);
  try {
    table.load(pool_);
    ADD_FAILURE() << "read";
  } catch (const TableError& error) {
    EXPECT_THAT(error.what(), HasSubstr("KPvK.pft: the table was truncated while in use"));
  }
  EXPECT_THROW(table.value(0, false), TableError);
  replace("KPvK", whole);
  EXPECT_EQ(message("KPvK"), "");
}

TEST_F(EndgameTableFile, ADamagedTableIsNotProbed) {
  std::string damaged = content("KQvK");
  damaged[damaged.size() - 10] = static_cast<char>(damaged[damaged.size() - 10] ^ 1);
  replace("KQvK", damaged);
  EndgameTables tables(folder_.string());
  EXPECT_THROW(
      {
        for (const char* fen :
             {"6K1/8/8/8/4Q3/8/6k1/8 b - - 0 1", "k7/8/8/8/8/8/8/KQ6 b - - 0 1", "8/8/8/8/8/k7/8/1K5Q b - - 0 1",
              "8/8/8/8/8/2k5/8/K6Q b - - 0 1", "6K1/8/8/8/4Q3/8/6k1/8 w - - 0 1", "8/8/8/7k/8/8/2K5/7Q b - - 0 1"}) {
          tables.probe(parse_fen(fen).position);
        }
      },
      TableError);
}

}  // namespace
}  // namespace plyforge
