// What `plyforge study` cannot be faster than, on one thread; and positions to measure it with. bench/study.sh runs it.
//
//   study_bench make N         N random legal positions of all endgames of four men, as EPD
//   study_bench measure DIR FILE   lines of FILE read, parsed, printed; their values looked up in the tables of DIR

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "app/input/line_reader.h"
#include "endgame/index.h"
#include "endgame/material.h"
#include "endgame/tables/tables.h"
#include "notation/epd.h"

namespace {

using namespace plyforge;
using Clock = std::chrono::steady_clock;

void make(int lines) {
  constexpr int kMen = 4;
  const std::vector<Material> endgames = all_materials(kMen);
  std::mt19937_64 random(1);  // the same lines each time
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  std::string text;
  for (int made = 0; made < lines;) {
    const Material& material = endgames[below(endgames.size())];
    EndgamePlacement placement;
    placement.white_king = static_cast<Square>(below(64));
    placement.black_king = static_cast<Square>(below(64));
    for (std::size_t i = 0; i < material.men().size(); ++i) placement.men[i] = static_cast<Square>(below(64));
    placement.black_to_move = below(2) == 1;
    const auto position = legal_position(material, placement);
    if (!position) continue;
    EpdRecord epd;
    epd.fen.position = *position;
    epd.fen.mover = placement.black_to_move ? Colour::black : Colour::white;
    text += to_epd(epd) + "\n";
    ++made;
  }
  std::cout << text;
}

/// Prints how long `work` takes for one of `count`.
template <class Work>
void measure(const char* what, std::size_t count, Work&& work) {
  const Clock::time_point start = Clock::now();
  work();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::printf("%-34s %8.3f s  %8.0f ns each  %8.2f M/s\n", what, seconds, 1e9 * seconds / static_cast<double>(count),
              static_cast<double>(count) / seconds / 1e6);
}

void measure_all(const std::string& folder, const std::string& file) {
  constexpr std::size_t kRoom = std::size_t{4} << 30;
  std::vector<std::string> lines;
  {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
  }
  const std::size_t count = lines.size();
  measure("read lines", count, [&] {
    LineReader reader(file, {});
    for (LineReader::Line line; reader.next(line);) {
    }
  });
  std::vector<EpdRecord> records(count);
  measure("parse them", count, [&] {
    for (std::size_t i = 0; i < count; ++i) records[i] = parse_epd(lines[i]);
  });
  std::size_t bytes = 0;
  measure("print them", count, [&] {
    for (const EpdRecord& record : records) bytes += to_epd(record).size();
  });
  EndgameTables tables(folder, kRoom);
  for (const char* pass : {"probe, first time (unpacking)", "probe, again"}) {
    int sum = 0;
    measure(pass, count, [&] {
      for (const EpdRecord& record : records) sum += tables.probe(record.fen.position)->dtm;
    });
    if (sum == 0) std::puts("nothing is won");  // and the loop is not left out
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 2 && arguments[0] == "make") {
    make(std::stoi(arguments[1]));
  } else if (arguments.size() == 3 && arguments[0] == "measure") {
    measure_all(arguments[1], arguments[2]);
  } else {
    std::fputs("usage: study_bench make N | study_bench measure DIR FILE\n", stderr);
    return 2;
  }
  return 0;
}
