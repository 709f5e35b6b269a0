#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace plyforge::testing {

/// The number that a query gives, asked of the store itself.
std::int64_t number(const std::string& store, const char* query);

/// Changes a store behind the program's back.
void change(const std::string& store, const char* statements);

/// What `run status --json` says of a store.
nlohmann::json status(const std::string& store);

/// Expects a run that is done: this total, a count for every unit, and no unit counted twice.
void expect_done(const std::string& store, const std::string& nodes, std::int64_t units);

}  // namespace plyforge::testing
