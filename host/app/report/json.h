#pragma once

#include <nlohmann/json.hpp>

#include "app/report/divide_rows.h"
#include "app/session/requests.h"

namespace plyforge {

/// Keys stay in the order they are written in.
using Json = nlohmann::ordered_json;

/// The totals as JSON members: `nodes`, and the columns of the evaluator. Decimal strings, because counts pass 2^53.
void add_totals(Json& object, const Totals& totals, const LeafRequest& leaf);

/// The rows of a divide as a JSON array.
Json divide_json(const std::vector<DivideRow>& rows, const LeafRequest& leaf);

/// A rate as a number: whole while JSON's readers agree on whole numbers.
Json rate_json(double per_second);

/// One object as one line with its end. Bytes that are not UTF-8 (of a file that is no text) are replaced.
std::string json_line(const Json& object);

}  // namespace plyforge
