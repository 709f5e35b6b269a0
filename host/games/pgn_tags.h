#pragma once

#include <optional>
#include <string_view>

namespace plyforge {

/// Whether two texts differ at most in the case of ASCII letters, as tag names may: FEN, Fen, fen.
bool same_ignoring_case(std::string_view a, std::string_view b);

/// The tag of the PGN standard that an unknown name is probably a misspelling of: FEN for "FNE" or "F.E.N.". Nothing
/// for names that are known, in any case, or that are not close to one.
std::optional<std::string_view> misspelled_tag(std::string_view name);

/// Whether the value of a tag Variant means Chess960 (true) or standard chess (false); nothing for other variants.
/// Case, blanks and punctuation do not matter.
std::optional<bool> is_chess960_variant(std::string_view variant);

}  // namespace plyforge
