#include "engines/engine.h"

namespace plyforge {

Wide EngineDivide::total() const {
  if (stated) return *stated;
  Wide sum = 0;
  for (const EngineMove& move : moves) sum += move.nodes;
  return sum;
}

std::unique_ptr<Engine> make_engine(const EngineRequest& request) {
  return request.protocol == Protocol::uci ? make_uci_engine(request) : make_script_engine(request);
}

std::string replaced(std::string text, const std::string& name, const std::string& value) {
  const std::string pattern = "{" + name + "}";
  for (std::size_t at = 0; (at = text.find(pattern, at)) != std::string::npos; at += value.size()) {
    text.replace(at, pattern.size(), value);
  }
  return text;
}

}  // namespace plyforge
