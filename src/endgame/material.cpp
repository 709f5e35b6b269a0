#include "endgame/material.h"

#include <algorithm>
#include <set>

#include "notation/text.h"

namespace plyforge {
namespace {

constexpr std::string_view kLetters = "QRBNP";
constexpr std::array<Piece, 5> kPieces = {Piece::queen, Piece::rook, Piece::bishop, Piece::knight, Piece::pawn};

/// The rank of a piece in order of strength, from 0 for the queen.
std::size_t order(Piece piece) {
  return static_cast<std::size_t>(std::find(kPieces.begin(), kPieces.end(), piece) - kPieces.begin());
}

std::vector<std::size_t> sorted_side(const std::vector<EndgameMan>& men, bool black) {
  std::vector<std::size_t> side;
  for (const EndgameMan man : men) {
    if (man.black == black) side.push_back(order(man.piece));
  }
  std::sort(side.begin(), side.end());
  return side;
}

/// The men that one side of a text stands for: one list for each way to fill its wildcards.
std::vector<std::vector<Piece>> parse_side(std::string_view side, std::string_view text) {
  const auto fail = [&](const std::string& why) {
    throw MaterialError(quoted(text) + " is not an endgame: " + why + "; expected a name like KQvKR or K??vK");
  };
  if (side.empty() || (side.front() != 'K' && side.front() != 'k')) fail("each side begins with its king K");
  std::vector<std::vector<Piece>> sides = {{}};
  for (char letter : side.substr(1)) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
    std::vector<Piece> choices;
    const std::size_t found = kLetters.find(letter);
    if (letter == '?') {
      choices.assign(kPieces.begin(), kPieces.end());
    } else if (found != std::string_view::npos) {
      choices = {kPieces[found]};
    } else {
      fail("'" + std::string(1, letter) + "' is not one of Q, R, B, N, P and ?");
    }
    std::vector<std::vector<Piece>> longer;
    for (const auto& known : sides) {
      for (const Piece choice : choices) {
        longer.push_back(known);
        longer.back().push_back(choice);
      }
    }
    sides = std::move(longer);
  }
  return sides;
}

/// The men of each endgame that a text means, with the colours of the text.
std::vector<std::vector<EndgameMan>> parse_men(std::string_view text) {
  const std::size_t middle = text.find_first_of("vV");
  if (middle == std::string_view::npos) {
    throw MaterialError(quoted(text) + " is not an endgame: the sides must be separated by v, as in KQvKR");
  }
  const std::string_view white = text.substr(0, middle);
  const std::string_view black = text.substr(middle + 1);
  // Tested before the wildcards multiply.
  if (white.size() + black.size() > static_cast<std::size_t>(kMaxEndgameMen)) {
    throw MaterialError(quoted(text) + " has more than " + std::to_string(kMaxEndgameMen) + " men, kings included");
  }
  const auto white_sides = parse_side(white, text);
  const auto black_sides = parse_side(black, text);
  if (white.size() + black.size() == 2) throw MaterialError("KvK needs no table: it is always drawn");
  std::vector<std::vector<EndgameMan>> found;
  for (const auto& white_side : white_sides) {
    for (const auto& black_side : black_sides) {
      std::vector<EndgameMan>& men = found.emplace_back();
      for (const Piece piece : white_side) men.push_back({piece, false});
      for (const Piece piece : black_side) men.push_back({piece, true});
    }
  }
  return found;
}

}  // namespace

bool is_flipped(const std::vector<EndgameMan>& men) {
  const auto white = sorted_side(men, false);
  const auto black = sorted_side(men, true);
  if (white.size() != black.size()) return white.size() < black.size();
  return black < white;  // the queen is 0: the smaller list is the stronger side
}

Material::Material(std::vector<EndgameMan> men) : men_(std::move(men)) {
  if (size() > kMaxEndgameMen) {
    throw MaterialError("endgames have up to " + std::to_string(kMaxEndgameMen) + " men, kings included, not " +
                        std::to_string(size()));
  }
  if (is_flipped(men_)) {
    for (EndgameMan& man : men_) man.black = !man.black;
  }
  std::sort(men_.begin(), men_.end(),
            [](EndgameMan a, EndgameMan b) { return a.black != b.black ? b.black : order(a.piece) < order(b.piece); });
}

bool Material::has_pawns() const { return has_pawns(false) || has_pawns(true); }

bool Material::has_pawns(bool black) const {
  return std::find(men_.begin(), men_.end(), EndgameMan{Piece::pawn, black}) != men_.end();
}

bool Material::is_symmetric() const { return sorted_side(men_, false) == sorted_side(men_, true); }

std::string Material::name() const {
  std::string sides[2] = {"K", "K"};
  for (const EndgameMan man : men_) sides[man.black ? 1 : 0] += kLetters[order(man.piece)];
  return sides[0] + "v" + sides[1];
}

std::vector<Material> parse_materials(std::string_view text) {
  std::set<Material> found;
  for (std::vector<EndgameMan>& men : parse_men(text)) found.insert(Material(std::move(men)));
  return {found.begin(), found.end()};
}

bool flips_colours(std::string_view text) {
  const std::vector<std::vector<EndgameMan>> men = parse_men(text);
  return men.size() == 1 && is_flipped(men.front());
}

std::vector<Material> all_materials(int men) {
  std::set<Material> found;
  for (int white = men - 2; white >= men - 2 - white; --white) {
    const std::string text = "K" + std::string(static_cast<std::size_t>(white), '?') + "vK" +
                             std::string(static_cast<std::size_t>(men - 2 - white), '?');
    for (Material& material : parse_materials(text)) found.insert(std::move(material));
  }
  return {found.begin(), found.end()};
}

std::vector<Material> successors(const Material& material) {
  std::set<Material> found;
  const std::vector<EndgameMan>& men = material.men();
  const auto add = [&](std::vector<EndgameMan> rest) {
    if (!rest.empty()) found.insert(Material(std::move(rest)));
  };
  const auto without = [](std::vector<EndgameMan> rest, std::size_t gone) {
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(gone));
    return rest;
  };
  for (std::size_t i = 0; i < men.size(); ++i) {
    add(without(men, i));
    if (men[i].piece != Piece::pawn) continue;
    for (const Piece promoted : {Piece::queen, Piece::rook, Piece::bishop, Piece::knight}) {
      std::vector<EndgameMan> after = men;
      after[i].piece = promoted;
      add(after);
      for (std::size_t j = 0; j < men.size(); ++j) {
        // A pawn is never on a square where another can promote.
        if (men[j].black != men[i].black && men[j].piece != Piece::pawn) add(without(after, j));
      }
    }
  }
  return {found.begin(), found.end()};
}

std::vector<Material> with_dependencies(const std::vector<Material>& wanted) {
  std::set<Material> known;
  std::vector<Material> ordered;
  const auto visit = [&](const auto& self, const Material& material) -> void {
    if (!known.insert(material).second) return;
    for (const Material& successor : successors(material)) self(self, successor);
    ordered.push_back(material);
  };
  for (const Material& material : wanted) visit(visit, material);
  return ordered;
}

}  // namespace plyforge
