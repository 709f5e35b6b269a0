#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "count/kernels.h"
#include "leaf/leaf.h"

namespace plyforge {

/// How the sums below a position are stored with it in a table: only the columns that the evaluator has, in 64 bits
/// where the depth guarantees that they fit, else in 128.
class LeafValues {
 public:
  LeafValues(Leaf leaf, int remaining) : columns_(column_count(leaf)), wide_(remaining > kMaxKernelDepth) {}

  std::size_t bytes() const { return (1 + columns_) * width(); }

  void store(const Totals& totals, std::byte* to) const {
    put(totals.nodes, to);
    for (std::size_t i = 0; i < columns_; ++i) put(totals.columns[i], to += width());
  }

  void add(const std::byte* from, Totals& totals) const {
    totals.nodes = add_exactly(totals.nodes, get(from));
    for (std::size_t i = 0; i < columns_; ++i) {
      totals.columns[i] = add_exactly(totals.columns[i], get(from += width()));
    }
  }

 private:
  std::size_t width() const { return wide_ ? sizeof(Wide) : sizeof(std::uint64_t); }

  void put(Wide value, std::byte* to) const {
    const auto narrow = static_cast<std::uint64_t>(value);
    wide_ ? std::memcpy(to, &value, sizeof value) : std::memcpy(to, &narrow, sizeof narrow);
  }

  Wide get(const std::byte* from) const {
    Wide wide = 0;
    std::uint64_t narrow = 0;
    if (wide_) {
      std::memcpy(&wide, from, sizeof wide);
      return wide;
    }
    std::memcpy(&narrow, from, sizeof narrow);
    return narrow;
  }

  std::size_t columns_;
  bool wide_;
};

}  // namespace plyforge
