#pragma once

#include "engines/engine.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace plyforge {

/// Adds `--engine` and how to talk to it. The request must outlive the parsing.
CLI::Option* add_engine(CLI::App& verb, EngineRequest& request);

/// What options say together that each alone does not. Throws InputError.
void check_engine(const EngineRequest& request);

/// The part of --help that explains the protocols.
extern const char* const kEngineHelp;

}  // namespace plyforge
