#include "check_table.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "attacks.h"
#include "en_passant.h"
#include "endgame_index.h"
#include "legal.h"
#include "make.h"
#include "movegen.h"

namespace plyforge {
namespace {

constexpr std::size_t kShownFaults = 10;

/// The values of one section at hand.
struct Values {
  const std::uint8_t* data = nullptr;
  int width = 1;

  StoredValue at(std::uint64_t index) const {
    return stored_value(data + index * static_cast<std::size_t>(width), width);
  }
};

/// A table with its sections at hand.
struct View {
  const EndgameTable* table = nullptr;  ///< null: bare kings
  bool mover_is_white = true;
  Values dtm[2];
  Values dtz50[2];
  Values dtz[2];

  View() = default;
  View(const EndgameTable* of, bool white) : table(of), mover_is_white(white) {
    if (of == nullptr) return;
    for (const TableSection& section : of->sections()) {
      Values* const values = section.metric == Metric::dtm ? dtm : section.metric == Metric::dtz50 ? dtz50 : dtz;
      values[section.black_to_move] = {section.bytes.data(), section.width};
    }
  }

  /// Nothing for what is stored as illegal.
  std::optional<EndgameValue> at(std::uint64_t index, bool black) const {
    const StoredValue value = dtm[black].at(index);
    if (value == kIllegal) return std::nullopt;
    if (value == kStoredDraw) return EndgameValue{};
    const StoredValue fifty = dtz50[black].at(index);
    return decoded(value, fifty, dtz[black].data == nullptr ? fifty : dtz[black].at(index));
  }
};

class Checker {
 public:
  Checker(const EndgameTable& table, const FindTable& find)
      : table_(table), index_(table.index()), own_(&table, true), symmetric_(table.material().is_symmetric()) {
    add(table.material(), &table);
    for (const Material& successor : successors(table.material())) add(successor, find(successor));
    add(Material(), nullptr);
  }

  TableCheck check_pair(std::size_t pair) const {
    TableCheck result;
    std::uint64_t index = pair * index_.men_size();
    EndgamePlacement placement;
    placement.white_king = index_.pairs().white(static_cast<int>(pair));
    placement.black_king = index_.pairs().black(static_cast<int>(pair));
    index_.for_each_arrangement([&](const auto& squares) {
      placement.men = squares;
      for (const bool black : {false, true}) {
        if (black && symmetric_) break;
        placement.black_to_move = black;
        const std::optional<EndgameValue> stored = own_.at(index, black);
        std::optional<EndgameValue> expected;
        const std::optional<Position> position = legal_position(table_.material(), placement);
        if (position) {
          ++result.positions;
          expected = value_by_moves(*position, placement, index, pair);
        }
        if (stored == expected) continue;
        ++result.faults;
        if (result.first_faults.size() < kShownFaults) {
          result.first_faults.push_back({to_position(table_.material(), placement), black, stored, expected});
        }
      }
      ++index;
    });
    return result;
  }

 private:
  void add(const Material& material, const EndgameTable* table) {
    // Both ways to see it: its White to move, its Black to move.
    Position white;
    white.opponent = bit(63);
    white.put_code(Piece::king, bit(0) | bit(63));
    Square next = 8;
    for (const EndgameMan man : material.men()) {
      white.put_code(man.piece, bit(next));
      if (man.black) white.opponent |= bit(next);
      ++next;
    }
    views_.emplace(material_key(white), View(table, true));
    views_.emplace(material_key(white.turned()), View(table, false));
  }

  std::optional<EndgameValue> lookup(const Position& position) const {
    const View& view = views_.at(material_key(position));
    if (view.table == nullptr) return EndgameValue{};
    const EndgamePlacement placement = placement_of(view.table->material(), position, view.mover_is_white);
    return view.at(view.table->index().index(placement), placement.black_to_move);
  }

  /// The best that the legal moves give; nothing where one of them leads to no stored value.
  std::optional<EndgameValue> value_by_moves(const Position& position, const EndgamePlacement& placement,
                                             std::uint64_t index, std::size_t pair) const {
    constexpr LineSliders sliders;
    std::optional<EndgameValue> best;
    bool complete = true;
    for_each_move(unpack(position), sliders, [&](Move move) {
      const Bitboard to = bit(move.to);
      const bool pawn = (position.pawns() >> move.from & 1) != 0;
      const bool zeroing = pawn || (position.occupied() & to) != 0;
      std::optional<EndgameValue> reply;
      if (move.kind == MoveKind::normal && (position.occupied() & to) == 0) {
        reply = after_quiet_move(placement, index, pair, move);
      } else {
        const Position next = make(position, move, sliders);
        reply = value_with_en_passant(next, [this](const Position& plain) { return lookup(plain); });
      }
      if (!reply) {
        complete = false;
        return;
      }
      const EndgameValue value = before_move(*reply, zeroing);
      best = best ? better(*best, value) : value;
    });
    if (!complete) return std::nullopt;
    if (!best) return checkers(position) != 0 ? kMated : EndgameValue{};
    return best;
  }

  /// The value after a move that leaves the men as they are; `index` and `pair` are those before it.
  std::optional<EndgameValue> after_quiet_move(const EndgamePlacement& placement, std::uint64_t index, std::size_t pair,
                                               Move move) const {
    const Square turn = placement.black_to_move ? 56 : 0;
    const Square from = move.from ^ turn;
    const Square to = move.to ^ turn;
    const bool white_king = placement.white_king == from;
    const bool black_king = placement.black_king == from;
    if (symmetric_) {
      EndgamePlacement after = placement;
      (white_king ? after.white_king : black_king ? after.black_king : after.men[man_on(placement, from)]) = to;
      return own_.at(index_.index(with_colours_changed(table_.material(), after)), false);
    }
    const std::uint64_t number = white_king   ? index_.after_king_move(placement, index, pair, to, placement.black_king)
                                 : black_king ? index_.after_king_move(placement, index, pair, placement.white_king, to)
                                              : index_.after_move(placement, index, man_on(placement, from), to);
    return own_.at(number, !placement.black_to_move);
  }
  static std::size_t man_on(const EndgamePlacement& placement, Square s) {
    std::size_t man = 0;
    while (placement.men[man] != s) ++man;
    return man;
  }

  const EndgameTable& table_;
  const EndgameIndex& index_;
  const View own_;
  const bool symmetric_;
  std::unordered_map<std::uint32_t, View> views_;
};

}  // namespace

TableCheck check_table(const EndgameTable& table, const FindTable& find, const Crew& crew) {
  const Checker checker(table, find);
  TableCheck total;
  std::mutex mutex;
  crew.share_out(static_cast<std::size_t>(table.index().pairs().size()), [&](const auto& next) {
    for (std::size_t pair; (pair = next()) != Crew::kDone;) {
      TableCheck part = checker.check_pair(pair);
      const std::lock_guard lock(mutex);
      total.positions += part.positions;
      total.faults += part.faults;
      for (TableFault& fault : part.first_faults) {
        if (total.first_faults.size() < kShownFaults) total.first_faults.push_back(fault);
      }
    }
  });
  return total;
}

}  // namespace plyforge
