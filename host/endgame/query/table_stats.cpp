#include "endgame/query/table_stats.h"

#include <algorithm>
#include <mutex>

namespace plyforge {
namespace {

void count(Histogram& histogram, int plies, int images) {
  const auto at = static_cast<std::size_t>(plies);
  if (histogram.size() <= at) histogram.resize(at + 1);
  histogram[at].add(images);
}

/// Keeps the numbers of the longest: a longer one restarts the list.
void note_longest(std::vector<std::uint64_t>& numbers, const Histogram& histogram, std::size_t before,
                  std::uint64_t index, int plies, std::size_t examples) {
  if (histogram.size() > before) numbers.clear();
  if (static_cast<std::size_t>(plies) + 1 == histogram.size() && numbers.size() < examples) numbers.push_back(index);
}

void merge(Histogram& into, std::vector<std::uint64_t>& numbers, const Histogram& part,
           const std::vector<std::uint64_t>& part_numbers) {
  if (part.size() > into.size()) numbers.clear();
  if (part.size() >= into.size()) numbers.insert(numbers.end(), part_numbers.begin(), part_numbers.end());
  into.resize(std::max(into.size(), part.size()));
  for (std::size_t i = 0; i < part.size(); ++i) into[i] += part[i];
}

void keep_first(std::vector<std::uint64_t>& numbers, std::size_t examples) {
  std::sort(numbers.begin(), numbers.end());
  if (numbers.size() > examples) numbers.resize(examples);
}

class Counter {
 public:
  Counter(const EndgameTable& table, std::size_t examples)
      : table_(table), index_(table.index()), examples_(examples) {}

  TableStats count_pair(std::size_t pair) const {
    TableStats stats;
    std::uint64_t number = pair * index_.men_size();
    EndgamePlacement placement;
    placement.white_king = index_.pairs().white(static_cast<int>(pair));
    placement.black_king = index_.pairs().black(static_cast<int>(pair));
    const bool symmetric = table_.material().is_symmetric();
    index_.for_each_arrangement([&](const auto& squares) {
      placement.men = squares;
      const int images = index_.images(placement, number);
      const auto white = table_.value(number, false);
      const auto black = symmetric ? flipped_value(placement, white) : table_.value(number, true);
      if (images != 0) {
        if (white) count_position(stats.sides[0], *white, number, images);
        if (black && !symmetric) count_position(stats.sides[1], *black, number, images);
        if (white && black) count_zugzwang(stats, white->sign, -black->sign, number, images);
      }
      ++number;
    });
    return stats;
  }

 private:
  /// The value with Black to move in symmetric material; nothing where White to move wins, as no zugzwang needs it.
  std::optional<EndgameValue> flipped_value(const EndgamePlacement& placement,
                                            const std::optional<EndgameValue>& white) const {
    if (!white || white->sign > 0) return std::nullopt;
    return table_.value(index_.index(flipped(table_.material(), placement)), false);
  }

  void count_position(SideStats& side, const EndgameValue& value, std::uint64_t number, int images) const {
    side.positions.add(images);
    side.results[static_cast<std::size_t>(static_cast<int>(value.wdl()) + 2)].add(images);
    if (value.sign == 0) return;
    Histogram& histogram = value.sign > 0 ? side.wins : side.losses;
    const std::size_t before = histogram.size();
    count(histogram, value.dtm, images);
    note_longest(value.sign > 0 ? side.longest_wins : side.longest_losses, histogram, before, number, value.dtm,
                 examples_);
  }

  /// Both results are White's.
  void count_zugzwang(TableStats& stats, int white_to_move, int black_to_move, std::uint64_t number, int images) const {
    if (white_to_move >= black_to_move) return;
    const Zugzwang kind = white_to_move == 0   ? Zugzwang::draw_or_win
                          : black_to_move == 0 ? Zugzwang::loss_or_draw
                                               : Zugzwang::loss_or_win;
    stats.zugzwangs[static_cast<std::size_t>(kind)].add(images);
    auto& examples = stats.zugzwang_examples[static_cast<std::size_t>(kind)];
    if (examples.size() < examples_) examples.push_back(number);
  }

  const EndgameTable& table_;
  const EndgameIndex& index_;
  const std::size_t examples_;
};

}  // namespace

TableStats count_table(const EndgameTable& table, std::size_t examples, const WorkerPool& pool) {
  const Counter counter(table, examples);
  TableStats total;
  std::mutex mutex;
  pool.share_out(static_cast<std::size_t>(table.index().pairs().size()), [&](const auto& next) {
    for (std::size_t pair; (pair = next()) != WorkerPool::kDone;) {
      const TableStats part = counter.count_pair(pair);
      const std::lock_guard lock(mutex);
      for (std::size_t side = 0; side < 2; ++side) {
        SideStats& into = total.sides[side];
        const SideStats& from = part.sides[side];
        into.positions += from.positions;
        for (std::size_t i = 0; i < into.results.size(); ++i) into.results[i] += from.results[i];
        merge(into.wins, into.longest_wins, from.wins, from.longest_wins);
        merge(into.losses, into.longest_losses, from.losses, from.longest_losses);
        keep_first(into.longest_wins, examples);
        keep_first(into.longest_losses, examples);
      }
      for (std::size_t kind = 0; kind < total.zugzwangs.size(); ++kind) {
        total.zugzwangs[kind] += part.zugzwangs[kind];
        auto& numbers = total.zugzwang_examples[kind];
        numbers.insert(numbers.end(), part.zugzwang_examples[kind].begin(), part.zugzwang_examples[kind].end());
        keep_first(numbers, examples);
      }
    }
  });
  return total;
}

}  // namespace plyforge
