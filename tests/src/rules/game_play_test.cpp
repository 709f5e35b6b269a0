#include "rules/game_play.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

#include "notation/notation.h"
#include "rulebook/fen.h"
#include "rulebook/rules.h"
#include "support/bridge.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

/// The game of some moves in any notation; move numbers are passed over.
GamePlay played(const std::string& moves, const std::string& fen = std::string(kStartFen)) {
  GamePlay play(parse_fen(fen));
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    if (word.back() != '.') play.play(parse_san(play.record(), word));
  }
  return play;
}

TEST(Repetition, FischerPetrosian1971) {
  // Third game of the Candidates' final: the position came after 30.Qe2, 32.Qe2 and 34.Qe2, and Fischer claimed a draw
  // (en.wikipedia.org/wiki/Threefold_repetition).
  const GamePlay play = played(
      "e4 e6 d4 d5 Nc3 Nf6 Bg5 dxe4 Nxe4 Be7 Bxf6 gxf6 g3 f5 Nc3 Bf6 Nge2 Nc6 d5 exd5 Nxd5 Bxb2 Bg2 O-O O-O Bh8 Nef4 "
      "Ne5 Qh5 Ng6 Rad1 c6 Ne3 Qf6 Kh1 Bg7 Bh3 Ne7 Rd3 Be6 Rfd1 Bh6 Rd4 Bxf4 Rxf4 Rad8 Rxd8 Rxd8 Bxf5 Nxf5 Nxf5 Rd5 "
      "g4 Bxf5 gxf5 h6 h3 Kh7 Qe2 Qe5 Qh5 Qf6 Qe2 Re5 Qd3 Rd5 Qe2");
  EXPECT_EQ(play.ends().threefold, 2 * 34 - 1);
  EXPECT_EQ(play.state().repetitions, 3);
  EXPECT_FALSE(play.ends().fivefold);
  EXPECT_FALSE(play.ends().perpetual_check);
  EXPECT_FALSE(game_over(play.ends()));
}

TEST(Repetition, TheStartPositionMayComeBack) {
  const std::string shuffle = "Nf3 Nf6 Ng1 Ng8 ";
  EXPECT_EQ(played(shuffle + shuffle).ends().threefold, 8);  // with the start position itself as the first
  const GamePlay play = played(shuffle + shuffle + shuffle + shuffle);
  EXPECT_EQ(play.ends().fivefold, 16);
  EXPECT_EQ(game_over(play.ends())->how, AutomaticEnd::fivefold);
}

TEST(Repetition, AnEnPassantCaptureCountsWhereItIsLegal) {
  // FIDE 9.2.3.1. After 1.e4 nobody can capture en passant: the position is the one that comes back.
  EXPECT_EQ(played("e4 Nc6 Nf3 Nb8 Ng1 Nc6 Nf3 Nb8 Ng1").ends().threefold, 9);
  // Here d4xe3 is possible after 1.e4, and never again.
  const std::string shuffle = "Ke7 Ng3 Ke8 Nh1 ";
  EXPECT_FALSE(played("e4 " + shuffle + shuffle, "4k3/8/8/8/3p4/8/4P3/4K2N w - - 0 1").ends().threefold);
  // What came before the pawn could not be taken does not count; what came after it does.
  EXPECT_EQ(played("e4 " + shuffle + shuffle + shuffle, "4k3/8/8/8/3p4/8/4P3/4K2N w - - 0 1").ends().threefold, 10);
  // The capture would take both pawns off the rank between king and rook: it is not legal, so it does not count.
  const std::string pinned = "Ka5 Ng3 Ka4 Nh1 ";
  EXPECT_EQ(played("e4 " + pinned + pinned, "8/8/8/8/k2p3R/8/4P3/4K2N w - - 0 1").ends().threefold, 9);
}

TEST(Repetition, ALostRightToCastleMakesAnotherPosition) {  // FIDE 9.2.3.2
  const std::string shuffle = "Rb1 Kd8 Ra1 Ke8 ";
  const std::string fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
  EXPECT_FALSE(played(shuffle + shuffle, fen).ends().threefold);
  // After 1.Rb1 the right is gone: that position comes for the third time two rounds later.
  EXPECT_EQ(played(shuffle + shuffle + "Rb1", fen).ends().threefold, 9);
}

TEST(Repetition, MenOfAKindAreAllTheSame) {
  const std::string rooks_change_places = "Raa2 Kh7 Rb1 Kh8 Rab2 Kh7 Ra1 Kh8 ";
  EXPECT_EQ(played(rooks_change_places + rooks_change_places, "7k/8/8/8/8/8/1R6/R6K w - - 0 1").ends().threefold, 16);
}

TEST(PerpetualCheck, AlekhineLasker1914) {
  // Moscow 1914, agreed drawn after 16.Qg6 for what would have followed.
  const GamePlay play = played(
      "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nc3 Bb4 Nxc6 bxc6 Bd3 d5 exd5 cxd5 O-O O-O Bg5 Be6 Qf3 Be7 Rfe1 h6 Bxh6 gxh6 "
      "Rxe6 fxe6 Qg3+ Kh8 Qg6 Qe8 Qxh6+ Kg8 Qg5+ Kh8 Qh6+ Kg8 Qg5+ Kh8 Qh6+");
  EXPECT_EQ(play.ends().threefold, 41);
  EXPECT_EQ(play.ends().perpetual_check, 41);
  EXPECT_EQ(play.ends().perpetual_by, Colour::white);
}

TEST(PerpetualCheck, ByBlack) {
  const std::string fen = "6k1/8/8/8/8/7q/PPP5/KR6 b - - 0 1";
  const GamePlay play = played("Qa3 Rc1 Qb4 Rb1 Qa3 Rc1 Qb4 Rb1 Qa3 Rc1 Qb4 Rb1", fen);
  EXPECT_TRUE(play.ends().threefold);
  EXPECT_FALSE(play.ends().perpetual_check);  // no checks at all
  const GamePlay checks = played("Qf1 Kh2 Qf2 Kh1 Qf1 Kh2 Qf2 Kh1 ", "6k1/8/8/8/8/8/5q2/7K b - - 0 1");
  EXPECT_EQ(checks.ends().perpetual_check, 8);  // with the first position
  EXPECT_EQ(checks.ends().perpetual_by, Colour::black);
}

TEST(MoveRules, FiftyMovesAreToBeClaimedAndSeventyFiveEndTheGame) {  // FIDE 9.3, 9.6.2
  EXPECT_EQ(played("Rb3 Ke6 Rb2", "8/8/8/4k3/8/8/1R6/K7 w - - 97 80").ends().fifty_moves, 3);
  EXPECT_FALSE(played("Rb3 Ke6", "8/8/8/4k3/8/8/1R6/K7 w - - 97 80").ends().fifty_moves);
  const GamePlay play = played("Rb3 Ke6", "8/8/8/4k3/8/8/1R6/K7 w - - 148 120");
  EXPECT_EQ(play.ends().fifty_moves, 0);
  EXPECT_EQ(play.ends().seventy_five_moves, 2);
  EXPECT_EQ(game_over(play.ends())->how, AutomaticEnd::seventy_five_moves);
}

TEST(MoveRules, MateWithTheLastMoveCounts) {
  const GamePlay play = played("Ra8#", "7k/8/6K1/8/8/8/8/R7 w - - 149 120");
  EXPECT_EQ(game_over(play.ends())->how, AutomaticEnd::checkmate);
  EXPECT_FALSE(play.ends().seventy_five_moves);
  EXPECT_FALSE(played("Ra8#", "7k/8/6K1/8/8/8/8/R7 w - - 99 120").ends().fifty_moves);
}

TEST(MoveRules, CapturesAndPawnMovesBeginAnew) {
  EXPECT_EQ(played("Rb5+", "8/8/8/1p2k3/8/8/1R6/K7 w - - 99 80").state().halfmove_clock, 0);
  EXPECT_EQ(played("Kb1 b4", "8/8/8/1p2k3/8/8/1R6/K7 w - - 98 80").state().halfmove_clock, 0);
}

TEST(GamePlay, CountsMovesAndKnowsItsPositions) {
  const GamePlay play = played("Kd8 Kf2 Ke8", "4k3/8/8/8/8/8/8/4K2R b K - 7 20");
  EXPECT_EQ(play.move_number(0), 20);
  EXPECT_EQ(play.move_number(1), 21);
  EXPECT_EQ(to_fen(play.record(0)), "4k3/8/8/8/8/8/8/4K2R b K - 7 20");
  EXPECT_EQ(to_fen(play.record(1)), "3k4/8/8/8/8/8/8/4K2R w K - 8 21");
  EXPECT_EQ(to_fen(play.record()), "4k3/8/8/8/8/8/5K2/7R w - - 10 22");
}

TEST(GamePlay, RepetitionsAsTheRuleBookCountsThem) {
  // Few men shuffle about; the second count is of the rule book's own positions by their text.
  Random random(72);
  int repeated = 0;
  for (const char* fen : {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                          "7k/p6p/8/8/8/8/P6P/7K w - - 0 1", "1n2k1n1/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
                          "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"}) {
    for (int game = 0; game < 10; ++game) {
      rulebook::Board board = rulebook::read_fen(fen);
      GamePlay play(parse_fen(fen));
      std::map<std::string, int> seen{{rulebook::position_text(board), 1}};
      for (int ply = 1; ply <= 120; ++ply) {
        // Moves back and forth are preferred, or nothing would come back.
        std::vector<rulebook::Move> moves = rulebook::legal_moves(board);
        if (moves.empty()) break;
        rulebook::Move move = moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))];
        for (int tries = 0; tries < 10 && seen.find(rulebook::position_text(rulebook::play(board, move))) == seen.end();
             ++tries) {
          move = moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))];
        }
        const FenRecord record = play.record();
        board = rulebook::play(board, move);
        FenRecord chess960 = record;
        chess960.chess960 = true;
        play.play(parse_uci(chess960, rulebook::text(move)));
        const int expected = ++seen[rulebook::position_text(board)];
        ASSERT_EQ(play.state().repetitions, expected) << rulebook::write_fen(board);
        ASSERT_EQ(play.state().check, rulebook::in_check(board, board.white_to_move));
        ASSERT_EQ(play.state().can_move, rulebook::has_legal_move(board));
        ASSERT_EQ(play.state().halfmove_clock, board.halfmove_clock);
        repeated += expected > 1 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(repeated, 100);
}

/// The ends of a game once its last position is judged.
GameEnds ends_of(const std::string& moves, const std::string& fen) {
  GamePlay play = played(moves, fen);
  play.find_death();
  return play.ends();
}

TEST(DeadPosition, ComesWithTheMoveThatForcesIt) {
  // 1...Qg2+ has to be answered by 2.Kxg2, and bare kings are left; before, Black could mate.
  const std::string fen = "8/8/8/8/6q1/3k4/8/7K b - - 0 1";
  EXPECT_FALSE(ends_of("", fen).dead);
  for (const char* moves : {"Qg2+", "Qg2+ Kxg2", "Qg2+ Kxg2 Kd4", "Qg2+ Kxg2 Kd4 Kg3 Kd5 Kg4 Kd6 Kg5 Kd7"}) {
    const GameEnds ends = ends_of(moves, fen);
    EXPECT_EQ(ends.dead, 1) << moves;
    EXPECT_EQ(ends.dead_by, DeadReason::forced) << moves;
    EXPECT_FALSE(ends.maybe_dead) << moves;
    EXPECT_EQ(game_over(ends)->how, AutomaticEnd::dead) << moves;
  }
  // The only reply stalemates: the game is over before it.
  EXPECT_EQ(ends_of("Qd7+", "1b6/2k5/K7/3Q4/1q6/8/5p2/8 w - - 0 1").dead, 1);
  EXPECT_EQ(ends_of("Qd7+ Kxd7", "1b6/2k5/K7/3Q4/1q6/8/5p2/8 w - - 0 1").dead, 1);
  // Both replies lead to a blocked position.
  EXPECT_EQ(ends_of("b5+", "8/2b5/kp1p1p2/2pP1Pp1/KPP3P1/3B4/8/8 w - - 0 1").dead, 1);
}

TEST(DeadPosition, IsNotFoundWhereAMateCameAbout) {
  EXPECT_FALSE(ends_of("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", std::string(kStartFen)).dead);
  // Stalemate by choice: the other moves would have led to mate.
  const GameEnds ends = ends_of("Kb6", "k7/P7/8/1K6/8/8/8/8 w - - 0 1");
  EXPECT_EQ(ends.stalemate, 1);
  EXPECT_FALSE(ends.dead);
}

TEST(DeadPosition, SaysWhereItIsNotDecided) {
  // Known to be dead (see dead_position_test.cpp), by a longer search than is made here.
  const GameEnds ends = ends_of("", "8/1p6/1Pp5/k1P5/p1P5/P1K1B3/3B4/8 w - - 0 1");
  EXPECT_TRUE(ends.dead == 0 || ends.maybe_dead == 0);
}

}  // namespace
}  // namespace plyforge::testing
