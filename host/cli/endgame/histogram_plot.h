#pragma once

#include <string>

#include "endgame/query/table_stats.h"

namespace plyforge {

/// Draws the distinct positions of an endgame by DTM as an SVG file, one panel for each side to move and result. Throws
/// ResourceError where the file cannot be written.
void write_histogram_plot(const std::string& path, const EndgameTable& table, const TableStats& stats);

}  // namespace plyforge
