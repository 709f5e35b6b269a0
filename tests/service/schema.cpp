#include "service/schema.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <vector>

namespace plyforge::testing {
namespace {

using nlohmann::json;

bool is_of_type(const std::string& type, const json& value) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "null") return value.is_null();
  return false;
}

std::vector<std::string> types_of(const json& schema) {
  if (!schema.contains("type")) return {};
  if (schema["type"].is_string()) return {schema["type"].get<std::string>()};
  return schema["type"].get<std::vector<std::string>>();
}

}  // namespace

const json& OpenApi::resolved(const json& object) const {
  if (!object.contains("$ref")) return object;
  const auto reference = object["$ref"].get<std::string>();
  return resolved(document_.at(json::json_pointer(reference.substr(1))));
}

std::string OpenApi::mismatch(const json& given, const json& value, const std::string& where) const {
  const json& schema = resolved(given);
  if (schema.contains("oneOf")) {
    const auto fitting = std::ranges::count_if(
        schema["oneOf"], [&](const json& choice) { return mismatch(choice, value, where).empty(); });
    return fitting == 1 ? "" : where + ": fits " + std::to_string(fitting) + " of the choices";
  }
  const std::vector<std::string> types = types_of(schema);
  if (!types.empty() && std::ranges::none_of(types, [&](const std::string& type) { return is_of_type(type, value); })) {
    return where + ": " + value.dump().substr(0, 60) + " is no " + types.front();
  }
  if (schema.contains("enum") && std::ranges::find(schema["enum"], value) == schema["enum"].end()) {
    return where + ": " + value.dump() + " is not among " + schema["enum"].dump();
  }
  if (schema.contains("minimum") && value < schema["minimum"]) return where + ": " + value.dump() + " is too small";
  if (schema.contains("pattern") && value.is_string() &&
      !std::regex_match(value.get<std::string>(), std::regex(schema["pattern"].get<std::string>()))) {
    return where + ": " + value.dump() + " does not fit " + schema["pattern"].dump();
  }
  if (value.is_array() && schema.contains("items")) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string fault = mismatch(schema["items"], value[i], where + "/" + std::to_string(i));
      if (!fault.empty()) return fault;
    }
  }
  if (!value.is_object()) return "";
  for (const json& name : schema.value("required", json::array())) {
    if (!value.contains(name.get<std::string>())) return where + ": lacks " + name.dump();
  }
  const json properties = schema.value("properties", json::object());
  for (const auto& [name, member] : value.items()) {
    std::string fault;
    if (properties.contains(name)) {
      fault = mismatch(properties[name], member, where + "/" + name);
    } else if (schema.contains("additionalProperties")) {
      const json& others = schema["additionalProperties"];
      fault = others.is_boolean() ? (others.get<bool>() ? "" : where + ": " + name + " is not described")
                                  : mismatch(others, member, where + "/" + name);
    }
    if (!fault.empty()) return fault;
  }
  return "";
}

std::string OpenApi::fault(const std::string& method, const std::string& path, int status, const std::string& type,
                           const json& body) const {
  std::string name = method;
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::string what = method + " " + path + " " + std::to_string(status);
  if (!document_["paths"].contains(path) || !document_["paths"][path].contains(name))
    return what + ": no such operation";
  const json& responses = document_["paths"][path][name]["responses"];
  const std::string code = std::to_string(status);
  const json& response = resolved(responses.contains(code) ? responses[code] : responses["default"]);
  if (!response.contains("content")) return body.is_null() ? "" : what + ": has a body";
  const std::string media = type.substr(0, type.find(';'));
  if (!response["content"].contains(media)) return what + ": is of type " + type;
  return mismatch(response["content"][media]["schema"], body, what);
}

}  // namespace plyforge::testing
