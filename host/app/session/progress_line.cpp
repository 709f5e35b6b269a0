#include "app/session/progress_line.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "app/session/text_format.h"

namespace plyforge {
namespace {

constexpr const char* kEraseLine = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine(std::chrono::seconds between_lines)
    : on_terminal_(isatty(STDOUT_FILENO) != 0 && isatty(STDERR_FILENO) != 0),
      between_lines_(between_lines),
      next_line_(started_ + between_lines) {}

void ProgressLine::start(std::string label) {
  label_ = without_controls(std::move(label));
  started_ = Clock::now();
  fraction_ = 0;
}

void ProgressLine::show(const Progress& progress) {
  fraction_ = progress.total > 0 ? std::clamp(progress.done / progress.total, 0.0, 1.0) : 0;
  const Clock::time_point now = Clock::now();
  if (!on_terminal_ && now < next_line_) return;
  const double seconds = std::chrono::duration<double>(now - started_).count();
  std::string text = label_;
  if (progress.ply != 0) text += ", ply " + std::to_string(progress.ply);
  text += ": " + fixed(100 * fraction_, 1) + "%";
  if (progress.nodes != 0) text += ", " + rate_text(progress.nodes, seconds);
  // Too early an estimate is worse than none.
  if (fraction_ > 0.01) text += ", " + duration_text(seconds * (1 - fraction_) / fraction_) + " left";
  std::fputs((on_terminal_ ? kEraseLine + text : "plyforge: " + text + "\n").c_str(), stderr);
  std::fflush(stderr);
  visible_ = on_terminal_;
  next_line_ = now + between_lines_;
}

void ProgressLine::erase() {
  if (!visible_) return;
  std::fputs(kEraseLine, stderr);
  std::fflush(stderr);
  visible_ = false;
}

}  // namespace plyforge
