#include "app/report/json.h"

namespace plyforge {

void add_totals(Json& object, const Totals& totals, const LeafRequest& leaf) {
  object["nodes"] = to_string(totals.nodes);
  for (const NamedColumn& column : named_columns(leaf.leaf, totals, leaf.definition)) {
    object[std::string(column.name)] = to_string(column.value);
  }
}

Json divide_json(const std::vector<DivideRow>& rows, const LeafRequest& leaf) {
  Json moves = Json::array();
  for (const DivideRow& row : rows) {
    Json move = {{"move", row.uci}, {"san", row.san}};
    add_totals(move, row.totals, leaf);
    moves.push_back(std::move(move));
  }
  return moves;
}

Json rate_json(double per_second) {
  constexpr double largest = 9007199254740992;  // 2^53
  return per_second < largest ? Json(static_cast<std::uint64_t>(per_second)) : Json(per_second);
}

std::string json_line(const Json& object) { return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace plyforge
