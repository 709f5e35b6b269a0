#include "endgame/tables/table_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "endgame/tables/little_endian.h"
#include "endgame/tables/table_format.h"

namespace plyforge {

void TableFile::fail(const std::string& why) const {
  throw TableError(path_ + ": " + why + "; delete the file and solve " + material_.name() + " again");
}

TableFile::TableFile(std::string path, const Material& material, MemoryBudget* room)
    : path_(std::move(path)), material_(material), index_(material) {
  map();
  try {
    read_header(material);
    cache_ = std::make_unique<BlockCache>(offsets_.size() - 1, room);
  } catch (...) {
    unmap();
    throw;
  }
}

TableFile::~TableFile() { unmap(); }

void TableFile::unmap() {
  munmap(const_cast<std::uint8_t*>(data_), size_);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  close(file_);
}

void TableFile::map() {
  file_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ < 0) throw TableError("cannot open " + path_ + ": " + std::strerror(errno));
  struct stat about {};
  const bool known = fstat(file_, &about) == 0;
  size_ = known ? static_cast<std::size_t>(about.st_size) : 0;
  if (size_ < kTablePrelude) {
    close(file_);
    fail("the table is truncated");
  }
  void* const mapped = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file_, 0);
  if (mapped == MAP_FAILED) {
    const int reason = errno;
    close(file_);
    throw TableError("cannot map " + path_ + ": " + std::strerror(reason));
  }
  data_ = static_cast<const std::uint8_t*>(mapped);
}

/// Throws if the file has shrunk: reading pages that it no longer has would end the program.
void TableFile::check_size() const {
  struct stat about {};
  if (fstat(file_, &about) != 0 || static_cast<std::size_t>(about.st_size) < size_) {
    fail("the table was truncated while in use");
  }
}

/// Unpacks a zstd frame that holds at most `largest` bytes.
std::vector<std::uint8_t> TableFile::unpacked(std::size_t first, std::size_t bytes, std::size_t largest) const {
  if (first > size_ || bytes > size_ - first) fail("the table is truncated");
  const unsigned long long size = ZSTD_getFrameContentSize(data_ + first, bytes);
  if (size > largest) fail("the table's header is damaged");  // error codes are large numbers, too
  std::vector<std::uint8_t> content(static_cast<std::size_t>(size));
  const std::size_t written = ZSTD_decompress(content.data(), content.size(), data_ + first, bytes);
  if (ZSTD_isError(written) != 0 || written != content.size()) fail("the table's header is damaged");
  return content;
}

void TableFile::read_header(const Material& material) {
  if (std::memcmp(data_, kTableMagic.data(), kTableMagic.size()) != 0) fail("not a Plyforge table");
  const std::uint64_t version = read_little_endian(data_ + 8, 4);
  if (version != kTableVersion) {
    fail("the table has format " + std::to_string(version) + "; this program reads format " +
         std::to_string(kTableVersion));
  }
  constexpr std::size_t kLargestHeader = std::size_t{1} << 20;
  constexpr std::size_t kLargestDirectory = std::size_t{1} << 32;
  constexpr std::size_t kLargestBlock = std::size_t{1} << 30;
  const std::size_t header_bytes = read_little_endian(data_ + 12, 4);
  const std::size_t directory_bytes = read_little_endian(data_ + 16, 4);
  const auto header_text = unpacked(kTablePrelude, header_bytes, kLargestHeader);
  const auto directory = unpacked(kTablePrelude + header_bytes, directory_bytes, kLargestDirectory);
  const auto header = nlohmann::json::parse(header_text, nullptr, false);
  std::size_t blocks = 0;
  try {
    if (header.at("material") != material.name()) fail("the table is for " + header.at("material").get<std::string>());
    raw_block_bytes_ = header.at("block_bytes");
    for (const auto& entry : header.at("sections")) {
      Section section;
      const std::string metric = entry.at("metric");
      section.metric = metric == "dtm" ? Metric::dtm : metric == "dtz50" ? Metric::dtz50 : Metric::dtz;
      section.black_to_move = entry.at("to_move") == "black";
      section.width = entry.at("value_bytes");
      section.values = entry.at("values");
      section.first_block = blocks;
      if (section.width < 1 || section.width > 2 || section.values != index_.size() || raw_block_bytes_ < 2 ||
          raw_block_bytes_ > kLargestBlock || raw_block_bytes_ % 2 != 0) {
        fail("the table's header is damaged");
      }
      const std::size_t bytes = section.values * static_cast<std::size_t>(section.width);
      section.blocks = (bytes + raw_block_bytes_ - 1) / raw_block_bytes_;
      blocks += section.blocks;
      sections_.push_back(section);
    }
  } catch (const nlohmann::json::exception&) {
    fail("the table's header is damaged");
  }
  for (const bool black : {false, true}) {
    if (black && material.is_symmetric()) break;
    if (section(Metric::dtm, black) == nullptr || section(Metric::dtz50, black) == nullptr) {
      fail("the table's header is damaged");
    }
  }
  if (directory.size() != (blocks + 1) * 8) fail("the table's directory is damaged");
  const std::size_t start = kTablePrelude + header_bytes + directory_bytes;
  for (std::size_t i = 0; i <= blocks; ++i) {
    offsets_.push_back(start + read_little_endian(directory.data() + i * 8, 8));
  }
  if (!std::is_sorted(offsets_.begin(), offsets_.end()) || offsets_.front() != start) {
    fail("the table's directory is damaged");
  }
  if (offsets_.back() != size_) fail("the table is truncated, or has data after its end");
}

const TableFile::Section* TableFile::section(Metric metric, bool black_to_move) const {
  for (const Section& section : sections_) {
    if (section.metric == metric && section.black_to_move == black_to_move) return &section;
  }
  return nullptr;
}

std::size_t TableFile::table_bytes() const {
  std::size_t bytes = 0;
  for (const Section& section : sections_) bytes += section.values * static_cast<std::size_t>(section.width);
  return bytes;
}

std::size_t TableFile::block_bytes(const Section& section, std::size_t block) const {
  const std::size_t bytes = section.values * static_cast<std::size_t>(section.width);
  return std::min(raw_block_bytes_, bytes - block * raw_block_bytes_);
}

void TableFile::unpack_block(std::size_t block, std::uint8_t* out, std::size_t bytes) const {
  check_size();
  const std::uint64_t first = offsets_[block];
  const std::size_t written = ZSTD_decompress(out, bytes, data_ + first, offsets_[block + 1] - first);
  if (ZSTD_isError(written) != 0 || written != bytes) {
    fail("block " + std::to_string(block) + " of the table is damaged");
  }
}

StoredValue TableFile::stored(const Section& section, std::uint64_t index) const {
  const std::size_t at = index * static_cast<std::size_t>(section.width);
  const std::size_t block = at / raw_block_bytes_;
  const std::size_t within = at % raw_block_bytes_;
  const std::size_t bytes = block_bytes(section, block);
  return cache_->read(
      section.first_block + block, bytes,
      [&](std::uint8_t* out) { unpack_block(section.first_block + block, out, bytes); },
      [&](const std::uint8_t* data) { return stored_value(data + within, section.width); });
}

EndgameValue TableFile::value(std::uint64_t index, bool black_to_move) const {
  const StoredValue dtm = stored(*section(Metric::dtm, black_to_move), index);
  const StoredValue dtz50 = stored(*section(Metric::dtz50, black_to_move), index);
  const Section* const dtz = section(Metric::dtz, black_to_move);
  return decoded(dtm, dtz50, dtz == nullptr ? dtz50 : stored(*dtz, index));
}

EndgameTable TableFile::load(const WorkerPool& pool) const {
  EndgameTable table(material_);
  for (const Section& section : sections_) {
    TableSection loaded{section.metric, section.black_to_move, section.width, {}};
    loaded.bytes = decltype(loaded.bytes)(section.values * static_cast<std::size_t>(section.width));
    pool.share_out(section.blocks, [&](const auto& next) {
      for (std::size_t block; (block = next()) != WorkerPool::kDone;) {
        unpack_block(section.first_block + block, loaded.bytes.data() + block * raw_block_bytes_,
                     block_bytes(section, block));
      }
    });
    table.sections().push_back(std::move(loaded));
  }
  return table;
}

}  // namespace plyforge
