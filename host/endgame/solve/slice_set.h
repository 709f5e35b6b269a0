#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "endgame/slices.h"
#include "endgame/tables/zero_pages.h"

namespace plyforge {

/// A set of positions for one side to move: all slices, and which of them are empty.
class SliceSet {
 public:
  SliceSet() = default;
  explicit SliceSet(const SliceLayout& layout)
      : words_(layout.shape().words), bits_(layout.words()), is_empty_(layout.pairs(), 1) {}

  Bitboard* slice(std::size_t pair) { return bits_.data() + pair * words_; }
  const Bitboard* slice(std::size_t pair) const { return bits_.data() + pair * words_; }
  const Bitboard* data() const { return bits_.data(); }
  const std::uint8_t* empty_slices() const { return is_empty_.data(); }
  bool is_empty(std::size_t pair) const { return is_empty_[pair] != 0; }
  bool is_empty() const {
    return std::all_of(is_empty_.begin(), is_empty_.end(), [](std::uint8_t empty) { return empty != 0; });
  }

  /// To be called after a slice has been written.
  void note(std::size_t pair) {
    const Bitboard* const words = slice(pair);
    is_empty_[pair] = std::all_of(words, words + words_, [](Bitboard word) { return word == 0; }) ? 1 : 0;
  }
  void clear(std::size_t pair) {
    if (is_empty(pair)) return;
    std::fill_n(slice(pair), words_, Bitboard{0});
    is_empty_[pair] = 1;
  }

 private:
  std::size_t words_ = 0;
  LargeArray<Bitboard> bits_;
  std::vector<std::uint8_t> is_empty_;
};

}  // namespace plyforge
