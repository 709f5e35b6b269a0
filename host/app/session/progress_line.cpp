#include "app/session/progress_line.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "app/session/text_format.h"

namespace plyforge {
namespace {

constexpr const char* kEraseLine = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine() : on_terminal_(isatty(STDOUT_FILENO) != 0 && isatty(STDERR_FILENO) != 0) {}

void ProgressLine::start(std::string label) {
  label_ = without_controls(std::move(label));
  started_ = Clock::now();
  fraction_ = 0;
}

void ProgressLine::show(const Progress& progress) {
  fraction_ = progress.total > 0 ? std::clamp(progress.done / progress.total, 0.0, 1.0) : 0;
  if (!on_terminal_) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  std::string text = label_;
  if (progress.ply != 0) text += ", ply " + std::to_string(progress.ply);
  text += ": " + fixed(100 * fraction_, 1) + "%";
  if (progress.nodes != 0) text += ", " + rate_text(progress.nodes, seconds);
  // Too early an estimate is worse than none.
  if (fraction_ > 0.01) text += ", " + duration_text(seconds * (1 - fraction_) / fraction_) + " left";
  std::fputs((kEraseLine + text).c_str(), stderr);
  std::fflush(stderr);
  visible_ = true;
}

void ProgressLine::erase() {
  if (!visible_) return;
  std::fputs(kEraseLine, stderr);
  std::fflush(stderr);
  visible_ = false;
}

}  // namespace plyforge
