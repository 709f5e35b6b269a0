#include "games/pgn_tags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <vector>

#include "host/games/read_games.h"
#include "notation/fen.h"

namespace plyforge::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// A word with each of its letters in both cases.
std::vector<std::string> in_every_case(const std::string& word) {
  std::vector<std::string> all;
  for (unsigned capitals = 0; capitals < 1u << word.size(); ++capitals) {
    std::string text = word;
    for (std::size_t i = 0; i < word.size(); ++i) {
      const int c = static_cast<unsigned char>(word[i]);
      text[i] = static_cast<char>((capitals >> i & 1) != 0 ? std::toupper(c) : std::tolower(c));
    }
    all.push_back(text);
  }
  return all;
}

TEST(PgnTags, AreReadInAnyCase) {
  const std::string fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  for (const std::string& name : in_every_case("FEN")) {
    const Game game = read_one_game("[" + name + " \"" + fen + "\"]\n\n1. e4 *");
    EXPECT_EQ(to_fen(game.play.record(0)), fen) << name;
    EXPECT_THAT(game.warnings, IsEmpty()) << name;
  }
  for (const std::string& name : in_every_case("Variant")) {
    EXPECT_TRUE(read_one_game("[" + name + " \"Atomic\"]\n\n1. e4 *").fault) << name;
  }
  for (const std::string& name : in_every_case("Result")) {
    EXPECT_EQ(read_one_game("[" + name + " \"1-0\"]\n\n1. e4 1-0").warnings.size(), 0u) << name;
    EXPECT_EQ(read_one_game("[" + name + " \"1-0\"]\n\n1. e4 0-1").warnings.size(), 1u) << name;
  }
  for (const std::string& name : in_every_case("SetUp")) {
    EXPECT_EQ(read_one_game("[" + name + " \"1\"]\n\n1. e4 *").warnings.size(), 1u) << name;
  }
  for (const std::string& name : in_every_case("Event")) {
    EXPECT_THAT(read_games("[" + name + " \"1\"]\n[" + name + " \"2\"]\n1. e4 {\n[" + name + " \"3\"]\n1. d4 *"),
                SizeIs(3))
        << name;
  }
  EXPECT_THAT(read_one_game("[White \"a\"]\n[WHITE \"b\"]\n\n1. e4 *").warnings.at(0).message,
              HasSubstr("duplicate tag 'WHITE'"));
}

TEST(PgnTags, SlipsInTheirNamesAreTold) {
  const std::vector<std::string> names = {"Event",   "Site",     "Date",      "Round",       "White",
                                          "Black",   "Result",   "FEN",       "SetUp",       "Board",
                                          "Variant", "WhiteElo", "Annotator", "TimeControl", "ECO",
                                          "UTCDate", "Mode",     "PlyCount",  "Opening",     "Termination"};
  for (const std::string& name : names) {
    EXPECT_EQ(misspelled_tag(name), std::nullopt);
    for (std::size_t i = 0; i < name.size(); ++i) {
      std::string swapped = name;
      if (i + 1 < name.size()) std::swap(swapped[i], swapped[i + 1]);
      if (!same_ignoring_case(swapped, name)) {
        EXPECT_EQ(misspelled_tag(swapped), name) << swapped;
      }
      EXPECT_EQ(misspelled_tag(name.substr(0, i) + "q" + name.substr(i + 1)), name) << i;
      EXPECT_EQ(misspelled_tag(name.substr(0, i) + "q" + name.substr(i)), name) << i;
      EXPECT_TRUE(misspelled_tag(name.substr(0, i) + name.substr(i + 1))) << i;  // hite: White, or Site
      EXPECT_EQ(misspelled_tag(name.substr(0, i) + "_" + name.substr(i)), name) << i;
    }
  }
  EXPECT_EQ(misspelled_tag("Vraiants"), std::nullopt);
  const Game game = read_one_game("[FNE \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. d4 *");
  ASSERT_THAT(game.warnings, SizeIs(1));
  EXPECT_EQ(game.warnings[0].message, "unknown tag 'FNE'; did you mean FEN?");
}

TEST(PgnTags, OtherProgramsTagsAreNoSlips) {  // of Lichess, chess.com, ChessBase, FICS, TWIC and cutechess
  for (const char* name : {"GameId",
                           "WhiteRatingDiff",
                           "BlackRatingDiff",
                           "LichessURL",
                           "ChapterName",
                           "StudyName",
                           "Orientation",
                           "CurrentPosition",
                           "Timezone",
                           "ECOUrl",
                           "Link",
                           "StartTime",
                           "EndTime",
                           "EndDate",
                           "Tournament",
                           "Match",
                           "Source",
                           "SourceDate",
                           "SourceVersion",
                           "EventType",
                           "EventRounds",
                           "EventCountry",
                           "EventCategory",
                           "WhiteClock",
                           "BlackClock",
                           "WhiteRD",
                           "BlackRD",
                           "FICSGamesDBGameNo",
                           "WhiteIsComp",
                           "PlyCount",
                           "GameDuration",
                           "GameStartTime",
                           "GameEndTime",
                           "WhiteCountry",
                           "WhiteTeamCountry",
                           "Remark",
                           "Input",
                           "Owner",
                           "Stadium",
                           "HashCode"}) {
    EXPECT_EQ(misspelled_tag(name), std::nullopt) << name;
  }
}

TEST(PgnTags, VariantsByTheNamesThatProgramsGiveThem) {
  for (const char* name :
       {"", "Standard", "standard", "Normal", "Regular", "regular", "Chess", "Standard chess", "Classical", "Orthodox",
        "From Position", "fromPosition", "FROM-POSITION", "Regular-Chess"}) {
    EXPECT_EQ(is_chess960_variant(name), false) << name;
  }
  for (const char* name :
       {"Chess960", "chess 960", "CHESS-960", "Chess_960", "960", "FRC", "frc", "F.R.C.", "DFRC", "Freestyle",
        "Freestyle Chess", "freestyle-chess", "Fischerandom", "fischerandom", "Fischer Random", "Fischerrandom",
        "Fischer Random Chess", "Fischer-Random", "Double Fischer Random"}) {
    EXPECT_EQ(is_chess960_variant(name), true) << name;
  }
  for (const char* name : {"Atomic", "Crazyhouse", "Three-check", "King of the Hill", "Antichess", "Horde",
                           "Racing Kings", "Shogi", "Xiangqi", "chess 959", "Duck chess"}) {
    EXPECT_EQ(is_chess960_variant(name), std::nullopt) << name;
  }
}

constexpr const char* kArray = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1";

TEST(PgnTags, Chess960IsReadWithTheTagOrTheOption) {
  const std::string fen_tag = "[FEN \"" + std::string(kArray) + "\"]\n\n";
  // 1. O-O: the king stands beside its rook, and f1 and g1 are free of other men.
  const std::string moves = "1. O-O O-O *";
  const Game refused = read_one_game(fen_tag + moves);
  ASSERT_TRUE(refused.fault);
  EXPECT_THAT(refused.fault->reason, HasSubstr("--chess960"));
  const Game with_tag = read_one_game("[Variant \"FRC\"]\n" + fen_tag + moves);
  EXPECT_FALSE(with_tag.fault) << with_tag.fault->reason;
  GameReader reader(source(fen_tag + moves), {.chess960 = true});
  Game with_option;
  ASSERT_TRUE(reader.next(with_option));
  EXPECT_FALSE(with_option.fault) << with_option.fault->reason;
  for (const Game& game : {with_tag, with_option}) {
    EXPECT_EQ(sans(game), "O-O O-O");
    EXPECT_EQ(to_fen(game.play.record()), "bqnrnrkb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNRKB w - - 2 2");
  }
}

}  // namespace
}  // namespace plyforge::testing
