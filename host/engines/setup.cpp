#include "engines/setup.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include "movegen/legal.h"
#include "notation/notation.h"
#include "notation/text.h"

namespace plyforge {
namespace {

/// The first six words; FENs and EPD lines part their fields by blanks.
std::array<std::string, 6> fields(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::array<std::string, 6> result;
  for (std::string& word : result) words >> word;
  return result;
}

/// Castling rights by the files of the rooks.
std::string shredder_rights(const FenRecord& record) {
  const Position board = record.mover == Colour::white ? record.position : record.position.flipped();
  std::string text;
  for (const Colour colour : {Colour::white, Colour::black}) {
    const Bitboard side = colour == Colour::white ? board.own() : board.theirs();
    for (int file = 7; file >= 0; --file) {
      const Bitboard home = bit(make_square(file, colour == Colour::white ? 0 : 7));
      if ((board.castling_rooks() & side & home) == 0) continue;
      text += static_cast<char>((colour == Colour::white ? 'A' : 'a') + file);
    }
  }
  return text.empty() ? "-" : text;
}

/// The setup with another position on the board, read as anybody's FEN would be; nothing where it is none.
std::optional<Setup> changed(const Setup& setup, const Position& position, std::optional<Square> ep_square) {
  Setup next = setup;
  next.record.position = position;
  next.ep_square = ep_square;
  try {
    const std::string fen = fen_text(next, FenStyle::shredder);
    next = setup_of(parse_fen(fen, {.chess960 = setup.record.chess960, .any_material = true}), fen);
    next.record.rights_by_file = setup.record.rights_by_file;
    return next;
  } catch (const FenError&) {
    return std::nullopt;
  }
}

}  // namespace

Setup setup_of(const FenRecord& record, std::string_view text) { return {record, stated_ep_square(text)}; }

std::string fen_text(const Setup& setup) {
  std::array<std::string, 6> words = fields(to_fen(setup.record));
  if (setup.ep_square) words[3] = square_name(*setup.ep_square);
  std::string text = words[0];
  for (std::size_t i = 1; i < words.size(); ++i) text += " " + words[i];
  return text;
}

std::string fen_text(const Setup& setup, FenStyle style) {
  Setup styled = setup;
  styled.record.rights_by_file = false;
  const std::string text = fen_text(styled);
  if (style == FenStyle::x_fen) return text;
  const std::size_t rights = text.find(' ', text.find(' ') + 1) + 1;
  return text.substr(0, rights) + shredder_rights(setup.record) + text.substr(text.find(' ', rights));
}

Setup play(const Setup& setup, Move move) {
  Setup next{play(setup.record, move)};
  // Only beside a pawn that could capture, legally or not: the square is then in FENs of every style.
  const Bitboard target = bit(move.to);
  if (move.kind == MoveKind::double_push &&
      ((east(target) | west(target)) & setup.record.position.theirs() & setup.record.position.pawns()) != 0) {
    next.ep_square = board_square(move.to - 8, setup.record.mover);
  }
  return next;
}

void Line::play(Move move) {
  setups_.push_back(plyforge::play(end(), move));
  moves_.push_back(move);
}

Line Line::last(std::size_t plies) const {
  const auto first = moves_.end() - static_cast<std::ptrdiff_t>(plies);
  Line line(*(setups_.end() - 1 - static_cast<std::ptrdiff_t>(plies)));
  for (auto move = first; move != moves_.end(); ++move) line.play(*move);
  return line;
}

std::optional<Line> Line::from(const Setup& start) const {
  Line line(start);
  for (const Move move : moves_) {
    const MoveList legal = legal_moves(line.end().record.position);
    if (std::find(legal.begin(), legal.end(), move) == legal.end()) return std::nullopt;
    line.play(move);
  }
  return line;
}

Query query_of(const Line& line, int depth, FenStyle style, bool takes_moves) {
  Query query{.fen = fen_text(takes_moves ? line.start() : line.end(), style),
              .depth = depth,
              .chess960 = line.start().record.chess960};
  if (!takes_moves) return query;
  for (std::size_t i = 0; i < line.moves().size(); ++i) {
    const FenRecord& record = line.setups()[i].record;
    query.moves.push_back(to_uci(record, line.moves()[i]));
  }
  return query;
}

std::vector<Setup> smaller_setups(const Setup& setup) {
  const Position& position = setup.record.position;
  std::vector<Setup> smaller;
  const auto add = [&smaller](std::optional<Setup> candidate) {
    if (candidate) smaller.push_back(*std::move(candidate));
  };
  for (Bitboard men = position.occupied() & ~position.kings(); men != 0;) {
    Position without = position;
    const Bitboard man = bit(pop_lowest(men));
    without.clear_codes(man);
    without.opponent &= ~(man | position.en_passant());
    add(changed(setup, without, setup.ep_square));
  }
  for (Bitboard rooks = position.castling_rooks(); rooks != 0;) {
    Position without = position;
    const Bitboard rook = bit(pop_lowest(rooks));
    without.clear_codes(rook);
    without.put_code(Piece::rook, rook);
    add(changed(setup, without, setup.ep_square));
  }
  if (setup.ep_square) {
    Position without = position;
    without.opponent &= ~position.en_passant();
    add(changed(setup, without, std::nullopt));
  }
  return smaller;
}

}  // namespace plyforge
