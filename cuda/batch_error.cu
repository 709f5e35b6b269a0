#include "batch_backend.h"

namespace plyforge {

std::string BatchError::message() const {
  std::string line = text;
  if (!call.empty()) line += " (" + call + ", code " + std::to_string(code) + ")";
  if (!advice.empty()) line += "; " + advice;
  return line;
}

}  // namespace plyforge
