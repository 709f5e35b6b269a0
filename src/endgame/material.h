#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "board/bitboard.h"
#include "board/position.h"

namespace plyforge {

/// The most men an endgame may have, kings included.
constexpr int kMaxEndgameMen = 6;

/// A man other than a king.
struct EndgameMan {
  Piece piece = Piece::none;
  bool black = false;

  PLYFORGE_HD friend constexpr bool operator==(EndgameMan a, EndgameMan b) {
    return a.piece == b.piece && a.black == b.black;
  }
};

/// A text that names no endgame; what() says what is wrong and what would be right.
class MaterialError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An endgame by its men, as in KQvKR, in its one canonical form: the side with more men, then with the stronger ones,
/// is White; the men of a side are in the order Q, R, B, N, P.
class Material {
 public:
  /// KvK.
  Material() = default;
  /// The canonical form of these men. Throws MaterialError for more than kMaxEndgameMen men.
  explicit Material(std::vector<EndgameMan> men);

  /// The men other than kings: White's, then Black's.
  const std::vector<EndgameMan>& men() const { return men_; }
  /// All men, kings included.
  int size() const { return static_cast<int>(men_.size()) + 2; }
  bool has_pawns() const;
  bool has_pawns(bool black) const;
  /// Whether both sides have the same men: then Black to move is White to move with colours flipped.
  bool is_symmetric() const;
  /// "KQvKR"
  std::string name() const;

  friend bool operator==(const Material&, const Material&) = default;
  friend auto operator<=>(const Material& a, const Material& b) { return a.name() <=> b.name(); }

 private:
  std::vector<EndgameMan> men_;
};

/// Whether Black would be White in the canonical form of these men.
bool is_flipped(const std::vector<EndgameMan>& men);

/// The endgames that a text means, each once: one ("KRvKQ", in either order), or all that match it, where ? stands for
/// any man except a king ("K??vK", "KRvK?"). Throws MaterialError.
std::vector<Material> parse_materials(std::string_view text);

/// Whether a text for one endgame names Black's men first, so that its colours are flipped. Throws MaterialError.
bool flips_colours(std::string_view text);

/// All endgames of exactly so many men (3..kMaxEndgameMen).
std::vector<Material> all_materials(int men);

/// The endgames that a capture, a promotion or both in one lead to, each once; without KvK, which needs no table.
std::vector<Material> successors(const Material& material);

/// All endgames that must be solved for these, themselves included: each once, and after those it depends on.
std::vector<Material> with_dependencies(const std::vector<Material>& wanted);

}  // namespace plyforge
