#include "endgame/query/check_table.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "base/add_members.h"
#include "endgame/index.h"
#include "endgame/tables/en_passant.h"
#include "movegen/attacks.h"
#include "movegen/legal.h"
#include "movegen/make.h"
#include "movegen/movegen.h"

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
    const StoredValue fifty = dtz50[black].at(index);
    return decoded(value, fifty, dtz[black].data == nullptr ? fifty : dtz[black].at(index));
  }
};

/// The best of the moves so far for the mover, in numbers of which larger is better: kBest - plies for wins, 0 for
/// draws, plies - kBest for losses. Each distance counts on its own, and the best is a maximum, without a branch.
class Worth {
 public:
  /// A move, by its value for the side that makes it.
  void add(const EndgameValue& value) { add(value.sign, value.dtm, value.dtz50, value.dtz); }
  /// A quiet move, from what is stored of the position after it: its plies plus one are the plies before it.
  void add_quiet(StoredValue dtm, StoredValue dtz50, StoredValue dtz) {
    add((dtm != kStoredDraw ? 1 : 0) * (dtm % 2 != 0 ? 1 : -1), dtm, dtz50, dtz);
  }
  EndgameValue value() const {
    const int sign = (dtm_ > 0 ? 1 : 0) - (dtm_ < 0 ? 1 : 0);
    const auto plies = [sign](int worth) { return static_cast<std::int16_t>(sign == 0 ? 0 : kBest - sign * worth); };
    return {static_cast<std::int8_t>(sign), plies(dtm_), plies(dtz50_), plies(dtz_)};
  }
  /// Whether no move was added.
  bool is_empty() const { return dtm_ == kNone; }

 private:
  static constexpr int kBest = 1 << 16;
  static constexpr int kNone = -kBest;

  void add(int sign, int dtm, int dtz50, int dtz) {
    dtm_ = std::max(dtm_, sign * (kBest - dtm));
    dtz50_ = std::max(dtz50_, sign * (kBest - dtz50));
    dtz_ = std::max(dtz_, sign * (kBest - dtz));
  }

  int dtm_ = kNone;
  int dtz50_ = kNone;
  int dtz_ = kNone;
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
    // Seen both ways: with the table's White to move, and with its Black to move.
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
    views_.emplace(material_key(white.flipped()), View(table, false));
  }

  std::optional<EndgameValue> lookup(const Position& position) const {
    const View& view = views_.at(material_key(position));
    if (view.table == nullptr) return EndgameValue{};
    const EndgamePlacement placement = placement_of(view.table->material(), position, view.mover_is_white);
    return view.at(view.table->index().index(placement), placement.black_to_move);
  }

  /// The best value that the legal moves give; nothing where one leads to no stored value.
  std::optional<EndgameValue> value_by_moves(const Position& position, const EndgamePlacement& placement,
                                             std::uint64_t index, std::size_t pair) const {
    constexpr LineSliders sliders;
    const bool other = !symmetric_ && !placement.black_to_move;  // who moves after a quiet move, in this table
    Worth best;
    bool complete = true;
    // By reference: loading a move's three bytes at once would wait for the stores of each.
    for_each_move(unpack(position), sliders, [&](const Move& move) {
      const Bitboard to = bit(move.to);
      const bool takes = (position.occupied() & to) != 0;
      if (move.kind == MoveKind::normal && !takes && (position.pawns() >> move.from & 1) == 0) {
        const std::uint64_t number = after_quiet_move(placement, index, pair, move);
        const StoredValue dtm = own_.dtm[other].at(number);
        const StoredValue dtz50 = own_.dtz50[other].at(number);
        best.add_quiet(dtm, dtz50, own_.dtz[other].data == nullptr ? dtz50 : own_.dtz[other].at(number));
        complete = complete && dtm != kIllegal;
        return;
      }
      const bool zeroing = takes || (position.pawns() >> move.from & 1) != 0;
      const Position next = make(position, move, sliders);
      const auto reply = value_with_en_passant(next, [this](const Position& quiet) { return lookup(quiet); });
      if (reply) best.add(before_move(*reply, zeroing));
      complete = complete && reply;
    });
    if (!complete) return std::nullopt;
    if (best.is_empty()) return checkers(position) != 0 ? kMated : EndgameValue{};
    return best.value();
  }

  /// The number of the position after a piece's move that captures nothing; `index` and `pair`: those before it.
  std::uint64_t after_quiet_move(const EndgamePlacement& placement, std::uint64_t index, std::size_t pair,
                                 const Move& move) const {
    const Square flip_mask = placement.black_to_move ? 56 : 0;
    const Square from = move.from ^ flip_mask;
    const Square to = move.to ^ flip_mask;
    const bool white_king = placement.white_king == from;
    const bool black_king = placement.black_king == from;
    if (symmetric_) {
      EndgamePlacement after = placement;
      (white_king ? after.white_king : black_king ? after.black_king : after.men[man_on(placement, from)]) = to;
      return index_.index(flipped(table_.material(), after));
    }
    if (white_king) return index_.after_king_move(placement, index, pair, to, placement.black_king);
    if (black_king) return index_.after_king_move(placement, index, pair, placement.white_king, to);
    return index_.after_move(placement, index, man_on(placement, from), to);
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

TableCheck check_table(const EndgameTable& table, const FindTable& find, const WorkerPool& pool) {
  const Checker checker(table, find);
  TableCheck total;
  std::mutex mutex;
  pool.share_out(static_cast<std::size_t>(table.index().pairs().size()), [&](const auto& next) {
    for (std::size_t pair; (pair = next()) != WorkerPool::kDone;) {
      TableCheck part = checker.check_pair(pair);
      const std::lock_guard lock(mutex);
      add_members(total, part, &TableCheck::positions, &TableCheck::faults);
      for (TableFault& fault : part.first_faults) {
        if (total.first_faults.size() < kShownFaults) total.first_faults.push_back(fault);
      }
    }
  });
  return total;
}

}  // namespace plyforge
