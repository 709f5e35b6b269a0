#include "service/questions/suite_text.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "service/http/problem.h"

namespace plyforge {
namespace {

/// A text as a file in memory, for what reads files.
class TextFile {
 public:
  explicit TextFile(const std::string& text) : descriptor_(memfd_create("suite", MFD_CLOEXEC)) {
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t written = write(descriptor_, text.data() + done, text.size() - done);
      if (written <= 0) throw ResourceError("out of memory for a suite");
      done += static_cast<std::size_t>(written);
    }
  }
  ~TextFile() { close(descriptor_); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// Calls `use` with batches of entries that have not been read yet, small ones first.
void for_each_batch(const std::string& suite, const std::stop_token& stop,
                    const std::function<void(std::span<CheckedEntry>, double share)>& use) {
  constexpr std::size_t kLargestBatch = 1024;
  const TextFile file(suite);
  SuiteReader reader(file.path(), stop);
  std::size_t size = 16;
  std::vector<CheckedEntry> batch;
  SuiteEntry entry;
  for (bool more = true; more; size = std::min(2 * size, kLargestBatch)) {
    batch.clear();
    while (batch.size() < size && (more = reader.next(entry))) batch.push_back({.entry = std::move(entry)});
    if (batch.empty()) return;
    use(batch, static_cast<double>(reader.lines().bytes_taken()) / static_cast<double>(suite.size()));
  }
}

}  // namespace

double suite_leaves(const std::string& suite, const FenOptions& rules, int max_depth) {
  double leaves = 0;
  bool any = false;
  for_each_batch(suite, {}, [&](std::span<CheckedEntry> batch, double /*share*/) {
    read_batch(batch, rules);
    for (const CheckedEntry& item : batch) {
      any = any || item.record;
      for (const Check& check : item.checks) {
        if (check.expected.depth <= max_depth) leaves += check.work;
      }
    }
  });
  if (!any) {
    throw Problem(ProblemKind::bad_input, "suite contains no position; expected lines such as FEN ;D1 20 ;D2 400",
                  "suite");
  }
  return leaves;
}

void check_suite(const std::string& suite, const FenOptions& rules, int max_depth, const CountOptions& options,
                 const std::function<void(std::span<const CheckedEntry> batch, double share)>& checked) {
  const CheckLimits limits{.max_depth = max_depth};
  for_each_batch(suite, options.stop, [&](std::span<CheckedEntry> batch, double share) {
    check_batch(batch, rules, limits, options);
    if (options.stop.stop_requested()) throw Interrupted();
    checked(batch, share);
  });
}

}  // namespace plyforge
