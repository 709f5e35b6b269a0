#include "service/answers/endgame_statistics.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "endgame/query/table_stats.h"
#include "service/http/problem.h"
#include "service/questions/endgame_name.h"

namespace plyforge {
namespace {

constexpr std::size_t kRememberedTables = 200;
constexpr std::size_t kExamples = 5;

std::string digits(const PositionCount& count) { return std::to_string(count.distinct); }

Json histogram_json(const Histogram& histogram) {
  Json object = Json::object();
  for (std::size_t plies = 0; plies < histogram.size(); ++plies) {
    if (histogram[plies].distinct != 0) object[std::to_string(plies)] = digits(histogram[plies]);
  }
  return object;
}

Json fens(const EndgameTable& table, const std::vector<std::uint64_t>& numbers, bool black_to_move) {
  Json list = Json::array();
  for (const std::uint64_t number : numbers) {
    list.push_back(to_fen(record_of(table, number, black_to_move)));
  }
  return list;
}

Json side_json(const EndgameTable& table, const SideStats& side, bool black_to_move) {
  return {{"positions", digits(side.positions)},
          {"win", digits(side.result(Wdl::win))},
          {"cursed_win", digits(side.result(Wdl::cursed_win))},
          {"draw", digits(side.result(Wdl::draw))},
          {"blessed_loss", digits(side.result(Wdl::blessed_loss))},
          {"loss", digits(side.result(Wdl::loss))},
          {"win_dtm", histogram_json(side.wins)},
          {"loss_dtm", histogram_json(side.losses)},
          {"longest_win", fens(table, side.longest_wins, black_to_move)},
          {"longest_loss", fens(table, side.longest_losses, black_to_move)}};
}

Json statistics_json(const EndgameTable& table, const TableStats& stats) {
  const bool symmetric = table.material().is_symmetric();
  Json object = {{"ending", table.material().name()},
                 {"symmetric", symmetric},
                 {"white_to_move", side_json(table, stats.sides[0], false)}};
  if (!symmetric) object["black_to_move"] = side_json(table, stats.sides[1], true);
  object["mutual_zugzwangs"] = {{"draw_or_win", digits(stats.zugzwangs[0])},
                                {"loss_or_draw", digits(stats.zugzwangs[1])},
                                {"loss_or_win", digits(stats.zugzwangs[2])}};
  Json examples = Json::array();
  for (const auto& numbers : stats.zugzwang_examples) {
    for (Json& fen : fens(table, numbers, false)) examples.push_back(std::move(fen));
  }
  object["zugzwang_examples"] = std::move(examples);
  return object;
}

}  // namespace

EndgameStatistics::EndgameStatistics(const Tablebase& tablebase, Metrics& metrics, std::stop_token stop)
    : tablebase_(tablebase), stop_(std::move(stop)), cache_(kRememberedTables, metrics) {}

Json EndgameStatistics::list() const {
  struct Entry {
    std::string name;
    int men;
    std::uintmax_t bytes;
  };
  std::vector<Entry> entries;
  if (tablebase_.folder()) {
    for (int men = 3; men <= kMaxEndgameMen; ++men) {
      for (const Material& material : all_materials(men)) {
        std::error_code missing;
        const auto bytes = std::filesystem::file_size(table_path(*tablebase_.folder(), material), missing);
        if (!missing) entries.push_back({material.name(), men, bytes});
      }
    }
  }
  std::ranges::sort(entries, {}, [](const Entry& entry) { return std::pair(entry.men, entry.name); });
  Json list = Json::array();
  for (const Entry& entry : entries) {
    list.push_back({{"ending", entry.name}, {"men", entry.men}, {"bytes", entry.bytes}});
  }
  return {{"endings", std::move(list)}};
}

Json EndgameStatistics::endgame(const std::string& name) {
  const Material material = one_endgame(name);
  const std::string key = material.name();
  if (const auto known = cache_.find(key)) return Json::parse(*known);
  const auto tables = tablebase_.tables();
  const TableFile* const file = tables ? tables->find(material) : nullptr;
  if (file == nullptr) {
    throw Problem(
        ProblemKind::no_table,
        "there is no table for " + key + "; a job of kind endgame builds it if the server was started with --tables",
        "ending");
  }
  const std::unique_lock counting(counting_, std::chrono::seconds(20));
  if (!counting) throw Problem(ProblemKind::unavailable, "other endgames are being counted; try again later");
  if (const auto known = cache_.find(key)) return Json::parse(*known);
  const WorkerPool pool(0, stop_);
  const EndgameTable table = file->load(pool);
  const Json statistics = statistics_json(table, count_table(table, kExamples, pool));
  cache_.keep(key, statistics.dump());
  return statistics;
}

}  // namespace plyforge
