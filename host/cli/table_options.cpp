#include "cli/table_options.h"

#include <CLI/CLI.hpp>

namespace plyforge {

void add_table_folder(CLI::App& verb, std::string& folder) {
  verb.add_option("--dir", folder, "Folder of the tables (default: tables)")->option_text("DIR");
}

}  // namespace plyforge
