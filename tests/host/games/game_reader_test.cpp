#include "games/game_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/errors.h"
#include "host/games/read_games.h"
#include "movegen/legal.h"
#include "notation/notation.h"
#include "rulebook/rules.h"
#include "support/bridge.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kMisprint =
    "1. e2-e4 e7-e5 2.马g1-f3 马b8-c6 3.象f1-c4 d7-d6 4.马b1-c3 象c8-g4 5. 0-0 马c6-d4 6.马f3×e5 象g4×d1 "
    "7.象e4×f7＋王e8-e7 8.马c3-d5≠";

constexpr const char* kLiuDonner =
    "1.e4 d6 2.d4 马f6 3.马c3 g6 4.象e2 象g7 5.g4?! h6 6.h3 c5 7.d5 0-0 8.h4 e6 9.g5 h×g5 10.h×g5 马e8 11.后d3 e×d5 "
    "12.马×d5 马c6 13.后g3 象e6 14.后h4 f5 15.后h7＋王f7 16.后×g6＋！！王×g6 17.象h5＋王h7 18.象f7＋象h6 19.g6＋王g7 "
    "20.象×h6＋";

TEST(ChineseGames, AMisprintIsFound) {
  const Game game = read_one_game(kMisprint);
  ASSERT_TRUE(game.fault);
  EXPECT_EQ(game.fault->ply, 12);
  EXPECT_EQ(game.play.move_number(12), 7);
  EXPECT_EQ(game.fault->text, "象e4×f7＋");
  EXPECT_EQ(game.fault->reason, "there is no bishop of White's on e4");
  ASSERT_THAT(game.fault->closest, ::testing::Not(IsEmpty()));
  EXPECT_EQ(to_text(game.play.record(), game.fault->closest.front(), Notation::zh_long), "象c4×f7＋");
}

TEST(ChineseGames, WithoutTheMisprintItIsMate) {
  std::string text = kMisprint;
  text.replace(text.find("象e4"), 5, "象c4");
  const Game game = read_one_game(text);
  EXPECT_FALSE(game.fault);
  EXPECT_THAT(game.warnings, IsEmpty());
  EXPECT_EQ(game.play.plies(), 15);
  EXPECT_EQ(game.play.ends().checkmate, 15);
}

TEST(ChineseGames, LiuWenzheAgainstDonner) {  // Buenos Aires 1978
  const Game game = read_one_game(kLiuDonner);
  EXPECT_FALSE(game.fault);
  EXPECT_THAT(game.warnings, IsEmpty());
  EXPECT_EQ(
      sans(game),
      "e4 d6 d4 Nf6 Nc3 g6 Be2 Bg7 g4 h6 h3 c5 d5 O-O h4 e6 g5 hxg5 hxg5 Ne8 Qd3 exd5 Nxd5 Nc6 Qg3 Be6 Qh4 f5 Qh7+ "
      "Kf7 Qxg6+ Kxg6 Bh5+ Kh7 Bf7+ Bh6 g6+ Kg7 Bxh6+");
  EXPECT_EQ(game.nags[8], 6);   // 5.g4?!
  EXPECT_EQ(game.nags[30], 3);  // 16.后×g6＋！！
  EXPECT_TRUE(game.play.state().check);
  EXPECT_TRUE(game.play.state().can_move);
}

TEST(ChineseGames, ItsSideLinesAreMates) {
  const std::string text = kLiuDonner;
  const std::string move16 = text.substr(0, text.find("王×g6"));
  for (const char* line : {"16…王g8 17.后h7＋王f7 18.象h5≠", "16…王g8 17.后h7＋王f7 18.g6≠"}) {
    const Game game = read_one_game(move16 + line);
    EXPECT_FALSE(game.fault) << game.fault->reason;
    EXPECT_THAT(game.warnings, IsEmpty());
    EXPECT_EQ(game.play.ends().checkmate, 35) << line;
  }
  // 20…王h8 21.象×f8≠ is printed as mate too, but 21…后h4 comes between; the rook takes, and that is mate.
  const Game printed = read_one_game(text + " 王h8 21.象×f8≠");
  EXPECT_FALSE(printed.fault);
  ASSERT_THAT(printed.warnings, SizeIs(1));
  EXPECT_EQ(printed.warnings[0].message, "'象×f8≠' is check, not mate");
  const std::vector<rulebook::Move> replies = rulebook::legal_moves(board_of(printed.play.record()));
  ASSERT_THAT(replies, SizeIs(1));
  EXPECT_EQ(rulebook::text(replies[0]), "d8h4");
  const Game played_on = read_one_game(text + " 王h8 21.象×f8＋ 后h4 22.车×h4≠");
  EXPECT_FALSE(played_on.fault);
  EXPECT_EQ(played_on.play.ends().checkmate, 43);
}

TEST(Pgn, AsTheStandardHasIt) {  // the example of section 2.3 of the PGN standard
  const Game game = read_one_game(R"([Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15.
Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21.
Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7
27. Qe3 Qg5 28. Qxg5 hxg5 29. b3 Ke6 30. a3 Kd6 31. axb4 cxb4 32. Ra5 Nd5 33.
f3 Bc8 34. Kf2 Bf5 35. Ra7 g6 36. Ra6+ Kc5 37. Ke1 Nf4 38. g3 Nxh3 39. Kd2 Kb5
40. Rd6 Kc5 41. Ra6 Nf2 42. g4 Bd3 43. Re6 1/2-1/2
)");
  EXPECT_FALSE(game.fault);
  EXPECT_THAT(game.warnings, IsEmpty());
  EXPECT_EQ(game.play.plies(), 85);
  EXPECT_EQ(game.stated, GameResult::draw);
  EXPECT_EQ(game.tag("White"), "Fischer, Robert J.");
  EXPECT_EQ(to_fen(game.play.record()), "8/8/4R1p1/2k3p1/1p4P1/1P1b1P2/3K1n2/8 b - - 2 43");
}

/// PGN as the world writes it, and the moves in it.
struct Written {
  const char* text;
  const char* moves;
};

class PgnAsWritten : public ::testing::TestWithParam<Written> {};

TEST_P(PgnAsWritten, IsReadInPiecesOfAnySize) {
  for (const std::size_t piece : {~std::size_t{0}, std::size_t{1}, std::size_t{7}}) {
    const std::vector<Game> games = read_games(GetParam().text, piece);
    ASSERT_THAT(games, SizeIs(1)) << GetParam().text;
    EXPECT_FALSE(games[0].fault) << games[0].fault->reason << " in " << GetParam().text;
    EXPECT_THAT(games[0].warnings, IsEmpty()) << games[0].warnings[0].message << " in " << GetParam().text;
    EXPECT_EQ(sans(games[0]), GetParam().moves);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Forms, PgnAsWritten,
    ::testing::Values(
        Written{"1. e4 e5", "e4 e5"}, Written{"1.e4 e5 2.Nf3", "e4 e5 Nf3"}, Written{"e4 e5 Nf3 *", "e4 e5 Nf3"},
        Written{"1 e4 e5 2 Nf3 Nc6", "e4 e5 Nf3 Nc6"}, Written{"1. e4 1... e5 2. Nf3", "e4 e5 Nf3"},
        Written{"1. e4 { a comment ( with [ all ; kinds } e5 ; to the end ) of the line\n2. Nf3", "e4 e5 Nf3"},
        Written{"1. e4 {[%clk 0:10:00]} 1... e5 {[%eval 0.2] [%clk 0:09:58]}", "e4 e5"},
        Written{"1. e4 (1. d4 d5 (1... Nf6 2. c4 {((} ) 2. c4) 1... e5 (1... c5) 2. Nf3", "e4 e5 Nf3"},
        Written{"1. e4 $1 $14 e5 $6", "e4 e5"}, Written{"1. e4! e5?? 2. Nf3 !? Nc6 += 3. Bb5 +-", "e4 e5 Nf3 Nc6 Bb5"},
        Written{"% a line of another program\n1. e4\n%another 1. d4\ne5", "e4 e5"},
        Written{"\xEF\xBB\xBF[Event \"?\"]\r\n[Result \"*\"]\r\n\r\n1. e4\r\ne5 *\r\n", "e4 e5"},
        Written{"[Event \"a\"] [Result \"*\"]\n1. e4 *", "e4"}, Written{"  [Event \"a\"]\n 1. e4 ", "e4"},
        Written{"[Event \"The \"Big\" One\"]\n\n1. e4", "e4"}, Written{"[Event \"a \\\"b\\\" \\\\ c\"]\n\n1. e4", "e4"},
        Written{"[Event \"a\"\n\n1. e4", "e4"}, Written{"[ Event  \"a\" ]\n1. e4", "e4"},
        Written{"1. e4 <reserved 1. d4> e5", "e4 e5"}, Written{"1.e4 a6 2.e5 d5 3.exd6 e.p. e6", "e4 a6 e5 d5 exd6 e6"},
        Written{"1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 4. e1g1", "e4 e5 Nf3 Nc6 Bb5 a6 O-O"},
        Written{"1．ｅ４　ｅ５　２．马ｆ３", "e4 e5 Nf3"}, Written{"1.e4 e5（1…c5 2.马f3）2.马f3", "e4 e5 Nf3"},
        Written{"1.e4，e5 2.f4、ef", "e4 e5 f4 exf4"}, Written{"1.♘f3 ♞f6", "Nf3 Nf6"},
        Written{"[White \"M\xFCller\"]\n\n1. e4", "e4"}));

TEST(Pgn, SeveralGames) {
  const std::string text =
      "[Event \"1\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[Event \"2\"]\n[Result \"0-1\"]\n\n1. d4 0-1\n[Event "
      "\"3\"]\n\n\n"
      "1. c4\n\n[Event \"4\"]\n[Event \"5\"]\n1. Nf3 1/2\n";
  for (const std::size_t piece : {~std::size_t{0}, std::size_t{3}}) {
    const std::vector<Game> games = read_games(text, piece);
    ASSERT_THAT(games, SizeIs(5));
    const char* moves[] = {"e4", "d4", "c4", "", "Nf3"};
    const std::size_t lines[] = {1, 6, 10, 15, 16};
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(sans(games[i]), moves[i]);
      EXPECT_EQ(games[i].number, i + 1);
      EXPECT_EQ(games[i].line, lines[i]);
      EXPECT_EQ(games[i].tag("Event"), std::to_string(i + 1));
    }
    EXPECT_EQ(games[0].stated, GameResult::white_wins);
    EXPECT_EQ(games[1].stated, GameResult::black_wins);
    EXPECT_EQ(games[4].stated, GameResult::draw);
  }
}

TEST(Pgn, GamesWithoutTagsOrResults) {
  const std::vector<Game> games = read_games("1. e4 e5 2. Nf3\n1. d4 d5\n\n1.马f3 马f6 1.c4 e5");
  ASSERT_THAT(games, SizeIs(4));
  EXPECT_EQ(sans(games[0]), "e4 e5 Nf3");
  EXPECT_EQ(sans(games[2]), "Nf3 Nf6");
  EXPECT_EQ(sans(games[3]), "c4 e5");
}

TEST(Pgn, FirstPositionsAndVariants) {
  const Game set_up = read_one_game("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 40\"]\n\n40... Kd7 41. e4 *");
  EXPECT_EQ(sans(set_up), "Kd7 e4");
  EXPECT_THAT(set_up.warnings, IsEmpty());
  EXPECT_FALSE(set_up.from_start_array);
  const Game chess960 = read_one_game(
      "[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n9. Nf3 "
      "O-O-O *");
  EXPECT_THAT(chess960.fault->reason, HasSubstr("castles"));
  EXPECT_EQ(sans(chess960), "Nf3");
  const Game castles =
      read_one_game("[Variant \"Fischerandom\"]\n[FEN \"1k2r3/4pp2/8/8/8/8/4PP2/1K2R3 w Ee - 0 1\"]\n\n1. O-O b8e8 *");
  EXPECT_FALSE(castles.fault) << castles.fault->reason;
  EXPECT_EQ(sans(castles), "O-O O-O");
  EXPECT_EQ(read_one_game("[Variant \"Atomic\"]\n\n1. e4 *").fault->reason,
            "unsupported variant 'Atomic'; standard chess and Chess960 are supported");
  EXPECT_THAT(read_one_game("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *").fault->reason, HasSubstr("king"));
}

TEST(Pgn, ResultsAreCompared) {
  const auto agrees = [](const std::string& text) { return verdict_of(read_one_game(text)).agrees; };
  const std::string mate = "1. f3 e5 2. g4 Qh4# ";
  EXPECT_EQ(agrees(mate + "0-1"), true);
  EXPECT_EQ(agrees(mate + "1-0"), false);
  EXPECT_EQ(agrees(mate + "1/2-1/2"), false);
  EXPECT_EQ(agrees(mate + "*"), std::nullopt);
  EXPECT_EQ(agrees("1. e4 1-0"), std::nullopt);  // Black may have resigned
  EXPECT_EQ(agrees("[Result \"1-0\"]\n\n" + mate), false);
  const std::string bare = "[FEN \"8/8/8/8/8/3k4/6q1/7K w - - 0 1\"]\n\n";
  EXPECT_EQ(agrees(bare + "1. Kxg2 1/2-1/2"), true);
  EXPECT_EQ(agrees(bare + "1. Kxg2 0-1"), false);
  EXPECT_TRUE(verdict_of(read_one_game(bare + "1. Kxg2 Ke4 1/2-1/2")).moves_after_end);
}

/// Texts that are wrong, and what the one game in them has to say.
struct Wrong {
  const char* text;
  const char* fault;    ///< empty: none
  const char* warning;  ///< likewise; of the first
};

TEST(Pgn, WhatIsWrongIsTold) {
  const Wrong cases[] = {
      {"1. e4 e5 2. Ke3", "the king on e1 does not move to e3", ""},
      {"1. e4 e5 2. Nf3 Zc6", "not a move; moves are written as in e4, Nf3, Ng1-f3, g1f3 or 马f3", ""},
      {"1. e4 --", "null moves are not legal", ""},
      {"1. e4 Z0", "null moves are not legal", ""},
      {"1. f3 e5 2. g4 Qh4# 3. a3", "the game is over: checkmate", ""},
      {"1. f3 e5 2. g4 Qh4+", "", "'Qh4+' is mate"},
      {"1. e4+", "", "'e4+' does not give check"},
      {"1. e4 f5 2. Qh5#", "", "'Qh5#' is check, not mate"},
      {"1. e4 f5 2.后h5≠", "", "'后h5≠' is check, not mate"},
      {"1. e4 e5 3. Nf3", "", "move number 3, expected 2"},
      {"1. e4 { never closed", "the comment that begins on line 1 is never closed", ""},
      {"1. e4 (1. d4 d5", "the variation that begins on line 1 is never closed", ""},
      {"1. e4 ) e5", "", "unmatched ')'"},
      {"1. e4 } e5", "", "unexpected '}' among the moves"},
      {"[Event \"x]\n\n1. e4", "", "the value of the tag 'Event' has no closing quote; ignored"},
      {"[Event x]\n\n1. e4", "", "the tag 'Event' has no value in quotes, as in [White \"Ding\"]; ignored"},
      {"[\"x\"]\n\n1. e4", "", "a tag starts with its name, as in [White \"Ding\"]; ignored"},
      {"[White \"a\"]\n[White \"b\"]\n\n1. e4", "", "duplicate tag 'White'; the first one is used"},
      {"[Result \"1-0\"]\n\n1. e4 0-1", "", "tag Result says 1-0, but the moves end with 0-1"},
      {"[Result \"1-0\"]\n\n1. e4", "", "there is no result after the moves"},
      {"[Result \"won\"]\n\n1. e4 1-0", "", "tag Result: 'won' is not 1-0, 0-1, 1/2-1/2 or *"},
      {"[SetUp \"1\"]\n\n1. e4 1-0", "", "tag SetUp is 1, but there is no tag FEN"},
      {"1. e4 <e5 2. Nf3", "the '<' on line 1 is not closed on that line", ""},
      {"<html>", "", ""},
  };
  for (const Wrong& wrong : cases) {
    const std::vector<Game> games = read_games(wrong.text);
    if (games.empty()) continue;
    const Game& game = games.front();
    EXPECT_EQ(game.fault ? game.fault->reason : "", wrong.fault) << wrong.text;
    EXPECT_EQ(game.warnings.empty() ? "" : game.warnings.front().message, wrong.warning) << wrong.text;
  }
}

TEST(Pgn, BracketsAmongTheMovesAreNoNewGame) {
  for (const std::string bracket : {"[%clk 1:00]", "[%eval 0.3] [%clk 1:00]", "[ ]", "[]", "[%clk 1:00"}) {
    const Game game = read_one_game("1. e4 e5\n" + bracket + "\n2. Nf3 *");
    EXPECT_EQ(sans(game), "e4 e5 Nf3") << bracket;
    EXPECT_FALSE(game.fault);
    EXPECT_FALSE(game.warnings.empty()) << bracket;
  }
  EXPECT_EQ(sans(read_one_game("1. e4 e5\n[%clk 1:00] 2. Nf3 *")), "e4 e5 Nf3");
}

TEST(Pgn, AFaultDoesNotTakeTheNextGameAlong) {
  for (const char* first : {"1. e4 e4 2. Nf3 1-0", "1. e4 { open", "1. e4 ( open", "[Bad x]\n1. Zz",
                            "[FEN \"x\"]\n\n1. e4", "junk in front of it all"}) {
    const std::vector<Game> games =
        read_games("[Event \"1\"]\n\n" + std::string(first) + "\n\n[Event \"2\"]\n\n1. d4 d5 *\n", 5);
    ASSERT_THAT(games, SizeIs(2)) << first;
    EXPECT_TRUE(games[0].fault) << first;
    EXPECT_FALSE(games[1].fault) << first;
    EXPECT_EQ(sans(games[1]), "d4 d5") << first;
  }
}

TEST(Pgn, NothingIsNoGame) {
  for (const char* text : {"", "\n\n", "{ only a comment }", "%\n;\n", "1-0", "*\n*", "\xEF\xBB\xBF"}) {
    EXPECT_THAT(read_games(text), IsEmpty()) << text;
  }
  EXPECT_THROW(read_games(std::string("\xFF\xFE"
                                      "1\0.\0",
                                      6)),
               InputError);
}

TEST(Pgn, EndlessTextsEnd) {
  EXPECT_THAT(read_one_game("1. e4 " + std::string(5'000'000, 'x')).fault->text, SizeIs(43));
  EXPECT_THAT(read_one_game("1. e4 " + std::string(5'000'000, '(')).fault->reason, HasSubstr("never closed"));
  EXPECT_TRUE(read_one_game("[Event \"" + std::string(5'000'000, 'x') + "\"]\n1. e4").fault == std::nullopt);
  std::string lines;
  for (int i = 0; i < 500'000; ++i) lines += "a line\n";
  EXPECT_THAT(read_one_game("1. e4 {" + lines).fault->reason, HasSubstr("never closed"));
  EXPECT_EQ(read_one_game("1. e4 {" + lines + "} Ke7 {" + lines + "} *").line, 1u);
  EXPECT_EQ(read_one_game("1. e4 {" + lines + "} e5 {" + lines + "} Ke7 *").fault->line, 1'000'001u);
  std::string tags;
  for (int i = 0; i < 100'000; ++i) tags += "[T" + std::to_string(i) + " \"x\"]\n";
  const Game tagged = read_one_game(tags + "1. e4");
  EXPECT_THAT(tagged.tags, SizeIs(256));
  EXPECT_THAT(tagged.warnings, SizeIs(20));
  std::string shuffle;
  for (int i = 0; i < 15'000; ++i) shuffle += "Nf3 Nf6 Ng1 Ng8 ";
  const Game long_game = read_one_game(shuffle);
  EXPECT_EQ(long_game.fault->reason, "the game is longer than 50000 plies");
  EXPECT_EQ(long_game.play.ends().seventy_five_moves, 150);
}

TEST(Pgn, TenThousandRandomGamesInEveryNotation) {
  constexpr int kGames = 10'000;
  Random random(74);
  std::string texts[kNotationNames.size()];
  std::vector<std::vector<Move>> games;
  for (int i = 0; i < kGames; ++i) {
    FenRecord record = parse_fen(kStartFen);
    std::vector<Move> moves;
    const int plies = random.between(2, 40);
    while (static_cast<int>(moves.size()) < plies) {
      const MoveList legal = legal_moves(record.position);
      if (legal.empty()) break;
      const Move move = legal[static_cast<std::size_t>(random.below(static_cast<int>(legal.size())))];
      for (std::size_t n = 0; n < kNotationNames.size(); ++n) {
        if (record.mover == Colour::white) texts[n] += std::to_string(record.fullmove_number) + ".";
        texts[n] += to_text(record, move, static_cast<Notation>(n)) + " ";
      }
      moves.push_back(move);
      record = play(record, move);
    }
    for (std::string& text : texts) text += "*\n";
    games.push_back(std::move(moves));
  }
  for (const std::string& text : texts) {
    GameReader reader(source(text));
    Game game;
    std::size_t read = 0;
    for (; reader.next(game); ++read) {
      ASSERT_FALSE(game.fault) << game.fault->text << ": " << game.fault->reason;
      ASSERT_TRUE(game.warnings.empty()) << game.warnings[0].message;
      ASSERT_TRUE(game.moves == games[read]) << sans(game);
    }
    EXPECT_EQ(read, games.size());
  }
}

}  // namespace
}  // namespace plyforge::testing
