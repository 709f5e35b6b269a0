#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <set>
#include <sstream>

#include "cli/run_binary.h"
#include "notation/epd.h"
#include "notation/notation.h"
#include "rulebook/fen.h"
#include "rulebook/rules.h"
#include "support/bridge.h"
#include "support/stockfish.h"

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;

const std::string kLongestKRvK = "8/8/8/8/8/2k5/1R6/K7 w - -";  // python-chess, data/endgame-dm-4.epd: mate in 16

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// A folder of tables that is gone after the test.
class Study : public ::testing::Test {
 protected:
  void solve(const std::vector<std::string>& endgames) const {
    std::vector<std::string> arguments = {"endgame", "solve", "--dir", folder_.path()};
    arguments.insert(arguments.end(), endgames.begin(), endgames.end());
    const RunResult solved = run(arguments);
    ASSERT_EQ(solved.exit_code, 0) << solved.err;
  }

  RunResult study(std::vector<std::string> arguments, const std::string& input, Kick kick = {}) const {
    arguments.insert(arguments.begin(), {"study", "--dir", folder_.path()});
    return run(arguments, input, kick);
  }

  /// Every `step`th distinct position of an endgame, as EPD.
  std::vector<std::string> positions(const std::string& endgame, std::size_t step) const {
    const std::vector<std::string> all = lines_of(run({"endgame", "enumerate", endgame, "--list"}).out);
    std::vector<std::string> some;
    for (std::size_t i = 0; i < all.size(); i += step) some.push_back(all[i]);
    return some;
  }

  TemporaryDirectory folder_;
};

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// The board after a line of moves, each of which must be legal by the rule book.
rulebook::Board played(rulebook::Board board, const std::vector<std::string>& uci) {
  for (const std::string& text : uci) {
    const std::vector<rulebook::Move> moves = rulebook::legal_moves(board);
    const auto move = std::ranges::find_if(moves, [&](const auto& m) { return rulebook::text(m) == text; });
    EXPECT_NE(move, moves.end()) << text << " in " << rulebook::write_fen(board);
    if (move == moves.end()) return board;
    board = rulebook::play(board, *move);
  }
  return board;
}

bool is_mate(const rulebook::Board& board) {
  return rulebook::in_check(board, board.white_to_move) && !rulebook::has_legal_move(board);
}

std::string operation(const EpdRecord& epd, const std::string& opcode) {
  for (const EpdOperation& operation : epd.operations) {
    if (operation.opcode == opcode) return operation.operands.empty() ? "(set)" : operation.operands.front();
  }
  return "(none)";
}

TEST_F(Study, PublishedStudies) {
  solve({"KPvKP"});
  // Saavedra and Barbier 1895: 1. c7 alone wins, and five moves later the promotion to a rook is best. Réti 1921: 1.
  // Kg7 alone draws. En passant: python-chess, data/endgame-dm-4.epd.
  const RunResult result = study({},
                                 "8/8/1KP5/3r4/8/8/8/k7 w - - id \"Saavedra\"; c0 \"said; before\";\n"
                                 "7K/8/k1P5/7p/8/8/8/8 w - - 0 1\n"
                                 "7K/k7/8/Pp6/8/8/8/8 w - b6 0 1\n"
                                 "7K/k7/8/Pp6/8/8/8/8 w - - 0 1\n"
                                 "8/2P5/8/8/3r4/8/2K5/k7 w - - 0 6\n");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const std::vector<std::string> lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 5u);
  const EpdRecord saavedra = parse_epd(lines[0]);
  EXPECT_EQ(operation(saavedra, "id"), "Saavedra");
  EXPECT_EQ(operation(saavedra, "c0"), "said; before");
  EXPECT_EQ(operation(saavedra, "wdl"), "win");
  EXPECT_EQ(operation(saavedra, "bm"), "c7");
  EXPECT_EQ(operation(saavedra, "best_uci"), "c6c7");
  EXPECT_EQ(operation(saavedra, "winning_moves"), "1");
  EXPECT_EQ(operation(saavedra, "only_move"), "(set)");
  const EpdRecord reti = parse_epd(lines[1]);
  EXPECT_EQ(operation(reti, "wdl"), "draw");
  EXPECT_EQ(operation(reti, "bm"), "Kg7");
  EXPECT_EQ(operation(reti, "only_move"), "(set)");
  EXPECT_EQ(operation(reti, "dtm"), "(none)");
  EXPECT_EQ(operation(reti, "pv"), "(none)");
  const EpdRecord en_passant = parse_epd(lines[2]);
  EXPECT_EQ(operation(en_passant, "wdl"), "draw");
  EXPECT_EQ(operation(en_passant, "bm"), "axb6+");
  const EpdRecord without = parse_epd(lines[3]);
  EXPECT_EQ(operation(without, "wdl"), "loss");
  EXPECT_EQ(operation(without, "dtm"), "30");
  EXPECT_EQ(operation(without, "dm"), "(none)");  // the mate that the mover gives

  const EpdRecord rook = parse_epd(lines[4]);
  EXPECT_EQ(operation(rook, "bm"), "c8=R");
  EXPECT_EQ(operation(rook, "best_uci"), "c7c8r");

  const auto json = json_lines(study({"--json"}, lines[0]).out).at(0);
  const auto pv = json["pv_uci"].get<std::vector<std::string>>();
  const rulebook::Board end = played(rulebook::read_fen("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"), pv);
  EXPECT_TRUE(is_mate(end));
  EXPECT_EQ(pv.size(), json["dtm"].get<std::size_t>());
}

TEST_F(Study, LinesAndMovesByTheRuleBook) {
  solve({"KRvK", "KPvK"});
  std::vector<std::string> epds = positions("KRvK", 1009);
  for (const std::string& epd : positions("KPvK", 2003)) epds.push_back(epd);
  epds.push_back(kLongestKRvK);
  const auto results = json_lines(study({"--json"}, joined(epds)).out);
  ASSERT_EQ(results.size(), epds.size());

  // The values of all positions after moves of the rule book, in one run.
  std::vector<std::string> children;
  for (const std::string& epd : epds) {
    const rulebook::Board board = rulebook::read_fen(epd);
    for (const rulebook::Move& move : rulebook::legal_moves(board)) {
      children.push_back(rulebook::position_text(rulebook::play(board, move)));
    }
  }
  const auto values = json_lines(study({"--json", "--no-moves", "--no-line"}, joined(children)).out);
  ASSERT_EQ(values.size(), children.size());

  std::size_t child = 0;
  for (std::size_t i = 0; i < epds.size(); ++i) {
    const auto& found = results[i];
    const rulebook::Board board = rulebook::read_fen(epds[i]);
    const auto line = found["pv_uci"].get<std::vector<std::string>>();
    EXPECT_EQ(line.size(), found["dtm"].get<std::size_t>()) << epds[i];
    if (found["wdl"] != "draw") {
      EXPECT_TRUE(is_mate(played(board, line))) << epds[i];
    }

    // Nothing in these endgames takes more than 50 moves: a win is a mate, the sooner the better.
    std::map<int, std::set<std::string>> by_worth;  // 0 draws, 1000 - plies wins, plies - 1000 losses
    std::size_t winning = 0;
    const std::vector<rulebook::Move> moves = rulebook::legal_moves(board);
    for (const rulebook::Move& move : moves) {
      const auto& after = values[child++];
      const int plies = after["dtm"].get<int>() + 1;
      const int worth = after["wdl"] == "draw" ? 0 : after["wdl"] == "loss" ? 1000 - plies : plies - 1000;
      if (worth > 0) ++winning;
      by_worth[worth].insert(rulebook::text(move));
    }
    const auto best = found["best_uci"].get<std::set<std::string>>();
    EXPECT_EQ(best, moves.empty() ? std::set<std::string>{} : by_worth.rbegin()->second) << epds[i];
    EXPECT_EQ(found["winning_moves"], winning) << epds[i];
    EXPECT_EQ(found["legal_moves"], moves.size()) << epds[i];
    std::size_t keeping = 0;
    for (const auto& [worth, texts] : by_worth) {
      const int best_worth = by_worth.rbegin()->first;
      if ((worth > 0) == (best_worth > 0) && (worth < 0) == (best_worth < 0)) keeping += texts.size();
    }
    EXPECT_EQ(found["only_move"], keeping == 1) << epds[i];
  }
}

TEST_F(Study, StockfishFindsNoShorterMate) {
  const auto stockfish = find_stockfish();
  if (!stockfish) GTEST_SKIP() << "Stockfish is not installed";
  solve({"KRvK"});
  // KRvK1000.epd of vondele/matetrack: mates in 4.
  const std::string fen = "8/1k1K4/8/8/6R1/8/8/8 w - - 0 1";
  EXPECT_EQ(json_lines(study({"--json"}, fen).out).at(0)["dtm"], 7);
  const std::string talk = "(printf 'position fen " + fen + "\\ngo mate 4\\n'; sleep 2) | " + *stockfish;
  EXPECT_THAT(run_shell(talk).out, HasSubstr("score mate 4"));
}

TEST_F(Study, TheCounterOfTheLineCounts) {
  solve({"KRvK"});
  // Mate takes 31 plies, and no man can be taken: with 69 plies gone it comes on the hundredth, with 70 too late.
  const std::string input = kLongestKRvK + " 69 90\n" + kLongestKRvK + " 70 90\n" + kLongestKRvK + " hmvc 70;\n" +
                            "R6k/8/6K1/8/8/8/8/8 b - - 100 90\n";  // mate on the hundredth ply stands
  const auto lines = json_lines(study({"--json"}, input).out);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0]["wdl"], "win");
  EXPECT_EQ(lines[1]["wdl"], "cursed win");
  EXPECT_EQ(lines[1]["dtm"], 31);
  EXPECT_EQ(lines[1]["winning_moves"], 0);
  EXPECT_EQ(lines[2]["wdl"], "cursed win");
  EXPECT_EQ(lines[3]["wdl"], "loss");
  const std::string epd = study({}, kLongestKRvK + " 70 90\n").out;
  EXPECT_THAT(epd, HasSubstr("hmvc 70; fmvn 90; wdl \"cursed win\";"));
}

TEST_F(Study, BadLinesAreReportedAndTheRestGoesOnInOrder) {
  solve({"KRvK"});
  std::vector<std::string> lines;
  std::vector<std::string> expected;
  constexpr int kLines = 3000;
  for (int i = 1; i <= kLines; ++i) {
    if (i == 700) {
      lines.emplace_back("nonsense");
    } else if (i == 1500) {
      lines.emplace_back("8/8/8/8/8/2k5/1N6/K7 w - - 0 1");
    } else if (i == 1501) {
      lines.emplace_back("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    } else if (i == 2000) {
      lines.emplace_back("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    } else if (i % 1000 == 10) {
      lines.emplace_back(i % 3 == 0 ? "# a comment" : "");
    } else {
      lines.push_back(kLongestKRvK + " id \"" + std::to_string(i) + "\";");
      expected.push_back(std::to_string(i));
    }
  }
  for (const char* threads : {"1", "3"}) {
    const RunResult result = study({"--no-line", "--no-moves", "--threads", threads, "-"}, joined(lines));
    EXPECT_EQ(result.exit_code, 2);
    std::vector<std::string> ids;
    for (const std::string& line : lines_of(result.out)) ids.push_back(operation(parse_epd(line), "id"));
    EXPECT_EQ(ids, expected);
    EXPECT_THAT(result.err, HasSubstr("standard input:700: character 2: "));
    EXPECT_THAT(result.err, HasSubstr("standard input:1500: 8/8/8/8/8/2k5/1N6/K7 w - - 0 1: no table for KNvK"));
    EXPECT_THAT(result.err, HasSubstr("standard input:1501: 4k3/8/8/8/8/8/8/4K2R w K - 0 1: tables have no positions "
                                      "with castling rights"));
    EXPECT_THAT(result.err, HasSubstr("standard input:2000: "));
  }
}

TEST_F(Study, BadInput) {
  EXPECT_EQ(study({}, "").exit_code, 2);
  EXPECT_THAT(study({}, "# nothing\n").err, HasSubstr("standard input contains no position"));
  const TemporaryFile good("7k/8/8/8/8/8/8/7K w - - 0 1\n");
  const RunResult missing = study({"/no/such/file.epd", good.path()}, "");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("cannot read /no/such/file.epd"));
  EXPECT_THAT(missing.out, HasSubstr("7k/8/8/8/8/8/8/7K w - - wdl draw;")) << "two bare kings need no table";
  EXPECT_EQ(study({"--json", "--pgn"}, "").exit_code, 2);
}

TEST_F(Study, CsvJsonAndPgnReadBack) {
  solve({"KRvK"});
  const TemporaryFile file(
      "8/8/8/8/8/2k5/1R6/K7 w - - 3 40 id \"a \\ b\";\n7k/8/6K1/8/8/8/8/R7 b - - id \"second\";\n");
  const auto json = json_lines(study({"--json", file.path()}, "").out);
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["file"], file.path());
  EXPECT_EQ(json[1]["line"], 2);
  EXPECT_EQ(json[0]["fen"], "8/8/8/8/8/2k5/1R6/K7 w - - 3 40");
  EXPECT_EQ(json[0]["operations"]["id"][0], "a \\ b");
  EXPECT_EQ(json[0]["source"], "plyforge");

  const std::vector<std::string> csv = lines_of(study({"--csv", file.path()}, "").out);
  ASSERT_EQ(csv.size(), 3u);
  EXPECT_EQ(csv[0], "file,line,fen,wdl,dtm,dtz50,dtz,source,best,best_uci,legal_moves,winning_moves,only_move,pv");
  EXPECT_EQ(std::count(csv[1].begin(), csv[1].end(), ','), std::count(csv[0].begin(), csv[0].end(), ','));
  EXPECT_THAT(csv[1], HasSubstr(",8/8/8/8/8/2k5/1R6/K7 w - - 3 40,win,31,31,31,plyforge,"));
  const RunResult values = study({"--csv", "--no-moves", "--no-line", file.path()}, "");
  EXPECT_EQ(lines_of(values.out).at(2), file.path() + ",2,7k/8/6K1/8/8/8/8/R7 b - - 0 1,loss,2,2,2,plyforge");

  const std::vector<std::string> pgn = lines_of(study({"--pgn", file.path()}, "").out);
  EXPECT_THAT(pgn, ::testing::Contains("[SetUp \"1\"]"));
  EXPECT_THAT(pgn, ::testing::Contains("[Event \"a \\\\ b\"]"));
  EXPECT_THAT(pgn, ::testing::Contains("[FEN \"8/8/8/8/8/2k5/1R6/K7 w - - 3 40\"]"));
  std::string text;  // of the first game, without its tags and comment
  std::size_t games = 0;
  for (const std::string& line : pgn) {
    EXPECT_LE(line.size(), 80u);
    if (line.starts_with("[Event")) ++games;
    if (games == 1 && !line.starts_with('[')) text += line + " ";
  }
  EXPECT_EQ(games, 2u);
  text.erase(0, text.find('}') + 1);
  EXPECT_THAT(text, ::testing::StartsWith(" 40. "));
  FenRecord record = parse_fen("8/8/8/8/8/2k5/1R6/K7 w - - 3 40");
  std::istringstream words(text);
  std::size_t moves = 0;
  std::string last;
  for (std::string word; words >> word; last = word) {
    if (word.ends_with('.') || word == "1-0") continue;
    record = play(record, parse_san(record, word));
    ++moves;
  }
  EXPECT_EQ(last, "1-0");
  EXPECT_EQ(moves, 31u);
  EXPECT_TRUE(is_mate(board_of(record)));
}

TEST_F(Study, AnswersWhileTheInputIsStillOpen) {
  solve({"KRvK"});
  const RunResult result =
      run_shell("{ echo '" + kLongestKRvK + "'; sleep 1; echo late; } | plyforge study --dir " + folder_.path() +
                " - | { read line; echo \"first: $line\"; date +%s%N; cat; } && date +%s%N");
  const std::vector<std::string> lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 3u) << result.err;
  EXPECT_THAT(lines[0], HasSubstr("first: 8/8/8/8/8/2k5/1R6/K7 w - - wdl win;"));
  EXPECT_GT(std::stoll(lines[2]) - std::stoll(lines[1]), 300'000'000) << "the first answer waited for the second line";
}

TEST_F(Study, AnInterruptStopsIt) {
  solve({"KRvK"});
  std::string input;
  constexpr int kLines = 1'000'000;  // with a line to mate each
  for (int i = 0; i < kLines; ++i) input += kLongestKRvK + "\n";
  const RunResult result = study({"-"}, input, {SIGINT, 1.0});
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_LT(result.seconds, 6.0);
}

TEST_F(Study, ADamagedTableIsNamedForEachLine) {
  solve({"KRvK"});
  const RunResult cut = run_shell("truncate -s 1000 " + folder_.path() + "/KRvK.pft && printf '" + kLongestKRvK +
                                  "\\n7k/8/8/8/8/8/8/7K w - -\\n' | plyforge study --dir " + folder_.path());
  EXPECT_EQ(cut.exit_code, 2);
  EXPECT_THAT(cut.err, HasSubstr("standard input:1: " + folder_.path() + "/KRvK.pft: "));
  EXPECT_THAT(cut.out, HasSubstr("wdl draw;"));
}

TEST_F(Study, HelpHasAnExampleThatWorks) {
  const std::string help = run({"study", "--help"}).out;
  const std::string heading = "Example:\n";
  const RunResult example =
      run_shell("cd " + folder_.path() + " && " + help.substr(help.find(heading) + heading.size()));
  EXPECT_EQ(example.exit_code, 0) << example.err;
  EXPECT_THAT(example.out, HasSubstr("bm c7;"));
  EXPECT_EQ(example.err, "");
}

}  // namespace
}  // namespace plyforge::testing
