#include "notation/move_pattern.h"

#include "notation/move_signs.h"

namespace plyforge {

namespace {

constexpr bool is_file(char c) { return c >= 'a' && c <= 'h'; }
constexpr bool is_rank(char c) { return c >= '1' && c <= '8'; }

/// The piece of a capital letter, or none.
constexpr Piece piece_of(char letter) {
  switch (letter) {
    case 'P':
      return Piece::pawn;
    case 'N':
      return Piece::knight;
    case 'B':
      return Piece::bishop;
    case 'R':
      return Piece::rook;
    case 'Q':
      return Piece::queen;
    case 'K':
      return Piece::king;
    default:
      return Piece::none;
  }
}

/// Reads the parts of a move from front to end.
class MoveReader {
 public:
  MoveReader(std::string_view text, MovePattern& pattern) : text_(text), pattern_(pattern) {}

  /// The number of characters read, or 0.
  std::size_t read() {
    if (!castling() && !man()) return 0;
    signs();
    return at_;
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  bool castling() {
    const char o = peek();
    if (o != 'O' && o != '0' && o != 'o') return false;
    if (peek(1) != '-' || peek(2) != o) return false;
    const bool queen_side = peek(3) == '-' && peek(4) == o;
    pattern_.castle = queen_side ? MovePattern::Castle::queen_side : MovePattern::Castle::king_side;
    at_ += queen_side ? 5 : 3;
    return true;
  }

  /// Squares of a text of a file, a rank or both.
  static Bitboard squares(std::string_view name) {
    Bitboard set = ~Bitboard{0};
    for (const char c : name) set &= is_file(c) ? kFileA << (c - 'a') : kRank1 << 8 * (c - '1');
    return set;
  }

  bool man() {
    pattern_.piece = piece_of(peek());
    if (pattern_.piece != Piece::none) ++at_;
    const bool pawn = pattern_.piece == Piece::none || pattern_.piece == Piece::pawn;
    // The files and ranks of both squares, and where the sign between them stands.
    char body[4];
    std::size_t size = 0;
    std::size_t split = kNowhere;
    for (; size <= 4; ++at_) {
      const char c = peek();
      if ((c == 'x' || c == ':' || c == '-') && split == kNowhere) {
        if (c == '-' && size == 0) return false;
        split = size;
        pattern_.takes = c != '-';
      } else if (size < 4 && (is_file(c) || is_rank(c)) && en_passant_length() == 0 &&
                 !(pawn && promotes_to_bishop({body, size}))) {
        body[size++] = c;
      } else {
        break;
      }
    }
    const std::string_view all(body, size);
    if (!targets(all, split, pawn)) return false;
    promotion(pawn);
    return true;
  }

  /// Whether a small b that comes next names a piece, as in a8b, and not a file.
  bool promotes_to_bishop(std::string_view body) const {
    return peek() == 'b' && !body.empty() && (body.back() == '1' || body.back() == '8') && !is_body(peek(1));
  }

  bool targets(std::string_view all, std::size_t split, bool pawn) {
    const bool by_files = pawn && is_file(all.empty() ? '\0' : all.back());  // cd, cxd
    const std::size_t to_size = by_files ? 1 : 2;
    if (all.size() < to_size) return false;
    const std::string_view to = all.substr(all.size() - to_size);
    const std::string_view from = all.substr(0, all.size() - to_size);
    if (split != kNowhere && split != from.size()) return false;
    if (!is_file(to[0]) || (!by_files && !is_rank(to[1]))) return false;
    if (by_files && (from.size() != 1 || (split != kNowhere && !pattern_.takes))) return false;
    if (from.size() == 2 && !(is_file(from[0]) && is_rank(from[1]))) return false;
    if (by_files && from[0] != to[0] - 1 && from[0] != to[0] + 1) return false;
    if (by_files) pattern_.takes = true;
    pattern_.to = squares(to);
    pattern_.from = squares(from);
    pattern_.whole_from = from.size() == 2;
    // A pawn that captures names the file that it comes from: d5 is never a capture.
    if (pawn && from.empty() && !pattern_.takes) pattern_.from = squares(to.substr(0, 1));
    return true;
  }

  /// Reads the piece that a pawn becomes: =Q, Q, q, /Q, (Q), =(Q), or (Q) after a blank.
  void promotion(bool pawn) {
    const bool equals = peek() == '=';
    const std::size_t sign = equals || peek() == '/' ? 1 : 0;
    const std::size_t blank = sign == 0 && peek() == ' ' ? 1 : 0;
    const bool in_brackets = peek(sign + blank) == '(' && peek(sign + blank + 2) == ')';
    const std::size_t before = in_brackets ? sign + blank + 1 : sign;
    char letter = peek(before);
    const bool small = letter >= 'a' && letter <= 'z';
    if (small) letter = static_cast<char>(letter - 'a' + 'A');
    const Piece piece = piece_of(letter);
    const bool may_be = piece != Piece::none && piece != Piece::pawn && piece != Piece::king;
    if (pawn && may_be && (in_brackets ? may_promote() : sign != 0 || bare_letter_is_promotion(small, letter))) {
      pattern_.promotion = piece;
      pattern_.old_promotion = in_brackets || (sign == 0 ? small && !pattern_.whole_from : !equals);
      at_ += before + (in_brackets ? 2 : 1);
    } else if (equals) {  // an offer of a draw
      ++at_;
    }
  }

  bool may_promote() const { return (pattern_.to & (kRank1 | kRank8)) != 0; }

  /// A letter without a sign may begin the next move instead: the rook of a1a8b7b6 and a1a8Bb5 is not a pawn.
  bool bare_letter_is_promotion(bool small, char letter) const {
    const bool ambiguous = small ? letter == 'B' : pattern_.whole_from;
    return one_square(pattern_.to) && may_promote() && !(ambiguous && is_body(peek(1)));
  }

  static bool one_square(Bitboard set) { return (set & (set - 1)) == 0; }

  static bool is_body(char c) { return is_file(c) || is_rank(c) || c == 'x' || c == ':' || c == '-'; }

  /// Characters of an "e.p." that comes next, or 0.
  std::size_t en_passant_length() const {
    if (peek() != 'e') return 0;
    for (const std::string_view text : {"e.p.", "e.p", "ep.", "ep"}) {
      if (text_.substr(at_).starts_with(text)) return text.size();
    }
    return 0;
  }

  void signs() {
    int checks = 0;
    bool mate = false;
    std::size_t glyphs_at = at_;
    std::size_t glyphs = 0;
    for (bool more = true; more;) {
      switch (peek()) {
        case '+':
          // +- and +/- are verdicts on the position.
          checks += peek(1) == '-' || peek(1) == '/' || peek(1) == '=' ? 0 : 1;
          break;
        case '#':
          mate = true;
          break;
        case '!':
        case '?':
          if (glyphs == 0) glyphs_at = at_;
          ++glyphs;
          break;
        case '~':
          break;
        case 'e':  // e.p., before the sign of check or after it
          if (en_passant_length() == 0) {
            more = false;
          } else {
            pattern_.en_passant = true;
            at_ += en_passant_length();
          }
          continue;
        default:
          more = false;
          continue;
      }
      if (checks == 0 && peek() == '+') break;
      ++at_;
    }
    pattern_.sign = mate          ? CheckSign::mate
                    : checks > 1  ? CheckSign::double_check
                    : checks == 1 ? CheckSign::check
                                  : CheckSign::none;
    pattern_.nag = glyph(text_.substr(glyphs_at, glyphs));
  }

  static std::uint8_t glyph(std::string_view signs) {
    constexpr std::string_view kGlyphs[] = {"!", "?", "!!", "??", "!?", "?!"};
    for (std::size_t i = 0; i < std::size(kGlyphs); ++i) {
      if (signs == kGlyphs[i]) return static_cast<std::uint8_t>(i + 1);
    }
    return 0;
  }

  static constexpr std::size_t kNowhere = ~std::size_t{0};

  std::string_view text_;
  MovePattern& pattern_;
  std::size_t at_ = 0;
};

}  // namespace

std::size_t read_move_prefix(std::string_view text, MovePattern& pattern) {
  pattern = {};
  return MoveReader(text, pattern).read();
}

std::optional<MovePattern> read_move_pattern(std::string_view text) {
  std::string ascii;
  if (!is_ascii(text)) text = ascii = ascii_signs(text);
  MovePattern pattern;
  const std::size_t taken = read_move_prefix(text, pattern);
  return taken == 0 || taken != text.size() ? std::nullopt : std::optional(pattern);
}

}  // namespace plyforge
