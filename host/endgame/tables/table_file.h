#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/errors.h"
#include "base/worker_pool.h"
#include "endgame/tables/block_cache.h"
#include "endgame/tables/endgame_table.h"

namespace plyforge {

/// The file of an endgame in a folder: "DIR/KQvKR.pft".
std::string table_path(const std::string& folder, const Material& material);

/// Writes a table (the format is in docs/table-format.md) to a file of another name, and renames that when it is whole.
/// Returns its size in bytes. Throws ResourceError where it cannot be written, Interrupted.
std::size_t write_table(const std::string& path, const EndgameTable& table, const WorkerPool& pool);

/// A table on disk, mapped into memory; its blocks are unpacked, and their checksums looked at, when they are asked
/// for. A file that is cut short meanwhile is an error, as one that was so before; programs that put another table in
/// its place should rename it into place, as write_table() does. Safe to use from many threads.
class TableFile {
 public:
  /// `room`: for unpacked blocks that are kept for good (BlockCache). Throws TableError.
  TableFile(std::string path, const Material& material, MemoryBudget* room = nullptr);
  ~TableFile();
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;

  const EndgameIndex& index() const { return index_; }
  const Material& material() const { return material_; }
  std::size_t file_bytes() const { return size_; }
  /// What the whole table takes in memory, in bytes.
  std::size_t table_bytes() const;

  /// The value of a legal position. Throws TableError where its block is damaged.
  EndgameValue value(std::uint64_t index, bool black_to_move) const;

  /// The whole table. Throws TableError, Interrupted.
  EndgameTable load(const WorkerPool& pool) const;

 private:
  struct Section {
    Metric metric = Metric::dtm;
    bool black_to_move = false;
    int width = 1;
    std::uint64_t values = 0;
    std::size_t first_block = 0;
    std::size_t blocks = 0;
  };

  [[noreturn]] void fail(const std::string& why) const;
  void map();
  void unmap();
  void check_size() const;
  void read_header(const Material& material);
  const Section* section(Metric metric, bool black_to_move) const;
  std::vector<std::uint8_t> unpacked(std::size_t first, std::size_t bytes, std::size_t largest) const;
  void unpack_block(std::size_t block, std::uint8_t* out, std::size_t bytes) const;
  std::size_t block_bytes(const Section& section, std::size_t block) const;
  StoredValue stored(const Section& section, std::uint64_t index) const;

  std::string path_;
  Material material_;
  EndgameIndex index_;
  int file_ = -1;
  const std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t raw_block_bytes_ = 0;
  std::vector<Section> sections_;
  std::vector<std::uint64_t> offsets_;
  std::unique_ptr<BlockCache> cache_;
};

}  // namespace plyforge
