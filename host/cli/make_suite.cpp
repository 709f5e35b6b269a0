#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <random>

#include "app/report/table.h"
#include "app/session/diagnostics.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "cli/whole_number.h"
#include "count/counting.h"
#include "notation/text.h"
#include "suites/suite_maker.h"

namespace plyforge {
namespace {

constexpr const char* kSuiteHelp = R"(
Each line is `FEN ;D1 20 ;D2 400`, the format of `plyforge verify` and other programs (Chess960: verify --chess960).
--positions takes positions at random from random games. --stratum takes positions that show a rule, or a trap in one,
as many as requested, from games and from constructed positions; --list-strata names the strata. If too few are found
for a stratum, this is reported and the exit code is 3. En passant squares are written whenever a pawn stands ready to
capture, whether or not the capture is legal. The same seed and options give the same suite on every machine with this
version.)";

constexpr std::uint64_t kMostLines = 1'000'000'000;

struct SuiteRequest {
  SuiteOrder order;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> strata;  ///< "NAME=COUNT"
  std::uint64_t each = 0;           ///< of every stratum
  bool label = false;
  bool list = false;
  bool chess960 = false;
  bool double_chess960 = false;
  ResourceRequest resources;
};

std::string strata_table() {
  Table table({{.title = "stratum", .side = Table::Side::left}, {.title = "positions", .side = Table::Side::left}});
  std::vector<Table::Row> rows;
  rows.reserve(kStrata);
  for (const StratumInfo& info : kStratumInfo) {
    rows.push_back({std::string(info.name), std::string(info.holds) + (info.chess960_only ? " (Chess960 only)" : "")});
  }
  return table.text(rows);
}

bool occurs(const StratumInfo& info, Variant variant) { return !info.chess960_only || variant != Variant::standard; }

/// Adds what a text "NAME=COUNT" asks for. Throws InputError.
void add_stratum(SuiteOrder& order, const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  std::string count = equals == std::string::npos ? "" : text.substr(equals + 1);
  if (const std::string fault = whole_number(0, kMostLines)(count); !fault.empty()) {
    throw InputError("--stratum " + plyforge::quoted(text) + ": write NAME=COUNT, as in en-passant=20; " + fault);
  }
  const std::optional<Stratum> stratum = stratum_from_name(name);
  if (!stratum)
    throw InputError("--stratum: unknown stratum " + plyforge::quoted(name) + "; --list-strata names them all");
  const auto index = static_cast<std::size_t>(*stratum);
  if (!occurs(kStratumInfo[index], order.variant)) {
    throw InputError("--stratum: " + name + " does not occur in standard chess; give --chess960 or --double-chess960");
  }
  order.each[index] = std::stoull(count);
}

SuiteOrder make_order(const SuiteRequest& request, const Session& session) {
  SuiteOrder order = request.order;
  order.variant = request.double_chess960 ? Variant::double_chess960
                  : request.chess960      ? Variant::chess960
                                          : Variant::standard;
  for (std::size_t s = 0; s < kStrata; ++s) {
    if (occurs(kStratumInfo[s], order.variant)) order.each[s] = request.each;
  }
  for (const std::string& text : request.strata) add_stratum(order, text);
  std::uint64_t wanted = order.any;
  for (const std::uint64_t count : order.each) wanted += count;
  if (wanted == 0) throw InputError("no positions requested; give --positions N, --stratum NAME=COUNT or --each N");
  std::random_device device;
  order.seed = request.seed ? *request.seed : std::uint64_t{device()} << 32 | device();
  order.memory_bytes = request.resources.memory;
  order.stop = session.stop;
  return order;
}

void run_suite(const SuiteRequest& request, Session& session) {
  if (request.list) {
    session.out.print(strata_table());
    return;
  }
  const SuiteOrder order = make_order(request, session);
  std::optional<tbb::global_control> threads;
  if (request.resources.threads != 0) {
    threads.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(request.resources.threads));
  }
  Diagnostics diagnostics;
  if (!request.seed) diagnostics.error("seed " + std::to_string(order.seed));
  const auto print = [&](const SuiteLine& line) {
    std::string text = to_fen_with_ep_square(line.candidate);
    for (std::size_t i = 0; i < line.counts.size(); ++i) {
      text += " ;D" + std::to_string(i + 1) + " " + to_string(line.counts[i]);
    }
    if (request.label) {
      const bool any = !line.stratum;
      text += " ;id \"" + std::string(any ? "any" : kStratumInfo[static_cast<std::size_t>(*line.stratum)].name) + "\"";
    }
    session.out.print(text + "\n");
  };
  for (const Shortfall& missing : make_suite(order, print)) {
    diagnostics.error(missing.name + ": only " + std::to_string(missing.found) + " of " +
                      std::to_string(missing.wanted) + " found");
    session.exit_code = ExitCode::resource_missing;
  }
}

}  // namespace

void add_suite(CLI::App& app, Session& session) {
  const auto request = std::make_shared<SuiteRequest>();
  CLI::App* const verb =
      app.add_subcommand("suite",
                         "Make a perft suite: random positions, or positions that show a given rule, "
                         "with counts");
  verb->add_option("DEPTH", request->order.depth, "Plies to count, 1 to " + std::to_string(kMaxDepth) + " (default: 3)")
      ->option_text(" ")
      ->transform(whole_number(1, kMaxDepth));
  verb->add_option("--positions", request->order.any, "Positions from random games")
      ->option_text("N")
      ->transform(whole_number(0, kMostLines));
  verb->add_option("--stratum", request->strata, "Positions of one stratum; may be given more than once")
      ->option_text("NAME=COUNT");
  verb->add_option("--each", request->each, "Positions of every stratum not named by --stratum")
      ->option_text("N")
      ->transform(whole_number(0, kMostLines));
  verb->add_flag("--chess960", request->chess960, "Chess960");
  verb->add_flag("--double-chess960", request->double_chess960, "Chess960 with a separate start array for each side")
      ->excludes("--chess960");
  verb->add_option_function<std::uint64_t>(
          "--seed", [request](const std::uint64_t& seed) { request->seed = seed; },
          "Seed of the random numbers (default: a new one, printed on stderr)")
      ->option_text("N")
      ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
  verb->add_flag("--repeats", request->order.repeats, "Allow repeated positions; needs no memory");
  verb->add_flag("--label", request->label, "End each line with its stratum: ;id \"en-passant\"");
  add_resources(*verb, request->resources);
  verb->add_flag("--list-strata", request->list, "List the strata and exit");
  verb->footer(
      help_footer(kSuiteHelp, "  plyforge suite 3 --seed 1 --stratum en-passant=2 --stratum castle-black-king=1"));
  verb->callback([request, &session] { run_suite(*request, session); });
}

}  // namespace plyforge
