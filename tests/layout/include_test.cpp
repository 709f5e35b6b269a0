// Reads the tables of CONTRIBUTING.md, "Rooms and arrows", and every #include of src, cuda and host against them.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Folders = std::set<std::string>;

const fs::path kRoot = PLYFORGE_SOURCE_DIR;

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in) << file;
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The texts between backticks.
std::vector<std::string> code_spans(std::string_view text) {
  std::vector<std::string> found;
  for (std::size_t open = text.find('`'); open != std::string_view::npos; open = text.find('`', open)) {
    const std::size_t close = text.find('`', open + 1);
    if (close == std::string_view::npos) break;
    found.emplace_back(text.substr(open + 1, close - open - 1));
    open = close + 1;
  }
  return found;
}

/// The rows of the table that begins with `| first |`, each split into its cells.
std::vector<std::vector<std::string>> table(const std::string& first) {
  std::vector<std::vector<std::string>> rows;
  bool inside = false;
  for (const std::string& line : lines_of(kRoot / "CONTRIBUTING.md")) {
    if (line.starts_with("| " + first + " |")) {
      inside = true;
    } else if (inside && !line.starts_with("|")) {
      break;
    } else if (inside && !line.starts_with("|---")) {
      std::vector<std::string> cells;
      std::istringstream split(line.substr(1));
      for (std::string cell; std::getline(split, cell, '|');) cells.push_back(cell);
      rows.push_back(cells);
    }
  }
  EXPECT_FALSE(rows.empty()) << "CONTRIBUTING.md has no table that begins with " << first;
  return rows;
}

/// The rooms, in the order of the table, and what each may include: rooms.
struct Arrows {
  std::vector<std::string> order;
  std::map<std::string, Folders> to;
};

/// A folder that is no room itself stands for all rooms below it.
Arrows allowed_arrows() {
  Arrows arrows;
  const auto rows = table("room");
  for (const auto& row : rows) arrows.order.push_back(code_spans(row.at(0)).at(0));
  for (const auto& row : rows) {
    Folders& to = arrows.to[code_spans(row.at(0)).at(0)];
    for (const std::string& folder : code_spans(row.at(2))) {
      const bool is_room = std::count(arrows.order.begin(), arrows.order.end(), folder) != 0;
      for (const std::string& room : arrows.order) {
        if (is_room ? room == folder : room.starts_with(folder + "/")) to.insert(room);
      }
    }
  }
  return arrows;
}

/// For each beginning of a library's header, the folders that may include it.
std::map<std::string, Folders> allowed_libraries() {
  std::map<std::string, Folders> libraries;
  for (const auto& row : table("header")) {
    const std::vector<std::string> in = code_spans(row.at(2));
    for (const std::string& header : code_spans(row.at(0))) libraries[header] = Folders(in.begin(), in.end());
  }
  return libraries;
}

/// Whether `folder` is one of these or below one.
bool is_within(const std::string& folder, const Folders& folders) {
  for (const std::string& one : folders) {
    if (folder == one || folder.starts_with(one + "/")) return true;
  }
  return false;
}

struct Include {
  std::string file;    ///< from the root
  std::string folder;  ///< that the file is in
  std::string header;  ///< as written
  bool quoted = false;
};

std::vector<Include> all_includes() {
  std::vector<Include> includes;
  for (const char* layer : {"src", "cuda", "host"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / layer)) {
      const std::string extension = entry.path().extension();
      if (extension != ".h" && extension != ".cpp" && extension != ".cu") continue;
      const std::string file = fs::relative(entry.path(), kRoot);
      for (const std::string& line : lines_of(entry.path())) {
        if (!line.starts_with("#include ")) continue;
        const std::size_t open = line.find_first_of("\"<");
        const std::size_t close = line.find_first_of("\">", open + 1);
        includes.push_back({.file = file,
                            .folder = fs::path(file).parent_path(),
                            .header = line.substr(open + 1, close - open - 1),
                            .quoted = line[open] == '"'});
      }
    }
  }
  EXPECT_GT(includes.size(), 1000U);
  return includes;
}

/// The file that a quoted include names, looked for from the roots of the layers that the folder's layer may see.
std::optional<std::string> resolve(const Include& include) {
  std::vector<std::string> roots = {"src"};
  if (!include.folder.starts_with("src")) roots.emplace_back("cuda");
  if (include.folder.starts_with("host")) roots.emplace_back("host");
  std::optional<std::string> found;
  for (const std::string& root : roots) {
    if (!fs::exists(kRoot / root / include.header)) continue;
    EXPECT_FALSE(found) << include.header << " is in " << *found << " and in " << root;
    found = root + "/" + include.header;
  }
  return found;
}

TEST(Includes, ArrowsAreThoseOfTheTable) {
  const Arrows arrows = allowed_arrows();
  for (const Include& include : all_includes()) {
    if (!include.quoted) continue;
    const auto allowed = arrows.to.find(include.folder);
    ASSERT_NE(allowed, arrows.to.end()) << include.folder << " has no row in CONTRIBUTING.md";
    const auto target = resolve(include);
    if (!target) {
      ADD_FAILURE() << include.file << ": \"" << include.header << "\" is not written from the root of a layer";
      continue;
    }
    const std::string room = fs::path(*target).parent_path();
    EXPECT_TRUE(room == include.folder || allowed->second.contains(room))
        << include.file << " includes " << *target << ", which CONTRIBUTING.md does not allow";
  }
}

TEST(Includes, ArrowsOfTheTableGoDownOnly) {
  const Arrows arrows = allowed_arrows();
  Folders above;
  for (const std::string& room : arrows.order) {
    for (const std::string& to : arrows.to.at(room)) {
      EXPECT_TRUE(to == room || above.contains(to)) << room << " may include " << to << ", which comes after it";
    }
    above.insert(room);
  }
}

TEST(Includes, LibrariesStayInTheirRooms) {
  const auto libraries = allowed_libraries();
  for (const Include& include : all_includes()) {
    if (include.quoted) continue;
    const auto named = std::find_if(libraries.begin(), libraries.end(),
                                    [&](const auto& library) { return include.header.starts_with(library.first); });
    if (named != libraries.end()) {
      EXPECT_TRUE(is_within(include.folder, named->second)) << include.file << " includes <" << include.header << ">";
    } else if (include.folder.starts_with("src")) {  // the standard library's headers have neither a folder nor a dot
      EXPECT_EQ(include.header.find_first_of("/."), std::string::npos)
          << include.file << " includes <" << include.header << ">";
    }
  }
}

TEST(Includes, NoRoomIsCrowded) {
  constexpr int kMostFiles = 32;
  std::map<std::string, int> files;
  for (const char* layer : {"src", "cuda", "host", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / layer)) {
      if (entry.is_regular_file()) ++files[fs::relative(entry.path().parent_path(), kRoot)];
    }
  }
  for (const auto& [folder, count] : files) {
    if (!folder.starts_with("tests/data")) {
      EXPECT_LE(count, kMostFiles) << folder;
    }
  }
}

}  // namespace
