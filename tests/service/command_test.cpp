#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "service/server.h"

// `plyforge serve` as a command.

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Serve, HelpNamesWhatMatters) {
  const RunResult help = run({"serve", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_EQ(help.err, "");
  for (const char* text : {"--listen", "--port", "--token-file", "--store", "--tables", "--job-leaves", "Example:\n"}) {
    EXPECT_THAT(help.out, HasSubstr(text));
  }
}

TEST(Serve, BadOptions) {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"--port", "65536"}, "'65536' is not a whole number from 0 to 65535"},
      {{"--port", "http"}, "'http' is not a whole number"},
      {{"--jobs", "0"}, "'0' is not a whole number from 1 to 64"},
      {{"--job-leaves", "0"}, "'0' is not a number greater than 0"},
      {{"--job-leaves", "many"}, "'many' is not a number greater than 0"},
      {{"--tables", "/nowhere"}, "--tables: cannot read the folder /nowhere"},
      {{"--token-file", "/nowhere"}, "--token-file: cannot read /nowhere"},
      {{"--backend", "cpu", "--device", "0"}, "--backend is cpu"},
      {{"extra"}, "extra"},
  };
  for (const auto& [options, message] : cases) {
    std::vector<std::string> words = {"serve"};
    words.insert(words.end(), options.begin(), options.end());
    const RunResult result = run(words);
    EXPECT_EQ(result.exit_code, 2) << message;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(message));
  }
}

TEST(Serve, WhatIsNotThereToListenOn) {
  const Server first;
  const RunResult taken = run({"serve", "--port", std::to_string(first.port())});
  EXPECT_EQ(taken.exit_code, 3);
  EXPECT_THAT(taken.err, HasSubstr("cannot listen on 127.0.0.1 port " + std::to_string(first.port())));
  const RunResult no_folder = run({"serve", "--port", "0", "--store", "/proc/nowhere"});
  EXPECT_EQ(no_folder.exit_code, 3);
  EXPECT_THAT(no_folder.err, HasSubstr("/proc/nowhere"));
}

TEST(Serve, SaysWhereItListensAndEndsAtOnce) {
  const RunResult result = run({"serve", "--port", "0"}, "", {SIGTERM, 0.5});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, StartsWith("listening on http://127.0.0.1:"));
  EXPECT_THAT(result.err, HasSubstr("jobs are lost when the server stops; give --store FOLDER to keep them"));
}

}  // namespace
}  // namespace plyforge::testing
