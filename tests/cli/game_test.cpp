#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "cli/run_binary.h"
#include "movegen/legal.h"
#include "notation/notation.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kScholarsMate = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

TEST(GameCommand, ReportsAGameOfStandardInput) {
  const RunResult result = run({"game"}, kScholarsMate);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, "game 1, 7 plies, 1-0, checkmate\n  checkmate       ends the game with 4.Qxf7#\n");
}

TEST(GameCommand, WritesEveryNotation) {
  const auto moves = [](const std::string& notation) {
    const RunResult result = run({"game", "--out", "pgn", "--notation", notation}, kScholarsMate);
    EXPECT_EQ(result.exit_code, 0);
    const std::size_t at = result.out.find("\n\n") + 2;
    return result.out.substr(at, result.out.find('\n', at) - at);
  };
  EXPECT_EQ(moves("san"), "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0");
  EXPECT_EQ(moves("lan"), "1. e2-e4 e7-e5 2. Qd1-h5 Nb8-c6 3. Bf1-c4 Ng8-f6 4. Qh5xf7# 1-0");
  EXPECT_EQ(moves("uci"), "1. e2e4 e7e5 2. d1h5 b8c6 3. f1c4 g8f6 4. h5f7 1-0");
  EXPECT_EQ(moves("zh"), "1. e4 e5 2. 后h5 马c6 3. 象c4 马f6 4. 后×f7≠ 1-0");
  EXPECT_EQ(moves("zh-long"), "1. e2-e4 e7-e5 2. 后d1-h5 马b8-c6 3. 象f1-c4 马g8-f6 4. 后h5×f7≠ 1-0");
}

TEST(GameCommand, WhatIsWrittenIsReadAgain) {
  const std::string game =
      "[Event \"a \\\"b\\\" \\\\\"]\n[Site \"?\"]\n[Date \"1858.??.??\"]\n[Round \"?\"]\n[White \"Morphy\"]\n[Black "
      "\"Allies\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 40\"]\n[ECO "
      "\"C41\"]\n\n40... "
      "Kd7 41. e4 $1 Ke6 1-0\n\n";
  const RunResult result = run({"game", "--out", "pgn"}, game);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, game);
}

TEST(GameCommand, SaysWhatIsWrongAndWhere) {
  const TemporaryFile file(
      "1. e2-e4 e7-e5 2.马g1-f3 马b8-c6 3.象f1-c4 d7-d6 4.马b1-c3 象c8-g4 5. 0-0 马c6-d4\n"
      "6.马f3×e5 象g4×d1 7.象e4×f7＋王e8-e7 8.马c3-d5≠\n");
  const RunResult result = run({"game", file.path(), "--notation", "zh-long"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, StartsWith("plyforge: " + file.path() +
                                     ":2: game 1, move 7 of White, '象e4×f7＋': there is no bishop of White's on e4; "
                                     "closest legal moves: 象c4×f7＋"));
  EXPECT_EQ(result.out, "game 1, 12 plies, *, not read to the end\n");
}

TEST(GameCommand, WrongSignsAreWarnings) {
  const RunResult result = run({"game"}, "1. e4+ e5 1-0");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "plyforge: warning: standard input:1: game 1: 'e4+' does not give check\n");
}

TEST(GameCommand, AResultThatTheRulesContradictIsAMismatch) {
  const RunResult result = run({"game"}, "1. f3 e5 2. g4 Qh4# 1-0");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("disagrees       stated 1-0, but by the rules 0-1\n"));
}

TEST(GameCommand, ClaimsAndAutomaticEndsAreToldApart) {
  std::string text;
  for (int i = 0; i < 4; ++i) text += "Nf3 Nf6 Ng1 Ng8 ";
  const RunResult result = run({"game"}, text + "1/2-1/2");
  EXPECT_EQ(result.out,
            "game 1, 16 plies, 1/2-1/2\n"
            "  threefold       can be claimed from 4...Ng8 on\n"
            "  fivefold        ends the game with 8...Ng8\n");
}

TEST(GameCommand, DeadPositionsAndWhatIsNotDecided) {
  const auto game = [](const std::string& fen, const std::string& moves) {
    return "[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n" + moves + " *\n\n";
  };
  const std::string games = game("1b6/2k5/K7/3Q4/1q6/8/5p2/8 w - - 0 1", "1. Qd7+") +
                            game("8/2b5/kp1p1p2/2pP1Pp1/KPP3P1/3B4/8/8 w - - 0 1", "1. b5+") +
                            game("8/1p6/1Pp5/k1P5/p1P5/P1K1B3/3B4/8 w - - 0 1", "");
  EXPECT_THAT(run({"game"}, games).out, StartsWith("game 1, 1 ply, *, dead position\n"
                                                   "  dead position   ends the game with 1.Qd7+: forced\n"
                                                   "game 2, 1 ply, *, dead position\n"
                                                   "  dead position   ends the game with 1.b5+: forced\n"
                                                   "game 3, 0 plies, *\n"
                                                   "  dead position?  not decided from the first position on\n"));
  const auto lines = json_lines(run({"game", "--json"}, games).out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0]["outcome"], "dead");
  EXPECT_EQ(lines[0]["automatic"]["dead_position"]["ply"], 1);
  EXPECT_EQ(lines[0]["dead_position_undecided"], nullptr);
  EXPECT_EQ(lines[2]["outcome"], "other");
  EXPECT_EQ(lines[2]["automatic"]["dead_position"], nullptr);
  EXPECT_EQ(lines[2]["dead_position_undecided"]["ply"], 0);
}

TEST(GameCommand, Json) {
  const RunResult result = run({"game", "--json", "--at", "0,-1"}, kScholarsMate);
  const auto game = json_lines(result.out).at(0);
  EXPECT_EQ(game["game"], 1);
  EXPECT_EQ(game["plies"], 7);
  EXPECT_EQ(game["outcome"], "checkmate");
  EXPECT_EQ(game["over"], "checkmate");
  EXPECT_EQ(game["stated"], "1-0");
  EXPECT_EQ(game["by_rules"], "1-0");
  EXPECT_EQ(game["agrees"], true);
  EXPECT_EQ(game["automatic"]["checkmate"]["ply"], 7);
  EXPECT_EQ(game["automatic"]["checkmate"]["move"], "4.Qxf7#");
  EXPECT_EQ(game["claimable"]["threefold_repetition"], nullptr);
  EXPECT_EQ(game["moves"][6]["text"], "Qxf7#");
  EXPECT_EQ(game["moves"][6]["move"], "h5f7");
  EXPECT_EQ(game["moves"][6]["check"], true);
  EXPECT_EQ(game["positions"].size(), 2u);
  EXPECT_EQ(game["positions"][1]["fen"], "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4");
  EXPECT_EQ(game["error"], nullptr);
}

TEST(GameCommand, PositionsArePipedOn) {
  const std::string echo = std::string("echo '1. e4 e5 2. Nf3 Nc6' | plyforge game ");
  EXPECT_EQ(run_shell(echo + "--out fen").out, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\n");
  EXPECT_EQ(run_shell(echo + "--out epd --at 0,1").out,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1; id \"game 1 ply 0\";\n"
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1; id \"game 1 ply 1\";\n");
  // 20 moves from the start position (Chess Programming Wiki).
  EXPECT_THAT(run_shell(echo + "--out epd --every | plyforge perft 1 --csv --file - | cut -d, -f2- | head -2").out,
              HasSubstr("20"));
  EXPECT_EQ(run_shell(echo + "--out fen --every | wc -l").out, "5\n");
  EXPECT_EQ(run_shell(echo + "--out fen --at -1").out, run_shell(echo + "--out fen").out);
  EXPECT_EQ(run_shell(echo + "--out fen --at=-5,100").out,
            std::string("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"));
}

TEST(GameCommand, AGameThatCannotBeSetUpHasNoPositions) {
  const std::string sound = "[White \"a\"]\n\n1. e4 *\n\n";
  const std::string after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
  for (const std::string tag :
       {"Variant \"Atomic\"", "Variant \"Crazyhouse\"", "FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"", "FEN \"nonsense\""}) {
    const std::string games = "[" + tag + "]\n\n1. e4 *\n\n" + sound;
    const auto printed = [&](std::vector<std::string> arguments) {
      arguments.insert(arguments.begin(), "game");
      const RunResult result = run(arguments, games);
      EXPECT_EQ(result.exit_code, 2) << tag;
      return result.out;
    };
    EXPECT_EQ(printed({"--out", "fen"}), after_e4 + " 0 1\n");
    EXPECT_EQ(printed({"--out", "epd", "--at", "-1"}), after_e4 + " hmvc 0; fmvn 1; id \"game 2 ply 1\";\n");
    EXPECT_EQ(printed({"--distinct"}), after_e4 + " seen 1;\n");
    EXPECT_THAT(printed({"--out", "pgn"}), StartsWith("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round "
                                                      "\"?\"]\n[White \"a\"]"));
    const auto json = json_lines(printed({"--json", "--every"}));
    EXPECT_TRUE(json.at(0)["start"].is_null());
    EXPECT_TRUE(json.at(0)["final"].is_null());
    EXPECT_TRUE(json.at(0)["positions"].empty());
    EXPECT_EQ(json.at(1)["final"], after_e4 + " 0 1");
  }
}

TEST(GameCommand, UnusualNotationIsReadAndLostMovesAreErrors) {
  const auto last_position = [](const std::string& game) {
    const RunResult result = run({"game", "--out", "fen"}, game);
    EXPECT_EQ(result.exit_code, 0) << game << result.err;
    return result.out;
  };
  const std::string promoted = "[FEN \"7k/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. ";
  for (const char* move : {"e8(Q)", "e8/Q", "e8q", "e8=Q+"}) {
    EXPECT_EQ(last_position(promoted + move + " *"), "4Q2k/8/8/8/8/8/8/4K3 b - - 0 1\n");
  }
  for (const char* move : {"exd6e.p.", "exd6ep", "exd6 e.p.", "exd6"}) {
    EXPECT_EQ(last_position("1.e4 a6 2.e5 d5 3." + std::string(move) + " *"),
              "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3\n");
  }
  const std::string mated = "rnbq1bnr/ppppkppp/8/4Q3/4P3/8/PPPP1PPP/RNB1KBNR b KQ - 0 3\n";
  for (const char* game :
       {"1.e4e5 2.Qh5Ke7 3.Qxe5 mate", "[1. e4 e5 2. Qh5 Ke7 3. Qxe5#]", "1. e4 e5 [2. Qh5 Ke7] 3. Qxe5"}) {
    EXPECT_EQ(last_position(game), mated);
  }
  for (const char* tag : {"FEN", "Fen", "fen"}) {
    EXPECT_EQ(last_position("[" + std::string(tag) + " \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *"),
              "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1\n");
  }
  for (const char* game : {"[Event x 1. e4 e5", "(1. e4 e5)", "1. e4 <e5", "1. e4 [%clk 1:00 e5"}) {
    EXPECT_EQ(run({"game"}, game).exit_code, 2) << game;
  }
}

TEST(GameCommand, Chess960WithoutItsTag) {
  const std::string game = "[FEN \"bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1\"]\n\n1. O-O O-O *\n";
  EXPECT_THAT(run({"game"}, game).err, HasSubstr("--chess960"));
  const std::string castled = "bqnrnrkb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNRKB w - - 2 2\n";
  EXPECT_EQ(run({"game", "--chess960", "--out", "fen"}, game).out, castled);
  EXPECT_EQ(run({"game", "--out", "fen"}, "[Variant \"Freestyle\"]\n" + game).out, castled);
  // PGN says that it is Chess960, so that it is read again without the option.
  const std::string pgn = run({"game", "--chess960", "--out", "pgn"}, "[Variant \"Standard\"]\n" + game).out;
  EXPECT_THAT(pgn, HasSubstr("[Variant \"Chess960\"]"));
  EXPECT_EQ(run({"game", "--out", "fen"}, pgn).out, castled);
  EXPECT_EQ(run({"game", "--out", "pgn"}, pgn).out, pgn);
}

TEST(GameCommand, EveryFormatIsExplainedAndPrints) {
  const std::string help = run({"game", "--help"}).out;
  for (const std::string format : {"report", "summary", "pgn", "epd", "fen", "json"}) {
    EXPECT_THAT(help, HasSubstr(format));
    const RunResult result = run({"game", "--out", format}, kScholarsMate);
    EXPECT_EQ(result.exit_code, 0) << format;
    EXPECT_NE(result.out, "") << format;
    const bool positions = format == "epd" || format == "fen" || format == "json";
    EXPECT_EQ(run({"game", "--every", "--out", format}, kScholarsMate).exit_code, positions ? 0 : 2) << format;
    const bool counts = positions || format == "summary";
    EXPECT_EQ(run({"game", "--distinct", "--out", format}, kScholarsMate).exit_code, counts ? 0 : 2) << format;
  }
}

TEST(GameCommand, PositionsAreCounted) {
  const std::string games = "1. e4 e5 *\n1. e4 c5 *\n1. d4 d5 *\n1. Nf3 d5 2. d4 *\n1. d4 d5 2. Nf3 *\n";
  const RunResult result = run({"game", "--distinct", "--up-to", "3", "--top", "2"}, games);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - seen 5;\n"
            "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - seen 2;\n");
  // The transposition 1.Nf3 d5 2.d4 and 1.d4 d5 2.Nf3 is one position.
  EXPECT_THAT(run({"game", "--distinct", "--at", "3"}, games).out,
              "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - seen 2;\n");
  EXPECT_EQ(run_shell("printf '" + std::string("1. e4 e5 *\\n1. e4 c5 *\\n") +
                      "' | plyforge game --distinct --every | plyforge perft 1 --csv --file - | wc -l")
                .out,
            "5\n");
}

TEST(GameCommand, TotalsOverManyGames) {
  const RunResult result = run({"game", "--out", "summary"}, std::string(kScholarsMate) + "1. e4 Ke7 2. Ke3 *\n");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.out, StartsWith("2 games, 8 plies, "));
  EXPECT_THAT(result.out, HasSubstr("\na move that cannot be played        1\n"));
  EXPECT_THAT(result.out, HasSubstr("\ncheckmate                           1\n"));
}

TEST(GameCommand, RequestsThatMakeNoSenseAreRefused) {
  EXPECT_EQ(run({"game"}, "").exit_code, 2);
  EXPECT_EQ(run({"game", "/nowhere"}).exit_code, 2);
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"game", "--out", "x"},
                                                    {"game", "--every"},
                                                    {"game", "--at", "1"},
                                                    {"game", "--distinct", "--out", "pgn"},
                                                    {"game", "--top", "3"},
                                                    {"game", "--memory", "1G"},
                                                    {"game", "--out", "fen", "--at", "x"},
                                                    {"game", "--out", "fen", "--at", "-0"},
                                                    {"game", "--notation", "SAN"},
                                                    {"game", "--out", "epd", "--every", "--at", "3"}}) {
    EXPECT_EQ(run(arguments, kScholarsMate).exit_code, 2) << arguments.back();
  }
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr const char* kAddressSpace = "";  // their shadow is larger than any limit
#else
constexpr const char* kAddressSpace = "ulimit -v 150000; ";
#endif

TEST(GameCommand, MemoryIsBounded) {
  // What is endless: a word, a comment, variations, tags, a game. 20 MB each, in 150 MB of address space.
  for (const char* endless : {"yes e4", "yes '{' | tr -d '\\n'", "yes 'a b ( c' ", "yes '[T \"x\"]'",
                              "yes 'Nf3 Nf6 Ng1 Ng8'", "yes abcdefgh | tr -d '\\n'"}) {
    const RunResult result =
        run_shell(std::string(kAddressSpace) + endless + " | head -c 20000000 | plyforge game --out summary");
    EXPECT_THAT(result.out, StartsWith("1 game, ")) << endless << result.err;
    EXPECT_EQ(result.exit_code, endless == std::string("yes '[T \"x\"]'") ? 0 : 2) << endless;
  }
}

/// Random games as PGN, of at least so many bytes; and how many they are.
std::pair<std::string, int> random_pgn(std::size_t bytes) {
  Random random(75);
  std::string text;
  int games = 0;
  while (text.size() < bytes) {
    text += "[Event \"" + std::to_string(++games) + "\"]\n[Result \"*\"]\n\n";
    FenRecord record = parse_fen(kStartFen);
    for (int ply = random.between(2, 120); ply > 0; --ply) {
      const MoveList moves = legal_moves(record.position);
      if (moves.empty()) break;
      const Move move = moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))];
      text += to_san(record, move) + " { [%clk 0:01:00] } ";
      record = play(record, move);
    }
    text += "*\n\n";
  }
  return {text, games};
}

TEST(GameCommandLong, AGibibyteInOnePassAndBoundedMemory) {
  const auto [part, games] = random_pgn(std::size_t{8} << 20);
  const TemporaryFile file(part);
  constexpr int kParts = 128;
  const RunResult result = run_shell("ulimit -v 150000; i=0; while [ $i -lt " + std::to_string(kParts) + " ]; do cat " +
                                     file.path() + "; i=$((i+1)); done | plyforge game --out summary");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  std::cout << result.out;
  std::string count = std::to_string(games * kParts);
  for (std::size_t place = count.size(); place > 3; place -= 3) count.insert(place - 3, ",");
  EXPECT_THAT(result.out, StartsWith(count + " games, "));
  EXPECT_THAT(result.out, HasSubstr("\na move that cannot be played "));
}

}  // namespace
}  // namespace plyforge::testing
