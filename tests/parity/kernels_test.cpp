// Every way in which the kernels count, against making every move one by one.

#include "count/kernels.h"

#include <gtest/gtest.h>

#include "count/kernels_bmi2.h"
#include "count/kernels_portable.h"
#include "movegen/legal.h"
#include "notation/fen.h"
#include "rulebook/fen.h"
#include "support/bridge.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

std::uint64_t nodes(const Kernels& kernels, const Position& position, int depth) {
  LeafSums<std::uint64_t> sums;
  kernels.add_leaves(position, depth, Leaf::moves, {}, sums);
  return sums.nodes;
}

std::uint64_t replies(const Position& position) {
  std::uint64_t sum = 0;
  for (const Move move : legal_moves(position)) sum += legal_moves(after(position, move)).size();
  return sum;
}

/// On random boards and on all positions one ply below them.
void expect_two_plies_are_the_sum_of_the_replies(const Kernels& kernels, int stream, int boards) {
  Random random(static_cast<std::uint64_t>(stream));
  random_boards(random, boards, [&](const ::rulebook::Board& board) {
    const Position root = position_of(board);
    ASSERT_EQ(nodes(kernels, root, 2), replies(root)) << ::rulebook::write_fen(board) << " seed " << run_seed();
    for (const Move move : legal_moves(root)) {
      const Position position = after(root, move);
      ASSERT_EQ(nodes(kernels, position, 2), replies(position))
          << "after " << text_of(move, mover_of(board)) << " in " << ::rulebook::write_fen(board) << " seed "
          << run_seed();
    }
  });
}

TEST(Kernels, PortableTwoPliesAreTheSumOfTheReplies) {
  expect_two_plies_are_the_sum_of_the_replies(portable_kernels(), 1, 4000);
}

TEST(Kernels, Bmi2TwoPliesAreTheSumOfTheReplies) {
  if (!has_fast_pext()) GTEST_SKIP() << "this processor has no fast PEXT";
  expect_two_plies_are_the_sum_of_the_replies(bmi2_kernels(), 2, 4000);
}

TEST(KernelsLong, Bmi2TwoPliesAreTheSumOfTheReplies) {
  if (!has_fast_pext()) GTEST_SKIP() << "this processor has no fast PEXT";
  expect_two_plies_are_the_sum_of_the_replies(bmi2_kernels(), 3, 200000);
}

TEST(Kernels, WriteTheChildrenOfTheLegalMovesInOrder) {
  Random random(4);
  std::vector<Position> children(kMaxMoves);
  random_boards(random, 20000, [&](const ::rulebook::Board& board) {
    const Position position = position_of(board);
    const MoveList moves = legal_moves(position);
    ASSERT_EQ(kernels().children(position, children.data()), moves.size()) << ::rulebook::write_fen(board);
    for (std::size_t i = 0; i < moves.size(); ++i) ASSERT_EQ(children[i], after(position, moves[i]));
  });
}

}  // namespace
}  // namespace plyforge::testing
