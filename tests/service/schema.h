#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace plyforge::testing {

/// An OpenAPI description, and whether answers are as it says. Knows the part of JSON Schema that ours uses.
class OpenApi {
 public:
  explicit OpenApi(nlohmann::json document) : document_(std::move(document)) {}

  const nlohmann::json& document() const { return document_; }

  /// What is wrong with an answer of an operation ("GET", "/api/jobs/{id}"); empty: nothing.
  std::string fault(const std::string& method, const std::string& path, int status, const std::string& type,
                    const nlohmann::json& body) const;

  /// What is wrong with a value by a schema, and where; empty: nothing.
  std::string mismatch(const nlohmann::json& schema, const nlohmann::json& value, const std::string& where = "") const;

  /// Follows "$ref".
  const nlohmann::json& resolved(const nlohmann::json& object) const;

 private:
  nlohmann::json document_;
};

}  // namespace plyforge::testing
