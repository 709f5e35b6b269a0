#include "app/input/line_reader.h"

#include <algorithm>

namespace plyforge {

LineReader::LineReader(std::string path, std::stop_token stop)
    : bytes_(std::move(path), std::move(stop)), buffer_(1 << 16) {}

bool LineReader::ready() const {
  return std::find(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
                   buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
                   '\n') != buffer_.begin() + static_cast<std::ptrdiff_t>(end_) ||
         bytes_.ready();
}

bool LineReader::refill() {
  begin_ = 0;
  end_ = bytes_.read(buffer_.data(), buffer_.size());
  return end_ > 0;
}

bool LineReader::next(Line& line) {
  bytes_.check_stop();  // a reader of bad lines alone looks nowhere else
  line.text.clear();
  line.too_long = false;
  bool at_end_of_file = false;
  bool at_end_of_line = false;
  while (!at_end_of_line) {
    if (begin_ == end_ && !refill()) {
      at_end_of_file = true;
      break;
    }
    const char* const first = buffer_.data() + begin_;
    const char* const last = buffer_.data() + end_;
    const char* const newline = std::find(first, last, '\n');
    at_end_of_line = newline != last;
    const auto length = static_cast<std::size_t>(newline - first);
    const std::size_t taken = std::min(length, kMaxLine - line.text.size());
    line.text.append(first, taken);
    line.too_long = line.too_long || taken < length;
    begin_ += length + (at_end_of_line ? 1 : 0);
  }
  if (at_end_of_file && line.text.empty()) return false;
  if (line.text.ends_with('\r')) {
    line.text.pop_back();
    has_carriage_returns_ = true;
  }
  line.number = ++number_;
  return true;
}

}  // namespace plyforge
