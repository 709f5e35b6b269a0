#include "service/http/arguments.h"

#include <charconv>

#include "app/session/text_format.h"
#include "notation/text.h"
#include "service/http/problem.h"

namespace plyforge {
namespace {

constexpr int kDeepest = 8;  // levels of a JSON body

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw Problem(ProblemKind::bad_input, name + why, name);
}

template <class Number>
std::optional<Number> number_of(const std::string& text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stopped, fault] = std::from_chars(text.data(), end, value);
  if (fault != std::errc{} || stopped != end) return std::nullopt;
  return value;
}

std::string checked(const std::string& name, const Json& value, std::size_t longest) {
  if (!value.is_string()) refuse(name, " must be a string");
  const auto& text = value.get_ref<const std::string&>();
  if (text.size() > longest) {
    throw Problem(
        ProblemKind::bad_input,
        name + " has " + std::to_string(text.size()) + " characters; at most " + std::to_string(longest) + " are read",
        name, longest + 1);
  }
  return text;
}

}  // namespace

Arguments Arguments::of_query(const std::multimap<std::string, std::string>& parameters) {
  Json object = Json::object();
  for (const auto& [name, value] : parameters) {
    if (object.contains(name)) throw Problem(ProblemKind::bad_input, plyforge::quoted(name) + " is given twice", name);
    object[name] = value;
  }
  return {std::move(object), false};
}

Arguments Arguments::of_body(const std::string& text) {
  Json object;
  try {
    object = Json::parse(text, [](int depth, Json::parse_event_t /*event*/, Json& /*parsed*/) {
      if (depth > kDeepest) throw Problem(ProblemKind::bad_input, "the body is nested too deeply");
      return true;
    });
  } catch (const Json::parse_error& error) {
    throw Problem(ProblemKind::bad_input, "the body is not JSON: byte " + std::to_string(error.byte) + " is unexpected",
                  "", error.byte);
  } catch (const Json::exception&) {  // a number that no double holds
    throw Problem(ProblemKind::bad_input, "the body is not JSON");
  }
  if (!object.is_object()) throw Problem(ProblemKind::bad_input, "the body must be a JSON object");
  return {std::move(object), true};
}

const Json* Arguments::take(const std::string& name) {
  taken_.insert(name);
  const auto found = object_.find(name);
  return found == object_.end() ? nullptr : &*found;
}

void Arguments::missing(const std::string& name) { refuse(name, " is missing"); }

std::optional<std::string> Arguments::text(const std::string& name, std::size_t longest) {
  const Json* const value = take(name);
  if (value == nullptr) return std::nullopt;
  return checked(name, *value, longest);
}

std::optional<std::int64_t> Arguments::whole(const std::string& name, std::int64_t smallest, std::int64_t largest) {
  const Json* const value = take(name);
  if (value == nullptr) return std::nullopt;
  std::optional<std::int64_t> number;
  if (!typed_) {
    number = number_of<std::int64_t>(value->get_ref<const std::string&>());
  } else if (value->is_number_unsigned()) {
    number =
        value->get<std::uint64_t>() > static_cast<std::uint64_t>(largest) ? largest + 1 : value->get<std::int64_t>();
  } else if (value->is_number_integer()) {
    number = value->get<std::int64_t>();
  }
  if (!number || *number < smallest || *number > largest) {
    refuse(name, " must be a whole number from " + std::to_string(smallest) + " to " + std::to_string(largest));
  }
  return number;
}

std::optional<double> Arguments::above_zero(const std::string& name) {
  const Json* const value = take(name);
  if (value == nullptr) return std::nullopt;
  constexpr double kLargest = 1e9;
  std::optional<double> number;
  if (!typed_) {
    number = number_of<double>(value->get_ref<const std::string&>());
  } else if (value->is_number()) {
    number = value->get<double>();
  }
  if (!number || !(*number > 0) || *number > kLargest) refuse(name, " must be a number greater than 0");
  return number;
}

std::optional<std::string> Arguments::choice(const std::string& name, const std::vector<std::string_view>& choices) {
  const Json* const value = take(name);
  if (value == nullptr) return std::nullopt;
  for (const std::string_view choice : choices) {
    if (*value == choice) return std::string(choice);
  }
  refuse(name, " must be one of: " + joined(choices, ", "));
}

bool Arguments::flag(const std::string& name) {
  const Json* const value = take(name);
  if (value == nullptr) return false;
  if (typed_) {
    if (!value->is_boolean()) refuse(name, " must be true or false");
    return value->get<bool>();
  }
  const auto& text = value->get_ref<const std::string&>();
  if (text.empty() || text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  refuse(name, " must be true or false");
}

std::vector<std::string> Arguments::texts(const std::string& name, std::size_t most, std::size_t longest) {
  const Json* const value = take(name);
  if (value == nullptr) missing(name);
  if (!value->is_array() || value->empty() || value->size() > most) {
    refuse(name, " must be a list of 1 to " + std::to_string(most) + " strings");
  }
  std::vector<std::string> texts;
  for (const Json& item : *value) texts.push_back(checked(name, item, longest));
  return texts;
}

std::string Arguments::required_text(const std::string& name, std::size_t longest) {
  const auto value = text(name, longest);
  if (!value) missing(name);
  return *value;
}

std::int64_t Arguments::required_whole(const std::string& name, std::int64_t smallest, std::int64_t largest) {
  const auto value = whole(name, smallest, largest);
  if (!value) missing(name);
  return *value;
}

std::string Arguments::required_choice(const std::string& name, const std::vector<std::string_view>& choices) {
  const auto value = choice(name, choices);
  if (!value) refuse(name, " is missing; it is one of: " + joined(choices, ", "));
  return *value;
}

void Arguments::finish() const {
  for (const auto& [name, value] : object_.items()) {
    if (taken_.contains(name)) continue;
    throw Problem(ProblemKind::bad_input,
                  "unknown parameter " + plyforge::quoted(name) + "; expected one of: " + joined(taken_, ", "), name);
  }
}

}  // namespace plyforge
