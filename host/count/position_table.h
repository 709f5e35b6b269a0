#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "base/memory_budget.h"
#include "board/position.h"

namespace plyforge {

/// A multiplicity that does not fit in 64 bits.
class PathsOverflow : public std::overflow_error {
 public:
  PathsOverflow() : std::overflow_error("a position is reached by more than 2^64 - 1 move paths") {}
};

/// What a table keeps with each position.
struct Payload {
  std::size_t bytes = 0;      ///< per position: 0, or a multiple of 8
  bool multiplicity = false;  ///< the first 8 bytes are the number of move paths that reach the position

  static constexpr Payload none() { return {}; }
  static constexpr Payload multiplicities() { return {sizeof(std::uint64_t), true}; }
  /// `bytes` for the user of the table to fill; zero at first.
  static constexpr Payload values(std::size_t bytes) { return {bytes, false}; }
};

/// A set of positions, each with a payload: open addressing with linear probing, whole positions compared.
/// Not safe for use by several threads at once.
///
/// A hash, as a fraction of 2^64, gives the slot as the same fraction of the capacity, so that growing keeps the order
/// and writes memory in sequence. The lower bits of the hash are free to choose between tables.
class PositionTable {
 public:
  static constexpr std::size_t kNoSlot = ~std::size_t{0};

  /// An empty table that allocates nothing yet.
  PositionTable(MemoryBudget& budget, Payload payload) : budget_(&budget), payload_(payload) {}

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }

  /// Makes room for `wanted` positions, within `most_bytes`, so that they need no growing. For an empty table.
  void reserve(std::size_t wanted, std::size_t most_bytes);

  /// Adds a position, or adds to its multiplicity. False, with nothing changed, when neither the table nor the budget
  /// has room. Throws std::overflow_error when the multiplicity exceeds 64 bits.
  bool add(const Position& position, std::uint64_t hash, std::uint64_t multiplicity);

  /// Starts to load the memory that add() or find() with this hash will look at.
  void prefetch(std::uint64_t hash) const;

  /// The slot of a position that is in the table, or kNoSlot.
  std::size_t find(const Position& position, std::uint64_t hash) const;

  /// Whether a slot below capacity() holds a position.
  bool holds(std::size_t slot) const { return plane(slot, 3) != 0; }  // the king's code has this bit: never empty
  Position position(std::size_t slot) const { return {plane(slot, 0), plane(slot, 1), plane(slot, 2), plane(slot, 3)}; }
  std::byte* payload(std::size_t slot) const { return at(slot) + sizeof(Position); }
  std::uint64_t multiplicity(std::size_t slot) const { return payload_.multiplicity ? count(slot) : 1; }

 private:
  // A slot is a position and its payload side by side, so that a probe touches one or two cache lines. It is aligned
  // to 8 bytes only.
  std::size_t slot_bytes() const { return sizeof(Position) + payload_.bytes; }
  std::byte* at(std::size_t slot) const { return block_.data() + slot * slot_bytes(); }
  std::uint64_t* words(std::size_t slot) const { return reinterpret_cast<std::uint64_t*>(at(slot)); }
  std::uint64_t& count(std::size_t slot) const { return words(slot)[sizeof(Position) / sizeof(std::uint64_t)]; }
  Bitboard plane(std::size_t slot, std::size_t i) const { return words(slot)[i]; }

  std::size_t home(std::uint64_t hash) const {
    __extension__ using Product = unsigned __int128;
    return static_cast<std::size_t>(static_cast<Product>(hash) * capacity_ >> 64);
  }
  bool rebuild(std::size_t least_capacity);

  MemoryBudget* budget_;
  Payload payload_;
  Block block_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
};

}  // namespace plyforge
