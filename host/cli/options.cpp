#include "cli/options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <limits>

#include "cli/whole_number.h"
#include "count/counting.h"

namespace plyforge {

const char* const kLeafHelp = R"(
Leaves: `moves` counts the legal moves at the last ply. `stats` also classifies them: captures (including en passant),
en_passant, castles, promotions (one per piece promoted to), checks (including mates), discovered_checks (exactly one
checker, which is neither the piece moved nor the rook of a castling move), double_checks, checkmates. `outcome`
classifies the final positions: checkmate, stalemate, dead (not enough material to mate), check, other.
Stats definitions: `consistent` counts mates in every check column. `published` leaves mates out of discovered_checks
and double_checks, as the tables of the Chess Programming Wiki do.)";

namespace {

constexpr int kMaxThreads = 1024;

/// A check that turns "64M" into bytes.
CLI::Validator size_in_bytes() {
  constexpr std::uint64_t kSmallest = std::uint64_t{16} << 20;
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 50;
  return CLI::Validator(
      [](std::string& text) {
        std::string bytes = text;
        try {
          CLI::AsSizeValue(false)(bytes);
        } catch (const CLI::ValidationError&) {
          return "'" + text + "' is not a size; expected a number and a unit, such as 64M, 8G or 512MiB";
        }
        if (!whole_number(kSmallest, kLargest)(bytes).empty()) {
          return "'" + text + "' is out of range; expected 16M to 1024T, with a unit as in 64M or 8G";
        }
        text = bytes;
        return std::string();
      },
      "");
}

}  // namespace

CLI::Validator whole_number(std::uint64_t smallest, std::uint64_t largest) {
  return CLI::Validator(
      [=](std::string& text) {
        std::uint64_t value = 0;
        const char* const end = text.data() + text.size();
        const auto [stopped, fault] = std::from_chars(text.data(), end, value);
        if (fault != std::errc{} || stopped != end || value < smallest || value > largest) {
          return "'" + text + "' is not a whole number from " + std::to_string(smallest) + " to " +
                 std::to_string(largest);
        }
        text = std::to_string(value);  // CLI11 would take "010" for an octal number
        return std::string();
      },
      "");
}

CLI::Validator seconds_above_zero() {
  return CLI::Validator(
      [](std::string& text) {
        constexpr double kLongest = 1e9;  // clocks count beyond it, not much more
        double value = 0;
        const bool number = CLI::detail::lexical_cast(text, value);
        return number && value > 0 && value <= kLongest ? ""
                                                        : "'" + text + "' is not a number of seconds greater than 0";
      },
      "");
}

void add_depth(CLI::App& verb, int& depth, int smallest) {
  verb.add_option("DEPTH", depth, "Plies to count, " + std::to_string(smallest) + " to " + std::to_string(kMaxDepth))
      ->required()
      ->option_text("REQUIRED")
      ->transform(whole_number(static_cast<std::uint64_t>(smallest), kMaxDepth));
}

void add_rules(CLI::App& verb, FenOptions& rules) {
  verb.add_flag("--chess960", rules.chess960,
                "Chess960: castling rights for any rook, castling written as king takes rook (e1h1)");
  verb.add_flag("--any-material", rules.any_material,
                "Allow more than 16 pieces of a colour, and pieces that promotions cannot explain");
}

void add_position(CLI::App& verb, PositionRequest& request) {
  verb.add_option("--fen", request.fen, "Position (default: the start position)")->option_text("FEN");
  verb.add_option("--moves", request.moves, "Moves to play first, UCI or SAN, as one argument: \"e4 c5 g1f3\"")
      ->option_text("MOVES");
  add_rules(verb, request.rules);
}

void add_position_file(CLI::App& verb, PositionRequest& request) {
  verb.add_option("--file", request.file, "Every position in a file, one FEN or EPD per line; - is standard input")
      ->option_text("FILE")
      ->excludes("--fen")
      ->excludes("--moves");
}

void add_resources(CLI::App& verb, ResourceRequest& request) {
  verb.add_option("--threads", request.threads, "Threads (default: one per core)")
      ->option_text("N")
      ->transform(whole_number(1, kMaxThreads));
  add_memory(verb, request.memory);
}

void add_memory(CLI::App& verb, std::uint64_t& memory) {
  verb.add_option("--memory", memory, "Memory budget: 64M, 8G, 512MiB (default: half of the free memory)")
      ->option_text("SIZE")
      ->transform(size_in_bytes());
}

void add_backend(CLI::App& verb, BackendRequest& request) {
  constexpr std::uint64_t kHighestDevice = 1023;
  verb.add_option_function<std::string>(
          "--backend",
          [&request](const std::string& name) {
            request.choice = name == "cpu"    ? BackendChoice::cpu
                             : name == "cuda" ? BackendChoice::cuda
                                              : BackendChoice::automatic;
          },
          "Where to count (default: auto, a GPU if there is one and the work is large enough)")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}))
      ->option_text("auto|cpu|cuda");
  verb.add_option("--device", request.devices, "GPUs to use, by number: 0,1 (default: all)")
      ->option_text("N,...")
      ->delimiter(',')
      ->transform(whole_number(0, kHighestDevice));
}

void add_leaf(CLI::App& verb, LeafRequest& request) {
  verb.add_option_function<std::string>(
          "--leaf", [&request](const std::string& name) { request.leaf = *leaf_from_name(name); },
          "What is summed at the last ply (default: moves)")
      ->check(CLI::IsMember({"moves", "stats", "outcome"}))
      ->option_text("moves|stats|outcome");
  add_stats_definition(verb, request);
  // CLI11 checks options in the order in which they were added: the leaf is known here.
  verb.get_option("--stats-definition")->check([&request](const std::string& /*name*/) {
    return request.leaf == Leaf::stats ? "" : "it applies only to --leaf stats";
  });
}

void add_stats_definition(CLI::App& verb, LeafRequest& request) {
  verb.add_option_function<std::string>(
          "--stats-definition",
          [&request](const std::string& name) {
            request.definition = name == "published" ? StatsDefinition::published : StatsDefinition::consistent;
          },
          "Whether discovered and double checks include mates, see below (default: consistent)")
      ->check(CLI::IsMember({"consistent", "published"}))
      ->option_text("consistent|published");
}

void add_json(CLI::App& verb, Style& style) {
  verb.add_flag_callback(
      "--json", [&style] { style = Style::json; }, "One JSON object per line");
}

void add_csv(CLI::App& verb, Style& style) {
  verb.add_flag_callback(
          "--csv", [&style] { style = Style::csv; }, "Comma-separated values with a header line")
      ->excludes("--json");
}

void add_format(CLI::App& verb, Style& style) {
  verb.add_option_function<std::string>(
          "--format",
          [&style](const std::string& name) { style = name == "stockfish" ? Style::stockfish : Style::perftree; },
          "Output as from Stockfish's `go perft`, or as perftree expects, one line per move")
      ->check(CLI::IsMember({"stockfish", "perftree"}))
      ->option_text("stockfish|perftree")
      ->excludes("--json")
      ->excludes("--csv");
}

void add_split(CLI::App& verb, std::optional<int>& split) {
  verb.add_option_function<int>(
          "--split", [&split](const int& plies) { split = plies; },
          "Plies after which the work is split into units (default: 1, or units of 9 plies)")
      ->option_text("K")
      ->transform(whole_number(0, kMaxDepth - 1));
}

void add_store(CLI::App& verb, StoreRequest& store) {
  verb.add_option("--store", store.path,
                  "Keep results in this file, unit by unit, and resume if it exists; see plyforge run")
      ->option_text("FILE")
      ->excludes("--file")
      ->excludes("--all-depths");
  add_split(verb, store.split);
  verb.get_option("--split")->needs("--store");
}

void add_count_options(CLI::App& verb, CountRequest& request, int smallest_depth) {
  add_depth(verb, request.depth, smallest_depth);
  add_position(verb, request.positions);
  add_position_file(verb, request.positions);
  verb.add_flag("--all-depths", request.all_depths, "Every depth from 1 to DEPTH");
  add_leaf(verb, request.leaf);
  add_resources(verb, request.resources);
  add_backend(verb, request.backend);
  verb.add_flag_callback(
      "--no-merge", [&request] { request.merge = false; }, "Walk every path instead of merging equal positions (slow)");
  add_json(verb, request.style);
  add_csv(verb, request.style);
  add_format(verb, request.style);
  verb.get_option("--format")->check([&request](const std::string& name) {
    return request.leaf.leaf == Leaf::moves ? "" : name + " has no columns for --leaf; drop one of the two";
  });
  add_store(verb, request.store);
  verb.add_flag("--verbose", request.verbose, "Report the time spent, ply by ply");
}

std::string help_footer(const std::string& text, const std::string& example) {
  // Raw strings begin on a line of their own.
  const std::string lines = text.starts_with('\n') ? text.substr(1) : text;
  return lines + (lines.empty() ? "" : "\n\n") + "Example:\n" + example;
}

}  // namespace plyforge
