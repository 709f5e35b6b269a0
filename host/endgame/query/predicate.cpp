#include "endgame/query/predicate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "board/moved_piece.h"
#include "movegen/legal.h"
#include "notation/text.h"

namespace plyforge {
namespace {

using Test = std::function<bool(const Specimen&)>;

[[noreturn]] void fail(std::string_view text, const std::string& why) {
  throw PredicateError("--where '" + std::string(text) + "': " + why);
}

constexpr std::array<std::pair<std::string_view, Wdl>, 5> kResults = {{{"win", Wdl::win},
                                                                       {"cursed-win", Wdl::cursed_win},
                                                                       {"draw", Wdl::draw},
                                                                       {"blessed-loss", Wdl::blessed_loss},
                                                                       {"loss", Wdl::loss}}};

EndgameValue value_of(EndgameTables& tables, const Specimen& specimen) {
  const std::optional<EndgameValue> value = tables.probe(specimen.position);
  if (!value) {
    throw PredicateError("there is no table of " + specimen.material->name() +
                         " or of what it leads to; solve it first: plyforge endgame solve " +
                         specimen.material->name() + " --dir " + tables.folder());
  }
  return *value;
}

/// Moves that keep the result, and how many of them promote to less than a queen.
struct Keepers {
  int moves = 0;
  int underpromotions = 0;
};
Keepers keepers(EndgameTables& tables, const Specimen& specimen) {
  const EndgameValue value = value_of(tables, specimen);
  Keepers found;
  for (const Move move : legal_moves(specimen.position)) {
    Specimen next = specimen;
    next.position = after(specimen.position, move);
    if (-value_of(tables, next).sign != value.sign) continue;
    ++found.moves;
    if (move.is_promotion() && move.kind != MoveKind::promotion_queen) ++found.underpromotions;
  }
  return found;
}

bool is_zugzwang(EndgameTables& tables, const Specimen& specimen) {
  if (specimen.in_check || specimen.position.en_passant() != 0) return false;
  Specimen other = specimen;
  other.position = specimen.position.flipped();
  if (checkers(other.position) != 0) return false;
  return value_of(tables, specimen).sign < -value_of(tables, other).sign;
}

/// Bishops of either side, one each, on squares of different colours.
bool has_opposite_bishops(const Specimen& specimen) {
  const Bitboard own = specimen.position.bishops() & specimen.position.own();
  const Bitboard theirs = specimen.position.bishops() & specimen.position.theirs();
  if (popcount(own) != 1 || popcount(theirs) != 1) return false;
  return ((own & kDarkSquares) != 0) != ((theirs & kDarkSquares) != 0);
}

/// "Q@d4", "k@a", "P@7"
Test man_test(std::string_view text, std::size_t at) {
  const char letter = at == 1 ? text[0] : '?';
  const bool black = letter >= 'a';
  const std::optional<Piece> piece = piece_from_letter(black ? static_cast<char>(letter - 'a' + 'A') : letter);
  if (!piece) fail(text, "before @ stands one man: K, Q, R, B, N, P, or k, q, ...");
  Bitboard squares = ~Bitboard{0};
  const std::string_view place = text.substr(at + 1);
  bool known = !place.empty() && place.size() <= 2;
  for (const char c : place) {
    if (c >= 'a' && c <= 'h') {
      squares &= kFileA << (c - 'a');
    } else if (c >= '1' && c <= '8') {
      squares &= kRank1 << (8 * (c - '1'));
    } else {
      known = false;
    }
  }
  if (!known || squares == 0) fail(text, "after @ stands a square, a file or a rank: d4, a, 7");
  return [=](const Specimen& specimen) {
    const Position& p = specimen.position;
    const Bitboard side = black == specimen.placement.black_to_move ? p.own() : p.theirs();
    const Bitboard wanted = specimen.placement.black_to_move ? flip_ranks(squares) : squares;
    return (men_of(p, *piece) & side & wanted) != 0;
  };
}

/// "moves>=12": the number and how it is compared.
std::function<bool(int)> comparison(std::string_view text, std::string_view rest) {
  constexpr std::array<std::string_view, 6> kOperators = {"<=", ">=", "!=", "=", "<", ">"};
  for (const std::string_view op : kOperators) {
    if (!rest.starts_with(op)) continue;
    const std::string_view digits = rest.substr(op.size());
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size()) break;
    return [op, number](int value) {
      if (op == "=") return value == number;
      if (op == "!=") return value != number;
      if (op == "<") return value < number;
      if (op == "<=") return value <= number;
      if (op == ">") return value > number;
      return value >= number;
    };
  }
  fail(text, "after the name stands a comparison with a number, as in moves>=12");
}

}  // namespace

std::string_view predicate_help() {
  return "check, mate, stalemate    the side to move is in check, mated, stalemated\n"
         "capture                   it has a capture\n"
         "en-passant                it may capture en passant\n"
         "white, black              who is to move\n"
         "moves=N                   legal moves; also != < <= > >=, here and below\n"
         "Q@d4, Q@d, k@8            a white queen on d4, on the d file; the black king on the 8th rank\n"
         "opposite-bishops          one bishop each, on squares of different colours\n"
         "Of solved endings:\n"
         "wdl=RESULT                win, cursed-win, draw, blessed-loss, loss\n"
         "dtm=N, dtz=N, dtz50=N     distance in plies, 0 for draws\n"
         "only-move                 one legal move alone keeps the result\n"
         "zugzwang                  the mover would be better off if it were the opponent's turn\n"
         "underpromotion            promotions to less than a queen alone keep the result\n"
         "A ! in front says that it must not be so.";
}

Predicate::Predicate(std::string_view text, EndgameTables& tables) {
  const std::string_view whole = text;
  if (text.starts_with('!')) {
    negated_ = true;
    text.remove_prefix(1);
  }
  if (text == "check") {
    test_ = [](const Specimen& s) { return s.in_check; };
  } else if (text == "mate") {
    test_ = [](const Specimen& s) { return s.in_check && s.moves == 0; };
  } else if (text == "stalemate") {
    test_ = [](const Specimen& s) { return !s.in_check && s.moves == 0; };
  } else if (text == "capture") {
    test_ = [](const Specimen& s) {
      const MoveList moves = legal_moves(s.position);
      return std::any_of(moves.begin(), moves.end(), [&](Move move) { return is_capture(s.position, move); });
    };
  } else if (text == "en-passant") {
    test_ = [](const Specimen& s) { return s.position.en_passant() != 0; };
  } else if (text == "white" || text == "black") {
    const bool black = text == "black";
    test_ = [black](const Specimen& s) { return s.placement.black_to_move == black; };
  } else if (text == "opposite-bishops") {
    test_ = has_opposite_bishops;
  } else if (text == "only-move") {
    test_ = [&tables](const Specimen& s) { return keepers(tables, s).moves == 1; };
  } else if (text == "zugzwang") {
    test_ = [&tables](const Specimen& s) { return is_zugzwang(tables, s); };
  } else if (text == "underpromotion") {
    test_ = [&tables](const Specimen& s) {
      if ((s.position.pawns() & s.position.own() & kRank7) == 0) return false;
      const Keepers found = keepers(tables, s);
      return found.moves != 0 && found.moves == found.underpromotions;
    };
  } else if (text.starts_with("wdl=")) {
    const auto found = std::find_if(kResults.begin(), kResults.end(),
                                    [&](const auto& result) { return result.first == text.substr(4); });
    if (found == kResults.end()) fail(whole, "results are win, cursed-win, draw, blessed-loss, loss");
    const Wdl wdl = found->second;
    test_ = [&tables, wdl](const Specimen& s) { return value_of(tables, s).wdl() == wdl; };
  } else if (text.starts_with("moves")) {
    test_ = [compare = comparison(whole, text.substr(5))](const Specimen& s) { return compare(s.moves); };
  } else if (text.starts_with("dtm")) {
    test_ = [&tables, compare = comparison(whole, text.substr(3))](const Specimen& s) {
      return compare(value_of(tables, s).dtm);
    };
  } else if (text.starts_with("dtz50")) {
    test_ = [&tables, compare = comparison(whole, text.substr(5))](const Specimen& s) {
      return compare(value_of(tables, s).dtz50);
    };
  } else if (text.starts_with("dtz")) {
    test_ = [&tables, compare = comparison(whole, text.substr(3))](const Specimen& s) {
      return compare(value_of(tables, s).dtz);
    };
  } else if (const std::size_t at = text.find('@'); at != std::string_view::npos) {
    test_ = man_test(text, at);
  } else {
    fail(whole, "there is no such predicate; those there are:\n" + std::string(predicate_help()));
  }
}

}  // namespace plyforge
