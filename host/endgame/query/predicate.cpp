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

/// The moves that keep the result, and how many of them are underpromotions.
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

/// One bishop on each side, on squares of different colours.
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

/// How a number is compared; longer operators come before those they start with.
struct Operator {
  std::string_view sign;
  bool (*holds)(int value, int number);
};
constexpr auto kOperators = std::to_array<Operator>({
    {"<=", [](int value, int number) { return value <= number; }},
    {">=", [](int value, int number) { return value >= number; }},
    {"!=", [](int value, int number) { return value != number; }},
    {"=", [](int value, int number) { return value == number; }},
    {"<", [](int value, int number) { return value < number; }},
    {">", [](int value, int number) { return value > number; }},
});

bool has_capture(const Specimen& s) {
  const MoveList moves = legal_moves(s.position);
  return std::any_of(moves.begin(), moves.end(), [&](Move move) { return is_capture(s.position, move); });
}

bool must_underpromote(const Specimen& s, EndgameTables& tables) {
  if ((s.position.pawns() & s.position.own() & kRank7) == 0) return false;
  const Keepers found = keepers(tables, s);
  return found.moves != 0 && found.moves == found.underpromotions;
}

/// A predicate without a value.
struct Property {
  std::string_view name;
  bool (*holds)(const Specimen&, EndgameTables&);
};
constexpr auto kProperties = std::to_array<Property>({
    {"check", [](const Specimen& s, EndgameTables&) { return s.in_check; }},
    {"mate", [](const Specimen& s, EndgameTables&) { return s.in_check && s.moves == 0; }},
    {"stalemate", [](const Specimen& s, EndgameTables&) { return !s.in_check && s.moves == 0; }},
    {"capture", [](const Specimen& s, EndgameTables&) { return has_capture(s); }},
    {"en-passant", [](const Specimen& s, EndgameTables&) { return s.position.en_passant() != 0; }},
    {"white", [](const Specimen& s, EndgameTables&) { return !s.placement.black_to_move; }},
    {"black", [](const Specimen& s, EndgameTables&) { return s.placement.black_to_move; }},
    {"opposite-bishops", [](const Specimen& s, EndgameTables&) { return has_opposite_bishops(s); }},
    {"only-move", [](const Specimen& s, EndgameTables& tables) { return keepers(tables, s).moves == 1; }},
    {"zugzwang", [](const Specimen& s, EndgameTables& tables) { return is_zugzwang(tables, s); }},
    {"underpromotion", must_underpromote},
});

/// A predicate that compares a number: "moves>=12".
struct Number {
  std::string_view name;
  int (*of)(const Specimen&, EndgameTables&);
};
constexpr auto kNumbers = std::to_array<Number>({
    {"moves", [](const Specimen& s, EndgameTables&) { return s.moves; }},
    {"dtm", [](const Specimen& s, EndgameTables& tables) -> int { return value_of(tables, s).dtm; }},
    {"dtz", [](const Specimen& s, EndgameTables& tables) -> int { return value_of(tables, s).dtz; }},
    {"dtz50", [](const Specimen& s, EndgameTables& tables) -> int { return value_of(tables, s).dtz50; }},
});

/// The row of a table with this name, or null.
template <class Table>
const typename Table::value_type* find_row(const Table& table, std::string_view name) {
  const auto row = std::ranges::find(table, name, &Table::value_type::name);
  return row == table.end() ? nullptr : &*row;
}

Test property_test(const Property& property, EndgameTables& tables) {
  return [holds = property.holds, &tables](const Specimen& s) { return holds(s, tables); };
}

/// `comparison`: ">=12"
Test number_test(std::string_view text, const Number& number, std::string_view comparison, EndgameTables& tables) {
  for (const auto& [sign, holds] : kOperators) {
    if (!comparison.starts_with(sign)) continue;
    const std::string_view digits = comparison.substr(sign.size());
    int bound = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bound);
    if (error != std::errc{} || end != digits.data() + digits.size()) break;
    return [of = number.of, holds, bound, &tables](const Specimen& s) { return holds(of(s, tables), bound); };
  }
  fail(text, "after the name stands a comparison with a number, as in moves>=12");
}

Test result_test(std::string_view text, std::string_view name, EndgameTables& tables) {
  const auto* const result = std::ranges::find(kResults, name, &std::pair<std::string_view, Wdl>::first);
  if (result == kResults.end()) fail(text, "results are win, cursed-win, draw, blessed-loss, loss");
  return [wdl = result->second, &tables](const Specimen& s) { return value_of(tables, s).wdl() == wdl; };
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
         "Of solved endgames:\n"
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
  constexpr std::string_view kResultName = "wdl=";
  const std::size_t name_end = std::min(text.find_first_of("<>=!"), text.size());
  if (const Property* const property = find_row(kProperties, text)) {
    test_ = property_test(*property, tables);
  } else if (text.starts_with(kResultName)) {
    test_ = result_test(whole, text.substr(kResultName.size()), tables);
  } else if (const Number* const number = find_row(kNumbers, text.substr(0, name_end))) {
    test_ = number_test(whole, *number, text.substr(name_end), tables);
  } else if (const std::size_t at = text.find('@'); at != std::string_view::npos) {
    test_ = man_test(text, at);
  } else {
    fail(whole, "there is no such predicate; those there are:\n" + std::string(predicate_help()));
  }
}

}  // namespace plyforge
