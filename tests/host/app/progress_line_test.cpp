#include "app/session/progress_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace plyforge {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr Progress kHalf{.done = 1, .total = 2, .nodes = 1000, .ply = 3};

// Tests run without a terminal, as in a log of continuous integration.
std::string shown(std::chrono::seconds between_lines) {
  ::testing::internal::CaptureStderr();
  {
    ProgressLine progress(between_lines);
    progress.start("depth 9");
    progress.show(kHalf);
    progress.show(kHalf);
  }
  return ::testing::internal::GetCapturedStderr();
}

TEST(ProgressLine, WritesWholeLinesToALog) {
  const std::string log = shown(std::chrono::seconds(0));
  EXPECT_THAT(log, HasSubstr("plyforge: depth 9, ply 3: 50.0%"));
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 2);
  EXPECT_TRUE(log.ends_with('\n'));
  EXPECT_THAT(log, Not(HasSubstr("\x1b")));
  EXPECT_THAT(log, Not(HasSubstr("\r")));
}

TEST(ProgressLine, LeavesALogAloneForAWhile) { EXPECT_EQ(shown(std::chrono::hours(1)), ""); }

}  // namespace
}  // namespace plyforge
