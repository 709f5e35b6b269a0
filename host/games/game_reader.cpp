#include "games/game_reader.h"

#include <algorithm>
#include <utility>

#include "diagnosis/move_refusal.h"
#include "games/glued_moves.h"
#include "games/pgn_tags.h"
#include "notation/move_pattern.h"
#include "notation/move_signs.h"
#include "notation/notation.h"
#include "notation/text.h"

namespace plyforge {

namespace {

constexpr std::size_t kMostTags = 256;
constexpr std::size_t kMostWarnings = 20;  // of one game
constexpr std::size_t kLongestShown = 40;  // bytes of a word in a message

constexpr std::size_t kLongestNumber = 6;  // digits of a move number

bool is_digit(char c) { return c >= '0' && c <= '9'; }

const FenRecord& start_record() {
  static const FenRecord record = parse_fen(kStartFen);
  return record;
}

/// A word of the text in quotes, cut if it is long.
std::string shown(std::string_view text) {
  return "'" + std::string(text.substr(0, kLongestShown)) + (text.size() > kLongestShown ? "..." : "") + "'";
}

std::string unclosed_text(const PgnToken& token) {
  const std::string line = " on line " + std::to_string(token.line);
  return token.text == "{" ? "the comment that begins" + line + " is never closed"
                           : "the '<'" + line + " is not closed on that line";
}

/// The last move of a game without its sign of check.
std::string last_san(const Game& game) {
  std::string san = to_san(game.play.record(game.play.plies() - 1), game.moves.back());
  if (san.ends_with('+') || san.ends_with('#')) san.pop_back();
  return san;
}

bool is_null_move(std::string_view word) { return word == "--" || word == "Z0" || word == "0000" || word == "@@@@"; }

}  // namespace

bool GameReader::next(Game& game) {
  clear(game);
  for (;;) {
    const PgnToken token = held_ ? *std::exchange(held_, std::nullopt) : scanner_.next();
    line_ = token.line;
    const bool begun = in_moves_ || !game.tags.empty() || !game.warnings.empty() || game.fault || move_in_variation_;
    if (!begun) game.line = token.line;
    if (token.kind == PgnToken::Kind::end) {
      if (begun) finish(game);
      return begun;
    }
    const Then then = take(game, token);
    if (then == Then::proceed) continue;
    if (then == Then::hold && !held_) held_ = token;
    finish(game);
    return true;
  }
}

void GameReader::clear(Game& game) {
  game.number = ++games_;
  game.tags.clear();
  game.moves.clear();
  game.nags.clear();
  game.stated = GameResult::unknown;
  game.from_start_array = true;
  game.fault.reset();
  game.warnings.clear();
  game.play.restart(start_record());
  depth_ = number_slip_ = 0;
  in_moves_ = result_seen_ = move_in_variation_ = false;
  // Brackets may already have been opened before the number 1 that told the next game.
  if (!held_ || held_->kind != PgnToken::Kind::text) {
    bracket_ = Bracket::none;
    main_line_in_brackets_ = false;
  }
}

GameReader::Then GameReader::take(Game& game, const PgnToken& token) {
  using Kind = PgnToken::Kind;
  switch (token.kind) {
    case Kind::tag:
      return take_tag(game, token);
    case Kind::bad_tag:
      if (in_moves_ && !token.text.empty()) return Then::hold;
      if (token.holds_moves) {
        fail(game, "[", std::string(token.value) + ", and there are moves in it");
      } else {
        warn(game, std::string(token.value) + "; ignored");
      }
      break;
    case Kind::text:
      if (bracket_ == Bracket::opened) open_bracket(game, token.text);
      if (depth_ == 0) return take_text(game, token.text);
      if (game.moves.empty()) look_for_move(token.text);
      break;
    case Kind::variation_begins:
      if (depth_++ == 0) variation_line_ = token.line;
      break;
    case Kind::variation_ends:
      if (depth_ > 0) {
        --depth_;
      } else if (in_moves_) {
        warn(game, "unmatched ')'");
      }
      break;
    case Kind::nag:
      if (depth_ == 0 && !game.moves.empty() && !game.fault && game.nags.back() == 0 && token.text.size() <= 3) {
        int number = 0;
        for (const char c : token.text) number = number * 10 + (c - '0');
        if (number <= 255) game.nags.back() = static_cast<std::uint8_t>(number);
      }
      break;
    case Kind::unclosed:
      begin_moves(game);
      fail(game, token.text, unclosed_text(token));
      break;
    case Kind::stray:
      take_stray(game, token);
      break;
    case Kind::end:
      break;
  }
  return Then::proceed;
}

GameReader::Then GameReader::take_tag(Game& game, const PgnToken& token) {
  const bool event = same_ignoring_case(token.text, "Event");
  if (depth_ > 0 && !event) return Then::proceed;
  if (in_moves_ || (event && game.tag("Event"))) return Then::hold;
  if (game.tags.size() == kMostTags) {
    warn(game, "more than " + std::to_string(kMostTags) + " tags; the rest are ignored");
  } else if (game.tags.size() < kMostTags && !game.tag(token.text)) {
    game.tags.push_back({std::string(token.text), std::string(token.value)});
    if (const auto meant = misspelled_tag(token.text)) {
      warn(game, "unknown tag " + quoted(token.text) + "; did you mean " + std::string(*meant) + "?");
    }
  } else {
    warn(game, "duplicate tag " + quoted(token.text) + "; the first one is used");
  }
  return Then::proceed;
}

void GameReader::take_stray(Game& game, const PgnToken& token) {
  const bool closes = token.text == "]";
  if (token.text == "[" && depth_ == 0) {
    bracket_ = Bracket::opened;
    variation_line_ = token.line;
  } else if (closes && bracket_ == Bracket::variation && depth_ == 1) {
    bracket_ = Bracket::none;
    depth_ = 0;
  } else if (closes && bracket_ == Bracket::main_line && depth_ == 0) {
    bracket_ = Bracket::none;
  } else if (depth_ == 0 && in_moves_) {
    warn(game, "unexpected " + quoted(token.text) + " among the moves");
    if (closes) bracket_ = Bracket::none;
  }
}

/// Decides what an opened bracket holds, by the text that comes first in it: a variation if that is the number of the
/// last move, else moves of the game.
void GameReader::open_bracket(Game& game, std::string_view text) {
  const std::string ascii = ascii_signs(text);
  const std::size_t digits = std::min(ascii.find_first_not_of("0123456789"), ascii.size());
  const bool is_number = digits > 0 && digits <= kLongestNumber && !result_from_text(ascii);
  if (is_number && !game.moves.empty() && !main_line_in_brackets_) {
    const int number = std::stoi(ascii.substr(0, digits)) - number_slip_;
    const int plies = game.play.plies();
    const bool of_next_move = number == game.play.move_number(plies) && ascii.substr(digits).starts_with("..");
    if (number == game.play.move_number(plies - 1) && !of_next_move) {
      bracket_ = Bracket::variation;
      depth_ = 1;
      warn(game, "square brackets around a variation; it is skipped");
      return;
    }
  }
  bracket_ = Bracket::main_line;
  if (!main_line_in_brackets_) warn(game, "square brackets around moves; they are read as moves of the game");
  main_line_in_brackets_ = true;
}

/// Notes whether moves come in a variation before the first move of the game, which no variation can.
void GameReader::look_for_move(std::string_view text) {
  const std::string ascii = ascii_signs(text);
  const std::size_t first = std::min(ascii.find_first_not_of("0123456789."), ascii.size());
  MovePattern pattern;
  if (read_move_prefix(std::string_view(ascii).substr(first), pattern) != 0) move_in_variation_ = true;
}

GameReader::Then GameReader::take_text(Game& game, std::string_view text) {
  text_ = words_ = text;
  ascii_.clear();
  if (!is_ascii(text)) words_ = ascii_ = ascii_signs(text);
  while (!words_.empty()) {
    const Then then = take_word(game);
    if (then == Then::proceed) continue;
    // What is left belongs to the next game.
    if (!words_.empty()) {
      held_ = PgnToken{.kind = PgnToken::Kind::text, .text = as_written(words_.size()), .value = {}, .line = line_};
    }
    return Then::game_over;
  }
  return Then::proceed;
}

GameReader::Then GameReader::take_word(Game& game) {
  const char c = words_.front();
  if (c == '.' || c == ',' || c == ' ') {
    words_.remove_prefix(1);
    return Then::proceed;
  }
  const bool may_be_result = c == '*' || c == '0' || c == '1';
  if (const auto result = may_be_result ? result_from_text(words_) : std::nullopt) {
    words_ = {};
    if (!in_moves_ && game.tags.empty()) return Then::proceed;
    begin_moves(game);
    game.stated = *result;
    result_seen_ = true;
    return Then::game_over;
  }
  if (is_digit(c) && !words_.starts_with("0-0") && words_ != "0000") return take_number(game);
  begin_moves(game);
  if (game.fault) {
    words_ = {};
  } else {
    take_move(game);
  }
  return Then::proceed;
}

GameReader::Then GameReader::take_number(Game& game) {
  std::size_t digits = 0;
  int number = 0;
  while (digits < words_.size() && is_digit(words_[digits]) && digits < kLongestNumber) {
    number = number * 10 + (words_[digits++] - '0');
  }
  // Games without tags may follow each other without results.
  if (number == 1 && game.tags.empty() && (game.moves.size() > 1 || game.fault)) return Then::hold;
  begin_moves(game);
  const int due = game.play.move_number(game.play.plies());
  if (number - due != number_slip_ && !game.fault) {  // told once, not with every move that follows
    warn(game, "move number " + std::to_string(number) + ", expected " + std::to_string(due));
    number_slip_ = number - due;
  }
  words_.remove_prefix(digits);
  return Then::proceed;
}

void GameReader::take_move(Game& game) {
  MovePattern pattern;
  std::size_t length = read_move_prefix(words_, pattern);
  if (length == 0) {
    const std::optional<MoveRemark> remark = read_move_remark(words_);
    if (remark && (!game.moves.empty() || !remark->claims())) return take_remark(game, *remark);
  }
  GamePlay::Fit fit = length == 0 ? GamePlay::Fit{} : game.play.find(pattern);
  if (fit.count == 0) {
    if (const std::size_t first = read_glued_move(game.play.record(), words_, pattern); first != 0) {
      length = first;
      fit = game.play.find(pattern);
      warn_of_glued(game, first);
    }
  }
  const std::size_t taken = length == 0 ? words_.size() : length;
  if (length == 0) {
    fail(game, as_written(taken),
         is_null_move(words_) ? "null moves are not legal"
                              : "not a move; moves are written as in e4, Nf3, Ng1-f3, g1f3 or 马f3");
  } else if (fit.count != 1) {
    MoveRefusal refusal = refusal_of(game.play.record(), game.play.ep_square(), pattern);
    fail(game, as_written(taken), std::move(refusal.reason), std::move(refusal.closest));
  } else if (game.play.plies() == kLongestGame) {
    fail(game, as_written(taken), "the game is longer than " + std::to_string(kLongestGame) + " plies");
  } else {
    game.play.play(fit.move);
    game.moves.push_back(fit.move);
    game.nags.push_back(pattern.nag);
    if (pattern.sign != CheckSign::none) compare_sign(game, pattern.sign, as_written(taken));
    if (pattern.en_passant) compare_en_passant(game, as_written(taken));
    if (pattern.old_promotion) {
      warn(game, shown(as_written(taken)) + " is not standard notation; read as " + last_san(game));
    }
  }
  words_.remove_prefix(taken);
}

/// Takes a word about the last move: what it claims is compared with the board.
void GameReader::take_remark(Game& game, const MoveRemark& remark) {
  const std::string_view word = as_written(remark.length);
  if (remark.sign != CheckSign::none) {
    const char* const sign = remark.sign == CheckSign::mate ? "#" : "+";
    warn(game, shown(word) + " after a move is not standard notation; read as " + sign);
    compare_sign(game, remark.sign, last_san(game) + " " + std::string(word));
  }
  if (remark.en_passant) compare_en_passant(game, last_san(game) + " " + std::string(word));
  words_.remove_prefix(remark.length);
}

void GameReader::warn_of_glued(Game& game, std::size_t first) {
  const std::string_view rest = words_.substr(first);
  if (read_move_remark(rest)) return;
  const std::string_view whole = as_written(words_.size());
  const std::size_t bytes = as_written(first).size();
  warn(game, shown(whole) + " is read as " + shown(whole.substr(0, bytes)) + ", then " + shown(whole.substr(bytes)));
}

void GameReader::compare_sign(Game& game, CheckSign sign, std::string_view text) {
  const PositionState& state = game.play.state();
  const char* wrong = nullptr;
  if (!state.check) {
    wrong = " does not give check";
  } else if (sign == CheckSign::mate && !state.checkmate()) {
    wrong = " is check, not mate";
  } else if (sign == CheckSign::check && state.checkmate()) {
    wrong = " is mate";
  }
  if (wrong != nullptr) warn(game, shown(text) + wrong);
}

void GameReader::compare_en_passant(Game& game, std::string_view text) {
  if (game.moves.back().kind != MoveKind::en_passant) warn(game, shown(text) + " is not an en passant capture");
}

void GameReader::begin_moves(Game& game) {
  if (in_moves_) return;
  in_moves_ = true;
  if (!game.tags.empty()) set_up(game);
}

/// Sets up the position that the tags describe.
void GameReader::set_up(Game& game) {
  const std::string_view variant = game.tag("Variant").value_or("");
  const std::optional<bool> chess960 = is_chess960_variant(variant);
  if (!chess960) {
    fail(game, "", "unsupported variant " + quoted(variant) + "; standard chess and Chess960 are supported");
    return;
  }
  const std::optional<std::string_view> fen = game.tag("FEN");
  if (!fen && game.tag("SetUp") == "1") warn(game, "tag SetUp is 1, but there is no tag FEN");
  if (!fen && !*chess960) return;
  FenOptions options = rules_;
  options.chess960 = options.chess960 || *chess960;
  FenRecord start;
  try {
    std::vector<std::string> warnings;
    start = parse_fen(fen.value_or(kStartFen), options, &warnings);
    for (const std::string& warning : warnings) warn(game, "tag FEN: " + warning);
  } catch (const FenError& error) {
    fail(game, "", std::string("tag FEN: ") + error.what());
    return;
  }
  game.play.restart(start);
  game.from_start_array = to_fen(start) == kStartFen && !start.chess960;
}

void GameReader::finish(Game& game) {
  begin_moves(game);
  game.play.find_death();
  if (depth_ > 0) {
    fail(game, "(", "the variation that begins on line " + std::to_string(variation_line_) + " is never closed");
  } else if (game.moves.empty() && move_in_variation_) {
    fail(game, "(", "all moves are in brackets, as variations are");
  }
  const std::optional<std::string_view> tag = game.tag("Result");
  const std::optional<GameResult> of_tag = tag ? result_from_text(ascii_signs(*tag)) : std::nullopt;
  if (tag && !of_tag) warn(game, "tag Result: " + quoted(*tag) + " is not 1-0, 0-1, 1/2-1/2 or *");
  if (!result_seen_) {
    if (tag) warn(game, "there is no result after the moves");
    game.stated = of_tag.value_or(GameResult::unknown);
  } else if (of_tag && *of_tag != game.stated) {
    warn(game, "tag Result says " + std::string(result_text(*of_tag)) + ", but the moves end with " +
                   std::string(result_text(game.stated)));
  }
}

/// The next characters of words_ as the text has them.
std::string_view GameReader::as_written(std::size_t characters) const {
  if (ascii_.empty()) return words_.substr(0, characters);
  const auto first = static_cast<std::size_t>(words_.data() - ascii_.data());
  return original_signs(text_, first, first + characters);
}

void GameReader::fail(Game& game, std::string_view text, std::string reason, std::vector<Move> closest) {
  if (game.fault) return;
  std::string shown(text.substr(0, kLongestShown));
  if (text.size() > kLongestShown) shown += "...";
  game.fault = GameFault{.line = line_,
                         .ply = text.empty() ? std::nullopt : std::optional(game.play.plies()),
                         .text = std::move(shown),
                         .reason = std::move(reason),
                         .closest = std::move(closest)};
}

void GameReader::warn(Game& game, std::string message) {
  if (game.warnings.size() < kMostWarnings) game.warnings.push_back({line_, std::move(message)});
}

}  // namespace plyforge
