#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <sstream>

#include "cli/run_binary.h"
#include "support/stockfish.h"

namespace plyforge::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// What the program writes when it is given these lines.
std::string answers(const std::string& commands, const std::vector<std::string>& options = {}) {
  std::vector<std::string> arguments = {"uci"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const RunResult result = run(arguments, commands);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return result.out;
}

TEST(Uci, SaysWhatItIs) {
  const std::string out = answers("uci\nisready\n");
  EXPECT_THAT(out, StartsWith("id name plyforge " PLYFORGE_VERSION "\nid author "));
  EXPECT_THAT(out, HasSubstr("option name UCI_Chess960 type check default false\n"));
  EXPECT_THAT(out, ContainsRegex("option name Threads type spin default [0-9]+ min 1 max 1024\n"));
  EXPECT_THAT(out, EndsWith("uciok\nreadyok\n"));
}

TEST(Uci, PerftInStockfishsFormat) {
  EXPECT_EQ(answers("position fen 7k/8/8/8/8/8/8/K7 b - - 0 1 moves h8g8\ngo perft 2\n"),
            "a1a2: 5\na1b1: 5\na1b2: 5\n\nNodes searched: 15\n\n");
  EXPECT_THAT(answers("go perft 0\n"), EndsWith("\nNodes searched: 1\n\n"));
}

TEST(Uci, PublishedCounts) {
  EXPECT_THAT(answers("ucinewgame\nposition startpos\ngo perft 5\n"), HasSubstr("\nNodes searched: 4865609\n"));
  EXPECT_THAT(answers("position fen " + kKiwipete + "\ngo perft 4\n"), HasSubstr("\nNodes searched: 4085603\n"));
  // The first line of the Chess960 suite, tests/data/chess960.epd.
  EXPECT_THAT(answers("setoption name UCI_Chess960 value true\n"
                      "position fen qrnknrb1/pppppp2/8/6pp/4P2P/3P1P2/PbP3P1/QRNKNRBB w FBfb - 0 9\ngo perft 4\n"),
              HasSubstr("\nNodes searched: 488373\n"));
}

TEST(Uci, OptionsOfTheCommandLineAreTheDefaults) {
  EXPECT_THAT(answers("uci\n", {"--chess960"}), HasSubstr("UCI_Chess960 type check default true\n"));
  EXPECT_THAT(answers("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo perft 1\n", {"--chess960"}),
              HasSubstr("e1h1: 1\n"));
  EXPECT_THAT(answers("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo perft 1\n"), HasSubstr("e1g1: 1\n"));
}

TEST(Uci, MovesInBothCastlingStyles) {
  const std::string fen = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves ";
  EXPECT_THAT(answers(fen + "e1g1 e8c8\nd\n"), HasSubstr("Fen: 2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2\n"));
  EXPECT_THAT(answers(fen + "e1h1 e8a8\nd\n"), HasSubstr("Fen: 2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2\n"));
}

TEST(Uci, DrawsTheBoard) {
  const std::string out = answers("position startpos moves e2e4 f7f6 d1h5\nd\n");
  EXPECT_THAT(out, StartsWith("\n +---+---+---+---+---+---+---+---+\n | r | n | b | q | k | b | n | r | 8\n"));
  EXPECT_THAT(out, HasSubstr(" |   |   |   |   |   |   |   | Q | 5\n"));
  EXPECT_THAT(out, EndsWith("   a   b   c   d   e   f   g   h\n"
                            "\nFen: rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2\nCheckers: h5 \n"));
}

std::vector<std::string> sorted_lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    const bool greeting = line.starts_with("Stockfish ");
    const bool key = line.starts_with("Key: ");  // of Stockfish's own hash
    if (!greeting && !key) lines.push_back(line);
  }
  std::ranges::sort(lines);
  return lines;
}

TEST(Uci, AnswersAScriptAsStockfishDoes) {
  const auto stockfish = find_stockfish();
  if (!stockfish) GTEST_SKIP() << "stockfish is not installed";
  // No `d` where Stockfish writes a FEN otherwise: Chess960 rights, an en passant square that no legal capture uses.
  const TemporaryFile script("position startpos moves e2e4 c7c5\nd\ngo perft 3\nposition fen " + kKiwipete +
                             "\nd\ngo perft 2\nposition fen 8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1\ngo perft 4\n"
                             "setoption name UCI_Chess960 value true\n"
                             "position fen 1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1\ngo perft 3\n"
                             "position fen 6k1/8/8/8/8/8/8/2R3K1 b - - 0 1\nd\nquit\n");
  const RunResult theirs = run_shell("'" + *stockfish + "' < " + script.path());
  const RunResult ours = run_shell("plyforge uci < " + script.path());
  EXPECT_EQ(sorted_lines(ours.out), sorted_lines(theirs.out));
}

TEST(Uci, AScriptPipedInWholeGetsAllItsCounts) {
  const std::string out = answers("go perft 6\nposition fen " + kKiwipete + "\ngo perft 5\nisready\nquit\n");
  EXPECT_THAT(out, HasSubstr("Nodes searched: 119060324\n"));
  EXPECT_THAT(out, HasSubstr("Nodes searched: 193690690\n"));
}

/// Runs a script of the shell that writes commands, and waits between them.
RunResult run_slowly(const std::string& script) { return run_shell("{ " + script + " } | plyforge uci"); }

TEST(Uci, StopEndsACountWithoutANumber) {
  const RunResult result =
      run_slowly("echo go perft 14; sleep 0.5; echo isready; sleep 0.2; echo stop; echo go perft 2; echo quit;");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out.find("readyok\ninfo string perft 14 stopped before its end: no count\na2a3: 20\n"), 0U)
      << result.out;
  EXPECT_THAT(result.out, EndsWith("\nNodes searched: 400\n\n"));
  EXPECT_LT(result.seconds, 5);
}

// What was asked is counted: `stop` ends what is running when it comes, and nothing that waits.
TEST(Uci, StopInTheSameBreathEndsNothing) {
  for (const char* const counts : {"go perft 2\nstop\nquit\n", "stop\ngo perft 2\nstop\nstop\nisready\nquit\n",
                                   "go perft 1\nstop\ngo perft 2\nstop\n", "go perft 1\ngo perft 2\nquit\n"}) {
    EXPECT_THAT(answers(counts), HasSubstr("\nNodes searched: 400\n")) << counts;
    EXPECT_THAT(answers(counts), Not(HasSubstr("no count"))) << counts;
  }
}

TEST(Uci, AStopWithEachCountLineByLineEndsNothing) {
  EXPECT_THAT(run_slowly("echo go perft 2; echo stop; echo go perft 3; echo stop; echo quit;").out,
              ::testing::AllOf(HasSubstr("\nNodes searched: 400\n"), HasSubstr("\nNodes searched: 8902\n")));
}

TEST(Uci, StopLeavesCountsThatWait) {
  const RunResult result = run_slowly("printf 'go perft 14\\ngo perft 3\\n'; sleep 0.5; printf 'stop\\nd\\nquit\\n';");
  EXPECT_THAT(result.out, StartsWith("info string perft 14 stopped before its end: no count\n"));
  EXPECT_THAT(result.out, HasSubstr("\nNodes searched: 8902\n"));
  EXPECT_LT(result.seconds, 5);
}

TEST(Uci, EveryGoIsAnswered) {
  EXPECT_EQ(run_slowly("printf 'go perft 14\\ngo depth 3\\ngo infinite\\ngo perft x\\n'; sleep 0.5; "
                       "printf 'stop\\nquit\\n';")
                .out,
            "info string perft 14 stopped before its end: no count\n"
            "info string plyforge counts and does not search: bestmove is any legal move; to count, use go perft N\n"
            "bestmove a2a3\n"
            "info string plyforge counts and does not search: bestmove is any legal move; to count, use go perft N\n"
            "bestmove a2a3\n"
            "info string the depth of go perft is 'x'; expected a whole number from 0 to 64\n");
  const std::string twice = answers("go infinite\ngo ponder\nstop\n");
  EXPECT_NE(twice.find("bestmove"), twice.rfind("bestmove"));
}

TEST(Uci, ASecondStopEndsASecondCount) {
  const RunResult result =
      run_slowly("printf 'go perft 14\\ngo perft 13\\n'; sleep 0.5; echo stop; sleep 0.5; echo stop; echo quit;");
  EXPECT_EQ(result.out,
            "info string perft 14 stopped before its end: no count\n"
            "info string perft 13 stopped before its end: no count\n");
  EXPECT_LT(result.seconds, 5);
}

TEST(Uci, TheBoardIsPrintedAsItCanBeRead) {
  const std::string by_file = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
  const std::string x_fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9";
  EXPECT_THAT(answers("position fen " + by_file + "\nd\n"), HasSubstr("Fen: " + by_file + "\n"));
  EXPECT_THAT(answers("position fen " + by_file + "\nd\n", {"--chess960"}), HasSubstr("Fen: " + x_fen + "\n"));
}

TEST(Uci, QuitEndsACount) {
  const RunResult result = run_slowly("echo go perft 14; sleep 0.5; echo quit; sleep 0.1;");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "info string perft 14 stopped before its end: no count\n");
  EXPECT_LT(result.seconds, 5);
}

TEST(Uci, ASignalEndsIt) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const RunResult idle = run({"uci"}, "", {signal, 0.3});
    EXPECT_EQ(idle.exit_code, 130);
    const RunResult busy = run({"uci"}, "go perft 14\n", {signal, 0.5});
    EXPECT_EQ(busy.exit_code, 130);
    EXPECT_THAT(busy.out, Not(HasSubstr("Nodes")));
    EXPECT_LT(busy.seconds, 5);
  }
}

TEST(Uci, GoWithoutPerftGetsALegalMove) {
  EXPECT_THAT(answers("go movetime 100\n"), ContainsRegex("^info string [^\n]*\nbestmove a2a3\n$"));
  EXPECT_THAT(answers("position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 3\n"), EndsWith("\nbestmove 0000\n"));
  EXPECT_THAT(answers("go infinite\nisready\nstop\nstop\n"), EndsWith("readyok\nbestmove a2a3\n"));
}

class UciBadInput : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(UciBadInput, IsAnsweredAndNeverANumber) {
  const auto& [line, message] = GetParam();
  const std::string out = answers(std::string(line) + "\nisready\n");
  EXPECT_THAT(out, StartsWith("info string "));
  EXPECT_THAT(out, HasSubstr(message));
  EXPECT_THAT(out, EndsWith("\nreadyok\n"));
  EXPECT_THAT(out, Not(HasSubstr("Nodes")));
  EXPECT_EQ(std::ranges::count(out, '\n'), 2) << out;
}

INSTANTIATE_TEST_SUITE_P(
    Lines, UciBadInput,
    ::testing::Values(std::pair{"fly", "unknown command 'fly'; expected one of: uci, isready"},
                      std::pair{"position", "expected startpos or fen"},
                      std::pair{"position here", "expected startpos or"},
                      std::pair{"position fen", "position fen: character 1: "},
                      std::pair{"position fen xyz w - - 0 1", "position fen: character 1: "},
                      std::pair{"position startpos e2e4", "only moves may follow"},
                      std::pair{"position startpos moves e2e4 e2e4", "position, move 2: "},
                      std::pair{"position startpos moves 0000", "position, move 1: "},
                      std::pair{"position fen 4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling right 'K'"},
                      std::pair{"go perft", "the depth of go perft is ''"},
                      std::pair{"go perft -1", "is '-1'; expected a whole number from 0 to 64"},
                      std::pair{"go perft 65", "is '65'; expected a whole number from 0 to 64"},
                      std::pair{"go perft 3x", "is '3x'"}, std::pair{"go perft 99999999999999999999", "0 to 64"},
                      std::pair{"go perft 2 3", "nothing may follow, there is '3'"},
                      std::pair{"setoption", "setoption name NAME value VALUE"},
                      std::pair{"setoption name Ponder value true",
                                "unknown option 'Ponder'; expected one of: Threads"},
                      std::pair{"setoption name Threads value 0", "from 1 to 1024"},
                      std::pair{"setoption name Hash value 1", "from 32 to"},
                      std::pair{"setoption name UCI_Chess960 value yes", "expected true or false"}));

TEST(Uci, ARefusedPositionLeavesNone) {
  for (const char* line : {"position startpos moves e2e5", "position fen 8/8/8/8/8/8/8/8 w - - 0 1"}) {
    const std::string out = answers(std::string(line) + "\ngo perft 3\nd\ngo depth 1\nposition startpos\ngo perft 1\n");
    EXPECT_THAT(out, HasSubstr("info string no position: the last position command was rejected\n"));
    EXPECT_THAT(out, HasSubstr("bestmove 0000\n"));
    EXPECT_THAT(out, Not(HasSubstr("Nodes searched: 8902")));
    EXPECT_THAT(out, Not(HasSubstr("Fen")));
    EXPECT_THAT(out, EndsWith("Nodes searched: 20\n\n"));
  }
}

TEST(Uci, LinesOfAnyLengthAndBytes) {
  const std::string endless = "position startpos moves " + std::string(1 << 20, 'x');
  EXPECT_THAT(answers(endless + "\ngo perft 3\n"),
              StartsWith("info string the line is longer than 65536 characters; ignored\ninfo string no position"));
  EXPECT_THAT(answers(std::string("\xff\0\x1b[2J\nposition fen \x1b\nisready\n", 28)),
              Not(::testing::AnyOf(HasSubstr("\x1b"), HasSubstr("\xff"))));
  EXPECT_EQ(answers("\n  \t \n# a comment\r\n  isready  \r\n"), "readyok\n");
  EXPECT_EQ(answers("isready"), "readyok\n");  // no end of line
}

}  // namespace
}  // namespace plyforge::testing
