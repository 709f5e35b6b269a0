#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "app/session/session.h"
#include "app/session/signals.h"
#include "app/session/text_format.h"
#include "cli/help_formatter.h"
#include "cli/path_options.h"
#include "cli/verbs.h"
#include "count/counting.h"

namespace {

using namespace plyforge;

ExitCode fail(ExitCode code, const std::string& message) {
  std::fputs(without_controls("plyforge: " + message + "\n").c_str(), stderr);
  return code;
}

/// A hint where the shell has taken a FEN apart: nothing else has the side to move as an argument of its own.
std::string quoting_hint(int argc, char** argv) {
  const bool taken_apart =
      std::any_of(argv, argv + argc, [](std::string_view argument) { return argument == "w" || argument == "b"; });
  return taken_apart ? "\nA FEN is one argument: write it in quotes, as in --fen \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\""
                     : "";
}

/// What was wrong with a command line, and where help is.
ExitCode usage_error(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  std::string verb;
  for (auto found = app.get_subcommands(); !found.empty(); found = found.front()->get_subcommands()) {
    verb += " " + found.front()->get_name();
  }
  if (!verb.empty()) {
    return fail(ExitCode::bad_input,
                std::string(error.what()) + quoting_hint(argc, argv) + "\nTry: plyforge" + verb + " --help");
  }
  const std::string wrong = argc > 1 ? "unknown verb '" + std::string(argv[1]) + "'" : "no verb given";
  std::string known;
  for (const CLI::App* verb : app.get_subcommands({})) known += " " + verb->get_name();
  return fail(ExitCode::bad_input, wrong + "; verbs are:" + known + "\nTry: plyforge --help");
}

ExitCode run(int argc, char** argv, Session& session) {
  CLI::App app("Plyforge counts chess positions, exactly.", "plyforge");
  app.formatter(std::make_shared<HelpFormatter>());  // inherited by the verbs
  app.set_version_flag("--version", "plyforge " PLYFORGE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done or agrees, 1 a mismatch was found, 2 bad input, 3 memory or another resource is missing,\n"
      "4 a limit came before everything was checked, 130 interrupted. Results go to stdout, everything else to "
      "stderr.\n\n"
      "Example:\n  plyforge perft 6");
  add_perft(app, session);
  add_divide(app, session);
  add_verify(app, session);
  add_bisect(app, session);
  add_distinct(app, session);
  add_suite(app, session);
  add_endgame(app, session);
  add_study(app, session);
  add_mate(app, session);
  add_game(app, session);
  add_uci(app, session);
  add_run(app, session);
  add_work(app, session);
  add_serve(app, session);
  add_info(app, session);
  add_completion(app, session);
  refuse_empty_paths(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    session.out.print(app.help());
  } catch (const CLI::CallForVersion& version) {
    session.out.print(std::string(version.what()) + "\n");
  } catch (const CLI::ParseError& error) {
    return usage_error(app, error, argc, argv);
  }
  return session.exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is an error of the write, with a message
  ExitCode code = ExitCode::ok;
  try {
    const StopOnSignal signals;  // before any other thread
    Session session{.out = Output(stdout), .stop = signals.token()};
    code = run(argc, argv, session);
  } catch (const InputError& error) {
    code = fail(ExitCode::bad_input, error.what());
  } catch (const Interrupted& interrupted) {
    code = fail(ExitCode::interrupted, interrupted.what());
  } catch (const OutputError& error) {
    // A reader that has gone, as `head` does, needs no message.
    code = error.reader_gone() ? ExitCode::resource_missing : fail(ExitCode::resource_missing, error.what());
  } catch (const std::bad_alloc&) {
    code = fail(ExitCode::resource_missing, "out of memory; give a smaller --memory or fewer --threads");
  } catch (const std::filesystem::filesystem_error& error) {
    code = fail(ExitCode::bad_input, "cannot read " + error.path1().string() + ": " + error.code().message());
  } catch (const std::system_error& error) {
    // Of what the standard library does for us, only the start of a thread fails for want of a resource.
    const bool no_thread = error.code() == std::errc::resource_unavailable_try_again;
    code = fail(ExitCode::resource_missing, no_thread ? "cannot start a thread: " + error.code().message() +
                                                            "; allow this process more threads or memory"
                                                      : std::string(error.what()));
  } catch (const std::exception& error) {  // ResourceError, a count past its bits
    code = fail(ExitCode::resource_missing, error.what());
  }
  return static_cast<int>(code);
}
