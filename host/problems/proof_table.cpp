#include "problems/proof_table.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace plyforge {

ProofTable::ProofTable(std::size_t bytes) {
  const std::size_t buckets = std::bit_floor(std::max<std::size_t>(bytes / (kBucket * sizeof(Slot)), 2));
  shift_ = 64 - std::countr_zero(buckets);
  // Zeroed memory is an empty table, and calloc() gets it from the system page by page on first use.
  slots_.reset(static_cast<Slot*>(std::calloc(buckets * kBucket, sizeof(Slot))));
  if (!slots_) throw std::bad_alloc();
}

void ProofTable::clear() {
  if (++generation_ != 0) return;
  generation_ = 1;  // after four billion positions: proofs of the first ones must not become valid again
  const std::size_t slots = (std::size_t{1} << (64 - shift_)) * kBucket;
  for (std::size_t i = 0; i < slots; ++i) slots_.get()[i].generation = 0;
}

}  // namespace plyforge
