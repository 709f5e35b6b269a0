// Problems: published ones, and random ones against the rule book's brute force.

#include <gtest/gtest.h>

#include <algorithm>

#include "base/errors.h"
#include "notation/fen.h"
#include "notation/notation.h"
#include "problems/solver.h"
#include "rulebook/fen.h"
#include "rulebook/problem.h"
#include "support/bridge.h"
#include "support/data_files.h"
#include "support/random_boards.h"

namespace plyforge::testing {
namespace {

constexpr std::size_t kTableBytes = std::size_t{16} << 20;

Solution solved(const std::string& fen, const std::string& goal, SearchLimits limits = {}, bool tree = false) {
  MateSolver solver(kTableBytes);
  return solver.solve(parse_fen(fen).position,
                      {.stipulation = parse_stipulation(goal), .limits = std::move(limits), .tree = tree});
}

std::vector<std::string> keys_in_san(const FenRecord& record, const Solution& solution) {
  std::vector<std::string> keys;
  for (const Move key : solution.keys) keys.push_back(to_san(record, key));
  std::ranges::sort(keys);
  return keys;
}

rulebook::Problem rulebook_problem(const Stipulation& stipulation) {
  return {.play = static_cast<rulebook::Problem::Play>(stipulation.play),
          .stalemate = stipulation.goal == Goal::stalemate,
          .plies = stipulation.plies};
}

/// Expects the answer, the length and the keys of the brute force; whether the problem can be solved.
bool expect_like_brute_force(MateSolver& solver, const rulebook::Board& board, const std::string& goal) {
  const Stipulation stipulation = parse_stipulation(goal);
  const rulebook::ProblemSolution expected = rulebook::solve(board, rulebook_problem(stipulation));
  const Solution solution = solver.solve(position_of(board), {.stipulation = stipulation});
  std::vector<std::string> keys;
  for (const Move key : solution.keys) keys.push_back(text_of(key, mover_of(board)));
  std::ranges::sort(keys);
  const std::string what = goal + " " + rulebook::write_fen(board);
  EXPECT_EQ(solution.answer, expected.keys.empty() ? Answer::no : Answer::yes) << what;
  EXPECT_EQ(solution.plies, expected.plies) << what;
  EXPECT_EQ(keys, expected.keys) << what;
  EXPECT_TRUE(solution.all_keys) << what;
  if (!expected.keys.empty()) {
    EXPECT_EQ(solution.line.size(), static_cast<std::size_t>(expected.plies)) << what;
  }
  return !expected.keys.empty();
}

/// A board with few men, most of them the mover's, so that there are mates.
rulebook::Board few_men(Random& random, int most_attackers, int most_defenders) {
  while (true) {
    rulebook::Board board;
    const auto put = [&](char man) {
      const rulebook::Square s{random.below(8), random.below(8)};
      if (!board.empty(s) || (rulebook::kind(man) == 'p' && (s.rank == 0 || s.rank == 7))) return false;
      board.at(s) = man;
      return true;
    };
    const auto put_some = [&](int men, bool white) {
      constexpr std::string_view kKinds = "qrbnp";
      for (int i = 0; i < men; ++i) put(rulebook::man_of(kKinds[static_cast<std::size_t>(random.below(5))], white));
    };
    put('K');
    if (!put('k')) continue;
    put_some(random.between(1, most_attackers), true);
    put_some(random.between(0, most_defenders), false);
    if (!rulebook::in_check(board, false)) return board;
  }
}

/// The same board with the other side to move, which begins a helpmate. Nothing where White is in check.
rulebook::Board helping(rulebook::Board board) {
  board.white_to_move = false;
  return board;
}

TEST(Mate, PublishedProblems) {
  MateSolver solver(kTableBytes);
  for (const MateCase& each : read_mates()) {
    const FenRecord record = parse_fen(each.fen);
    const Stipulation stipulation = parse_stipulation(each.goal);
    const Solution solution =
        solver.solve(record.position, {.stipulation = stipulation, .tree = each.solutions.has_value()});
    EXPECT_EQ(solution.answer, Answer::yes) << each.source;
    const int plies = stipulation.play == Play::direct ? 2 * each.moves - 1 : 2 * each.moves;
    EXPECT_EQ(solution.plies, plies) << each.source;
    EXPECT_EQ(solution.refuted_plies, std::max(plies - 2, 0)) << each.source;
    EXPECT_EQ(keys_in_san(record, solution), each.keys) << each.source;
    if (!each.solutions) continue;
    const auto count = [](const auto& self, const std::vector<Variation>& variations) -> std::uint64_t {
      if (variations.empty()) return 1;
      std::uint64_t sum = 0;
      for (const Variation& variation : variations) sum += self(self, variation.replies);
      return sum;
    };
    EXPECT_EQ(count(count, solution.tree), *each.solutions) << each.source;
  }
}

TEST(Mate, PublishedProblemsByBruteForce) {
  MateSolver solver(kTableBytes);
  for (const MateCase& each : read_mates()) {
    if (parse_stipulation(each.goal).plies > 3) continue;
    EXPECT_TRUE(expect_like_brute_force(solver, rulebook::read_fen(each.fen), each.goal)) << each.source;
  }
}

TEST(MateLong, PublishedProblemsByBruteForce) {
  MateSolver solver(kTableBytes);
  for (const MateCase& each : read_mates()) {
    const int plies = parse_stipulation(each.goal).plies;
    if (plies <= 3 || plies > 5) continue;
    EXPECT_TRUE(expect_like_brute_force(solver, rulebook::read_fen(each.fen), each.goal)) << each.source;
  }
}

struct RandomProblems {
  const char* goal;
  int boards;
  int attackers;
  int defenders;
  int least_solved;
};

class MateRandom : public ::testing::TestWithParam<RandomProblems> {};

TEST_P(MateRandom, AgreesWithBruteForce) {
  const RandomProblems& param = GetParam();
  Random random(4000 + static_cast<std::uint64_t>(param.goal[0]) + std::string_view(param.goal).size());
  MateSolver solver(kTableBytes);
  int solved = 0;
  for (int i = 0; i < param.boards; ++i) {
    rulebook::Board board = few_men(random, param.attackers, param.defenders);
    if (param.goal[0] == 'h' && !rulebook::in_check(board, true)) board = helping(board);
    if (expect_like_brute_force(solver, board, param.goal)) ++solved;
    if (HasFailure()) return;
  }
  EXPECT_GE(solved, param.least_solved) << "these boards test little";
}

INSTANTIATE_TEST_SUITE_P(Goals, MateRandom,
                         ::testing::Values(RandomProblems{"#1", 1500, 5, 3, 20}, RandomProblems{"#2", 250, 5, 3, 5},
                                           RandomProblems{"#3", 40, 3, 0, 1}, RandomProblems{"=1", 1500, 4, 1, 1},
                                           RandomProblems{"=2", 200, 3, 1, 0}, RandomProblems{"s#1", 1500, 3, 4, 0},
                                           RandomProblems{"s#2", 80, 3, 2, 0}, RandomProblems{"s=1", 600, 2, 2, 0},
                                           RandomProblems{"s=2", 80, 2, 1, 0}, RandomProblems{"h#1", 500, 4, 3, 5},
                                           RandomProblems{"h#1.5", 60, 3, 2, 0}, RandomProblems{"h#2", 15, 3, 1, 0},
                                           RandomProblems{"h=1", 300, 3, 1, 0}, RandomProblems{"h=1.5", 50, 2, 1, 0}));

std::size_t moves_of(const std::vector<Variation>& tree) {
  std::size_t moves = tree.size();
  for (const Variation& variation : tree) moves += moves_of(variation.replies);
  return moves;
}

TEST(Tree, HasNoMoreMovesThanAskedFor) {
  // G. Schoepfer 1927: one key, one reply, one mate.
  const Position position = parse_fen("8/Q7/8/8/8/8/8/2k1K2R w K - 0 1").position;
  MateSolver solver(kTableBytes);
  for (const std::size_t most : {0, 1, 2, 3, 4}) {
    const Solution solution =
        solver.solve(position, {.stipulation = parse_stipulation("#2"), .tree = true, .tree_moves = most});
    EXPECT_EQ(solution.answer, Answer::yes);
    EXPECT_EQ(moves_of(solution.tree), std::min<std::size_t>(most, 3));
    EXPECT_EQ(solution.whole_tree, most >= 3);
  }
}

/// Expects, wherever the side that wants the goal chooses in a tree, the moves of the brute force; how many choices.
int expect_choices_of_brute_force(const rulebook::Board& board, const std::vector<Variation>& variations, bool wanting,
                                  const rulebook::Problem& problem) {
  int choices = 0;
  if (wanting && !variations.empty()) {
    std::vector<std::string> moves;
    for (const Variation& variation : variations) moves.push_back(text_of(variation.move, mover_of(board)));
    std::ranges::sort(moves);
    EXPECT_EQ(moves, rulebook::solve(board, problem).keys) << rulebook::write_fen(board);
    ++choices;
  }
  for (const rulebook::Move& move : rulebook::legal_moves(board)) {
    const auto found = std::ranges::find(variations, rulebook::text(move), [&](const Variation& variation) {
      return text_of(variation.move, mover_of(board));
    });
    if (found == variations.end()) {
      EXPECT_TRUE(wanting || variations.empty()) << "a defence is missing: " << rulebook::write_fen(board);
      continue;
    }
    choices += expect_choices_of_brute_force(rulebook::play(board, move), found->replies, !wanting, problem);
  }
  return choices;
}

TEST(Mate, TreesAgreeWithBruteForce) {
  Random random(4400);
  MateSolver solver(kTableBytes);
  int choices = 0;
  for (int i = 0; i < 150; ++i) {
    const rulebook::Board board = few_men(random, 4, 2);
    for (const char* goal : {"#2", "s#1", "=2"}) {
      const Stipulation stipulation = parse_stipulation(goal);
      const Solution solution = solver.solve(position_of(board), {.stipulation = stipulation, .tree = true});
      EXPECT_TRUE(solution.whole_tree);
      choices += expect_choices_of_brute_force(board, solution.tree, true, rulebook_problem(stipulation));
    }
  }
  EXPECT_GT(choices, 20);
}

TEST(Mate, AnyBoardAgreesWithBruteForce) {
  Random random(4100);
  MateSolver solver(kTableBytes);
  int i = 0;
  random_boards(random, 480, [&](const rulebook::Board& board) {
    constexpr const char* kGoals[] = {"#1", "=1", "s#1", "s=1", "h#1", "h=1"};
    const char* const goal = kGoals[i++ % 6];
    // Two plies of a full board take the rule book long.
    if (goal[1] != '1' && i % 5 != 0) return;
    expect_like_brute_force(solver, board, goal);
  });
}

TEST(MateLong, DeeperOnesAgreeWithBruteForce) {
  Random random(4200);
  MateSolver solver(kTableBytes);
  for (int i = 0; i < 100; ++i) {
    expect_like_brute_force(solver, few_men(random, 4, 3), "#2");
    expect_like_brute_force(solver, few_men(random, 3, 1), "#3");
    expect_like_brute_force(solver, few_men(random, 3, 2), "s#2");
    expect_like_brute_force(solver, few_men(random, 3, 2), "=2");
    const rulebook::Board board = few_men(random, 3, 2);
    if (!rulebook::in_check(board, true)) expect_like_brute_force(solver, helping(board), "h#2");
  }
}

TEST(Mate, DoesNotDependOnWhatWasSolvedBefore) {
  MateSolver used(kTableBytes);
  for (const MateCase& each : read_mates()) {
    const SolveRequest request{.stipulation = parse_stipulation(each.goal), .limits = {.nodes = 5000}};
    const Position position = parse_fen(each.fen).position;
    const Solution fresh = MateSolver(kTableBytes).solve(position, request);
    const Solution again = used.solve(position, request);
    EXPECT_EQ(again.answer, fresh.answer) << each.source;
    EXPECT_EQ(again.nodes, fresh.nodes) << each.source;
    EXPECT_LE(again.nodes, 5000u) << each.source;
    EXPECT_EQ(again.keys, fresh.keys) << each.source;
  }
}

TEST(Mate, ALimitGivesUnknownNeverNo) {
  const std::string start(kStartFen);
  const Solution few = solved(start, "#8", {.nodes = 20000});
  EXPECT_EQ(few.answer, Answer::unknown);
  EXPECT_GE(few.refuted_plies, 3);  // no mate in 2 is proven by then
  EXPECT_LE(few.nodes, 20000u);
  EXPECT_EQ(solved(start, "#9", {.seconds = 0.05}).answer, Answer::unknown);
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(solved(start, "#9", {.stop = source.get_token()}).answer, Answer::unknown);
}

TEST(Mate, EveryNodeLimitIsHonest) {
  // Shortest mate in 3 (see mate_cases.csv): no limit may make it a "no", or shorter, or longer.
  const std::string fen = "8/8/8/8/R7/2k5/8/4K2R w K - 0 1";
  const std::uint64_t needed = solved(fen, "#3").nodes;
  for (std::uint64_t nodes = 1; nodes <= needed; nodes += 1 + needed / 200) {
    const Solution solution = solved(fen, "#3", {.nodes = nodes}, true);
    EXPECT_NE(solution.answer, Answer::no) << nodes;
    if (solution.answer == Answer::yes) {
      EXPECT_EQ(solution.plies, 5) << nodes;
      EXPECT_LE(solution.keys.size(), 1u) << nodes;
    }
  }
}

TEST(Mate, NobodyMovesFromAFinishedGame) {
  const std::string mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
  const std::string stalemated = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";
  for (const char* goal : {"#3", "=3", "s#3", "s=3", "h#3", "h=3"}) {
    EXPECT_EQ(solved(mated, goal).answer, Answer::no) << goal;
    EXPECT_EQ(solved(stalemated, goal).answer, Answer::no) << goal;
  }
}

TEST(Mate, Goals) {
  EXPECT_EQ(parse_stipulation("2"), (Stipulation{Play::direct, Goal::mate, 3}));
  EXPECT_EQ(parse_stipulation("#2"), parse_stipulation("2"));
  EXPECT_EQ(parse_stipulation("=1"), (Stipulation{Play::direct, Goal::stalemate, 1}));
  EXPECT_EQ(parse_stipulation("s#2"), (Stipulation{Play::self, Goal::mate, 4}));
  EXPECT_EQ(parse_stipulation("s=30"), (Stipulation{Play::self, Goal::stalemate, 60}));
  EXPECT_EQ(parse_stipulation("h#2.5"), (Stipulation{Play::help, Goal::mate, 5}));
  EXPECT_EQ(parse_stipulation("h#0.5"), (Stipulation{Play::help, Goal::mate, 1}));
  EXPECT_EQ(parse_stipulation("h=3"), (Stipulation{Play::help, Goal::stalemate, 6}));
  for (const char* goal :
       {"",   "#",  "0",   "#0",  "31",  "#31", "h#30.5", "-1", "2.5", "#2.5", "s#1.5",
        "h2", "s2", "##2", "#2 ", " #2", "r#2", "#2x",    "h#", "h#0", "2.50", "99999999999999999999"}) {
    EXPECT_THROW(parse_stipulation(goal), InputError) << goal;
  }
}

}  // namespace
}  // namespace plyforge::testing
