#pragma once

#include <string>
#include <vector>

#include "app/report/divide_rows.h"
#include "app/session/diagnostics.h"
#include "app/session/output.h"
#include "app/work/suite_check.h"
#include "cli/verify/engine_check.h"

namespace plyforge {

/// What a verification came to.
struct VerifySummary {
  std::uint64_t positions = 0;
  std::uint64_t depths_checked = 0;
  std::uint64_t depths_skipped = 0;
  std::uint64_t mismatches = 0;
  std::uint64_t bad_lines = 0;
  std::uint64_t bad_files = 0;  ///< that could not be read, or hold no position
  Wide nodes = 0;
  double seconds = 0;
  bool complete = true;  ///< neither interrupted nor out of time

  /// Whether whoever asked for a check can rely on it: it went to its end, and the limits have left something to check.
  bool all_checked() const { return complete && (depths_checked != 0 || depths_skipped == 0); }
};

/// A count that is not the expected one, and what is known about it.
struct Mismatch {
  const Check& check;
  std::string fen;                         ///< as it was asked
  std::vector<DivideRow> rows{};           ///< our divide of that depth; empty where it is not given
  std::optional<EngineVerdict> verdict{};  ///< of an engine
};

/// The first line that tells of a mismatch, without its place.
std::string mismatch_line(const Check& check);

/// What follows it: position and divide, or what bisecting the engine has found.
std::string mismatch_detail(const CheckedEntry& item, const Mismatch& mismatch);

/// Prints what a verification finds, as text or as one JSON object a line. Bad lines are messages on stderr in text,
/// and objects among the others in JSON.
class VerifyReport {
 public:
  VerifyReport(bool json, Output& out, Diagnostics& diagnostics) : json_(json), out_(out), diagnostics_(diagnostics) {}

  void bad_line(const std::string& file, const SuiteFault& fault);
  void mismatch(const std::string& file, const CheckedEntry& item, const Mismatch& mismatch);
  void summary(const VerifySummary& summary);

 private:
  bool json_;
  Output& out_;
  Diagnostics& diagnostics_;
};

}  // namespace plyforge
