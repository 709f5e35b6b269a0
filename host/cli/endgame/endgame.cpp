#include "cli/endgame/endgame.h"

#include <CLI/CLI.hpp>
#include <set>

#include "app/session/diagnostics.h"
#include "cli/options.h"
#include "cli/table_options.h"
#include "cli/verbs.h"
#include "cli/whole_number.h"

namespace plyforge {
namespace {

constexpr const char* kEndgameHelp = R"(
Endgames are written with White's pieces first: KQvKR. A ? stands for any piece but a king: K??vK.
Distances are in plies. DTM: to mate. DTZ: to the next capture, pawn move or mate that keeps the win. DTZ50: the same
under the 50-move rule, where a win that needs more than 100 plies for it is a draw (a cursed win).)";

}  // namespace

void add_endgame(CLI::App& app, Session& session) {
  CLI::App* const endgame = app.add_subcommand("endgame", "Solve endgames, probe their tables, count their positions");
  endgame->require_subcommand(1);
  endgame->footer(help_footer(kEndgameHelp, "  plyforge endgame solve KQvK KRvK"));
  add_endgame_solve(*endgame, session);
  add_endgame_verify(*endgame, session);
  add_endgame_probe(*endgame, session);
  add_endgame_stats(*endgame, session);
  add_endgame_enumerate(*endgame, session);
}

void add_endgame_options(CLI::App& verb, EndgameRequest& request) {
  verb.add_option("MATERIAL", request.materials, "Endgames: KQvKR, K??vK, ...")->option_text("");
  verb.add_option("--men", request.men, "All endgames with N pieces, kings included (3 to 6)")
      ->option_text("N")
      ->expected(1)
      ->take_all()
      ->transform(whole_number(3, kMaxEndgameMen));
  add_table_folder(verb, request.folder);
  add_resources(verb, request.resources);
  add_json(verb, request.style);
  add_csv(verb, request.style);
}

std::vector<Material> requested_materials(const EndgameRequest& request) {
  std::vector<Material> wanted;
  std::set<Material> known;
  const auto add = [&](const std::vector<Material>& some) {
    for (const Material& material : some) {
      if (known.insert(material).second) wanted.push_back(material);
    }
  };
  try {
    for (const std::string& text : request.materials) add(parse_materials(text));
    for (const int men : request.men) add(all_materials(men));
  } catch (const MaterialError& error) {
    throw InputError(error.what());
  }
  if (wanted.empty()) throw InputError("no endgame given; name one, such as KQvKR, or all of one size with --men 4");
  return wanted;
}

void warn_of_flipped_colours(const EndgameRequest& request) {
  Diagnostics diagnostics;
  for (const std::string& text : request.materials) {
    if (!flips_colours(text)) continue;
    diagnostics.warn(text,
                     {"read as " + parse_materials(text).front().name() + ", so White has the pieces named second"});
  }
}

}  // namespace plyforge
