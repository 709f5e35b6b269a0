#include "cli/verify/engine_options.h"

#include <CLI/CLI.hpp>

#include "app/session/session.h"
#include "cli/whole_number.h"

namespace plyforge {

const char* const kEngineHelp = R"(
Protocols: `uci` keeps one process, which gets `position` and `go perft N` (--ask for another line, as in
"perft {depth}"). `script` runs CMD DEPTH FEN [MOVES] for each count, as perftree does. `template` runs CMD with
{depth}, {fen} and, if present, {moves} replaced. CMD is a command line for /bin/sh.
Answers are lines such as "e2e4: 20", with any usual separator, with or without a total. For others give
--move-pattern with two groups, for the move in UCI notation and its count, and --total-pattern with one.
Moves are sent in UCI notation. Chess960 positions are sent with option UCI_Chess960, castling as king takes rook, and
rights as in X-FEN (KQkq) unless --fen-style shredder asks for files (HAha).)";

namespace {

/// A regular expression with that many groups.
std::regex pattern(const std::string& option, const std::string& text, unsigned groups) {
  try {
    std::regex result(text);
    if (result.mark_count() == groups) return result;
  } catch (const std::regex_error& error) {
    throw InputError(option + ": '" + text + "' is not a regular expression: " + error.what());
  }
  const std::string needed = groups == 1 ? "one group, for the count" : "two groups, for the move and its count";
  throw InputError(option + ": '" + text + "' must have " + needed + "; write (?:...) for other parentheses");
}

}  // namespace

CLI::Option* add_engine(CLI::App& verb, EngineRequest& request) {
  CLI::Option* const engine =
      verb.add_option("--engine", request.command, "Command line of the program to check")->option_text("CMD");
  verb.add_option_function<std::string>(
          "--protocol",
          [&request](const std::string& name) {
            request.protocol = name == "uci"      ? Protocol::uci
                               : name == "script" ? Protocol::script
                                                  : Protocol::command_line;
          },
          "How to talk to it, see below (default: uci)")
      ->check(CLI::IsMember({"uci", "script", "template"}))
      ->option_text("uci|script|template")
      ->needs(engine);
  verb.add_option("--ask", request.ask, "UCI: the line that asks for a count (default: \"go perft {depth}\")")
      ->option_text("LINE")
      ->needs(engine);
  verb.add_option_function<std::string>(
          "--move-pattern",
          [&request](const std::string& text) { request.move_pattern = pattern("--move-pattern", text, 2); },
          "Regular expression of a move and its count")
      ->option_text("REGEX")
      ->needs(engine);
  verb.add_option_function<std::string>(
          "--total-pattern",
          [&request](const std::string& text) { request.total_pattern = pattern("--total-pattern", text, 1); },
          "Regular expression of the total")
      ->option_text("REGEX")
      ->needs(engine);
  verb.add_option_function<std::string>(
          "--fen-style",
          [&request](const std::string& name) {
            request.fen_style = name == "shredder" ? FenStyle::shredder : FenStyle::x_fen;
          },
          "How castling rights are sent to it (default: xfen)")
      ->check(CLI::IsMember({"xfen", "shredder"}))
      ->option_text("xfen|shredder")
      ->needs(engine);
  verb.add_option_function<double>(
          "--engine-timeout", [&request](const double& seconds) { request.seconds = seconds; },
          "Longest time for one answer, in seconds (default: 60)")
      ->option_text("SECONDS")
      ->check(seconds_above_zero())
      ->needs(engine);
  return engine;
}

void check_engine(const EngineRequest& request) {
  const auto demand = [](const std::string& text, const std::string& option, const std::string& name) {
    if (text.find(name) == std::string::npos) throw InputError(option + ": " + name + " is missing in '" + text + "'");
  };
  if (request.protocol == Protocol::uci) demand(request.ask, "--ask", "{depth}");
  if (request.protocol != Protocol::command_line) return;
  demand(request.command, "--engine", "{depth}");
  demand(request.command, "--engine", "{fen}");
}

}  // namespace plyforge
