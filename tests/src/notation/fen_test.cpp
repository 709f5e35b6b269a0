#include "notation/fen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <vector>

#include "movegen/legal.h"
#include "rulebook/fen.h"
#include "support/bridge.h"
#include "support/data_files.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

constexpr FenOptions kStandard{};
constexpr FenOptions kChess960{.chess960 = true};
constexpr FenOptions kAnyMaterial{.any_material = true};
constexpr FenOptions kAnything{.chess960 = true, .any_material = true};

using Warnings = std::vector<std::string>;

/// The message that refuses a text, or an empty one.
std::string refusal(std::string_view text, const FenOptions& options = kStandard) {
  try {
    parse_fen(text, options);
  } catch (const FenError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("character " + std::to_string(error.column()) + ": "));
    return error.what();
  }
  return "";
}

Warnings warnings_of(std::string_view text, const FenOptions& options = kStandard) {
  Warnings warnings;
  parse_fen(text, options, &warnings);
  return warnings;
}

std::string normalised(std::string_view text, const FenOptions& options = kStandard) {
  return to_fen(parse_fen(text, options));
}

TEST(Fen, ReadsTheStartPosition) {
  Warnings warnings;
  const FenRecord record = parse_fen(kStartFen, {}, &warnings);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(record.mover, Colour::white);
  EXPECT_EQ(record.halfmove_clock, 0);
  EXPECT_EQ(record.fullmove_number, 1);
  EXPECT_FALSE(record.chess960);
  EXPECT_EQ(record.position.own(), kRank1 | kRank2);
  EXPECT_EQ(record.position.theirs(), kRank7 | kRank8);
  EXPECT_EQ(record.position.pawns(), kRank2 | kRank7);
  EXPECT_EQ(record.position.castling_rooks(), bit(0) | bit(7) | bit(56) | bit(63));
  EXPECT_EQ(record.position.kings(), bit(4) | bit(60));
  EXPECT_EQ(record.position.queens(), bit(3) | bit(59));
  EXPECT_EQ(to_fen(record), kStartFen);
}

TEST(Fen, TurnsTheBoardForBlack) {
  const FenRecord white = parse_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
  const FenRecord black = parse_fen("r3k3/8/8/8/8/8/8/4K3 b q - 0 1");
  EXPECT_TRUE(white.position == black.position);
  EXPECT_EQ(to_fen(black), "r3k3/8/8/8/8/8/8/4K3 b q - 0 1");
}

struct BadFen {
  std::string text;
  std::string message;
  FenOptions options = kStandard;
};

const BadFen kBadFens[] = {
    // the board
    {"", "character 1: the board is missing; a FEN starts with it"},
    {"  \t ", "character 1: the board is missing; a FEN starts with it"},
    {"startpos",
     "character 1: 's' is not a piece or a number of empty squares; expected PNBRQK for White, pnbrqk for Black, or 1 "
     "to 8"},
    {"9/8/8/8/8/8/8/8 w - - 0 1",
     "character 1: '9' is not a piece or a number of empty squares; expected PNBRQK for White, pnbrqk for Black, or 1 "
     "to 8"},
    {"4k3/8/8/8/8/8/8/4K2\x01 w - - 0 1",
     "character 20: '\\x01' is not a piece or a number of empty squares; expected PNBRQK for White, pnbrqk for Black, "
     "or 1 "
     "to 8"},
    {"4k3/8/8/8/8/8/8/4\xC3\xA9K2 w - - 0 1",
     "character 18: '\\xC3' is not a piece or a number of empty squares; expected PNBRQK for White, pnbrqk for Black, "
     "or 1 "
     "to 8"},
    {"4k3/8/7/8/8/8/8/4K3 w - - 0 1", "character 8: rank 6 has only 7 squares; expected 8"},
    {"4k3/8/8/8//8/8/4K3 w - - 0 1", "character 11: rank 4 has only 0 squares; expected 8"},
    {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "character 20: rank 1 has only 7 squares; expected 8"},
    {"4k3/8/8/8/8/8/8/4K4 w - - 0 1", "character 19: rank 1 has more than 8 squares"},
    {"4k3/8/44/8/8/8/8/4K3 w - - 0 1", "character 8: two numbers in a row; write adjacent empty squares as one number"},
    {"4k3/8/8/8/8/8/4K3 w - - 0 1", "character 18: the board ends after rank 2; expected eight ranks separated by '/'"},
    {"4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "character 20: a ninth rank; the board has only eight"},
    {"4k3/8/8/8/8/8/8/4K2p w - - 0 1", "character 20: a black pawn on h1; pawns stand on ranks 2 to 7"},
    // the men
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", "character 1: no black king on the board"},
    {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "character 19: a second white king; there must be exactly one"},
    {"4k3/8/8/8/8/8/PPPPPPPP/PPPPKPPP w - - 0 1", "character 24: a white pawn on a1; pawns stand on ranks 2 to 7"},
    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
     "character 23: White has 9 pawns; a game has at most 8 (--any-material allows more)"},
    {"bbbbkbbb/bbbbbbbb/b7/8/8/8/8/4K3 b - - 0 1",
     "character 19: Black has 17 pieces; a game has at most 16 (--any-material allows more)"},
    {"4k3/pppppppp/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
     "character 32: White's pieces require more promotions (1) than pawns are missing (0); --any-material allows them"},
    {"4k3/pppppppp/8/8/8/8/1PPPPPPP/B1B1KN1N w - - 0 1", ""},  // both bishops on dark squares: one pawn is missing
    {"4k3/pppppppp/8/8/8/8/PPPPPPPP/B1B1KN1N w - - 0 1",
     "character 33: White's pieces require more promotions (1) than pawns are missing (0); --any-material allows them"},
    {"rrr1k3/1ppppppp/nnn5/8/8/8/8/4K3 b - - 0 1",
     "character 19: Black's pieces require more promotions (2) than pawns are missing (1); --any-material allows them"},
    {"8/8/8/3kK3/8/8/8/8 b - - 0 1", "character 9: the kings are adjacent, so the side not to move is in check"},
    // who moves
    {"4k3/8/8/8/8/8/8/4K3", "character 20: the side to move is missing; expected w or b after the board"},
    {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "character 21: the side to move is 'W'; expected w or b"},
    {"4k3/8/8/8/8/8/8/4K3 white - - 0 1", "character 21: the side to move is 'white'; expected w or b"},
    {"4k3/8/8/8/8/8/8/4K3 - - 0 1", "character 21: the side to move is '-'; expected w or b"},
    {"4k3/8/8/8/8/8/8/4K2r b - - 0 1",
     "character 22: White is in check from h1 although Black is to move; only the side to move may be in check"},
    {"4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1",
     "character 23: Black is in check from e7 although White is to move; only the side to move may be in check"},
    // castling rights
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkx - 0 1",
     "character 30: 'x' is not a castling right; expected K, Q, k, q, a rook's file (A to H, a to h), or - alone"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1",
     "character 28: '-' is not a castling right; expected K, Q, k, q, a rook's file (A to H, a to h), or - alone"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1",
     "character 28: castling right 'K' repeats the right of the rook on h1; give each once"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KHq - 0 1",
     "character 28: castling right 'H' repeats the right of the rook on h1; give each once"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkqK - 0 1", "character 31: a fifth castling right; there are only four"},
    {"4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1",
     "character 26: castling right 'B' is White's second on the same side of the king, beside the rook on a1; only one "
     "rook per side may castle"},
    {"4k3/8/8/8/8/8/8/RK6 w AA - 0 1",
     "character 24: castling right 'A' repeats the right of the rook on a1; give "
     "each once"},
    {"4k3/8/8/8/8/8/8/4K3 w K - 0 1",
     "character 23: castling right 'K' needs a white rook on h1, where there is nothing"},
    {"4k3/8/8/8/8/8/8/4K2N w K - 0 1",
     "character 24: castling right 'K' needs a white rook on h1, where there is a white knight"},
    {"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1",
     "character 25: castling right 'K' needs a white rook on h1, where there is nothing (--chess960 reads it as the "
     "rook on g1)"},
    {"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "character 24: castling right 'K' needs the white king on e1, it stands on e2"},
    {"4k3/8/8/8/8/8/4K3/7R w H - 0 1",
     "character 24: castling right 'H' needs the white king on rank 1, it stands on e2"},
    {"4k3/8/8/8/8/8/4K3/7R w K - 0 1",
     "character 24: castling right 'K' needs the white king on rank 1, it stands on e2", kChess960},
    {"4k3/8/8/8/8/7R/8/4K3 w K - 0 1",
     "character 24: castling right 'K' needs a white rook right of the king on e1, there is none", kChess960},
    {"krr5/8/8/8/8/8/8/4K3 w kq - 0 1",
     "character 25: castling right 'q' needs a black rook left of the king on a8, there is none", kChess960},
    {"4k3/8/8/8/8/8/8/1R2K3 w A - 0 1",
     "character 25: castling right 'A' needs a white rook on a1, where there is nothing"},
    // en passant
    {"4k3/8/8/3Pp3/8/8/8/4K3 w - e5 0 1",
     "character 28: en passant square 'e5' must be - or a square of rank 6 when White is to move"},
    {"4k3/8/8/3Pp3/8/8/8/4K3 w - E6 0 1",
     "character 28: en passant square 'E6' must be - or a square of rank 6 when White is to move"},
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - d6 0 1",
     "character 28: en passant square 'd6' must be - or a square of rank 3 when Black is to move"},
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - d 0 1",
     "character 28: en passant square 'd' must be - or a square of rank 3 when Black is to move"},
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - 0 1",
     "character 28: en passant square '0' must be - or a square of rank 3 when Black is to move"},
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - e3 0 1",
     "character 28: en passant square 'e3' needs a white pawn on e4 that has just moved two squares"},
    {"4k3/8/8/8/3Pp3/8/3R4/4K3 b - d3 0 1",
     "character 30: en passant square 'd3' requires d2 to be empty: the pawn came from there"},
    {"4k3/8/8/8/3Pp3/3n4/8/K7 b - d3 0 1",
     "character 29: en passant square 'd3' is occupied; a pawn has just passed over it, so it must be empty"},
    // counters and what follows
    {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "character 27: the halfmove clock is 'x'; expected a number from 0 to 9999"},
    {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "character 27: the halfmove clock is '-1'; expected a number from 0 to 9999"},
    {"4k3/8/8/8/8/8/8/4K3 w - - +1 1", "character 27: the halfmove clock is '+1'; expected a number from 0 to 9999"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", "character 27: the halfmove clock is '1.5'; expected a number from 0 to 9999"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1",
     "character 27: the halfmove clock is '99999999999999999999'; expected a number from 0 to 9999"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 10000", "character 29: the move number is '10000'; expected a number from 1 to 9999"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "character 31: unexpected text after the FEN: '2'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1;;", "character 30: unexpected text after the FEN: ';;'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 25 ;D3 170",
     "character 31: unexpected text after the FEN: ';D1 5 ;D2 25 ;D3 170'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;", "character 27: the halfmove clock is 'bm'; expected a number from 0 to 9999"},
    {std::string("4k3/8/8/8/8/8/8/4K3 w - - 0\0 1", 30),
     "character 27: the halfmove clock is '0\\x00'; expected a number from 0 to 9999"},
    // a byte-order mark is one character, as in an editor
    {"\xEF\xBB\xBFxk3/8/8/8/8/8/8/4K3 w - - 0 1",
     "character 2: 'x' is not a piece or a number of empty squares; expected PNBRQK for White, pnbrqk for Black, or 1 "
     "to 8"},
};

TEST(Fen, RefusesBadTextsAndSaysWhy) {
  for (const BadFen& bad : kBadFens) EXPECT_EQ(refusal(bad.text, bad.options), bad.message) << bad.text;
}

TEST(Fen, AdmitsAnyMaterialOnDemand) {
  for (const BadFen& bad : kBadFens) {
    if (bad.message.find("--any-material") == std::string::npos) continue;
    EXPECT_EQ(refusal(bad.text, kAnyMaterial), "") << bad.text;
  }
}

TEST(Fen, ReadsChess960RightsThatItsMessagesSpeakOf) {
  EXPECT_EQ(normalised("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", kChess960), "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1");
  EXPECT_TRUE(parse_fen("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", kChess960).position.castling_rooks() == bit(6));
}

/// A row of tests/data/position_cases.csv.
struct ReportedText {
  std::string id;
  std::string fen;
  bool refused = false;
  std::string message;  ///< the error, or the warnings
};

std::string unescaped(std::string text) {
  for (const auto& [escape, character] : {std::pair{"\\r", '\r'}, std::pair{"\\0", '\0'}}) {
    if (text.ends_with(escape)) text.replace(text.size() - 2, 2, 1, character);
  }
  return text;
}

std::vector<ReportedText> read_reported_texts() {
  std::ifstream file(std::string(PLYFORGE_TEST_DATA) + "/position_cases.csv");
  std::vector<ReportedText> rows;
  for (std::string line; std::getline(file, line);) {
    if (line[0] == '#' || line.starts_with("id,")) continue;
    std::vector<std::string> cells;
    for (int i = 0; i < 4; ++i) {
      cells.push_back(line.substr(0, line.find(',')));
      line.erase(0, cells.back().size() + 1);
    }
    rows.push_back({cells[0], unescaped(cells[2]), cells[3] == "reject", line.substr(1, line.size() - 2)});
  }
  return rows;
}

TEST(Fen, HandlesTextsThatOtherSoftwareStumbledOver) {
  const std::vector<ReportedText> rows = read_reported_texts();
  EXPECT_EQ(rows.size(), 30U);
  for (const ReportedText& row : rows) {
    SCOPED_TRACE(row.id);
    if (row.refused) {
      EXPECT_EQ(refusal(row.fen), row.message);
    } else {
      std::string warnings;
      for (const std::string& warning : warnings_of(row.fen)) warnings += (warnings.empty() ? "" : " | ") + warning;
      EXPECT_EQ(warnings, row.message);
    }
  }
}

TEST(Fen, ReadsPublishedSuitesWithoutWarning) {
  for (const char* suite : {"standard.epd", "chess960.epd", "bug_reports.epd"}) {
    const FenOptions& options = suite == std::string("standard.epd") ? kStandard : kChess960;
    for (const PerftCase& perft_case : read_suite(suite)) {
      Warnings warnings;
      const FenRecord record = parse_fen(perft_case.fen, options, &warnings);
      EXPECT_TRUE(warnings.empty()) << perft_case.fen << ": " << warnings.front();
      const auto d1 = perft_case.counts.find(1);
      if (d1 != perft_case.counts.end()) {
        EXPECT_EQ(legal_moves(record.position).size(), d1->second) << perft_case.fen;
      }
      const std::string fen = to_fen(record);
      const FenRecord again = parse_fen(fen, options);
      EXPECT_TRUE(again.position == record.position) << fen;
      EXPECT_EQ(to_fen(again), fen);
    }
  }
}

struct Oddity {
  std::string text;
  std::string fen;
  Warnings warnings;
};

TEST(Fen, ToleratesOdditiesWithAWarning) {
  const std::string fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const Oddity oddities[] = {
      {"r3k2r/8/8/8/8/8/8/R3K2R w",
       "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
       {"castling rights missing, read as -", "en passant square missing, read as -",
        "halfmove clock and move number missing, read as 0 1"}},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", fen, {"halfmove clock and move number missing, read as 0 1"}},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0", fen, {"move number missing, read as 1"}},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - - -", fen, {"halfmove clock '-' read as 0", "move number '-' read as 1"}},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 0", fen, {"move number 0 read as 1"}},
      {"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", fen, {"castling rights 'qkQK' read as KQkq"}},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KkQq - 0 1", fen, {"castling rights 'KkQq' read as KQkq"}},
      {"  r3k2r/8/8/8/8/8/8/R3K2R  w KQkq\t-   0 1 ", fen, {"extra blanks or tabs ignored"}},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq\t- 0 1", fen, {"extra blanks or tabs ignored"}},
      {fen + "\r\n",
       fen,
       {"line feed at the end of the line ignored", "carriage return at the end of the line ignored"}},
      {"\xEF\xBB\xBF" + fen, fen, {"byte-order mark ignored"}},
      {fen + " ;", fen, {"';' after the FEN ignored"}},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -;",
       fen,
       {"halfmove clock and move number missing, read as 0 1", "';' after the FEN ignored"}},
  };
  for (const Oddity& odd : oddities) {
    SCOPED_TRACE(odd.text);
    EXPECT_EQ(normalised(odd.text), odd.fen);
    EXPECT_EQ(warnings_of(odd.text), odd.warnings);
  }
}

TEST(Fen, KeepsCounters) {
  EXPECT_EQ(normalised("4k3/8/8/8/8/8/8/4K3 b - - 113 5899"), "4k3/8/8/8/8/8/8/4K3 b - - 113 5899");
}

TEST(Fen, DropsAnEnPassantSquareThatNoLegalCaptureUses) {
  // After 1. e4 no black pawn stands beside it.
  const FenRecord with = parse_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  const FenRecord without = parse_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_TRUE(with.position == without.position);
  EXPECT_EQ(to_fen(with), to_fen(without));
  // Of two capturers one may be pinned: the square stays.
  EXPECT_EQ(normalised("4k3/8/2b5/3PpP2/4K3/8/8/8 w - e6 0 1"), "4k3/8/2b5/3PpP2/4K3/8/8/8 w - e6 0 1");
  // Both pinned (reported to Stockfish, see bug_reports.epd).
  EXPECT_EQ(normalised("4k3/8/2b3b1/3PpP2/4K3/8/8/8 w - e6 0 1"), "4k3/8/2b3b1/3PpP2/4K3/8/8/8 w - - 0 1");
  EXPECT_EQ(normalised("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
}

TEST(Fen, WritesRightsAsXFen) {
  // The outermost rook is K or Q, an inner one its file: en.wikipedia.org/wiki/X-FEN.
  const std::pair<const char*, const char*> rights[] = {
      {"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"},
      {"4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1"},
      {"rr1k2rr/8/8/8/8/8/8/4K3 b ha - 0 1", "rr1k2rr/8/8/8/8/8/8/4K3 b kq - 0 1"},
      {"rk4r1/8/8/8/8/8/8/1R3KR1 b GBga - 0 1", "rk4r1/8/8/8/8/8/8/1R3KR1 b KQkq - 0 1"},  // Double Chess960
  };
  for (const auto& [text, fen] : rights) {
    const FenRecord record = parse_fen(text);
    EXPECT_TRUE(record.chess960) << text;
    EXPECT_EQ(to_fen(parse_fen(text, kChess960)), fen);
    EXPECT_EQ(to_fen(parse_fen(fen, kChess960)), fen);
    EXPECT_TRUE(parse_fen(fen, kChess960).position == record.position) << fen;
  }
}

TEST(Fen, WritesRightsSoThatTheyCanBeReadWithTheSameOptions) {
  const std::pair<const char*, const char*> rights[] = {
      {"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"},
      {"1r2k2r/8/8/8/8/8/8/R3K1R1 w bAhG - 0 1", "1r2k2r/8/8/8/8/8/8/R3K1R1 w GQkb - 0 1"},
      {"4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1"},
      {"4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1"},
      {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
  };
  for (const auto& [text, fen] : rights) {
    EXPECT_EQ(normalised(text), fen);
    EXPECT_EQ(normalised(fen), fen);
    EXPECT_TRUE(warnings_of(fen).empty()) << fen;
  }
  for (const PerftCase& perft_case : read_suite("chess960.epd")) {
    const std::size_t rights = perft_case.fen.find(' ') + 3;
    const std::size_t end = perft_case.fen.find(' ', rights);
    if (perft_case.fen.find_first_of("KQkq", rights) < end) continue;  // read as Chess960 only when asked
    const std::string fen = normalised(perft_case.fen);
    EXPECT_EQ(normalised(fen), fen);
    EXPECT_TRUE(parse_fen(fen).position == parse_fen(perft_case.fen, kChess960).position) << fen;
  }
}

TEST(Fen, TellsChess960FromStandardChess) {
  EXPECT_FALSE(parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1").chess960);
  EXPECT_EQ(normalised("r3k2r/8/8/8/8/8/8/R3K2R w AHah - 0 1"), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  EXPECT_TRUE(parse_fen("r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 0 1", kChess960).chess960);
  EXPECT_TRUE(parse_fen("r3k2r/8/8/8/8/8/8/R3K1R1 w GQkq - 0 1").chess960);
  EXPECT_TRUE(parse_fen(kStartFen, kChess960).chess960);
}

TEST(Fen, AgreesWithTheRuleBookOnRandomBoards) {
  Random random(11);
  random_boards(random, 3000, [](const rulebook::Board& board) {
    const std::string fen = rulebook::write_fen(board);
    Warnings warnings;
    const FenRecord record = parse_fen(fen, kAnything, &warnings);
    EXPECT_TRUE(warnings.empty()) << fen;
    EXPECT_TRUE(record.position == position_of(board)) << fen;
    EXPECT_EQ(to_fen(record), fen);
  });
}

/// A message that a terminal and a log can take.
void expect_presentable(const std::string& message) {
  EXPECT_LT(message.size(), 250U) << message;
  EXPECT_TRUE(std::all_of(message.begin(), message.end(), [](char c) { return c >= ' ' && c <= '~'; })) << message;
}

TEST(Fen, NeverStumblesOverMutatedText) {
  Random random(12);
  for (int i = 0; i < 20'000; ++i) {
    std::string text = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq a3 0 1";
    for (int changes = random.between(1, 4); changes > 0; --changes) {
      const auto at = static_cast<std::size_t>(random.below(static_cast<int>(text.size())));
      if (random.percent(30)) {
        text.erase(at, 1);
      } else {
        const char c = random.percent(80) ? text[static_cast<std::size_t>(random.below(static_cast<int>(text.size())))]
                                          : static_cast<char>(random.below(256));
        text.replace(at, random.percent(50) ? 1 : 0, 1, c);
      }
    }
    const FenOptions& options = random.percent(50) ? kStandard : kAnything;
    try {
      const FenRecord record = parse_fen(text, options);
      EXPECT_TRUE(parse_fen(to_fen(record), options).position == record.position) << text;
    } catch (const FenError& error) {
      expect_presentable(error.what());
      EXPECT_GE(error.column(), 1U);
      EXPECT_LE(error.column(), text.size() + 1) << text;
    }
  }
}

TEST(Fen, TakesLinearTimeOnLongLines) {
  constexpr std::size_t kLength = 4'000'000;
  const std::string start(kStartFen);
  const std::string lines[] = {
      std::string(kLength, ' ') + start,
      start + std::string(kLength, ' '),
      std::string(kLength, '/'),
      std::string(kLength, 'x'),
      start.substr(0, start.find(' ')) + " w " + std::string(kLength, 'K') + " - 0 1",
      start.substr(0, start.find(' ')) + " w KQkq - " + std::string(kLength, '0') + " 1",
      start + " " + std::string(kLength, 'x'),
      start + std::string(kLength, '\r'),
  };
  for (const std::string& line : lines) {
    const auto begin = std::chrono::steady_clock::now();
    expect_presentable(refusal(line));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2)) << line.substr(0, 80);
  }
}

}  // namespace
}  // namespace plyforge::testing
