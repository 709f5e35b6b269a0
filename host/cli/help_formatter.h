#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace plyforge {

/// The layout of --help: at least two spaces before each description, which also says what an option does not go with.
/// Man pages are made from it (cmake/man_pages.sh).
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace plyforge
