// Games as books, score sheets and other programs write them, beside what the PGN standard and FIDE's Laws know.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "host/games/read_games.h"
#include "movegen/legal.h"
#include "notation/notation.h"
#include "rulebook/rules.h"
#include "support/bridge.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

struct BookMove {
  FenRecord record;
  rulebook::Move move;
};

/// Moves of a kind, by the rule book, in random positions; at most `most` of each position.
template <class Test>
std::vector<BookMove> book_moves(int stream, int boards, std::size_t most, Test test) {
  std::vector<BookMove> found;
  Random random(static_cast<std::uint64_t>(stream));
  random_boards(random, boards, [&](const rulebook::Board& board) {
    std::size_t of_board = 0;
    for (const rulebook::Move& move : rulebook::legal_moves(board)) {
      if (!test(board, move) || ++of_board > most) continue;
      found.push_back({{.position = position_of(board), .mover = mover_of(board), .rights_by_file = true}, move});
    }
  });
  return found;
}

/// The one move of a text in a position, through the reader of games.
Game read_in(const FenRecord& record, const std::string& text) {
  FenRecord start = record;
  GameReader reader(source("[FEN \"" + to_fen(start) + "\"]\n\n" + text + " *\n"), {.any_material = true});
  Game game;
  EXPECT_TRUE(reader.next(game));
  return game;
}

std::string square(rulebook::Square s) { return {static_cast<char>('a' + s.file), static_cast<char>('1' + s.rank)}; }

/// The pawn move e7-e8 or d7xe8 without the piece that it becomes.
std::string pawn_move(const rulebook::Move& move) {
  const std::string to = square(move.to);
  return move.from.file == move.to.file ? to : std::string{static_cast<char>('a' + move.from.file), 'x'} + to;
}

TEST(PgnDialects, PromotionsInAnySpelling) {
  const std::vector<BookMove> promotions =
      book_moves(81, 1000, 3, [](const rulebook::Board&, const rulebook::Move& move) { return move.promotion != 0; });
  ASSERT_GT(promotions.size(), 50u);
  for (const BookMove& book : promotions) {
    const char small = book.move.promotion;
    const std::string letter(1, static_cast<char>(small - 'a' + 'A'));
    const std::string pawn = pawn_move(book.move);
    const std::string from_to = square(book.move.from) + square(book.move.to);
    const std::pair<std::string, bool> spellings[] = {{pawn + "=" + letter, true},
                                                      {pawn + letter, true},
                                                      {pawn + "=" + small, true},
                                                      {from_to + small, true},
                                                      {from_to + "=" + letter, true},
                                                      {pawn + "(" + letter + ")", false},
                                                      {pawn + " (" + letter + ")", false},
                                                      {pawn + "/" + letter, false},
                                                      {pawn + "=(" + letter + ")", false},
                                                      {pawn + small, false},
                                                      {pawn + "(" + small + ")", false},
                                                      {pawn + "（" + letter + "）", false},
                                                      {from_to + "(" + letter + ")", false},
                                                      {pawn + "(" + letter + ")!?", false}};
    for (const auto& [text, standard] : spellings) {
      const Game game = read_in(book.record, text);
      ASSERT_FALSE(game.fault) << text << ": " << game.fault->reason << " in " << to_fen(book.record);
      ASSERT_THAT(game.moves, SizeIs(1)) << text;
      EXPECT_EQ(text_of(game.moves[0], book.record.mover), rulebook::text(book.move)) << text;
      EXPECT_THAT(game.warnings, SizeIs(standard ? 0 : 1)) << text << " in " << to_fen(book.record);
    }
  }
  EXPECT_EQ(read_one_game("[FEN \"7k/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. e8(Q)+ *").warnings.at(0).message,
            "'e8(Q)+' is not standard notation; read as e8=Q");
}

TEST(PgnDialects, EnPassantInAnySpelling) {
  const std::vector<BookMove> captures =
      book_moves(82, 2000, 1, [](const rulebook::Board&, const rulebook::Move& move) { return move.en_passant; });
  ASSERT_GT(captures.size(), 5u);
  for (const BookMove& book : captures) {
    for (const char* suffix :
         {"", "e.p.", "ep", "e.p", "ep.", " e.p.", " ep", " e.p", "!e.p.", "e.p.!?", " (e.p.)", "(ep)"}) {
      const Game game = read_in(book.record, pawn_move(book.move) + suffix);
      ASSERT_FALSE(game.fault) << suffix << ": " << game.fault->reason << " in " << to_fen(book.record);
      ASSERT_THAT(game.moves, SizeIs(1)) << suffix;
      EXPECT_EQ(text_of(game.moves[0], book.record.mover), rulebook::text(book.move)) << suffix;
      EXPECT_THAT(game.warnings, IsEmpty()) << suffix << " in " << to_fen(book.record);
    }
  }
  // 3.exd5 takes the pawn that stands there.
  for (const char* text : {"1.e4 d5 2.exd5e.p. *", "1.e4 d5 2.exd5 ep *"}) {
    const Game game = read_one_game(text);
    EXPECT_EQ(sans(game), "e4 d5 exd5");
    ASSERT_THAT(game.warnings, SizeIs(1)) << text;
    EXPECT_THAT(game.warnings[0].message, HasSubstr("is not an en passant capture"));
  }
}

/// Moves of random games by the rule book, in SAN.
std::vector<std::string> random_sans(Random& random, int plies) {
  FenRecord record = parse_fen(kStartFen);
  std::vector<std::string> moves;
  while (static_cast<int>(moves.size()) < plies) {
    const std::vector<rulebook::Move> legal = rulebook::legal_moves(board_of(record));
    if (legal.empty()) break;
    const rulebook::Move& chosen = legal[static_cast<std::size_t>(random.below(static_cast<int>(legal.size())))];
    const Move move = parse_uci(record, rulebook::text(chosen));
    moves.push_back(to_san(record, move));
    record = play(record, move);
  }
  return moves;
}

std::string with_blanks(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

TEST(PgnDialects, MovesWithoutBlanksBetween) {
  Random random(83);
  for (int i = 0; i < 300; ++i) {
    const std::vector<std::string> moves = random_sans(random, random.between(2, 60));
    std::string pairs;   // 1.e4e5 2.Nf3Nc6
    std::string at_all;  // 1.e4e52.Nf3Nc6
    for (std::size_t ply = 0; ply < moves.size(); ++ply) {
      const std::string number = ply % 2 == 0 ? std::to_string(ply / 2 + 1) + "." : "";
      pairs += (ply % 2 == 0 ? " " : "") + number + moves[ply];
      at_all += number + moves[ply];
    }
    for (const std::string& text : {pairs, at_all}) {
      const Game game = read_one_game(text);
      ASSERT_FALSE(game.fault) << game.fault->text << ": " << game.fault->reason << " in " << text;
      ASSERT_EQ(sans(game), with_blanks(moves)) << text;
    }
  }
  EXPECT_EQ(read_one_game("1.e4e5 *").warnings.at(0).message, "'e4e5' is read as 'e4', then 'e5'");
  // What is no pair of legal moves is the fault that it was.
  for (const char* text : {"1. e4e6e7e8", "1. e2e5", "1. e4d3", "1. Nf3f4", "1. e4e9"}) {
    EXPECT_TRUE(read_one_game(text).fault) << text;
  }
}

TEST(PgnDialects, WordsAfterMoves) {
  // 3.Qxe5 mates, 2.Qh5 after 1.e4 f5 is check alone, and 1.e4 is neither.
  const std::string mate = "1. e4 e5 2. Qh5 Ke7 3. Qxe5";
  const std::string check = "1. e4 f5 2. Qh5";
  const auto read_as = [](const std::string& word, const std::string& sign) {
    return "'" + word + "' after a move is not standard notation; read as " + sign;
  };
  for (const char* before : {" ", "", "! ", ". "}) {
    for (const char* word : {"mate", "Mate", "MATE", "checkmate", "mate!", "mate."}) {
      const std::string bare = std::string(word).substr(0, std::string(word).find_first_of("!."));
      EXPECT_THAT(read_one_game(mate + before + word + " *").warnings, SizeIs(1)) << before << word;
      EXPECT_EQ(read_one_game(mate + before + word + " *").warnings.at(0).message, read_as(bare, "#"));
      const Game wrong = read_one_game(check + before + word + " g6 *");
      EXPECT_EQ(sans(wrong), "e4 f5 Qh5+ g6") << before << word;
      EXPECT_EQ(wrong.warnings.at(1).message, "'Qh5 " + bare + "' is check, not mate");
    }
    for (const char* word :
         {"ch", "ch.", "check", "Check!", "dis ch", "dis.ch.", "dbl. ch", "double check", "discovered check"}) {
      const Game game = read_one_game(check + before + word + " g6 *");
      EXPECT_FALSE(game.fault) << before << word;
      EXPECT_EQ(sans(game), "e4 f5 Qh5+ g6") << before << word;
      EXPECT_THAT(game.warnings, SizeIs(1)) << before << word;
      EXPECT_THAT(read_one_game("1. e4 " + std::string(word) + " e5 *").warnings.back().message,
                  AllOf(StartsWith("'e4 "), EndsWith("' does not give check")));
    }
  }
  EXPECT_TRUE(read_one_game("1. mate").fault);
}

/// Moves within square brackets, and what is read of them.
struct Bracketed {
  const char* text;
  const char* moves;
};

TEST(PgnDialects, MovesWithinSquareBrackets) {
  const Bracketed cases[] = {
      // the whole game
      {"[1. e4 e5 2. Nf3 Nc6]", "e4 e5 Nf3 Nc6"},
      {"[1. e4 e5\n2. Nf3 Nc6] *", "e4 e5 Nf3 Nc6"},
      {"[ 1.e4 e5 2.Nf3 Nc6 * ]", "e4 e5 Nf3 Nc6"},
      {"[1 e4 e5 2 Nf3]", "e4 e5 Nf3"},
      {"[e4 e5 Nf3]", "e4 e5 Nf3"},
      {"[Nf3 d5]", "Nf3 d5"},
      {"[1.马f3 马f6]", "Nf3 Nf6"},
      {"[1．ｅ４　ｅ５]", "e4 e5"},
      {"[Event \"a\"]\n\n[1. e4 e5] 1-0", "e4 e5"},
      {"[Event \"a\"] [1. e4 e5]", "e4 e5"},
      // a part of it
      {"1. e4 e5 [2. Nf3 Nc6] 3. Bb5", "e4 e5 Nf3 Nc6 Bb5"},
      {"1. e4 e5\n[2. Nf3 Nc6]\n3. Bb5", "e4 e5 Nf3 Nc6 Bb5"},
      {"1. e4 [1... e5] 2. Nf3", "e4 e5 Nf3"},
      {"1. e4 [e5] 2. Nf3", "e4 e5 Nf3"},
      {"1. e4\n[e5 2. Nf3]\nNc6", "e4 e5 Nf3 Nc6"},
      {"1. e4 e5\n[O-O]", "e4 e5"},  // and a fault: castling is not possible
      // variations, which ChessBase prints so
      {"1. e4 c5 [1... e5 2. Nf3] 2. c3", "e4 c5 c3"},
      {"1. e4 c5 [1…e5 2. Nf3] 2. c3", "e4 c5 c3"},
      {"1. e4 [1. d4 d5 (1... Nf6) 2. c4] e5", "e4 e5"},
      {"1. e4\n[1. d4 d5]\ne5", "e4 e5"},
      {"1. e4 e5 [1... c5] [1... e6] 2. Nf3", "e4 e5 Nf3"},
  };
  for (const Bracketed& item : cases) {
    for (const std::size_t piece : {~std::size_t{0}, std::size_t{1}}) {
      const std::vector<Game> games = read_games(item.text, piece);
      ASSERT_THAT(games, SizeIs(1)) << item.text;
      EXPECT_EQ(sans(games[0]), item.moves) << item.text;
      EXPECT_EQ(games[0].fault.has_value(), std::string(item.text).find("O-O") != std::string::npos) << item.text;
      EXPECT_FALSE(games[0].warnings.empty()) << item.text;
    }
  }
  // After 1.e4 e5 2.Nf3 no variation begins with move 1: that is another game.
  EXPECT_THAT(read_games("1. e4 e5 2. Nf3\n[1. d4 d5]\n"), SizeIs(2));
  const std::vector<Game> two = read_games("[1. e4 e5]\n[1. d4 d5 2. c4]\n");
  ASSERT_THAT(two, SizeIs(2));
  EXPECT_EQ(sans(two[0]), "e4 e5");
  EXPECT_EQ(sans(two[1]), "d4 d5 c4");
}

TEST(PgnDialects, TagsThatAreNoneTakeNoMovesAlong) {
  const Bracketed cases[] = {
      {"[Event x] 1. e4 e5 2. Nf3", "e4 e5 Nf3"},
      {"[Event x] [White \"y\"] 1. e4 e5", "e4 e5"},
      {"[Event \"x] 1. e4 e5 2. Nf3", "e4 e5 Nf3"},
      {"[Event x [a] y]\n1. e4", "e4"},
      {"[Event x 1. e4 e5\n2. Nf3", nullptr},
      {"[Event \"x 1. e4 e5\n2. Nf3", nullptr},
      {"[Game 1. e4 e5 2. Nf3]\n", nullptr},
      {"[Opening \"Sicilian: 1. e4 c5]\n1. d4", "d4"},
      {"[Date 2024.01.02]\n1. e4", "e4"},
      {"1. e4 [%clk 0:01:00] e5 [%clk 0:00:59] 2. Nf3", "e4 e5 Nf3"},
      {"1. e4 e5\n[%clk 1:00 2. Nf3\nNc6", nullptr},
      {"1. e4 [%clk 1:00 e5", nullptr},
  };
  for (const Bracketed& item : cases) {
    const Game game = read_games(item.text).at(0);
    EXPECT_EQ(game.fault.has_value(), item.moves == nullptr) << item.text;
    if (item.moves != nullptr) {
      EXPECT_EQ(sans(game), item.moves) << item.text;
    }
    EXPECT_TRUE(game.fault || !game.warnings.empty()) << item.text;
  }
  EXPECT_TRUE(read_one_game("(1. e4 e5 2. Nf3) *").fault);
  EXPECT_TRUE(read_one_game("(1. e4 e5 2. Nf3").fault);
  // A game on one line that is longer than any tag.
  std::string shuffle = "[Event \"x\"]";
  for (int i = 0; i < 6000; ++i) shuffle += " Nf3 Nf6 Ng1 Ng8";
  EXPECT_EQ(read_one_game(shuffle).play.plies(), 24'000);
}

/// Whether a game was read whole, or else has a fault.
::testing::AssertionResult none_is_lost(const std::string& text, const std::string& moves) {
  for (const Game& game : read_games(text)) {
    if (game.fault || sans(game) == moves) return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << "moves of " << text << " are lost without a fault";
}

TEST(PgnDialects, BracketsAnywhereLoseNoMovesSilently) {
  Random random(84);
  for (int i = 0; i < 15; ++i) {
    const std::vector<std::string> moves = random_sans(random, random.between(2, 30));
    std::vector<std::string> words;
    for (std::size_t ply = 0; ply < moves.size(); ++ply) {
      if (ply % 2 == 0) words.push_back(std::to_string(ply / 2 + 1) + ".");
      words.push_back(moves[ply]);
    }
    // In lines of random length, with a bracket, or a pair, before some word.
    const auto text = [&](std::size_t first, const std::string& opens, std::size_t last, const std::string& closes) {
      Random lines(85);
      std::string all;
      for (std::size_t w = 0; w < words.size(); ++w) {
        if (w == first) all += opens;
        if (w == last) all += closes;
        all += words[w] + (lines.percent(15) ? "\n" : " ");
      }
      return all + "*\n";
    };
    const std::size_t none = words.size();
    for (std::size_t w = 0; w < words.size(); ++w) {
      for (const char* bracket :
           {"[", "]", "(", ")", "{", "}", "<", ">", "\"", "[ ", "] ", "[]", "(N) ", "[\"", "[%clk 1:00 "}) {
        EXPECT_TRUE(none_is_lost(text(w, bracket, none, ""), with_blanks(moves)));
      }
      const std::size_t last = w + static_cast<std::size_t>(random.below(static_cast<int>(words.size() - w)));
      EXPECT_TRUE(none_is_lost(text(w, "[", last, "] "), with_blanks(moves)));
    }
  }
}

}  // namespace
}  // namespace plyforge::testing
