#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/report/json.h"

namespace plyforge {

/// What a request gives by name: the parameters of a query, or the members of a JSON object. Each is taken by its name
/// and kind; finish() refuses what nobody has taken. All throw Problem, which names the argument.
class Arguments {
 public:
  /// The parameters of an address, as text; a name that comes twice is refused.
  static Arguments of_query(const std::multimap<std::string, std::string>& parameters);
  /// A body, which must be one JSON object.
  static Arguments of_body(const std::string& text);

  bool has(const std::string& name) const { return object_.contains(name); }

  /// Nothing where it is not given.
  std::optional<std::string> text(const std::string& name, std::size_t longest);
  std::optional<std::int64_t> whole(const std::string& name, std::int64_t smallest, std::int64_t largest);
  std::optional<double> above_zero(const std::string& name);
  std::optional<std::string> choice(const std::string& name, const std::vector<std::string_view>& choices);
  /// False where it is not given; `name` alone in a query is true.
  bool flag(const std::string& name);
  /// A list of texts, which must be given.
  std::vector<std::string> texts(const std::string& name, std::size_t most, std::size_t longest);

  /// The same, for what must be given.
  std::string required_text(const std::string& name, std::size_t longest);
  std::int64_t required_whole(const std::string& name, std::int64_t smallest, std::int64_t largest);
  std::string required_choice(const std::string& name, const std::vector<std::string_view>& choices);

  /// Refuses arguments that have not been taken.
  void finish() const;

 private:
  Arguments(Json object, bool typed) : object_(std::move(object)), typed_(typed) {}

  const Json* take(const std::string& name);
  [[noreturn]] static void missing(const std::string& name);

  Json object_;
  bool typed_;  ///< members have JSON types; else all are text
  std::set<std::string> taken_;
};

}  // namespace plyforge
