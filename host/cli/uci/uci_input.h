#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/requests.h"
#include "notation/fen.h"

namespace plyforge {

// What the commands of the Universal Chess Interface say. Each reader takes the text after the command's name and
// throws InputError, with a message of one line, when it cannot be obeyed.

/// What `setoption` sets.
struct UciSettings {
  FenOptions rules;
  ResourceRequest resources;
};

/// The first word of a text, without the blanks around it; it is taken off the text. Empty at the end.
std::string_view take_word(std::string_view& text);

/// The position of `position [startpos | fen FEN] [moves M1 M2 ...]`. What was odd about the FEN is added to
/// `warnings`.
FenRecord read_uci_position(std::string_view operands, const FenOptions& rules, std::vector<std::string>& warnings);

/// The depth, in plies, of `go perft N`, from the text after `perft`.
int read_perft_depth(std::string_view operands);

/// Obeys `setoption name NAME value VALUE`.
void set_uci_option(std::string_view operands, UciSettings& settings);

/// The `option` lines that answer `uci`, with the settings as defaults; memory must be set.
std::string uci_option_lines(const UciSettings& settings);

}  // namespace plyforge
