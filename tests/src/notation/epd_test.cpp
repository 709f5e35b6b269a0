#include "notation/epd.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "notation/text.h"

namespace plyforge {
namespace {

const std::string kKings = "4k3/8/8/8/8/8/8/3K4 b - -";

/// The operations as text: opcode(operand,operand).
std::vector<std::string> operations_of(const std::string& line) {
  std::vector<std::string> warnings;
  std::vector<std::string> texts;
  for (const EpdOperation& operation : parse_epd(line, {}, &warnings).operations) {
    std::string text = operation.opcode + "(";
    for (const std::string& operand : operation.operands) text += (text.back() == '(' ? "" : ",") + operand;
    texts.push_back(text + ")");
  }
  EXPECT_TRUE(warnings.empty()) << line << ": " << warnings.front();
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Epd, ReadsOperationsOfTheStandard) {
  EXPECT_EQ(operations_of(kKings + " bm Kd7 Ke7; id \"two kings; no pawns\"; c0 \"\";"),
            (Texts{"bm(Kd7,Ke7)", "id(two kings; no pawns)", "c0()"}));
  EXPECT_EQ(operations_of(kKings + " noop;"), Texts{"noop()"});
  EXPECT_EQ(operations_of(kKings + " id \"caf\xC3\xA9\";"), Texts{"id(caf\xC3\xA9)"});
}

TEST(Epd, ReadsOperationsAsPerftSuitesWriteThem) {
  const Texts expected{"D1(5)", "D2(25)"};
  EXPECT_EQ(operations_of(kKings + " ;D1 5 ;D2 25"), expected);
  EXPECT_EQ(operations_of(kKings + ";D1 5;D2 25"), expected);
  EXPECT_EQ(operations_of(kKings + " ; D1 5 ; D2 25 ;"), expected);
  EXPECT_EQ(operations_of(kKings + " D1 5; D2 25;"), expected);
  EXPECT_EQ(operations_of(kKings + " 12 13 ;D1 5 ;D2 25"), expected);
  EXPECT_EQ(operations_of(kKings + " 12 13;D1  5;  D2\t25"), expected);
  EXPECT_EQ(operations_of(kKings), Texts{});
  EXPECT_EQ(operations_of(kKings + " 12 13"), Texts{});
}

TEST(Epd, TheLastSemicolonMayBeMissingWhereNothingElseCanBeMeant) {
  EXPECT_EQ(operations_of(kKings + " bm Kd7 Ke7"), Texts{"bm(Kd7,Ke7)"});
  EXPECT_EQ(operations_of(kKings + " D1 5"), Texts{"D1(5)"});
  EXPECT_EQ(operations_of(kKings + " bm Kd7; id \"x\""), (Texts{"bm(Kd7)", "id(x)"}));
  EXPECT_EQ(operations_of(kKings + " 0 1 bm Kd7; D1 5"), (Texts{"bm(Kd7)", "D1(5)"}));
  EXPECT_EQ(operations_of(kKings + " 0 1;D1 5"), Texts{"D1(5)"});
  EXPECT_EQ(operations_of(kKings + " 0 1 own name;"), Texts{"own(name)"});
  EXPECT_EQ(operations_of(kKings + " hmvc 5; hmvc 5;"), (Texts{"hmvc(5)", "hmvc(5)"}));
}

TEST(Epd, TakesCountersFromFieldsAndOperations) {
  const EpdRecord fields = parse_epd(kKings + " 12 13 ;D1 5");
  EXPECT_EQ(fields.fen.halfmove_clock, 12);
  EXPECT_EQ(fields.fen.fullmove_number, 13);
  const EpdRecord operations = parse_epd(kKings + " hmvc 7; fmvn 40;");
  EXPECT_EQ(operations.fen.halfmove_clock, 7);
  EXPECT_EQ(operations.fen.fullmove_number, 40);
  EXPECT_EQ(to_epd(operations), kKings + " hmvc 7; fmvn 40;");
}

TEST(Epd, WarnsOfOddities) {
  const std::pair<std::string, Texts> oddities[] = {
      {kKings + " ;D1 5\r", {"carriage return at the end of the line ignored"}},
      {kKings + std::string(" ;D1 5\0", 7), {"NUL at the end of the line ignored"}},
      {kKings + " 3 ;D1 5", {"move number missing, read as 1"}},
      {kKings + " - - ;D1 5", {"halfmove clock '-' read as 0", "move number '-' read as 1"}},
      {"4k3/8/8/8/8/8/8/3K4  b - - ;D1 5", {"extra blanks or tabs ignored"}},
      {"4k3/8/8/8/8/8/8/3K4 b - ;D1 5", {"en passant square missing, read as -"}},
  };
  for (const auto& [line, expected] : oddities) {
    Texts warnings;
    const EpdRecord record = parse_epd(line, {}, &warnings);
    EXPECT_EQ(warnings, expected) << line;
    EXPECT_EQ(to_epd(record), kKings + " D1 5;");
  }
}

TEST(Epd, ReadsQuotesInsideStringsAsOtherProgramsWriteThem) {
  EXPECT_EQ(operations_of(kKings + R"( id "foo\"bar";)"), Texts{R"(id(foo"bar))"});
  EXPECT_EQ(operations_of(kKings + R"( c0 "he said \"no\" to \" it"; id "x";)"),
            (Texts{R"(c0(he said "no" to " it))", "id(x)"}));
  EXPECT_EQ(operations_of(kKings + R"( c0 "\"all\"";D1 5)"), (Texts{R"(c0("all"))", "D1(5)"}));
  EXPECT_EQ(operations_of(kKings + R"( c0 "a \" ; b\\c"; c1 "d";)"), (Texts{R"(c0(a " ; b\c))", "c1(d)"}));
  // Where the standard can read a line, a backslash is nothing special.
  EXPECT_EQ(operations_of(kKings + R"( c0 "C:\"; c1 "D:\\";)"), (Texts{R"(c0(C:\))", R"(c1(D:\\))"}));
  EXPECT_EQ(operations_of(kKings + R"( c0 "\n\\" "x";)"), Texts{R"(c0(\n\\,x))"});
}

TEST(Epd, ABlankThatIsMissingIsSaid) {
  const std::string board = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR";
  const std::string right = board + " w KQkq d6";
  const std::pair<std::string, Texts> lines[] = {
      {board + " wKQkq d6 0 1;", {"blank missing after 'w'"}},
      {board + " w KQkqd6 0 1;", {"blank missing after 'KQkq'"}},
      {board + " w KQkq d60 1;", {"blank missing after 'd6'"}},
      {board + " w KQkq d6- 1;", {"blank missing after 'd6'", "halfmove clock '-' read as 0"}},
      {board + " wKQkqd60 1;", {"blank missing after 'w'", "blank missing after 'KQkq'", "blank missing after 'd6'"}},
      {board + " w HAhad6 0 1;", {"blank missing after 'HAha'"}},
  };
  for (const auto& [line, expected] : lines) {
    Texts warnings;
    EXPECT_EQ(to_epd(parse_epd(line, {}, &warnings)), right) << line;
    EXPECT_EQ(warnings, expected) << line;
    EXPECT_EQ(stated_ep_square(line), square_from_name("d6")) << line;
  }
  for (const char* fields : {" b - -0 1", " b- - 0 1", " b -- 0 1", " b --0 1", " b--0 1"}) {
    Texts warnings;
    EXPECT_EQ(to_fen(parse_fen("4k3/8/8/8/8/8/8/3K4" + std::string(fields), {}, &warnings)), kKings + " 0 1");
    ASSERT_FALSE(warnings.empty()) << fields;
    EXPECT_TRUE(warnings[0].starts_with("blank missing after '")) << fields;
    EXPECT_EQ(stated_ep_square("4k3/8/8/8/8/8/8/3K4" + std::string(fields)), std::nullopt) << fields;
  }
  for (const char* fields : {" bx - - 0 1", " b -x - 0 1", " b - -x 0 1", " b - e3x 0 1", " b - - 01x"}) {
    EXPECT_THROW(parse_fen("4k3/8/8/8/8/8/8/3K4" + std::string(fields)), FenError) << fields;
  }
}

TEST(Epd, RefusesBadLinesAndSaysWhy) {
  const std::pair<std::string, std::string> lines[] = {
      {"", "character 1: the board is missing; a FEN starts with it"},
      {"4k3/8/8/8/8/8/8/3K4 b - bm Kd7;",
       "character 25: en passant square 'bm' must be - or a square of rank 3 when Black is to move"},
      {kKings + " id \"x;", "character 30: unterminated string"},
      {kKings + " id \"x\"y;", "character 33: a blank or ';' must follow the closing '\"'"},
      {kKings + " id x\"y;", "character 31: unexpected '\"' inside an operand"},
      {kKings + " 0 1 2 ;D1 5",
       "character 31: an EPD operation cannot start with '2'; it starts with its name, as in \"bm Nf3;\" or \"D1 "
       "20;\""},
      {kKings + " \"text\";",
       "character 27: an EPD operation cannot start with '\"text\"'; it starts with its name, as in \"bm Nf3;\" or "
       "\"D1 20;\""},
      {kKings + " ;D1 \x02;", "character 31: control character '\\x02' in an operation; expected printable text"},
      {kKings + " hmvc x;", "character 32: hmvc needs one number from 0 to 9999"},
      {kKings + " hmvc;", "character 31: hmvc needs one number from 0 to 9999"},
      {kKings + " fmvn 0;", "character 32: fmvn needs one number from 1 to 9999"},
      {kKings + " hmvc 5; hmvc 6;", "character 40: hmvc says 6 where 5 is repeated; give it once"},
      {kKings + " 0 9 ;fmvn 8;", "character 37: fmvn says 8 where 9 is repeated; give it once"},
      {kKings + " 0 1 moves e2e4",
       "character 31: unexpected text after the position: 'moves e2e4'; only EPD operations may follow, each ended "
       "with ';'"},
      {kKings + " 0 1 bm Kd7",
       "character 31: unexpected text after the position: 'bm Kd7'; only EPD operations may follow, each ended with "
       "';'"},
      {kKings + " e8e7",
       "character 27: unexpected text after the position: 'e8e7'; only EPD operations may follow, each ended with ';'"},
      {kKings + " fmvn 1 2;", "character 32: fmvn needs one number from 1 to 9999"},
      {kKings + " id \"\xC3\xA9\"; 5;",
       "character 35: an EPD operation cannot start with '5'; it starts with its name, as in \"bm Nf3;\" or \"D1 "
       "20;\""},
  };
  for (const auto& [line, message] : lines) {
    try {
      parse_epd(line);
      ADD_FAILURE() << "read " << line;
    } catch (const FenError& error) {
      EXPECT_EQ(error.what(), message) << line;
    }
  }
}

TEST(Epd, WritesWhatItReads) {
  for (const char* operations :
       {"", " bm Nf3;", " id \"x\"; D1 20; D2 400;", " noop;", " c0 \"a; b\"; v1 \"c\"; eco \"B07\";"}) {
    const std::string line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -" + std::string(operations);
    EXPECT_EQ(to_epd(parse_epd(line)), line);
  }
  const EpdRecord quoting{parse_fen(kStartFen), {{"x1", {"two words", "", "a;b", "say \"no\""}}}};
  const std::string text = to_epd(quoting);
  EXPECT_TRUE(text.ends_with(" x1 \"two words\" \"\" \"a;b\" \"say 'no'\";")) << text;
  EXPECT_EQ(to_epd(parse_epd(text)), text);
}

}  // namespace
}  // namespace plyforge
