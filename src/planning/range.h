#pragma once

namespace plyforge {

/// A range of a count, as shares of the whole, for progress: a layer worked in parts gives each part a range of its
/// own.
struct Range {
  double from = 0;
  double length = 1;

  /// The share of the whole that is done when `share` (0..1) of this range is.
  double at(double share) const { return from + length * share; }
  /// The range between two shares (0..1) of this one.
  Range between(double a, double b) const { return {at(a), length * (b - a)}; }
};

}  // namespace plyforge
