#include "endgame/query/predicate.h"

#include <gtest/gtest.h>

#include <sstream>

#include "movegen/legal.h"
#include "notation/fen.h"

namespace plyforge {
namespace {

Specimen specimen(const char* fen) {
  const FenRecord record = parse_fen(fen);
  Specimen result;
  result.placement.black_to_move = record.mover == Colour::black;
  result.position = record.position;
  result.in_check = checkers(record.position) != 0;
  result.moves = static_cast<int>(legal_moves(record.position).size());
  return result;
}

class Predicates : public ::testing::Test {
 protected:
  bool holds(const std::string& text, const char* fen) { return Predicate(text, tables_).holds(specimen(fen)); }

  EndgameTables tables_{"no-such-folder"};
};

TEST_F(Predicates, EachComparisonIsWhatItsSignSays) {
  constexpr const char* kThreeMoves = "7k/8/8/8/8/8/8/K7 w - - 0 1";
  for (int number = 2; number <= 4; ++number) {
    const std::string n = std::to_string(number);
    EXPECT_EQ(holds("moves=" + n, kThreeMoves), 3 == number);
    EXPECT_EQ(holds("moves!=" + n, kThreeMoves), 3 != number);
    EXPECT_EQ(holds("moves<" + n, kThreeMoves), 3 < number);
    EXPECT_EQ(holds("moves<=" + n, kThreeMoves), 3 <= number);
    EXPECT_EQ(holds("moves>" + n, kThreeMoves), 3 > number);
    EXPECT_EQ(holds("moves>=" + n, kThreeMoves), 3 >= number);
    EXPECT_EQ(holds("!moves>=" + n, kThreeMoves), 3 < number);
  }
}

TEST_F(Predicates, PropertiesOfPositionsThatAreKnown) {
  constexpr const char* kMate = "R6k/8/7K/8/8/8/8/8 b - - 0 1";
  constexpr const char* kStalemate = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";
  constexpr const char* kEnPassant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
  constexpr const char* kBishops = "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1";  // f1 is light, f8 is dark
  for (const auto& [name, fen] : {std::pair{"mate", kMate},
                                  {"check", kMate},
                                  {"black", kMate},
                                  {"stalemate", kStalemate},
                                  {"en-passant", kEnPassant},
                                  {"capture", kEnPassant},
                                  {"white", kEnPassant},
                                  {"opposite-bishops", kBishops},
                                  {"B@f1", kBishops},
                                  {"b@8", kBishops},
                                  {"K@e", kBishops}}) {
    EXPECT_TRUE(holds(name, fen)) << name;
    EXPECT_FALSE(holds(std::string("!") + name, fen)) << name;
  }
  for (const char* name : {"mate", "check", "stalemate", "black", "en-passant", "capture", "b@f1"}) {
    EXPECT_FALSE(holds(name, kBishops)) << name;
  }
}

TEST_F(Predicates, AllThatTheHelpNamesAreKnown) {
  std::istringstream help{std::string(predicate_help())};
  int known = 0;
  for (std::string line; std::getline(help, line);) {
    if (line.size() < 26 || line[24] != ' ' || line[25] != ' ') continue;  // no line of the table
    std::istringstream names(line.substr(0, 26));
    for (std::string name; names >> name; ++known) {
      if (name.ends_with(',')) name.pop_back();
      if (name.ends_with("=RESULT")) name.replace(name.size() - 6, 6, "cursed-win");
      if (name.ends_with("=N")) name.back() = '7';
      EXPECT_NO_THROW(Predicate(name, tables_)) << name;
    }
  }
  EXPECT_EQ(known, 19);
}

TEST_F(Predicates, WhatIsNoneIsRefused) {
  for (const char* text : {"", "!", "nice", "checks", "moves", "moves>", "moves>many", "moves=1 ", "dtz5", "dtz51=3",
                           "wdl", "wdl=", "wdl=won", "X@d4", "Q@", "Q@i9", "=3", "check=1"}) {
    EXPECT_THROW(Predicate(text, tables_), PredicateError) << text;
  }
}

}  // namespace
}  // namespace plyforge
