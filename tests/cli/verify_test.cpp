#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "cli/run_binary.h"

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const std::string kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

RunResult verify(const std::string& suite, std::vector<std::string> options = {}) {
  options.insert(options.begin(), {"verify", "-"});
  return run(options, suite);
}

TEST(Verify, AgreesWithPublishedSuites) {
  const RunResult standard = run({"verify", PLYFORGE_TEST_DATA "/standard.epd", "--max-nodes", "100000", "--json"});
  EXPECT_EQ(standard.exit_code, 0) << standard.out << standard.err;
  const auto lines = json_lines(standard.out);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_GT(lines[0]["positions"], 100);
  EXPECT_EQ(lines[0]["mismatches"], 0);
  EXPECT_EQ(lines[0]["bad_lines"], 0);
  EXPECT_EQ(lines[0]["complete"], true);
  EXPECT_EQ(run({"verify", "--chess960", PLYFORGE_TEST_DATA "/chess960.epd", "--max-nodes", "100000"}).exit_code, 0);
}

TEST(Verify, BothForms) {
  const RunResult result = verify("# mixed\n" + kStart + " ;D1 20 ;D2 400;D3 8902\n\nid kiwi pete\nepd " + kKiwipete +
                                      "\nperft 1 48\nperft\t2  2039\n",
                                  {"--json"});
  EXPECT_EQ(result.exit_code, 0);
  const auto summary = json_lines(result.out).at(0);
  EXPECT_EQ(summary["positions"], 2);
  EXPECT_EQ(summary["depths_checked"], 5);
  EXPECT_EQ(summary["nodes"], "11409");  // 20 + 400 + 8902 + 48 + 2039
}

TEST(Verify, ReportsMismatchesWithADivide) {
  const TemporaryFile suite(kKiwipete + " ;D1 48\n" + kStart + " ;D1 20 ;D2 401 ;D3 8901\n");
  const RunResult result = run({"verify", suite.path()});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr(suite.path() + ":2: mismatch at depth 2: expected 401, got 400, 1 fewer\n"));
  EXPECT_THAT(result.out, HasSubstr(suite.path() + ":2: mismatch at depth 3: expected 8,901, got 8,902, 1 more\n"));
  EXPECT_THAT(result.out, HasSubstr("  e2e4  e4      20\n"));
  EXPECT_THAT(result.out, Not(HasSubstr("600")));  // only the lowest depth is divided
}

TEST(Verify, JsonMismatch) {
  const auto lines = json_lines(verify("id s\nepd " + kStart + "\nperft 1 20\nperft 2 404\n", {"--json"}).out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0]["type"], "mismatch");
  EXPECT_EQ(lines[0]["file"], "standard input");
  EXPECT_EQ(lines[0]["line"], 4);
  EXPECT_EQ(lines[0]["id"], "s");
  EXPECT_EQ(lines[0]["depth"], 2);
  EXPECT_EQ(lines[0]["expected"], "404");
  EXPECT_EQ(lines[0]["got"], "400");
  EXPECT_EQ(lines[0]["moves"].size(), 20u);
  EXPECT_EQ(lines[1]["type"], "summary");
  EXPECT_EQ(lines[1]["mismatches"], 1);
}

TEST(Verify, BadLinesAreReportedAndPassedOver) {
  struct Case {
    const char* line;
    const char* message;
  };
  for (const Case& bad : {Case{"8/8/8/8/8/8/8/8 w - - 0 1 ;D1 0", "character "},
                          Case{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "no count to verify"},
                          Case{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 five", "'five' is not the count of depth 1"},
                          Case{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1", "D1 needs one count"},
                          Case{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D65 5", "'65' is not a depth from 0 to 64"},
                          Case{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 340282366920938463463374607431768211456", "decimal"},
                          Case{"perft 1 20", "'perft' without an 'epd' line"},
                          Case{"id lonely", "'id' without an 'epd' line"}, Case{"epd", "'epd' without a position"}}) {
    const RunResult result = verify(kStart + " ;D1 20\n" + bad.line + "\n" + kKiwipete + " ;D1 48\n", {"--json"});
    EXPECT_EQ(result.exit_code, 2) << bad.line;
    const auto lines = json_lines(result.out);
    ASSERT_EQ(lines.size(), 2u) << bad.line;
    EXPECT_EQ(lines[0]["type"], "bad_line");
    EXPECT_EQ(lines[0]["line"], 2);
    EXPECT_THAT(lines[0]["message"].get<std::string>(), HasSubstr(bad.message));
    EXPECT_EQ(lines[1]["positions"], 2);
  }
}

TEST(Verify, ACountThatIsMisspeltIsABadLine) {
  for (const char* operation : {"D-2 401", "D+2 401", "D_2 401", "d 401", "D2x 401", "DEPTH 401", "perft two 401",
                                "perft(2 401", "perft 2 = x", "ply 2 == 401", "depth 2 = 4 01", "D2=", "D99 = 1"}) {
    for (const std::string& line : {kStart + " ;D1 20 ;" + operation, kStart + " D1 20; " + operation + ";",
                                    "epd " + kStart + " ;" + operation + "\nperft 1 20"}) {
      const RunResult result = verify(line + "\n", {"--json"});
      EXPECT_EQ(result.exit_code, 2) << line;
      EXPECT_EQ(json_lines(result.out).at(0)["type"], "bad_line") << line;
    }
  }
  // What the EPD standard has is no count.
  EXPECT_EQ(verify(kStart + " ;D1 20 ;dm 3; draw_offer; c0 \"depth 2\"; id \"D2\"; acd 2\n").exit_code, 0);
}

TEST(Verify, ACountIsReadInTheWaysInWhichPeopleWriteIt) {
  for (const char* operation :
       {"perft 2 = 400", "perft 2=400", "perft(2) = 400", "perft(2)=400", "perft 2: 400", "Perft2 400", "perft 2 400",
        "depth 2 400", "Depth2: 400", "D 2 400", "D2=400", "D2: 400", "d2 = 400", "ply 2 400"}) {
    std::string wrong = operation;
    wrong.replace(wrong.find("400"), 3, "401");
    for (const char* form : {" ; ", " ;D1 20; ", " 0 1;"}) {
      EXPECT_EQ(
          verify(kStart.substr(0, kStart.size() - 4) + (form[1] == '0' ? "" : " 0 1") + form + operation).exit_code, 0)
          << operation;
    }
    EXPECT_EQ(verify(kStart + " ;" + wrong).exit_code, 1) << wrong;
  }
  EXPECT_EQ(verify("epd " + kStart + "\nperft 2 = 400\nperft 1: 20\n").exit_code, 0);
  EXPECT_EQ(verify("epd " + kStart + "\nperft 2 = 401\n").exit_code, 1);
}

TEST(Verify, CommentLinesOfEitherKindArePassedOver) {
  const RunResult result = verify("% escaped\n# comment\n  %indented\n" + kStart + " ;D1 20\n%\n", {"--json"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_EQ(json_lines(result.out).at(0)["positions"], 1);
  EXPECT_EQ(run({"perft", "1", "--file", "-", "--csv"}, "%\n" + kStart + "\n").exit_code, 0);
}

TEST(Verify, QuotesAndMissingBlanksOfOtherPrograms) {
  const RunResult quotes = verify(kStart + " ;id \"foo\\\"bar\";D1 21\n", {"--json"});
  EXPECT_EQ(json_lines(quotes.out).at(0)["id"], "foo\"bar");
  const RunResult blank = verify("4k3/8/8/8/8/8/8/4K3 w - -0 1 ;D1 5\n");
  EXPECT_EQ(blank.exit_code, 0);
  EXPECT_THAT(blank.err, HasSubstr("standard input:1: blank missing after '-'"));
}

TEST(Verify, NothingOfASuiteIsObeyedByATerminal) {
  const TemporaryDirectory directory;
  const std::string suite = directory.file("\x1b[31m\xc2\x9b\x9b\x7f\xc3\xa9.epd");
  std::ofstream(suite) << "id \x1b[31mred\xc2\x9b\x9b \xc3\xa9\nepd " << kStart
                       << "\nperft 1 21\nid \x1b[2J\n\x1b[2J\r\n";
  const RunResult result = run({"verify", suite});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("(?[31mred??? \xc3\xa9)\n"));
  EXPECT_THAT(result.out, HasSubstr("/?[31m????\xc3\xa9.epd:3: mismatch"));
  for (const std::string& text : {result.out, result.err}) {
    EXPECT_THAT(text, Not(::testing::AnyOf(HasSubstr("\x1b"), HasSubstr("\x9b"), HasSubstr("\x7f"))));
  }
}

TEST(Verify, BadLinesGoToStderrWithACaret) {
  const RunResult result = verify(kStart + " ;D1 20\nxyz\n");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("plyforge: standard input:2: character 1: "));
  EXPECT_THAT(result.err, HasSubstr("\n  xyz\n  ^\n"));
}

TEST(Verify, AMismatchWeighsMoreThanABadLine) { EXPECT_EQ(verify("xyz\n" + kStart + " ;D1 21\n").exit_code, 1); }

TEST(Verify, Limits) {
  const std::string suite = kStart + " ;D1 20 ;D2 400 ;D3 1 ;D4 197281\n";  // D3 is wrong
  EXPECT_EQ(verify(suite).exit_code, 1);
  const RunResult shallow = verify(suite, {"--max-depth", "2", "--json"});
  EXPECT_EQ(shallow.exit_code, 0);
  EXPECT_EQ(json_lines(shallow.out).at(0)["depths_skipped"], 2);
  const RunResult small = verify(kStart + " ;D1 20 ;D2 400 ;D4 197281\n", {"--max-nodes", "400", "--json"});
  EXPECT_EQ(json_lines(small.out).at(0)["depths_checked"], 2);
}

TEST(Verify, TimeLimit) {
  // Years of work.
  const RunResult result = verify(kStart + " ;D1 20 ;D13 1981066775000396239\n", {"--time-limit", "0.5", "--json"});
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_LT(result.seconds, 10);
  const auto summary = json_lines(result.out).at(0);
  EXPECT_EQ(summary["complete"], false);
  EXPECT_EQ(summary["depths_checked"], 1);
  EXPECT_EQ(summary["depths_skipped"], 1);
}

TEST(Verify, WhatWasNotCheckedIsNoSuccess) {
  const std::string agrees = kStart + " ;D1 20\n";
  const std::string endless = kStart + " ;D13 1981066775000396239\n";
  struct Case {
    std::string suite;
    std::vector<std::string> options;
    int exit_code;
  };
  for (const Case& each : {Case{agrees, {}, 0}, Case{agrees, {"--time-limit", "1000"}, 0},
                           Case{endless, {"--time-limit", "0.000001"}, 4}, Case{endless, {"--time-limit", "0.2"}, 4},
                           Case{endless, {"--max-depth", "12"}, 4}, Case{endless, {"--max-nodes", "1000"}, 4},
                           Case{agrees, {"--max-depth", "0"}, 4}, Case{agrees + endless, {"--max-depth", "2"}, 0},
                           Case{kStart + " ;D1 21\n" + endless, {"--time-limit", "0.5"}, 1},
                           Case{"xyz\n" + endless, {"--time-limit", "0.5"}, 2}}) {
    std::vector<std::string> options = each.options;
    options.emplace_back("--json");
    const RunResult result = verify(each.suite, options);
    EXPECT_EQ(result.exit_code, each.exit_code) << result.out << result.err;
    const auto summary = json_lines(result.out).back();
    if (each.exit_code == 0 || each.exit_code == 4) {
      EXPECT_EQ(summary["all_checked"], each.exit_code == 0);
    }
    const std::string text = verify(each.suite, each.options).out;
    EXPECT_EQ(text.find("not everything was checked") != std::string::npos, !summary["all_checked"].get<bool>())
        << text;
  }
  EXPECT_THAT(run({"--help"}).out, HasSubstr("4 a limit"));
}

TEST(Verify, Chess960LinesAmongOthers) {
  const std::string mixed =
      kStart + " ;D1 20\n" + "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9 ;D1 21 ;D2 528\n" +
      "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9 ;D1 21 ;D2 807\n" +
      "epd bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\nperft 1 20\n" + kKiwipete + " ;D1 48\n";
  const RunResult result = verify(mixed, {"--json"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_EQ(json_lines(result.out).at(0)["positions"], 5);
  const std::string hint = "standard input:2: castling rights that only Chess960 has";
  EXPECT_THAT(result.err, HasSubstr(hint));
  EXPECT_EQ(result.err.find("only Chess960", result.err.find("only Chess960") + 1), std::string::npos) << result.err;
  EXPECT_EQ(verify(mixed, {"--chess960"}).err, "");
  EXPECT_EQ(
      run({"verify", PLYFORGE_TEST_DATA "/chess960.epd", PLYFORGE_TEST_DATA "/standard.epd", "--max-nodes", "1000"})
          .exit_code,
      0);
  // Rights that nothing explains are refused as standard chess refuses them.
  const RunResult none = verify("4k3/8/8/8/8/8/8/R3K3 w K - 0 1 ;D1 5\n");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("castling right 'K' needs a white rook on h1"));
}

TEST(Verify, ACountFarTooSmallIsAMismatchAtOnce) {
  const std::string pawns = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
  for (const std::string& line :
       {kStart + " ;D30 1", kStart + " ;D64 1", kStart + " ;D20 1000000", kKiwipete + " ;D13 100000000",
        kStart + " ;D12 300000000", pawns + " ;D40 1234567", std::string("8/8/8/8/8/8/8/K6k w - - 0 1 ;D30 7")}) {
    const RunResult result = verify(line + "\n", {"--json", "--memory", "256M"});
    EXPECT_EQ(result.exit_code, 1) << line;
    EXPECT_LT(result.seconds, 30) << line;
    const auto mismatch = json_lines(result.out).at(0);
    EXPECT_EQ(mismatch["got_at_least"], true) << line;
    EXPECT_FALSE(mismatch.contains("moves"));
  }
  const RunResult text = verify(kStart + " ;D1 20 ;D30 1\n");
  EXPECT_THAT(text.out, HasSubstr("standard input:1: mismatch at depth 30: expected 1, there are at least "));
  EXPECT_THAT(text.out, HasSubstr("\n  " + kStart + "\n"));
  // A count that is only a little too small is counted out.
  EXPECT_THAT(verify(kStart + " ;D5 4865608\n").out, HasSubstr("got 4,865,609, 1 more"));
}

TEST(Verify, ReportsTheEnPassantSquareThatWasAsked) {
  const std::string asked = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2";
  EXPECT_THAT(verify(asked + " ;D0 2 ;D1 31 ;D2 1\n").out, HasSubstr(asked));
  for (const auto& line : json_lines(verify(asked + " ;D0 2 ;D1 31 ;D2 1\n", {"--json"}).out)) {
    if (line["type"] == "mismatch") {
      EXPECT_EQ(line["fen"], asked);
    }
  }
}

TEST(Verify, LargeCountsUseTheMergedCount) {
  const RunResult result = verify(kStart + " ;D7 3195901860\n");
  EXPECT_EQ(result.exit_code, 0) << result.out;
}

TEST(Verify, ResultsComeInTheOrderOfTheSuite) {
  std::string suite;
  for (int i = 0; i < 500; ++i) suite += (i % 7 == 0 ? kKiwipete + " ;D3 1\n" : kStart + " ;D1 1\n");
  const auto lines = json_lines(verify(suite, {"--json"}).out);
  ASSERT_EQ(lines.size(), 501u);
  for (int i = 0; i < 500; ++i) EXPECT_EQ(lines[static_cast<std::size_t>(i)]["line"], i + 1);
}

TEST(Verify, AnEmptySuiteIsNoSuccess) {
  const RunResult result = verify("# nothing\n");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("contains no position"));
}

TEST(Verify, FilesWithBytesThatAreNoText) {
  const RunResult result = verify(std::string("\xff\xfe\0\x01junk\n", 9) + kStart + " ;D1 20\n", {"--json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(json_lines(result.out).back()["positions"], 1);
}

TEST(Verify, ALineOfAMegabyteIsOneBadLine) {
  const RunResult result = verify(std::string(1 << 20, 'x') + "\n" + kStart + " ;D1 20\n", {"--json"});
  EXPECT_EQ(result.exit_code, 2);
  const auto lines = json_lines(result.out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_THAT(lines[0]["message"].get<std::string>(), HasSubstr("longer than any position"));
}

TEST(VerifyLong, AMillionLinesInBoundedMemory) {
  const RunResult result = run_shell("awk 'BEGIN { while (++i <= 1000000) print \"" + kStart +
                                     " ;D1 20 ;D2 400\" }' | plyforge verify - --json");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto summary = json_lines(result.out).at(0);
  EXPECT_EQ(summary["positions"], 1000000);
  EXPECT_EQ(summary["nodes"], "420000000");
  EXPECT_LT(summary["peak_memory_bytes"], 100'000'000);
}

TEST(PerftLong, AMillionLinesStream) {
  const RunResult result = run_shell("awk 'BEGIN { while (++i <= 1000000) print \"" + kStart +
                                     "\" }' | plyforge perft 1 --file - --csv | tail -n +2 | cut -d, -f3 | sort -u");
  EXPECT_EQ(result.out, "20\n");
}

}  // namespace
}  // namespace plyforge::testing
