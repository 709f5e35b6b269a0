#pragma once

#include <string>
#include <vector>

#include "app/session/requests.h"
#include "app/session/session.h"
#include "endgame/material.h"

namespace CLI {
class App;
}

namespace plyforge {

/// What the verbs of endgames share.
struct EndgameRequest {
  std::vector<std::string> materials;
  std::vector<int> men;  ///< all endgames of so many men
  std::string folder = "tables";
  ResourceRequest resources;
  Style style = Style::text;
};

// The verbs of `plyforge endgame`.
void add_endgame_solve(CLI::App& endgame, Session& session);
void add_endgame_verify(CLI::App& endgame, Session& session);
void add_endgame_probe(CLI::App& endgame, Session& session);
void add_endgame_stats(CLI::App& endgame, Session& session);
void add_endgame_enumerate(CLI::App& endgame, Session& session);

/// MATERIAL..., `--men`, `--dir`, `--threads` and `--memory`, `--json`, `--csv`.
void add_endgame_options(CLI::App& verb, EndgameRequest& request);

/// The endgames asked for, each once. Throws InputError where there is none, or a text is no endgame.
std::vector<Material> requested_materials(const EndgameRequest& request);

/// Says so on stderr where an endgame was named with Black's men first: its White is the other side then.
void warn_of_flipped_colours(const EndgameRequest& request);

/// `endgame verify --syzygy FOLDERS`
void verify_against_syzygy(const EndgameRequest& request, const std::string& folders, Session& session);

}  // namespace plyforge
