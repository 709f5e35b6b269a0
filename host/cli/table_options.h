#pragma once

#include <string>
#include <utility>

#include "base/errors.h"

namespace CLI {
class App;
}

namespace plyforge {

// What the verbs share that probe tables.

/// `--dir`.
void add_table_folder(CLI::App& verb, std::string& folder);

/// Calls `work`; a table that cannot be read is bad input (InputError).
template <class Work>
void with_tables(Work&& work) {
  try {
    work();
  } catch (const TableError& error) {
    throw InputError(error.what());
  }
}

}  // namespace plyforge
