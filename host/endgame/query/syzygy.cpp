#include "endgame/query/syzygy.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <vector>

#include "base/errors.h"
#include "base/files.h"
#include "count/counting.h"

#ifdef PLYFORGE_FATHOM
#include <tbprobe.h>
#endif

namespace plyforge {

#ifdef PLYFORGE_FATHOM

namespace {

std::vector<std::string> split(const std::string& folders) {
  std::vector<std::string> list;
  std::istringstream text(folders);
  for (std::string folder; std::getline(text, folder, ':');) {
    if (!folder.empty()) list.push_back(folder);
  }
  return list;
}

/// How many tables a folder has. Their size must be 16 bytes more than a multiple of 64: libfathom reads past the end
/// of truncated ones. Throws InputError for such a table.
std::size_t count_tables(const std::string& folder) {
  std::error_code error;
  const std::filesystem::directory_iterator files(folder, error);
  if (error) throw InputError("--syzygy: cannot read the folder " + folder + ": " + error.message());
  std::size_t tables = 0;
  for (const auto& file : files) {
    const std::string extension = file.path().extension();
    if (extension != ".rtbw" && extension != ".rtbz") continue;
    if (file.file_size(error) % 64 != 16 || error) {
      throw InputError("--syzygy: " + file.path().string() + " is cut off, or is no Syzygy table; take it away");
    }
    ++tables;
  }
  return tables;
}

/// A position as libfathom takes it, with the mover as White, since colours do not matter.
struct FathomPosition {
  std::uint64_t white, black, kings, queens, rooks, bishops, knights, pawns;
  unsigned en_passant;

  explicit FathomPosition(const Position& p)
      : white(p.own()),
        black(p.theirs()),
        kings(p.kings()),
        queens(p.queens()),
        rooks(p.rooks()),
        bishops(p.bishops()),
        knights(p.knights()),
        pawns(p.pawns()),
        en_passant(p.en_passant() != 0 ? static_cast<unsigned>(lowest(p.en_passant())) : 0) {}
};

bool may_be_probed(const Position& position) {
  return position.castling_rooks() == 0 && static_cast<unsigned>(popcount(position.occupied())) <= TB_LARGEST;
}

}  // namespace

bool has_syzygy_support() { return true; }

SyzygyTables::SyzygyTables(const std::string& folders) : folders_(folders) {
  std::size_t tables = 0;
  for (const std::string& folder : split(folders)) tables += count_tables(folder);
  if (tables == 0) throw InputError("--syzygy: there are no Syzygy tables (*.rtbw, *.rtbz) in " + folders);
  if (!tb_init(folders.c_str())) throw ResourceError("libfathom cannot be set up for " + folders);
}

bool SyzygyTables::has(const Material& material) const {
  return std::ranges::any_of(split(folders_), [&](const std::string& folder) {
    return file_exists(folder + "/" + material.name() + ".rtbw");
  });
}

std::optional<Wdl> SyzygyTables::wdl(const Position& position) const {
  if (!may_be_probed(position)) return std::nullopt;
  if ((position.occupied() & ~position.kings()) == 0) return Wdl::draw;
  const FathomPosition p(position);
  const unsigned result = tb_probe_wdl(p.white, p.black, p.kings, p.queens, p.rooks, p.bishops, p.knights, p.pawns, 0,
                                       0, p.en_passant, true);
  if (result == TB_RESULT_FAILED) return std::nullopt;
  return static_cast<Wdl>(static_cast<int>(result) - TB_DRAW);
}

std::optional<int> SyzygyTables::dtz(const Position& position) const {
  if (!may_be_probed(position)) return std::nullopt;
  if ((position.occupied() & ~position.kings()) == 0) return 0;
  const FathomPosition p(position);
  const std::lock_guard lock(mutex_);
  const unsigned result = tb_probe_root(p.white, p.black, p.kings, p.queens, p.rooks, p.bishops, p.knights, p.pawns, 0,
                                        0, p.en_passant, true, nullptr);
  if (result == TB_RESULT_FAILED) return std::nullopt;
  const int plies = static_cast<int>(TB_GET_DTZ(result));
  return static_cast<int>(TB_GET_WDL(result)) < TB_DRAW ? -plies : plies;
}

#else

namespace {

[[noreturn]] void fail() {
  throw ResourceError(
      "this program was built without Syzygy tables; install libfathom-dev (Debian), build it again, and --syzygy "
      "works");
}

}  // namespace

bool has_syzygy_support() { return false; }

SyzygyTables::SyzygyTables(const std::string& folders) : folders_(folders) { fail(); }
bool SyzygyTables::has(const Material& /*material*/) const { return false; }
std::optional<Wdl> SyzygyTables::wdl(const Position& /*position*/) const { return std::nullopt; }
std::optional<int> SyzygyTables::dtz(const Position& /*position*/) const { return std::nullopt; }

#endif

}  // namespace plyforge
