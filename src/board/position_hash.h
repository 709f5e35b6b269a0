#pragma once

#include <cstdint>

#include "board/host_device.h"
#include "board/position.h"

namespace plyforge {

/// Both halves of the product, folded: every bit of the inputs reaches every bit of the result.
/// Source: wyhash, github.com/wangyi-fudan/wyhash ("mum").
PLYFORGE_HD constexpr std::uint64_t fold_multiply(std::uint64_t a, std::uint64_t b) {
#if defined(__CUDA_ARCH__)
  return (a * b) ^ __umul64hi(a, b);
#else
  __extension__ using Product = unsigned __int128;
  const Product product = static_cast<Product>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#endif
}

/// A 64-bit hash that says where to look for a position. It never decides whether two positions are equal.
PLYFORGE_HD constexpr std::uint64_t hash(const Position& p) {
  // The first digits of the fractional parts of the square roots of 2, 3, 5, 7 (as in SHA-512).
  const std::uint64_t low = fold_multiply(p.opponent ^ 0x6a09e667f3bcc908, p.code0 ^ 0xbb67ae8584caa73b);
  const std::uint64_t high = fold_multiply(p.code1 ^ 0x3c6ef372fe94f82b, p.code2 ^ 0xa54ff53a5f1d36f1);
  return fold_multiply(low ^ 0x510e527fade682d1, high ^ 0x9b05688c2b3e6c1f);
}

/// One of `parts` shares of all positions, by bits of the hash that choose neither the table of a layer (the lowest 7)
/// nor a slot of a table of up to 2^32 (the highest).
struct HashShare {
  std::uint64_t part = 0;
  std::uint64_t parts = 1;

  PLYFORGE_HD constexpr bool has(std::uint64_t hash) const {
    constexpr int skipped = 7;
    constexpr int bits = 25;
    return ((hash >> skipped) % (std::uint64_t{1} << bits)) * parts >> bits == part;
  }

  /// One of `n` shares of this share.
  PLYFORGE_HD constexpr HashShare share(std::uint64_t i, std::uint64_t n) const { return {part * n + i, parts * n}; }
};

}  // namespace plyforge
