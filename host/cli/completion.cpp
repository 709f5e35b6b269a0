#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "cli/path_options.h"
#include "cli/verbs.h"

// The scripts are made from the options that the program has, so that they cannot fall behind.

namespace plyforge {
namespace {

/// What an option or an argument takes, as far as a shell can help with it.
struct Argument {
  enum class Kind { none, words, file, folder, other };
  Kind kind = Kind::none;
  std::vector<std::string> words;  ///< with Kind::words
};

struct Flag {
  std::string name;  ///< with its dashes
  std::string description;
  Argument argument;
};

struct Verb {
  std::string path;  ///< "endgame solve"; empty for the program itself
  std::string description;
  std::vector<Flag> flags;
  std::vector<Argument> positionals;
  std::vector<Verb> verbs;
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : " ") + part;
  return text;
}

/// `placeholder` is what --help prints for the argument: "FILE", "auto|cpu|cuda", "N,...".
Argument argument_of(const std::string& placeholder) {
  const std::string word = placeholder.substr(0, placeholder.find_first_of(" ,."));
  if (word.find('|') != std::string::npos) return {Argument::Kind::words, split(word, '|')};
  switch (path_kind(placeholder)) {
    case PathKind::file:
      return {Argument::Kind::file, {}};
    case PathKind::folder:
      return {Argument::Kind::folder, {}};
    case PathKind::none:
      break;
  }
  return {Argument::Kind::other, {}};
}

Flag flag_of(const CLI::Option& option) {
  const std::string name = "--" + option.get_lnames().front();
  const bool takes_value = option.get_items_expected_max() > 0;
  return {name, option.get_description(), takes_value ? argument_of(option.get_option_text()) : Argument{}};
}

/// The verb that `app` is, and all below it.
Verb verb_of(const CLI::App& app, const std::string& path) {
  Verb verb{path, app.get_description(), {}, {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // an old spelling, which is not offered
    if (!option->get_lnames().empty()) verb.flags.push_back(flag_of(*option));
    if (option->get_positional()) {
      const std::string& choices = option->get_option_text();
      verb.positionals.push_back(
          argument_of(choices.find('|') == std::string::npos ? option->get_name(true) : choices));
    }
  }
  for (const CLI::App* below : app.get_subcommands({})) {
    if (below->get_group().empty()) continue;
    verb.verbs.push_back(verb_of(*below, (path.empty() ? "" : path + " ") + below->get_name()));
  }
  return verb;
}

std::string last_word(const std::string& path) { return path.substr(path.rfind(' ') + 1); }

bool takes_files(const Verb& verb) {
  return std::any_of(verb.positionals.begin(), verb.positionals.end(),
                     [](const Argument& argument) { return argument.kind == Argument::Kind::file; });
}

/// The words that a positional argument may be.
std::vector<std::string> positional_words(const Verb& verb) {
  for (const Argument& argument : verb.positionals) {
    if (argument.kind == Argument::Kind::words) return argument.words;
  }
  return {};
}

/// The names of the verbs that have verbs of their own, with `separator` between.
std::string group_names(const Verb& program, const std::string& separator) {
  std::string names;
  for (const Verb& verb : program.verbs) {
    if (!verb.verbs.empty()) names += (names.empty() ? "" : separator) + verb.path;
  }
  return names;
}

/// In single quotes for bash and zsh.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

// bash

std::string bash_case(const Verb& verb) {
  std::string text = "    " + quoted(verb.path) + ")\n      case $option in\n";
  std::vector<std::string> offered = positional_words(verb);
  for (const Verb& below : verb.verbs) offered.push_back(last_word(below.path));
  for (const Flag& flag : verb.flags) {
    offered.push_back(flag.name);
    switch (flag.argument.kind) {
      case Argument::Kind::none:
        break;
      case Argument::Kind::words:
        text += "        " + flag.name + ") words=" + quoted(join(flag.argument.words)) + " ;;\n";
        break;
      case Argument::Kind::file:
        text += "        " + flag.name + ") paths=-f ;;\n";
        break;
      case Argument::Kind::folder:
        text += "        " + flag.name + ") paths=-d ;;\n";
        break;
      case Argument::Kind::other:
        text += "        " + flag.name + ") ;;\n";
        break;
    }
  }
  text += "        *) words=" + quoted(join(offered)) + (takes_files(verb) ? " paths=-f" : "") + " ;;\n";
  text += "      esac ;;\n";
  for (const Verb& below : verb.verbs) text += bash_case(below);
  return text;
}

std::string bash_script(const Verb& program) {
  return R"(# bash completion for plyforge, made by `plyforge completion bash`
_plyforge() {
  local word=$2 option=$3 verb= words= paths=
  # bash makes --leaf=stats three words.
  if [[ $word == = ]]; then word=; elif [[ $option == = ]]; then option=${COMP_WORDS[COMP_CWORD - 2]}; fi
  if ((COMP_CWORD > 1)); then verb=${COMP_WORDS[1]}; fi
  case $verb in
    )" + group_names(program, "|") +
         R"() if ((COMP_CWORD > 2)); then verb+=" ${COMP_WORDS[2]}"; fi ;;
  esac
  case $verb in
)" + bash_case(program) +
         R"(  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  if [[ $paths && $word != -* ]]; then
    compopt -o filenames
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen $paths -- "$word")
  fi
}
complete -F _plyforge plyforge
)";
}

// zsh

/// Text inside the brackets or after the colon of a specification of _arguments.
std::string zsh_escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view("[]:\\").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_action(const Argument& argument) {
  switch (argument.kind) {
    case Argument::Kind::words:
      return "(" + join(argument.words) + ")";
    case Argument::Kind::file:
      return "_files";
    case Argument::Kind::folder:
      return "_files -/";
    case Argument::Kind::none:
    case Argument::Kind::other:
      break;
  }
  return "";
}

std::string zsh_case(const Verb& verb) {
  std::string text = "    " + quoted(verb.path) + ")\n";
  std::string specifications;
  for (const Flag& flag : verb.flags) {
    const bool takes_value = flag.argument.kind != Argument::Kind::none;
    const std::string value = takes_value ? ":value:" + zsh_action(flag.argument) : "";
    specifications += " \\\n        " + quoted("*" + flag.name + (takes_value ? "=" : "") + "[" +
                                               zsh_escaped(flag.description) + "]" + value);
  }
  if (!verb.verbs.empty()) {
    text += "      verbs=(";
    for (const Verb& below : verb.verbs) text += "\n        " + quoted(last_word(below.path) + ":" + below.description);
    text += ")\n";
    specifications += " \\\n        '1:verb:{_describe verb verbs}'";
  }
  if (takes_files(verb)) specifications += " \\\n        '*:file:_files'";
  const std::vector<std::string> words = positional_words(verb);
  if (!words.empty()) specifications += " \\\n        " + quoted("1:value:(" + join(words) + ")");
  text += "      _arguments" + specifications + " ;;\n";
  for (const Verb& below : verb.verbs) text += zsh_case(below);
  return text;
}

std::string zsh_script(const Verb& program) {
  return R"(#compdef plyforge
# zsh completion for plyforge, made by `plyforge completion zsh`
_plyforge() {
  local verb=
  local -a verbs
  local -i place=1
  if ((CURRENT > 2)); then verb=$words[2] place=2; fi
  case $verb in
    )" + group_names(program, "|") +
         R"() if ((CURRENT > 3)); then verb+=" $words[3]" place=3; fi ;;
  esac
  words=(plyforge "${(@)words[place + 1, -1]}")
  ((CURRENT -= place - 1))
  case $verb in
)" + zsh_case(program) +
         R"(  esac
}
if [[ ${funcstack[1]} == _plyforge ]]; then _plyforge "$@"; else compdef _plyforge plyforge; fi
)";
}

// fish

std::string fish_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

std::string fish_lines(const Verb& verb) {
  const std::string here = "complete -c plyforge -n " + fish_quoted("__plyforge_at " + verb.path);
  std::string text;
  for (const Verb& below : verb.verbs) {
    text += here + " -a " + last_word(below.path) + " -d " + fish_quoted(below.description) + "\n";
  }
  for (const Flag& flag : verb.flags) {
    text += here + " -l " + flag.name.substr(2);
    switch (flag.argument.kind) {
      case Argument::Kind::none:
        break;
      case Argument::Kind::words:
        text += " -x -a " + fish_quoted(join(flag.argument.words));
        break;
      case Argument::Kind::file:
        text += " -r -F";
        break;
      case Argument::Kind::folder:
        text += " -x -a '(__fish_complete_directories)'";
        break;
      case Argument::Kind::other:
        text += " -x";
        break;
    }
    text += " -d " + fish_quoted(flag.description) + "\n";
  }
  if (takes_files(verb)) text += here + " -F\n";
  const std::vector<std::string> words = positional_words(verb);
  if (!words.empty()) text += here + " -a " + fish_quoted(join(words)) + "\n";
  for (const Verb& below : verb.verbs) text += fish_lines(below);
  return text;
}

std::string fish_script(const Verb& program) {
  return R"(# fish completion for plyforge, made by `plyforge completion fish`
function __plyforge_at --description 'Whether the command line has this verb'
    set -l words (commandline -opc)
    set -l verb $words[2]
    if contains -- "$verb" )" +
         group_names(program, " ") + R"(
        set verb "$words[2..3]"
    end
    test "$verb" = "$argv"
end
complete -c plyforge -f
)" + fish_lines(program);
}

constexpr const char* kCompletionHelp =
    R"(Prints a script that completes verbs, options and their values. Installed packages bring it along. Otherwise:
  bash  plyforge completion bash > ~/.local/share/bash-completion/completions/plyforge
  zsh   plyforge completion zsh > _plyforge, in a folder of $fpath
  fish  plyforge completion fish > ~/.config/fish/completions/plyforge.fish)";

}  // namespace

void add_completion(CLI::App& app, Session& session) {
  CLI::App* const verb = app.add_subcommand("completion", "Print a completion script for bash, zsh or fish");
  const auto shell = std::make_shared<std::string>();
  verb->add_option("SHELL", *shell, "The shell to write for")
      ->required()
      ->option_text("bash|zsh|fish")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  verb->footer(help_footer(kCompletionHelp, "  plyforge completion bash"));
  verb->callback([&app, &session, shell] {
    const Verb program = verb_of(app, "");
    session.out.print(*shell == "bash"  ? bash_script(program)
                      : *shell == "zsh" ? zsh_script(program)
                                        : fish_script(program));
  });
}

}  // namespace plyforge
