#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "cli/run_binary.h"
#include "rulebook/faulty.h"
#include "rulebook/fen.h"
#include "support/published.h"
#include "support/stockfish.h"

// Other people's engines: the rule book with a fault planted, the rule book with bad manners, and engines of Debian.

namespace plyforge::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kKiwipete(kKiwipeteFen);
const std::string kManyPromotions = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
constexpr const char* kEngine = PLYFORGE_RULEBOOK_ENGINE;

struct Planted {
  std::string bug;
  std::string fault;  ///< as bisect should call it
  std::string fen;
  int depth;  ///< at which the bug shows
  int men;    ///< that are needed to show it
};

void PrintTo(const Planted& planted, std::ostream* out) { *out << planted.bug; }

class PlantedBug : public ::testing::TestWithParam<Planted> {};

rulebook::Bug bug_named(const std::string& name) {
  for (const auto& [known, bug] : rulebook::bugs()) {
    if (known == name) return bug;
  }
  throw std::invalid_argument(name);
}

/// The board after moves, as a program with the bug makes them.
rulebook::Board played(const nlohmann::json& finding, rulebook::Bug bug, bool chess960) {
  rulebook::Board board = rulebook::read_fen(finding["fen"].get<std::string>());
  for (const auto& step : finding["moves"]) {
    for (const rulebook::Move& move : rulebook::legal_moves(board)) {
      if (rulebook::text(move, chess960) != step["move"]) continue;
      board = rulebook::play(board, move, bug);
      break;
    }
  }
  return board;
}

std::multiset<std::string> texts(const std::vector<rulebook::Move>& moves, bool chess960) {
  std::multiset<std::string> result;
  for (const rulebook::Move& move : moves) result.insert(rulebook::text(move, chess960));
  return result;
}

std::multiset<std::string> beyond(const std::multiset<std::string>& more, const std::multiset<std::string>& less) {
  std::multiset<std::string> result;
  std::set_difference(more.begin(), more.end(), less.begin(), less.end(), std::inserter(result, result.end()));
  return result;
}

std::multiset<std::string> moves_of(const nlohmann::json& faults) {
  std::multiset<std::string> result;
  for (const auto& fault : faults) result.insert(fault["move"].get<std::string>());
  return result;
}

/// Expects that the finding's moves or counts are those in which the rule book with the bug differs from the rule book.
void expect_true(const nlohmann::json& finding, rulebook::Bug bug, bool chess960) {
  const rulebook::Board wrong = played(finding, bug, chess960);
  const rulebook::Board right = played(finding, rulebook::Bug::none, chess960);
  if (finding.contains("counts")) {
    EXPECT_FALSE(finding["counts"].empty());
    for (const auto& count : finding["counts"]) {
      for (const auto& [move, nodes] : rulebook::divide(wrong, finding["depth"], bug)) {
        if (rulebook::text(move, chess960) != count["move"]) continue;
        EXPECT_EQ(count["engine"], std::to_string(nodes));
        const rulebook::Board next = rulebook::play(right, move);
        EXPECT_EQ(count["right"],
                  std::to_string(rulebook::perft(next, finding["depth"].get<int>() - 1, rulebook::Bug::none)));
      }
    }
  } else if (finding.contains("missing")) {
    const auto theirs = texts(rulebook::legal_moves(wrong, bug), chess960);
    const auto ours = texts(rulebook::legal_moves(right), chess960);
    EXPECT_EQ(finding["depth"], 1);
    EXPECT_EQ(moves_of(finding["missing"]), beyond(ours, theirs));
    auto surplus = moves_of(finding["illegal"]);
    surplus.merge(moves_of(finding["repeated"]));
    EXPECT_EQ(surplus, beyond(theirs, ours));
  }
}

int men_of(const std::string& fen) {
  const std::string board = fen.substr(0, fen.find(' '));
  return static_cast<int>(std::count_if(board.begin(), board.end(), [](unsigned char c) { return isalpha(c) != 0; }));
}

void expect_found(const Planted& planted, const std::string& engine, const std::string& protocol) {
  const RunResult result = run({"bisect", "--engine", engine, "--protocol", protocol, "--depth",
                                std::to_string(planted.depth), "--fen", planted.fen, "--json"});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  const auto lines = json_lines(result.out);
  ASSERT_EQ(lines.size(), 1u);
  const nlohmann::json& finding = lines[0];
  EXPECT_EQ(finding["type"], "finding");
  EXPECT_EQ(finding["fault"], planted.fault) << result.out;
  const bool chess960 = planted.fault.starts_with("chess960");
  expect_true(finding, bug_named(planted.bug), chess960);
  const nlohmann::json& smallest = finding.contains("smallest") ? finding["smallest"] : finding;
  EXPECT_EQ(smallest["fault"], planted.fault);
  EXPECT_LE(men_of(smallest["fen"].get<std::string>()), planted.men) << result.out;
  expect_true(smallest, bug_named(planted.bug), chess960);
}

TEST_P(PlantedBug, IsFoundOverUci) {
  expect_found(GetParam(), std::string(kEngine) + " --bug " + GetParam().bug, "uci");
}

TEST_P(PlantedBug, IsFoundByScript) {
  expect_found(GetParam(), std::string(kEngine) + " --bug " + GetParam().bug + " script", "script");
}

INSTANTIATE_TEST_SUITE_P(
    Bisect, PlantedBug,
    ::testing::Values(
        Planted{"en_passant_along_rank", "en_passant_exposes_king_on_rank", "8/8/8/8/1R3p1k/K7/4P3/8 w - - 0 1", 2, 5},
        Planted{"castles_through_attack", "castles_through_attack", kKiwipete, 2, 4},
        Planted{"castles_out_of_check", "castles_out_of_check", "4k3/8/8/8/r7/8/7P/R3K2R b KQ - 0 1", 2, 4},
        Planted{"castles_into_attack", "castles_into_attack", kKiwipete, 2, 4},
        Planted{"right_kept_after_capture", "right_kept_after_rook_captured", "r3k2r/8/6N1/8/8/8/8/4K3 w kq - 0 1", 2,
                4},
        Planted{"right_kept_after_rook_moves", "right_kept_after_rook_moved", "4k2r/p7/8/8/8/8/8/4K3 b k - 0 1", 3, 3},
        Planted{"right_lost_after_any_capture", "right_lost", kKiwipete, 2, 5},
        Planted{"pinned_knight_moves", "pinned_piece_leaves_line", "4k3/8/8/8/r7/8/4N3/4K2B b - - 0 1", 2, 4},
        Planted{"no_knight_promotion", "promotion_missing", kManyPromotions, 2, 3},
        Planted{"no_promotion_by_capture", "promotion_missing", kManyPromotions, 2, 4},
        Planted{"en_passant_square_kept", "wrong_side_en_passant", "4k3/8/8/8/1p6/8/PP6/4K3 w - - 0 1", 3, 5},
        Planted{"king_in_place_cannot_castle", "chess960_castling_in_place",
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3, 3},
        Planted{"rook_attacked_cannot_castle", "castling_missing_rook_attacked", kKiwipete, 2, 4},
        Planted{"king_retreats_along_line", "king_retreats_along_line", "4k3/8/8/8/8/8/7Q/K7 w - - 0 1", 2, 3},
        Planted{"double_step_over_man", "double_step_over_man", kKiwipete, 1, 4},
        Planted{"no_en_passant_in_check", "en_passant_missing_in_check", "8/8/8/1k6/3p4/8/2P5/4K3 w - - 0 1", 2, 4},
        Planted{"one_of_two_checkers_captured", "double_check_not_answered", "4r1k1/8/8/4n3/8/8/6P1/4K3 b - - 0 1", 2,
                5},
        Planted{"edge_wrapped", "wraps_around_edge", "4k3/8/8/8/p7/8/7P/4K3 b - - 0 1", 2, 4},
        Planted{"promotes_to_queen_only", "promotion_made_wrongly",
                "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2, 4},
        Planted{"en_passant_pawn_stays", "en_passant_made_wrongly", "4k3/2p5/8/1P6/8/8/8/4K3 b - - 0 1", 3, 4},
        Planted{"castled_rook_stays", "castling_made_wrongly", "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 2, 3},
        Planted{"rights_not_restored", "state_not_restored", "4k3/8/8/4N3/8/8/8/4K2R w K - 0 1", 3, 4},
        Planted{"en_passant_pawn_not_restored", "state_not_restored", "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1", 2, 4},
        Planted{"move_listed_twice", "move_repeated", "4k3/8/8/8/8/8/4r3/K7 b - - 0 1", 2, 3},
        Planted{"total_cut_to_8_bits", "total_is_not_the_sum", kKiwipete, 2, 20}),
    [](const ::testing::TestParamInfo<Planted>& info) { return info.param.bug; });

RunResult bisect_manner(const std::string& manner, std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"bisect", "--engine",         std::string(kEngine) + " --manner " + manner,
                                    "--fen",  kKiwipete,          "--depth",
                                    "2",      "--engine-timeout", "2"};
  words.insert(words.end(), more.begin(), more.end());
  return run(words);
}

TEST(BisectManners, AnswersOfManyKindsAreRead) {
  for (const char* manner :
       {"stockfish", "dashes", "equals", "numbered", "carriage_returns", "no_total", "totals_only"}) {
    const RunResult result = bisect_manner(manner);
    EXPECT_EQ(result.exit_code, 0) << manner << "\n" << result.out << result.err;
    EXPECT_EQ(result.out, "agrees to depth 2: " + kKiwipete + "\n");
  }
}

TEST(BisectManners, PatternsReadTheRest) {
  EXPECT_EQ(bisect_manner("words").exit_code, 1);
  const RunResult result = bisect_manner(
      "words", {"--move-pattern", "after (\\S+) there are (\\d+) ways", "--total-pattern", "in all (\\d+)"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
}

TEST(BisectManners, TemplatesTellPositionAndDepth) {
  const std::string engine = std::string(kEngine) + " script {depth} {fen}";
  for (const char* moves : {"", " {moves}"}) {
    const RunResult result =
        run({"bisect", "--engine", engine + moves, "--protocol", "template", "--fen", kKiwipete, "--depth", "2"});
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  }
  EXPECT_EQ(run({"bisect", "--engine", "x {fen}", "--protocol", "template", "--depth", "2"}).exit_code, 2);
}

TEST(BisectManners, OfTotalsAloneThePositionIsFound) {
  const RunResult result =
      run({"bisect", "--engine", std::string(kEngine) + " --manner totals_only --bug " + "castles_through_attack",
           "--fen", kKiwipete, "--depth", "2", "--json"});
  EXPECT_EQ(result.exit_code, 1);
  const auto finding = json_lines(result.out).at(0);
  EXPECT_EQ(finding["fault"], "move_count_differs");
  EXPECT_EQ(finding["path"].size(), 1u);
}

TEST(BisectManners, FailuresAreFindings) {
  for (const auto& [manner, fault] : {std::pair{"hangs", "hang"},
                                      {"floods", "flood"},
                                      {"floods_one_line", "flood"},
                                      {"nonsense", "nonsense"},
                                      {"searches", "nonsense"},
                                      {"does_not_greet", "hang"},
                                      {"crashes_when_castling", "crash"}}) {
    const RunResult result = bisect_manner(manner, {"--json"});
    EXPECT_EQ(result.exit_code, 1) << manner << result.err;
    EXPECT_LT(result.seconds, 20) << manner;
    EXPECT_EQ(json_lines(result.out).at(0)["fault"], fault) << manner;
  }
}

TEST(BisectManners, ACrashIsFollowedToItsPosition) {
  const RunResult result = run({"bisect", "--engine", std::string(kEngine) + " --manner crashes_when_castling", "--fen",
                                "4k3/7p/8/8/8/7n/8/4K2R b K - 0 1", "--depth", "2", "--json"});
  const auto finding = json_lines(result.out).at(0);
  EXPECT_EQ(finding["fault"], "crash");
  EXPECT_THAT(finding["sentence"].get<std::string>(), HasSubstr("signal 6"));
  EXPECT_THAT(finding["last_lines"].dump(), HasSubstr("assertion failed: king is home"));
  EXPECT_EQ(finding["path"].size(), 1u);
  EXPECT_EQ(men_of(finding["smallest"]["fen"].get<std::string>()), 3);
}

TEST(BisectManners, AProgramThatCannotBeRunIsMissing) {
  for (const char* protocol : {"uci", "script"}) {
    const RunResult result = run({"bisect", "--engine", "./no-such-engine", "--protocol", protocol, "--depth", "2"});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.err, HasSubstr("the engine cannot be run: "));
    EXPECT_THAT(result.err, HasSubstr("no-such-engine: not found"));
  }
}

TEST(BisectManners, AProgramThatEndsAtOnce) {
  EXPECT_THAT(run({"bisect", "--engine", "exit 7", "--depth", "2"}).out, HasSubstr("exited with code 7"));
  EXPECT_THAT(run({"bisect", "--engine", "exit 7;", "--protocol", "script", "--depth", "2"}).exit_code, 1);
}

TEST(Bisect, TextShowsAllThatIsNeeded) {
  const RunResult result = run({"bisect", "--engine", std::string(kEngine) + " --bug castles_through_attack", "--fen",
                                kKiwipete, "--depth", "3"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out,
              HasSubstr("fault     castles_through_attack: castles over d8, which the knight on c6 attacks"));
  EXPECT_THAT(result.out, HasSubstr("path      e5c6  (Nc6)\n"));
  EXPECT_THAT(result.out, HasSubstr("8 r . . . k . . r\n"));
  EXPECT_THAT(result.out, HasSubstr("e8c8  O-O-O"));
  EXPECT_THAT(result.out, HasSubstr("smallest  4 men"));
}

TEST(Bisect, BadInput) {
  EXPECT_EQ(run({"bisect", "--depth", "2"}).exit_code, 2);
  EXPECT_EQ(run({"bisect", "--engine", "cat"}).exit_code, 2);
  EXPECT_EQ(run({"bisect", "--engine", "cat", "--depth", "2", "--fen", "nonsense"}).exit_code, 2);
  EXPECT_EQ(run({"bisect", "--engine", "cat", "--depth", "2", "--ask", "go"}).exit_code, 2);
  const RunResult pattern = run({"bisect", "--engine", "cat", "--depth", "2", "--move-pattern", "(a"});
  EXPECT_EQ(pattern.exit_code, 2);
  EXPECT_THAT(pattern.err, HasSubstr("not a regular expression"));
  EXPECT_THAT(run({"bisect", "--engine", "cat", "--depth", "2", "--move-pattern", "(a)"}).err, HasSubstr("two groups"));
}

TEST(Bisect, StopsWhenInterrupted) {
  const RunResult result =
      run({"bisect", "--engine", std::string(kEngine) + " --manner hangs", "--depth", "2"}, "", {SIGINT, 0.5});
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_LT(result.seconds, 5);
}

TEST(Bisect, OurOwnEngineAgrees) {
  const RunResult result = run({"bisect", "--engine", "'" PLYFORGE_BINARY "' uci", "--fen", kKiwipete, "--depth", "4"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

struct DebianProgram {
  const char* name;
  const char* ask;
};

void PrintTo(const DebianProgram& program, std::ostream* out) { *out << program.name; }

/// Engines of Debian that count come out clean; Ethereal prints totals alone.
class DebianEngine : public ::testing::TestWithParam<DebianProgram> {};

TEST_P(DebianEngine, AgreesInStandardChessAndChess960) {
  const std::optional<std::string> program = find_program(GetParam().name);
  if (!program) GTEST_SKIP() << GetParam().name << " is not installed";
  const std::vector<std::string> words = {"bisect", "--engine", *program, "--ask", GetParam().ask};
  const auto bisect = [&words](std::vector<std::string> more) {
    more.insert(more.begin(), words.begin(), words.end());
    return run(more);
  };
  const RunResult kiwipete = bisect({"--fen", kKiwipete, "--depth", "4"});
  EXPECT_EQ(kiwipete.exit_code, 0) << kiwipete.out << kiwipete.err;
  for (const char* style : {"xfen", "shredder"}) {
    const RunResult suite =
        bisect({"--fen-style", style, "--chess960", "--depth", "2", "--file", PLYFORGE_TEST_DATA "/chess960.epd"});
    EXPECT_EQ(suite.exit_code, 0) << suite.out << suite.err;
    EXPECT_THAT(suite.out, Not(HasSubstr("differs")));
  }
}

INSTANTIATE_TEST_SUITE_P(Bisect, DebianEngine,
                         ::testing::Values(DebianProgram{"stockfish", "go perft {depth}"},
                                           DebianProgram{"fairy-stockfish", "go perft {depth}"},
                                           DebianProgram{"ethereal-chess", "perft {depth}"}));

}  // namespace
}  // namespace plyforge::testing
