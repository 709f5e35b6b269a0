#include "app/work/count_setup.h"

namespace plyforge {
namespace {

/// The programs whose formats these are list the moves whenever they count.
bool lists_moves(Style style) { return style == Style::stockfish || style == Style::perftree; }

}  // namespace

CountOptions count_options(const ResourceRequest& resources, const Session& session, ProgressLine& progress) {
  CountOptions options;
  // Asked once here, not again for each of a million positions.
  options.memory_bytes = resources.memory_bytes();
  options.threads = resources.threads;
  options.stop = session.stop;
  options.progress = [&progress](const Progress& news) { progress.show(news); };
  return options;
}

int useful_threads(int depth, const ResourceRequest& resources) {
  constexpr int kShallow = 3;
  return depth <= kShallow ? 1 : resources.threads;
}

CountSetup::CountSetup(const CountRequest& request, bool divided, Session& session)
    : by_move(divided || lists_moves(request.style)),
      options(count_options(request.resources, session, progress)),
      printer(make_printer({.style = request.style,
                            .leaf = request.leaf,
                            .merge = request.merge,
                            .many = request.positions.file.has_value(),
                            .verbose = request.verbose},
                           session.out)),
      backends(request.backend, request.resources.memory,
               [this](const std::string& reason) { diagnostics.warn("", {reason}); }) {
  options.leaf = request.leaf.leaf;
  options.merge = request.merge;
}

}  // namespace plyforge
