#include "diagnosis/fault_kind.h"

#include <gtest/gtest.h>

#include <set>

namespace plyforge {
namespace {

TEST(FaultKinds, EachHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (int kind = 0; kind <= static_cast<int>(FaultKind::nonsense); ++kind) {
    EXPECT_TRUE(names.insert(name_of(static_cast<FaultKind>(kind))).second) << kind;
  }
  EXPECT_EQ(name_of(FaultKind::none), "");
  EXPECT_EQ(name_of(FaultKind::castles_through_attack), "castles_through_attack");
}

TEST(FaultKinds, FaultsAreTheSameWhenTheirKindsAre) {
  EXPECT_FALSE(Fault{});
  EXPECT_EQ((Fault{FaultKind::hang, "one"}), (Fault{FaultKind::hang, "another"}));
  EXPECT_FALSE((Fault{FaultKind::hang, "one"} == Fault{FaultKind::flood, "one"}));
}

}  // namespace
}  // namespace plyforge
