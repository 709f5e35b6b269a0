// A program that uses the installed libraries: reads a position, and counts five plies from it.

#include <plyforge/count/counting.h>
#include <plyforge/notation/fen.h>

#include <iostream>

int main(int argc, char** argv) {
  try {
    const plyforge::FenRecord record = plyforge::parse_fen(argc > 1 ? argv[1] : plyforge::kStartFen);
    const plyforge::CountReport report = plyforge::perft(record.position, 5, plyforge::CountOptions{});
    std::cout << plyforge::to_fen(record) << '\n' << "perft(5) = " << plyforge::to_string(report.totals.nodes) << '\n';
  } catch (const plyforge::FenError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
