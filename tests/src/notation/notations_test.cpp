#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "diagnosis/move_refusal.h"
#include "movegen/legal.h"
#include "notation/move_signs.h"
#include "notation/notation.h"
#include "support/bridge.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

using ::testing::ElementsAre;

/// A move of White in UCI, written in a notation.
std::string written(const std::string& fen, const std::string& uci, Notation notation) {
  const FenRecord record = parse_fen(fen);
  return to_text(record, parse_uci(record, uci), notation);
}

/// The UCI text of a move in any algebraic notation.
std::string uci(const std::string& fen, const std::string& text) {
  const FenRecord record = parse_fen(fen);
  return to_uci(parse_san(record, text), record.mover, uci_castling(record));
}

TEST(Notations, AreNamed) {
  for (const std::string_view name : kNotationNames) EXPECT_TRUE(notation_from_name(name)) << name;
  EXPECT_FALSE(notation_from_name("SAN"));
}

TEST(Notations, AreWrittenAsBooksWriteThem) {
  // Italian game, as the textbook has it: 6.马f3×e5 象g4×d1 7.象c4×f7＋ 王e8-e7 8.马c3-d5≠
  const std::string fen = "r2qkbnr/ppp2ppp/3p4/4N3/2BnP1b1/2N5/PPPP1PPP/R1BQ1RK1 b kq - 0 6";
  EXPECT_EQ(written(fen, "g4d1", Notation::zh_long), "象g4×d1");
  EXPECT_EQ(written(fen, "g4d1", Notation::zh), "象×d1");
  EXPECT_EQ(written(fen, "g4d1", Notation::lan), "Bg4xd1");
  EXPECT_EQ(written(fen, "g4d1", Notation::san), "Bxd1");
  EXPECT_EQ(written(fen, "g4d1", Notation::uci), "g4d1");
  const std::string check = "r2qkbnr/ppp2ppp/3p4/4N3/2BnP3/2N5/PPPP1PPP/R1Bb1RK1 w kq - 0 7";
  EXPECT_EQ(written(check, "c4f7", Notation::zh_long), "象c4×f7＋");
  const std::string mate = "r2q1bnr/ppp1kBpp/3p4/4N3/3nP3/2N5/PPPP1PPP/R1Bb1RK1 w - - 1 8";
  EXPECT_EQ(written(mate, "c3d5", Notation::zh_long), "马c3-d5≠");
  EXPECT_EQ(written(mate, "c3d5", Notation::zh), "马d5≠");
  const std::string promotion = "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1";
  EXPECT_EQ(written(promotion, "a7a8q", Notation::zh), "a8=后＋");
  EXPECT_EQ(written(promotion, "a7a8n", Notation::zh_long), "a7-a8=马");
  EXPECT_EQ(written(promotion, "a7a8n", Notation::lan), "a7-a8=N");
  EXPECT_EQ(written(promotion, "e1c1", Notation::zh), "0-0-0");
  EXPECT_EQ(written(promotion, "e1g1", Notation::lan), "O-O");
  EXPECT_EQ(written("4k3/8/8/8/8/8/8/3R2KR w - - 0 1", "h1h5", Notation::zh), "车h5");
  EXPECT_EQ(written("3R4/7k/8/8/8/8/8/3R2K1 w - - 0 1", "d1d3", Notation::zh), "车1d3");
}

TEST(Notations, TheSignsOfChineseBooksAreRead) {
  const std::string fen = "r3k2r/P7/8/3Pp3/8/5N2/8/R3K2R w KQkq e6 0 1";
  for (const char* text : {"马f3×e5", "马×e5", "马f3xe5", "马e5", "馬f3×e5", "马ｆ３×ｅ５", "♘xe5", "马f×e5",
                           "马3×e5!?", "马×e5！", "马×e5？！", "马f3×e5～", "Nf3:e5", "f3e5", "f3-e5"}) {
    EXPECT_EQ(uci(fen, text), "f3e5") << text;
  }
  for (const char* text : {"0-0", "O-O", "０－０", "Ｏ－Ｏ", "0–0", "o-o", "e1g1", "王e1-g1", "0-0！"}) {
    EXPECT_EQ(uci(fen, text), "e1g1") << text;
  }
  for (const char* text : {"0-0-0", "O-O-O", "王e1-c1", "０－０－０"}) EXPECT_EQ(uci(fen, text), "e1c1") << text;
  for (const char* text : {"d×e6", "de6", "de", "d×e", "d5×e6", "兵d5×e6", "兵d×e6", "ｄ×ｅ６"}) {
    EXPECT_EQ(uci(fen, text), "d5e6") << text;
  }
  for (const char* text :
       {"a8=后", "a8变后", "a8後", "a7-a8=后＋", "a8=Q+", "a8Q", "a8(Q)", "a8/Q", "a7a8q", "兵a8=后", "a8=q"}) {
    EXPECT_EQ(uci("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", text), "a7a8q") << text;
  }
  const std::string knights = "4k3/8/2N3N1/8/8/8/8/3K4 w - - 0 1";
  EXPECT_EQ(uci(knights, "马ce5"), "c6e5");
  EXPECT_EQ(uci(knights, "马ge5"), "g6e5");
  const std::string rooks = "4k3/3R4/8/8/8/8/8/3R1K2 w - - 0 1";
  EXPECT_EQ(uci(rooks, "车1d3"), "d1d3");
  EXPECT_EQ(uci(rooks, "车7d3"), "d7d3");
}

TEST(Notations, APawnThatTakesNamesItsFile) {
  // d5 is a push: who means the capture writes cxd5. Here the push is not possible.
  const FenRecord record = parse_fen("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1");
  EXPECT_THROW(parse_san(record, "d5"), MoveError);
  EXPECT_EQ(uci(to_fen(record), "cd5"), "c4d5");
}

TEST(Notations, SignsAreReadWithTheMove) {
  const auto pattern = [](std::string_view text) { return read_move_pattern(text).value(); };
  EXPECT_EQ(pattern("Qh7+").sign, CheckSign::check);
  EXPECT_EQ(pattern("Qh7++").sign, CheckSign::double_check);
  EXPECT_EQ(pattern("后h7≠").sign, CheckSign::mate);
  EXPECT_EQ(pattern("Qh7").sign, CheckSign::none);
  const std::pair<const char*, int> glyphs[] = {{"e4!", 1},  {"e4?", 2},  {"e4!!", 3},     {"e4??", 4},
                                                {"e4!?", 5}, {"e4?!", 6}, {"e4＋！！", 3}, {"e4", 0}};
  for (const auto& [text, nag] : glyphs) EXPECT_EQ(pattern(text).nag, nag) << text;
}

TEST(Notations, WhatIsNoMoveIsRefused) {
  for (const char* text : {"",     "王",    "马z9", "马马e4", "e9", "4e", "e2e",      "-e4",  "x",     "0-",
                           "0-0-", "e4=王", "象",   "e4马",   "12", "½",  "\xE9\xA9", "\xFF", "马f3-", "a-b"}) {
    EXPECT_FALSE(read_move_pattern(text)) << text;
  }
}

TEST(Notations, EveryMoveIsReadAsWritten) {
  Random random(71);
  random_boards(random, 2000, [](const rulebook::Board& board) {
    FenRecord record = {position_of(board), mover_of(board)};
    record.chess960 = true;
    const MoveList moves = legal_moves(record.position);
    for (std::size_t i = 0; i < moves.size(); i += 1 + moves.size() / 4) {
      const Move move = moves[i];
      for (std::size_t n = 0; n < kNotationNames.size(); ++n) {
        const std::string text = to_text(record, move, static_cast<Notation>(n));
        const std::optional<MovePattern> pattern = read_move_pattern(text);
        ASSERT_TRUE(pattern) << text;
        EXPECT_THAT(fitting_moves(record, *pattern), ElementsAre(move)) << text << " in " << to_fen(record);
      }
    }
  });
}

struct Refused {
  const char* fen;
  const char* text;
  const char* reason;
  const char* closest;  ///< the first, in SAN
};

TEST(Refusals, SayWhyAndWhatIsClose) {
  const std::string start(kStartFen);
  const Refused cases[] = {
      {"r2qkbnr/ppp2ppp/3p4/4N3/2BnP3/2N5/PPPP1PPP/R1Bb1RK1 w kq - 0 7", "象e4×f7＋",
       "there is no bishop of White's on e4", "Bxf7+"},
      {start.c_str(), "Qd2", "captures the pawn on d2, its own", ""},
      {start.c_str(), "Bc4", "the bishop on f1 passes through the pawn on e2", "c4"},
      {start.c_str(), "Nd3", "no knight can go to d3", "Nc3"},
      {start.c_str(), "O-O", "castles although the bishop on f1 is in the way", ""},
      {start.c_str(), "exd3", "there is nothing to capture on d3", ""},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qe2", "White has no queen", "Ke2"},
      {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "O-O-O", "White has no right to castle on that side", ""},
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O-O", "White has no right to castle on that side", "O-O"},
      {"2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "castles to c1, which the rook on c8 attacks", ""},
      {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "castles over d1, which the rook on d8 attacks", ""},
      {"4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "castles out of check by the rook on e8", ""},
      {"4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Ne4",
       "the knight on c3 leaves the line between its king and the bishop on b4, which pins it", ""},
      {"4k3/4r3/8/8/8/8/8/4K1N1 w - - 0 1", "Nf3",
       "the knight on g1 moves although that does not answer the check by the rook on e7", "Ne2"},
      {"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2xb3", "there is nothing to capture on b3", "a3"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "the pawn reaches the last rank, but no promotion piece is given",
       "a8=Q+"},
      {"4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "a7=Q", "promotes before the last rank", "a7"},
      {"4k3/8/8/8/8/8/3N1N2/4K3 w - - 0 1", "Ne4", "it is ambiguous: 2 moves fit", "Nde4"},
      {"4k3/8/8/8/8/8/3N1N2/4K3 w - - 0 1", "Nae4", "White has no knight on the a-file", "Nde4"},
      {"4k3/8/8/8/8/8/3N1N2/4K3 w - - 0 1", "N8e4", "White has no knight on rank 8", "Nde4"},
      {"4k3/8/8/8/8/8/3N1N2/4K3 w - - 0 1", "a1a2", "White has no piece on a1", ""},
      {"R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "Kh8", "the game is over: checkmate", ""},
      {"7k/5Q2/8/8/8/8/8/4K3 b - - 0 1", "Kh7", "the game is over: stalemate", ""},
      {"4k3/8/8/2pP4/8/8/8/4K3 w - - 0 1", "dxc6", "captures en passant on c6, which no pawn has just passed", "d6"},
  };
  for (const Refused& refused : cases) {
    const FenRecord record = parse_fen(refused.fen);
    const MoveRefusal refusal = refusal_of(record, std::nullopt, read_move_pattern(refused.text).value());
    EXPECT_EQ(refusal.reason, refused.reason) << refused.text << " in " << refused.fen;
    if (*refused.closest != '\0') {
      ASSERT_FALSE(refusal.closest.empty()) << refused.text;
      EXPECT_EQ(to_san(record, refusal.closest.front()), refused.closest) << refused.text << " in " << refused.fen;
    }
  }
}

}  // namespace
}  // namespace plyforge::testing
