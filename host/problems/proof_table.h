#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "board/move.h"
#include "board/position.h"
#include "board/position_hash.h"

namespace plyforge {

/// What is known of a position whose mover wants the goal.
struct Proof {
  std::uint8_t reached = 0;  ///< plies in which the goal is reached; 0: not known
  std::uint8_t refuted = 0;  ///< plies in which, and in fewer, it is not
  Move move{};               ///< where `reached`: the move that reaches it
};

/// Proofs by position. Whole positions are compared; the hash only says where to look. Old proofs give way to new ones,
/// so memory is bounded. For one thread.
class ProofTable {
 public:
  /// Of about that many bytes, which the system hands over when they are used.
  explicit ProofTable(std::size_t bytes);

  /// Forgets all proofs, at no cost.
  void clear();

  /// The proof of a position, or nothing known.
  Proof find(const Position& position) const {
    const Slot* const bucket = bucket_of(position);
    for (std::size_t i = 0; i < kBucket; ++i) {
      if (bucket[i].generation == generation_ && bucket[i].position == position) return bucket[i].proof;
    }
    return {};
  }

  /// Sets the proof of a position.
  void store(const Position& position, Proof proof) {
    Slot* const bucket = bucket_of(position);
    Slot* victim = bucket;
    for (std::size_t i = 0; i < kBucket; ++i) {
      if (bucket[i].generation == generation_ && bucket[i].position == position) {
        bucket[i].proof = proof;
        return;
      }
      if (worth(bucket[i]) < worth(*victim)) victim = bucket + i;
    }
    *victim = {position, generation_, proof};
  }

 private:
  struct Slot {
    Position position;
    std::uint32_t generation;  ///< of another than the table's: empty
    Proof proof;
  };
  struct Release {
    void operator()(Slot* slots) const { std::free(slots); }
  };
  static constexpr std::size_t kBucket = 4;

  /// Proofs of many plies have cost more than others.
  int worth(const Slot& slot) const {
    if (slot.generation != generation_) return -1;
    return slot.proof.reached > slot.proof.refuted ? slot.proof.reached : slot.proof.refuted;
  }
  Slot* bucket_of(const Position& position) const { return slots_.get() + (hash(position) >> shift_) * kBucket; }

  int shift_;
  std::uint32_t generation_ = 1;
  std::unique_ptr<Slot, Release> slots_;
};

}  // namespace plyforge
