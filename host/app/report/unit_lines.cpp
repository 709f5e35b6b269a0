#include "app/report/unit_lines.h"

#include <algorithm>

#include "app/session/session.h"
#include "count/counting.h"
#include "notation/text.h"

namespace plyforge {
namespace {

std::string text_member(const Json& object, const char* name) {
  const auto member = object.find(name);
  if (member == object.end() || !member->is_string()) throw InputError(std::string("\"") + name + "\" is not a string");
  return member->get<std::string>();
}

/// Text as programs and versions are called: nothing that a CSV file or a terminal would take for more than text.
std::string name_member(const Json& object, const char* name) {
  constexpr std::size_t kLongest = 200;
  std::string text = text_member(object, name);
  const auto fits = [](char c) { return c >= ' ' && c <= '~' && c != ',' && c != '"'; };
  if (text.size() > kLongest || !std::ranges::all_of(text, fits)) {
    throw InputError("\"" + std::string(name) + "\" is " + plyforge::quoted(text) +
                     "; it must be printable ASCII without commas and quotes, " + std::to_string(kLongest) +
                     " characters at most");
  }
  return text;
}

std::int64_t number_member(const Json& object, const char* name, std::int64_t least, std::int64_t most) {
  const auto member = object.find(name);
  if (member == object.end() || !member->is_number_integer() || *member < least || *member > most) {
    throw InputError(std::string("\"") + name + "\" is not a whole number from " + std::to_string(least) + " to " +
                     std::to_string(most));
  }
  return member->get<std::int64_t>();
}

Wide wide_member(const Json& object, std::string_view name) {
  const std::string digits = text_member(object, std::string(name).c_str());
  const std::optional<Wide> value = parse_wide(digits);
  if (!value) {
    throw InputError("\"" + std::string(name) + "\" is " + plyforge::quoted(digits) +
                     ", which is not a count in decimal digits");
  }
  return *value;
}

UnitCount parse_count(const Json& object, Leaf leaf) {
  UnitCount count;
  count.totals.nodes = wide_member(object, "nodes");
  for (std::size_t i = 0; i < column_count(leaf); ++i) {
    count.totals.columns[i] = wide_member(object, column_names(leaf)[i]);
  }
  if (!is_plausible(count.totals, leaf)) throw InputError("the columns contradict the nodes");
  count.backend = name_member(object, "backend");
  const auto merged = object.find("merged");
  if (merged == object.end() || !merged->is_boolean()) throw InputError("\"merged\" is not true or false");
  count.merged = merged->get<bool>();
  count.version = name_member(object, "version");
  count.worker = name_member(object, "worker");
  const auto seconds = object.find("seconds");
  if (seconds == object.end() || !seconds->is_number()) throw InputError("\"seconds\" is not a number");
  count.seconds = seconds->get<double>();
  count.finished = name_member(object, "finished");
  return count;
}

}  // namespace

Json unit_json(const CountedUnit& item, const RunQuestion& question) {
  Json object = UnitLine{item.unit.id, item.unit.fen, question.unit_depth(), question.leaf}.json();
  object["multiplicity"] = to_string(multiplicity(item.unit));
  object["first_moves"] = Json::object();
  for (const UnitPaths& paths : item.unit.paths) {
    if (!paths.first_move.empty()) object["first_moves"][paths.first_move] = std::to_string(paths.multiplicity);
  }
  const UnitCount* const count = accepted(item.counts);
  object["state"] = count != nullptr ? "done" : item.counts.empty() ? "open" : "disputed";
  if (count != nullptr) {
    add_count(object, *count, question.leaf);
  } else {
    for (const UnitCount& other : item.counts) add_count(object["counts"].emplace_back(), other, question.leaf);
  }
  return object;
}

void add_count(Json& object, const UnitCount& count, Leaf leaf) {
  object["nodes"] = to_string(count.totals.nodes);
  for (std::size_t i = 0; i < column_count(leaf); ++i) {
    object[std::string(column_names(leaf)[i])] = to_string(count.totals.columns[i]);
  }
  object["backend"] = count.backend;
  object["merged"] = count.merged;
  object["version"] = count.version;
  object["worker"] = count.worker;
  object["seconds"] = count.seconds;
  object["finished"] = count.finished;
}

Json UnitLine::json() const { return {{"unit", id}, {"fen", fen}, {"depth", depth}, {"leaf", leaf_name(leaf)}}; }

UnitLine parse_unit_line(std::string_view text) {
  const Json object = Json::parse(text, nullptr, false);
  if (!object.is_object()) throw InputError("expected a JSON object as written by `plyforge run export`");
  UnitLine line;
  line.id = number_member(object, "unit", 1, std::int64_t{1} << 62);
  line.fen = text_member(object, "fen");
  try {
    unit_position(line.fen);
  } catch (const FenError& error) {
    throw InputError(std::string("\"fen\": ") + error.what());
  }
  line.depth = static_cast<int>(number_member(object, "depth", 1, kMaxDepth));
  const std::string leaf = text_member(object, "leaf");
  if (!leaf_from_name(leaf))
    throw InputError("\"leaf\" is " + plyforge::quoted(leaf) + "; it must be moves, stats or outcome");
  line.leaf = *leaf_from_name(leaf);
  if (object.contains("nodes")) line.count = parse_count(object, line.leaf);
  return line;
}

}  // namespace plyforge
