// Names that no file can have, or not the one that is wanted: the message names the file and the system's reason.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "cli/run_binary.h"

namespace plyforge::testing {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

using Words = std::vector<std::string>;

enum class Wants { file, new_file, folder };

/// A verb with one path in its arguments, written "@"; "#" is a file that may be made.
struct PathCall {
  Words words;
  Wants wants;
};

const std::string kFen = "8/8/8/8/8/2k5/8/K6Q w - - 0 1";

const std::vector<PathCall> kCalls = {
    {{"perft", "1", "--file", "@"}, Wants::file},
    {{"perft", "1", "--store", "@"}, Wants::new_file},
    {{"divide", "1", "--file", "@"}, Wants::file},
    {{"divide", "2", "--store", "@"}, Wants::new_file},
    {{"verify", "@"}, Wants::file},
    {{"verify", "/dev/null", "--junit", "@"}, Wants::new_file},
    {{"bisect", "--engine", "true", "--depth", "1", "--file", "@"}, Wants::file},
    {{"endgame", "solve", "KQvK", "--dir", "@"}, Wants::folder},
    {{"endgame", "verify", "KQvK", "--dir", "@"}, Wants::folder},
    {{"endgame", "stats", "KQvK", "--dir", "@"}, Wants::folder},
    {{"endgame", "probe", "--fen", kFen, "--dir", "@"}, Wants::folder},
    {{"endgame", "probe", "--file", "@"}, Wants::file},
    {{"endgame", "enumerate", "KQvK", "--where", "dtm=3", "--dir", "@"}, Wants::folder},
    {{"study", "@"}, Wants::file},
    {{"mate", "2", "@"}, Wants::file},
    {{"game", "@"}, Wants::file},
    {{"run", "start", "@", "--depth", "2"}, Wants::new_file},
    {{"run", "start", "--store", "@", "--depth", "2"}, Wants::new_file},
    {{"run", "status", "@"}, Wants::file},
    {{"run", "resume", "@"}, Wants::file},
    {{"run", "audit", "@"}, Wants::file},
    {{"run", "export", "@"}, Wants::file},
    {{"run", "import", "@", "/dev/null"}, Wants::file},
    {{"work", "--units", "@", "--out", "#"}, Wants::file},
    {{"work", "--units", "/dev/null", "--out", "@"}, Wants::new_file},
    {{"serve", "--port", "0", "--token-file", "@"}, Wants::file},
    {{"serve", "--port", "0", "--tables", "@"}, Wants::folder},
    {{"serve", "--port", "0", "--store", "@"}, Wants::folder}};

class Paths : public ::testing::Test {
 protected:
  Paths() { std::ofstream(file("file")) << "text\n"; }

  std::string file(const std::string& name) const { return directory_.file(name); }

  /// Expects that a verb refuses a path; returns what it says.
  std::string refusal(const PathCall& call, const std::string& path) const {
    Words words = call.words;
    std::ranges::replace(words, "@", path);
    std::ranges::replace(words, "#", file("results"));
    const RunResult result = run(words);
    std::string line;
    for (const std::string& word : words) line += " " + word;
    EXPECT_TRUE(result.exit_code == 2 || result.exit_code == 3) << line << "\n" << result.exit_code << result.out;
    EXPECT_THAT(result.err, Not(HasSubstr("thread"))) << line;
    EXPECT_THAT(result.err, Not(HasSubstr("filesystem"))) << line;
    EXPECT_LE(std::ranges::count(result.err, '\n'), 3) << result.err;
    return result.err;
  }

  const TemporaryDirectory directory_;
};

TEST_F(Paths, TooLong) {
  for (const PathCall& call : kCalls) {
    EXPECT_THAT(refusal(call, file(std::string(300, 'x'))), HasSubstr("File name too long")) << call.words[1];
    EXPECT_THAT(refusal(call, std::string(300, 'x')), HasSubstr("File name too long")) << call.words[1];
  }
}

TEST_F(Paths, BelowAFile) {
  for (const PathCall& call : kCalls) {
    EXPECT_THAT(refusal(call, file("file/below")), HasSubstr(file("file"))) << call.words[1];
  }
}

TEST_F(Paths, AFolderForAFile) {
  for (const PathCall& call : kCalls) {
    if (call.wants != Wants::folder) {
      EXPECT_THAT(refusal(call, directory_.path()), HasSubstr(directory_.path())) << call.words[1];
    }
  }
}

TEST_F(Paths, AFileForAFolder) {
  for (const PathCall& call : kCalls) {
    if (call.wants == Wants::folder) {
      EXPECT_THAT(refusal(call, file("file")), HasSubstr(file("file"))) << call.words[1];
    }
  }
}

TEST_F(Paths, Empty) {
  for (const PathCall& call : kCalls) {
    EXPECT_THAT(refusal(call, ""), HasSubstr("the name is empty")) << call.words[1];
  }
}

TEST_F(Paths, ForbiddenToEveryoneButRoot) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read and write everything";
  const std::string locked = file("locked");
  ASSERT_EQ(mkdir(locked.c_str(), 0), 0);
  for (const PathCall& call : kCalls) {
    EXPECT_THAT(refusal(call, locked + "/below"),
                AnyOf(HasSubstr("Permission denied"), HasSubstr("unable to open database file")))
        << call.words[1];
  }
  chmod(locked.c_str(), 0700);
}

}  // namespace
}  // namespace plyforge::testing
