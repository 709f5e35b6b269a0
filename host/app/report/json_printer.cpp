#include "app/report/json.h"
#include "app/report/printer.h"

namespace plyforge {
namespace {

/// One object a line, for programs.
class JsonPrinter : public Printer {
 public:
  JsonPrinter(const PrintRequest& request, Output& out) : request_(request), out_(out) {}

  void perft(const InputPosition& position, int depth, const CountReport& report) override {
    out_.print(json_line(count_json(position, depth, report)));
  }

  void divide(const InputPosition& position, int depth, const CountReport& report,
              const std::vector<DivideRow>& rows) override {
    Json object = count_json(position, depth, report);
    object["moves"] = divide_json(rows, request_.leaf);
    out_.print(json_line(object));
  }

 private:
  Json count_json(const InputPosition& position, int depth, const CountReport& report) const {
    Json object;
    if (!position.file.empty()) {
      object["file"] = position.file;
      object["line"] = position.line;
    }
    object["fen"] = to_fen(position.record);
    object["depth"] = depth;
    object["leaf"] = leaf_name(request_.leaf.leaf);
    if (request_.leaf.leaf == Leaf::stats) {
      object["stats_definition"] = definition_name(request_.leaf.definition);
    }
    add_totals(object, report.totals, request_.leaf);
    object["seconds"] = report.seconds;
    object["nps"] = rate_json(nodes_per_second(report));
    object["backend"] = report.backend;
    if (!report.devices.empty()) object["devices"] = report.devices;
    object["merged"] = request_.merge;
    object["merged_plies"] = report.merged_plies;
    object["leaf_seconds"] = report.leaf_seconds;
    object["layers"] = Json::array();
    for (const LayerReport& layer : report.layers) {
      object["layers"].push_back({{"ply", layer.ply}, {"positions", layer.positions}, {"seconds", layer.seconds}});
    }
    object["peak_memory_bytes"] = report.peak_memory_bytes;
    if (!report.devices.empty()) object["peak_device_bytes"] = report.peak_device_bytes;
    return object;
  }

  PrintRequest request_;
  Output& out_;
};

}  // namespace

std::unique_ptr<Printer> make_json_printer(const PrintRequest& request, Output& out) {
  return std::make_unique<JsonPrinter>(request, out);
}

}  // namespace plyforge
