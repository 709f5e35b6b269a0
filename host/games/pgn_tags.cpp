#include "games/pgn_tags.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace plyforge {

namespace {

/// The tags of sections 8 and 9 of the PGN standard, and Variant.
constexpr std::array<std::string_view, 42> kKnownTags = {
    "Event",        "Site",      "Date",     "Round",      "White",      "Black",       "Result",
    "FEN",          "SetUp",     "Variant",  "WhiteTitle", "BlackTitle", "WhiteElo",    "BlackElo",
    "WhiteUSCF",    "BlackUSCF", "WhiteNA",  "BlackNA",    "WhiteType",  "BlackType",   "EventDate",
    "EventSponsor", "Section",   "Stage",    "Board",      "Opening",    "Variation",   "SubVariation",
    "ECO",          "NIC",       "Time",     "UTCTime",    "UTCDate",    "TimeControl", "Termination",
    "Annotator",    "Mode",      "PlyCount", "WhiteTeam",  "BlackTeam",  "WhiteFideId", "BlackFideId"};

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// The letters and digits of a text, in lower case.
std::string simplified(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) result += lower(c);
  }
  return result;
}

/// Whether at most one letter has to be inserted, left out or replaced, or two neighbours swapped, to get from one text
/// to the other, in any case.
bool one_slip_apart(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > 1) return false;
  const auto same_from = [&](std::size_t in_a, std::size_t in_b) {
    return same_ignoring_case(a.substr(in_a), b.substr(in_b));
  };
  std::size_t i = 0;
  while (i < a.size() && lower(a[i]) == lower(b[i])) ++i;
  if (i == b.size()) return true;
  if (a.size() < b.size()) return same_from(i, i + 1);
  const bool swapped = i + 1 < a.size() && lower(a[i]) == lower(b[i + 1]) && lower(a[i + 1]) == lower(b[i]);
  return same_from(i + 1, i + 1) || (swapped && same_from(i + 2, i + 2));
}

}  // namespace

bool same_ignoring_case(std::string_view a, std::string_view b) { return std::ranges::equal(a, b, {}, lower, lower); }

std::optional<std::string_view> misspelled_tag(std::string_view name) {
  const auto same = [name](std::string_view known) { return same_ignoring_case(known, name); };
  if (std::ranges::any_of(kKnownTags, same)) return std::nullopt;
  const std::string letters = simplified(name);
  const auto close = [&](std::string_view known) { return one_slip_apart(known, letters); };
  const auto* const found = std::ranges::find_if(kKnownTags, close);
  return found == kKnownTags.end() ? std::nullopt : std::optional(*found);
}

std::optional<bool> is_chess960_variant(std::string_view variant) {
  constexpr std::array<std::string_view, 8> kStandard = {"",         "standard",  "normal",  "regular",
                                                         "orthodox", "classical", "western", "fromposition"};
  std::string name = simplified(variant);
  if (name.ends_with("960") || name.ends_with("frc") || name.find("fischer") != std::string::npos) {
    return true;
  }
  if (name.ends_with("chess")) name.resize(name.size() - std::string_view("chess").size());
  if (name == "freestyle") return true;
  if (std::ranges::find(kStandard, name) != kStandard.end()) return false;
  return std::nullopt;
}

}  // namespace plyforge
