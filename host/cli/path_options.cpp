#include "cli/path_options.h"

#include <CLI/CLI.hpp>

namespace plyforge {

PathKind path_kind(const std::string& placeholder) {
  const std::string word = placeholder.substr(0, placeholder.find_first_of(" ,."));
  if (word == "FILE" || word == "STORE") return PathKind::file;
  if (word == "DIR" || word == "FOLDER") return PathKind::folder;
  return PathKind::none;
}

void refuse_empty_paths(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    const std::string& placeholder = option->get_positional() ? option->get_name(true) : option->get_option_text();
    if (path_kind(placeholder) == PathKind::none) continue;
    option->check([](const std::string& name) { return name.empty() ? "the name is empty" : ""; });
  }
  for (CLI::App* verb : app.get_subcommands({})) refuse_empty_paths(*verb);
}

}  // namespace plyforge
