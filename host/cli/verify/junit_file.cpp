#include "cli/verify/junit_file.h"

#include <cerrno>
#include <cstring>

#include "count/counting.h"

namespace plyforge {
namespace {

/// A text as XML holds it; what XML cannot hold is replaced.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result += (c >= 0x20 && c < 0x7F) || c == '\n' ? c : '?';
    }
  }
  return result;
}

}  // namespace

JUnitFile::JUnitFile(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "we")) {
  if (!file_) throw ResourceError("cannot write " + path + ": " + std::strerror(errno));
  write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
}

void JUnitFile::begin_suite(const std::string& name) {
  if (!suite_.empty()) write("  </testsuite>\n");
  suite_ = escaped(name);
  write("  <testsuite name=\"" + suite_ + "\">\n");
}

void JUnitFile::test(const std::string& name, const std::string& message, const std::string& text) {
  const std::string begin = "    <testcase classname=\"" + suite_ + "\" name=\"" + escaped(name) + "\"";
  if (message.empty()) {
    write(begin + "/>\n");
    return;
  }
  write(begin + ">\n      <failure message=\"" + escaped(message) + "\">" + escaped(text) +
        "</failure>\n    </testcase>\n");
}

JUnitFile::~JUnitFile() {
  if (!ended_) write_end();
}

void JUnitFile::close() {
  write_end();
  if (std::fflush(file_.get()) != 0 || std::ferror(file_.get()) != 0) {
    throw ResourceError("cannot write " + path_ + ": " + std::strerror(errno));
  }
}

void JUnitFile::write_end() {
  if (!suite_.empty()) write("  </testsuite>\n");
  write("</testsuites>\n");
  ended_ = true;
}

void JUnitFile::write(const std::string& text) { std::fwrite(text.data(), 1, text.size(), file_.get()); }

}  // namespace plyforge
