#include "runs/unit.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>

namespace plyforge {

Wide multiplicity(const Unit& unit) {
  Wide sum = 0;
  for (const UnitPaths& paths : unit.paths) sum = add_exactly<Wide>(sum, paths.multiplicity);
  return sum;
}

const UnitCount* accepted(std::span<const UnitCount> counts) {
  const auto votes = [&](const UnitCount& count) {
    return std::ranges::count_if(counts, [&](const UnitCount& other) { return other.totals == count.totals; });
  };
  const UnitCount* best = nullptr;
  std::ptrdiff_t most = 0;
  bool tie = false;
  for (const UnitCount& count : counts) {
    const std::ptrdiff_t n = votes(count);
    if (n > most) {
      best = &count;
      most = n;
      tie = false;
    } else if (n == most && best->totals != count.totals) {
      tie = true;
    }
  }
  return tie ? nullptr : best;
}

FenRecord unit_position(std::string_view fen) {
  // Units come from a position that was accepted, so any material and any castling rights are read as written.
  return parse_fen(fen, {.chess960 = true, .any_material = true});
}

std::string totals_text(const Totals& totals, Leaf leaf) {
  std::string text = to_string(totals.nodes);
  for (std::size_t i = 0; i < column_count(leaf); ++i) text += " " + to_string(totals.columns[i]);
  return text;
}

std::optional<Totals> parse_totals(std::string_view text, Leaf leaf) {
  Totals totals;
  for (std::size_t i = 0; i <= column_count(leaf); ++i) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::optional<Wide> value = parse_wide(text.substr(0, end));
    if (!value) return std::nullopt;
    (i == 0 ? totals.nodes : totals.columns[i - 1]) = *value;
    const bool last = i == column_count(leaf);
    if (last != (end == text.size())) return std::nullopt;
    if (!last) text.remove_prefix(end + 1);
  }
  return totals;
}

bool is_plausible(const Totals& totals, Leaf leaf) {
  Wide left = totals.nodes;
  for (std::size_t i = 0; i < column_count(leaf); ++i) {
    if (totals.columns[i] > left) return false;
    if (leaf == Leaf::outcome) left -= totals.columns[i];
  }
  return leaf != Leaf::outcome || left == 0;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::string this_worker() {
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  return std::string(host.data()) + "/" + std::to_string(getpid());
}

}  // namespace plyforge
