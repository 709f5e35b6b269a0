#include "cli/endgame/histogram_plot.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "app/session/text_format.h"
#include "count/counting.h"

namespace plyforge {
namespace {

constexpr double kWidth = 800;
constexpr double kPanelHeight = 220;
constexpr double kMargin = 50;

std::string text_at(double x, double y, const std::string& anchor, const std::string& text) {
  return "<text x=\"" + fixed(x, 1) + "\" y=\"" + fixed(y, 1) + "\" text-anchor=\"" + anchor + "\">" + text +
         "</text>\n";
}

/// One panel with its upper edge at `top`.
std::string panel(double top, const std::string& title, const Histogram& histogram) {
  std::uint64_t most = 1;
  for (const PositionCount& count : histogram) most = std::max(most, count.distinct);
  const double bottom = top + kPanelHeight - kMargin;
  const double height = kPanelHeight - 2 * kMargin;
  const double step = (kWidth - 2 * kMargin) / static_cast<double>(histogram.size());
  std::string svg = text_at(kMargin, top + kMargin / 2, "start", title);
  svg += text_at(kMargin - 5, top + kMargin + 5, "end", grouped(most));
  for (std::size_t plies = 0; plies < histogram.size(); ++plies) {
    if (histogram[plies].distinct == 0) continue;
    const double bar = height * static_cast<double>(histogram[plies].distinct) / static_cast<double>(most);
    svg += "<rect x=\"" + fixed(kMargin + step * static_cast<double>(plies), 2) + "\" y=\"" + fixed(bottom - bar, 2) +
           "\" width=\"" + fixed(step * 0.9, 2) + "\" height=\"" + fixed(bar, 2) + "\"><title>" +
           std::to_string(plies) + " plies: " + grouped(histogram[plies].distinct) + "</title></rect>\n";
  }
  constexpr std::size_t kLabels = 10;
  const std::size_t label_step = std::max<std::size_t>(1, (histogram.size() + kLabels - 1) / kLabels);
  for (std::size_t plies = 0; plies < histogram.size(); plies += label_step) {
    svg += text_at(kMargin + step * (static_cast<double>(plies) + 0.5), bottom + 18, "middle", std::to_string(plies));
  }
  return svg;
}

}  // namespace

void write_histogram_plot(const std::string& path, const EndgameTable& table, const TableStats& stats) {
  std::string panels;
  double height = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    for (const bool wins : {true, false}) {
      const Histogram& histogram = wins ? stats.sides[side].wins : stats.sides[side].losses;
      if (histogram.empty()) continue;
      const std::string title = table.material().name() + ", " + (side == 0 ? "White" : "Black") + " to move " +
                                (wins ? "wins" : "loses") + ": distinct positions by DTM in plies";
      panels += panel(height, title, histogram);
      height += kPanelHeight;
    }
  }
  errno = 0;
  std::ofstream file(path);
  file << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << fixed(kWidth, 0) << "\" height=\"" << fixed(height, 0)
       << "\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#335\">\n"
       << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
       << panels << "</svg>\n";
  file.close();
  if (!file) throw ResourceError("cannot write " + path + ": " + std::strerror(errno));
}

}  // namespace plyforge
