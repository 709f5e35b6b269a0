#include "games/move_remark.h"

#include <algorithm>
#include <cctype>

#include "games/pgn_tags.h"

namespace plyforge {

namespace {

struct Word {
  std::string_view text;
  CheckSign sign;
};

/// What books and score sheets in English append to moves, in any case.
constexpr Word kWords[] = {
    {"mate", CheckSign::mate},   {"checkmate", CheckSign::mate}, {"ch", CheckSign::check},
    {"check", CheckSign::check}, {"disch", CheckSign::check},    {"dblch", CheckSign::double_check},
    {"dis", CheckSign::none},    {"disc", CheckSign::none},      {"discovered", CheckSign::none},
    {"dbl", CheckSign::none},    {"double", CheckSign::none},    {"stalemate", CheckSign::none},
};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::optional<MoveRemark> read_move_remark(std::string_view text) {
  if (text == "--") return std::nullopt;                           // a null move
  if (text == "N" || text == "D") return MoveRemark{.length = 1};  // a novelty, a diagram
  if (text.find_first_not_of("!?+-=~/\\#^:_") == std::string_view::npos) return MoveRemark{.length = text.size()};
  if (text.size() >= 3 && text[0] == '(' && text[2] == ')') return MoveRemark{.length = 3};  // as in e4 (N)
  for (const std::string_view en_passant : {"e.p.", "e.p", "ep.", "ep"}) {
    if (text.starts_with(en_passant)) return MoveRemark{.length = en_passant.size(), .en_passant = true};
  }
  const auto letters = static_cast<std::size_t>(std::ranges::find_if_not(text, is_letter) - text.begin());
  const auto* const word =
      std::ranges::find_if(kWords, [&](const Word& w) { return same_ignoring_case(w.text, text.substr(0, letters)); });
  if (word == std::end(kWords)) return std::nullopt;
  return MoveRemark{.length = letters, .sign = word->sign};
}

}  // namespace plyforge
