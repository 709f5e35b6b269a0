#include <algorithm>
#include <cstring>

#include "endgame/conversions.h"

namespace plyforge {
namespace {

constexpr std::uint64_t kPage = std::uint64_t{1} << 16;

/// Where a conversion lies in a set. Several may share a word.
struct ConversionWord {
  std::uint64_t index;
  EndgamePlace place;
  Bitboard position;

  PLYFORGE_HD ConversionWord(const EndgameView& endgame, const ConversionsView& conversions, std::uint64_t i)
      : index(conversions.conversions[i].word + (conversions.black ? endgame.side_words : 0)),
        place(endgame.place(index)),
        position(bit(conversions.conversions[i].square)) {}
};

struct AddConversions {
  EndgameView endgame;
  ConversionsView conversions;
  EndgameSetView set;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const ConversionWord conversion(endgame, conversions, i);
    AtomicRef<Bitboard>(set.words[conversion.index]).fetch_or(conversion.position, memory_order_relaxed);
    raise(endgame.flag(set.filled, conversion.place));
  }
};

struct RemoveConversions {
  EndgameView endgame;
  ConversionsView conversions;
  EndgameSetView set;
  std::uint32_t* filled;

  PLYFORGE_HD void operator()(std::uint64_t i) const {
    const ConversionWord conversion(endgame, conversions, i);
    AtomicRef<Bitboard>(set.words[conversion.index]).fetch_and(~conversion.position, memory_order_relaxed);
    raise(endgame.flag(filled, conversion.place));
  }
};

bool is_cursed(const BatchConversion& conversion) {
  return conversion.wdl == Wdl::cursed_win || conversion.wdl == Wdl::blessed_loss;
}

}  // namespace

ConversionStream::ConversionStream(const EndgameSolve& solve)
    : solve_(solve), page_(kPage), on_device_(solve.context.memory(), kPage) {}

StoredValue ConversionStream::farthest() const {
  StoredValue farthest = 0;
  for (const auto& conversions : solve_.endgame.conversions) {
    if (!conversions.empty()) farthest = std::max(farthest, conversions.back().dtm);
  }
  return farthest;
}

void ConversionStream::add_all(const EndgameSet& set) const {
  for (const bool black : {false, true}) add(solve_.endgame.conversions[black ? 1 : 0], black, set);
}

bool ConversionStream::add(StoredValue dtm, const EndgameSet& set) const {
  bool any = false;
  for (const bool black : {false, true}) {
    const auto conversions = of(dtm, black);
    any = any || !conversions.empty();
    add(conversions, black, set);
  }
  return any;
}

bool ConversionStream::remove(StoredValue dtm, const EndgameSet& set, std::uint32_t* filled) const {
  bool any = false;
  for (const bool black : {false, true}) {
    const auto conversions = of(dtm, black);
    any = any || !conversions.empty();
    stream(conversions, black, [&](const ConversionsView& part) {
      solve_.context.for_each_index(part.size, RemoveConversions{solve_.view, part, set.view(), filled});
    });
  }
  return any;
}

void ConversionStream::add_cursed(const EndgameSet& wins, const EndgameSet& losses) const {
  for (const bool black : {false, true}) {
    std::vector<BatchConversion> cursed[2];
    for (const BatchConversion& conversion : solve_.endgame.conversions[black ? 1 : 0]) {
      if (is_cursed(conversion)) cursed[conversion.wdl == Wdl::blessed_loss ? 1 : 0].push_back(conversion);
    }
    add(cursed[0], black, wins);
    add(cursed[1], black, losses);
  }
}

bool ConversionStream::any_cursed() const {
  return std::any_of(solve_.endgame.conversions.begin(), solve_.endgame.conversions.end(),
                     [](const std::vector<BatchConversion>& conversions) {
                       return std::any_of(conversions.begin(), conversions.end(), is_cursed);
                     });
}

void ConversionStream::stream(std::span<const BatchConversion> conversions, bool black, const Use& use) const {
  for (std::size_t first = 0; first < conversions.size(); first += kPage) {
    const std::span<const BatchConversion> part =
        conversions.subspan(first, std::min<std::size_t>(kPage, conversions.size() - first));
    std::memcpy(page_.data(), part.data(), part.size_bytes());
    device::copy_to_device(on_device_.data(), page_.data(), part.size_bytes(), solve_.context.stream());
    use({on_device_.data(), part.size(), black});
    solve_.context.stream().synchronize();
  }
}

std::span<const BatchConversion> ConversionStream::of(StoredValue dtm, bool black) const {
  const std::vector<BatchConversion>& conversions = solve_.endgame.conversions[black ? 1 : 0];
  const auto [first, last] =
      std::equal_range(conversions.begin(), conversions.end(), BatchConversion{0, 0, Wdl::draw, dtm},
                       [](const BatchConversion& a, const BatchConversion& b) { return a.dtm < b.dtm; });
  return {first, last};
}

void ConversionStream::add(std::span<const BatchConversion> conversions, bool black, const EndgameSet& set) const {
  stream(conversions, black, [&](const ConversionsView& part) {
    solve_.context.for_each_index(part.size, AddConversions{solve_.view, part, set.view()});
  });
}

}  // namespace plyforge
