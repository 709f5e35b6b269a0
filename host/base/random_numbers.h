#pragma once

#include <cstdint>
#include <random>

namespace plyforge {

/// Random numbers that a seed reproduces on every machine: the C++ standard defines the engine to the bit, and its
/// distributions, which differ between libraries, are not used.
class RandomNumbers {
 public:
  /// Each stream of a seed gives different numbers.
  RandomNumbers(std::uint64_t seed, std::uint64_t stream) : engine_(mix(mix(seed) + stream)) {}

  /// A number 0..bound-1; its bias is less than bound / 2^64.
  int below(int bound) {
    __extension__ using Product = unsigned __int128;
    return static_cast<int>(static_cast<Product>(engine_()) * static_cast<unsigned>(bound) >> 64);
  }
  /// A number first..last.
  int between(int first, int last) { return first + below(last - first + 1); }
  bool percent(int chance) { return below(100) < chance; }

 private:
  /// SplitMix64 (Steele, Lea, Flood 2014; prng.di.unimi.it/splitmix64.c), so that neighbouring seeds have nothing in
  /// common.
  static constexpr std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

  std::mt19937_64 engine_;
};

}  // namespace plyforge
