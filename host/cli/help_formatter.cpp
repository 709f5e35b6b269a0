#include "cli/help_formatter.h"

#include <set>

namespace plyforge {
namespace {

/// "--csv, --json", in the order of the alphabet; `options` is ordered by address.
std::string names_of(const std::set<CLI::Option*>& options) {
  std::set<std::string> names;
  for (const CLI::Option* option : options) names.insert(option->get_name());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  const std::size_t width = get_column_width();
  const std::string positional = option->get_name(true);
  const bool is_other_name = !is_positional && option->get_positional();
  std::string text =
      "  " + make_option_name(option, is_positional) + (is_other_name ? " " + positional : make_option_opts(option));
  if (text.size() + 2 > width) text += "\n" + std::string(width, ' ');
  text.append(width > text.size() ? width - text.size() : 0, ' ');
  for (const char c : is_other_name ? "Another way to give " + positional : make_option_desc(option)) {
    text += c;
    if (c == '\n') text.append(width, ' ');
  }
  return text + "\n";
}

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool is_positional) const {
  const std::string name = Formatter::make_option_name(option, is_positional);
  const std::size_t comma = name.find(',');  // -h,--help
  return comma == std::string::npos ? name : name.substr(0, comma) + ", " + name.substr(comma + 1);
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  if (!option->get_option_text().empty()) return " " + option->get_option_text();
  return option->get_required() ? " REQUIRED" : "";
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  std::string text = option->get_description();
  if (!option->get_needs().empty()) text += "; needs " + names_of(option->get_needs());
  if (!option->get_excludes().empty()) text += "; not with " + names_of(option->get_excludes());
  return text;
}

}  // namespace plyforge
