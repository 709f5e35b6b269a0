#include <CLI/CLI.hpp>
#include <limits>
#include <memory>
#include <random>

#include "app/report/json.h"
#include "app/session/text_format.h"
#include "app/work/count_setup.h"
#include "app/work/stored_run.h"
#include "cli/options.h"
#include "cli/run/run_report.h"
#include "cli/run/run_verbs.h"
#include "cli/whole_number.h"
#include "runs/audit.h"

namespace plyforge {
namespace {

constexpr double kConfidence = 0.95;

constexpr const char* kAuditHelp = R"(
Finished units are chosen at random and counted again in another way: on another backend if there is one, otherwise
without merging. When all agree, the audit states how many units can still be wrong, by the exact formula for drawing
without replacement: 5% of 10,000 units without a difference means that, with 95% confidence, fewer than 0.6% of the
units are wrong. A unit that differs is disputed, and the run is no longer complete; `plyforge run resume` settles it.
The exit code is then 1.)";

struct AuditVerbRequest {
  std::string path;
  AuditRequest audit;
  ResourceRequest resources;
  BackendRequest backend;
  Style style = Style::text;
};

/// A check that turns "5%" or "5" into 0.05.
CLI::Validator percentage() {
  return CLI::Validator(
      [](std::string& text) {
        const std::string digits = text.ends_with('%') ? text.substr(0, text.size() - 1) : text;
        double percent = 0;
        if (!CLI::detail::lexical_cast(digits, percent) || !(percent > 0 && percent <= 100)) {
          return "'" + text + "' is not a share greater than 0% and at most 100%";
        }
        text = std::to_string(percent / 100);
        return std::string();
      },
      "");
}

/// What an audit without a difference has shown.
std::string confidence_text(const AuditReport& report) {
  if (report.audited == report.units) return "every unit has been counted again: none is wrong in the same two ways\n";
  const auto bound = static_cast<Wide>(wrong_units_bound(report.units, report.audited, kConfidence));
  return "with 95% confidence fewer than " + grouped(bound) + " of the " + grouped(static_cast<Wide>(report.units)) +
         " units (" + share_text(bound, static_cast<Wide>(report.units)) + ") are wrong\n";
}

Json report_json(const AuditVerbRequest& request, const Store& store, const AuditReport& report) {
  Json object = {
      {"type", "audit"},      {"store", store.path()},     {"seed", request.audit.seed},   {"units", store.units()},
      {"done", report.units}, {"audited", report.audited}, {"differing", report.differing}};
  if (report.differing == 0) {
    object["confidence"] = kConfidence;
    object["wrong_units_below"] = wrong_units_bound(report.units, report.audited, kConfidence);
  }
  return object;
}

void run_audit(const AuditVerbRequest& request, Session& session) {
  ProgressLine progress;
  Diagnostics diagnostics([&progress] { progress.erase(); });
  Store store(request.path);
  const RunQuestion& question = store.question();
  Backends backends(request.backend, request.resources.memory,
                    [&diagnostics](const std::string& reason) { diagnostics.warn("", {reason}); });
  const bool json = request.style == Style::json;
  // Before the work, so that an audit that is cut short can be repeated.
  if (!json) session.out.print("seed      " + std::to_string(request.audit.seed) + "\n");
  CountOptions options = count_options(request.resources, session, progress);
  options.leaf = question.leaf;
  const auto differs = [&](const Unit& unit, const UnitCount& stored, const UnitCount& again) {
    progress.erase();
    if (json) {
      Json object = {{"type", "difference"}, {"unit", unit.id}, {"fen", unit.fen}, {"depth", question.unit_depth()}};
      object["stored"] = totals_text(stored.totals, question.leaf);
      object["again"] = totals_text(again.totals, question.leaf);
      session.out.print(json_line(object));
      return;
    }
    session.out.print("differs   unit " + std::to_string(unit.id) + ": " + unit.fen + ", depth " +
                      std::to_string(question.unit_depth()) + "\n          stored " +
                      count_text(stored, question.leaf) + "\n          again  " + count_text(again, question.leaf) +
                      "\n");
  };
  progress.start("audit");
  try {
    const AuditReport report = on_backend(backends, expected_unit_leaves(question), options,
                                          [&] { return audit(store, request.audit, options, differs); });
    progress.erase();
    if (json) {
      session.out.print(json_line(report_json(request, store, report)));
    } else {
      session.out.print("audited   " + grouped(static_cast<Wide>(report.audited)) + " of " +
                        grouped(static_cast<Wide>(report.units)) + " units done (" +
                        share_text(static_cast<Wide>(report.audited), static_cast<Wide>(report.units)) + "), " +
                        grouped(static_cast<Wide>(report.differing)) +
                        (report.differing == 1 ? " differs\n" : " differ\n") +
                        (report.differing == 0
                             ? confidence_text(report)
                             : "the run is not complete; settle this with: " + resume_command(store.path()) + "\n"));
    }
    if (report.differing != 0) session.exit_code = ExitCode::mismatch;
  } catch (const Interrupted&) {
    diagnostics.error("interrupted; the recounted units are stored in " + store.path());
    session.exit_code = ExitCode::interrupted;
  }
}

}  // namespace

void add_run_audit(CLI::App& run, Session& session) {
  const auto request = std::make_shared<AuditVerbRequest>();
  CLI::App* const verb = run.add_subcommand("audit", "Recount a random share of the units in another way");
  add_store_argument(*verb, request->path);
  verb->add_option("--share", request->audit.share, "Share of the finished units (default: 5%)")
      ->option_text("PERCENT")
      ->transform(percentage());
  request->audit.seed = std::random_device()();
  verb->add_option("--seed", request->audit.seed, "Seed that chooses the units (default: random, printed)")
      ->option_text("N")
      ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
  add_recount(*verb, request->audit.how);
  add_resources(*verb, request->resources);
  add_backend(*verb, request->backend);
  add_json(*verb, request->style);
  verb->footer(help_footer(kAuditHelp, "  plyforge run start perft6.db --depth 6; plyforge run audit perft6.db"));
  verb->callback([request, &session] { run_audit(*request, session); });
}

}  // namespace plyforge
