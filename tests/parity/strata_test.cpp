// Every stratum by the rule book: what a position is said to show is looked for again with the slow generator.

#include "diagnosis/strata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "rulebook/count.h"
#include "rulebook/fen.h"
#include "rulebook/rules.h"
#include "suites/suite_maker.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

using rulebook::Board;
using rulebook::Move;
using rulebook::Square;

bool any_move(const Board& board, const std::function<bool(const Move&)>& holds) {
  return std::ranges::any_of(rulebook::legal_moves(board), holds);
}

bool gives_check(const Board& board, const Move& move) {
  const Board next = rulebook::play(board, move);
  return rulebook::in_check(next, next.white_to_move);
}

rulebook::Statistics statistics_of(const Board& board, const Move& move) {
  rulebook::Statistics statistics;
  rulebook::add_move(statistics, board, move);
  return statistics;
}

/// The squares a king or rook passes on the back rank from one file to another, both included.
std::vector<Square> way(int from, int to, int rank) {
  std::vector<Square> squares;
  for (int file = std::min(from, to); file <= std::max(from, to); ++file) squares.push_back({file, rank});
  return squares;
}

/// One way to castle, whether it is legal or not.
struct Castling {
  bool white = true;
  int side = 0;
  Square king;
  Square rook{};
  bool legal = false;
  bool free = true;                ///< nobody else stands on the way of king or rook
  std::vector<Square> attacked{};  ///< of the king's way, as the men stand
  std::vector<Square> king_way{};
  std::vector<Square> rook_way{};
  int king_to() const { return side == rulebook::kKingside ? 6 : 2; }
  int rook_to() const { return side == rulebook::kKingside ? 5 : 3; }
};

std::vector<Castling> castlings(const Board& board) {
  std::vector<Castling> found;
  const bool white = board.white_to_move;
  for (const int side : {rulebook::kQueenside, rulebook::kKingside}) {
    const int file = board.castling(rulebook::colour_index(white), side);
    if (file < 0) continue;
    Castling c{.white = white, .side = side, .king = rulebook::king_square(board, white)};
    c.rook = {file, c.king.rank};
    c.legal = any_move(board, [&](const Move& move) { return move.castle && move.to == c.rook; });
    c.king_way = way(c.king.file, c.king_to(), c.king.rank);
    c.rook_way = way(c.rook.file, c.rook_to(), c.king.rank);
    for (const auto* squares : {&c.king_way, &c.rook_way}) {
      for (const Square s : *squares) c.free = c.free && (board.empty(s) || s == c.king || s == c.rook);
    }
    for (const Square s : c.king_way) {
      if (!rulebook::attackers(board, s, !white).empty()) c.attacked.push_back(s);
    }
    found.push_back(c);
  }
  return found;
}

bool any_castling(const Board& board, const std::function<bool(const Castling&)>& holds) {
  return std::ranges::any_of(castlings(board), holds);
}

bool is_attacked(const Castling& c, Square s) { return std::ranges::count(c.attacked, s) != 0; }

/// A way to castle that is denied though nobody stands in the way.
bool denied(const Board& board, const std::function<bool(const Castling&)>& why) {
  return any_castling(board, [&](const Castling& c) { return !c.legal && c.free && why(c); });
}

/// En passant captures that are not legal, by the men that then attack the king: those in line with it along
/// (files, ranks) steps.
bool exposed(const Board& board, const std::function<bool(int files, int ranks)>& line) {
  if (rulebook::in_check(board, board.white_to_move)) return false;
  const Square king = rulebook::king_square(board, board.white_to_move);
  for (const Move& move : rulebook::pseudo_legal_moves(board)) {
    if (!move.en_passant || rulebook::is_legal(board, move)) continue;
    for (const Square s : rulebook::attackers(rulebook::play(board, move), king, !board.white_to_move)) {
      if (line(std::abs(s.file - king.file), std::abs(s.rank - king.rank))) return true;
    }
  }
  return false;
}

/// Whether a man of one of these kinds is pinned, not in check: taken off the board, it leaves its king in check along
/// a line of that shape.
bool pinned(const Board& board, const std::string& kinds, bool diagonal, bool straight, bool moves) {
  const bool white = board.white_to_move;
  if (rulebook::in_check(board, white)) return false;
  const Square king = rulebook::king_square(board, white);
  for (const Square s : rulebook::kSquares) {
    const char man = board.at(s);
    if (board.empty(s) || rulebook::is_white(man) != white || kinds.find(rulebook::kind(man)) == std::string::npos) {
      continue;
    }
    Board without = board;
    without.at(s) = rulebook::kEmpty;
    const bool in_line = s.file == king.file || s.rank == king.rank;
    if (!rulebook::in_check(without, white) || !(in_line ? straight : diagonal)) continue;
    const auto from_here = [&](const Move& move) { return move.from == s && !move.castle; };
    if (any_move(board, from_here) == moves && std::ranges::any_of(rulebook::pseudo_legal_moves(board), from_here)) {
      return true;
    }
  }
  return false;
}

bool takes_right(const Board& board, const Move& move) {
  const bool white = board.white_to_move;
  const auto& files = board.castling_file[static_cast<std::size_t>(rulebook::colour_index(!white))];
  return !move.castle && move.to.rank == rulebook::back_rank(!white) && std::ranges::count(files, move.to.file) != 0;
}

std::size_t count_checkers(const Board& board) {
  const bool white = board.white_to_move;
  return rulebook::attackers(board, rulebook::king_square(board, white), !white).size();
}

/// What each stratum means, by the rule book.
bool shows(const Board& board, Stratum stratum) {
  const bool check = rulebook::in_check(board, board.white_to_move);
  const auto castles = [&](bool white, int side) {
    return any_castling(board, [&](const Castling& c) { return c.legal && c.white == white && c.side == side; });
  };
  const auto legal_castling = [&](const std::function<bool(const Castling&)>& holds) {
    return any_castling(board, [&](const Castling& c) { return c.legal && holds(c); });
  };
  const auto promotes = [&](const std::function<bool(const Move&)>& holds) {
    return any_move(board, [&](const Move& move) { return move.promotion != 0 && holds(move); });
  };
  rulebook::Outcomes outcome;
  rulebook::add_position(outcome, board);
  switch (stratum) {
    case Stratum::castle_white_king:
      return castles(true, rulebook::kKingside);
    case Stratum::castle_white_queen:
      return castles(true, rulebook::kQueenside);
    case Stratum::castle_black_king:
      return castles(false, rulebook::kKingside);
    case Stratum::castle_black_queen:
      return castles(false, rulebook::kQueenside);
    case Stratum::castle_out_of_check:
      return denied(board, [](const Castling& c) { return c.attacked == std::vector<Square>{c.king}; });
    case Stratum::castle_through_attack:
      return denied(board, [](const Castling& c) {
        return !c.attacked.empty() && !is_attacked(c, c.king) && !is_attacked(c, {c.king_to(), c.king.rank});
      });
    case Stratum::castle_into_attack:
      return denied(board, [](const Castling& c) {
        return c.king_to() != c.king.file && c.attacked == std::vector<Square>{{c.king_to(), c.king.rank}};
      });
    case Stratum::castle_rook_attacked:
      return legal_castling([&](const Castling& c) {
        return std::ranges::any_of(c.rook_way, [&](Square s) {
          return std::ranges::count(c.king_way, s) == 0 && s.file != c.rook_to() &&
                 !rulebook::attackers(board, s, !c.white).empty();
        });
      });
    case Stratum::castle_gives_check:
      return any_move(board, [&](const Move& move) { return move.castle && gives_check(board, move); });
    case Stratum::castle_king_in_place:
      return legal_castling([](const Castling& c) { return c.king.file == c.king_to(); });
    case Stratum::castle_rook_in_place:
      return legal_castling([](const Castling& c) { return c.rook.file == c.rook_to(); });
    case Stratum::castle_swap:
      return legal_castling([](const Castling& c) { return c.king.file == c.rook_to() && c.rook.file == c.king_to(); });
    case Stratum::castle_rook_shields:
      return denied(board, [](const Castling& c) { return c.attacked.empty(); });
    case Stratum::rook_with_right_taken:
      return any_move(board, [&](const Move& move) { return takes_right(board, move); });
    case Stratum::en_passant:
      return any_move(board, [](const Move& move) { return move.en_passant; });
    case Stratum::en_passant_by_two:
      return std::ranges::count_if(rulebook::legal_moves(board), [](const Move& move) { return move.en_passant; }) == 2;
    case Stratum::en_passant_exposes_rank:
      return exposed(board, [](int, int ranks) { return ranks == 0; });
    case Stratum::en_passant_exposes_diagonal:
      return exposed(board, [](int files, int ranks) { return files == ranks; });
    case Stratum::en_passant_exposes_file:
      return exposed(board, [](int files, int) { return files == 0; });
    case Stratum::en_passant_evades:
      return check && any_move(board, [](const Move& move) { return move.en_passant; });
    case Stratum::en_passant_discovers:
      return any_move(board, [&](const Move& move) {
        return move.en_passant && statistics_of(board, move).discovered_checks != 0;
      });
    case Stratum::promotion:
      return promotes([](const Move&) { return true; });
    case Stratum::promotion_takes:
      return promotes([&](const Move& move) { return !board.empty(move.to); });
    case Stratum::promotion_takes_right:
      return promotes([&](const Move& move) { return takes_right(board, move); });
    case Stratum::promotion_evades:
      return check && promotes([](const Move&) { return true; });
    case Stratum::underpromotion_checks:
      return promotes([&](Move move) {
        if (move.promotion != 'n' || !gives_check(board, move)) return false;
        move.promotion = 'q';
        return !gives_check(board, move);
      });
    case Stratum::pinned_diagonal:
      return pinned(board, "bq", true, false, true);
    case Stratum::pinned_orthogonal:
      return pinned(board, "rq", false, true, true);
    case Stratum::pinned_pawn:
      return pinned(board, "p", true, true, true);
    case Stratum::pinned_still:
      return pinned(board, "pnbrq", true, true, false);
    case Stratum::check:
      return count_checkers(board) == 1 &&
             any_move(board, [&](const Move& move) { return rulebook::kind(board.at(move.from)) != 'k'; });
    case Stratum::double_check:
      return count_checkers(board) == 2;
    case Stratum::gives_discovered_check:
      return any_move(board, [&](const Move& move) { return statistics_of(board, move).discovered_checks != 0; });
    case Stratum::gives_double_check:
      return any_move(board, [&](const Move& move) { return statistics_of(board, move).double_checks != 0; });
    case Stratum::checkmate:
      return outcome.checkmates == 1;
    case Stratum::stalemate:
      return outcome.stalemates == 1;
    case Stratum::dead:
      return outcome.dead == 1;
  }
  return false;
}

/// Makes a suite that holds `each` positions of every stratum of the variant.
void expect_strata_by_the_rule_book(Variant variant, std::uint64_t each) {
  SuiteOrder order{.seed = run_seed(), .variant = variant, .depth = 2};
  for (std::size_t s = 0; s < kStrata; ++s) {
    if (variant != Variant::standard || !kStratumInfo[s].chess960_only) order.each[s] = each;
  }
  std::map<Stratum, std::uint64_t> found;
  const auto shortfalls = make_suite(order, [&](const SuiteLine& line) {
    const std::string fen = to_fen_with_ep_square(line.candidate);
    const Board board = rulebook::read_fen(fen);
    ++found[*line.stratum];
    EXPECT_TRUE(shows(board, *line.stratum))
        << kStratumInfo[static_cast<std::size_t>(*line.stratum)].name << "  " << fen;
    // The pins on two lines at once and the like: every stratum of a position, not only the one it was taken for.
    const Strata strata = strata_of(line.candidate);
    for (std::size_t s = 0; s < kStrata; ++s) {
      EXPECT_EQ(strata[s], shows(board, static_cast<Stratum>(s))) << kStratumInfo[s].name << "  " << fen;
    }
    EXPECT_EQ(to_string(line.counts[0]), std::to_string(rulebook::perft(board, 1))) << fen;
    EXPECT_EQ(to_string(line.counts[1]), std::to_string(rulebook::perft(board, 2))) << fen;
    EXPECT_EQ(parse_fen(fen, {.chess960 = variant != Variant::standard}).position, line.candidate.record.position);
  });
  for (const Shortfall& missing : shortfalls) ADD_FAILURE() << missing.name << ": " << missing.found;
  for (std::size_t s = 0; s < kStrata; ++s) {
    EXPECT_EQ(found[static_cast<Stratum>(s)], order.each[s]) << kStratumInfo[s].name;
  }
}

TEST(StrataTest, StandardChess) { expect_strata_by_the_rule_book(Variant::standard, 20); }

TEST(StrataTest, Chess960) { expect_strata_by_the_rule_book(Variant::chess960, 10); }

TEST(StrataTest, DoubleChess960) { expect_strata_by_the_rule_book(Variant::double_chess960, 10); }

TEST(StrataLong, EachOfThemOften) {
  for (const Variant variant : {Variant::standard, Variant::chess960, Variant::double_chess960}) {
    expect_strata_by_the_rule_book(variant, 500);
  }
}

TEST(StrataTest, HaveNamesOfTheirOwn) {
  for (std::size_t s = 0; s < kStrata; ++s) {
    EXPECT_EQ(stratum_from_name(kStratumInfo[s].name), static_cast<Stratum>(s));
    EXPECT_FALSE(kStratumInfo[s].holds.empty());
  }
  EXPECT_EQ(stratum_from_name("nonsense"), std::nullopt);
}

}  // namespace
}  // namespace plyforge::testing
