// Counts on a device, with times and rates, as a JSON array: gpu_bench [FILE] [--quick]. Conversions 1 where a count is
// wrong.

#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "interface/batch_backend.h"
#include "leaf/leaf.h"
#include "notation/fen.h"

namespace plyforge {
namespace {

constexpr std::string_view kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A count with its published result.
struct Work {
  std::string_view name;
  std::string_view fen;
  int depth;
  bool merge;
  LeafMethod method;
  Leaf leaf;
  std::string_view nodes;
};

constexpr Work kQuick[] = {
    {"start", kStartFen, 5, true, LeafMethod::automatic, Leaf::moves, "4865609"},
    {"start", kStartFen, 5, false, LeafMethod::set_wise, Leaf::moves, "4865609"},
    {"start", kStartFen, 5, false, LeafMethod::piece_wise, Leaf::moves, "4865609"},
    {"start", kStartFen, 5, false, LeafMethod::fused_two_plies, Leaf::moves, "4865609"},
    {"start", kStartFen, 4, true, LeafMethod::automatic, Leaf::stats, "197281"},
    {"start", kStartFen, 4, true, LeafMethod::automatic, Leaf::outcome, "197281"},
    {"kiwipete", kKiwipete, 4, true, LeafMethod::automatic, Leaf::moves, "4085603"},
};

constexpr Work kFull[] = {
    {"start", kStartFen, 8, false, LeafMethod::set_wise, Leaf::moves, "84998978956"},
    {"start", kStartFen, 8, false, LeafMethod::piece_wise, Leaf::moves, "84998978956"},
    {"start", kStartFen, 8, false, LeafMethod::fused_two_plies, Leaf::moves, "84998978956"},
    {"start", kStartFen, 9, false, LeafMethod::set_wise, Leaf::moves, "2439530234167"},
    {"kiwipete", kKiwipete, 7, false, LeafMethod::set_wise, Leaf::moves, "374190009323"},
    {"start", kStartFen, 7, true, LeafMethod::automatic, Leaf::stats, "3195901860"},
    {"start", kStartFen, 7, true, LeafMethod::automatic, Leaf::outcome, "3195901860"},
    {"start", kStartFen, 9, true, LeafMethod::automatic, Leaf::moves, "2439530234167"},
    {"start", kStartFen, 10, true, LeafMethod::automatic, Leaf::moves, "69352859712417"},
    {"start", kStartFen, 11, true, LeafMethod::automatic, Leaf::moves, "2097651003696806"},
};

constexpr std::string_view method_name(LeafMethod method) {
  switch (method) {
    case LeafMethod::automatic:
      return "automatic";
    case LeafMethod::set_wise:
      return "set_wise";
    case LeafMethod::piece_wise:
      return "piece_wise";
    case LeafMethod::fused_two_plies:
      return "fused_two_plies";
  }
  return "";
}

/// Counts, prints one JSON object, and returns whether the count is right.
bool run(BatchBackend& backend, const Work& work, std::ostream& out) {
  BatchOptions options;
  options.leaf = work.leaf;
  options.merge = work.merge;
  options.method = work.method;
  const Result<BatchReport> result = backend.count(parse_fen(work.fen).position, work.depth, options);
  out << "{\"position\": \"" << work.name << "\", \"depth\": " << work.depth << ", \"leaf\": \"" << leaf_name(work.leaf)
      << "\", \"merge\": " << (work.merge ? "true" : "false") << ", \"method\": \"" << method_name(work.method) << "\"";
  if (!result.ok()) {
    out << ", \"error\": \"" << result.error().message() << "\"}";
    return false;
  }
  const BatchReport& report = result.value();
  const std::string nodes = to_string(report.totals.nodes);
  out << ", \"nodes\": \"" << nodes << "\", \"right\": " << (nodes == work.nodes ? "true" : "false")
      << ", \"seconds\": " << report.seconds << ", \"leaf_seconds\": " << report.leaf_seconds
      << ", \"leaves_per_second\": " << to_double(report.totals.nodes) / report.seconds
      << ", \"peak_bytes\": " << report.peak_bytes << ", \"layers\": [";
  for (std::size_t i = 0; i < report.layers.size(); ++i) {
    const BatchLayer& layer = report.layers[i];
    out << (i == 0 ? "" : ", ") << "{\"ply\": " << layer.ply << ", \"positions\": " << layer.positions
        << ", \"children\": " << layer.children << ", \"seconds\": " << layer.seconds << "}";
  }
  out << "]}";
  return nodes == work.nodes;
}

int run_all(std::ostream& out, bool quick) {
  const Result<BatchDevices> devices = find_batch_devices();
  if (!devices.ok() || devices.value().devices.empty()) {
    std::cerr << "gpu_bench: " << (devices.ok() ? "no device" : devices.error().message()) << "\n";
    return 3;
  }
  const auto backend = open_batch_device(devices.value().devices.front().index);
  if (!backend.ok()) {
    std::cerr << "gpu_bench: " << backend.error().message() << "\n";
    return 3;
  }
  bool right = true;
  std::string_view separator = "[";
  const auto run_one = [&](const Work& work) {
    out << separator << "\n  ";
    right = run(*backend.value(), work, out) && right;
    out.flush();
    separator = ",";
  };
  for (const Work& work : kQuick) run_one(work);
  if (!quick) {
    for (const Work& work : kFull) run_one(work);
  }
  out << "]\n";
  return right ? 0 : 1;
}

}  // namespace
}  // namespace plyforge

int main(int argc, char** argv) {
  std::string file;
  bool quick = false;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--quick") {
      quick = true;
    } else {
      file = argv[i];
    }
  }
  if (file.empty()) return plyforge::run_all(std::cout, quick);
  std::ofstream out(file);
  return plyforge::run_all(out, quick);
}
