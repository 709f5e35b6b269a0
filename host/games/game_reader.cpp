#include "games/game_reader.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "diagnosis/move_refusal.h"
#include "notation/move_pattern.h"
#include "notation/move_signs.h"
#include "notation/text.h"

namespace plyforge {

namespace {

constexpr std::size_t kMostTags = 256;
constexpr std::size_t kMostWarnings = 20;  // of one game
constexpr std::size_t kLongestShown = 40;  // bytes of a word in a message

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a tag Variant means Chess960, or nothing where it is neither that nor standard chess.
std::optional<bool> is_chess960(std::string_view variant) {
  std::string name;
  for (const char c : variant) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  if (name.ends_with("960") || name.starts_with("fischer")) return true;
  for (const std::string_view standard : {"", "standard", "normal", "chess", "fromposition", "classical", "orthodox"}) {
    if (name == standard) return false;
  }
  return std::nullopt;
}

const FenRecord& start_record() {
  static const FenRecord record = parse_fen(kStartFen);
  return record;
}

/// Whether a word says something about the position and moves nobody.
bool is_remark(std::string_view word) {
  if (word == "--") return false;
  for (const std::string_view remark : {"e.p.", "ep", "N", "D"}) {
    if (word == remark) return true;
  }
  return word.find_first_not_of("!?+-=~/\\#^:_") == std::string_view::npos;
}

bool is_null_move(std::string_view word) { return word == "--" || word == "Z0" || word == "0000" || word == "@@@@"; }

}  // namespace

bool GameReader::next(Game& game) {
  clear(game);
  for (;;) {
    const PgnToken token = held_ ? *std::exchange(held_, std::nullopt) : scanner_.next();
    line_ = token.line;
    const bool begun = in_moves_ || !game.tags.empty() || !game.warnings.empty();
    if (!begun) game.line = token.line;
    if (token.kind == PgnToken::Kind::end) {
      if (begun) finish(game);
      return begun;
    }
    const Then then = take(game, token);
    if (then == Then::go_on) continue;
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
  in_moves_ = result_seen_ = false;
}

GameReader::Then GameReader::take(Game& game, const PgnToken& token) {
  using Kind = PgnToken::Kind;
  switch (token.kind) {
    case Kind::tag:
      return take_tag(game, token);
    case Kind::bad_tag:
      if (in_moves_ && !token.text.empty()) return Then::hold;
      warn(game, std::string(token.value) + "; it is left out");
      break;
    case Kind::text:
      if (depth_ == 0) return take_text(game, token.text);
      break;
    case Kind::variation_begins:
      if (depth_++ == 0) variation_line_ = token.line;
      break;
    case Kind::variation_ends:
      if (depth_ > 0) {
        --depth_;
      } else if (in_moves_) {
        warn(game, "')' without a '(' before it");
      }
      break;
    case Kind::nag:
      if (depth_ == 0 && !game.moves.empty() && !game.fault && game.nags.back() == 0 && token.text.size() <= 3) {
        int number = 0;
        for (const char c : token.text) number = number * 10 + (c - '0');
        if (number <= 255) game.nags.back() = static_cast<std::uint8_t>(number);
      }
      break;
    case Kind::unclosed_comment:
      begin_moves(game);
      fail(game, "{", "the comment that begins on line " + std::to_string(token.line) + " is never closed");
      break;
    case Kind::stray:
      if (depth_ == 0 && in_moves_) warn(game, quoted(token.text) + " among the moves");
      break;
    case Kind::end:
      break;
  }
  return Then::go_on;
}

GameReader::Then GameReader::take_tag(Game& game, const PgnToken& token) {
  if (depth_ > 0 && token.text != "Event") return Then::go_on;
  if (in_moves_ || (token.text == "Event" && game.tag("Event"))) return Then::hold;
  if (game.tags.size() == kMostTags) {
    warn(game, "more than " + std::to_string(kMostTags) + " tags; the others are left out");
  } else if (game.tags.size() < kMostTags && !game.tag(token.text)) {
    game.tags.push_back({std::string(token.text), std::string(token.value)});
  } else {
    warn(game, "the tag " + quoted(token.text) + " comes twice; the first counts");
  }
  return Then::go_on;
}

GameReader::Then GameReader::take_text(Game& game, std::string_view text) {
  text_ = words_ = text;
  ascii_.clear();
  if (!is_ascii(text)) words_ = ascii_ = ascii_signs(text);
  while (!words_.empty()) {
    const Then then = take_word(game);
    if (then == Then::go_on) continue;
    // What is left belongs to the next game.
    if (!words_.empty()) {
      held_ = PgnToken{.kind = PgnToken::Kind::text, .text = as_it_stood(words_.size()), .value = {}, .line = line_};
    }
    return Then::game_over;
  }
  return Then::go_on;
}

GameReader::Then GameReader::take_word(Game& game) {
  const char c = words_.front();
  if (c == '.' || c == ',' || c == ' ') {
    words_.remove_prefix(1);
    return Then::go_on;
  }
  const bool may_be_result = c == '*' || c == '0' || c == '1';
  if (const auto result = may_be_result ? result_from_text(words_) : std::nullopt) {
    words_ = {};
    if (!in_moves_ && game.tags.empty()) return Then::go_on;
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
  return Then::go_on;
}

GameReader::Then GameReader::take_number(Game& game) {
  constexpr std::size_t kLongestNumber = 6;
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
    warn(game, "move number " + std::to_string(number) + " stands where move " + std::to_string(due) + " is due");
    number_slip_ = number - due;
  }
  words_.remove_prefix(digits);
  return Then::go_on;
}

void GameReader::take_move(Game& game) {
  MovePattern pattern;
  const std::size_t length = read_move_prefix(words_, pattern);
  if (length == 0) {
    if (is_null_move(words_)) {
      fail(game, as_it_stood(words_.size()), "a null move, which the rules do not know");
    } else if (!is_remark(words_)) {
      fail(game, as_it_stood(words_.size()), "it is no move; moves are written as in e4, Nf3, Ng1-f3, g1f3 or 马f3");
    }
    words_ = {};
    return;
  }
  const GamePlay::Fit fit = game.play.find(pattern);
  if (fit.count != 1) {
    MoveRefusal refusal = refusal_of(game.play.record(), game.play.ep_square(), pattern);
    fail(game, as_it_stood(length), std::move(refusal.reason), std::move(refusal.closest));
  } else if (game.play.plies() == kLongestGame) {
    fail(game, as_it_stood(length), "the game is longer than " + std::to_string(kLongestGame) + " plies");
  } else {
    game.play.play(fit.move);
    game.moves.push_back(fit.move);
    game.nags.push_back(pattern.nag);
    if (pattern.sign != CheckSign::none) compare_sign(game, pattern, as_it_stood(length));
  }
  words_.remove_prefix(length);
}

void GameReader::compare_sign(Game& game, const MovePattern& pattern, std::string_view text) {
  const PositionState& state = game.play.state();
  const bool mate = state.checkmate();
  const char* wrong = nullptr;
  if (!state.check) {
    wrong = "gives no check";
  } else if (pattern.sign == CheckSign::mate && !mate) {
    wrong = "is written as mate, and is check";
  } else if (pattern.sign == CheckSign::check && mate) {
    wrong = "is written as check, and is mate";
  }
  if (wrong != nullptr) warn(game, "'" + std::string(text) + "' " + wrong);
}

void GameReader::begin_moves(Game& game) {
  if (in_moves_) return;
  in_moves_ = true;
  if (!game.tags.empty()) set_up(game);
}

/// Sets up the position that the tags describe.
void GameReader::set_up(Game& game) {
  const std::string_view variant = game.tag("Variant").value_or("");
  const std::optional<bool> chess960 = is_chess960(variant);
  if (!chess960) {
    fail(game, "", "the variant " + quoted(variant) + " is not read: standard chess and Chess960 are");
    return;
  }
  const std::optional<std::string_view> fen = game.tag("FEN");
  if (!fen && game.tag("SetUp") == "1") warn(game, "the tag SetUp announces a FEN, and there is none");
  if (!fen && !*chess960) return;
  const FenOptions options{.chess960 = *chess960, .any_material = any_material_};
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
  if (depth_ > 0) {
    fail(game, "(", "the variation that begins on line " + std::to_string(variation_line_) + " is never closed");
  }
  const std::optional<std::string_view> tag = game.tag("Result");
  const std::optional<GameResult> of_tag = tag ? result_from_text(ascii_signs(*tag)) : std::nullopt;
  if (tag && !of_tag) warn(game, "tag Result: " + quoted(*tag) + " is not 1-0, 0-1, 1/2-1/2 or *");
  if (!result_seen_) {
    if (tag) warn(game, "the moves end without a result");
    game.stated = of_tag.value_or(GameResult::unknown);
  } else if (of_tag && *of_tag != game.stated) {
    warn(game, "the tag Result says " + std::string(result_text(*of_tag)) + ", the moves end with " +
                   std::string(result_text(game.stated)));
  }
}

/// The next characters of words_ as they stood in the text.
std::string_view GameReader::as_it_stood(std::size_t characters) const {
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
