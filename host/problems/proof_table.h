#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "board/move.h"
#include "board/position.h"
#include "board/position_hash.h"

namespace plyforge {

/// What is known about a position whose side to move pursues the goal.
struct Proof {
  std::uint8_t reached = 0;  ///< plies in which the goal is reached; 0: unknown
  std::uint8_t refuted = 0;  ///< plies within which it is not reached
  Move move{};               ///< if `reached`: the move that reaches it
};

/// Proofs by position. Whole positions are compared; the hash only selects the slot. New proofs replace old ones, so
/// memory is bounded. For one thread.
class ProofTable {
 public:
  /// `bytes`: the approximate size, allocated by the system on first use.
  explicit ProofTable(std::size_t bytes);

  /// Forgets all proofs in constant time.
  void clear();

  /// The proof of a position, or an empty one.
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
    std::uint32_t generation;  ///< the slot is empty unless this is the table's
    Proof proof;
  };
  struct Release {
    void operator()(Slot* slots) const { std::free(slots); }
  };
  static constexpr std::size_t kBucket = 4;

  /// Proofs of more plies cost more, and are kept.
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
