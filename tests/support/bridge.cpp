#include "support/bridge.h"

#include <algorithm>
#include <ostream>

#include "rulebook/fen.h"
#include "rulebook/rules.h"

namespace plyforge::testing {
namespace {

constexpr std::string_view kKinds = ".pnbrqk";

/// A square of the mover's board on the rule book's, and back.
rulebook::Square square_of(Square s, Colour mover) {
  const Square seen = mover == Colour::white ? s : flip(s);
  return {file_of(seen), rank_of(seen)};
}

Square square_of(rulebook::Square s, Colour mover) {
  const Square seen = make_square(s.file, s.rank);
  return mover == Colour::white ? seen : flip(seen);
}

bool may_castle(const rulebook::Board& board, rulebook::Square s) {
  for (const bool white : {true, false}) {
    if (s.rank != rulebook::back_rank(white)) continue;
    for (const int side : {rulebook::kQueenside, rulebook::kKingside}) {
      if (board.castling(rulebook::colour_index(white), side) == s.file) return true;
    }
  }
  return false;
}

}  // namespace

Colour mover_of(const rulebook::Board& board) { return board.white_to_move ? Colour::white : Colour::black; }

Position position_of(const rulebook::Board& given) {
  const rulebook::Board board = rulebook::normalised(given);
  const Colour mover = mover_of(board);
  Position position;
  for (const rulebook::Square s : rulebook::kSquares) {
    const char man = board.at(s);
    if (man == rulebook::kEmpty) continue;
    const Bitboard set = bit(square_of(s, mover));
    const auto code = static_cast<Piece>(kKinds.find(rulebook::kind(man)));
    position.put_code(may_castle(board, s) ? Piece::castling_rook : code, set);
    if (rulebook::is_white(man) != board.white_to_move) position.opponent |= set;
  }
  if (board.ep_square) position.opponent |= bit(square_of(*board.ep_square, mover));
  return position;
}

rulebook::Board board_of(const Position& position, Colour mover) {
  rulebook::Board board;
  board.white_to_move = mover == Colour::white;
  for (Square s = 0; s < 64; ++s) {
    const Piece piece = position.piece_at(s);
    if (piece == Piece::none) continue;
    const bool white = ((position.opponent >> s & 1) == 0) == board.white_to_move;
    const char kind = piece == Piece::castling_rook ? 'r' : kKinds[static_cast<std::size_t>(piece)];
    board.at(square_of(s, mover)) = rulebook::man_of(kind, white);
  }
  for (Bitboard rooks = position.castling_rooks(); rooks != 0;) {
    const rulebook::Square rook = square_of(pop_lowest(rooks), mover);
    const bool white = rulebook::is_white(board.at(rook));
    const bool kingside = rook.file > rulebook::king_square(board, white).file;
    board.castling(rulebook::colour_index(white), kingside ? rulebook::kKingside : rulebook::kQueenside) = rook.file;
  }
  if (position.en_passant() != 0) board.ep_square = square_of(lowest(position.en_passant()), mover);
  return board;
}

rulebook::Board board_of(const FenRecord& record) {
  rulebook::Board board = board_of(record.position, record.mover);
  board.halfmove_clock = record.halfmove_clock;
  board.fullmove_number = record.fullmove_number;
  return board;
}

std::string text_of(Move move, Colour mover) {
  std::string text;
  for (const Square s : {Square{move.from}, Square{move.to}}) {
    const rulebook::Square seen = square_of(s, mover);
    text += static_cast<char>('a' + seen.file);
    text += static_cast<char>('1' + seen.rank);
  }
  if (move.is_promotion()) text += kKinds[static_cast<std::size_t>(move.promotion())];
  return text;
}

std::vector<std::string> sorted_moves(const Position& position, Colour mover) {
  std::vector<std::string> texts;
  for (const Move move : legal_moves(position)) texts.push_back(text_of(move, mover));
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::vector<std::string> sorted_moves(const rulebook::Board& board) {
  std::vector<std::string> texts;
  for (const rulebook::Move& move : rulebook::legal_moves(board)) texts.push_back(rulebook::text(move));
  std::sort(texts.begin(), texts.end());
  return texts;
}

Totals totals_of(const rulebook::Statistics& statistics) {
  Totals totals;
  totals.nodes = statistics.nodes;
  totals[StatsColumn::captures] = statistics.captures;
  totals[StatsColumn::en_passant] = statistics.en_passant;
  totals[StatsColumn::castles] = statistics.castles;
  totals[StatsColumn::promotions] = statistics.promotions;
  totals[StatsColumn::checks] = statistics.checks;
  totals[StatsColumn::discovered_checks] = statistics.discovered_checks;
  totals[StatsColumn::double_checks] = statistics.double_checks;
  totals[StatsColumn::checkmates] = statistics.checkmates;
  totals[StatsColumn::discovered_mates] = statistics.discovered_mates;
  totals[StatsColumn::double_mates] = statistics.double_mates;
  return totals;
}

Totals totals_of(const rulebook::Outcomes& outcomes) {
  Totals totals;
  totals.nodes = outcomes.nodes;
  totals[OutcomeColumn::checkmate] = outcomes.checkmates;
  totals[OutcomeColumn::stalemate] = outcomes.stalemates;
  totals[OutcomeColumn::dead] = outcomes.dead;
  totals[OutcomeColumn::check] = outcomes.checks;
  totals[OutcomeColumn::other] = outcomes.others;
  return totals;
}

Totals rulebook_totals(const rulebook::Board& board, int depth, Leaf leaf) {
  switch (leaf) {
    case Leaf::moves: {
      Totals totals;
      totals.nodes = rulebook::perft(board, depth);
      return totals;
    }
    case Leaf::stats:
      return totals_of(rulebook::statistics(board, depth));
    case Leaf::outcome:
      return totals_of(rulebook::outcomes(board, depth));
  }
  return {};
}

}  // namespace plyforge::testing

namespace plyforge {

void PrintTo(const Totals& totals, std::ostream* out) {
  *out << "nodes " << to_string(totals.nodes) << ", columns";
  for (const Wide value : totals.columns) *out << ' ' << to_string(value);
}

void PrintTo(const Position& position, std::ostream* out) {
  *out << rulebook::position_text(testing::board_of(position, Colour::white));
}

}  // namespace plyforge
