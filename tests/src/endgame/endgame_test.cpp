#include <gtest/gtest.h>

#include <set>

#include "endgame/index.h"
#include "endgame/material.h"
#include "endgame/symmetry.h"
#include "endgame/value.h"
#include "notation/fen.h"

namespace plyforge {
namespace {

std::string one_name(const std::string& text) {
  const std::vector<Material> materials = parse_materials(text);
  return materials.size() == 1 ? materials.front().name() : std::to_string(materials.size()) + " endgames";
}

TEST(EndgameMaterial, IsWrittenInOneWay) {
  EXPECT_EQ(one_name("KQvKR"), "KQvKR");
  EXPECT_EQ(one_name("krVkq"), "KQvKR");
  EXPECT_EQ(one_name("KNBvK"), "KBNvK");
  EXPECT_EQ(one_name("KvKP"), "KPvK");
  EXPECT_EQ(one_name("KQvKRR"), "KRRvKQ");  // more men first
  EXPECT_EQ(one_name("KNvKP"), "KNvKP");
}

TEST(EndgameMaterial, WildcardsNameEachEndgameOnce) {
  // Published tables: 5 endgames of 3 men, 30 of 4, 110 of 5, 365 of 6 (syzygy-tables.info).
  EXPECT_EQ(all_materials(3).size(), 5u);
  EXPECT_EQ(all_materials(4).size(), 30u);
  EXPECT_EQ(all_materials(5).size(), 110u);
  EXPECT_EQ(all_materials(6).size(), 365u);
  EXPECT_EQ(parse_materials("K??vK").size(), 15u);
  EXPECT_EQ(parse_materials("KRvK?").size(), 5u);
}

TEST(EndgameMaterial, RefusesWhatIsNoEndgame) {
  for (const std::string text : {"", "KQ", "QvK", "KXvK", "KvK", "KQQQQvK?", "v", "KQvKvK", "KQv", "K????????????vK"}) {
    EXPECT_THROW(parse_materials(text), MaterialError) << text;
  }
}

TEST(EndgameMaterial, DependenciesComeFirst) {
  const std::vector<Material> order = with_dependencies(parse_materials("KPvKP"));
  // A pawn against a pawn becomes a pawn against a piece, a piece against a piece, and those alone.
  std::set<std::string> names;
  for (const Material& material : order) {
    for (const Material& successor : successors(material)) EXPECT_TRUE(names.contains(successor.name()));
    names.insert(material.name());
  }
  EXPECT_EQ(order.back().name(), "KPvKP");
  EXPECT_EQ(names.size(), 5u + 15u);
}

TEST(EndgameSymmetry, KingPairs) {
  // chessprogramming.org/Endgame_Tablebases: 462 without pawns, 1806 with.
  EXPECT_EQ(king_pairs(false).size(), 462);
  EXPECT_EQ(king_pairs(true).size(), 1806);
}

TEST(EndgameSymmetry, SetsAndSquaresGoTheSameWay) {
  for (Symmetry symmetry = 0; symmetry < 8; ++symmetry) {
    for (Square s = 0; s < 64; ++s) {
      EXPECT_EQ(transformed_set(symmetry, bit(s)), bit(transformed(symmetry, s)));
      EXPECT_EQ(transformed(inverse(symmetry), transformed(symmetry, s)), s);
    }
  }
}

TEST(EndgameIndex, NumbersAndPlacementsBelongTogether) {
  for (const char* name : {"KQvK", "KPvK", "KQvKR", "KBBvK", "KPPvK", "KPvKP", "KNNNvK", "KPPvKP"}) {
    const Material material = parse_materials(name).front();
    const EndgameIndex index(material);
    for (std::uint64_t i = 0; i < index.size(); i += 1 + index.size() / 10007) {
      EXPECT_EQ(index.index(index.placement(i)), i) << name;
    }
    std::uint64_t counted = 0;
    index.for_each_arrangement([&](const auto& squares) {
      if (counted % 997 == 0) {
        EndgamePlacement placement = index.placement(counted);
        EXPECT_EQ(placement.men, squares) << name << ' ' << counted;
      }
      ++counted;
    });
    EXPECT_EQ(counted, index.men_size()) << name;
  }
}

TEST(EndgameIndex, ImagesHaveOneNumber) {
  const Material material = parse_materials("KQvKR").front();
  const EndgameIndex index(material);
  EndgamePlacement placement{1, 20, {40, 50}, false};
  for (Symmetry symmetry = 0; symmetry < 8; ++symmetry) {
    EndgamePlacement image = placement;
    image.white_king = transformed(symmetry, placement.white_king);
    image.black_king = transformed(symmetry, placement.black_king);
    for (std::size_t i = 0; i < 2; ++i) image.men[i] = transformed(symmetry, placement.men[i]);
    EXPECT_EQ(index.index(image), index.index(placement));
  }
}

TEST(EndgameIndex, ColoursChangeWithTheMaterial) {
  // The same position with colours changed: White is the side with the queen in the table.
  const Position white = parse_fen("8/8/8/8/2r5/8/2k5/K6Q w - - 0 1").position;
  const Position black = parse_fen("k6q/2K5/8/2R5/8/8/8/8 b - - 0 1").position;
  EXPECT_EQ(white, black);
  const auto found = material_of(white);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->material.name(), "KQvKR");
  EXPECT_TRUE(found->mover_is_white);
  const auto weaker = material_of(parse_fen("8/8/8/8/2r5/8/2k5/K6Q b - - 0 1").position);
  ASSERT_TRUE(weaker);
  EXPECT_FALSE(weaker->mover_is_white);
  EXPECT_FALSE(material_of(parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").position));
}

TEST(EndgameValue, MovesAndTheFiftyMoveRule) {
  const EndgameValue lost{-1, 20, 100, 100};
  EXPECT_EQ(lost.wdl(), Wdl::loss);
  EXPECT_EQ(before_move(lost, false), (EndgameValue{1, 21, 101, 101}));
  EXPECT_EQ(before_move(lost, false).wdl(), Wdl::cursed_win);
  EXPECT_EQ(before_move(lost, true), (EndgameValue{1, 21, 1, 1}));
  const EndgameValue blessed{-1, 30, 102, 2};
  EXPECT_EQ(before_move(blessed, true), (EndgameValue{1, 31, 101, 1}));
  // Each distance is best on its own.
  EXPECT_EQ(better({1, 21, 5, 5}, {1, 11, 9, 9}), (EndgameValue{1, 11, 5, 5}));
  EXPECT_EQ(better({-1, 20, 5, 5}, {-1, 10, 9, 9}), (EndgameValue{-1, 20, 9, 9}));
  EXPECT_EQ(better({-1, 20, 5, 5}, {}), EndgameValue{});
  EXPECT_EQ(kMated.syzygy_dtz(), -1);
}

}  // namespace
}  // namespace plyforge
