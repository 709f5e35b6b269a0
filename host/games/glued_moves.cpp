#include "games/glued_moves.h"

#include <algorithm>
#include <vector>

#include "games/game.h"
#include "games/move_remark.h"
#include "notation/notation.h"

namespace plyforge {

namespace {

constexpr std::size_t kShortest = 2;  // e4
constexpr std::size_t kLongest = 12;  // Qa1-b2=Q(Q)+ and the like

/// Calls `take(length, pattern)` for each way to read a move from the front of a text, the longest first, until one
/// returns true. Returns whether one did.
template <class Take>
bool any_move_at_front(std::string_view text, Take take) {
  for (std::size_t length = std::min(text.size(), kLongest); length >= kShortest; --length) {
    MovePattern pattern;
    if (read_move_prefix(text.substr(0, length), pattern) == length && take(length, pattern)) return true;
  }
  return false;
}

/// Whether a text goes on as a game does: with the number of a move, a result, a remark or a legal move.
bool continues_game(const FenRecord& record, std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits > 0 && digits < text.size() && text[digits] == '.') return true;
  if (result_from_text(text) || read_move_remark(text)) return true;
  return any_move_at_front(
      text, [&](std::size_t, const MovePattern& pattern) { return !fitting_moves(record, pattern).empty(); });
}

}  // namespace

std::size_t read_glued_move(const FenRecord& record, std::string_view text, MovePattern& pattern) {
  std::size_t found = 0;
  any_move_at_front(text, [&](std::size_t length, const MovePattern& read) {
    if (length == text.size()) return false;
    const std::vector<Move> moves = fitting_moves(record, read);
    if (moves.size() != 1 || !continues_game(play(record, moves[0]), text.substr(length))) return false;
    found = length;
    pattern = read;
    return true;
  });
  return found;
}

}  // namespace plyforge
