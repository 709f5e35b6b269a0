#include <algorithm>
#include <cstring>

#include "endgame/conversions.h"

namespace plyforge {
namespace {

constexpr std::uint64_t kPage = std::uint64_t{1} << 16;

/// Where an exit lies in a set. Several may share a word.
struct ExitWord {
  std::uint64_t index;
  EndingPlace place;
  Bitboard position;

  PLYFORGE_HD ExitWord(const EndingView& ending, const ExitsView& exits, std::uint64_t i)
      : index(exits.exits[i].word + (exits.black ? ending.side_words : 0)),
        place(ending.place(index)),
        position(bit(exits.exits[i].square)) {}
};

struct AddExits {
  EndingView ending;
  ExitsView exits;
  EndingSetView set;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const ExitWord exit(ending, exits, i);
    AtomicRef<Bitboard>(set.words[exit.index]).fetch_or(exit.position, memory_order_relaxed);
    raise(ending.flag(set.filled, exit.place));
  }
};

struct RemoveExits {
  EndingView ending;
  ExitsView exits;
  EndingSetView set;
  std::uint32_t* filled;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const ExitWord exit(ending, exits, i);
    AtomicRef<Bitboard>(set.words[exit.index]).fetch_and(~exit.position, memory_order_relaxed);
    raise(ending.flag(filled, exit.place));
  }
};

bool is_cursed(const BatchExit& exit) { return exit.wdl == Wdl::cursed_win || exit.wdl == Wdl::blessed_loss; }

}  // namespace

ExitStream::ExitStream(const EndingSolve& solve)
    : solve_(solve), page_(kPage), on_device_(solve.lane.memory(), kPage) {}

StoredValue ExitStream::farthest() const {
  StoredValue farthest = 0;
  for (const auto& exits : solve_.ending.exits) {
    if (!exits.empty()) farthest = std::max(farthest, exits.back().dtm);
  }
  return farthest;
}

void ExitStream::add_all(const EndingSet& set) const {
  for (const bool black : {false, true}) add(solve_.ending.exits[black ? 1 : 0], black, set);
}

bool ExitStream::add(StoredValue dtm, const EndingSet& set) const {
  bool any = false;
  for (const bool black : {false, true}) {
    const auto exits = of(dtm, black);
    any = any || !exits.empty();
    add(exits, black, set);
  }
  return any;
}

bool ExitStream::remove(StoredValue dtm, const EndingSet& set, std::uint32_t* filled) const {
  bool any = false;
  for (const bool black : {false, true}) {
    const auto exits = of(dtm, black);
    any = any || !exits.empty();
    stream(exits, black, [&](const ExitsView& part) {
      solve_.lane.for_each_index(part.size, RemoveExits{solve_.view, part, set.view(), filled});
    });
  }
  return any;
}

void ExitStream::add_cursed(const EndingSet& wins, const EndingSet& losses) const {
  for (const bool black : {false, true}) {
    std::vector<BatchExit> cursed[2];
    for (const BatchExit& exit : solve_.ending.exits[black ? 1 : 0]) {
      if (is_cursed(exit)) cursed[exit.wdl == Wdl::blessed_loss ? 1 : 0].push_back(exit);
    }
    add(cursed[0], black, wins);
    add(cursed[1], black, losses);
  }
}

bool ExitStream::any_cursed() const {
  return std::any_of(solve_.ending.exits.begin(), solve_.ending.exits.end(), [](const std::vector<BatchExit>& exits) {
    return std::any_of(exits.begin(), exits.end(), is_cursed);
  });
}

void ExitStream::stream(std::span<const BatchExit> exits, bool black, const Use& use) const {
  for (std::size_t first = 0; first < exits.size(); first += kPage) {
    const std::span<const BatchExit> part = exits.subspan(first, std::min<std::size_t>(kPage, exits.size() - first));
    std::memcpy(page_.data(), part.data(), part.size_bytes());
    device::copy_to_device(on_device_.data(), page_.data(), part.size_bytes(), solve_.lane.stream());
    use({on_device_.data(), part.size(), black});
    solve_.lane.stream().synchronize();
  }
}

std::span<const BatchExit> ExitStream::of(StoredValue dtm, bool black) const {
  const std::vector<BatchExit>& exits = solve_.ending.exits[black ? 1 : 0];
  const auto [first, last] = std::equal_range(exits.begin(), exits.end(), BatchExit{0, 0, Wdl::draw, dtm},
                                              [](const BatchExit& a, const BatchExit& b) { return a.dtm < b.dtm; });
  return {first, last};
}

void ExitStream::add(std::span<const BatchExit> exits, bool black, const EndingSet& set) const {
  stream(exits, black, [&](const ExitsView& part) {
    solve_.lane.for_each_index(part.size, AddExits{solve_.view, part, set.view()});
  });
}

}  // namespace plyforge
