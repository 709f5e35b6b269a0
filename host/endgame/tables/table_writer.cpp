#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <thread>

#include "base/clock.h"
#include "count/counting.h"
#include "endgame/tables/little_endian.h"
#include "endgame/tables/table_file.h"
#include "endgame/tables/table_format.h"

namespace plyforge {
namespace {

constexpr int kCompressionLevel = 3;

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};
using Context = std::unique_ptr<ZSTD_CCtx, FreeContext>;

Context make_context() {
  Context context(ZSTD_createCCtx());
  if (context == nullptr) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kCompressionLevel);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  return context;
}

std::string packed(ZSTD_CCtx* context, const void* data, std::size_t bytes) {
  std::string out(ZSTD_compressBound(bytes), '\0');
  const std::size_t written = ZSTD_compress2(context, out.data(), out.size(), data, bytes);
  if (ZSTD_isError(written) != 0) throw ResourceError(std::string("zstd: ") + ZSTD_getErrorName(written));
  out.resize(written);
  out.shrink_to_fit();
  return out;
}

std::vector<std::string> packed_blocks(const EndgameTable& table, const WorkerPool& pool) {
  struct Part {
    const std::uint8_t* data;
    std::size_t bytes;
  };
  std::vector<Part> parts;
  for (const TableSection& section : table.sections()) {
    for (std::size_t first = 0; first < section.bytes.size(); first += kTableBlockBytes) {
      parts.push_back({section.bytes.data() + first, std::min(kTableBlockBytes, section.bytes.size() - first)});
    }
  }
  std::vector<std::string> blocks(parts.size());
  pool.share_out(parts.size(), [&](const auto& next) {
    const Context context = make_context();
    for (std::size_t i; (i = next()) != WorkerPool::kDone;)
      blocks[i] = packed(context.get(), parts[i].data, parts[i].bytes);
  });
  return blocks;
}

std::string header_text(const EndgameTable& table) {
  nlohmann::ordered_json header;
  header["material"] = table.material().name();
  header["block_bytes"] = kTableBlockBytes;
  header["sections"] = nlohmann::ordered_json::array();
  for (const TableSection& section : table.sections()) {
    header["sections"].push_back({{"metric", name(section.metric)},
                                  {"to_move", section.black_to_move ? "black" : "white"},
                                  {"value_bytes", section.width},
                                  {"values", table.index().size()}});
  }
  return header.dump();
}

[[noreturn]] void fail(const std::string& path) {
  throw ResourceError("cannot write " + path + ": " + std::strerror(errno));
}

/// A file that is deleted unless it is kept. Remains of a killed run under its name are overwritten; a file that
/// another run is writing is not.
class NewFile {
 public:
  NewFile(std::string path, const std::stop_token& stop) : path_(std::move(path)), stop_(stop) {
    // Between opening and locking, another run may have finished the file and renamed it.
    while (!open_and_lock()) close(file_);
    if (ftruncate(file_, 0) != 0) fail(path_);
  }
  ~NewFile() {
    if (file_ < 0) return;
    unlink(path_.c_str());
    close(file_);
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t written = ::write(file_, text.data() + done, text.size() - done);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) fail(path_);
      done += static_cast<std::size_t>(written);
    }
  }
  /// Renames the file once it is on disk.
  void keep(const std::string& name) {
    if (fsync(file_) != 0) fail(path_);
    if (rename(path_.c_str(), name.c_str()) != 0) fail(name);
    close(file_);
    file_ = -1;
  }

 private:
  /// Whether the file that was opened is still the one of this name.
  bool open_and_lock() {
    constexpr int kEveryoneReads = 0644;
    file_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, kEveryoneReads);
    if (file_ < 0) fail(path_);
    // Another run writes the same table: wait a moment, then write it again, which does no harm.
    constexpr double kPatience = 300;  // seconds
    const Clock::time_point give_up = deadline_after(kPatience);
    while (flock(file_, LOCK_EX | LOCK_NB) != 0) {
      const bool stopped = stop_.stop_requested();
      if (!stopped && Clock::now() < give_up) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        continue;
      }
      close(file_);
      if (stopped) throw Interrupted();
      throw ResourceError(path_ + " is being written by another run; wait for it, or use another --dir");
    }
    struct stat opened {};
    struct stat named {};
    return fstat(file_, &opened) == 0 && stat(path_.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
  }

  std::string path_;
  const std::stop_token& stop_;
  int file_ = -1;
};

}  // namespace

std::string table_path(const std::string& folder, const Material& material) {
  return (std::filesystem::path(folder) / (material.name() + ".pft")).string();
}

std::size_t write_table(const std::string& path, const EndgameTable& table, const WorkerPool& pool) {
  const std::vector<std::string> blocks = packed_blocks(table, pool);
  const Context context = make_context();
  const std::string text = header_text(table);
  const std::string header = packed(context.get(), text.data(), text.size());
  std::string directory;  // where each block starts, relative to the first
  std::uint64_t offset = 0;
  for (const std::string& block : blocks) {
    append_little_endian(directory, offset, 8);
    offset += block.size();
  }
  append_little_endian(directory, offset, 8);
  const std::string packed_directory = packed(context.get(), directory.data(), directory.size());

  std::string prelude(kTableMagic);
  append_little_endian(prelude, kTableVersion, 4);
  append_little_endian(prelude, header.size(), 4);
  append_little_endian(prelude, packed_directory.size(), 4);
  NewFile file(path + ".tmp", pool.stop());
  file.write(prelude + header + packed_directory);
  for (const std::string& block : blocks) file.write(block);
  file.keep(path);
  return prelude.size() + header.size() + packed_directory.size() + offset;
}

}  // namespace plyforge
