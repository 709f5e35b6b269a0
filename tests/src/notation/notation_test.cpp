#include "notation/notation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "movegen/legal.h"
#include "support/bridge.h"
#include "support/data_files.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

constexpr FenOptions kChess960{.chess960 = true};

/// The SAN of a move given in UCI.
std::string san(const std::string& fen, const std::string& uci, const FenOptions& options = {}) {
  const FenRecord record = parse_fen(fen, options);
  return to_san(record, parse_uci(record, uci));
}

/// The UCI text of a move given in SAN.
std::string uci(const std::string& fen, const std::string& text, const FenOptions& options = {}) {
  const FenRecord record = parse_fen(fen, options);
  return to_uci(parse_san(record, text), record.mover, uci_castling(record));
}

template <class Parse>
std::string refusal(const Parse& parse, const std::string& fen, const std::string& text) {
  try {
    parse(parse_fen(fen), text);
  } catch (const MoveError& error) {
    return error.what();
  }
  return "";
}

TEST(San, TellsMenApartAsTheFideHandbookDoes) {  // appendix C, articles 10 and 11
  const std::string same_rank = "k7/8/8/8/8/8/8/K3N1N1 w - - 0 1";
  EXPECT_EQ(san(same_rank, "g1f3"), "Ngf3");
  EXPECT_EQ(san(same_rank, "e1f3"), "Nef3");
  const std::string same_file = "k7/8/8/6N1/8/8/8/K5N1 w - - 0 1";
  EXPECT_EQ(san(same_file, "g5f3"), "N5f3");
  EXPECT_EQ(san(same_file, "g1f3"), "N1f3");
  const std::string apart = "k7/8/8/8/3N4/8/7N/K7 w - - 0 1";
  EXPECT_EQ(san(apart, "h2f3"), "Nhf3");
  EXPECT_EQ(san(apart, "d4f3"), "Ndf3");
  const std::string capture = "k7/8/8/6N1/8/5p2/8/K5N1 w - - 0 1";
  EXPECT_EQ(san(capture, "g5f3"), "N5xf3");
  EXPECT_EQ(san(capture, "g1f3"), "N1xf3");
  const std::string black = "k7/8/8/8/3n4/8/7n/K7 b - - 0 1";
  EXPECT_EQ(san(black, "h2f3"), "Nhf3");
  EXPECT_EQ(san(black, "d4f3"), "Ndf3");
}

TEST(San, NamesTheSquareWhereFileAndRankAreNotEnough) {
  // Three queens that reach e1: en.wikipedia.org/wiki/Algebraic_notation_(chess).
  const std::string queens = "8/k7/8/8/4Q2Q/8/1K6/7Q w - - 0 1";
  EXPECT_EQ(san(queens, "h4e1"), "Qh4e1");
  EXPECT_EQ(san(queens, "e4e1"), "Qee1");
  EXPECT_EQ(san(queens, "h1e1"), "Q1e1");
  const std::string black = "7q/1k6/8/4q2q/8/8/K7/8 b - - 0 1";
  EXPECT_EQ(san(black, "h5e8"), "Qh5e8");
}

TEST(San, LeavesOutMenThatMayNotMove) {
  // The knight on c3 is pinned by the bishop (PGN standard 8.2.3.4: only legal moves are told apart).
  EXPECT_EQ(san("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2"), "Ne2");
}

TEST(San, WritesPawnMovesChecksAndMates) {
  EXPECT_EQ(san("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), "a8=Q+");
  EXPECT_EQ(san("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"), "a8=N");
  EXPECT_EQ(san("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8r"), "axb8=R+");
  EXPECT_EQ(san("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6"), "dxe6");
  EXPECT_EQ(san("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"), "dxe3");
  EXPECT_EQ(san("4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "a2a1q"), "a1=Q+");
  EXPECT_EQ(san("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8"), "Ra8#");
  EXPECT_EQ(san("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O+");
  EXPECT_EQ(san("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"), "O-O-O+");
}

TEST(San, ReadsWhatPeopleWrite) {
  const std::string fen = "r3k2r/P7/8/3Pp3/8/5N2/8/R3K2R w KQkq e6 0 1";
  EXPECT_EQ(uci(fen, "O-O"), "e1g1");
  EXPECT_EQ(uci(fen, "0-0"), "e1g1");
  EXPECT_EQ(uci(fen, "O-O-O!?"), "e1c1");
  EXPECT_EQ(uci(fen, "0-0-0"), "e1c1");
  EXPECT_EQ(uci(fen, "dxe6"), "d5e6");
  EXPECT_EQ(uci(fen, "de6"), "d5e6");
  EXPECT_EQ(uci(fen, "d6"), "d5d6");
  EXPECT_EQ(uci(fen, "d5d6"), "d5d6");
  EXPECT_EQ(uci(fen, "Pd6"), "d5d6");
  EXPECT_EQ(uci(fen, "Nxe5"), "f3e5");
  EXPECT_EQ(uci(fen, "Ne5"), "f3e5");
  EXPECT_EQ(uci(fen, "Nf3xe5+"), "f3e5");
  EXPECT_EQ(uci(fen, "Rxh8+!!"), "h1h8");
  const std::string promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_EQ(uci(promotion, "a8=Q+"), "a7a8q");
  EXPECT_EQ(uci(promotion, "a8N"), "a7a8n");
  const std::string pawn_or_bishop = "7k/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
  EXPECT_EQ(uci(pawn_or_bishop, "bxc3"), "b2c3");
  EXPECT_EQ(uci(pawn_or_bishop, "Bxc3"), "d2c3");
}

TEST(San, RefusesAndSaysWhatWouldBeRight) {
  const std::string fen = "r3k2r/P7/8/8/8/8/3N1N2/4K3 w kq - 0 1";
  const std::pair<const char*, const char*> texts[] = {
      {"", "'' is not a move in algebraic notation; expected a move like e4, exd5, Nbd2, a8=Q or O-O"},
      {"+", "'+' is not a move in algebraic notation; expected a move like e4, exd5, Nbd2, a8=Q or O-O"},
      {"Q", "'Q' is not a move in algebraic notation; expected a move like e4, exd5, Nbd2, a8=Q or O-O"},
      {"Nz9", "'Nz9' is not a move in algebraic notation; expected a move like e4, exd5, Nbd2, a8=Q or O-O"},
      {"xe4", "move 'xe4' is not legal here: no legal pawn move exists"},
      {"NNe4", "'NNe4' is not a move in algebraic notation; expected a move like e4, exd5, Nbd2, a8=Q or O-O"},
      {"Ne4\n", "'Ne4\\x0A' is not a move in algebraic notation; expected a move like e4, exd5, Nbd2, a8=Q or O-O"},
      {"Ne4", "move 'Ne4' is ambiguous; it could be: Nde4 Nfe4"},
      {"Nxde4", "'Nxde4' is not a move in algebraic notation; expected a move like e4, exd5, Nbd2, a8=Q or O-O"},
      {"Nxf3", "move 'Nxf3' is not legal here: legal moves: Nb1 Nf1 Nb3 Nf3 Nc4 Nde4 Nd1 Nh1 Nd3 Nh3 ..."},
      {"Qe4", "move 'Qe4' is not legal here: no legal queen move exists"},
      {"O-O", "move 'O-O' is not legal here: no legal castling exists"},
      {"Ke3", "move 'Ke3' is not legal here: legal moves: Kd1 Kf1 Ke2"},
  };
  for (const auto& [text, message] : texts) EXPECT_EQ(refusal(parse_san, fen, text), message);
  EXPECT_EQ(refusal(parse_san, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8"),
            "move 'a8' is ambiguous; it could be: a8=Q+ a8=R+ a8=B a8=N");
  EXPECT_EQ(refusal(parse_san, std::string(kStartFen), std::string(100'000, 'N')),
            "'NNNNNNNNNNNNNNNNNNNN...' is not a move in algebraic notation; expected a move like e4, exd5, Nbd2, a8=Q "
            "or O-O");
}

TEST(San, ReplaysTheOperaGame) {  // Morphy against the Duke of Brunswick and Count Isouard, Paris 1858
  std::istringstream game(
      "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 "
      "Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#");
  FenRecord record = parse_fen(kStartFen);
  for (std::string text; game >> text;) {
    const Move move = parse_san(record, text);
    EXPECT_EQ(to_san(record, move), text);
    record = play(record, move);
  }
  EXPECT_EQ(to_fen(record), "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17");
}

TEST(Uci, WritesBothCastlingStyles) {
  const FenRecord record = parse_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
  const Move move = parse_uci(record, "e8c8");
  EXPECT_TRUE(move == (Move{4, 0, MoveKind::castle}));
  EXPECT_TRUE(parse_uci(record, "e8a8") == move);
  EXPECT_EQ(to_uci(move, record.mover, UciCastling::standard), "e8c8");
  EXPECT_EQ(to_uci(move, record.mover, UciCastling::chess960), "e8a8");
  EXPECT_EQ(uci_castling(record), UciCastling::standard);
  EXPECT_EQ(uci_castling(parse_fen("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1")), UciCastling::chess960);
}

TEST(Uci, PrefersTheKingsOwnStepInChess960) {
  const FenRecord next_to_g1 = parse_fen("4k3/8/8/8/8/8/8/5K1R w K - 0 1", kChess960);
  EXPECT_EQ(parse_uci(next_to_g1, "f1g1").kind, MoveKind::normal);
  EXPECT_EQ(parse_uci(next_to_g1, "f1h1").kind, MoveKind::castle);
  const FenRecord rook_on_g1 = parse_fen("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", kChess960);
  EXPECT_EQ(parse_uci(rook_on_g1, "f1g1").kind, MoveKind::castle);
  const FenRecord far = parse_fen("4k3/8/8/8/8/8/8/1K5R w K - 0 1", kChess960);
  EXPECT_EQ(parse_uci(far, "b1c1").kind, MoveKind::normal);
  EXPECT_EQ(parse_uci(far, "b1g1").kind, MoveKind::castle);
}

TEST(Uci, RefusesAndSaysWhatWouldBeRight) {
  const std::string shape =
      " is not a move in UCI notation; expected the squares from and to, and the promotion piece if any, as in e2e4 or "
      "a7a8q";
  for (const char* text : {"", "e2", "e2e9", "e2e4e5", "Nf3", "a7a8Q", "a7a8k", "0000", "e2-e4"}) {
    EXPECT_EQ(refusal(parse_uci, std::string(kStartFen), text), "'" + std::string(text) + "'" + shape);
  }
  EXPECT_EQ(refusal(parse_uci, std::string(kStartFen), "e2e5"),
            "move 'e2e5' is not legal here: legal moves from e2: e2e3 e2e4");
  EXPECT_EQ(refusal(parse_uci, std::string(kStartFen), "e7e5"),
            "move 'e7e5' is not legal here: no legal move starts on e7");
  EXPECT_EQ(refusal(parse_uci, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8"),
            "move 'a7a8' is not legal here: legal moves from a7: a7a8q a7a8r a7a8b a7a8n");
}

TEST(Uci, NamesMovesAsTheRuleBookDoes) {
  Random random(21);
  random_boards(random, 1000, [](const rulebook::Board& board) {
    const FenRecord record{position_of(board), mover_of(board)};
    std::vector<std::string> texts;
    for (const Move move : legal_moves(record.position)) {
      texts.push_back(to_uci(move, record.mover, UciCastling::chess960));
    }
    std::sort(texts.begin(), texts.end());
    EXPECT_EQ(texts, sorted_moves(board));
  });
}

void expect_every_move_told_apart(const FenRecord& record) {
  std::set<std::string> sans;
  for (const Move move : legal_moves(record.position)) {
    const std::string text = to_san(record, move);
    EXPECT_TRUE(sans.insert(text).second) << text << " twice in " << to_fen(record);
    EXPECT_TRUE(parse_san(record, text) == move) << text << " in " << to_fen(record);
    const std::string uci_text = to_uci(record, move);
    EXPECT_TRUE(parse_uci(record, uci_text) == move) << uci_text << " in " << to_fen(record);
  }
}

TEST(Notation, ReadsEveryMoveThatItWrites) {
  for (const PerftCase& perft_case : read_suite("bug_reports.epd")) {
    expect_every_move_told_apart(parse_fen(perft_case.fen, kChess960));
  }
  Random random(22);
  random_boards(random, 200, [](const rulebook::Board& board) {
    FenRecord record{position_of(board), mover_of(board)};
    record.chess960 = true;
    expect_every_move_told_apart(record);
  });
}

TEST(Notation, CountersStayReadable) {
  FenRecord record = parse_fen("7k/8/8/8/8/8/8/K7 b - - 9998 9999");
  for (const char* text : {"h8h7", "a1a2", "h7h8", "a2a1"}) {
    record = play(record, parse_uci(record, text));
    EXPECT_EQ(to_fen(parse_fen(to_fen(record))), to_fen(record));
  }
  EXPECT_EQ(to_fen(record), "7k/8/8/8/8/8/8/K7 b - - 9999 9999");
}

TEST(Notation, PlayAdvancesTheCounters) {
  FenRecord record = parse_fen("r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 5 20");
  record = play(record, parse_uci(record, "e1g1"));
  EXPECT_EQ(to_fen(record), "r3k2r/8/8/8/8/8/P7/R4RK1 b kq - 6 20");
  record = play(record, parse_uci(record, "a8a2"));
  EXPECT_EQ(to_fen(record), "4k2r/8/8/8/8/8/r7/R4RK1 w k - 0 21");
  record = parse_fen(kStartFen);
  for (const char* text : {"e2e4", "a7a6", "e4e5", "d7d5"}) record = play(record, parse_uci(record, text));
  EXPECT_EQ(to_fen(record), "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
}

}  // namespace
}  // namespace plyforge::testing
